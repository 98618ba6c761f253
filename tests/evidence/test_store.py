"""A draft becomes rows once, and only what differs is ever written again."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from evidence.drafts import CitationDraft, Draft, GameDraft, PlaceDraft, QuotationDraft
from evidence.models import Citation, CorpusChange, Evidence, Place, Quotation, Region, Source, Term
from evidence.records.stored import as_draft, fields
from evidence.search import Box, Query, search
from evidence.storing import StoreError, store
from games.models import Game, Ruleset

pytestmark = pytest.mark.django_db

MURRAY = CitationDraft(
    "Murray, H. J. R. 1913. A History of Chess. London: Oxford University Press.",
    locator="372",
    csl={
        "type": "book",
        "author": [{"family": "Murray", "given": "H. J. R."}],
        "issued": {"date-parts": [[1913]]},
        "title": "A History of Chess",
    },
)
FISKE = CitationDraft("Fiske, W. 1905. Chess in Iceland. Florence.")

DABLOT = Draft(
    identifier="test-dablot",
    portal_id="DLP.Evidence.900001",
    game=GameDraft("Dablot", category="war", aliases=("Dablut",)),
    title="A board of bark",
    type="ethnography",
    date="-0331/-0321",
    date_as_given="332 to 322 BCE",
    rules="Two sides of thirty.",
    content="A board cut in bark.",
    confidence=80,
    confidence_reason="Seen by two people.",
    judged_by="A curator",
    places=(
        PlaceDraft(name="Jokkmokk", as_given="Jokkmokk", lat_u=66_600_000, lon_u=19_800_000),
        PlaceDraft(name="Sápmi", as_given="Sápmi", certainty="probable"),
    ),
    citations=(MURRAY, FISKE),
    quotations=(QuotationDraft("They leap.", "en", citation=1, as_cited="Fiske 1905: 3."),),
    terms={"age": ("Adult", "Child"), "status": ("Herders",)},
    external_ids={"wikidata": "Q1"},
    checked_against=("https://example.org/board",),
)


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Every row that storing may touch."""
    models = (Evidence, Place, Citation, Quotation, Source, Term, Game, CorpusChange)
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}


def test_a_new_record_holds_everything_the_draft_says() -> None:
    change = store(DABLOT)
    record = Evidence.objects.get(identifier="test-dablot")
    assert change.action == "created"
    assert fields(as_draft(record)) == fields(DABLOT)
    assert (record.year_from, record.year_to) == (-331, -321)
    assert record.day_to - record.day_from == 11 * 365 + 2 - 1
    assert record.quotations.get().citation.source.citation == FISKE.citation
    assert search(Query(box=Box(-180, -90, 180, 90))).pks() == [record.pk]


def test_storing_again_changes_nothing() -> None:
    store(DABLOT)
    before = rows()
    for update in (True, False):
        again = store(DABLOT, update=update)
        assert (again.action, again.fields, again.kept) == ("unchanged", {}, {})
    assert rows() == before


def test_a_dry_run_tells_what_would_change_and_changes_nothing() -> None:
    before = rows()
    assert store(DABLOT, dry_run=True).action == "created"
    assert rows() == before
    store(DABLOT)
    before = rows()
    other = replace(DABLOT, confidence=0, game=replace(DABLOT.game, origin="Sápmi"))
    change = store(other, dry_run=True)
    assert change.fields == {"confidence": (80, 0), "game.origin": ("", "Sápmi")}
    assert rows() == before


def test_only_what_differs_is_told_and_written() -> None:
    store(DABLOT)
    pk = Place.objects.get(name="Sápmi").pk
    change = store(replace(DABLOT, confidence=0, date="11XX", places=DABLOT.places[:1]))
    assert change.action == "changed"
    assert change.fields == {
        "confidence": (80, 0),
        "date": ("-0331/-0321", "11XX"),
        "places": (DABLOT.places, DABLOT.places[:1]),
    }
    record = Evidence.objects.get()
    assert (record.confidence, record.year_from, record.year_to) == (0, 1100, 1199)
    assert not Place.objects.filter(pk=pk).exists()


def test_what_a_draft_does_not_say_is_not_emptied() -> None:
    store(DABLOT)
    before = rows()
    silent = Draft(identifier="test-dablot", game=GameDraft("Dablot"))
    assert store(silent).action == "unchanged"
    assert rows() == before


def test_filling_keeps_what_a_curator_wrote_and_says_so() -> None:
    store(replace(DABLOT, rules="", quotations=(), terms={"age": ("Elder",)}))
    offered = replace(DABLOT, title="Another title")
    change = store(offered, update=False)
    assert set(change.fields) == {"rules", "quotations", "terms.status"}
    assert change.kept == {
        "title": ("A board of bark", "Another title"),
        "terms.age": (("Elder",), ("Adult", "Child")),
    }
    record = Evidence.objects.get()
    assert (record.title, record.rules) == ("A board of bark", "Two sides of thirty.")
    assert store(offered, update=False).action == "unchanged"


def test_filling_another_game_keeps_the_record_where_it_is() -> None:
    store(DABLOT)
    change = store(replace(DABLOT, game=GameDraft("Tablut", origin="x")), update=False)
    assert change.kept == {"game": ("Dablot", "Tablut")}
    assert not Game.objects.filter(name="Tablut").exists()
    store(replace(DABLOT, game=GameDraft("Tablut")))
    assert Evidence.objects.get().game.name == "Tablut"


def test_a_quotation_finds_its_source_among_citations_that_were_kept() -> None:
    store(replace(DABLOT, citations=(FISKE,), quotations=()))
    store(DABLOT, update=False)
    assert Quotation.objects.get().citation.source.citation == FISKE.citation


def test_a_quotation_keeps_its_source_when_citations_are_replaced() -> None:
    store(DABLOT)
    store(replace(DABLOT, citations=(FISKE, MURRAY), quotations=()))
    assert Quotation.objects.get().citation.source.citation == FISKE.citation
    store(replace(DABLOT, citations=(MURRAY,), quotations=()))
    assert Quotation.objects.get().citation is None


def test_one_source_is_one_row_however_it_is_spaced() -> None:
    store(DABLOT)
    spaced = CitationDraft(
        "Murray,  H. J. R. 1913.\nA History of Chess. London: Oxford University Press. "
    )
    store(
        replace(DABLOT, identifier="test-two", portal_id=None, citations=(spaced,), quotations=())
    )
    murray = Source.objects.get(slug="murray-1913-a-history-of-chess")
    assert (murray.title, murray.year) == ("A History of Chess", 1913)
    assert murray.citations.count() == 2
    assert Source.objects.count() == 2


def test_slugs_are_readable_and_unique() -> None:
    store(DABLOT)
    second = replace(MURRAY, citation="Murray, 1913, second printing")
    store(
        replace(
            DABLOT,
            citations=(second, CitationDraft("遊戯史"), CitationDraft("棋史")),
            quotations=(),
        )
    )
    assert set(Source.objects.values_list("slug", flat=True)) == {
        "murray-1913-a-history-of-chess",
        "murray-1913-a-history-of-chess-2",
        "fiske-w-1905-chess-in-iceland-florence",
        "source",
        "source-2",
    }


def test_the_fields_of_games_and_sources_are_only_filled() -> None:
    store(DABLOT)
    Game.objects.update(category="hunt", native_name="Dablo")
    Source.objects.filter(citation=MURRAY.citation).update(title="Curated")
    change = store(
        replace(
            DABLOT,
            game=GameDraft("Dablot", category="war", native_name="X", aliases=("Daablot",)),
            citations=(replace(MURRAY, csl={"title": "Other"}), FISKE),
        )
    )
    game = Game.objects.get()
    assert (game.category, game.native_name) == ("hunt", "Dablo")
    assert sorted(alias.name for alias in game.aliases.all()) == ["Daablot", "Dablut"]
    assert Source.objects.get(citation=MURRAY.citation).title == "Curated"
    assert change.fields == {"game.aliases": (None, ("Daablot",))}


def test_a_game_is_found_by_an_alias_that_only_it_has() -> None:
    store(DABLOT)
    store(replace(DABLOT, identifier="test-two", portal_id=None, game=GameDraft("Dablut")))
    assert Game.objects.count() == 1
    store(
        replace(
            DABLOT,
            identifier="test-3",
            portal_id=None,
            game=GameDraft("Tablut", aliases=("Dablut",)),
        )
    )
    store(replace(DABLOT, identifier="test-4", portal_id=None, game=GameDraft("Dablut")))
    assert set(Game.objects.values_list("slug", flat=True)) == {"dablot", "tablut", "dablut"}


def test_a_record_known_by_its_portal_id_keeps_its_identifier() -> None:
    store(DABLOT)
    change = store(replace(DABLOT, identifier="dlp-900001", confidence=5))
    assert (change.identifier, change.action) == ("test-dablot", "changed")
    assert Evidence.objects.get().identifier == "test-dablot"


def test_two_records_for_one_draft_are_refused() -> None:
    store(DABLOT)
    store(replace(DABLOT, identifier="test-two", portal_id="DLP.Evidence.900002"))
    with pytest.raises(StoreError, match="belong to two records: test-dablot and test-two"):
        store(replace(DABLOT, identifier="test-two"))
    with pytest.raises(StoreError, match=r"belongs to DLP\.Evidence\.900002, not DLP\.Evidence\.7"):
        store(replace(DABLOT, identifier="test-two", portal_id="DLP.Evidence.7"))


def test_a_term_brings_the_one_it_implies() -> None:
    store(replace(DABLOT, terms={"uncertainty": ("Written > 500 years after events",)}))
    assert {term.name for term in Evidence.objects.get().terms.all()} == {
        "Written > 100 years after events",
        "Written > 500 years after events",
    }


def test_who_added_a_record_is_noted_once() -> None:
    anna, bert = (User.objects.create_user(name) for name in ("anna", "bert"))
    store(DABLOT, user=anna)
    store(replace(DABLOT, confidence=1), user=bert)
    assert Evidence.objects.get().added_by == anna


def test_places_may_be_regions_and_rulesets_are_linked() -> None:
    shape = {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]}
    Region.objects.create(slug="soyot", name="Soyot", kind="cultural", shape=shape)
    store(DABLOT)
    Ruleset.objects.create(slug="bark", game=Game.objects.get(), name="Bark", kind="described")
    place = PlaceDraft(name="Soyot", region="soyot")
    linked = replace(DABLOT, places=(place,), rulesets={"bark": "describes"})
    assert set(store(linked).fields) == {"places", "rulesets.bark"}
    assert as_draft(Evidence.objects.get()).rulesets == {"bark": "describes"}
    change = store(replace(linked, rulesets={"bark": "contradicts"}))
    assert change.fields == {"rulesets.bark": ("describes", "contradicts")}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"type": "film"}, "test-dablot: type “film” is unknown: use one of rules-text, "),
        ({"confidence": 101}, "test-dablot: confidence 101 is out of range: 0 to 100"),
        ({"date": "1400/1300"}, "test-dablot: 1400/1300 runs backwards: write 1300/1400"),
        ({"terms": {"age": ("Old",)}}, "test-dablot: age “Old” is unknown: use one of Child, "),
        ({"terms": {"hue": ("Red",)}}, "test-dablot: vocabulary “hue” is unknown: use one of "),
        ({"rulesets": {"x": "describes"}}, "test-dablot: the ruleset “x” is not stored: store it"),
        ({"rulesets": {"x": "likes"}}, "test-dablot: relation “likes” to x: use one of describes"),
        ({"places": (PlaceDraft("X", region="x"),)}, "test-dablot: the region “x” is not stored"),
        ({"title": "x" * 301}, "test-dablot: evidence does not fit, title: Write at most"),
        ({"citations": (CitationDraft(" "),)}, "test-dablot: a citation has 1 to 2000 characters"),
        ({"game": GameDraft("")}, "test-dablot: the game has no name: give it one"),
        (
            {"quotations": (QuotationDraft("x", citation=2),)},
            "test-dablot: a quotation points at citation 2, which is not there",
        ),
    ],
)
def test_a_draft_that_cannot_be_stored_leaves_nothing_behind(
    wrong: dict[str, object], message: str
) -> None:
    before = rows()
    with pytest.raises(StoreError) as refused:
        store(replace(DABLOT, **{"quotations": (), **wrong}))
    assert str(refused.value).startswith(message)
    assert rows() == before
