"""A recorded game is its moves and its throws."""

from __future__ import annotations

import pytest

from games.engine.play.chance import Chance
from games.engine.play.game import Game, Ply, PlyError
from games.engine.play.record import RecordError, digest, read, replayed, written
from games.engine.play.traces import board_words
from tests.engine.test_back_ends import compiled
from tests.engine.texts import CROSSING, RACE, ROLLED_AFTER, TWO_WAYS

FIRST = "1. [3] Hand1-c1\n2. [1] Hand2-a1\n3. [2] c1-e1\n4. [2] a1-c1\n"
MARKED = RACE.replace("(dice d:3 num:1)", "(dice facesByDie:{{1 1 2 2}} num:1)")


def played(rules, seed: int, most: int = 60) -> Game:
    """A random game, its throws drawn from a seed."""
    game, chance = Game(rules), Chance(seed)
    while not game.machine.over and len(game.plies) < most:
        throw = chance.throw(game.machine.manifest.dice)
        asked = game.waits_for_throw()
        names = list(game.moves(throw if asked else ()))
        move = names[chance.below(len(names))]
        try:
            game.play(Ply(move, tuple(throw) if asked else ()))
        except PlyError:
            game.play(Ply(move, tuple(throw)))
    return game


def test_a_record_shows_throws_and_moves_and_is_replayed():
    rules = compiled(RACE)

    game = replayed(rules, read(rules.manifest, FIRST))

    assert board_words(game.machine) == ["2:Runner22", "4:Runner11", "10:Die1,s1"]
    assert written(rules.manifest, game.plies) == FIRST


@pytest.mark.parametrize("text", [RACE, MARKED, ROLLED_AFTER, CROSSING])
@pytest.mark.parametrize("seed", [3, 40])
def test_a_game_that_was_written_and_read_leads_to_the_same_position(text, seed):
    rules = compiled(text)
    game = played(rules, seed)

    again = replayed(rules, read(rules.manifest, written(rules.manifest, game.plies)))

    assert again.machine.position == game.machine.position
    assert len(game.plies) > 4


def test_a_face_that_shares_its_value_is_told_from_the_first():
    manifest = compiled(MARKED).manifest
    text = "1. [1] a1-b1\n2. [1#2] a1-b1\n3. [2] a1-b1\n4. [2#2] a1-b1\n"

    assert [ply.throw for ply in read(manifest, text)] == [(0,), (1,), (2,), (3,)]
    assert written(manifest, read(manifest, text)) == text


def test_another_throw_or_move_or_ruleset_is_another_digest():
    texts = [FIRST, FIRST.replace("[3]", "[2]"), FIRST.replace("c1-e1", "pass")]

    found = {digest(rules, text) for rules in ("0" * 64, "1" * 64) for text in texts}

    assert len(found) == 6
    assert digest("", FIRST) == digest("", "".join(FIRST))


FAULTS = {
    "1. Hand1-c1": "line 1: Hand1-c1: the rules ask for a throw",
    "1. [2] Hand1-c1": "line 1: [2] Hand1-c1: Hand1-c1 is not legal; legal are Hand1-b1",
    "1. [4] Hand1-c1": 'line 1: "4" is no face of this die: it has 1, 2, 3',
    "1. [3#2] Hand1-c1": 'line 1: "3#2" is no face of this die: it has 1, 2, 3',
    "1. [six] Hand1-c1": 'line 1: "six" is no face of this die: it has 1, 2, 3',
    "1. [3 1] Hand1-c1": "line 1: [3 1] is not a throw of 1 dice",
    "2. [3] Hand1-c1": "line 1: this is ply 1, not 2",
    "[3] Hand1-c1": 'line 1: "[3] Hand1-c1" is no ply: write it as 1. [3 5] a1-b1',
    "1. [3] Hand1-c1\n\n": 'line 2: "" is no ply: write it as 1. [3 5] a1-b1',
}


@pytest.mark.parametrize(("text", "message"), FAULTS.items())
def test_a_record_with_a_fault_is_refused_naming_the_line(text, message):
    rules = compiled(RACE)

    with pytest.raises(RecordError) as refused:
        replayed(rules, read(rules.manifest, text))

    assert str(refused.value) == message


def test_a_throw_that_the_rules_do_not_ask_for_is_refused_and_nothing_is_played():
    game = Game(compiled(CROSSING))
    before = game.machine.position
    move = next(iter(game.moves()))

    with pytest.raises(PlyError, match="the rules ask for no throw"):
        game.play(Ply(move, (1,)))

    assert (game.machine.position, game.plies) == (before, [])
    game.play(Ply(move))


def test_nothing_is_played_after_the_end():
    game = played(compiled(RACE), 3)
    assert game.machine.over

    with pytest.raises(PlyError, match="the game is over"):
        game.play(Ply("pass"))


def test_moves_that_are_written_alike_are_numbered_by_where_they_lead():
    game = Game(compiled(TWO_WAYS))

    assert list(game.moves()) == ["a1-b1 (1)", "a1-b1 (2)"]
    game.play(Ply("a1-b1 (2)"))

    assert board_words(game.machine) == ["1:Disc1", "8:Disc2"]


def test_too_many_plies_are_refused():
    text = "".join(f"{n}. [1] pass\n" for n in range(1, 10_002))

    with pytest.raises(RecordError, match="a record has 10,000 plies at most"):
        read(compiled(RACE).manifest, text)


def test_line_ends_of_another_system_mean_the_same():
    manifest = compiled(RACE).manifest

    assert read(manifest, FIRST.replace("\n", "\r\n")) == read(manifest, FIRST)
    assert read(manifest, FIRST.rstrip("\n")) == read(manifest, FIRST)
