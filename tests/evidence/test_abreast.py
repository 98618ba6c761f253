"""Columns side by side give the counts that the columns give."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from evidence.search.facets import FACETS, Facets
from evidence.search.snapshot import files, made_of, with_content
from evidence.search.snapshot.abreast import abreast, place
from evidence.search.snapshot.columns import Codes
from evidence.search.snapshot.found import Found
from evidence.search.snapshot.tables import read_tables
from evidence.search.versions import current_version
from tests.evidence import search_corpus as corpus

SIZE = 80_000
VALUES = (3, 40, 3_000, 60_000)


@pytest.fixture(scope="module")
def columns() -> list[Codes]:
    random = numpy.random.default_rng(3)
    made = [Codes(random.integers(0, number, SIZE)) for number in VALUES]
    made.append(Codes(numpy.arange(SIZE)))  # too many for short numbers
    place(made)
    return made


@pytest.mark.parametrize("step", [17, 1000, SIZE])
def test_few_records_are_counted_alike(columns: list[Codes], step: int) -> None:
    numbers = numpy.arange(0, SIZE, step, dtype=numpy.int32)
    rows = abreast(columns)
    for column in columns:
        plain, found = Found(SIZE, numbers=numbers), Found(SIZE, numbers=numbers)
        found.abreast = rows
        assert found.few
        assert numpy.array_equal(column.count(found), column.count(plain))


def test_a_column_with_too_many_values_is_left_out(columns: list[Codes]) -> None:
    assert [column.place for column in columns] == [0, 1, 2, 3, None]
    assert not abreast(columns)[:, 4:].any()


@pytest.mark.django_db
def test_a_snapshot_that_is_a_file_counts_as_one_that_is_not(settings: Any, tmp_path: Any) -> None:
    settings.VAR_DIR = tmp_path
    corpus.store(corpus.generated(200))
    version = current_version()
    made = made_of(version, read_tables())
    files.save(version, made.content())
    shared = with_content(version, files.load(version) or {})
    assert made.abreast is None
    assert shared.abreast is not None
    for number in range(made.size):
        one = [Found(made.size, numbers=numpy.array([number, number + 1][: made.size - number]))]
        one.append(Found(made.size, numbers=one[0].numbers))
        before, after = Facets(made, one[0]), Facets(shared, one[1])
        assert all(before.count(name) == after.count(name) for name in FACETS)
