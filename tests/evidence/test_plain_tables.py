"""Tables as museums and historians keep them: plain names of columns, dates in words, numbers."""

from __future__ import annotations

import pytest

from evidence.importers.table_file import TableError
from evidence.importers.table_identity import LONGEST, made_identifier
from evidence.importers.table_look import look
from evidence.importers.table_mapping import READ
from evidence.importers.table_names import guessed
from evidence.importers.table_store import Options, import_table
from evidence.models import Evidence

pytestmark = pytest.mark.django_db

AS_GIVEN = {"c. 1350 BC", "2600-2400 BC", "12th cent.", "n.d."}  # are not how we print a date
PLAIN = "Accession number,Museum,GAME,Title,Date,Place,Source,Page,Quotation,Certainty,Type"


@pytest.fixture
def table(tmp_path):
    def write(*lines):
        path = tmp_path / "finds.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def imported(path, **options):
    return import_table(path, Options(**options))


def faults(path):
    with pytest.raises(TableError) as error:
        imported(path)
    assert not Evidence.objects.exists()
    return str(error.value).splitlines()


def test_a_table_with_plain_names_of_columns_is_read_without_a_mapping(table):
    row = "1872.0601.1,British Museum,Senet,A box,c. 1350 BC,Thebes,Piccione 1990,45"
    path = table(PLAIN, f'{row},"a, b",Certain,Artifact')
    imported(path)
    record = Evidence.objects.get()
    assert record.identifier == "british-museum-1872-0601-1"
    assert record.external_ids == {"museum": "British Museum, 1872.0601.1"}
    assert (record.date, record.date_as_given) == ("-1349~", "c. 1350 BC")
    assert (record.type, record.title, record.game.name) == ("artifact", "A box", "Senet")
    place, citation = record.places.get(), record.citations.get()
    assert (place.name, place.certainty) == ("Thebes", "certain")
    assert (citation.source.citation, citation.locator) == ("Piccione 1990", "45")
    assert record.quotations.get().text == "a, b"
    assert not imported(path, update=True).changed


@pytest.mark.parametrize(
    "column", ["date_text", "date_edtf", "Date", " Display  Date ", "DATE-TEXT"]
)
@pytest.mark.parametrize(
    ("words", "edtf"),
    [
        ("about 1880", "1880~"),
        ("1200 BCE", "-1199"),
        ("c. 1350 BC", "-1349~"),
        ("2600-2400 BC", "-2599/-2399"),
        ("12th cent.", "11XX"),
        ("n.d.", ""),
    ],
)
def test_a_date_in_words_is_read_from_any_column_of_dates(table, column, words, edtf):
    imported(table(f"identifier,game_name,{column}", f"a,Senet,{words}"))
    record = Evidence.objects.get()
    assert (record.date, record.date_as_given) == (edtf, words if words in AS_GIVEN else "")


def test_dates_that_cannot_be_read_are_named_by_line_before_anything_is_stored(table):
    rows = ["a,Senet,1880", "b,Senet,ca. 600–550 v. Chr.", "c,Senet,Old Kingdom", "d,Senet,13th"]
    said = faults(table("identifier,game_name,date_text", *rows))
    assert [line.partition(":")[0] for line in said] == [
        "line 3, column date_text",
        "line 4, column date_text",
    ]
    assert said[0].endswith("dates are read in English: write ca. 600–550 BCE")


@pytest.mark.parametrize(
    ("header", "row", "column"),
    [
        ("date_edtf,date_text", "1150,12th century", "date_text"),
        ("date_edtf,year_from_astronomical", "1150,1151", "year_from_astronomical"),
        ("date,year_to", "c. 1350 BC,1349 BC", "year_to"),
    ],
)
def test_two_columns_that_date_a_row_differently_are_refused(table, header, row, column):
    said = faults(table(f"identifier,game_name,{header}", f"a,Senet,{row}"))
    assert len(said) == 1
    assert said[0].startswith(f"line 2, column {column}: “{row.split(',')[1]}” is not the date")


@pytest.mark.parametrize(
    ("row", "edtf"),
    [
        ("1350 BC,1300 BC", "-1349/-1299"),
        ("c. 1350 BC,", "-1349~/.."),
        ("850,900", "0850/0900"),
        ("12th cent.,13th cent.", "11XX/12XX"),
        (",1500", "../1500"),
        ("1500,1500", "1500"),
    ],
)
def test_years_from_and_to_are_those_of_people(table, row, edtf):
    imported(table("identifier,game_name,From,To", f"a,Senet,{row}"))
    assert Evidence.objects.get().date == edtf


def test_a_year_with_a_minus_is_asked_how_it_counts(table):
    said = faults(table("identifier,game_name,From,To", "a,Senet,-1350,-1300"))
    assert "“-1350” does not say how years before 1 CE are counted: write 1350 BCE" in said[0]


def test_all_that_is_wrong_with_a_row_is_named_at_once(table):
    header = (
        "identifier,game_name,type,date,place,lat,lon,certainty,source,source_locator,confidence"
    )
    said = faults(table(header, "a b,Senet,toy,Old Kingdom,Thebes,95,0,maybe,,p. 1,high"))
    columns = {line.partition(",")[2].partition(":")[0].strip() for line in said}
    assert columns == {
        "column identifier", "column type", "column date", "column lat", "column certainty",
        "column source", "column confidence",
    }  # fmt: skip


def test_an_accession_number_stands_in_the_column_of_identifiers_beside_its_museum(table):
    rows = ["1872.0601.1,British Museum,Senet", "own-id,British Museum,Senet", "1872.0601.2,,Senet"]
    said = faults(table("ID,Museum,Game", *rows))
    assert said == [
        "line 4, column ID: “1872.0601.2” is not valid: use letters from a to z, digits, - and _; "
        "an accession number needs its museum beside it, in a column museum"
    ]
    imported(table("ID,Museum,Game", *rows[:2]))
    known = dict(Evidence.objects.values_list("identifier", "external_ids"))
    assert known == {
        "british-museum-1872-0601-1": {"museum": "British Museum, 1872.0601.1"},
        "own-id": {"museum": "British Museum"},
    }


def test_the_same_accession_number_twice_is_refused(table):
    rows = ["1.2,Louvre,Senet", "1.2,British Museum,Senet", "1.2,Louvre,Senet"]
    said = faults(table("Accession No.,Museum,Game", *rows))
    assert said == [
        "line 4, column Accession No.: “louvre-1-2” is on line 2 too: a record has one row"
    ]


def test_identifiers_made_of_numbers_are_told_apart():
    numbers = ["1872.0601.1", "1872.06011", "18720601.1", "№ 5", "№ 6", "Ж 5", "З 5", "x" * 80]
    made = [made_identifier("Musée du Louvre", number) for number in numbers]
    assert made[0] == "musee-du-louvre-1872-0601-1"
    assert len(set(made)) == len(numbers)
    assert all(len(each) <= LONGEST for each in made)
    assert all(each.replace("-", "").isalnum() for each in made)


def test_columns_are_known_however_they_are_written():
    header = ["  ID ", "Name of game", "DATE", "Find-spot", "Page no.", "Accession No", "Colour"]
    assert guessed(header, READ) == {
        "  ID ": "identifier", "Name of game": "game_name", "DATE": "date_edtf",
        "Find-spot": "place_name", "Page no.": "source_locator", "Accession No": "accession_number",
    }  # fmt: skip


def test_a_game_in_the_column_of_slugs_is_found_by_its_name(table):
    imported(table("identifier,game", "a,Game of 20 Squares", "b,Game of 20 Squares"))
    assert {record.game.slug for record in Evidence.objects.all()} == {"game-of-20-squares"}


def test_looking_through_a_table_names_the_same_faults(table):
    path = table("identifier,game_name,date", "a,Senet,Old Kingdom")
    said = faults(path)
    with pytest.raises(TableError) as error:
        look(path, Options())
    assert str(error.value).splitlines() == said
