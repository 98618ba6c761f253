"""CLDF-style datasets of games: what they say and no more, refused by line, once however often."""

import csv
import io
import json
import re
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from evidence.importers.cldf_store import import_dataset
from evidence.importers.dataset import DatasetError
from evidence.models import Evidence, Source
from evidence.search import search
from evidence.search.query import Query
from games.models import Game
from tests.demo import store_demo

SAMPLE = Path(__file__).parent.parent / "samples" / "cldf"
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "austrogames"

pytestmark = pytest.mark.django_db


def run(folder: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("import_cldf", str(folder), *options, stdout=out)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sample, to be changed."""
    shutil.copytree(SAMPLE, tmp_path / "plays")
    return tmp_path / "plays"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def rows() -> list[tuple]:
    return [
        *Evidence.objects.order_by("identifier").values_list("identifier", "title", "changed_at"),
        *Game.objects.order_by("slug").values_list("slug", "name", "description"),
        *Source.objects.order_by("slug").values_list("slug", "citation", "csl"),
    ]


# What is read


def test_all_rows_are_stored_and_counted():
    said = run(SAMPLE).splitlines()
    assert said[:4] == [
        "4 games: 4 created, 0 changed, 0 unchanged",
        "3 sources: 3 created, 0 changed, 0 unchanged",
        "6 records, one for each game that a description tells of: "
        "6 created, 0 changed, 0 unchanged",
        "4 descriptions: 4 created, 0 changed, 0 unchanged",
    ]


def test_a_description_becomes_a_record_with_game_place_date_and_source():
    run(SAMPLE)
    record = Evidence.objects.get(identifier="plays-d1-g1")
    assert record.title == "tika, dart throwing (Hill People, Date Line People)"
    assert record.type == "ethnography"
    assert (record.date, record.year_from, record.year_to) == ("1870/1920", 1870, 1920)
    assert record.date_as_given == "1870-1920 (Focus, time frame of the source)"
    assert (record.rules, record.content, record.confidence) == ("", "", None)
    assert record.external_ids == {"Plays description": "D1", "Plays game": "g1"}
    assert [(p.name, p.lat_u, p.lon_u, p.precision) for p in record.places.all()] == [
        ("The hill, far away", None, None, ""),
        ("Hill People", 3_250_000, 101_500_000, "region"),
        ("Date Line People", -16_500_000, -180_000_000, "region"),
    ]
    citation = record.citations.get()
    assert citation.source.citation == "Able, A. (1923). The Hill. Town: Press."
    assert citation.source.csl["publisher"] == "Press"
    assert citation.note == (
        "Through Plays of Peoples, https://example.org/plays, CC0 1.0 Universal: "
        "description D1, game g1."
    )


def test_what_the_dataset_does_not_say_stays_unknown():
    run(SAMPLE)
    undated = Evidence.objects.get(identifier="plays-d3-g3")
    assert (undated.date, undated.year_from, undated.date_as_given) == ("", None, "")
    [ship] = undated.places.all()
    assert (ship.name, ship.lat_u, ship.certainty) == ("A ship", None, "probable")
    [shore] = Evidence.objects.get(identifier="plays-d2-g2").places.all()
    assert (shore.name, shore.lat_u, shore.certainty) == ("Shore People", None, "probable")
    assert shore.note.endswith("it gives no coordinates; Glottolog shor1234; shor1235")
    cook = Source.objects.get(citation__startswith="Cook")
    assert (cook.year, cook.csl, cook.title) == (None, {}, "")


def test_several_time_frames_give_the_earliest_and_the_latest_year():
    run(SAMPLE)
    record = Evidence.objects.get(identifier="plays-d2-g1")
    assert record.date == "1931/1947"
    assert record.date_as_given == "1931-1935 ; 1947 (Field, time frame of the source)"


def test_each_row_of_the_games_is_a_game_of_its_own():
    Game.objects.create(slug="tug", name="tug-of-war")
    run(SAMPLE)
    game = Game.objects.get(slug="plays-g1")
    assert (game.name, game.native_name) == ("dart throwing (Plays g1)", "tika")
    assert game.description == "As coded in Plays:\nGoal: Competitive\nExtra: told"
    assert Game.objects.get(slug="plays-g4").name == "unnamed game (Plays g4)"
    assert Game.objects.get(slug="tug").evidence.count() == 0


def test_the_report_says_what_was_skipped_and_what_is_not_known():
    said = run(SAMPLE)
    for line in (
        "columns that the metadata do not describe, read as text (1): Plays.csv Extra",
        "columns described that the files do not have, skipped (1): Plays.csv Absent",
        "NA where a number is described, read as not known (2): "
        "Peoples.csv Lon line 3, Peoples.csv Lat line 3",
        "columns not imported (1): Peoples.csv Kin",
        "entries of the bibliography that no description cites, skipped (1): Unused1999",
        "sources without an entry in the bibliography (2): Baker1950, Cook1900",
        "cultures without coordinates, kept as a name alone (1): Shore People",
        "games without a culture, their records have no point (1): g3",
        "games whose own list lacks a description of them (1): g1",
        "  4 records have a point of a culture, 2 have none",
        "  date: 1 records, whose source has no time frame",
    ):
        assert line in said.splitlines()


def test_a_source_stored_under_another_citation_is_pointed_out():
    Source.objects.create(slug="mine", citation="Able's hill", title="The hill", year=1923)
    said = run(SAMPLE)
    assert "  Able, A. (1923). The Hill. Town: Press.: mine" in said.splitlines()


def test_records_are_found_by_place_and_word():
    store_demo()
    before = search(Query(region="south-eastern-asia")).count
    run(SAMPLE)
    assert search(Query(region="south-eastern-asia")).count == before + 4
    assert search(Query(q="tika")).count == 3


# Again


def test_importing_again_changes_nothing():
    run(SAMPLE)
    before = rows()
    said = run(SAMPLE).splitlines()
    assert [line.split(": ")[1] for line in said[:4]] == [
        f"0 created, 0 changed, {number} unchanged" for number in (4, 3, 6, 4)
    ]
    assert rows() == before


def test_a_dry_run_stores_nothing():
    said = run(SAMPLE, "--dry-run")
    assert said.startswith("dry run, nothing was changed\n4 games: 4 created")
    assert rows() == []


def test_a_curators_words_stay_unless_the_dataset_is_to_overwrite_them():
    run(SAMPLE)
    Evidence.objects.filter(identifier="plays-d3-g3").update(title="Mine")
    said = run(SAMPLE)
    assert "plays-d3-g3: title" in said
    assert Evidence.objects.get(identifier="plays-d3-g3").title == "Mine"
    assert "4 descriptions: 0 created, 1 changed, 3 unchanged" in run(SAMPLE, "--update")
    assert Evidence.objects.get(identifier="plays-d3-g3").title == "hai, hai"


def test_a_game_that_a_curator_has_renamed_is_known_again():
    run(SAMPLE)
    Game.objects.filter(slug="plays-g1").update(name="Tika")
    assert "4 games: 0 created, 0 changed, 4 unchanged" in run(SAMPLE)
    assert Game.objects.get(slug="plays-g1").name == "Tika"


def test_columns_are_known_by_their_names_wherever_they_stand(folder):
    lines = [line.split(",") for line in (folder / "Reports.csv").read_text().splitlines()]
    run(SAMPLE)
    before = rows()
    plain = [cells for cells in lines if len(cells) == 5]
    assert len(plain) == len(lines) - 1
    (folder / "Reports.csv").write_text("\n".join(",".join(reversed(cells)) for cells in plain))
    said = run(folder)
    assert "3 descriptions: 0 created, 0 changed, 3 unchanged" in said
    assert rows() == before


# What is refused


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("Peoples.csv", "3.25", "hill", r"Peoples\.csv, line 2, column Lat: “hill” is no decimal"),
        ("Peoples.csv", "3.25", "93.25", r"Peoples\.csv, line 2, column Lat: 93\.25 is beyond"),
        ("Peoples.csv", "101.5", "NA", r"line 2, column Lon: one half of a point is missing"),
        ("Peoples.csv", "180", "181", r"line 4, column Lon: 181 is beyond a half turn"),
        ("Peoples.csv", "p2", "p1", r"line 3, column Code: “p1” is also in line 2"),
        ("Peoples.csv", "p1,", ",", r"line 2, column Code: the id is missing"),
        ("Reports.csv", "g1;g2", "g1;g9", r"line 3, column Plays: “g9” is no id of Plays\.csv"),
        ("Reports.csv", "Cook1900", "Nobody", r"column Book: “Nobody” is no id of Books\.csv"),
        ("Reports.csv", "g1;g2,NA,NA", "g1;g2,NA", r"line 3: 4 cells, the header has 5"),
        ("Reports.csv", "Book", "ID", r"Reports\.csv, line 1: the column ID stands twice"),
        ("Reports.csv", "D2", "d1", r"line 3, column ID: with game g1 has the address of line 2"),
        ("Plays.csv", "g3,", "G1,", r"line 4, column ID: “G1” has the address of line 2"),
        ("Plays.csv", "g3,", "東,", r"line 4, column ID: “東” has no letter or digit of an"),
        ("Plays.csv", "p1;p3", "p1;p8", r"line 2, column People: “p8” is no id of Peoples"),
        ("Plays.csv", "p2,1", "p2,maybe", r"“maybe” is no boolean as the metadata describe it"),
        ("Books.csv", "1870-1920", "long ago", r"“long ago” is no time frame: write 1870-1920"),
        ("Books.csv", '"Cook, C. (n.d.). At Sea."', "NA", r"column Text: the citation is missing"),
        ("Books.csv", '"Cook, C.', 'Cook, "C', r"Books\.csv, line 4: "),
        ("Books.bib", "title = {The Hill}", "titel", r"Books\.bib, line 1, entry Able1923"),
        ("plays-metadata.json", "{", "[", r"cannot be read as JSON"),
        ("plays-metadata.json", '"tables"', '"tabels"', r"describes no tables"),
        ("plays-metadata.json", "Peoples.csv", "../x.csv", r"'\.\./x\.csv' is no name of a file"),
        ("plays-metadata.json", "Peoples.csv", "http://x", r"'http://x' is no name of a file"),
        ("plays-metadata.json", "Peoples.csv", "None.csv", r"there is no file None\.csv"),
        ("plays-metadata.json", "LanguageTable", "Other", r"describe no table of cultures, games"),
        ("plays-metadata.json", "Books.bib", "../Books.bib", r"is no file in this folder"),
        ("plays-metadata.json", "rdf#latitude", "rdf#other", r"no column is described as latitude"),
    ],
)
def test_what_is_wrong_is_refused_by_file_and_line_and_nothing_is_stored(
    folder, file, old, new, message
):
    edit(folder / file, old, new)
    with pytest.raises(DatasetError, match=message):
        import_dataset(folder)
    assert rows() == []


def test_a_table_described_elsewhere_is_not_fetched(folder):
    path = folder / "plays-metadata.json"
    described = json.loads(path.read_text())
    described["tables"][0]["tableSchema"] = "http://127.0.0.1:9/schema.json"
    path.write_text(json.dumps(described))
    with pytest.raises(DatasetError, match=r"tableSchema of Peoples\.csv must stand here"):
        import_dataset(folder)


def test_a_file_that_is_not_utf_8_is_refused(folder):
    (folder / "Books.csv").write_bytes(b"Key,Year\nCaf\xe9,1\n")
    with pytest.raises(DatasetError, match=r"Books\.csv: byte 12 is not UTF-8"):
        import_dataset(folder)


def test_an_empty_table_is_refused(folder):
    (folder / "Books.csv").write_text("")
    with pytest.raises(DatasetError, match=r"Books\.csv, line 1: the file is empty"):
        import_dataset(folder)


def test_a_folder_without_metadata_is_refused_by_the_command(tmp_path):
    with pytest.raises(CommandError, match=r"one file \*metadata\.json is needed, there is none"):
        run(tmp_path)


# The real thing


@pytest.mark.sources
@pytest.mark.sqlite  # the sample is imported into both
def test_austrogames_gives_952_games_1251_descriptions_and_215_sources_once(tmp_path):
    said = run(REAL)
    assert said.splitlines()[:4] == [
        "952 games: 952 created, 0 changed, 0 unchanged",
        "215 sources: 215 created, 0 changed, 0 unchanged",
        "1402 records, one for each game that a description tells of: "
        "1402 created, 0 changed, 0 unchanged",
        "1251 descriptions: 1251 created, 0 changed, 0 unchanged",
    ]
    assert "cultures without coordinates, kept as a name alone (6): Fijian (Bau)" in said
    assert "games without a culture, their records have no point (146): 121, " in said
    assert "that no description cites, skipped (4): " in said
    assert "  date: 410 records, whose source has no time frame" in said
    assert Evidence.objects.filter(places__lat_u__isnull=False).distinct().count() == 1142
    assert Game.objects.get(slug="austrogames-hula02").description.splitlines()[-3:] == [
        "Introduced keywords: Origin",
        "Introduced coding: undetermined",
        "Introduced comments: origin of the song",
    ]
    assert Evidence.objects.filter(year_from__isnull=True).count() == 410
    again = run(part_of(shutil.copytree(REAL, tmp_path / REAL.name)))
    assert "209 descriptions: 0 created, 0 changed, 209 unchanged" in again
    assert re.search(r"\b(\d\d\d) games: 0 created, 0 changed, \1 unchanged", again)
    assert "215 sources: 0 created, 0 changed, 215 unchanged" in again


def part_of(folder: Path) -> Path:
    """Each sixth description, and the games that they tell of."""
    descriptions, games = folder / "Descriptions.csv", folder / "Games.csv"
    header, *lines = descriptions.read_text().splitlines(keepends=True)
    descriptions.write_text("".join([header, *lines[::6]]))
    with descriptions.open(newline="") as file:
        told = {game for row in csv.DictReader(file) for game in row["Game_ID"].split(";")}
    header, *lines = games.read_text().splitlines(keepends=True)
    told_of = [line for line in lines if line.split(",")[0].strip('"') in told]
    games.write_text("".join([header, *told_of]))
    return folder
