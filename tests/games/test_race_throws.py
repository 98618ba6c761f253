"""What the throws of races are worth, and in how many ways each comes up."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from games.play.second import SecondPosition
from tests.games.races import begun, chances, throws

LONE = '(place "Man1" 1) (place "Man2" 19)'
OPPOSITE = '(place "Stone1" 29) (place "Stone2" 0)'


@pytest.mark.parametrize(
    ("slug", "start", "options", "ways"),
    [
        # One grain for each value: 1, 2, 3, 4 and 5.
        (
            "bul-boolik",
            "",
            (),
            {"Hand1.1-a1": 4, "Hand1.1-b1": 6, "Hand1.1-c1": 4, "Hand1.1-d1": 1, "Hand1.1-e1": 1},
        ),
        # The same with sticks, on the holes 1 to 5.
        (
            "hounds-carter",
            "",
            (),
            {
                "Hand1.1-r24": 4,
                "Hand1.1-r22": 6,
                "Hand1.1-r20": 4,
                "Hand1.1-r18": 1,
                "Hand1.1-r16": 1,
            },
        ),
        # 1, 2, 3, 5 and 10 from the near creek.
        (
            "zohn-ahl",
            "",
            (),
            {"Hand1-e1": 4, "Hand1-d1": 6, "Hand1-c1": 4, "Hand1-a1": 1, "Hand1-a6": 1},
        ),
        # 2, 3, 4, 7, 10, 14, 25 and 30.
        (
            "main-pacheh-aceh",
            "",
            (),
            {
                "Hand1.1-j7": 21,
                "Hand1.1-j6": 35,
                "Hand1.1-j5": 35,
                "Hand1.1-j2": 1,
                "Hand1.1-k2": 7,
                "Hand1.1-k6": 1,
                "Hand1.1-s10": 21,
                "Hand1.1-o11": 7,
            },
        ),
        # 1, 2, 3, 4 and, with five beans, 10.
        (
            "patolli",
            OPPOSITE,
            ("Beans/Five",),
            {"pass": 1, "d8-e8": 5, "d8-f8": 10, "d8-g8": 10, "d8-g9": 5, "d8-h14": 1},
        ),
        # 2, 3 and 4; three beans against one end the turn.
        ("mapuche-vivar", LONE, (), {"pass": 8, "h21-d18": 6, "h21-b17": 1, "h21-a16": 1}),
        # A 1 starts a mother.
        ("hyena-davies", "", (), {"pass": 5, "Hand1.1-a1": 3}),
        # A dal on one of two dice.
        ("daldos", "", (), {"pass": 9, "p1-q2": 7}),
    ],
)
def test_each_throw_of_a_race_comes_up_in_as_many_ways_as_was_worked_out(
    slug, start, options, ways
):
    assert chances(begun(slug, start, *options)) == ways


def first_kept(position: SecondPosition) -> int:
    """The number that has been thrown and is kept for later."""
    machine = position.rules.machines.machine()
    machine.position = position.content
    return int(next(iter(machine.numbers("memory"))))


@pytest.mark.parametrize(
    ("slug", "options", "before", "ways"),
    [
        ("yut", (), (), {1: 4, 2: 6, 3: 4, 4: 1, 5: 1}),
        ("senet-kendall", (), ("[0 0 0 1] g2-f2",), {1: 4, 2: 6, 3: 4, 4: 1, 5: 1}),
        ("pachisi-herklots", (), (), {2: 15, 3: 20, 4: 15, 6: 1, 10: 6, 12: 1, 25: 6}),
        (
            "pachisi-herklots",
            ("Cowries/Seven",),
            (),
            {2: 21, 3: 35, 4: 35, 6: 1, 10: 7, 12: 1, 25: 21, 30: 7},
        ),
    ],
)
def test_each_throw_that_is_kept_comes_up_in_as_many_ways_as_was_worked_out(
    slug, options, before, ways
):
    rules = begun(slug, "", *options)
    start = rules.start()
    for ply in before:
        start = start.play(ply)
    after = [start.with_throw(throw) for throw in throws(rules)]

    found = Counter(first_kept(each.play(each.legal_moves[0].label)) for each in after)
    assert found == ways


@pytest.mark.parametrize(
    ("options", "stopping"),
    [((), Fraction(50, 64)), (("Cowries/Seven",), Fraction(91, 128))],
)
def test_a_two_a_three_or_a_four_ends_the_throwing_at_pachisi(options, stopping):
    rules = begun("pachisi-herklots", "", *options)
    start = rules.start()
    after = [start.with_throw(throw) for throw in throws(rules)]
    ended = [not each.play(each.legal_moves[0].label).needs_throw for each in after]

    assert Fraction(sum(ended), len(ended)) == stopping


def test_three_long_dice_of_chaupar_fall_in_sixty_four_ways():
    rules = begun("chaupar-ain")
    (faces,) = {die.faces for die in rules.engine_manifest.dice}
    ways = Counter(tuple(sorted(faces[each] for each in throw)) for throw in throws(rules))

    assert (faces, sum(ways.values())) == ((1, 2, 5, 6), 64)
    assert (ways[2, 2, 2], ways[1, 5, 6]) == (1, 6)
    assert sum(number for throw, number in ways.items() if throw.count(6) == 2) == 9
