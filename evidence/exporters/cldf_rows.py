"""Rows of the CLDF export: a record's in each table, and those of games, rulesets and clauses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby
from typing import Any

from django.db.models import Prefetch, QuerySet

from evidence.claims.assertions import KINDS
from evidence.exporters.cldf_tables import CONCEPT, GAME, UNKNOWN_PLACE
from evidence.exporters.plain_kinds import PLAIN_KINDS
from evidence.exporters.selection import Selection
from evidence.models import (
    Citation,
    ClauseCitation,
    Evidence,
    GameRelation,
    Phrase,
    Place,
    Region,
    RulesetLink,
)
from evidence.models.assertions import Asserted
from evidence.places import MICRO
from evidence.records.licence import LICENCE
from games.models import Clause, Concept, Game, Ruleset

UNFIT = str.maketrans({";": ",", "[": "(", "]": ")"})
# As an import of a dataset of peoples notes them with a place.
GLOTTOCODE = re.compile(r"\bGlottolog ([a-z0-9]{4}[1-9][0-9]{3})\b")
ISO_CODE = re.compile(r"\bISO 639-3 ([a-z]{3})\b")
Row = Iterable[Any]


@dataclass
class Named:
    """What the records name: tables of these come after them."""

    games: set[int] = field(default_factory=set)
    rulesets: set[int] = field(default_factory=set)
    sources: set[int] = field(default_factory=set)


def records() -> QuerySet[Evidence]:
    """Records with all that the rows say."""
    regions = Region.objects.only("slug", "name")
    links = RulesetLink.objects.select_related("ruleset").order_by("ruleset__slug")
    return Evidence.objects.select_related("game").prefetch_related(
        "quotations",
        "terms",
        Prefetch("places__region", regions),
        Prefetch("citations", Citation.objects.select_related("source")),
        Prefetch("phrases", Phrase.objects.select_related("clause__ruleset")),
        Prefetch("ruleset_links", links),
        *(kind.prefetch() for kind in KINDS.values()),
    )


def value(record: Evidence, number: int, place: str, selection: Selection) -> Row:
    """A record at one of its places, or at none."""
    places = record.places.all()
    at = places[number - 1] if places else None
    return (
        f"{record.identifier}-{number}",
        place,
        record.game.slug,
        str(record.get_type_display()) or "evidence",
        record.rules or record.content,
        ";".join(cited(row) for row in record.citations.all()),
        record.date,
        record.year_from,
        record.year_to,
        record.confidence,
        selection.address(record.identifier),
        LICENCE,
        record.identifier,
        *(
            (at.name, at.as_given, at.precision, at.certainty, at.note, at.role)
            if at
            else ("",) * 6
        ),
    )


def cited(row: Citation | ClauseCitation) -> str:
    """A source and where in it, as CLDF writes that."""
    where = row.locator.translate(UNFIT)
    return f"{row.source.slug}[{where}]" if where else row.source.slug


def language(place: Place | None) -> tuple[str, Row]:
    """A place's key, the same wherever the same place is named, and its row."""
    if place is None:
        return UNKNOWN_PLACE, ()
    region = place.region.slug if place.region else ""
    name = str(place)
    codes = tuple(_first(pattern, place.note) for pattern in (GLOTTOCODE, ISO_CODE))
    row = (name, place.latitude, place.longitude, region)
    told = row + codes if any(codes) else row
    point = tuple(_degrees(angle_u) for angle_u in (place.lat_u, place.lon_u))
    return blake2b(repr(told).encode(), digest_size=8).hexdigest(), (name, *point, region, *codes)


def _degrees(angle_u: int | None) -> str:
    """As CSVW's decimals are written, which have no exponent."""
    return "" if angle_u is None else f"{angle_u / MICRO:.6f}".rstrip("0").rstrip(".")


def _first(pattern: re.Pattern[str], note: str) -> str:
    found = pattern.search(note)
    return found[1] if found else ""


def record(row: Evidence) -> Row:
    """A record itself."""
    links = row.ruleset_links.all()
    terms: dict[str, list[str]] = {}
    for term in row.terms.all():
        terms.setdefault(term.vocabulary, []).append(term.name)
    return (
        row.identifier,
        row.game.slug,
        row.portal_id,
        row.title,
        row.type,
        row.date,
        row.date_as_given,
        row.date_role,
        row.rules,
        row.content,
        row.confidence,
        row.confidence_reason,
        row.judged_by,
        as_json(row.checked_against),
        as_json({name: sorted(words) for name, words in terms.items()}),
        as_json(row.external_ids),
        ";".join(link.ruleset.slug for link in links),
        ";".join(link.relation for link in links),
    )


def citations(row: Evidence) -> Iterator[Row]:
    """Where in its sources a record rests."""
    for number, each in enumerate(row.citations.all(), 1):
        key = f"{row.identifier}-{number}"
        how = (each.seen, each.via, each.pages_checked)
        yield key, row.identifier, each.source.slug, each.locator, each.note, *how


def quotations(row: Evidence) -> Iterator[Row]:
    """The exact words that a record quotes."""
    numbers = {each.pk: number for number, each in enumerate(row.citations.all(), 1)}
    for number, each in enumerate(row.quotations.all(), 1):
        at = numbers.get(each.citation_id or 0)
        yield (
            f"{row.identifier}-{number}",
            row.identifier,
            each.text,
            each.language,
            each.translator,
            f"{row.identifier}-{at}" if at else "",
            each.as_cited,
            each.rights,
        )


def identifications(row: Evidence) -> Iterator[Row]:
    """The games that a record is identified as evidence of."""
    for key, each in _numbered(row, row.identifications.all()):
        yield *key, each.game.slug, each.about, *_asserted(each)


def other_dates(row: Evidence) -> Iterator[Row]:
    """The dates of a record beside the leading one."""
    for key, each in _numbered(row, row.otherdates.all()):
        yield *key, each.date, each.role, each.as_given, *_asserted(each)


def relations(row: Evidence) -> Iterator[Row]:
    """What a record is to others."""
    for key, each in _numbered(row, row.recordrelations.all()):
        yield *key, each.relation, each.target, *_asserted(each)


def plain(row: Evidence, name: str) -> Iterator[Row]:
    """What a record says of people, holdings or names."""
    for key, each in _numbered(row, getattr(row, KINDS[name].related).all()):
        yield *key, *(getattr(each, field) for field in PLAIN_KINDS[name].columns), *_asserted(each)


def _numbered(row: Evidence, rows: Iterable[Any]) -> Iterator[tuple[tuple[str, str], Any]]:
    for number, each in enumerate(rows, 1):
        yield (f"{row.identifier}-{number}", row.identifier), each


def _asserted(each: Asserted) -> Row:
    slug = each.source.slug if each.source else ""
    return each.certainty, each.voice, each.who, slug, each.locator, each.reason


def phrases(row: Evidence, *, quoted: bool) -> Iterator[Row]:
    """The phrases of a record that carry clauses; those of quotations only where `quoted`."""
    for number, each in enumerate(row.phrases.all(), 1):
        if each.quotation is None or quoted:
            yield (
                f"{row.identifier}-{number}",
                row.identifier,
                clause_key(each.clause),
                each.field,
                "" if each.quotation is None else f"{row.identifier}-{each.quotation + 1}",
                each.start,
                each.end,
                each.relation,
                "" if each.part is None else each.part,
            )


def clause_key(clause: Clause) -> str:
    """The ruleset and the name of the clause in it."""
    return f"{clause.ruleset.slug}__{clause.name}"


def concept_key(slug: str) -> str:
    """Told apart from the slugs of games."""
    return f"{CONCEPT}__{slug}"


def parameters(named: Named) -> Iterator[Row]:
    """The games, then the concepts of their rulesets."""
    games = Game.objects.filter(pk__in=named.games).order_by("slug").prefetch_related("aliases")
    for game in games.iterator(500):
        yield (
            game.slug,
            game.name,
            game.description,
            GAME,
            game.native_name,
            game.category,
            game.origin,
            as_json([alias.name for alias in game.aliases.all()]),
            as_json(game.external_ids),
        )
    concepts = Concept.objects.filter(rulesets__in=named.rulesets).distinct().order_by("slug")
    for concept in concepts:
        key = concept_key(concept.slug)
        yield key, concept.name, concept.meaning, CONCEPT, "", "", "", "", ""


def related_games(named: Named) -> QuerySet[GameRelation]:
    """What these games are to each other."""
    return GameRelation.objects.filter(game__in=named.games, target__in=named.games)


def game_relations(named: Named) -> Iterator[Row]:
    """The same as rows, in the order of the games' slugs."""
    rows = related_games(named).select_related("game", "target", "source")
    for slug, some in groupby(rows.order_by("game__slug", "pk"), lambda each: each.game.slug):
        for number, each in enumerate(some, 1):
            yield f"{slug}-{number}", slug, each.relation, each.target.slug, *_asserted(each)


def rulesets(named: Named) -> Iterator[Row]:
    """The rulesets of the games and those that records bear on."""
    found = Ruleset.objects.filter(pk__in=named.rulesets).order_by("slug")
    for each in found.select_related("game").prefetch_related("concepts__concept"):
        yield (
            each.slug,
            each.game.slug,
            each.name,
            each.kind,
            each.summary,
            each.text,
            ";".join(sorted(concept_key(link.concept.slug) for link in each.concepts.all())),
        )


def clauses(named: Named) -> Iterator[Row]:
    """Their clauses, in the order of each ruleset."""
    cites = ClauseCitation.objects.select_related("source").order_by("source__slug", "pk")
    found = Clause.objects.filter(ruleset__in=named.rulesets).select_related("ruleset")
    for each in found.order_by("ruleset__slug", "position").prefetch_related(
        Prefetch("citations", cites), "concepts__concept"
    ):
        yield (
            clause_key(each),
            each.ruleset.slug,
            each.name,
            each.title,
            each.text,
            each.status,
            each.reason,
            ";".join(sorted(concept_key(link.concept.slug) for link in each.concepts.all())),
            ";".join(cited(row) for row in each.citations.all()),
        )


def as_json(found: Any) -> str:
    """JSON with names in alphabetical order, as databases keep none; nothing for what is empty."""
    return json.dumps(found, ensure_ascii=False, sort_keys=True) if found else ""
