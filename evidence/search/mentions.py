"""Names that search asks for: museums, people, languages, and who identified the games of a thing.

They stand in records as words. Each has a number made from it, by which the snapshot links records
with it, so that spellings alike but for case, diacritics and punctuation are one. To add a kind: a
line in `LABELS`, and a reader in `READERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from evidence.models import (
    Citation,
    Evidence,
    Holding,
    Identification,
    Name,
    OtherDate,
    Passage,
    Person,
    Place,
    Quotation,
    RecordRelation,
    Source,
)
from evidence.models.claims import named
from evidence.records.museums import museums_in
from evidence.search.values import MAX_TEXT
from evidence.search.whole import FETCHED, Statement, answer, statement_of
from evidence.vocabulary import PlaceRole, Precision
from evidence.words import words

LABELS = {
    "museum": _("Museum or library"),
    "person": _("Person"),
    "language": _("Language"),
    "identified_by": _("Identified by"),
}
ROLES = ("author", "editor", "translator")
DIGITS = 8  # bytes of a number, of which the sign is not used
CHUNK = 500
Pks = Collection[int] | None  # None: all records
Mention = tuple[int, str]  # id of a record, and a name in it


@lru_cache(maxsize=100_000)
def number_of(name: str) -> int | None:
    """The number of a name; None for what has no words, or is too long to be asked for."""
    told = words(name)
    if not told or len(name) > MAX_TEXT:
        return None
    digest = blake2b(" ".join(told).encode(), digest_size=DIGITS).digest()
    return int.from_bytes(digest) >> 1


def numbered(kind: str, pks: Pks) -> Iterator[tuple[int, int]]:
    """Ids of records, each with the number of a name of this kind in it."""
    for pk, name in READERS[kind](pks):
        number = number_of(name)
        if number is not None:
            yield pk, number


def names_of(kind: str, pks: Collection[int]) -> dict[int, str]:
    """The names of this kind in these records, by number, as the first of them writes each."""
    ordered = sorted(set(pks))
    found: dict[int, str] = {}
    for start in range(0, len(ordered), CHUNK):
        for _pk, name in sorted(READERS[kind](ordered[start : start + CHUNK])):
            number = number_of(name)
            if number is not None:
                found.setdefault(number, name)
    return found


def people_of(csl: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Family and given names of those who made a source."""
    for role in ROLES:
        for each in csl.get(role) or ():
            family = str(each.get("family") or each.get("literal") or "")
            if words(family):
                yield family, str(each.get("given") or "")


def makers(csl: dict[str, Any]) -> list[str]:
    """Those who made a source, each once, as search asks for them."""
    return list(dict.fromkeys(f"{given} {family}".strip() for family, given in people_of(csl)))


def _museums(pks: Pks) -> Iterator[Mention]:
    """Museums with an inventory number, and places that hold the thing now, but for towns."""
    held = Evidence.objects.filter(external_ids__has_key="museum")
    kept = _some(held, pks, "pk").order_by().values_list("pk", "external_ids")
    for pk, ids in kept.iterator(chunk_size=FETCHED):
        yield from ((pk, name) for name in museums_in(str(ids["museum"] or "")))
    exactly = (Precision.SITE, Precision.UNKNOWN)
    yield from _rows(Place, pks, "name", role=PlaceRole.KEPT, precision__in=exactly)
    yield from _rows(Holding, pks, "museum")


def _people(pks: Pks) -> Iterator[Mention]:
    """Who had a part in it, made a source, translated or reported it, or asserts something."""
    for model in (Citation, Passage):
        made = _by_source(model, pks, lambda source: makers(source.csl))
        for pk, source in _rows(model, pks, "source_id", source__isnull=False):
            yield from ((pk, name) for name in made[source])
    yield from _rows(Quotation, pks, "translator")
    yield from _rows(Passage, pks, "by")
    yield from _rows(Person, pks, "name")
    for said in (Identification, OtherDate, RecordRelation, Person, Holding, Name):
        yield from _rows(said, pks, "who")


def _languages(pks: Pks) -> Iterator[Mention]:
    yield from _rows(Passage, pks, "language")
    yield from _rows(Quotation, pks, "language")


def _identifiers(pks: Pks) -> Iterator[Mention]:
    """Who says which game it is, by name or by a source of theirs."""
    by = _by_source(Identification, pks, named)
    for pk, who, source in _rows(Identification, pks, "who", "source_id"):
        yield pk, who or by.get(source, "")


def _rows(model: type[Model], pks: Pks, *columns: str, **only: Any) -> Iterator[Any]:
    """The record of each row, and some columns."""
    if pks is None:
        return answer(*_of_all(model, columns, *only.items()))
    return _values(_some(model._default_manager.filter(**only), pks), columns).iterator()


@cache
def _of_all(model: type[Model], columns: tuple[str, ...], *only: tuple[str, Any]) -> Statement:
    return statement_of(_values(model._default_manager.filter(**dict(only)), columns))


def _values(rows: QuerySet[Any], columns: tuple[str, ...]) -> QuerySet[Any, Any]:
    return rows.order_by().values_list("evidence_id", *columns)


def _some(rows: QuerySet[Any], pks: Pks, key: str = "evidence_id") -> QuerySet[Any]:
    return rows if pks is None else rows.filter(**{f"{key}__in": pks})


def _by_source(model: type[Model], pks: Pks, told: Callable[[Source], Any]) -> dict[int, Any]:
    """For each source that some rows cite, by its id, what `told` makes of it."""
    rows = _some(model._default_manager.filter(source__isnull=False), pks)
    cited = rows.order_by().values("source_id")
    return {source.pk: told(source) for source in Source.objects.filter(pk__in=cited)}


READERS: dict[str, Callable[[Pks], Iterator[Mention]]] = {
    "museum": _museums,
    "person": _people,
    "language": _languages,
    "identified_by": _identifiers,
}
