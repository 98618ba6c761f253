"""The demo corpus that ships with the project."""

import json
import re
import time
from collections import Counter

import pytest
from django.conf import settings
from django.db import transaction

from evidence.importers.corpus import load_corpus
from evidence.models import Evidence, Place, Region, Source
from evidence.vocabulary import CLOSED_TERMS, Vocabulary
from games.models import Game, Ruleset

pytestmark = pytest.mark.django_db

SHIPPED = settings.BASE_DIR / "fixtures"
SEEDS = settings.BASE_DIR.parent / "shared" / "seeds"


@pytest.fixture(scope="module", autouse=True)
def shipped(django_db_setup, django_db_blocker):
    """The demo corpus, loaded once for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        start = time.monotonic()
        load_corpus(SHIPPED)
        yield time.monotonic() - start
        transaction.set_rollback(True)


def test_the_demo_corpus_loads_within_seconds_and_a_second_time_changes_nothing(shipped):
    assert shipped < 60
    assert not load_corpus(SHIPPED).changed


def test_the_demo_corpus_holds_what_it_promises():
    assert Evidence.objects.count() == 182
    assert Evidence.objects.filter(identifier__startswith="demo-").count() == 173
    assert Evidence.objects.order_by("year_from").exclude(year_from=None)[0].year_from == -6109
    assert Evidence.objects.order_by("-year_to").exclude(year_to=None)[0].year_to == 1955
    assert Evidence.objects.filter(year_from=1993, year_to=None).count() == 3
    assert Evidence.objects.filter(year_from=None, year_to=None).count() == 0
    assert Game.objects.count() == 113
    assert not Game.objects.filter(description="").exists()
    assert not Evidence.objects.filter(confidence=None).exists()
    assert not Evidence.objects.filter(confidence_reason="").exists()


def test_shodra_has_the_region_of_a_people_and_no_invented_point():
    place = Evidence.objects.get(portal_id="DLP.Evidence.1408").places.get()
    assert (place.lat_u, place.lon_u, place.region.slug) == (None, None, "soyot")
    assert "Drawn by hand for this project" in place.region.note
    regions = set(place.evidence.regions.values_list("slug", flat=True))
    assert regions == {"soyot", "northern-asia", "asia"}


@pytest.mark.parametrize(
    ("portal_id", "expected"),
    [
        ("DLP.Evidence.2234", (3_072_086, 101_518_394)),
        ("DLP.Evidence.1190", (33_321_156, 44_418_069)),
        ("DLP.Evidence.1191", (36_466_922, 52_351_122)),
    ],
)
def test_coordinates_are_those_of_the_portal(portal_id, expected):
    place = Place.objects.get(evidence__portal_id=portal_id)
    assert (place.lat_u, place.lon_u) == expected


def test_rulesets_are_linked_where_their_files_are():
    relations = {
        (ruleset.slug, link.evidence.identifier, link.relation)
        for ruleset in Ruleset.objects.all()
        for link in ruleset.evidence_links.select_related("evidence")
    }
    assert relations == {
        ("shodra", "dlp-1408", "describes"),
        ("shatranj-ar-rumiya-1140", "dlp-1190", "describes"),
        ("shatranj-ar-rumiya-1140", "dlp-1191", "mentions"),
        ("shatranj-ar-rumiya-1352", "dlp-1191", "describes"),
        ("main-chator", "dlp-2234", "describes"),
        ("chaturanga-davidson", "davidson-chaturanga", "describes"),
        ("ouk-chatrang", "ouk-chatrang", "describes"),
        ("kar-ouk", "kar-ouk", "describes"),
        ("rek", "rek", "describes"),
        ("min-rek-chanh", "min-rek-chanh", "describes"),
    }


def test_one_source_is_one_row_however_many_records_rest_on_it():
    murray = Source.objects.filter(title__iexact="A History of Chess", year=1913)
    assert murray.count() == 1
    assert murray.get().citations.values("evidence").distinct().count() == 17
    titles = Counter(
        (source.title.casefold(), source.year, str(source.csl.get("author")))
        for source in Source.objects.exclude(title="")
    )
    assert [title for title, times in titles.items() if times > 1] == []
    assert not Source.objects.filter(csl={}).exists()


def test_every_point_of_the_demo_corpus_lies_in_exactly_one_region_of_the_world():
    world = Region.Kind.WORLD
    for record in Evidence.objects.filter(places__lat_u__isnull=False).distinct():
        regions = record.regions.filter(kind=world).count()
        assert 1 <= regions <= record.places.count(), record.identifier
        assert record.regions.filter(kind=Region.Kind.CONTINENT).exists()


def test_every_closed_term_that_is_used_is_one_of_the_list():
    for record in Evidence.objects.prefetch_related("terms"):
        for term in record.terms.all():
            if term.vocabulary in CLOSED_TERMS:
                assert term.name in CLOSED_TERMS[term.vocabulary]
    implied = Evidence.objects.filter(terms__name="Written > 500 years after events")
    assert implied.count() == 2
    for record in implied:
        assert record.terms.filter(
            vocabulary=Vocabulary.UNCERTAINTY, name="Written > 100 years after events"
        ).exists()


RUN = 8
# What is quoted by its nature: references, coordinates as given, and rules as ludemes.
QUOTED = {"citation", "source", "as_given", "title", "shape"}


def words(text):
    return re.findall(r"\w+", text.lower())


def texts(value, key=""):
    if isinstance(value, str):
        if key not in QUOTED:
            yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from texts(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, key)


def runs(text):
    found = words(text)
    return {tuple(found[start : start + RUN]) for start in range(len(found) - RUN + 1)}


@pytest.mark.sources
def test_no_sentence_of_the_seeds_is_shipped():
    seeds = set().union(*(runs(path.read_text()) for path in SEEDS.glob("*.txt")))
    assert len(seeds) > 5000
    files = [path for path in SHIPPED.rglob("*.json*") if path.name != "regions.json"]
    assert files
    for path in files:
        lines = path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()]
        for line in lines:
            for text in texts(json.loads(line)):
                assert not runs(text) & seeds, path
