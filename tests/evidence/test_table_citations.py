"""Sources of a table: citations with vertical lines, and how each was seen."""

from dataclasses import replace

import pytest

from evidence.importers.table_file import TableError
from evidence.models import (
    Citation,
    Source,
)
from evidence.storing import store
from tests.evidence.tables import everything, exported, forget, imported
from tests.evidence.test_store import DABLOT

pytestmark = pytest.mark.django_db

CITED = "identifier,game_name,source,source_citation,source_locator"


def test_a_citation_with_a_vertical_line_does_not_make_a_second_source(tmp_path):
    citations = tuple(
        replace(DABLOT.citations[0], citation=said, locator="1|2")
        for said in ("One | two.", "|", "Ends with | ", "Three ¦ four.")
    )
    store(replace(DABLOT, citations=citations, quotations=()))
    path = tmp_path / "export.csv"
    path.write_bytes(exported().encode())
    before = everything()
    assert imported(path, update=True).counts["records"] == {"unchanged": 1}
    assert everything() == before
    first = exported()
    forget()
    imported(path)
    assert exported() == first


def test_an_export_from_before_vertical_lines_were_doubled_finds_its_sources(table):
    citation = replace(DABLOT.citations[0], citation="One | two.", locator="1|2")
    store(replace(DABLOT, citations=(citation,), quotations=()))
    before = everything()
    imported(table(CITED, f"{DABLOT.identifier},{DABLOT.game.name},,One ¦ two.,1¦2"))
    assert everything() == before


def test_a_vertical_line_of_a_foreign_table_stays_as_it_is(table):
    imported(table(CITED, "a,Senet,,One|two. | Three|four.,"))
    said = set(Source.objects.values_list("citation", flat=True))
    assert said == {"One|two.", "Three|four."}


SEEN = f"{CITED},source_seen,source_via,source_pages_checked"


def test_how_a_source_was_seen_is_read_written_and_left_where_a_table_says_nothing(table):
    rows = ["a,Senet,,One. | Two.,p. 1 | p. 2,Via | ,Murray 1913 | ,373 | "]
    assert imported(table(SEEN, *rows)).counts["records"] == {"created": 1}
    told = list(Citation.objects.values_list("locator", "seen", "via", "pages_checked"))
    assert told == [("p. 1", "via", "Murray 1913", "373"), ("p. 2", "", "", "")]
    before = everything()
    assert imported(table(SEEN, *rows)).counts["records"] == {"unchanged": 1}
    less = "a,Senet,,One. | Two.,p. 1 | p. 2"
    assert imported(table(CITED, less), update=True).counts["records"] == {"unchanged": 1}
    assert everything() == before
    more = f"{less}, | part, | , | 4"
    assert imported(table(SEEN, more), update=True).counts["records"] == {"changed": 1}
    told = list(Citation.objects.values_list("locator", "seen", "via", "pages_checked"))
    assert told == [("p. 1", "via", "Murray 1913", "373"), ("p. 2", "part", "", "4")]


def test_an_unknown_word_for_how_a_source_was_seen_is_named_with_its_line(table):
    with pytest.raises(TableError) as refused:
        imported(table(SEEN, "a,Senet,,One.,p. 1,glimpsed,,"))
    assert str(refused.value).startswith("line 2, column source_seen: “glimpsed” is unknown")
    assert "seen, part, copy, via, unseen" in str(refused.value)
    with pytest.raises(TableError) as refused:
        imported(table(SEEN, f"a,Senet,,One.,p. 1,,,{'1' * 201}"))
    assert "column source_pages_checked: 201 characters" in str(refused.value)
