"""Real clients read all collections: GDAL's driver, by two programs, and OWSLib."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest
from owslib.ogcapi.features import Features

from tests.api.ogc.conftest import MANY, many
from tests.waiting import HANGS

pytestmark = pytest.mark.django_db(transaction=True)


FEW = 400


@pytest.fixture
def server(live_server):
    """Records over HTTP: what GDAL reads in one page, OWSLib in eight."""
    many(range(FEW))
    return f"{live_server.url}/ogc"


def ogrinfo(*arguments):
    program = shutil.which("ogrinfo")
    if program is None:
        pytest.skip("GDAL's programs are not installed: apt-get install gdal-bin")
    done = subprocess.run(
        [program, "-ro", *arguments], capture_output=True, text=True, check=False, timeout=HANGS
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# pyogrio keeps Python's lock while it waits for an answer, so it cannot share a process with the
# server that it asks.
PYOGRIO = """
import json, sys
import pyogrio
options = json.loads(sys.argv[2])
if "bbox" in options:
    options["bbox"] = tuple(options["bbox"])
meta, _, shapes, columns = pyogrio.raw.read(sys.argv[1], **options)
names, kinds = meta["fields"].tolist(), [str(kind) for kind in meta["dtypes"]]
columns = [[None if value != value else value for value in column.tolist()] for column in columns]
placed = [shape is not None for shape in shapes]
print(json.dumps([placed, dict(zip(names, kinds)), dict(zip(names, columns))]))
"""


def read(server, layer, **options):
    """What pyogrio reads: which features have a geometry, types of columns, and columns."""
    options["layer"] = layer
    arguments = [sys.executable, "-c", PYOGRIO, f"OAPIF:{server}", json.dumps(options)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=HANGS)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_gdal_reads_all_collections_and_every_page(live_server):
    many(range(MANY))
    ogrinfo_reads_all(f"{live_server.url}/ogc")
    pyogrio_reads_all(f"{live_server.url}/ogc")


def ogrinfo_reads_all(server):
    layers = ogrinfo(f"OAPIF:{server}")
    assert "evidence" in layers
    assert "regions" in layers
    about = ogrinfo("-al", "-so", f"OAPIF:{server}")
    assert f"Feature Count: {MANY}" in about
    assert "Feature Count: 2" in about
    # GDAL 3.6 would ask for ten at a time.
    everything = ogrinfo("-al", "-oo", "PAGE_SIZE=1000", f"OAPIF:{server}", "evidence")
    assert everything.count("OGRFeature(evidence)") == MANY
    assert everything.count("date_edtf (String) = -0499-01-01/-0499-01-01") == MANY // 4


def pyogrio_reads_all(server):
    """Every record, with the types of the schema."""
    placed, kinds, columns = read(server, "evidence")
    assert len(set(columns["id"])) == len(placed) == MANY
    assert placed.count(False) == MANY // 5
    assert Counter(columns["year_from"]) == dict.fromkeys([-1400, -499, None, 1904], MANY // 4)
    assert set(columns["date_as_given"]) == {"", "“-0499-01-01”", "“1904-06-01”"}
    assert set(columns["licence"]) == {"CC BY 4.0"}
    assert set(columns["sources"]) == {"Murray, History of Chess, p. 3"}
    numbers = {name for name, kind in kinds.items() if kind != "object"}
    assert numbers == {"year_from", "year_to", "confidence"}


def test_a_page_of_days_before_1_ce_does_not_make_pyogrio_fail(live_server):
    many(range(0, FEW, 4))
    _, kinds, columns = read(f"{live_server.url}/ogc", "evidence")
    assert set(columns["year_from"]) == {-499}
    assert kinds["date_as_given"] == "object"
    assert set(columns["date_as_given"]) == {"“-0499-01-01”"}
    assert set(columns["date_edtf"]) == {"-0499-01-01/-0499-01-01"}


def test_pyogrio_reads_regions(server):
    placed, _, columns = read(server, "regions")
    assert columns["name"] == ["Bering", "Soyot"]
    assert all(placed)


def test_gdal_filters_by_box_and_by_columns(server):
    # GDAL writes these degrees with 16 decimals and with an exponent, and looks again itself.
    placed, _, _ = read(server, "evidence", bbox=(5.1, 0.00001, 60.1, 50))
    assert 0 < len(placed) < FEW / 2
    _, _, columns = read(server, "evidence", where="year_from = -499")
    assert Counter(columns["year_from"]) == {-499: FEW // 4}
    _, _, columns = read(server, "evidence", where="type = 'artifact'")
    assert Counter(columns["type"]) == {"artifact": FEW // 2}


def test_owslib_reads_everything(server):
    api = Features(server)
    assert api.feature_collections() == ["evidence", "regions"]
    assert api.api()["openapi"] == "3.0.3"
    assert api.conformance()["conformsTo"]
    assert api.collection("evidence")["itemType"] == "feature"
    schema = api.collection_schema("evidence")["properties"]["properties"]
    assert schema["properties"]["year_from"]["type"] == "integer"
    page = api.collection_items("evidence", bbox=[98, 51, 103, 54], datetime_="1904-01-01/..")
    assert page["numberReturned"] == min(50, page["numberMatched"])
    first = page["features"][0]
    assert api.collection_item("evidence", first["id"])["properties"] == first["properties"]
    assert seen_by(api) == FEW


def seen_by(api):
    """How many different features OWSLib finds by following the links to the last page."""
    page, found = api.collection_items("evidence"), set()
    while True:
        found |= {feature["id"] for feature in page["features"]}
        following = [link["href"] for link in page["links"] if link["rel"] == "next"]
        if not following:
            return len(found)
        params = dict(parse_qsl(urlsplit(following[0]).query))
        page = api.collection_items("evidence", **params)
