"""/api/v1/search/ and /api/v1/search/suggestions/: everything by its names and words."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from api import schema
from api.base import Endpoint
from api.shapes_search import EverythingSerializer, SuggestionsSerializer
from evidence.search.lookup.answers import MOST_LISTED, answer, suggestions
from evidence.search.lookup.asked import MOST_WORDS, read
from evidence.search.lookup.showing import Shown, shown
from evidence.search.lookup.things import Kind
from evidence.search.values import one_of, read_number, read_text, single

USUAL, MOST = 20, 100
PAGES = (1, MOST_LISTED)
EXAMPLES = [
    OpenApiExample("a name", "weiqi", parameter_only=("q", "query")),
    OpenApiExample("a name in another script", "圍棋", parameter_only=("q", "query")),
    OpenApiExample("with a typing error", "draugths", parameter_only=("q", "query")),
    OpenApiExample("words of a rule", "castling", parameter_only=("q", "query")),
]
TEXT = OpenApiParameter(
    "q",
    {"type": "string", "maxLength": 200},
    description=f"words or names in any script, of which {MOST_WORDS} count; nothing is found "
    "without it. In quotation marks as they stand; an asterisk ends the beginning of a word, as in "
    '"shat*"',
)
KIND = schema.choice("kind", "of one kind", Kind.values)
PAGE = [
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
        description="how many results a page has",
    ),
    OpenApiParameter(
        "page",
        {"type": "integer", "minimum": PAGES[0], "maximum": PAGES[1], "default": 1},
        description=f"which page, of the first {MOST_LISTED} results",
    ),
]


class Search(Endpoint):
    """Games, rules, places, people, records and all else by names and words, best first.

    Names stand before words of a text. Where nothing has the words, they are taken for typing
    errors, other spellings or synonyms of what is known.
    """

    parameters = ("q", "kind", "limit", "page")

    @schema.described(
        EverythingSerializer, TEXT, KIND, *PAGE, operation="search_list", examples=EXAMPLES
    )
    def get(self, request: Request) -> Response:
        """Answer. Raises QueryError."""
        params = request.query_params
        kind = one_of("kind", single(params, "kind"), Kind.values)
        limit = read_number("limit", single(params, "limit"), 1, MOST, str(USUAL)) or USUAL
        page = read_number("page", single(params, "page"), *PAGES, "1") or 1
        text = read_text("q", single(params, "q"))
        found = answer(text, Kind(kind) if kind else None)
        entries = found.entries[(page - 1) * limit : page * limit]
        return Response({
            "searched": found.asked.text,
            "corrected": found.corrected,
            "did_you_mean": found.meant,
            "left_out": found.left_out,
            "count": found.count,
            "more": found.more,
            "counts": found.counts,
            "limit": limit,
            "page": page,
            "results": [_found(request, each) for each in shown(found.asked, entries)],
        })  # fmt: skip


class Suggestions(Endpoint):
    """What may be meant by what somebody has typed so far, by names alone."""

    parameters = ("q",)

    @schema.described(
        SuggestionsSerializer, TEXT, operation="search_suggestions",
        examples=[OpenApiExample("two letters", "sh", parameter_only=("q", "query"))],
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Up to a handful. Raises QueryError."""
        text = read_text("q", single(request.query_params, "q"))
        entries = suggestions(text)
        found = [_named(request, each) for each in shown(read(text), entries)]
        return Response({"suggestions": found})


def _named(request: Request, entry: Shown) -> dict[str, Any]:
    return {
        "kind": entry.kind,
        "label": str(entry.label),
        "key": entry.key,
        "name": entry.name,
        "about": entry.about,
        "page": request.build_absolute_uri(entry.address),
    }


def _found(request: Request, entry: Shown) -> dict[str, Any]:
    told = {"also": entry.also, "snippet": entry.snippet, "score": round(entry.score, 1)}
    return {**_named(request, entry), **told}
