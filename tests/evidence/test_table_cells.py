"""Cells of a CSV table whose text could be taken for something else."""

import csv
import io
from contextlib import closing
from dataclasses import replace

import pytest

from evidence.models import Evidence
from evidence.storing import store
from tests.evidence.tables import exported, forget, imported
from tests.evidence.test_store import DABLOT

pytestmark = pytest.mark.django_db


def test_cells_of_any_kind_survive_the_way_out_and_in(tmp_path):
    store(
        replace(
            DABLOT,
            title='"quoted", with | and\ttab',
            rules="two\nlines\r\nand a lone \r return",
            content=" blanks around ",
            checked_against=("https://example.org/a?b=1,2", "https://example.org/c"),
            external_ids={"museum": 'Cairo, "JE" | 62059'},
        )
    )
    path = tmp_path / "export.csv"
    path.write_bytes(exported().encode())
    with closing(io.StringIO(exported(), newline="")) as text:
        assert len(list(csv.reader(text))) == 2
    before = exported()
    forget()
    imported(path)
    assert exported() == before


FORMULAS = ("=1+1", "+SUM(A1)", "-1+A0", "@here", "\tindented", "'=quoted")


@pytest.mark.parametrize("text", FORMULAS)
def test_text_that_a_spreadsheet_takes_for_a_formula_survives_the_way_out_and_in(tmp_path, text):
    place = replace(DABLOT.places[0], name=text, lat_u=-12_500_000, lon_u=-68_000_000)
    store(replace(DABLOT, title=text, rules=text, content=text, places=(place,)))
    path = tmp_path / "export.csv"
    path.write_bytes(exported().encode())
    (row,) = csv.DictReader(io.StringIO(exported(), newline=""))
    assert row["title"] == row["rules"] == row["place_name"] == f"'{text}"
    assert (row["place_latitude"], row["place_longitude"]) == ("-12.5", "-68.0")
    before = exported()
    forget()
    imported(path)
    assert exported() == before
    assert Evidence.objects.get().title == text
