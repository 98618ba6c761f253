"""Cells of the CSV export, held against Python's csv module."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from config.csv_cells import guard_row, unguard
from evidence.exporters.cells import BREAK, cells, joined, several, values_of

TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from(",\"\r\n |=+-@\t'"))
VALUES = st.none() | TEXTS | st.integers() | st.floats(allow_nan=False)


@given(st.lists(VALUES, min_size=2))
def test_cells_are_written_as_the_csv_module_does(values):
    text = io.StringIO()
    csv.writer(text).writerow(guard_row("" if each is None else str(each) for each in values))
    assert cells(values) + BREAK == text.getvalue()


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1))
def test_what_is_joined_comes_apart_again(pairs):
    row = joined([(7, *pair) for pair in pairs])[7]
    read = next(csv.reader(io.StringIO(row, newline=""), strict=True))
    wanted = [list(column) for column in zip(*pairs, strict=True)]
    assert [values_of(unguard(cell)) for cell in read] == wanted


@given(st.lists(TEXTS.map(str.strip), min_size=2))
def test_a_cell_whose_blanks_were_trimmed_comes_apart_the_same(values):
    assert values_of(several(values).strip(" ")) == values


@given(st.lists(TEXTS, min_size=1))
def test_a_reader_that_only_splits_finds_as_many_values(values):
    parts = several(values).split(" | ")
    assert [part.replace("||", "|") for part in parts] == values


def test_what_is_not_known_is_empty():
    assert joined([(1, None, "a"), (2, "b", None), (1, 2.5, None)]) == {1: " | 2.5,a | ", 2: "b,"}
