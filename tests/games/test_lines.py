"""Regions around sites, along lines and at distances; moves for each of several things."""

from __future__ import annotations

from games.play import Position, load
from tests.games.cast import destinations, duel, labels, standing


def to(region: str, more: str = "") -> str:
    """A piece that may go to the sites of a region."""
    return f"(move (from) (to {region} {more}))"


def reached(region: str, at: str = "c3", board: str = "(square 5)", **others: str) -> set[str]:
    """The sites of a region, as a piece sees it that stands on a site."""
    rules = load(duel(to(region), board=board), limits=None)
    return destinations(rules.position({at: "Man1", **others}), at)


# Around


def test_around_a_site_are_its_neighbours_in_the_directions_given():
    assert reached("(sites Around (from) Orthogonal)") == {"b3", "d3", "c2", "c4"}
    assert reached("(sites Around (last To))") == set()


def test_around_may_be_further_away_and_with_the_site_itself():
    assert reached("(sites Around (from) distance:2 Orthogonal)") == {"a3", "e3", "c1", "c5"}
    assert reached("(sites Around (from) N includeSelf:True)") == {"c3", "c4"}


def test_around_may_say_what_stands_there():
    near = {"c4": "Man2", "d3": "Man1"}
    sorts = {
        "Own": {"d3"}, "Enemy": {"c4"}, "NotOwn": {"c4"}, "NotEmpty": {"c4", "d3"},
        "Empty": {"c2", "b3"},
    }  # fmt: skip
    for sort, sites in sorts.items():
        assert reached(f"(sites Around (from) {sort} Orthogonal)", **near) == sites


def test_around_a_region_is_what_touches_any_of_its_sites():
    assert reached("(sites Around (sites {0 (from)}) Orthogonal)") == {
        "a2", "b1", "b3", "d3", "c2", "c4",
    }  # fmt: skip


def test_the_condition_of_around_knows_the_site_in_the_middle():
    higher = "(sites Around (from) if:(< (row of:(from)) (row of:(to))))"
    assert reached(higher) == {"b4", "c4", "d4"}


# In a direction


def test_in_a_direction_are_all_sites_up_to_one_that_stops():
    until = "(sites Direction from:(from) Orthogonal stop:(is Occupied (to)){})"
    near = {"c5": "Man2", "a3": "Man2"}

    assert reached(until.format(""), **near) == {"c4", "b3", "d3", "e3", "c1", "c2"}
    assert reached(until.format(" stopIncluded:True"), **near) == {
        "c4", "c5", "a3", "b3", "d3", "e3", "c1", "c2",
    }  # fmt: skip


def test_a_direction_may_include_its_start_and_end_after_some_steps():
    assert reached("(sites Direction from:(from) N included:True distance:1)") == {"c3", "c4"}


def test_a_direction_may_start_from_every_site_of_a_region():
    assert reached("(sites Direction from:(sites {20 (from)}) E)") == {
        "b5", "c5", "d5", "e5", "d3", "e3",
    }  # fmt: skip


def test_a_relative_direction_is_that_of_the_piece_that_stands_there():
    assert reached("(sites Direction from:(from) Forward)") == {"c4", "c5"}
    assert reached("(sites Direction from:0 Forward)") == set()
    assert reached("(sites Direction from:20 Forward)", a5="Man2") == {"a1", "a2", "a3", "a4"}


def test_from_no_site_at_all_there_is_no_direction():
    assert reached('(sites Direction from:(where "Man" P2) N)') == set()


# At a distance


def test_at_a_distance_are_the_sites_so_many_steps_away():
    assert reached("(sites Distance Orthogonal from:(from) (exact 4))") == {"a1", "a5", "e1", "e5"}
    assert reached("(sites Distance from:(from) (range 0 1))", "a1") == {"a1", "a2", "b1", "b2"}


def test_steps_may_lead_over_some_sites_only():
    walk = "(sites Distance (step Orthogonal (to if:(is Empty (to)))) from:(from) (range 1 9))"
    wall = {"b1": "Man1", "b2": "Man2", "b3": "Man1", "b5": "Man2"}

    assert reached(walk, "a1", **wall) >= {"a2", "a3", "a4", "a5", "b4", "c4", "c1"}
    assert not reached(walk, "a1", **wall) & {"b1", "b2", "b3", "b5"}


def test_steps_are_counted_from_the_shortest_to_the_longest_way():
    walk = "(sites Distance (step E (to if:(is Empty (to)))) from:(from) {})"

    assert reached(walk.format("(range 1 3)"), "a1") == {"b1", "c1", "d1"}
    assert reached(walk.format("(range 2 4)"), "a1") == {"c1", "d1", "e1"}
    assert reached(walk.format("(exact 2)"), "a1") == {"c1"}


def test_a_distance_may_change_in_play():
    walk = "(sites Distance (step E (to if:(is Empty (to)))) from:(from) (exact {}))"

    assert reached(walk.format("(+ 1 (count Moves))"), "a1") == {"b1"}


# Growing


def test_a_region_grows_by_steps_in_all_directions_or_in_some():
    assert reached("(expand (sites {12}) steps:1 Orthogonal)") == {"c3", "b3", "d3", "c2", "c4"}
    assert reached("(expand origin:(from) steps:2 N)") == {"c3", "c4", "c5"}
    assert reached("(expand (sites {0 (from)}) E)") == {"a1", "b1", "c3", "d3"}


def test_what_steps_reach_grows_too():
    walk = "(sites Distance (step N (to if:(is Empty (to)))) from:(from) (range 1 Infinity))"

    assert reached(f"(expand (union (sites {{(from)}}) {walk}) E)", c5="Man2") == {
        "c3", "c4", "d3", "d4",
    }  # fmt: skip


# Chosen sites


def test_sites_may_be_chosen_by_a_condition_before_play():
    even = "(forEach (sites Board) if:(is Even (row of:(site))))"
    rules = load(duel(start=f'(place "Man1" {even}) (place "Man2" 4)'), limits=None)

    assert set(standing(rules.start())) == {"a1", "b1", "c1", "a3", "b3", "c3", "b2"}


def test_sites_chosen_by_what_stands_there_are_chosen_in_play():
    assert reached("(forEach (sites Top) if:(is Occupied (site)))", b5="Man2") == {"b5"}


# For each direction


KNIGHT = """
    (forEach Direction Orthogonal (to if:(is Empty (to)) (apply
        (forEach Direction (from (to)) (directions {FR FL} of:All)
            (if (not (is Friend (who at:(to))))
                (move (from) (to (apply if:(is Enemy (who at:(to))) (remove (to))))))))))
"""


def at(position: str, **others: str) -> Position:
    rules = load(duel(KNIGHT, board="(square 5)"), limits=None)
    return rules.position({position: "Man1", **others})


def test_a_horse_goes_one_step_and_then_aslant_onward():
    assert destinations(at("c3"), "c3") == {"b5", "d5", "b1", "d1", "a2", "a4", "e2", "e4"}
    assert destinations(at("c3", c4="Man2"), "c3") == {"b1", "d1", "a2", "a4", "e2", "e4"}


def test_a_horse_takes_where_it_ends():
    assert standing(at("c3", d5="Man2", a1="Man2").play("c3-d5")) == {"d5": "Man1", "a1": "Man2"}
    assert "d5" not in destinations(at("c3", d5="Man1"), "c3")


def test_a_way_of_two_steps_asks_of_the_first_one():
    man = (
        "(forEach Direction Orthogonal (between (exact 2) if:(is Empty (between)))"
        " (to if:(is Empty (to)) (apply (move (from) (to (to))))))"
    )
    rules = load(duel(man, board="(square 5)"), limits=None)

    assert destinations(rules.position({"c3": "Man1", "b3": "Man2"}), "c3") == {"e3", "c1", "c5"}


# For each number or site


def test_moves_for_each_number_know_it():
    man = (
        "(forEach Value min:2 max:3 (move Slide E (between (exact (value))"
        " if:(is Empty (between)) (apply (set State at:(from) (count Moves))))))"
    )
    rules = load(duel(man, board="(square 5)"), limits=None)

    assert destinations(rules.position({"a1": "Man1"}), "a1") == {"c1", "d1"}


def test_numbers_may_be_those_of_the_position():
    man = "(forEach Value min:(count Moves) max:(+ 1 (count Moves)) (move (from) (to (value))))"
    rules = load(duel(man, board="(square 5)", start='(place "Man1" 9) (place "Man2" 8)'))

    assert labels(rules.start()) == ["e2-a1", "e2-b1"]
    assert labels(rules.start().play("e2-a1")) == ["d2-b1", "d2-c1"]


def test_moves_for_each_site_know_it():
    man = "(forEach Site (sites Around (from) Diagonal) (move (from) (to (site))))"
    rules = load(duel(man), limits=None)

    assert destinations(rules.start(), "a1") == {"b2"}


def test_moves_of_a_turn_are_counted():
    man = (
        "(move Step E (to if:(and (is Empty (to)) (< (count MovesThisTurn) 2)))"
        " (then (if (< (count MovesThisTurn) 1) (moveAgain))))"
    )
    rules = load(duel(man, start='(place "Man1" 0) (place "Man2" 6)'))
    once = rules.start().play("a1-b1")
    twice = once.play("b1-c1")

    assert (once.mover, twice.mover) == (1, 2)
    assert labels(twice) == ["a3-b3"]
