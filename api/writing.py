"""What addresses that change something share.

A token with the right, JSON of a bounded size, the number that one has seen (`If-Match`), and
trying without doing (`dry_run=1`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Strict
from api.bodies import BoundedJSON, read_object
from api.errors import Refused
from api.shapes_proposals import FaultSerializer
from evidence.editing.workflow.refusals import Refusal
from evidence.search.values import one_of, single
from people.matrix import Right
from people.rights import may

P = ParamSpec("P")
MATCH = re.compile(r'(?:W/)?"([0-9]{1,9})"', re.ASCII)
STATUS = {"rights": 403, "state": 409, "faulty": 400, "missing": 422, "outdated": 412}


class Unfit(exceptions.APIException):
    """A refusal of curation, with all of its faults."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("; ".join(map(str, refusal.faults)))
        self.status_code = STATUS[refusal.kind]
        self.parameter = next((each.field for each in refusal.faults if each.field), None)
        self.faults = FaultSerializer(refusal.faults, many=True).data


class Precondition(exceptions.APIException):
    """A change that does not say which version it changes. Status 428."""

    status_code = 428


class Holders(BasePermission):
    """Whoever has the right that an address asks for."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the token's owner has it."""
        return bool(request.user.is_authenticated) and may(request.user, view.right)


class Writing(Strict):
    """An address that changes something for who has a token, or tells what others may not see."""

    right = Right.DRAFT
    permission_classes = (Holders,)
    parser_classes = (BoundedJSON,)
    http_method_names = ["get", "head", "options", "post", "put"]
    parameters: tuple[str, ...] = ("dry_run",)

    @property
    def is_tried(self) -> bool:
        """Whether everything is to be as it was."""
        asked = single(self.request.query_params, "dry_run")
        return one_of("dry_run", asked, ("0", "1")) == "1"

    def seen(self) -> int:
        """The number that If-Match names. Raises Precondition and Refused."""
        given = self.request.headers.get("If-Match")
        if given is None:
            raise Precondition(
                _('Say which number you have seen, as in If-Match: "3"; ETag tells it.')
            )
        match = MATCH.fullmatch(given.strip())
        if match is None:
            raise Refused("If-Match", _('If-Match is one number, as in "3".'))
        return int(match[1])

    def said(self, names: tuple[str, ...]) -> dict[str, Any]:
        """The body, an object with these fields and no others. Raises Refused and TooLarge."""
        return read_object(self.request, names)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Nothing of it is kept on the way."""
        response["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)

    @contextmanager
    def done(self) -> Iterator[None]:
        """All of it or nothing; in a dry run nothing. Raises Unfit for a refusal."""
        try:
            with transaction.atomic():
                yield
                if self.is_tried:
                    transaction.set_rollback(True)
        except Refusal as refusal:
            raise Unfit(refusal) from refusal


def numbered(view: Callable[Concatenate[Any, P], tuple[Response, int]]) -> Callable[..., Response]:
    """Send the number of what is answered as its ETag."""

    @wraps(view)
    def answer(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        response, number = view(self, *args, **kwargs)
        response["ETag"] = f'"{number}"'
        return response

    return answer
