"""Race rulesets: the chances of their throws, and positions worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from games.play.second import SecondPosition
from tests.games.races import bare, begun, chances, complete_plays, moves, standing


def test_four_tetrahedra_bring_a_disc_in_or_lose_the_turn():
    assert chances(begun("ur-simple")) == {
        "pass": 1, "Hand1-d1": 4, "Hand1-c1": 6, "Hand1-b1": 4, "Hand1-a1": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("throw", "allowed"),
    [
        ((1, 0, 0, 0), {"Hand1-d1", "a1-a2", "h2-h1"}),
        ((1, 1, 0, 0), {"Hand1-c1", "a1-b2", "c2-e2", "h2-g1"}),
        ((1, 1, 0, 1), {"Hand1-b1", "c2-f2", "h2-h2"}),
        ((1, 1, 1, 1), {"c2-g2"}),
    ],
)
def test_rosettes_own_discs_and_exact_throws_limit_the_moves_at_ur(throw, allowed):
    men = '(place "Disc1" (handSite P1) count:4) (place "Disc1" {0 8 13}) (place "Disc2" {9 11})'

    assert moves(begun("ur-simple", men).start(), *throw) == allowed


def test_a_rosette_at_ur_gives_the_same_side_another_throw():
    position = begun("ur-simple").start()

    assert position.play("[1 1 1 0] Hand1-b1").mover == 2
    assert position.play("[1 1 1 1] Hand1-a1").mover == 1


def test_the_long_road_of_ur_has_sixteen_squares():
    rules = begun("ur-simple", '(place "Disc1" 12) (place "Disc2" 17)', "Route/Long")
    reached = [moves(rules.start(), *throw) for throw in [(1, 0, 0, 0), (1, 1, 0, 0)]]

    assert reached == [{"g2-g3"}, {"g2-h3"}]


def test_each_bird_comes_in_by_one_throw_in_eight():
    birds = {"c1": 1, "a2": 2, "b2": 3, "c2": 4, "f2": 5}

    assert chances(begun("ur-babylonian")) == {
        "pass": 3, **{f"Hand1.{bird}-{square}": 1 for square, bird in birds.items()},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("throw", "allowed"),
    [
        ((2, 1), {"Hand1.4-c2", "a1-g2"}),
        ((2, 0), {"a1-c2"}),
        ((3, 1), {"a1-j2"}),
    ],
)
def test_birds_in_hand_need_their_own_number(throw, allowed):
    men = (
        '(place "Raven1" (handSite P1 2)) (place "Rooster1" (handSite P1 3)) (place "Swallow1" 0)'
        ' (place "Eagle2" 6) (place "Raven2" 11)'
    )

    assert moves(begun("ur-babylonian", men).start(), *throw) == allowed


def test_a_ten_lets_the_eagle_in_that_is_still_in_hand():
    men = '(place "Eagle1" (handSite P1 4)) (place "Swallow1" 0) (place "Raven2" 11)'

    assert moves(begun("ur-babylonian", men).start(), 3, 1) == {"Hand1.5-f2", "a1-j2"}


def test_a_bird_that_is_sent_out_waits_where_it_waited_before():
    position = begun("ur-babylonian").start()
    for ply in ("[4 4] Hand1.5-f2", "[4 4] Hand2.5-f2"):
        position = position.play(ply)

    assert standing(position, 24) == "Eagle1"


def test_rosettes_are_won_on_landing_and_paid_for_on_passing():
    position = begun("ur-babylonian").start()
    for ply in ("[2 0] Hand1.1-c1", "[2 0] Hand2.1-c3", "[2 0] c1-a1", "[3 0] c3-a2"):
        position = position.play(ply)

    assert position.scores == (1, -1)


def by_throws(*throws: str) -> tuple[SecondPosition, list[int]]:
    """The goose after throws of both players in turn, and the spaces of the last one's man."""
    position, came = begun("goose").start(), list[int]()
    for throw in throws:
        came = []
        position = position.with_throw(tuple(int(cube) - 1 for cube in throw))
        mover = position.mover
        while not position.needs_throw and position.mover == mover and position.outcome is None:
            (move,) = position.legal_moves
            came.append(63 - move.to)
            position = position.play(move)
    return position, came


@pytest.mark.parametrize(
    ("throws", "came"),
    [
        (["14"], [5, 10]),
        (["13", "11", "23"], [9, 14, 19]),
        (["54", "11", "61", "11", "23"], [61]),
        (["45", "11", "13", "11", "61"], [62]),
        (["36", "11", "66", "11", "13"], [39]),
        (["12", "11", "12"], [12]),
        (["63"], [26]),
        (["54"], [53]),
    ],
)
def test_a_throw_leads_over_geese_and_dangers_and_back_from_the_end(throws, came):
    assert by_throws(*throws)[1] == came


def test_a_man_that_is_met_goes_to_where_the_throw_began():
    position, came = by_throws("11", "66", "11", "61", "23")

    assert came == [9, 14, 19]
    assert [standing(position, 63 - space) for space in (19, 4)] == ["Man1", "Man2"]


def yut(*men: str) -> SecondPosition:
    """Horses on sites, and the rest at home, so that each ply is about those."""
    placed = " ".join(f'(place Stack "Horse1" {site} count:1)' for site in men)
    return begun("yut", f'{placed} (place Stack "Horse2" (handSite P2) count:4)').start()


def kept(position: SecondPosition, *flats: int) -> SecondPosition:
    """After throws with so many flat sides."""
    for flat in flats:
        throw = " ".join("1" if stick < flat else "0" for stick in range(4))
        position = position.play(f"[{throw}] pass")
    return position


def reached(position: SecondPosition) -> set[str]:
    """The places that horses of the mover may come to."""
    numbers = {site: str(site + 1) for site in range(20)} | {22: "C", 30: "out"}
    return {numbers[move.to] for move in position.legal_moves}


@pytest.mark.parametrize(
    ("place", "flat", "places"),
    [
        (3, 2, {"5"}),
        (5, 3, {"8", "C"}),
        (4, 3, {"7"}),
        (10, 3, {"13", "C"}),
        (17, 3, {"20"}),
        (18, 3, {"out"}),
        (20, 1, {"out"}),
    ],
)
def test_a_horse_may_turn_inward_only_where_it_stops(place, flat, places):
    assert reached(kept(yut(str(place - 1)), flat)) == places


def test_a_horse_rides_from_the_middle_to_the_top_and_leaves_by_one_more():
    assert reached(kept(yut("22"), 3)) == {"20"}


def test_four_and_five_are_kept_until_another_throw_ends_the_throwing():
    position = kept(yut(), 4, 0)
    assert position.needs_throw
    position = kept(yut("0"), 4, 0, 1)

    assert reached(position) == {"5", "6", "2"}


ZENO = "Opening/Zeno's position"


def test_zeno_can_play_his_throw_in_one_way_that_leaves_eight_single_men():
    position = begun("tabula-zeno", "", ZENO).start().with_throw((1, 4, 5))
    # 20-22 by the 2, 19-24 by the 5 and 10-16 by the 6, and nothing else.
    assert bare(move.label for move in position.legal_moves) == {"e2-c2", "f2-a2", "j1-i2"}

    (after,) = complete_plays(position)

    files = "abcdefghijkl"
    places = [f"{file}1" for file in files] + [f"{file}2" for file in reversed(files)]
    men = Counter({
        places.index(site) + 1: pile.count("Man1")
        for site, _, pile in (word.partition(":") for word in after[1:].split("]")[0].split())
        if "Man1" in pile
    })  # fmt: skip
    assert men == {6: 7, 9: 1, 10: 1, 16: 1, 19: 1, 20: 1, 22: 1, 23: 1, 24: 1}


def test_men_in_hand_enter_before_others_move_and_each_number_is_played_if_it_can_be():
    position = begun("tabula-zeno").start().play("[1 2 3] Hand1-a1")

    assert bare(move.label for move in position.legal_moves) == {"Hand1-b1", "Hand1-c1"}
    assert position.play("Hand1-b1").play("Hand1-c1").mover == 2


def test_no_man_leaves_while_another_is_outside_the_last_quarter():
    rival = '(place Stack "Man2" (handSite P2) count:15)'
    inside = begun("tabula-zeno", f'(place "Man1" {{13 15}}) {rival}').start()
    outside = begun("tabula-zeno", f'(place "Man1" {{13 5}}) {rival}').start()

    assert moves(inside, 3, 4, 5) == {"d2-d2"}
    assert moves(inside, 1, 1, 1) == {"b2-b2", "d2-b2"}
    assert moves(outside, 1, 1, 1) == {"f1-h1"}


def test_the_winner_at_goose_takes_what_both_have_paid():
    position, came = by_throws("12", "45", "12", "13", "11", "24")

    assert came == [63]
    assert position.scores == (-1, 1)
    assert position.outcome is not None and position.outcome.winner == 2


def awl(place: int, *throws: int) -> SecondPosition:
    """The first team's awl on a place between the near creek and the far one, after throws."""
    way = [4, 3, 2, 1, 0, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 30, 31, 32, 33]
    men = f'(place "Awl1" {way[place - 1]}) (place "Awl2" 9) (set Score P1 4) (set Score P2 4)'
    position = begun("zohn-ahl", men).start()
    for throw in throws:
        staves = tuple(int(stave < throw) for stave in range(4))
        (move,) = position.with_throw(staves).legal_moves
        position = position.play(move)
    return position


@pytest.mark.parametrize(("marks", "counters"), [(3, (3, 5)), (0, (4, 4)), (2, (4, 4))])
def test_an_awl_falls_into_the_far_creek_only_where_its_throw_ends_there(marks, counters):
    assert awl(17, marks).scores == counters


def test_both_of_a_team_throw_before_the_other_team_and_again_after_five_or_ten():
    assert [awl(1, *throws).mover for throws in [(1,), (1, 1), (4, 1), (4, 1, 1)]] == [1, 2, 1, 2]
