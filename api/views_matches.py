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
from evidence.search_values import shown, single
from games.match_logs import text_of
from games.models import Ruleset
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
    """All recorded games, or those of one ruleset."""

    versioned = False
    parameters = ("ruleset", *paging.PARAMETERS)

    @schema.described(MatchPageSerializer, schema.RULESET, *schema.PAGING, operation="matches_list")
    def get(self, request: Request) -> Response:
        """A page of them."""
        slug, rows = single(request.query_params, "ruleset"), matches()
        if slug and not Ruleset.objects.filter(slug=slug).exists():
            raise Refused("ruleset", _("There is no ruleset “%(slug)s”.") % {"slug": shown(slug)})
        rows = rows.filter(ruleset__slug=slug) if slug else rows
        return self.answer(request, rows, MatchPageSerializer)


class MatchDetail(DetailEndpoint):
    """One recorded game: its moves, what is said of them, and where clauses show up."""

    versioned = False

    @schema.described(MatchDetailSerializer, missing=True, operation="matches_read")
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        return self.answer(matches_in_full(), "match", slug, MatchDetailSerializer)


class MatchText(Endpoint):
    """The log of a recorded game in full algebraic notation."""

    versioned = False
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
