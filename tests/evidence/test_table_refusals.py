"""What is wrong with a table is named with its line and what would be right."""

import pytest

from games.models import Game
from tests.evidence.tables import HEADER, KHMER, SENET, refusal

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a b,Senet,,,,,", ", column identifier: “a b” is not valid: use letters"),
        ("a,,,,,,", ", column game_name: the game has no name"),
        ("a,Senet,toy,,,,", ", column type: type “toy” is unknown: use one of rules-text"),
        ("a,Senet,,300 v. Chr.,,,", ", column date_edtf: “300 v. Chr.” is German, and dates"),
        (
            "a,Senet,,,Thebes,91,0",
            ", column place_latitude: “91” is no angle: write degrees",
        ),
        ("a,Senet,,,Thebes,9,", ", column place_longitude: “” is no angle"),
        (
            "a,Senet,,,x | y | z,1 | 2,1",
            ", column place_latitude: 2 values, where place_name has 3",
        ),
        ("a,Senet", ": 2 cells, where the header has 7"),
        (f"a,Senet,,,{'x' * 301},,", ", column place_name: 301 characters: at most 300"),
        (f"a,{'x' * 201},,,,,", ", column game_name: game does not fit, name: "),
    ],
)
def test_a_faulty_row_is_named_with_what_would_be_right(table, row, said):
    assert refusal(table(HEADER, SENET, row, KHMER)).startswith(f"line 3{said}")


def test_all_faulty_rows_are_named_in_the_order_of_the_file(table):
    rows = [SENET.replace("senet-1", f"s-{n}") for n in range(9)]
    rows[2], rows[7] = rows[2].replace("-1400~", "x"), rows[7].replace("s-7", "s-0")
    rows[4] = rows[4].replace("s-4,Senet,artifact", 's-4,Senet,"art\nifact"')
    said = refusal(table(HEADER, *rows), rows=3).splitlines()
    assert [line.partition(":")[0] for line in said if line.startswith("line")] == [
        "line 4, column date_edtf",
        "line 6, column type",
        "line 10, column identifier",
    ]
    assert said[-1].endswith("“s-0” is on line 2 too: a record has one row")
    assert not Game.objects.exists()


def test_many_faults_are_counted(table):
    said = refusal(table(HEADER, *(f"r {n}," + "," * 5 for n in range(1500)))).splitlines()
    assert (len(said), said[-1]) == (1001, "and 2000 more")
    assert said[0].startswith("line 2,")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: a header is needed"),
        (b"identifier,game_name\na,b\nc,\xff\n", "line 3: byte 3 is not UTF-8"),
        (b"identifier,game_name\na,b\nc,\0\n", "line 3: there is a NUL character"),
        (b'identifier,game_name\na,b\nc,"d\n', "line 3: not CSV"),
        (b"identifier,identifier\n", "line 1: the column identifier is there twice"),
        (b"identifier,title\n", "line 1: the columns identifier and game_name are needed"),
        (b"identifier,game,colour\n", "line 1: 'colour' are no columns of ours"),
        (b"identifier,game,place_number\n", "line 1: this table has a row for each place"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path, content, said):
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    assert refusal(path).startswith(said)


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        ("[]", 'an object with "columns"'),
        ('{"columns": {"identifier": 3}}', "mapping.json, identifier: write the name of a column"),
        ('{"columns": {"id": "ID"}}', "the mapping names id, which is not one of identifier"),
        ('{"columns": {"identifier": "ID", "game": "G"}}', "line 1: there is no column ID"),
        ('{"columns": {}, "delimiter": "::"}', "mapping.json, delimiter: one character"),
    ],
)
def test_a_mapping_that_does_not_fit_is_refused(table, tmp_path, mapping, said):
    path = tmp_path / "mapping.json"
    path.write_text(mapping)
    assert said in refusal(table(HEADER, SENET), mapping=path)
