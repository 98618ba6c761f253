"""/api/v1/compare/: two rulesets, clause by clause and by the play that tells them apart."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from api import schema
from api.base import Endpoint
from api.errors import Missing, Refused
from api.shapes_compare import ComparisonSerializer
from api.shapes_games import rulesets
from api.views_lists import found
from evidence.search.values import several, single
from games.compared import SameError, SideError, stored_compared
from games.models import Ruleset
from games.play import RulesError

SLUG = "slug of a ruleset"
OPTION = "“Name/Item” of the rules of “%s”; may be repeated"
BOTH = [
    OpenApiParameter("a", OpenApiTypes.STR, description=SLUG, required=True),
    OpenApiParameter(
        "b", OpenApiTypes.STR, description=f"{SLUG}, another one or with other options",
        required=True,
    ),
    OpenApiParameter("option_a", OpenApiTypes.STR, description=OPTION % "a", many=True),
    OpenApiParameter("option_b", OpenApiTypes.STR, description=OPTION % "b", many=True),
]  # fmt: skip


class Compare(Endpoint):
    """Clauses that answer each other, and the shortest line after which legal moves differ.

    Moves are compared as they are written, under the usual options unless others are asked for.
    The search is bounded; where nothing is found it says how far was looked.
    """

    parameters = ("a", "b", "option_a", "option_b")
    versioned = False

    @schema.described(ComparisonSerializer, *BOTH, missing=True, operation="rulesets_compare")
    def get(self, request: Request) -> Response:
        """Compare, or take what is kept.

        Raises NotFound, Refused for a slug that is missing or given twice or an option that there
        is not, and APIException (500) where a stored text itself is at fault.
        """
        a, b = (self.named(request, side) for side in ("a", "b"))
        chosen = [several(request.query_params, f"option_{side}") for side in ("a", "b")]
        try:
            compared, ours, theirs = stored_compared(a, chosen[0], b, chosen[1])
        except SideError as error:
            raise Refused(f"option_{error.side}", str(error)) from error
        except SameError as error:
            told = _("This is “%(slug)s” twice: name two, or other options.")
            raise Refused("b", told % {"slug": a.slug}) from error
        except RulesError as error:
            raise APIException(
                _("“%(a)s” and “%(b)s” cannot be compared: %(error)s")
                % {"a": a.slug, "b": b.slug, "error": error}
            ) from error
        shape = {
            "a": a, "b": b, "search": compared.found,
            "options_a": ours, "options_b": theirs, **vars(compared),
        }  # fmt: skip
        return Response(ComparisonSerializer(shape, context=self.context()).data)

    def named(self, request: Request, side: str) -> Ruleset:
        """The ruleset that a parameter names. Raises Refused or NotFound."""
        slug = single(request.query_params, side)
        if not slug:
            raise Refused(side, _("Name a ruleset, as in %(side)s=shodra.") % {"side": side})
        try:
            ruleset: Ruleset = found(rulesets(), "ruleset", slug)
        except Missing as error:
            error.parameter = side
            raise
        return ruleset
