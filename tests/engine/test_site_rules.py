"""Rules that only the second design plays, behind the interface that pages know."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from games.play import (
    IllegalMove,
    LudemeError,
    Move,
    OptionError,
    Rules,
    RulesError,
    RulesStopped,
    UnreadableMove,
    load_rules,
)
from games.play.machine import Limits
from games.play.second import SecondPosition, SecondRules
from games.play.setups import begun_from
from games.play.showing import seen_at, shown, steps
from tests.engine import texts
from tests.engine.site_texts import ALL, HUNT, RACE, SOWING, THREE

NAMES = sorted(ALL)
BARE = """(game "Bare" (players 2) (equipment {(piece "Man" Each)})
    (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
KNIGHTS = """(game "Knights" (players 2)
    (equipment {(board (square 4))
        (piece "Knight" Each (move Leap {{F F R F}} (to if:(is Empty (to)))))})
    (rules (start (place "Knight1" 0)) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""


@lru_cache
def rules_of(text: str) -> Rules:
    return load_rules(text)


def opening(text: str) -> SecondPosition:
    start = rules_of(text).start()
    assert isinstance(start, SecondPosition)
    return start


def _move(label: str) -> Move:
    return Move(label, 0, 0, None, "HareLeaps", b"")


def random_plies(position: SecondPosition, seed: int, most: int = 60) -> list[str]:
    """A random game by the facade alone: the labels of its plies."""
    chance, labels = Random(seed), []
    while position.outcome is None and len(labels) < most:
        if position.needs_throw:
            dice = position.rules.manifest.dice
            position = position.with_throw(tuple(chance.randrange(len(d.faces)) for d in dice))
        move = chance.choice(list(position.legal_moves))
        labels.append(move.label)
        position = position.play(move)
    return labels


@pytest.mark.parametrize("name", NAMES)
def test_the_second_design_runs_what_the_first_refuses(name):
    rules = rules_of(ALL[name])
    start = rules.start()

    assert isinstance(rules, SecondRules)
    assert rules.design == 2
    assert start.ply == 0 and start.outcome is None
    assert rules.manifest()["format"] == "ashtapada-module"
    assert rules.module[:4] == b"\0asm"


def test_the_first_design_runs_what_it_compiles():
    assert load_rules(KNIGHTS).design == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_labels_replays_to_the_same_position(name):
    labels = random_plies(opening(ALL[name]), 7)
    first = list(steps(rules_of(ALL[name]), labels))
    again = list(steps(rules_of(ALL[name]), labels))

    assert len(first) == len(labels) > 3
    assert [str(after) for _, _, after in first] == [str(after) for _, _, after in again]
    assert [move.label for _, move, _ in first] == labels


def test_each_place_of_the_outcome_is_told():
    labels = random_plies(opening(THREE), 2)
    last = [*steps(rules_of(THREE), labels)][-1][2]

    assert last.outcome is not None
    assert last.outcome.clause in ("ThreeInARow", "BoardFull")
    assert sorted(last.outcome.ranking) == [1, 2, 3]
    assert last.outcome.ranking[last.outcome.winner - 1] == 1
    assert last.players == 3


def test_moves_and_endings_name_the_innermost_clause():
    start = opening(HUNT)
    assert {move.clause for move in start.legal_moves} == {"DogStep"}
    labels = random_plies(start, 3)
    plies = shown(rules_of(HUNT), labels)

    assert plies[0] == {("Pack", "effect")}
    assert plies[1] == {("DogStep", "allowed")}
    assert plies[2] >= {("HareStep", "allowed")}
    assert ("HareEscapes", "ended") in plies[-1] or ("HareCaught", "ended") in plies[-1]


def test_an_effect_is_seen_where_something_changed():
    position = opening(HUNT)
    for label in ("a1-a2", "c4-c3", "c1-c2", "c3-c1"):
        position = position.play(label)
    seen = {each.role: each for each in seen_at(rules_of(HUNT), position, _move("c3-c1"))}

    assert seen["effect"].clause == "Taken"
    assert [position.rules.manifest.names[site] for site in seen["effect"].sites] == ["c2"]


def test_dice_are_thrown_before_there_are_moves():
    start = opening(RACE)

    assert start.needs_throw and not start.legal_moves
    assert [m.label for m in start.with_throw((0, 1)).legal_moves] == ["[1 2] Hand1-c1"]
    assert start.play("[1 2] hand1-C1") == start.with_throw((0, 1)).play("[1 2] Hand1-c1")


@pytest.mark.parametrize(
    ("ply", "kind", "reason"),
    [
        ("Hand1-c1", IllegalMove, "the rules ask for a throw"),
        ("[1 2] Hand1-d1", IllegalMove, "is not legal; legal are @c1"),
        ("[1] Hand1-b1", UnreadableMove, "is not a throw of 2 dice"),
        ("[1 7] Hand1-b1", UnreadableMove, "is no face of this die"),
        ("", UnreadableMove, "is no ply"),
    ],
)
def test_a_ply_that_the_rules_do_not_allow_is_refused_with_the_reason(ply, kind, reason):
    with pytest.raises(kind, match="with player 1 to move") as refused:
        opening(RACE).play(ply)
    assert reason in str(refused.value)


def test_a_refusal_says_the_move_once():
    position = opening(RACE).with_throw((0, 1))
    with pytest.raises(IllegalMove, match=r"^Hand1-d1 is not legal; legal are @c1 in"):
        position.legal_moves.find("Hand1-d1")


def test_a_throw_too_many_is_refused():
    with pytest.raises(IllegalMove, match="the rules ask for no throw"):
        opening(THREE).play("[3] a1-a1=Disc1")


def test_a_throw_after_the_move_is_part_of_the_ply():
    start = opening(texts.ROLLED_AFTER)
    assert not start.needs_throw and len(start.legal_moves) == 9

    with pytest.raises(IllegalMove, match="the rules ask for a throw"):
        start.play("a1-a1=Disc1")
    after = start.play("[3 4] a1-a1=Disc1")
    dice = [(die, after.standing[die.site]) for die in start.rules.manifest.dice]
    assert [die.faces[shown.face] for die, shown in dice] == [3, 4]


def test_seeds_are_counted_in_their_holes_and_scores_by_player():
    start = opening(SOWING)
    holes = [here.count for here in start.standing if here is not None]

    assert holes == [4] * 12
    assert start.scores == ()


@pytest.mark.parametrize("name", NAMES)
def test_random_games_depend_on_their_seed_alone(name):
    rules = rules_of(ALL[name])
    whole, halves = rules.playouts(6, 11), [rules.playouts(3, 11), rules.playouts(3, 14)]

    assert whole.plies == sum(half.plies for half in halves)
    assert sum(whole.wins) == 6 and len(whole.wins) == rules.players + 1


def test_all_throws_are_counted_in_perft():
    # One runner enters on each of the four throws; twice.
    assert rules_of(RACE).perft(1) == 4
    assert rules_of(RACE).start().perft(2) == 16


def test_where_both_designs_refuse_a_text_the_second_tells_why():
    with pytest.raises(LudemeError) as refused:
        load_rules(RACE.replace("(count Pips)", "(count Pepper)"))
    assert "Pepper" in str(refused.value)
    with pytest.raises(OptionError):
        load_rules(RACE, ["No/Such"])


def test_rules_that_do_not_come_to_an_end_are_stopped():
    rules = load_rules(SOWING, limits=Limits(instructions=2000))
    with pytest.raises(RulesStopped, match="no end after 2,000 instructions"):
        rules.start().legal_moves  # noqa: B018


def test_a_position_set_up_by_hand_is_refused_in_words():
    with pytest.raises(RulesError, match="cannot be set up by hand"):
        begun_from(rules_of(HUNT), "1;a1:Dog1")


def test_more_players_than_a_record_can_name_are_refused():
    with pytest.raises(RulesError, match="17 players: at most 16"):
        load_rules(THREE.replace("players 3", "players 17"))


def test_a_form_that_neither_design_knows_is_refused_with_its_place():
    with pytest.raises(LudemeError, match="cannot be played yet") as refused:
        load_rules(BARE)
    assert "line 1, column 1" in str(refused.value)
