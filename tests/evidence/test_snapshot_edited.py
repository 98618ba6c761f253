"""A snapshot made of the one before it and what has changed is as if it were made anew."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.search.snapshot import Snapshot, edited, made_of
from evidence.search.snapshot.splice import Splice
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR, WIDTHS, Tables
from evidence.search.versions import BEFORE_ALL

pytestmark = pytest.mark.django_db

# Ruleset, concept, clause, standing; clause n is of ruleset n // 10.
CONCEPTS = numpy.array([
    [1, 1, 10, 0], [1, 1, 11, 1], [1, 2, 0, 2], [2, 2, 20, 1],
    [3, 1, 30, 2], [3, 2, 31, 0], [3, 5, 31, 0], [3, 5, 30, 2],
])  # fmt: skip
THINGS = {"regions": 4, "rulesets": 5, "sources": 300, "terms": 6, "aspects": 7}
THINGS |= {"museum": 5, "person": 40, "language": 3, "identified_by": 2}
SAID = ("phrases", "cited")
Rows = dict[str, list[tuple[int, ...]]]


def a_record(pick: Random, pk: int) -> Rows:
    """The rows of a record, in which whatever can be the same for several often is."""
    year = pick.choice([FIRST_YEAR, -100, 1140, pick.randrange(2000)])
    last = pick.choice([LAST_YEAR, max(year, 1200)])
    record = (pk, pick.choice([1, 2, pick.randrange(300)]), pick.randrange(-1, 4), year, last)
    places = [(0, 0), (0, -180_000_000), (41_000_000, 28_000_000), (41_000_001, 28_000_000)]
    places += [(90_000_000, 0), (-90_000_000, pick.randrange(-179_000_000, 179_000_000))]
    areas = [(pk, region, pick.randrange(3)) for region in (1, 2, 2, 3) if pick.random() < 0.1]
    rows: Rows = {
        "records": [(*record, pick.choice([-1, 0, 55, 90, 100]))],
        "points": [(pk, *pick.choice(places)) for _ in range(pick.choice([0, 1, 1, 3]))],
        "areas": list(dict.fromkeys(areas)),
    }
    for name, most in THINGS.items():
        things = {pick.randrange(most) for _ in range(pick.choice([0, 0, 1, 2, 4]))}
        rows[name] = [(pk, thing) for thing in things]
    rows["described"] = [row for row in rows["rulesets"] if pick.random() < 0.7]
    for name in SAID:
        clauses = pick.sample([10, 11, 20, 30, 31], pick.choice([0, 0, 1, 2]))
        rows[name] = [(pk, clause // 10, clause, pick.randrange(2)) for clause in clauses]
    return rows


def tables(records: dict[int, Rows]) -> Tables:
    """The tables of some records; the order of rows says nothing."""
    found: dict[str, Any] = {"concepts": CONCEPTS}
    for name in ("records", "points", "areas", *THINGS, "described", *SAID):
        rows = [row for pk in reversed(records) for row in records[pk][name]]
        found[name] = numpy.array(rows, dtype=numpy.int64).reshape(-1, WIDTHS[name])
    return Tables(**found)


def compare(one: Any, other: Any, where: str = "") -> None:
    """Whether everything that two snapshots hold is equal, to the type of the numbers."""
    if isinstance(one, numpy.ndarray):
        assert one.dtype == other.dtype, where
        assert numpy.array_equal(one, other), where
    elif isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            compare(one[key], other[key], f"{where}.{key}")
    elif hasattr(one, "__dict__"):
        compare(vars(one), vars(other), where)
    else:
        assert one == other, where


def alike(snapshot: Snapshot, other: Snapshot) -> None:
    compare(snapshot.content(), other.content())


def changed_at_random(pick: Random, records: dict[int, Rows], most: int) -> set[int]:
    """Some of the records become others, are deleted, or are new, anywhere; which."""
    pks: set[int] = set()
    for _ in range(pick.randrange(1, most)):
        pk = pick.choice([pick.randrange(1, 80), max(records, default=0) + 1])
        pks.add(pk)
        if pick.random() < 0.4:
            records.pop(pk, None)
        elif pk in records and pick.random() < 0.5:
            name = pick.choice(list(records[pk]))
            records[pk] = records[pk] | {name: a_record(pick, pk)[name]}
        else:
            records[pk] = a_record(pick, pk)
    return pks


@pytest.mark.parametrize("seed", range(6))
def test_after_any_changes_each_column_is_as_if_it_were_made_anew(seed: int) -> None:
    pick = Random(seed)
    records = {pk: a_record(pick, pk) for pk in range(1, pick.choice([1, 2, 60]))}
    snapshot = made_of(BEFORE_ALL, tables(records))
    for step in range(12):
        if step % 2:
            snapshot.content()  # works out what else would be worked out later
        changed = changed_at_random(pick, records, pick.choice([2, 3, 60]))
        now = tables({pk: records[pk] for pk in changed if pk in records})
        snapshot = edited(snapshot, BEFORE_ALL, changed, now)
        alike(snapshot, made_of(BEFORE_ALL, tables(records)))


def test_what_has_not_changed_takes_no_memory_twice() -> None:
    pick = Random(1)
    records = {pk: a_record(pick, pk) for pk in range(1, 60)}
    before = made_of(BEFORE_ALL, tables(records))
    before.content()
    pid, game, *_, confidence = records[7]["records"][0]
    records[7]["records"] = [(pid, game, 1, 1300, 1301, confidence)]
    after = edited(before, BEFORE_ALL, {7, 9}, tables({pk: records[pk] for pk in (7, 9)}))
    assert after.points is before.points and after.games is before.games
    assert after.pks is before.pks and after.areas is before.areas
    assert all(after.links[name] is before.links[name] for name in after.links)
    assert after.year_from is not before.year_from


places = st.lists(st.integers(0, 20), unique=True).map(sorted)


@given(places, st.lists(st.integers(0, 21)).map(sorted))
def test_a_splice_does_what_a_list_does(out: list[int], into: list[int]) -> None:
    splice = Splice(21, numpy.array(out, dtype=int), numpy.array(into, dtype=int))
    array, come = numpy.arange(21) + 100, numpy.arange(len(into))
    expected: list[int] = []
    for place in range(22):
        expected += [n for n, at in enumerate(into) if at == place]
        expected += [place + 100] * (place < 21 and place not in out)
    assert splice.of(array, come).tolist() == expected
    assert splice.where.tolist() == [expected.index(n) for n in range(len(into))]
    stay = numpy.array([n for n in range(21) if n not in out], dtype=int)
    assert splice.moved(stay).tolist() == [expected.index(n + 100) for n in stay]
