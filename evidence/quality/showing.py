"""The rows of a check as things with a title and an address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from evidence.models import Evidence, Region, Source
from evidence.quality.checks import Check
from evidence.quality.rows import Rows
from evidence.records.when import date_words
from games.models import Clause, Game, Ruleset

CHUNK = 500


@dataclass(frozen=True)
class Shown:
    """One thing of a row: what it is called, what else tells it apart, its name, its address."""

    title: str
    note: str = ""
    name: str = ""
    href: str = ""


def _record(record: Evidence) -> Shown:
    note = " · ".join(filter(None, (str(record.game), date_words(record))))
    return Shown(str(record), note, record.identifier, record.get_absolute_url())


def _ruleset(ruleset: Ruleset) -> Shown:
    return Shown(str(ruleset), "", ruleset.slug, ruleset.get_absolute_url())


def _clause(clause: Clause) -> Shown:
    query = urlencode({"clause": clause.name})
    address = f"{clause.ruleset.get_absolute_url()}?{query}"
    return Shown(str(clause), str(clause.ruleset), f"{clause.ruleset.slug}/{clause.name}", address)


def _game(game: Game) -> Shown:
    return Shown(str(game), "", game.slug, game.get_absolute_url())


def _source(source: Source) -> Shown:
    return Shown(str(source), "", source.slug, source.get_absolute_url())


def _region(region: Region) -> Shown:
    return Shown(
        str(region), region.get_kind_display(), region.slug, reverse("region", args=[region.slug])
    )


KINDS: dict[str, tuple[Callable[[], QuerySet[Any]], Callable[[Any], Shown]]] = {
    "record": (
        lambda: Evidence.objects.select_related("game").defer("rules", "content"), _record,
    ),
    "game": (Game.objects.all, _game),
    "ruleset": (lambda: Ruleset.objects.defer("text"), _ruleset),
    "clause": (lambda: Clause.objects.select_related("ruleset").defer("ruleset__text"), _clause),
    "source": (lambda: Source.objects.defer("csl"), _source),
    "region": (lambda: Region.objects.defer("shape"), _region),
}  # fmt: skip


def shown(check: Check, rows: Rows) -> list[list[Shown]]:
    """Some rows, by one query for each column."""
    columns = [
        _things(column.kind, ids.tolist())
        for column, ids in zip(check.columns, rows.T, strict=True)
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def all_shown(check: Check, rows: Rows) -> Iterator[list[Shown]]:
    """All rows, some at a time."""
    for start in range(0, len(rows), CHUNK):
        yield from shown(check, rows[start : start + CHUNK])


def _things(kind: str, ids: Sequence[int]) -> list[Shown]:
    queryset, show = KINDS[kind]
    found = queryset().in_bulk(set(ids))
    gone = Shown(_("no longer there"))
    return [show(found[pk]) if pk in found else gone for pk in ids]
