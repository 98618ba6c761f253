"""The comparison of older answers with newer ones sees what is lost, and nothing else."""

from __future__ import annotations

import json

import pytest

from benchmarks.upgrade_compare import Difference, Words, differences, explained

ASKED = ("", "/api/v1/evidence/a/", "")
WORDS = Words(["Board from a tomb", "pp. 342-343", "ivory"])


def lost(before, now, kind="application/json"):
    """Where the newer answer lacks something of the older one."""
    texts = [each if isinstance(each, str) else json.dumps(each) for each in (before, now)]
    old, new = ((200, kind, text.encode()) for text in texts)
    return [each.where for each in differences(ASKED, old, new, WORDS)]


def test_new_fields_and_rows_may_stand_beside_what_was_there():
    before = {"id": 1, "rows": [{"slug": "a", "n": 1}, {"slug": "b"}], "point": 4.0}
    now = {"id": 1, "rows": [{"slug": "new"}, {"slug": "a", "n": 1, "more": 2}, {"slug": "b"}],
           "point": 4, "more": None}  # fmt: skip
    assert lost(before, now) == []


@pytest.mark.parametrize(
    "now, where",
    [
        ({"rows": [{"slug": "a"}]}, [".title", ".rows[1]"]),
        ({"title": "x", "rows": [{"slug": "b"}, {"slug": "a"}, {}]}, [".title", ".rows[1]"]),
        ({"title": "t", "rows": [{"slug": "a"}, {"slug": "c"}]}, [".rows[1].slug"]),
    ],
)
def test_a_field_a_row_a_value_and_an_order_that_are_lost_are_found(now, where):
    assert lost({"title": "t", "rows": [{"slug": "a"}, {"slug": "b"}]}, now) == where


def test_an_outline_may_be_walked_the_other_way_but_no_corner_goes():
    ring = [[0, 0], [0, 1], [1, 1], [0, 0]]
    assert lost({"coordinates": [ring]}, {"coordinates": [ring[::-1]]}) == []
    assert lost({"coordinates": [ring]}, {"coordinates": [[[0, 0], [0, 1], [0, 0]]]})


def test_moments_of_one_ply_have_no_order_but_none_goes():
    rows = [{"ply": 1, "clause": "b"}, {"ply": 1, "clause": "a"}, {"ply": 2, "clause": "a"}]
    assert lost({"moments": rows}, {"moments": [rows[1], rows[0], rows[2]]}) == []
    assert lost({"moments": rows}, {"moments": rows[1:]})
    changed = [rows[0], rows[1] | {"clause": "c"}, rows[2]]
    assert lost({"moments": rows}, {"moments": changed})


def test_tables_and_references_are_read_as_what_they_say():
    assert lost("id,n\r\na,4.0\r\n", "id,more,n\r\na,,4\r\n", "text/csv") == []
    assert lost("id,n\r\na,4\r\n", "id,n\r\na,5\r\n", "text/csv") == ["[0].n"]
    old, new = (
        "@book{a,\n  title = {Chess},\n}\n",
        "@book{a,\n  title = {{Chess}},\n  doi = {1},\n}\n",
    )
    assert lost(old, new, "application/x-bibtex") == []
    assert lost(new, old, "application/x-bibtex") == [".1"]


def test_a_page_still_shows_each_text_of_the_database():
    page = "<p>Board from a <b>tomb</b></p><p>pp. 342–343</p><script>ivory</script>"
    assert lost(page, "<h1>Board from a tomb</h1> pp. 342-343", "text/html") == []
    assert lost(page, "<h1>Board</h1> pp. 342-343", "text/html") == ["text"]


def test_only_what_is_named_is_explained():
    assert explained(Difference(("", "/feed/", ""), "status", "404", "200"))
    assert not explained(Difference(ASKED, ".title", "t", "no such field"))
