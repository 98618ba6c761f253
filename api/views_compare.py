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
from api.errors import Refused
from api.shapes_compare import ComparisonSerializer
from api.shapes_games import rulesets
from api.views_lists import found
from evidence.search_values import single
from games.compared import comparison
from games.models import Ruleset
from games.play import RulesError

SLUG = "slug of a ruleset"
BOTH = [
    OpenApiParameter("a", OpenApiTypes.STR, description=SLUG, required=True),
    OpenApiParameter("b", OpenApiTypes.STR, description=f"{SLUG}, another one", required=True),
]


class Compare(Endpoint):
    """Clauses that answer each other, and the shortest line after which legal moves differ.

    Moves are compared as they are written, under the usual options. The search is bounded; where
    nothing is found it says how far was looked.
    """

    parameters = ("a", "b")
    versioned = False

    @schema.described(ComparisonSerializer, *BOTH, missing=True, operation="rulesets_compare")
    def get(self, request: Request) -> Response:
        """Compare, or take what is kept.

        Raises NotFound, Refused for a slug that is missing or given twice, and APIException (500)
        where a stored text itself is at fault.
        """
        a, b = (self.named(request, side) for side in ("a", "b"))
        if a == b:
            raise Refused("b", _("This is “%(slug)s” twice: name two.") % {"slug": a.slug})
        try:
            compared = comparison(a, b)
        except RulesError as error:
            raise APIException(
                _("“%(a)s” and “%(b)s” cannot be compared: %(error)s")
                % {"a": a.slug, "b": b.slug, "error": error}
            ) from error
        shape = {"a": a, "b": b, "search": compared.found, **vars(compared)}
        return Response(ComparisonSerializer(shape, context=self.context()).data)

    def named(self, request: Request, side: str) -> Ruleset:
        """The ruleset that a parameter names. Raises Refused or NotFound."""
        slug = single(request.query_params, side)
        if not slug:
            raise Refused(side, _("Name a ruleset, as in %(side)s=shodra.") % {"side": side})
        ruleset: Ruleset = found(rulesets(), "ruleset", slug)
        return ruleset
