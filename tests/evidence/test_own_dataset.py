"""The CLDF datasets of this project: stored again, and refused by file and line."""

import json
import zipfile

import pytest
from django.core.management import CommandError, call_command

from evidence.drafts import CitationDraft, Draft, GameDraft, PhraseDraft, PlaceDraft
from evidence.exporters.cldf_tables import LATER
from evidence.importers.cldf_store import import_dataset
from evidence.models import Evidence, Source
from evidence.storing import store
from games.models import Clause, Game, Ruleset

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(client, tmp_path):
    """The dataset of one record that bears on a ruleset."""
    chess = Game.objects.create(slug="chess", name="Chess")
    rules = Ruleset.objects.create(
        slug="old-chess", game=chess, name="Old", kind="described", text='(game "Old" (players 2))'
    )
    Clause.objects.create(
        ruleset=rules, name="Steps", position=0, title="Steps", text="One.", status="attested"
    )
    record = Draft(
        "record-1",
        GameDraft("Chess", slug="chess"),
        rules="Men step. NA ",
        places=(PlaceDraft("Paris", lat_u=48_850_001, lon_u=-1), PlaceDraft("NA")),
        citations=(CitationDraft("Murray 1913", "p. 3"),),
        rulesets={"old-chess": "describes"},
        phrases=(PhraseDraft("old-chess", "Steps", 0, 9, part=1),),
    )
    store(record)
    (tmp_path / "file.zip").write_bytes(b"".join(client.get("/api/v1/export/?format=cldf")))
    with zipfile.ZipFile(tmp_path / "file.zip") as package:
        package.extractall(tmp_path / "file")
    return tmp_path / "file"


def forget(*, rules=False):
    Evidence.objects.all().delete()
    Source.objects.all().delete()
    if rules:
        Ruleset.objects.all().delete()
        Game.objects.all().delete()


def edit(path, old, new):
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


def test_a_record_comes_back_with_its_places_sources_rulesets_and_phrases(folder):
    forget()
    import_dataset(folder)
    record = Evidence.objects.get(identifier="record-1")
    assert record.rules == "Men step. NA "
    assert list(record.places.values_list("name", "lat_u", "lon_u")) == [
        ("Paris", 48_850_001, -1),
        ("NA", None, None),
    ]
    assert record.citations.get().source.slug == "murray-1913"
    assert record.phrases.get().clause.name == "Steps"
    assert record.ruleset_links.get().relation == "describes"


def test_a_dry_run_stores_nothing(folder):
    forget()
    assert import_dataset(folder, dry_run=True).counts["records"] == {"created": 1}
    assert not Evidence.objects.exists()
    assert not Source.objects.exists()


def test_rulesets_that_are_not_stored_are_named_and_nothing_points_at_them(folder):
    forget(rules=True)
    report = import_dataset(folder)
    assert report.counts["rulesets"] == {"left out": 1}
    assert "old-chess" in "\n".join(report.lines())
    assert not Ruleset.objects.exists()
    record = Evidence.objects.get(identifier="record-1")
    assert (record.phrases.count(), record.ruleset_links.count()) == (0, 0)


def test_a_game_whose_name_is_an_alias_of_another_stays_its_own(folder):
    forget()
    edit(folder / "parameters.csv", "chess,Chess", "chess,Chess,,game,,,,,\r\nshatranj,Shatranj")
    Game.objects.get(slug="chess").aliases.create(name="Shatranj")
    import_dataset(folder)
    assert Game.objects.filter(slug="shatranj", name="Shatranj").exists()


def test_a_dataset_from_before_assertions_is_read_and_leaves_those_that_are_stored(folder):
    about = folder / "StructureDataset-metadata.json"
    said = json.loads(about.read_text())
    urls = {table.url for table in LATER}
    said["tables"] = [table for table in said["tables"] if table["url"] not in urls]
    about.write_text(json.dumps(said))
    record = Evidence.objects.get()
    record.otherdates.create(role="made", date="1200")
    assert import_dataset(folder).counts["records"]["unchanged"] == 1
    assert record.otherdates.count() == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("values.csv", "record-1-1,", "record-1-1,x", "values.csv, line 2, column Language_ID"),
        ("records.csv", "record-1,chess", "record-1,chass", "records.csv, line 2, column Game_ID"),
        ("records.csv", "describes", "", "records.csv, line 2, column Ruleset_Relations"),
        ("citations.csv", "murray-1913", "nobody", "citations.csv, line 2, column Source"),
        ("phrases.csv", "old-chess__Steps", "x", "phrases.csv, line 2, column Clause_ID"),
        ("phrases.csv", ",0,9,", ",0,,", "phrases.csv, line 2, column Start"),
        ("clauses.csv", "Ruleset_ID", "Ruleset", "clauses.csv: no column Ruleset_ID"),
        ("sources.bib", "title = {{", "titel = {{", "entry murray-1913: has no title"),
    ],
)
def test_what_does_not_fit_is_refused_by_file_and_line(folder, file, old, new, said):
    forget()
    edit(folder / file, old, new)
    with pytest.raises(CommandError, match=said):
        call_command("import_cldf", str(folder))
    assert not Evidence.objects.exists()
