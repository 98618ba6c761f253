"""/api/v1/stories/: the stories, and one of them."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from api import pages, schema
from api.shapes_stories import StorySerializer
from api.views_lists import DetailEndpoint, ListEndpoint
from evidence.models import Story

EXAMPLE = {
    "slug": "chess-on-the-steppe",
    "title": "Chess on the steppe",
    "lede": "What the Soyot played about 1900.",
    "steps": [
        {"title": "A report", "text": ["It was printed in 1913."], "record": "dlp-1408"},
        {"title": "On the board", "ruleset": "shodra", "clause": "OiCaptures"},
        {"title": "Where else", "map": "game=shodra", "records": ["dlp-1408"]},
    ],
    "url": "https://ashtapada.example/api/v1/stories/chess-on-the-steppe/",
    "page": "https://ashtapada.example/stories/chess-on-the-steppe/",
}
LISTED = {"count": 1, "limit": 50, "next": None, "previous": None, "results": [EXAMPLE]}


class StoryList(ListEndpoint):
    """All stories in the order in which they are shown."""

    @schema.described(
        pages.StoryPageSerializer,
        *schema.PAGING,
        operation="stories_list",
        examples=[OpenApiExample("a page", LISTED, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        return self.answer(request, Story.objects.all(), pages.StoryPageSerializer)


class StoryDetail(DetailEndpoint):
    """One story with its steps."""

    @schema.described(
        StorySerializer,
        missing=True,
        operation="stories_read",
        examples=[OpenApiExample("three steps", EXAMPLE, response_only=True)],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        return self.answer(Story.objects.all(), "story", slug, StorySerializer)
