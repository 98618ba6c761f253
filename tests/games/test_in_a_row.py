"""Pieces in a row, lines of sight, and numbers that are counted or compared."""

from __future__ import annotations

import pytest

from games.play import Outcome, load
from tests.games.cast import destinations, duel, labels
from tests.games.test_lines import reached

ADD = '(move Add (piece "Man") (to (sites Empty)))'


def won(line: str, played: str, board: str = "(square 5)", **pieces: str) -> bool:
    """Whether a man put down ends the game by a row."""
    text = duel(board=board, play=ADD, start="", end=f"(if (is Line {line}) (result Mover Win))")
    start = load(text.replace("(start {})", ""), limits=None).position(pieces)
    return start.play(f"{played}-{played}=Man").outcome is not None


@pytest.mark.parametrize("played", ["a1", "b2", "c3"])
def test_three_in_a_row_win_from_either_end_and_from_the_middle(played: str):
    pieces = {site: "Man1" for site in ("a1", "b2", "c3") if site != played}

    assert won("3", played, **pieces)
    assert not won("4", played, **pieces)


def test_a_row_may_be_in_some_directions_only():
    assert not won("3 Orthogonal", "c3", a1="Man1", b2="Man1")
    assert won("3 Orthogonal", "c1", a1="Man1", b1="Man1")


def test_a_row_has_no_gap_unless_it_may():
    assert not won("3", "d1", a1="Man1", b1="Man1")
    assert won("3 contiguous:False", "d1", a1="Man1", b1="Man1")


def test_a_row_may_have_to_be_just_so_long():
    assert won("3 exact:True", "c1", a1="Man1", b1="Man1")
    assert not won("3 exact:True", "b1", a1="Man1", c1="Man1", d1="Man1")


def test_a_row_is_of_one_player_or_of_certain_pieces():
    assert not won("3", "c1", a1="Man1", b1="Man2")
    assert won('3 whats:{(id "Man" P1) (id "Man" P2)}', "c1", a1="Man1", b1="Man2")
    assert won("3 Mover", "c1", a1="Man1", b1="Man1")
    assert not won('3 what:(id "Man" P2)', "c1", a1="Man1", b1="Man1")


def test_a_row_may_pass_through_another_site_or_any_of_a_region():
    row = {"a5": "Man1", "b5": "Man1", "c5": "Man1"}

    assert not won("3", "e1", **row)
    assert won("3 through:20", "e1", **row)
    assert won("3 throughAny:(sites Top)", "e1", **row)
    assert not won("3 throughAny:(sites Bottom) Mover", "e1", **row)


def test_a_condition_may_hold_for_every_site_of_a_row():
    assert not won("3 if:(not (is In (to) (sites Corners)))", "c1", a1="Man1", b1="Man1")
    assert won("3 if:(not (is In (to) (sites Corners)))", "d1", c1="Man1", b1="Man1")


def test_rows_run_along_the_lines_of_any_board():
    assert won("3", "a3", board="(hex 3)", a1="Man1", a2="Man1")


# Sights


def test_what_a_piece_sees_first_on_each_line():
    seen = "(sites LineOfSight {} at:(from) Orthogonal)"
    near = {"c5": "Man2", "e3": "Man1"}

    assert reached(seen.format(""), **near) == {"c5", "e3"}
    assert reached(seen.format("Empty"), **near) == {"c4", "d3", "a3", "b3", "c2", "c1"}
    assert reached(seen.format("Farthest"), **near) == {"c4", "d3", "a3", "c1"}


def test_between_two_sites_is_what_lies_on_a_line_there():
    assert reached("(sites Between from:(from) to:14)") == {"d3"}
    assert reached("(sites Between from:(from) to:14 fromIncluded:True toIncluded:True)") == {
        "c3", "d3", "e3",
    }  # fmt: skip
    assert reached("(sites Between from:(from) to:9)") == set()


def test_where_moves_end_and_begin_are_regions():
    moves = "(move Step Orthogonal (to if:(is Empty (to))))"

    assert reached(f"(sites To {moves})", c4="Man1") == {"b3", "d3", "c2"}
    assert reached(f"(sites From {moves})") == {"c3"}


# Numbers


def counted(number: str, **others: str) -> str:
    """A site whose number is what is counted."""
    rules = load(duel(f"(move (from) (to {number}))", board="(square 5)"), limits=None)
    start = rules.position({"c3": "Man1", **others})
    return destinations(start, "c3").pop()


def test_numbers_are_compared_and_raised():
    man = "(forEach Value min:1 max:1 (move (from) (to {})))"
    sums = {"(max 3 7)": 7, "(min {4 2 6})": 2, "(abs (- 3 8))": 5, "(^ 2 3)": 8}
    for number, site in sums.items():
        rules = load(duel(man.format(f"(sites {{{number}}})"), board="(square 5)"), limits=None)
        label = rules.board.sites[site].label
        assert labels(rules.position({"c3": "Man1"})) == [f"c3-{label}"]


def test_neighbours_and_steps_are_counted():
    at = {"(count Orthogonal at:(from))": 4, "(count Neighbours at:0)": 3}
    at |= {"(count Steps Orthogonal 0 24)": 8, "(count Steps 0 24)": 4, "(count Players)": 2}
    for number, site in at.items():
        column, row = site % 5, site // 5
        assert reached(f"(sites {{{number}}})") == {f"{'abcde'[column]}{row + 1}"}


def test_a_site_of_a_region_is_named_by_how_many_come_before_it():
    assert reached("(sites {(regionSite (sites Top) index:2)})") == {"c5"}
    assert reached("(sites {(regionSite (sites Top) index:9)})") == set()


def test_sites_are_related_by_a_step():
    near = "(forEach (sites Board) if:(is Related Orthogonal (site) {}))"

    assert reached(near.format("(from)")) == {"b3", "d3", "c2", "c4"}
    assert reached(near.format("(sites Corners)")) == {
        "a2", "b1", "d1", "e2", "a4", "b5", "d5", "e4",
    }  # fmt: skip


def test_a_row_that_ends_the_game_is_won_by_who_made_it():
    text = duel(board="(square 3)", play=ADD, start="", end="(if (is Line 3) (result Mover Win))")
    position = load(text.replace("(start {})", ""), limits=None).start()
    for site in ("a1", "a2", "b1", "b2", "c1"):
        position = position.play(f"{site}-{site}=Man")

    assert isinstance(position.outcome, Outcome)
    assert position.outcome.winner == 1
