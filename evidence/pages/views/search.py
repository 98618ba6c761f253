"""The page of the search over everything: without scripts, and with its state in its address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from evidence.dates.moments import DateError
from evidence.dates.reading import read_any
from evidence.pages.views.kept import kept
from evidence.search.lookup.answers import Answer, answer
from evidence.search.lookup.asked import SAME, Asked, Word
from evidence.search.lookup.current import current_index
from evidence.search.lookup.showing import LABELS, Shown, shown
from evidence.search.lookup.things import Kind
from evidence.search.values import QueryError, read_text, single

PER_PAGE = 20
BAD_REQUEST = 400


@kept
def search_all(request: HttpRequest) -> HttpResponse:
    """What has the words, best first, of all kinds or of one."""
    try:
        text = read_text("q", single(request.GET, "q").replace("\0", ""))
    except QueryError as error:
        context = {"asked": single_or_first(request), "refused": error.message}
        return render(request, "evidence/search.html", context, status=BAD_REQUEST)
    if not text:
        return render(request, "evidence/search.html", {"asked": ""})
    chosen = request.GET.get("kind")
    kind = Kind(chosen) if chosen in Kind.values else None
    return render(request, "evidence/search.html", _context(request, text, kind))


def single_or_first(request: HttpRequest) -> str:
    """What was typed, though it is refused; the last where there are several."""
    return request.GET.get("q", "")


def _context(request: HttpRequest, text: str, kind: Kind | None) -> dict[str, Any]:
    found = answer(text, kind)
    page: Page[Any] = Paginator(found.entries, PER_PAGE).get_page(request.GET.get("page"))
    entries: Sequence[Shown] = shown(found.asked, page.object_list)
    query = {"q": text} | ({"kind": kind.value} if kind else {})
    return {
        "asked": text,
        "kind": kind,
        "found": found,
        "page": page,
        "entries": entries,
        "kinds": _kinds(found, text, kind),
        "explore": f"{reverse('evidence')}?{urlencode({'q': found.asked.text})}",
        "dated": _dated(text),
        "equivalents": _equivalents(found.asked),
        "page_query": f"{urlencode(query)}&",
        "meant": [(each, f"?{urlencode({'q': each})}") for each in found.meant],
    }


def _equivalents(asked: Asked) -> list[str]:
    """Other words with the same meaning that occur somewhere, without which a result may puzzle."""
    index = current_index()
    return [each for each in asked.equivalents if index.knows(Word(each, {each: SAME}))]


def _dated(text: str) -> dict[str, str] | None:
    """Where the records of a time are, if the words are a date, as in “13th century”."""
    try:
        span = read_any(text)
    except DateError:
        return None
    ends = {"year_from": span.year_from, "year_to": span.year_to}
    years = {name: year for name, year in ends.items() if year is not None}
    return {"said": span.human(), "href": f"{reverse('evidence')}?{urlencode(years)}"}


def _kinds(found: Answer, text: str, chosen: Kind | None) -> list[dict[str, Any]]:
    """The filters beside the list: all, and each kind of which there are any."""
    more = Kind.RECORD if found.more else None
    return [
        {
            "label": LABELS[kind],
            "count": count,
            "more": kind is more,
            "href": f"?{urlencode({'q': text, 'kind': kind.value})}",
            "chosen": kind is chosen,
        }
        for kind, count in found.counts.items()
    ]
