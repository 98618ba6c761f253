"""Search over everything: names first, then words, whatever the spelling."""

from __future__ import annotations

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from evidence.drafts import CitationDraft, Draft, GameDraft, PlaceDraft
from evidence.models import Evidence, Region, Source
from evidence.search.lookup.answers import Answer, answer, suggestions
from evidence.search.lookup.asked import read
from evidence.search.lookup.current import current_index
from evidence.search.lookup.index import Index
from evidence.search.lookup.records import BY_INDEX, MOST_FOUND, OF_SOME, POSTGRESQL
from evidence.search.lookup.spelling import Spellings, errors, sound
from evidence.search.lookup.things import Kind, Thing
from evidence.storing import store
from games.models import Clause, Game, GameAlias, Ruleset
from tests.pages.conftest import SAYAN

WORDS = st.text("abcxyé", max_size=6)


@pytest.mark.parametrize(
    ("one", "other"),
    [("weiqi", "weichi"), ("xiangqi", "hsiangchi"), ("mancala", "mankala"), ("shogi", "shoghi")],
)
def test_one_word_by_two_systems_of_letters_sounds_the_same(one: str, other: str) -> None:
    assert sound(one) == sound(other)


@pytest.mark.parametrize(
    ("typed", "meant", "wrong"),
    [("shorda", "shodra", 1), ("senet", "senet", 0), ("senit", "senet", 1), ("sent", "senet", 1),
     ("sennet", "senet", 1), ("snt", "senet", 2), ("ur", "senet", 3)],
)  # fmt: skip
def test_errors_are_letters_wrong_missing_too_many_or_swapped(
    typed: str, meant: str, wrong: int
) -> None:
    assert errors(typed, meant, 2) == wrong


@given(WORDS, WORDS, st.integers(0, 6))
def test_errors_are_counted_as_by_the_whole_table(one: str, other: str, most: int) -> None:
    assert errors(one, other, most) == min(whole_table(one, other), most + 1)
    assert errors(one, other, most) == errors(other, one, most)


def whole_table(one: str, other: str) -> int:
    """The errors by the definition, without a bound."""
    table = {(-1, at): at + 1 for at in range(-1, len(other))}
    table |= {(at, -1): at + 1 for at in range(-1, len(one))}
    for a, letter in enumerate(one):
        for b, against in enumerate(other):
            ways = [
                table[a - 1, b] + 1,
                table[a, b - 1] + 1,
                table[a - 1, b - 1] + (letter != against),
            ]
            if a and b and one[a - 1 : a + 1] == against + other[b - 1]:
                ways.append(table[a - 2, b - 2] + 1)
            table[a, b] = min(ways)
    return table[len(one) - 1, len(other) - 1]


def test_the_likeliest_words_come_first_and_short_words_and_numbers_are_taken_as_they_stand() -> (
    None
):
    known = Spellings(["senet", "seneca", "shodra", "short", "1913", "go"])
    assert known.like("senat") == ["senet"]
    assert known.like("shorda") == ["shodra", "short"]
    assert known.like("1914") == []
    assert known.like("gi") == []


def test_a_query_is_bounded_and_small_words_are_passed_over_unless_there_is_nothing_else() -> None:
    assert [word.typed for word in read("The rules of the game of chess").words] == ["chess"]
    assert [word.typed for word in read("The Game").words] == ["the", "game"]
    assert len(read(" ".join(f"word{n}" for n in range(100))).words) == 12


def thing(kind: Kind, *names: str, text: str = "") -> Thing:
    return Thing(kind, names[0], names, f"/{names[0]}/", text=text)


def found(index: Index, text: str) -> list[str]:
    hits, _counts = index.search(read(text))
    return [hit.thing.name for hit in hits]


def test_whole_names_stand_before_beginnings_before_words_of_names_before_texts() -> None:
    index = Index([
        thing(Kind.CLAUSE, "Mate", text="as in senet, senet and senet"),
        thing(Kind.CLAUSE, "Check", text=f"once in senet {'and much else ' * 40}"),
        thing(Kind.SOURCE, "On the game of senet"),
        thing(Kind.RULESET, "Senet of Kendall"),
        thing(Kind.GAME, "Senet", "znt"),
        thing(Kind.GAME, "Go"),
    ])  # fmt: skip
    everything = ["Senet", "Senet of Kendall", "On the game of senet", "Mate", "Check"]
    assert found(index, "senet") == everything
    assert found(index, "ZNT") == ["Senet"]
    assert found(index, "senet mate") == ["Mate"]


def test_a_name_is_found_however_it_is_parted() -> None:
    index = Index([thing(Kind.GAME, "Tawl-bwrdd"), thing(Kind.GAME, "Go", "Weiqi")])
    assert found(index, "tawlbwrdd") == ["Tawl-bwrdd"]
    assert found(index, "wei-qi") == ["Go"]


@pytest.fixture
def corpus(db: None) -> None:
    """A few things of each kind."""
    go = Game.objects.create(slug="go", name="Go", native_name="圍棋", category="space")
    GameAlias.objects.create(game=go, name="Weiqi")
    Game.objects.create(slug="draughts", name="Draughts")
    oware = Game.objects.create(slug="oware", name="Oware")
    rules = Ruleset.objects.create(slug="wari", game=oware, name="Wari of Bennett", text="x")
    Clause.objects.create(
        ruleset=rules, name="Sow", position=0, title="Sowing", text="Pebbles, one by one.",
        status="attested",
    )  # fmt: skip
    Region.objects.create(slug="soyot", name="Soyot", kind="cultural", shape=SAYAN)
    csl = {"type": "book", "author": [{"family": "Shaw", "given": "Ann"}], "title": "Play"}
    Source.objects.create(slug="shaw", citation="Shaw, A. 1900. Play.", csl=csl, title="Play")
    store(
        Draft(
            "board", GameDraft("Go"), title="A marble board", rules="Pebbles lie on its points.",
            places=(PlaceDraft("Uig, Lewis"),), citations=(CitationDraft("Shaw, A. 1900. Play."),),
        )
    )  # fmt: skip


def shown(given: Answer) -> list[tuple[str, str]]:
    """Kind and name of each entry."""
    return [
        (each.kind, each.hit.thing.name if each.hit else Evidence.objects.get(pk=each.record).title)
        for each in given.entries
    ]


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("圍棋", "game", "Go"),
        ("weiqi", "game", "Go"),
        ("wei ch'i", "game", "Go"),
        ("baduk", "game", "Go"),
        ("checkers", "game", "Draughts"),
        ("draugths", "game", "Draughts"),
        ("awale", "game", "Oware"),
        ("bennett", "ruleset", "Wari of Bennett"),
        ("soyot", "region", "Soyot"),
        ("uig", "place", "Uig, Lewis"),
        ("Ann Shaw", "person", "Ann Shaw"),
        ("play shaw", "person", "Ann Shaw"),
        ("sowing", "clause", "Sowing"),
        ("marble", "record", "A marble board"),
        ("promotoin marble", "record", "A marble board"),
        ("ludeme", "term", "ludeme"),
    ],
)
def test_every_kind_of_thing_is_found(text: str, kind: str, name: str) -> None:
    assert shown(answer(text))[0] == (kind, name)


@pytest.mark.usefixtures("corpus")
def test_things_and_records_stand_in_one_order_and_are_counted_by_kind() -> None:
    given = answer("pebbles")
    assert {name for _kind, name in shown(given)} == {"Sowing", "A marble board"}
    assert given.counts == {"record": 1, "clause": 1}
    assert [kind for kind, _name in shown(answer("pebbles", Kind.CLAUSE))] == ["clause"]


@pytest.mark.usefixtures("corpus")
def test_what_was_meant_is_said() -> None:
    given = answer("draugths")
    assert given.corrected
    assert given.asked.text == "draughts"
    assert not answer("draughts").corrected
    assert answer("marble zzzzzz").left_out == ["zzzzzz"]
    assert not answer("zzzzzz").count


@pytest.mark.usefixtures("corpus")
def test_suggestions_go_on_from_what_is_typed() -> None:
    def names(text: str) -> list[str]:
        return [each.hit.thing.name if each.hit else str(each.record) for each in suggestions(text)]

    assert names("drau") == ["Draughts"]
    assert names("wei") == ["Go"]
    assert names("draugths") == ["Draughts"]
    assert names("a marb") == [str(Evidence.objects.get().pk)]
    assert names("d") == names("") == names("…") == []


@pytest.mark.usefixtures("corpus")
def test_of_very_many_records_whole_words_alone_suggest_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("evidence.search.lookup.records.MANY", 0)
    assert [each.kind for each in suggestions("marb")] == []
    assert [each.kind for each in suggestions("marble")] == ["record"]


@pytest.mark.usefixtures("corpus")
def test_what_is_written_is_found_at_once() -> None:
    before = current_index()
    assert current_index() is before
    GameAlias.objects.create(game=Game.objects.get(slug="draughts"), name="Zamma")
    assert shown(answer("zamma")) == [("game", "Draughts")]
    Game.objects.filter(slug="draughts").update(name="Dama")
    assert shown(answer("zamma")) == [("game", "Dama")]


@pytest.mark.parametrize("of_some", [OF_SOME, " AND evidence_id < 0 LIMIT %s"])
def test_of_very_many_records_some_are_ranked_and_the_rest_is_said_to_exist(
    db: None, monkeypatch: pytest.MonkeyPatch, of_some: str
) -> None:
    monkeypatch.setattr("evidence.search.lookup.records.MOST_FOUND", 3)
    monkeypatch.setattr("evidence.search.lookup.records.OF_SOME", of_some)
    assert MOST_FOUND == 500
    for n in range(5):
        store(Draft(f"record-{n}", GameDraft("Nard"), title=f"Unicorn {n}"))
    given = answer("unicorn")
    assert given.more
    assert given.counts == {"record": 3}


@pytest.mark.postgresql
def test_words_of_one_record_in_sixteen_have_an_index(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(BY_INDEX)
        cursor.execute("EXPLAIN " + POSTGRESQL + OF_SOME, ["'unicorn'", 3])
        assert "evidence_searchtext_gin_some" in str(cursor.fetchall())
