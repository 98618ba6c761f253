"""/api/v1/matches/: recorded games, each also as a log in full algebraic notation."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import APIException
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api import paging, schema
from api.base import Endpoint
from api.errors import Refused
from api.shapes_matches import (
    MatchDetailSerializer,
    MatchPageSerializer,
    matches,
    matches_in_full,
)
from api.views_lists import DetailEndpoint, ListEndpoint, found
from evidence.search.values import shown, single
from games.match_logs import text_of
from games.models import Ruleset
from games.narrowing import FILTERS, Unknown, narrowed
from games.play import MoveError, RulesError

TEXT = "text/plain"


class TextRenderer(BaseRenderer):
    """A log as it is."""

    media_type = TEXT
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        """What the view gives."""
        return data


class MatchList(ListEndpoint):
    """Recorded games: of one ruleset, by what shows up in them, how they ended, and their origin.

    A clause and a role together ask for moments at which the clause has that role.
    """

    parameters = ("ruleset", *FILTERS, *paging.PARAMETERS)

    @schema.described(
        MatchPageSerializer, schema.RULESET, *schema.GAMES, *schema.PAGING, operation="matches_list"
    )
    def get(self, request: Request) -> Response:
        """A page of them. Raises Refused for what there is not, naming what there is."""
        slug, *asked = (single(request.query_params, name) for name in ("ruleset", *FILTERS))
        ruleset = Ruleset.objects.filter(slug=slug).first() if slug else None
        if slug and ruleset is None:
            raise Refused("ruleset", _("There is no ruleset “%(slug)s”.") % {"slug": shown(slug)})
        try:
            found = narrowed(ruleset, dict(zip(FILTERS, asked, strict=True)))
        except Unknown as error:
            raise Refused(error.name, str(error)) from error
        return self.answer(request, found.games(matches()), MatchPageSerializer)


class MatchDetail(DetailEndpoint):
    """One recorded game: its moves, what is said of them, and where clauses show up."""

    @schema.described(MatchDetailSerializer, missing=True, operation="matches_read")
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        return self.answer(matches_in_full(), "match", slug, MatchDetailSerializer)


class MatchText(Endpoint):
    """The log of a recorded game in full algebraic notation."""

    renderer_classes = (TextRenderer,)

    @schema.described(OpenApiTypes.STR, missing=True, operation="matches_text", media_type=TEXT)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Replay it and write it down."""
        match = found(matches_in_full(), "match", slug)
        try:
            return HttpResponse(text_of(match), content_type=f"{TEXT}; charset=utf-8")
        except (MoveError, RulesError) as error:
            raise APIException(
                _("“%(slug)s” cannot be replayed: %(error)s") % {"slug": slug, "error": error}
            ) from error
