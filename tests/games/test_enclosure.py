"""What is taken round a move: `(enclose …)` and `(intervene …)` on boards made to measure."""

from __future__ import annotations

import pytest

from games.compiler.program import NotImplementedLudemes
from games.play import LudemeError, Position, load
from tests.games.cast import duel, standing

SLIDE = "(move Slide Orthogonal (then {then}))"
LEAP = "(move Leap {{{{F F R F}} {{F F L F}}}} (then {then}))"


def played(then: str, men: dict[str, str], move: str, man: str = SLIDE) -> Position:
    """A move on a board of five by five, with a consequence."""
    text = f"""(game "Round" (players {{(player N) (player S)}})
        (equipment {{(board (square 5)) (piece "Man" Each {man.format(then=then)})}})
        (rules (start {{(place "Man1" 0) (place "Man2" 24)}}) (play (forEach Piece))
               (end (if (no Pieces Next) (result Mover Win)))))"""
    return load(text, limits=None).position(men).play(move)


def enclose(*parts: str, belongs: str = "(is Enemy (who at:(between)))") -> str:
    between = f"(between if:{belongs} (apply (remove (between))))"
    return f"(enclose {' '.join(parts)} {between})"


# One enemy on a1; White's men on a2 and b2, and one that comes to b1.
CORNER = {"a1": "Man2", "a2": "Man1", "b2": "Man1", "e1": "Man1", "e5": "Man2"}


def test_a_group_without_an_empty_site_beside_it_is_enclosed():
    after = played(enclose("(from (last To))", "Orthogonal"), CORNER, "e1-b1")

    assert "a1" not in standing(after)
    assert [(e.kind, e.piece) for e in after.effects] == [("capture", "Man")]


def test_the_site_moved_to_is_where_it_begins_if_nothing_else_is_said():
    assert "a1" not in standing(played(enclose("Orthogonal"), CORNER, "e1-b1"))


def test_it_may_begin_elsewhere_but_not_at_an_empty_site():
    assert "a1" not in standing(played(enclose('(from "A2")', "Orthogonal"), CORNER, "e1-b1"))
    assert "a1" in standing(played(enclose('(from "C3")', "Orthogonal"), CORNER, "e1-b1"))


def test_without_a_direction_diagonals_are_ways_out_too():
    after = played(enclose(), CORNER, "e1-b1")
    assert "a1" not in standing(after)

    open_aslant = {site: man for site, man in CORNER.items() if site != "b2"}
    assert "a1" in standing(played(enclose(), open_aslant, "e1-b1"))
    assert "a1" not in standing(played(enclose("Orthogonal"), open_aslant, "e1-b1"))


def test_a_group_goes_on_from_man_to_man_and_one_way_out_is_enough():
    # a1, a2, a3 and b3 along the edge; White comes to b1. b4 is the group's last way out.
    group = {"a1": "Man2", "a2": "Man2", "a3": "Man2", "b3": "Man2"}
    ring = {"b2": "Man1", "c3": "Man1", "a4": "Man1", "e1": "Man1"}

    free = played(enclose("Orthogonal"), {**group, **ring}, "e1-b1")
    shut = played(enclose("Orthogonal"), {**group, **ring, "b4": "Man1", "e5": "Man2"}, "e1-b1")

    assert set(group) <= set(standing(free))
    assert set(standing(shut)) == {"b2", "c3", "a4", "b1", "b4", "e5"}


def test_two_groups_beside_the_move_are_judged_each_for_itself():
    # a1 is shut in between a2 and b1; c1 has d1 and c2.
    men = {**CORNER, "c1": "Man2", "b5": "Man1", "e1": "Man2"}
    men = {site: man for site, man in men.items() if site != "b2"}

    after = played(enclose("Orthogonal"), men, "b5-b1")

    assert set(standing(after)) == {"a2", "b1", "c1", "e1", "e5"}


def test_a_group_reached_twice_is_judged_once():
    # White's leap to b2 has a1's two neighbours of one group beside it: a2 and b1, joined by a1.
    men = {"a1": "Man2", "a2": "Man2", "b1": "Man2", "a3": "Man1", "c1": "Man1", "d3": "Man1"}

    after = played(enclose("Orthogonal"), {**men, "e5": "Man2"}, "d3-b2", LEAP)

    assert len(after.effects) == 3
    assert set(standing(after)) == {"a3", "c1", "b2", "e5"}


def test_a_group_reached_twice_that_is_open_far_away_stays():
    # From a2 the way out is two steps on, at a4: b1 belongs to the same open group.
    men = {"a1": "Man2", "a2": "Man2", "a3": "Man2", "b1": "Man2", "b3": "Man1", "c1": "Man1"}

    after = played(enclose("Orthogonal"), {**men, "d3": "Man1"}, "d3-b2", LEAP)

    assert after.effects == ()


def test_a_group_may_be_allowed_one_empty_site():
    one = enclose("Orthogonal").removesuffix(")") + " numException:1)"
    ring = {"b2": "Man1", "c1": "Man1", "b4": "Man1", "e5": "Man2"}

    # a1 has b1 beside it, and nothing lies beyond.
    after = played(one, {"a1": "Man2", "a4": "Man1", **ring}, "a4-a2")
    assert set(standing(after)) == {"a2", *ring}
    assert "a1" in standing(played(enclose("Orthogonal"), {"a1": "Man2", **ring}, "b4-a4"))

    # With a2 empty as well there are two.
    men = {"a1": "Man2", "a3": "Man1", "c1": "Man1", "b4": "Man1", "e5": "Man2"}
    assert "a1" in standing(played(one, men, "b4-b2"))


def test_consequences_come_only_where_something_is_enclosed():
    again = enclose("Orthogonal").removesuffix(")") + " (then (moveAgain)))"

    assert played(again, CORNER, "e1-b1").mover == 1
    assert played(again, CORNER, "e1-c1").mover == 2


@pytest.mark.parametrize(
    "ludeme",
    [
        "(enclose Orthogonal)",
        "(enclose (between (apply (remove (between)))))",
        "(enclose (between if:(is Empty (between)) (apply (remove (between)))))",
        "(enclose (to) (between if:True (apply (remove (between)))))",
    ],
)
def test_other_enclosures_are_refused(ludeme: str):
    with pytest.raises(NotImplementedLudemes, match="is not implemented"):
        played(ludeme, CORNER, "e1-b1")


# Intervening


INTERVENE = "(intervene Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"


def test_one_that_leaps_in_between_four_takes_all():
    men = {"c4": "Man2", "c2": "Man2", "b3": "Man2", "d3": "Man2", "e4": "Man1", "a5": "Man2"}

    after = played(INTERVENE, men, "e4-c3", LEAP)

    assert standing(after) == {"c3": "Man1", "a5": "Man2"}
    assert {e.kind for e in after.effects} == {"capture"}


def test_one_that_leaps_in_between_two_round_a_corner_takes_none():
    men = {"c4": "Man2", "b3": "Man2", "e4": "Man1"}

    assert played(INTERVENE, men, "e4-c3", LEAP).effects == ()


# What is taken where nothing else is said

FLANKED = "(custodial (from (last To)) Orthogonal (between {} if:{}) (to if:{}))"
ENEMY, FRIEND = "(is Enemy (who at:({})))", "(is Friend (who at:(to)))"


def test_what_is_flanked_is_taken_unless_something_else_befalls_it():
    flanked = FLANKED.format("", ENEMY.format("between"), FRIEND)
    line = {"a1": "Man1", "b1": "Man2", "c1": "Man2", "d5": "Man1", "e5": "Man2"}
    after = played(flanked, line, "d5-d1")

    assert standing(after) == {"a1": "Man1", "d1": "Man1", "e5": "Man2"}
    assert [(e.kind, e.piece) for e in after.effects] == [("capture", "Man")] * 2


def test_only_as_many_are_flanked_as_there_may_be():
    flanked = FLANKED.format("(max 1)", ENEMY.format("between"), FRIEND)
    line = {"a1": "Man1", "b1": "Man2", "c1": "Man2", "d5": "Man1", "e5": "Man2"}

    assert len(standing(played(flanked, line, "d5-d1"))) == 5


def test_between_goes_as_far_as_its_condition_holds_whatever_the_sites_are():
    always = FLANKED.format("", "(is Occupied (between))", "(is Occupied (to))")
    line = {"a1": "Man1", "b1": "Man2", "c1": "Man2", "d5": "Man1", "e5": "Man2"}

    assert len(standing(played(always, line, "d5-d1"))) == 5


def test_what_is_enclosed_or_intervened_between_is_taken_unless_something_else_befalls_it():
    enclosed = f"(enclose (from (last To)) Orthogonal (between if:{ENEMY.format('between')}))"
    between = f"(intervene (from (last To)) Orthogonal (to if:{ENEMY.format('to')}))"
    pair = {"a1": "Man2", "c1": "Man2", "b5": "Man1", "e5": "Man2"}

    assert "a1" not in standing(played(enclosed, CORNER, "e1-b1"))
    assert standing(played(between, pair, "b5-b1")) == {"b1": "Man1", "e5": "Man2"}


@pytest.mark.parametrize(
    ("then", "missing"),
    [
        ("(custodial Orthogonal)", "(custodial Orthogonal)"),
        (f"(custodial (between if:{FRIEND}) (to if:True))", "(to) in this place"),
        (f"(custodial (to if:{FRIEND}))", f"(custodial (to if:{FRIEND}))"),
        (
            "(custodial (between if:True) (to if:True (apply (moveAgain))))",
            "(apply (moveAgain)) in this place",
        ),
        (
            "(intervene (between if:True) (to if:True))",
            "(between if:True) in (intervene …)",
        ),
        (
            "(intervene (between (max 2)) (to if:True))",
            "(between (max 2)) in (intervene …)",
        ),
        ("(custodial (to if:True) (to if:False))", "a second (to …) in (custodial …)"),
        ("(enclose Orthogonal N (between if:True))", "N is one argument too many here"),
    ],
)
def test_a_capture_that_leaves_something_open_is_refused(then: str, missing: str):
    with pytest.raises(LudemeError) as caught:
        played(then, CORNER, "e1-b1")

    assert missing in str(caught.value)


def test_no_site_lies_between_two_that_are_intervened():
    taking = "(to if:(is Enemy (who at:(to))) (apply (remove (between))))"

    with pytest.raises(LudemeError, match=r"\(between\) in this place is not implemented"):
        load(duel(f"(move Step (then (intervene (from (last To)) {taking})))"))
