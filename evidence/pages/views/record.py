"""The page of one piece of evidence."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.answer_cache.views import cached_for_visitors
from config.databases.held import prefetch_held
from config.embeds import embeddable
from config.middleware import RULES, allows
from evidence.claims.assertions import KINDS, identifications_of, related_to
from evidence.exporters.citing import Permalink, cite
from evidence.history import last_noted
from evidence.models import (
    Citation,
    Claim,
    ClauseCitation,
    Evidence,
    Passage,
    Phrase,
    Place,
    Quotation,
    RecordVersion,
    RulesetLink,
    Term,
)
from evidence.pages.beside import common_locators, wide_parts
from evidence.pages.maps import drawing_of
from evidence.pages.views.marked import marked, marked_texts
from evidence.pages.views.shared import (
    Map,
    bounds_of_record,
    named_regions,
    references,
    twins,
)
from evidence.pages.views.walking import SEARCH, walk_of
from evidence.pictures import rows as picture_rows
from evidence.pictures.showing import of_record
from evidence.places import Point, print_as_known
from evidence.records.kin import kin_of
from evidence.records.museums import museums_in
from evidence.vocabulary import Vocabulary
from games.models import Clause

GONE = 410
PEOPLE = (Vocabulary.AGE, Vocabulary.GENDER, Vocabulary.STATUS, Vocabulary.SPACE)


@embeddable
@allows(RULES)
@cached_for_visitors
def record(request: HttpRequest, identifier: str) -> HttpResponse:
    """A record by its identifier; the portal's id of one leads to its address."""
    found = _whole_record(identifier)
    if found is None:
        gone = _withdrawn(identifier)
        if gone is not None:
            return render(request, "evidence/withdrawn.html", gone, status=GONE)
        return redirect(_by_portal_id(identifier), permanent=True)
    return render(request, "evidence/record.html", _context(request, found))


def _withdrawn(identifier: str) -> dict[str, Any] | None:
    """What the page of a withdrawn record says; None for one that never was."""
    versions = RecordVersion.objects.filter(identifier=identifier).order_by("-number")
    last = versions.select_related("revision").first()
    if last is None or last.content is not None:
        return None
    said = versions.filter(number__lt=last.number).first()
    content = (said.content if said else None) or {}
    return {
        "identifier": identifier,
        "title": content.get("title") or content.get("game_name") or identifier,
        "game": content.get("game_name", ""),
        "at": last.revision.at,
        "why": last.revision.why,
    }


def _by_portal_id(portal_id: str) -> Evidence:
    try:
        return Evidence.objects.get(portal_id=portal_id)
    except Evidence.DoesNotExist:
        raise Http404(_("There is no record “%s”.") % portal_id) from None


def _whole_record(identifier: str) -> Evidence | None:
    clauses = Clause.objects.prefetch_related(
        Prefetch("citations", ClauseCitation.objects.select_related("source", "evidence"))
    )
    links = RulesetLink.objects.select_related("ruleset").prefetch_related(
        Prefetch("ruleset__clauses", clauses)
    )
    read = Exists(Passage.objects.filter(evidence=OuterRef("pk")))
    records = Evidence.objects.filter(identifier=identifier).annotate(read=read)
    found = prefetch_held(
        records.select_related("game", "added_by", "checked_by"),
        named_regions("places__region"),
        "terms",
        *(kind.prefetch() for kind in KINDS.values()),
        *picture_rows.prefetch(),
        named_regions("regions"),
        Prefetch("citations", Citation.objects.select_related("source")),
        Prefetch("quotations", Quotation.objects.select_related("citation__source")),
        Prefetch(
            "phrases",
            Phrase.objects.select_related("clause__ruleset").prefetch_related(
                "clause__parts__claims__passage__source"
            ),
        ),
        Prefetch("ruleset_links", links),
    )
    return found[0] if found else None


def _context(request: HttpRequest, record: Evidence) -> dict[str, Any]:
    terms = _by_vocabulary(list(record.terms.all()))
    number, at = last_noted(record)
    address = reverse("record-version", args=[record.identifier, number])
    version = Permalink(number, at, request.build_absolute_uri(address))
    pictures, texts = of_record(record), marked_texts(record)
    regions = any(mark.clause for shown in pictures for mark in shown.marks)
    passages = _passages(record)
    return {
        "record": record,
        "walk": walk_of(record, request.GET.get(SEARCH, "")),
        "lit": regions or bool(record.phrases.all()),
        "lit_regions": regions,
        "rules_text": marked(record, record.rules, "rules"),
        "content_text": marked(record, record.content, "content"),
        "quotations": [
            (row, marked(record, row.text, "quotation", number), ("quotation", number) in texts)
            for number, row in enumerate(record.quotations.all())
        ],
        "marked": {field for field, _number in texts},
        "pictures": pictures,
        "wide": wide_parts(record, len(pictures), len(passages)),
        "locators": common_locators(record),
        "places": [(place, _coordinates(place)) for place in record.places.all()],
        "map": Map(data=drawing_of(record), bounds=bounds_of_record(record)),
        "people": [(name.label, terms[name]) for name in PEOPLE if name in terms],
        "museums": list(museums_in(str(record.external_ids.get("museum") or ""))),
        "factors": terms.get(Vocabulary.UNCERTAINTY, []),
        "identifications": identifications_of(record),
        "related": related_to(record),
        "passages": passages,
        "kin": [] if record.ruleset_links.all() else kin_of(record),
        "cite": cite(record, version, timezone.localdate()),
        "references": references(f"evidence/{record.identifier}/"),
        "twins": twins(f"evidence/{record.identifier}/", []),
    }


def _passages(record: Evidence) -> list[Passage]:
    """Its sentences in order, each with the claims that rest on it."""
    if not record.read:  # type: ignore[attr-defined]  # of `_whole_record`
        return []
    claims = Claim.objects.select_related("part__clause__ruleset").order_by("pk")
    return list(record.passages.prefetch_related(Prefetch("claims", claims)).order_by("number"))


def _by_vocabulary(terms: list[Term]) -> dict[str, list[Term]]:
    grouped: dict[str, list[Term]] = {}
    for term in terms:
        grouped.setdefault(term.vocabulary, []).append(term)
    return grouped


def _coordinates(place: Place) -> tuple[str, str] | None:
    """Degrees, minutes, seconds, and decimals, as closely as known; None without a point."""
    if place.lat_u is None or place.lon_u is None:
        return None
    return print_as_known(Point(place.lat_u, place.lon_u), place.precision)
