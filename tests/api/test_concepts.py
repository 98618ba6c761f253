"""/api/v1/concepts/, and records, rulesets and counts by them."""

import pytest
from django.conf import settings

from config.answer_cache.store import store as cache
from games.concepts import CONCEPTS
from games.models import Clause, Ruleset
from games.stored_concepts import store_concepts

CLAUSES = {
    "MateWithOiDraws": "attested", "MateWinsWithoutOi": "attested", "TargaSlides": "attested",
    "OtLeaps": "disputed", "StalemateDraws": "inferred",
}  # fmt: skip


@pytest.fixture
def concepts(ask):
    """The cast's Shodra with the text that ships and some clauses; asks below /api/v1/."""
    ruleset = Ruleset.objects.get(slug="shodra")
    ruleset.text = (settings.BASE_DIR / "fixtures" / "rulesets" / "shodra.lud").read_text()
    ruleset.save()
    for position, (name, status) in enumerate(CLAUSES.items(), 2):
        Clause.objects.create(
            ruleset=ruleset, name=name, position=position, title=name, status=status
        )
    store_concepts(ruleset)
    return ask


def test_the_vocabulary_with_what_each_word_means_and_counts(concepts):
    status, answer = concepts("concepts/")
    assert (status, answer["count"]) == (200, len(CONCEPTS))
    listed = {each["slug"]: each for each in answer["results"]}
    checkmate = listed["checkmate"]
    assert (checkmate["name"], checkmate["evidence_count"]) == ("Checkmate", 1)
    assert checkmate["meaning"].startswith("An attack on the king")
    assert checkmate["rulesets"] == ["shodra"]
    assert checkmate["evidence"] == "http://testserver/api/v1/evidence/?concept=checkmate"
    assert (listed["citadel"]["rulesets"], listed["citadel"]["evidence_count"]) == ([], 0)
    assert concepts("concepts/checkmate/") == (200, checkmate)
    counts = ("evidence_count", "disputed_count", "inferred_count")
    assert [
        [listed[slug][count] for count in counts]
        for slug in ("checkmate", "leap", "stalemate-draw", "two-square-leap", "citadel")
    ] == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1], [0, 0, 0]]


def test_an_unknown_concept_is_named(ask):
    status, answer = ask("concepts/fork/")
    assert (status, answer["error"]["message"]) == (404, "There is no concept “fork”.")


def test_a_ruleset_names_its_concepts_and_their_clauses(concepts):
    found = concepts("rulesets/shodra/")[1]["concepts"]
    assert {"slug": "leap", "name": "Leap", "clauses": ["OtLeaps"]} in found
    assert {"slug": "square-board", "name": "Board of rows and columns", "clauses": []} in found
    mate = {"slug": "checkmate", "name": "Checkmate"}
    assert {**mate, "clauses": ["MateWithOiDraws", "MateWinsWithoutOi"]} in found
    assert [each["name"] for each in found] == sorted(each["name"] for each in found)
    assert "concepts" not in concepts("rulesets/")[1]["results"][0]


@pytest.mark.parametrize(
    ("asked", "records"),
    [
        ("concept=slide", ["dlp-1408"]),
        ("concept=citadel", []),
        ("concept=citadel&concept=slide", ["dlp-1408"]),
        ("concept=leap&concept=stalemate-draw", []),
        ("concept=slide&game=senet", []),
    ],
)
def test_records_are_found_by_the_concepts_of_their_rules(concepts, asked, records):
    status, answer = concepts(f"evidence/?{asked}")
    assert status == 200
    assert [record["identifier"] for record in answer["results"]] == records


def test_records_are_counted_by_concept(concepts):
    counts = concepts("evidence/?facets=concept")[1]["facets"]["concept"]
    assert (counts["slide"], counts["none"]) == (1, 3)
    assert "citadel" not in counts


def test_a_concept_can_be_asked_for_everywhere_that_records_can(concepts, client):
    collection = client.get("/ogc/collections/evidence/items?concept=slide").json()
    assert [feature["id"] for feature in collection["features"]] == ["dlp-1408"]
    export = b"".join(client.get("/api/v1/export/?format=jsonl&concept=slide"))
    assert export.count(b"\n") == 1 and b"dlp-1408" in export
    assert client.get("/ogc/collections/evidence/items?concept=fork").status_code == 400
    assert concepts("cells/?concept=fork")[1]["error"]["parameter"] == "concept"


def test_lists_take_as_many_questions_for_many_as_for_one(
    concepts, client, django_assert_num_queries
):
    client.get("/api/v1/concepts/?limit=1")
    cache.clear()
    with django_assert_num_queries(5):  # one of them for the version of the cache
        client.get("/api/v1/concepts/?limit=1")
    with django_assert_num_queries(5):  # one of them for the version of the cache
        client.get("/api/v1/concepts/?limit=30")
