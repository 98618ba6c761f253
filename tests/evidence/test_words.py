"""Text search knows words, not spellings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.models import Citation, Evidence, Place, Quotation, SearchText, Source
from evidence.search.index import index_records
from evidence.words import forms, joined, wanted, words
from games.models import Game, GameAlias


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Šaṭranj al-Kabīr", ["satranj", "al", "kabir"]),
        ("ʿAin Ghazal", ["ain", "ghazal"]),
        ("'Ain Ghazal's", ["ain", "ghazal", "s"]),
        ("HNEFATAFL, Ærø", ["hnefatafl", "aero"]),
        ("Straße 12", ["strasse", "12"]),
        ("象棋 xiàngqí", ["象", "棋", "xiangqi"]),
        ("ⅷ ½", ["viii", "1", "2"]),
        ("…", []),
    ],
)
def test_words_are_plain(text, found):
    assert words(text) == found


def test_an_asterisk_asks_for_beginnings():
    assert wanted("shat* rook, shat* *") == ["shat*", "rook"]


def test_quotation_marks_ask_for_words_as_they_stand():
    assert wanted('two "Stone vase*" tombs') == ["two", '"stone"', "vase*", "tombs"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        *(("vase", "vases"), ("vases", "vase"), ("box", "boxes"), ("boxes", "box")),
        *(("city", "cities"), ("cities", "city"), ("Persia", "Persian"), ("Persian", "Persia")),
        *(("Persians", "Persia"), ("oar", "oars"), ("chess", "chess"), ("Ramses", "Ramses")),
        ("glasses", "glass"),
    ],
)
def test_a_word_is_found_in_singular_and_plural(asked, said):
    assert words(said)[0] in forms(wanted(asked)[0])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("chess", "ches"),
        ("go", "gos"),
        ("draw", "drawer"),
        ("16757", "167570"),
        ('"vase"', "vases"),
    ],
)
def test_other_words_are_no_forms_of_it(asked, said):
    assert said not in forms(wanted(asked)[0])


@given(st.text(max_size=60))
def test_any_query_is_understood_by_the_database(text):
    for word in wanted(text):
        assert word.strip('"') == forms(word)[0]


@given(st.text(max_size=60))
def test_a_text_holds_its_own_words(text):
    kept = joined([text]).split()
    assert set(words(text)) == set(kept)
    assert words(" ".join(kept)) == kept


@pytest.fixture
def senet():
    game = Game.objects.create(slug="senet", name="Senet", native_name="znt")
    GameAlias.objects.create(game=game, name="Game of Thirty Squares")
    record = Evidence.objects.create(
        identifier="dlp-7",
        portal_id="DLP.Evidence.7",
        game=game,
        title="Board from a tomb",
        rules="Two players.",
        content="A drawer for the pieces.",
        external_ids={"museum": "Cairo, JE 62059", "wikidata": None},
    )
    Quotation.objects.create(evidence=record, text="le jeu des trente cases", translator="Dupont")
    Place.objects.create(evidence=record, name="Thebes", as_given="Luxor")
    source = Source.objects.create(
        slug="piccione", citation="Piccione, P. (1990). Senet.", title="Historical development"
    )
    Citation.objects.create(evidence=record, source=source)
    index_records([record.pk])
    return record


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked",
    [
        *("tomb", "players", "drawer", "TRENTE", "dupont", "thebes", "luxor", "piccione"),
        *("development", "znt", "thirty squares", "DLP.Evidence.7", "dlp-7"),
        *("senet drawer dupont", "squ*", "s* d*"),
        *("62059", "drawers", "square player", '"two players"', '"squ*" tombs'),
    ],
)
def test_every_part_of_a_record_is_searched(senet, asked):
    assert SearchText.objects.filter(words__hold=wanted(asked)).get().evidence == senet


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked", ["draw", "senet chess", "quares", "sq*uares", "drawers*", '"drawers"', "6205", "none"]
)
def test_other_words_do_not_find_it(senet, asked):
    assert not SearchText.objects.filter(words__hold=wanted(asked)).exists()


@pytest.mark.django_db
def test_words_follow_the_record(senet):
    senet.rules = "Three players."
    senet.save()
    index_records([senet.pk])
    assert not SearchText.objects.filter(words__hold=["two"]).exists()
    assert SearchText.objects.filter(words__hold=["three"]).exists()
    senet.delete()
    assert not SearchText.objects.filter(words__hold=["three"]).exists()
