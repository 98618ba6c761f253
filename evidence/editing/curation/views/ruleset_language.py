"""The rules language for those who write it: a page, and the same as JSON for the editor."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.language import Row, load_signatures
from games.engine.language.listing import MACHINERY, TITLES

Form = dict[str, Any]


@require_safe
def language_page(request: HttpRequest) -> HttpResponse:
    """All forms of the language by kind, for reading."""
    sections = [(title, [each for each in forms() if each["kind"] == kind])
                for kind, title in TITLES.items()]  # fmt: skip
    return render(request, "curation/ruleset_language.html", {"sections": sections})


@require_safe
def language_data(request: HttpRequest) -> JsonResponse:
    """All forms of the language: keyword, first word, pattern, meaning and names of arguments."""
    return JsonResponse({"forms": forms()})


@lru_cache(maxsize=1)
def forms() -> list[Form]:
    """The rows of the table that authors write."""
    return [_told(row) for row in load_signatures() if not row.meaning.startswith(MACHINERY)]


def _told(row: Row) -> Form:
    names = [str(each).removesuffix(":") for each in row.parameters if each.named]
    said = {key: getattr(row, key) for key in ("kind", "keyword", "word", "pattern", "meaning")}
    return said | {"names": list(dict.fromkeys(names))}
