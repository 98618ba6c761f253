"""The demo corpus that ships with the project."""

import json
import re
from collections import Counter

import pytest
from django.db import transaction
from django.db.models import Q

from evidence.models import Citation, Evidence, Place, Region, RulesetLink, Source
from evidence.records.kin import leading
from evidence.vocabulary import CLOSED_TERMS, Vocabulary
from games.models import Game, GameAlias
from tests.demo import SHIPPED, store_demo

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shipped(django_db_setup, django_db_blocker):
    """The demo corpus, for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        store_demo()
        yield
        transaction.set_rollback(True)


def test_the_demo_corpus_holds_what_it_promises():
    assert Evidence.objects.count() == 313
    assert Evidence.objects.filter(identifier__startswith="demo-").count() == 304
    assert Evidence.objects.order_by("year_from").exclude(year_from=None)[0].year_from == -7049
    assert Evidence.objects.order_by("-year_to").exclude(year_to=None)[0].year_to == 2020
    assert Evidence.objects.filter(year_from=1993, year_to=None).count() == 3
    assert Evidence.objects.filter(year_from=None, year_to=None).count() == 0
    assert Game.objects.count() == 150
    assert not Game.objects.filter(description="").exists()
    assert not Evidence.objects.filter(confidence=None).exists()
    assert not Evidence.objects.filter(confidence_reason="").exists()


def test_shodra_has_the_region_of_a_people_and_no_invented_point():
    place = Evidence.objects.get(portal_id="DLP.Evidence.1408").places.get()
    assert (place.lat_u, place.lon_u, place.region.slug) == (None, None, "soyot")
    assert "Drawn by hand for this project" in place.region.note
    regions = set(place.evidence.regions.values_list("slug", flat=True))
    assert regions == {"soyot", "northern-asia", "asia"}


def test_every_record_of_a_known_part_of_the_world_has_a_point_or_an_area():
    nowhere = Evidence.objects.exclude(places__lat_u__isnull=False)
    nowhere = nowhere.exclude(places__region__isnull=False)
    assert set(nowhere.values_list("identifier", flat=True)) == {
        "davidson-chaturanga", "demo-057", "demo-077",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("identifier", "regions"),
    [
        ("demo-074", {"wales", "northern-europe", "europe"}),
        ("demo-105", {"england", "northern-europe", "europe"}),
        ("demo-138", {"finnmark", "northern-europe", "europe"}),
        ("demo-058", {"iran", "southern-asia", "asia"}),
        ("demo-120", {"kalmyk-steppe", "eastern-europe", "europe", "central-asia", "asia"}),
    ],
)
def test_records_of_a_country_are_found_by_the_regions_that_it_lies_in(identifier, regions):
    record = Evidence.objects.get(identifier=identifier)
    assert set(record.regions.values_list("slug", flat=True)) == regions


@pytest.mark.parametrize(
    ("identifier", "date"),
    [
        ("dlp-1408", "1900~/1913"),  # the portal has the year of Murray's book
        ("dlp-1191", "1335~/1353~"),  # the portal has the year of the writer's death
        ("dlp-2234", "1904-07-27"),
        ("demo-009", "-2199~/-1699~"),
        ("demo-021", "-0176"),  # November of a Babylonian year that began in spring
        ("demo-051", "0847/0861"),
        ("demo-165", "1927"),
    ],
)
def test_dates_say_what_is_known_and_no_more(identifier, date):
    assert Evidence.objects.get(identifier=identifier).date == date


def test_years_before_our_era_are_those_that_the_words_give():
    said = 0
    for record in Evidence.objects.filter(date_as_given__contains=" BCE"):
        for first, last in re.findall(r"(\d+)-(\d+) BCE", record.date_as_given):
            assert (record.year_from, record.year_to) == (1 - int(first), 1 - int(last)), record
            said += 1
    assert said > 10


def test_a_record_that_only_says_when_it_came_out_has_that_year():
    published = Evidence.objects.filter(date_as_given__startswith="Published ")
    assert published.count() > 15
    for record in published:
        assert record.date == record.date_as_given.split()[1].rstrip(";"), record


def test_locators_are_pages_of_what_is_cited_and_not_the_article_over_again():
    for citation in Citation.objects.exclude(locator="").select_related("source"):
        if citation.source.csl["type"] in ("article-journal", "chapter"):
            pages = re.sub(r"\D*(\d+)-(\d+).*", r"\1-\2", citation.locator)
            assert pages != citation.source.csl.get("page"), citation.source
            assert not re.match(r"\d+[ (,]|\d+$|no\. ", citation.locator), citation.source


def test_theses_and_preprints_are_no_books_and_articles():
    kinds = Counter(
        (source.csl["type"], source.csl["genre"]) for source in Source.objects.all()
        if source.csl.get("genre")
    )  # fmt: skip
    assert kinds == {
        ("thesis", "Doctoral dissertation"): 2,
        ("thesis", "Master's thesis"): 2,
        ("thesis", "PhD thesis"): 2,
        ("article", "Preprint"): 1,
    }
    assert not Source.objects.filter(citation__iregex="thesis|dissertation|preprint").exclude(
        csl__type__in=["thesis", "article"]
    )


def test_the_texts_speak_of_games_and_not_of_how_they_were_gathered():
    spoken = re.compile(r"\b(we|us|our|stored)\b", re.IGNORECASE)
    for record in Evidence.objects.all():
        told = f"{record.rules} {record.content} {record.confidence_reason} {record.date_as_given}"
        assert not spoken.search(told), record


@pytest.mark.parametrize(
    ("game", "alias"),
    [("Shatranj", "Byzantine chess"), ("Pachisi", "Chaupar"), ("Worra", "Oware")],
)
def test_the_name_of_one_game_is_no_alias_of_another(game, alias):
    assert not GameAlias.objects.filter(game__name=game, name=alias).exists()
    assert Game.objects.filter(Q(name=alias) | Q(aliases__name=alias)).exists()


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


def test_every_record_is_linked_as_its_line_says_or_says_why_it_is_not():
    lines = [
        json.loads(line)
        for path in sorted((SHIPPED / "corpus").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    links = {
        (link.evidence.identifier, link.ruleset.slug, link.relation)
        for link in RulesetLink.objects.select_related("evidence", "ruleset")
    }
    assert links == {
        (line["key"], slug, relation)
        for line in lines
        for slug, relation in line.get("rulesets", {}).items()
    }
    assert [record.identifier for record in leading().unexplained] == []
    assert not [line["key"] for line in lines if line.get("rulesets") and "no_ruleset" in line]


def test_one_source_is_one_row_however_many_records_rest_on_it():
    murray = Source.objects.filter(title__iexact="A History of Chess", year=1913)
    assert murray.count() == 1
    assert murray.get().citations.values("evidence").distinct().count() == 38
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
    assert implied.count() == 3
    for record in implied:
        assert record.terms.filter(
            vocabulary=Vocabulary.UNCERTAINTY, name="Written > 100 years after events"
        ).exists()
