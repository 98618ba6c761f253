"""Areas drawn for a place: read in the form, told to reviewers, regions once they are published."""

from __future__ import annotations

import json

import pytest

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.editing.curation import life
from evidence.editing.curation.areas import drawn_places
from evidence.editing.curation.contents import missing, read
from evidence.editing.curation.merging import merge
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.editing.curation.telling import compare
from evidence.editing.workflow.refusals import Refusal
from evidence.models import Evidence, RecordVersion, Region
from evidence.search import Box, Query, search
from evidence.storing import store
from tests.curation.pages import fields, words
from tests.curation.test_life import accepted, in_review

pytestmark = pytest.mark.django_db
DRAWN = {"type": "Polygon", "coordinates": [[[28, 40], [30, 40], [30, 42], [28, 42], [28, 40]]]}
WORLD = {"type": "Polygon", "coordinates": [[[20, 30], [50, 30], [50, 50], [20, 50], [20, 30]]]}
THRACE = {"name": "Thrace", "shape": DRAWN}


@pytest.fixture
def west_asia(db):
    return Region.objects.create(slug="west-asia", name="West Asia", kind="world", shape=WORLD)


def faults(content):
    return [(each.field, each.said) for each in missing(content)]


def test_an_area_written_as_text_is_read_and_what_is_none_stays_to_be_mended(content):
    content["places"] = [{"name": "Thrace", "outline": json.dumps(DRAWN)}]
    (row,) = read(content)["places"]
    assert sorted(map(tuple, row["shape"]["coordinates"][0])) == [
        (28, 40), (28, 40), (28, 42), (30, 40), (30, 42),
    ]  # fmt: skip
    assert "outline" not in row
    assert missing(read(content)) == []
    content["places"] = [{"name": "Thrace", "outline": "round here"}]
    (row,) = read(content)["places"]
    assert row["outline"] == "round here"
    ((field, said),) = faults(read(content))
    assert (field, "not JSON" in said) == ("places.0.outline", True)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"point": "41.0, 28.9"}, "places.0"),
        ({"region": "west-asia"}, "places.0"),
        ({"name": ""}, "places.0.name"),
    ],
)
def test_an_area_has_a_name_and_is_neither_point_nor_region(content, west_asia, more, field):
    content["places"] = [THRACE | more]
    assert [name for name, _said in faults(read(content))] == [field]


def test_a_shape_that_is_none_is_refused(content):
    for wrong in ({"type": "Point"}, [], "x", 7, {"type": "Polygon", "coordinates": [[1]]}):
        with pytest.raises(Refusal) as caught:
            read(content | {"places": [{"name": "Thrace", "shape": wrong}]})
        assert [each.field for each in caught.value.faults] == ["places.0.shape"]
    assert "places" not in read({"places": [{"shape": {}}]})


def test_a_published_area_is_a_region_of_its_own_record_alone(ada, bede, content, west_asia):
    inside = PlaceDraft("Byzantion", lat_u=41_000_000, lon_u=29_000_000)
    store(Draft("before", GameDraft("Dice"), places=(inside,)))
    record = accepted(ada, bede, content | {"places": [THRACE]}).identifier
    region = Region.objects.get(kind="drawn")
    assert (region.name, region.slug.startswith("drawn-thrace-")) == ("Thrace", True)
    assert region.note == f"Drawn by ada for the record {record}."
    published = Evidence.objects.get(identifier=record)
    assert published.places.get().region == region
    assert set(published.regions.all()) == {region, west_asia}
    assert RecordVersion.objects.get(identifier=record).content["places"] == [
        {"name": "Thrace", "region": region.slug}
    ]
    store(Draft("after", GameDraft("Dice"), places=(inside,)))
    for name in ("before", "after"):
        other = Evidence.objects.get(identifier=name)
        assert list(other.regions.all()) == [west_asia]
    assert search(Query(box=Box(28.1, 40.1, 28.2, 40.2))).pks() == [published.pk]
    assert search(Query(region=region.slug)).pks() == [published.pk]


def test_the_same_area_is_one_region_however_many_records_have_it(ada, bede, content):
    for title in ("One", "Two"):
        accepted(ada, bede, content | {"title": title, "places": [THRACE]})
    assert Region.objects.count() == 1
    accepted(ada, bede, content | {"places": [THRACE | {"name": "Thracia"}]})
    assert Region.objects.count() == 2


def test_an_area_that_is_not_published_makes_no_region(ada, bede, content):
    proposal = in_review(ada, content | {"places": [THRACE], "type": ""})
    with pytest.raises(Refusal):
        take("accept", proposal, number=1, person=bede)
    assert not Region.objects.exists()


def test_the_form_keeps_an_area_and_shows_a_published_one_by_its_name_and_shape(
    client, ada, bede, cato, content
):
    draft = life.begin(ada, content | {"places": [THRACE], "judged_by": "Murray"})
    client.force_login(ada)
    sent = fields(client.get(f"/curate/{draft.pk}/edit/"))
    assert json.loads(sent["places-0-outline"]) == draft.content["places"][0]["shape"]
    client.post(f"/curate/{draft.pk}/edit/", sent | {"deed": "send"})
    draft.refresh_from_db()
    assert (draft.number, draft.state) == (1, "review")
    client.force_login(bede)
    page = words(client.get(f"/curate/{draft.pk}/"))
    assert "area with the corners 40, 28; 40, 30; 42, 30; 42, 28" in page
    take("accept", draft, number=1, person=bede)
    Region.objects.create(slug="thrace", name="Thrace", kind="historical", shape=DRAWN)
    sent = fields(client.get(f"/evidence/{draft.identifier}/edit/"))
    slug = Region.objects.get(kind="drawn").slug
    assert "places-0-region" not in sent
    assert sent["places-0-name"] == "Thrace"
    assert json.loads(sent["places-0-outline"]) == draft.content["places"][0]["shape"]
    client.post(f"/evidence/{draft.identifier}/edit/", sent | {"deed": "save"})
    change = Proposal.objects.get(base=1)
    assert change.content["places"] == [{"name": "Thrace", "region": slug}]
    page = words(client.get(f"/curate/{change.pk}/"))
    assert f"Thrace · area drawn for it ({slug[-10:]})" in page
    sent |= {"number": change.number, "places-0-outline": json.dumps(WORLD), "deed": "save"}
    client.post(f"/curate/{change.pk}/edit/", sent)
    change.refresh_from_db()
    assert (sorted(change.content["places"][0]), change.number) == (["name", "shape"], 2)
    client.post("/curate/new/", {"places-0-region": "Thrace", "deed": "save"})
    assert Proposal.objects.latest("pk").content["places"] == [{"region": "thrace"}]


def test_what_is_written_wrong_is_told_beside_its_field_and_stays(client, ada):
    client.force_login(ada)
    sent = {"places-0-name": "Thrace", "places-0-outline": "<b>round", "deed": "save"}
    client.post("/curate/new/", sent)
    draft = Proposal.objects.get()
    html = client.get(f"/curate/{draft.pk}/edit/").content.decode()
    assert "&lt;b&gt;round" in html
    assert "This is not JSON" in html


def test_points_areas_and_regions_are_drawn_for_reviewers(content, west_asia):
    content["places"] = [THRACE, {"region": "west-asia"}, {"point": "41.5, -29.25"}, {"name": "?"}]
    drawn = drawn_places(read(content))
    assert [each["geometry"]["type"] for each in drawn["features"]] == [
        "Polygon",
        "Polygon",
        "Point",
    ]
    assert drawn["features"][1]["geometry"] == WORLD
    assert drawn["features"][2]["geometry"]["coordinates"] == [-29.25, 41.5]
    assert drawn_places({"places": [{"name": "?"}, {"region": "gone"}]}) is None
    assert drawn_places({}) is None


def test_of_two_areas_one_stands_whole(content):
    base = read(content | {"places": [THRACE]})
    other = {"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 1]]]}
    theirs = read(content | {"places": [THRACE | {"shape": other}]})
    yours = read(content | {"places": [THRACE | {"shape": WORLD}]})
    joined = merge(base, theirs, yours)
    assert joined.content["places"] == yours["places"]
    assert [clash.field for clash in joined.clashes] == ["places.0.shape", "places"]
    alone = merge(base, theirs, base)
    assert (alone.content["places"], alone.clashes) == (theirs["places"], [])


def test_areas_that_differ_are_told_apart(content):
    many = [[n / 10, (n % 7) / 10] for n in range(20)]
    one = {"type": "Polygon", "coordinates": [[*many, [1.9, -5], [0, -5]]]}
    other = {"type": "Polygon", "coordinates": [[*many, [1.9, -5], [0.1, -4], [0, -5]]]}
    before, after = (read({"places": [{"name": "A", "shape": shape}]}) for shape in (one, other))
    (field,) = compare(before, after)
    assert field.changed
    assert "corners from -5, 0 to 0.6, 1.9" in compare({}, after)[0].lines[0].pieces[0].text


def test_a_program_sends_the_shape_itself(client, ada, bede, content):
    from tests.api.programs import Program, begun

    eve = Program(client, "eve")
    pk = begun(eve, content | {"places": [THRACE]})
    told = eve("GET", f"proposals/{pk}/").json()
    assert told["content"]["places"][0]["shape"]["type"] == "Polygon"
    assert told["missing"] == []
    wrong = eve("POST", "proposals/", {"content": {"places": [{"shape": {"type": "Line"}}]}})
    error = wrong.json()["error"]
    assert (wrong.status_code, error["parameter"]) == (400, "places.0.shape")
