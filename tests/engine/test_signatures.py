"""The table of signatures is whole, and has the published names and types."""

import json
import re

import pytest

from games.engine.language.signatures import TABLE, load_signatures, read_rows
from games.engine.language.types import DECIMAL, LOGICAL, WHOLE
from tests.games.cast import ORACLES

SIMPLE = {*WHOLE, *DECIMAL, *LOGICAL, "String", "Point2D", "Point3D"}
BARE = re.compile(r"[\[\]]")


def test_every_row_has_a_key_of_its_own_and_a_meaning():
    rows = list(load_signatures())

    assert len({row.key for row in rows}) == len(rows)
    assert [row.key for row in rows if not re.fullmatch(r"[A-Z].{9,110}\.", row.meaning)] == []


def test_every_type_of_a_parameter_can_be_written():
    table = load_signatures()
    given = {name for row in table for name in row.result}
    sets = {name for each in table.words for name in (each.name, *each.supertypes)}
    wanted = {BARE.sub("", each.type) for row in table for each in row.parameters}

    assert wanted - given - sets - SIMPLE == set()


def test_rows_of_one_keyword_and_word_are_numbered():
    keys = [row.key for row in load_signatures()]

    assert [key for key in keys if key.startswith("start place")] == [
        "start place Random",
        "start place Random/2",
        "start place",
        "start place/2",
        "start place Stack",
        "start place Random/3",
    ]


def test_a_row_is_shown_as_it_is_written():
    rows = {row.key: row for row in load_signatures()}

    assert rows["moves move Step"].pattern == "(move Step [from] [directions] to [stack:] [then])"
    assert rows["ints +"].pattern == "(+ a b)"
    assert rows["booleans is Enemy"].pattern == "(is Enemy (index | role))"


def test_a_row_is_read_with_its_groups():
    text = "[ints] IntFunction\n- sub : [a A] (b: B | c C[][]) d D\n    One less the other.\n"
    (row,) = read_rows(text)

    assert row.keywords == ("-", "sub")
    found = [(p.name, p.type, p.optional, p.named, p.group) for p in row.parameters]
    assert found == [
        ("a", "A", True, False, 0),
        ("b", "B", False, True, 2),
        ("c", "C[][]", False, False, 2),
        ("d", "D", False, False, 0),
    ]


@pytest.mark.parametrize("path", sorted(TABLE.glob("*.txt")), ids=lambda path: path.stem)
def test_no_file_of_the_table_is_longer_than_a_module_may_be(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def published() -> list[dict]:
    path = ORACLES / "grammar.json"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.sources
def test_the_table_has_every_published_form_with_its_names_and_types():
    wanted = sorted(
        (row["keyword"], [(p["name"], p["type"], bool(p.get("named"))) for p in form])
        for row in published()
        for form in row.get("forms", ())
    )
    found = sorted(
        (each.keywords[-1], [(p.name, p.type, p.named) for p in each.parameters])
        for each in load_signatures().signatures
    )
    assert len(found) == 491
    assert found == wanted


@pytest.mark.sources
def test_the_table_has_every_published_set_of_words():
    rows = [row for row in published() if "values" in row]
    wanted = sorted((row["class"].rpartition(".")[2], tuple(row["values"])) for row in rows)

    assert sorted((each.name, each.words) for each in load_signatures().words) == wanted
    assert len(wanted) == 186
