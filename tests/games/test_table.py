"""A game between two, turn by turn: what each may do, and what is refused with the reason."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games.between import REASONS as TRANSLATED
from games.matches import table
from games.matches.table import (
    Deed,
    Refused,
    Stale,
    Standing,
    act,
    act_to,
    position_of,
    thrown_for,
)
from games.play import Rules, load, load_rules
from games.play.second import SecondPosition
from tests.engine.site_texts import ALL
from tests.pages.conftest import RULES


@pytest.fixture(scope="module")
def shodra() -> Rules:
    return load((RULES / "shodra.lud").read_text())


OPENED = Standing(("e2-e4",))


def test_each_plays_in_turn(shodra: Rules) -> None:
    standing = act(shodra, Standing(), Deed(1, 0, "move", "e2-e4"))
    standing = act(shodra, standing, Deed(2, 1, "move", "d7-d5"))
    assert standing == Standing(("e2-e4", "d7-d5"))


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        (Deed(1, 1, "move", "d2-d4"), "It is not your turn."),
        (Deed(2, 1, "move", "e7-e3"), "e7-e3 is not legal."),
        (Deed(2, 1, "move", "what"), "'what' is no move: write it as a1-h8"),
        (Deed(2, 1, "move", "x" * 5000), "is no move"),
        (Deed(2, 1, "sing"), "There is no “sing”: write one of move, resign, offer, back, accept"),
        (Deed(2, 1, "accept"), "Your opponent has not asked you anything."),
        (Deed(1, 1, "decline"), "Your opponent has not asked you anything."),
    ],
)
def test_what_may_not_be_done_is_refused_with_the_reason(
    shodra: Rules, deed: Deed, reason: str
) -> None:
    with pytest.raises(Refused) as refused:
        act(shodra, OPENED, deed)
    assert not isinstance(refused.value, Stale)
    assert reason in str(refused.value)


def test_a_move_that_a_clause_forbids_names_it(shodra: Rules) -> None:
    told = json.loads((RULES / "shodra.json").read_text())
    match, ply = next(
        (match, moment["ply"])
        for match in told["matches"]
        for moment in match["moments"]
        if moment["role"] == "forbade" and not match["options"]
    )
    standing = Standing(tuple(match["moves"][: ply - 1]))
    position = table.position_of(shodra, standing)
    forbidden = position.forbidden[0]
    deed = Deed(position.mover, ply - 1, "move", forbidden.move.label)
    with pytest.raises(Refused, match="is not legal: it is forbidden by") as refused:
        act(shodra, standing, deed)
    assert forbidden.clause in str(refused.value.told["clauses"])


@pytest.mark.parametrize("ply", [0, 2, 999])
def test_an_answer_to_another_position_is_stale(shodra: Rules, ply: int) -> None:
    with pytest.raises(Stale, match="it stands after ply 1 now"):
        act(shodra, OPENED, Deed(2, ply, "resign"))


def test_a_draw_is_offered_and_answered(shodra: Rules) -> None:
    offered = act(shodra, OPENED, Deed(1, 1, "offer"))
    assert offered.offer == 1
    assert act(shodra, offered, Deed(2, 1, "accept")) == Standing(("e2-e4",), "draw agreed")
    declined = act(shodra, offered, Deed(2, 1, "decline"))
    assert declined == replace(OPENED, answer="2 draw")
    assert act(shodra, declined, Deed(2, 1, "move", "d7-d5")).answer == ""
    assert act(shodra, offered, Deed(2, 1, "offer")).ending == "draw agreed"
    with pytest.raises(Refused, match="offered a draw already"):
        act(shodra, offered, Deed(1, 1, "offer"))
    with pytest.raises(Refused, match="has not asked you anything"):
        act(shodra, offered, Deed(1, 1, "accept"))


def test_to_play_on_declines_and_an_own_offer_stands(shodra: Rules) -> None:
    offered = act(shodra, OPENED, Deed(1, 1, "offer"))
    played = act(shodra, offered, Deed(2, 1, "move", "d7-d5"))
    assert (played.offer, played.answer) == (0, "2 draw")
    own = act(shodra, OPENED, Deed(2, 1, "offer"))
    assert act(shodra, own, Deed(2, 1, "move", "d7-d5")).offer == 2


def test_a_move_is_taken_back_once_the_other_agrees(shodra: Rules) -> None:
    two = act(shodra, OPENED, Deed(2, 1, "move", "d7-d5"))
    asked = act(shodra, two, Deed(1, 2, "back"))
    assert (asked.moves, asked.offer, asked.back) == (two.moves, 1, 0)
    for player in (1, 2):
        for kind in ("offer", "back"):
            with pytest.raises(Refused, match="A question is open already"):
                act(shodra, asked, Deed(player, 2, kind))
    with pytest.raises(Refused, match="has not asked you anything"):
        act(shodra, asked, Deed(1, 2, "accept"))
    taken, position = act_to(shodra, asked, Deed(2, 2, "accept"))
    assert (taken, position.mover) == (Standing(answer="1 taken"), 1)
    assert act(shodra, asked, Deed(2, 2, "decline")) == replace(two, answer="2 back")
    assert act(shodra, asked, Deed(1, 2, "move", "e4-d5")).answer == ""  # withdrawn
    theirs = act(shodra, two, Deed(2, 2, "back"))
    assert act(shodra, theirs, Deed(1, 2, "accept")).moves == OPENED.moves
    refused = act(shodra, theirs, Deed(1, 2, "move", "e4-d5"))
    assert (len(refused.moves), refused.offer, refused.answer) == (3, 0, "1 back")
    with pytest.raises(Refused, match="You have no move to take back"):
        act(shodra, OPENED, Deed(2, 1, "back"))


def test_nobody_throws_again_by_taking_a_move_back() -> None:
    rules = load_rules(ALL["run-home"])
    standing = Standing(throw=thrown_for(rules.start()))
    for ply in range(2):
        position = position_of(rules, standing)
        assert isinstance(position, SecondPosition)
        faces = tuple(int(value) - 1 for value in standing.throw.strip("[]").split())
        move = position.with_throw(faces).legal_moves[0].label.removeprefix(f"{standing.throw} ")
        standing = act(rules, standing, Deed(position.mover, ply, "move", move))
    asked = act(rules, standing, Deed(1, 2, "back"))
    taken = act(rules, asked, Deed(2, 2, "accept"))
    assert taken.moves == () and standing.moves[0].startswith(taken.throw) and taken.throw


def test_nothing_goes_on_once_a_game_is_over(shodra: Rules) -> None:
    over = act(shodra, OPENED, Deed(1, 1, "resign"))
    assert over == Standing(("e2-e4",), "first resigns")
    for kind in table.DEEDS:
        with pytest.raises(Stale, match="The game is over"):
            act(shodra, over, Deed(2, 1, kind, "d7-d5"))


def test_a_game_that_the_rules_ended_is_over() -> None:
    rules = load((RULES / "chaturanga-davidson.lud").read_text())
    moves = ("b1-c3", "a7-a6", "c3-d5", "a6-a5", "d5-c7", "a5-a4", "c7-e8")
    with pytest.raises(Stale, match="The game is over"):
        act(rules, Standing(moves), Deed(2, 7, "move", "a4-a3"))


def test_all_that_is_said_to_players_can_be_translated() -> None:
    assert TRANSLATED == table.REASONS
