"""Stacks: like pieces on one site, moved and taken one by one or together."""

import pytest

from games.compiler import NotImplementedLudemes
from games.play import Position, Rules, RulesStopped, load
from tests.games.cast import duel, labels, standing

TO_EMPTY = "(move Step Orthogonal (to if:(is Empty (to))) stack:True)"
FROM_STACK = "(move Step Orthogonal (from if:(< 1 (size Stack at:(from)))) (to if:(is Empty (to))))"


def piles(man: str, start: str = '(place "Man1" 0) (place Stack "Man1" 0 count:2)') -> Rules:
    start = f'{start} (place "Man2" 8)'
    return load(duel(man, play="(forEach Piece top:True)", start=start), limits=None)


def height(position: Position, label: str) -> int:
    return position.count_of(position.rules.program.board.site(label))


def test_pieces_are_placed_on_each_other():
    start = piles(TO_EMPTY).start()

    assert height(start, "a1") == 3
    assert height(start, "c3") == 1


def test_a_stack_may_move_as_a_whole():
    after = piles(TO_EMPTY).start().play("a1-a2")

    assert standing(after) == {"a2": "Man1", "c3": "Man2"}
    assert height(after, "a2") == 3


def test_the_top_piece_may_move_alone():
    after = piles(FROM_STACK).start().play("a1-a2")

    assert (height(after, "a1"), height(after, "a2")) == (2, 1)


def test_stacks_of_like_pieces_join():
    man = "(move Step Orthogonal (to if:(is Friend (who at:(to)))) stack:True)"
    after = piles(man, '(place Stack "Man1" {0 1} count:2)').start().play("a1-b1")

    assert height(after, "b1") == 4
    assert height(after, "a1") == 0


def test_the_height_of_a_stack_decides_who_may_move():
    assert labels(piles(FROM_STACK, '(place "Man1" 0)').start()) == ["pass"]


@pytest.mark.parametrize(("count", "left"), [("1", 2), ("2", 1), ("3", 0), ("9", 0)])
def test_as_many_pieces_are_removed_as_are_counted(count: str, left: int):
    man = f"(move Step (to if:(is Empty (to))) (then (remove 8 count:{count})))"
    start = '(place "Man1" 0) (place Stack "Man2" 8 count:2)'

    assert height(piles(man, start).start().play("a1-a2"), "c3") == left


def test_pieces_of_both_players_are_counted_as_they_are_piled():
    man = f"(if (= 3 (count Pieces Mover)) {TO_EMPTY})"

    assert labels(piles(man).start()) == ["a1-a2", "a1-b1"]


def test_rules_that_would_mix_a_stack_are_stopped():
    rules = piles("(move Step (to if:(is Enemy (who at:(to)))))", '(place "Man1" 4)')

    with pytest.raises(RulesStopped, match=r"a piece of another kind cannot come onto a stack"):
        rules.start().play("b2-c3")


@pytest.mark.parametrize(
    ("man", "what"),
    [
        ("(move Step (to if:(= 1 (count at:(to)))) stack:True)", r"\(count at:\(to\)\)"),
        ("(move Step (to) stack:True (then (set State at:(last To) 1)))", "set State"),
    ],
)
def test_what_would_differ_between_the_pieces_of_a_stack_is_not_implemented(man: str, what: str):
    with pytest.raises(NotImplementedLudemes, match=what):
        piles(man)


def test_a_game_of_stacks_asks_for_the_top_pieces():
    with pytest.raises(NotImplementedLudemes, match="top:True"):
        load(duel(TO_EMPTY))


def test_pieces_set_up_by_hand_stand_alone_where_they_are_new():
    position = piles(TO_EMPTY).position({"a1": "Man2", "b2": "Man1"})

    assert (height(position, "a1"), height(position, "b2")) == (1, 1)
