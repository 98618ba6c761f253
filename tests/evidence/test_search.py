"""Search answers every question as a plain loop over all records does."""

from collections import Counter
from dataclasses import replace

import pytest
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidence.search import Box, Query, century, search
from evidence.vocabulary import EvidenceType
from tests.evidence import search_corpus as corpus

pytestmark = pytest.mark.django_db

longitudes = st.one_of(
    st.sampled_from([*map(float, corpus.LONGITUDES), 180.0, 110.0, -160.0, 15.0]),
    st.integers(-180_000, 180_000).map(lambda n: n / 1000),
)
latitudes = st.one_of(
    st.sampled_from([*map(float, corpus.LATITUDES), 80.0, 10.0, 70.0]),
    st.integers(-90_000, 90_000).map(lambda n: n / 1000),
)
years = st.one_of(st.none(), st.sampled_from([-1_000_000, -301, *corpus.YEARS, 1_000_000]))
choices = st.sampled_from([None, "include", "exclude", "only"])
CONCEPTS = ["leap", "check", "citadel", "pass"]  # no ruleset here has the last one
TEXTS = [
    "",
    "ROOK",
    "satranj",
    "elephant dice",
    "strasse",
    "ring",
    "rings",
    '"ring"',
    "ring*",
    "el* ro*",
    "象",
    "murray",
    "xyz",
]


@st.composite
def boxes(draw):
    south, north = sorted((draw(latitudes), draw(latitudes)))
    return Box(draw(longitudes) + 0.0, south + 0.0, draw(longitudes) + 0.0, north + 0.0)


@st.composite
def polygons(draw):
    """A quarter turn of corners round a middle, so that the border never crosses itself."""
    x, y = draw(st.integers(-180, 180)), draw(st.integers(-60, 60))
    corners = [
        (x + dx * draw(st.integers(1, 80)), y + dy * draw(st.integers(1, 30)))
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
    ]
    return tuple((float(longitude), float(latitude)) for longitude, latitude in corners)


@st.composite
def queries(draw):
    first, last = draw(years), draw(years)
    if first is not None and last is not None:
        first, last = sorted((first, last))
    return Query(
        box=draw(st.one_of(st.none(), boxes())),
        polygon=draw(st.one_of(st.just(()), polygons())),
        region=draw(st.sampled_from([None, None, None, *corpus.SHAPES])),
        year_from=first,
        year_to=last,
        types=tuple(draw(st.sets(st.sampled_from(EvidenceType.values), max_size=3))),
        games=tuple(draw(st.sets(st.sampled_from(corpus.GAMES), max_size=2))),
        rulesets=tuple(draw(st.sets(st.sampled_from(list(corpus.CONCEPTS)), max_size=2))),
        concepts=tuple(draw(st.sets(st.sampled_from(CONCEPTS), max_size=2))),
        confidence_min=draw(st.sampled_from([None, None, 0, 50, 100])),
        q=draw(st.sampled_from(TEXTS)),
        undated=draw(choices),
        unlocated=draw(choices),
    )


@pytest.fixture
def cases():
    made = corpus.generated()
    corpus.store(made)
    return made


def found(query):
    return search(query).pks()


def check(cases, query):
    wanted = corpus.expected(cases, query)
    results = search(query)
    assert found(query) == wanted
    assert results.count == len(wanted)
    for field in ("undated", "unlocated"):
        more = set(corpus.expected(cases, replace(query, **{field: "include"}))) - set(wanted)
        only_asked = getattr(query, field) != "only"
        assert getattr(results, f"{field}_left_out") == (len(more) if only_asked else 0), field


def sample_queries():
    """One question a filter, and the pairs that trip over each other most easily."""
    pacific = Box(170.0, -90.0, -170.0, 90.0)
    tiny = Box(100.0, -5.0, 100.0, -5.0)
    yield from (Query(), Query(box=pacific), Query(box=tiny), Query(box=Box(-180, -90, 180, 90)))
    yield from (Query(box=Box(100, 0, 180, 90)), Query(box=Box(180, -90, -180, 90)))
    yield from (Query(box=Box(20, 80, 30, 90)), Query(box=Box(-180, -90, -180, 90)))
    yield from (Query(box=Box(10.1, 10.1, 20, 20)), Query(box=Box(10, 10, 20, 20)))
    between = [(-180, -4.9999995, 180, -4.9), (-180, -6, 180, -5.0000005), (1e-7, -89, 4, 89)]
    yield from (Query(box=Box(*corners)) for corners in between)
    yield from (Query(region=slug) for slug in corpus.SHAPES)
    yield from (Query(types=(name,)) for name in EvidenceType.values)
    yield from (Query(games=(name,)) for name in corpus.GAMES)
    yield from (Query(q=text) for text in TEXTS)
    yield from (Query(rulesets=("old",)), Query(rulesets=("old", "new")))
    yield from (Query(concepts=(slug,)) for slug in CONCEPTS)
    yield from (Query(concepts=("check", "citadel")), Query(concepts=("leap",), rulesets=("new",)))
    yield from (Query(confidence_min=0), Query(confidence_min=99))
    yield from (Query(year_from=year, year_to=year) for year in corpus.YEARS)
    yield from (Query(year_to=-300), Query(year_from=1900))
    for choice in ("include", "exclude", "only"):
        yield from (Query(undated=choice), Query(unlocated=choice))
        yield Query(box=pacific, unlocated=choice, undated=choice, year_from=-400, year_to=-300)
        yield Query(region="bering", unlocated=choice, year_to=0)
        yield Query(region="plain", box=tiny, unlocated=choice)


def test_each_filter_finds_what_a_loop_over_all_records_finds(cases):
    for query in sample_queries():
        check(cases, query)


def test_every_filter_finds_something_and_leaves_something_out(cases):
    everything = len(cases)
    for query in (
        Query(box=Box(170.0, -90.0, -170.0, 90.0)),
        Query(region="bering"),
        Query(year_from=-399, year_to=-300),
        Query(types=("artifact",)),
        Query(games=("senet",)),
        Query(rulesets=("old",)),
        Query(concepts=("citadel",)),
        Query(confidence_min=50),
        Query(q="satranj"),
        Query(undated="only"),
        Query(unlocated="only"),
    ):
        assert 0 < search(query).count < everything, query


def test_any_combination_finds_what_a_loop_over_all_records_finds(cases):
    @settings(max_examples=30, suppress_health_check=list(HealthCheck))
    @given(queries())
    def combination(query):
        check(cases, query)

    combination()


def test_facets_count_each_matching_record(cases):
    for query in sample_queries():
        matching = [case for case in cases if corpus.fits(case, query)]
        facets = search(query).facets
        assert facets["type"] == Counter(case.type for case in matching)
        assert facets["game"] == Counter(case.game for case in matching)
        regions = Counter(slug for case in matching for slug in case.regions or [""])
        assert facets["region"] == regions
        rulesets = Counter(slug for case in matching for slug in case.rulesets or [""])
        assert facets["ruleset"] == rulesets
        concepts = Counter(slug for case in matching for slug in case.concepts or [""])
        assert facets["concept"] == concepts


def test_a_century_counts_what_its_years_find(cases):
    query = Query(games=("senet", "shatranj"))
    counts = search(query).facets["century"]
    assert counts.pop("") == search(replace(query, undated="only")).count
    assert "-4" in counts and "0" not in counts and "12" in counts
    for name, count in counts.items():
        number = int(name)
        first = 100 * (number - 1) + 1 if number > 0 else 100 * number + 1
        years = replace(query, year_from=first, year_to=first + 99)
        assert search(years).count == count, name


def test_lists_end_with_what_is_of_the_years_only_by_an_unknown_end(cases):
    for query in (Query(year_to=-350), Query(year_from=1500), Query(year_from=-50, year_to=50)):
        last = {case.pk for case in cases if only_possibly(case, query)}
        for ordering in ("-added", "year_from", "-year_to"):
            results = search(replace(query, ordering=ordering))
            listed, pks = results.listed(0, results.count), results.pks()
            assert [pk for pk in pks if results.is_possibly(pk)] == listed[
                len(listed) - len(last) :
            ]
            assert listed == sorted(pks, key=last.__contains__)
            assert results.possibly.count == len(last & set(pks)) == len(last) > 0
            assert results.listed(3, 4) == listed[3:7]


def only_possibly(case, query):
    """Whether what is known of a matching case lies beside the years asked for."""
    if case.undated or not corpus.fits(case, query):
        return False
    begun = query.year_to is not None and case.year_from is None and case.year_to > query.year_to
    return begun or (
        query.year_from is not None and case.year_to is None and case.year_from < query.year_from
    )


def test_centuries_have_no_zero():
    numbers = [century(year) for year in (1140, 1200, 101, 100, 1, 0, -99, -100, -331)]
    assert numbers == [12, 12, 2, 1, 1, -1, -1, -2, -4]


def test_a_page_of_results_takes_few_questions(cases, django_assert_max_num_queries):
    results = search(Query(year_from=-400, year_to=1900, q="murray"))
    with django_assert_max_num_queries(8):
        assert results.count and results.facets and results.pks(0, 20)
        assert results.undated_left_out and not results.unlocated_left_out


def test_any_query_survives_its_address(cases):
    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(queries())
    def survives(query):
        address = QueryDict(mutable=True)
        for name, value in query.params():
            address.appendlist(name, value)
        assert Query.from_params(QueryDict(address.urlencode())) == query

    survives()


def test_a_form_sends_empty_fields(cases):
    assert Query.from_params(QueryDict("bbox=&q=+&type=&game=&undated=&year_from=")) == Query()
    asked = Query.from_params(
        QueryDict("game=senet&game=shodra&game=senet&view=map"), also=["view"]
    )
    assert asked == Query(games=("senet", "shodra"))
