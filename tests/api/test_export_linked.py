"""Linked Places Format and CLDF, judged by the tools that read them elsewhere."""

import csv
import io
import json
import logging
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest
from pycldf import Dataset
from pyld import jsonld

from evidence.models import Citation, Evidence, Place
from games.models import Concept, Ruleset, RulesetConcept

SAMPLES = Path(__file__).parent.parent / "samples" / "linked"
LPO = "https://github.com/LinkedPasts/linked-pasts-ontology/blob/main/lpo_latest.ttl#"
PAGES = "http://example.org/evidence/"
UNDATED = {"timespans": [], "label": "undated"}


@pytest.fixture
def take(client, cast, settings):
    """The bytes of an export, asked of example.org."""
    settings.ALLOWED_HOSTS = ["example.org"]
    Place.objects.create(evidence=cast["dice"], name="Nowhere in particular")
    Evidence.objects.create(identifier="placeless", game=cast["dice"].game, year_to=-331)

    def get(query):
        response = client.get(f"/api/v1/export/?{query}", HTTP_HOST="example.org")
        assert response.status_code == 200
        return b"".join(response)

    return get


def offline(url, options):
    """The context from the samples; anything else would be the network."""
    assert url.endswith("linkedplaces-context-v1.1.jsonld")
    context = json.loads((SAMPLES / "lpf-context.json").read_text())
    return {"contextUrl": None, "documentUrl": url, "document": context}


def test_linked_places_follow_their_schema(take):
    places = json.loads(take("format=lpf"))
    schema = json.loads((SAMPLES / "lpf.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(places)
    assert [feature["@id"] for feature in places["features"]] == [
        "http://example.org/evidence/demo-3/#place-1",
        "http://example.org/evidence/demo-2/#place-1",
        "http://example.org/evidence/dlp-1408/#place-1",
        "http://example.org/evidence/demo-1/#place-1",
        "http://example.org/evidence/demo-1/#place-2",
    ]
    assert places["records_without_a_place"] == 1
    assert "0 is 1 BCE" in places["years"]


def test_the_schema_of_linked_places_refuses_what_is_wrong(take):
    schema = jsonschema.Draft202012Validator(json.loads((SAMPLES / "lpf.schema.json").read_text()))
    places = json.loads(take("format=lpf"))
    for spoil in (
        lambda feature: feature.pop("names"),
        lambda feature: feature.pop("when"),
        lambda feature: feature["when"].update(timespans=[{"start": {"in": "1400 BC"}}]),
        lambda feature: feature.update({"@id": "demo-1"}),
    ):
        broken = json.loads(json.dumps(places))
        spoil(broken["features"][0])
        assert not schema.is_valid(broken)


def test_a_place_is_attested_dated_and_drawn(take):
    features = {
        each["@id"].removeprefix(PAGES): each for each in json.loads(take("format=lpf"))["features"]
    }
    thebes = features["demo-1/#place-1"]
    assert thebes["geometry"] == {"type": "Point", "coordinates": [32.639167, 25.7]}
    assert thebes["when"] == {
        "timespans": [{"start": {"earliest": "-1400"}, "end": {"latest": "-1300"}}],
        "label": "about 1401 to 1301 BCE",
    }
    assert thebes["names"] == [
        {
            "toponym": "Thebes",
            "citations": [
                {
                    "label": "Murray, H. J. R. (1913). A History of Chess., p. 30",
                    "year": "1913",
                    "@id": "http://example.org/sources/murray-1913/",
                }
            ],
        }
    ]
    assert thebes["properties"]["license"].startswith("https://creativecommons.org/")
    assert features["dlp-1408/#place-1"]["geometry"]["type"] == "Polygon"
    assert features["dlp-1408/#place-1"]["when"]["timespans"] == [{"start": {"in": "1904"}}]
    assert features["demo-2/#place-1"]["when"] == UNDATED
    assert features["demo-3/#place-1"]["geometry"] is None


def test_linked_places_expand_as_linked_data(take):
    places = json.loads(take("format=lpf"))
    (collection,) = jsonld.expand(places, {"documentLoader": offline})
    features = collection[f"{LPO}hasFeature"]
    assert len(features) == 5
    assert features[3]["@id"] == "http://example.org/evidence/demo-1/#place-1"
    (name,) = features[3][f"{LPO}name_attestation"]
    assert name[f"{LPO}toponym"] == [{"@value": "Thebes"}]
    (cited,) = name["http://purl.org/spar/cito#cites"]
    assert cited["@id"] == "http://example.org/sources/murray-1913/"
    (when,) = features[3][f"{LPO}when"]
    (span,) = when[f"{LPO}timespan"]
    assert span[f"{LPO}has_start"] == [{f"{LPO}earliest": [{"@value": "-1400"}]}]


@pytest.fixture
def cldf(take, tmp_path):
    """The folder that the CLDF export unpacks to."""
    (tmp_path / "cldf.zip").write_bytes(take("format=cldf"))
    with zipfile.ZipFile(tmp_path / "cldf.zip") as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path / "cldf")
    return tmp_path / "cldf"


def test_cldf_is_valid_without_a_warning(cldf, caplog):
    dataset = Dataset.from_metadata(cldf / "StructureDataset-metadata.json")
    with caplog.at_level(logging.WARNING):
        assert dataset.validate(log=logging.getLogger("cldf"))
    assert caplog.records == []
    assert dataset.module == "StructureDataset"


def test_the_cldf_tool_has_nothing_to_say_against_it(cldf):
    tool = Path(sys.executable).with_name("cldf")
    done = subprocess.run(
        [tool, "validate", cldf / "StructureDataset-metadata.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "WARN" not in done.stdout


def test_a_wrong_reference_in_cldf_would_be_found(cldf, caplog):
    values = cldf / "values.csv"
    values.write_text(values.read_text().replace("senet", "nothing"))
    dataset = Dataset.from_metadata(cldf / "StructureDataset-metadata.json")
    assert not dataset.validate(log=logging.getLogger("cldf"))


def test_cldf_has_a_value_for_each_place_of_each_record(cldf):
    dataset = Dataset.from_metadata(cldf / "StructureDataset-metadata.json")
    values = {row["ID"]: row for row in dataset["ValueTable"]}
    assert list(values) == ["placeless-1", "demo-3-1", "demo-2-1", "dlp-1408-1", "demo-1-1",
                            "demo-1-2"]  # fmt: skip
    senet = values["demo-1-1"]
    assert (senet["Parameter_ID"], senet["Value"]) == ("senet", "Artifact")
    assert (senet["Year_From"], senet["Year_To"]) == (-1400, -1300)
    assert senet["Source"] == ["murray-1913[p. 30]"]
    assert values["placeless-1"]["Language_ID"] == "unknown"
    assert (values["placeless-1"]["Year_From"], values["placeless-1"]["Year_To"]) == (None, -331)
    places = {row["ID"]: row for row in dataset["LanguageTable"]}
    assert str(places[senet["Language_ID"]]["Longitude"]) == "32.639167"
    assert places[values["dlp-1408-1"]["Language_ID"]]["Region"] == "soyot"
    assert {source.id for source in dataset.sources} == {"murray-1913"}


def test_a_place_of_several_records_is_one_row_of_cldf(cast, client, tmp_path):
    for name in ("chess", "dice"):
        Place.objects.filter(evidence=cast[name]).delete()
        Place.objects.create(evidence=cast[name], name="Paris", lat_u=48_850_000, lon_u=2_350_000)
    Citation.objects.create(evidence=cast["dice"], source=cast["murray"], locator="f. 1; [2]")
    path = tmp_path / "cldf.zip"
    path.write_bytes(b"".join(client.get("/api/v1/export/?format=cldf&game=chess&game=dice")))
    with zipfile.ZipFile(path) as archive:
        rows = list(csv.DictReader(archive.read("languages.csv").decode().splitlines()))
        values = list(csv.DictReader(archive.read("values.csv").decode().splitlines()))
    assert [row["Name"] for row in rows] == ["Place not known", "Paris"]
    assert values[0]["Source"] == "murray-1913[f. 1, (2)]"


def test_cldf_has_the_codes_of_the_languages_that_places_are_noted_with(cast, client, tmp_path):
    noted = "where Plays places the culture's language, not the source; Glottolog {}; ISO 639-3 tri"
    for position, code in enumerate(("shor1234", "hill1235"), 2):
        Place.objects.create(
            evidence=cast["senet"], position=position, name="Shore People", lat_u=1, lon_u=-1,
            note=noted.format(code),
        )  # fmt: skip
    folder = unpacked(client, tmp_path)
    dataset = Dataset.from_metadata(folder / "StructureDataset-metadata.json")
    found = {
        (row["Name"], row["Glottocode"], row["ISO639P3code"]) for row in dataset["LanguageTable"]
    }
    assert ("Shore People", "shor1234", "tri") in found
    assert ("Shore People", "hill1235", "tri") in found
    assert ("Thebes", None, None) in found


def test_cldf_has_concepts_rulesets_and_clauses_besides_games(cast, client, tmp_path):
    ruleset = Ruleset.objects.get(slug="shodra")
    concept = Concept.objects.get_or_create(slug="promotion", defaults={"name": "promotion"})[0]
    link = RulesetConcept.objects.create(ruleset=ruleset, concept=concept)
    link.clauses.set(ruleset.clauses.all())
    folder = unpacked(client, tmp_path)
    dataset = Dataset.from_metadata(folder / "StructureDataset-metadata.json")
    assert dataset.validate(log=logging.getLogger("cldf"))
    kinds = {row["ID"]: row["Kind"] for row in dataset["ParameterTable"]}
    assert (kinds["shodra"], kinds["concept__promotion"]) == ("game", "concept")
    [rules] = dataset["rulesets.csv"]
    assert (rules["ID"], rules["Game_ID"], rules["Rules"]) == ("shodra", "shodra", ruleset.text)
    [clause] = dataset["clauses.csv"]
    assert (clause["Name"], clause["Text"], clause["Status"]) == ("OiSteps", "One.", "attested")
    assert (clause["Concept_IDs"], clause["Source"]) == (
        ["concept__promotion"],
        ["murray-1913[p. 1]"],
    )
    records = {row["ID"]: row for row in dataset["records.csv"]}
    assert records["dlp-1408"]["Ruleset_IDs"] == ["shodra"]
    assert records["demo-1"]["Terms"] == {"age": ["Adult"], "uncertainty": ["Graffiti"]}
    assert [row["Text"] for row in dataset["quotations.csv"]] == ["hab"]
    without = unpacked(client, tmp_path / "without", "&quotations=exclude")
    assert "hab" not in (without / "quotations.csv").read_text()


def unpacked(client, folder, more=""):
    """The folder that the CLDF export of these records unpacks to."""
    file = b"".join(client.get(f"/api/v1/export/?format=cldf{more}"))
    with zipfile.ZipFile(io.BytesIO(file)) as package:
        package.extractall(folder)
    return folder
