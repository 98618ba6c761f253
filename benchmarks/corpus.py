"""A corpus as large as one likes, shaped like the real one and the same every time.

    DATABASE_URL=… python benchmarks/corpus.py --rows 1000000

After the demo corpus come records of ours. Places cluster round towns, and towns round a few old
centres; dates crowd towards our time, some are spans of centuries, some open, some unknown; a few
games and sources have most of the records; one record in seven has several places, some have
none; regions are those that the site ships. Rows are written by COPY or executemany, as the
importers' checks are not what is measured.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.databases import django

if TYPE_CHECKING:
    from django.db.models import Model

GAMES, SOURCES, TOWNS, CENTRES, VOCABULARY = 1_500, 20_000, 20_000, 60, 4_000
BATCH = 20_000
SEED = 1913
OWN = 100_000  # ids from here on are ours; those below belong to the demo corpus
SYLLABLES = ("ba", "ka", "ta", "ra", "sha", "na", "li", "mo", "ru", "se", "do", "ga", "chi", "pe")
STATUSES = ("Elite", "Royalty", "Commoner", "Soldier", "Scholar", "Cleric", "Merchant", "Nomad")
SPACES = ("Inside", "Outside", "Public", "Private", "Household", "Temple", "Street", "Garden")
# Of 100 records: share, first and last year, longest span of years.
AGES = ((55, 1800, 2000, 60), (20, 1000, 1800, 150), (17, -500, 1000, 300), (8, -3500, -500, 600))
Rows = Iterable[Sequence[Any]]


class Maker:
    """Makes the rows of a corpus; `rng` is the same for the same number of rows."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.rng = numpy.random.default_rng(SEED)
        self.words = vocabulary(self.rng)
        self.towns = self._towns()
        self.town_regions = self._regions_of_towns()
        self.terms = self._terms()

    def write(self) -> None:
        """Fill the tables."""
        from evidence.search.versions import note_change

        self._write_games_and_sources()
        for first in range(0, self.rows, BATCH):
            self._write_records(numpy.arange(first, min(first + BATCH, self.rows)) + OWN)
        note_change(None)
        analyse()

    def _towns(self) -> Any:
        """Latitude and longitude in microdegrees."""
        rng = self.rng
        centres = numpy.column_stack(
            [rng.normal(28, 17, CENTRES).clip(-40, 62), rng.uniform(-115, 145, CENTRES)]
        )
        near = centres[zipf(rng, CENTRES, TOWNS)]
        towns = near + rng.normal(0, 2.5, (TOWNS, 2))
        return (towns * 1_000_000).astype(numpy.int64)

    def _regions_of_towns(self) -> list[list[int]]:
        from evidence.search.shapes import current_shapes

        shapes = current_shapes()
        found: list[set[int]] = [set() for _ in range(TOWNS)]
        for row, region in shapes.containing(self.towns[:, ::-1] / 1_000_000):
            found[row].add(region)
        return [sorted(shapes.with_parents(regions)) for regions in found]

    def _terms(self) -> Any:
        from evidence.models import Term
        from evidence.vocabulary import CLOSED_TERMS

        named = [(vocabulary, name) for vocabulary, names in CLOSED_TERMS.items() for name in names]
        named += [("status", name) for name in STATUSES] + [("space", name) for name in SPACES]
        for vocabulary, name in named:
            Term.objects.get_or_create(vocabulary=vocabulary, name=name)
        return numpy.array(Term.objects.order_by("pk").values_list("pk", flat=True))

    def _write_games_and_sources(self) -> None:
        from evidence.models import Source
        from games.models import Game

        Game.objects.bulk_create(
            Game(pk=OWN + n, slug=f"game-{n}", name=f"Game {n} {self.words[n]}")
            for n in range(GAMES)
        )
        Source.objects.bulk_create(
            Source(
                pk=OWN + n,
                slug=f"source-{n}",
                citation=f"Author {n}. {1800 + n % 220}. {self.words[n % VOCABULARY]}. Oxford.",
                title=self.words[n % VOCABULARY],
                year=1800 + n % 220,
            )
            for n in range(SOURCES)
        )

    def _write_records(self, pks: Any) -> None:
        from evidence.models import Citation, Evidence, Place, SearchText

        texts = [self._text(60) for _ in pks]
        insert(Evidence, self._records(pks, texts))
        places = list(self._places(pks))
        insert(Place, ({**PLACE, **place} for place, _town in places))
        insert(Citation, self._citations(pks))
        insert(Evidence.terms.through, self._links("term_id", pks, self._some_terms(len(pks))))
        insert(Evidence.regions.through, self._memberships(places))
        insert(
            SearchText,
            (
                {
                    "evidence_id": pk,
                    "words": " ".join(sorted({*text.split(), "game", f"bench{pk}"})),
                }
                for pk, text in zip(pks.tolist(), texts, strict=True)
            ),
        )

    def _text(self, length: int) -> str:
        return " ".join(self.words[n] for n in zipf(self.rng, VOCABULARY, length))

    def _records(self, pks: Any, texts: list[str]) -> Iterator[dict[str, Any]]:
        from evidence.vocabulary import TYPE_ORDER, DateRole

        size = len(pks)
        games = zipf(self.rng, GAMES, size) + OWN
        types = zipf(self.rng, len(TYPE_ORDER) + 1, size)
        confidence = self.rng.integers(0, 101, size)
        judged = self.rng.random(size) < 0.7
        for row, (pk, (year_from, year_to)) in enumerate(
            zip(pks.tolist(), self._years(size), strict=True)
        ):
            yield RECORD | {
                "id": pk,
                "identifier": f"bench-{pk}",
                "game_id": int(games[row]),
                "title": texts[row][:40],
                "type": (*TYPE_ORDER, "")[types[row]],
                "date": edtf(year_from, year_to),
                "date_role": ("", *DateRole.values)[pk % 5],
                "year_from": year_from,
                "year_to": year_to,
                "rules": texts[row],
                "content": texts[row][::-1][:200],
                "confidence": int(confidence[row]) if judged[row] else None,
            }

    def _years(self, size: int) -> Iterator[tuple[int | None, int | None]]:
        shares = numpy.array([age[0] for age in AGES]) / 100
        ages = self.rng.choice(len(AGES), size, p=shares)
        kinds = self.rng.random(size)
        for age, kind in zip(ages, kinds, strict=True):
            _share, first, last, longest = AGES[age]
            start = int(self.rng.integers(first, last))
            end = start if kind < 0.5 else min(start + int(self.rng.integers(1, longest)), 2020)
            yield (
                None if (kind > 0.89 and kind < 0.92) or kind > 0.93 else start,
                None if kind > 0.92 else end,
            )

    def _places(self, pks: Any) -> Iterator[tuple[dict[str, Any], int]]:
        from evidence.vocabulary import PlaceRole

        kinds = self.rng.random(len(pks))
        numbers = numpy.where(
            kinds < 0.05, 0, numpy.where(kinds < 0.85, 1, 2 + (kinds * 1000).astype(int) % 3)
        )
        for pk, number in zip(pks.tolist(), numbers.tolist(), strict=True):
            for position, town in enumerate(zipf(self.rng, TOWNS, number).tolist()):
                latitude, longitude = self.towns[town].tolist()
                yield (
                    {
                        "evidence_id": pk,
                        "position": position,
                        "name": f"Town {town}",
                        "role": ("", *PlaceRole.values)[(pk + position) % 5],
                        "lat_u": latitude,
                        "lon_u": longitude,
                    },
                    town,
                )

    def _memberships(self, places: list[tuple[dict[str, Any], int]]) -> Iterator[dict[str, Any]]:
        pairs = {
            (place["evidence_id"], region)
            for place, town in places
            for region in self.town_regions[town]
        }
        return ({"evidence_id": pk, "region_id": region} for pk, region in sorted(pairs))

    def _citations(self, pks: Any) -> Iterator[dict[str, Any]]:
        numbers = 1 + (self.rng.random(len(pks)) < 0.2)
        for pk, number in zip(pks.tolist(), numbers.tolist(), strict=True):
            for position, source in enumerate(zipf(self.rng, SOURCES, number).tolist()):
                yield {
                    "evidence_id": pk,
                    "position": position,
                    "source_id": source + OWN,
                    "locator": f"p. {pk % 600}",
                    "note": "",
                }

    def _some_terms(self, size: int) -> list[list[int]]:
        chosen = self.terms[zipf(self.rng, len(self.terms), size * 3)].reshape(size, 3)
        return [sorted(set(row)) for row in chosen.tolist()]

    def _links(self, column: str, pks: Any, things: list[list[int]]) -> Iterator[dict[str, Any]]:
        for pk, some in zip(pks.tolist(), things, strict=True):
            yield from ({"evidence_id": pk, column: thing} for thing in some)


def vocabulary(rng: numpy.random.Generator) -> list[str]:
    """The words of texts and names; the first are in most records, the last in few."""
    return ["".join(rng.choice(SYLLABLES, size=3)) + str(n % 7) for n in range(VOCABULARY)]


NOW = "2026-01-01 00:00:00+00:00"
RECORD: dict[str, Any] = {
    "portal_id": None, "date_as_given": "", "day_from": None, "day_to": None,
    "confidence_reason": "", "judged_by": "", "external_ids": "{}", "checked_against": "[]",
    "added_by_id": None, "added_at": NOW, "checked_by_id": None, "checked_at": None,
    "changed_at": NOW,
}  # fmt: skip
PLACE: dict[str, Any] = {
    "as_given": "", "region_id": None, "precision": "town", "certainty": "certain", "note": "",
}  # fmt: skip


def zipf(rng: numpy.random.Generator, kinds: int, size: int) -> Any:
    """Numbers below `kinds`: the first often, the last seldom."""
    return numpy.minimum((kinds * rng.random(size) ** 2.5).astype(numpy.int64), kinds - 1)


def edtf(first: int | None, last: int | None) -> str:
    """A span of years as EDTF writes it."""
    if first is None and last is None:
        return ""
    if first == last and first is not None:
        return _year(first)
    return f"{'..' if first is None else _year(first)}/{'..' if last is None else _year(last)}"


def _year(year: int) -> str:
    return f"-{-year:04}" if year < 0 else f"{year:04}"


def insert(model: type[Model], rows: Iterable[dict[str, Any]]) -> None:
    """Write rows, all with the same columns, the fast way of the database."""
    from django.db import connection

    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    names = ", ".join(first)
    values = (tuple(row.values()) for row in (first, *rows))
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        with (
            connection.cursor() as cursor,
            cursor.copy(f"COPY {model._meta.db_table} ({names}) FROM STDIN") as copy,
        ):
            for row in values:
                copy.write_row(row)
        return
    marks = ", ".join("?" * len(first))
    connection.connection.executemany(
        f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({marks})", values
    )
    connection.connection.commit()


def analyse() -> None:
    """Let the database know what it holds."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def fill(rows: int) -> None:
    """Make the tables of an empty database, the regions, and so many records."""
    django()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_corpus", verbosity=0, stdout=io.StringIO())
    Maker(rows).write()


def main() -> None:
    """Fill the database of DATABASE_URL."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    fill(parser.parse_args().rows)


if __name__ == "__main__":
    main()
