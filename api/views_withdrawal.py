"""/api/v1/evidence/ID/withdraw/ and …/restore/: records no longer published, and again."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.errors import Refused, missing
from api.shapes_proposals import Restored, VersionSerializer, Withdrawn
from api.views_proposals import SEEN, TRIED, described
from api.writing import Writing, numbered
from evidence.editing.curation import published
from evidence.editing.curation.published import versions_of
from evidence.search.values import shown
from people.matrix import Right


class Withdrawal(Writing):
    """An address below that of a record, for who may withdraw it."""

    right = Right.WITHDRAW
    http_method_names = ["options", "post"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a record that never was. Raises NotFound."""
        super().initial(request, *args, **kwargs)
        identifier = kwargs["identifier"]
        if not versions_of(identifier):
            raise missing("piece of evidence", shown(identifier))


class RecordWithdraw(Withdrawal):
    """Take a record out of what is published; its versions stay."""

    @described("evidence_withdraw", VersionSerializer, SEEN, TRIED, sent=Withdrawn)
    @numbered
    def post(self, request: Request, identifier: str) -> tuple[Response, int]:
        """Withdraw it, for a reason; If-Match names its last version."""
        number, why = self.seen(), self.said(("why",)).get("why", "")
        with self.done():
            made = published.withdraw(identifier, number=number, person=request.user, why=why)
            shape = VersionSerializer(made).data
        return Response(shape), made.number


class RecordRestore(Withdrawal):
    """Publish a former version of a record again, withdrawn or not, as a new version."""

    @described("evidence_restore", VersionSerializer, SEEN, TRIED, sent=Restored)
    @numbered
    def post(self, request: Request, identifier: str) -> tuple[Response, int]:
        """Restore it, for a reason; If-Match names the last version."""
        number, said = self.seen(), self.said(("version", "why"))
        version = said.get("version")
        if isinstance(version, bool) or not isinstance(version, int) or not 0 < version < 2**31:
            raise Refused("version", "the number of a version is a whole number, from 1")
        with self.done():
            made = published.restore(
                identifier, version, number=number, person=request.user, why=said.get("why", "")
            )
            shape = VersionSerializer(made).data
        return Response(shape), made.number
