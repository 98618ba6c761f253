"""Notes to the players, and marks that a text asks for on the drawing of its board."""

from __future__ import annotations

import pytest

from games.play import LudemeError, load
from tests.games.cast import duel, standing

GREETS = '(define "Greets" (if (is In (last To) (sites Top)) (note "Hello" to:Next)))'
NOTING = '(move Step (to if:(is Empty (to))) (then "Greets"))'


def noted(text: str, *moves: str) -> list[tuple[str, str, int]]:
    position = load(text).start()
    for move in moves:
        position = position.play(move)
    return [(effect.kind, effect.clause, effect.value) for effect in position.effects]


def test_a_note_is_an_effect_of_its_clause_for_the_player_who_is_told():
    text = GREETS + duel(NOTING)

    assert noted(text, "a1-a2") == []
    assert noted(text, "a1-a2", "c3-c2", "a2-a3") == [("note", "Greets", 2)]


@pytest.mark.parametrize("to", ["", "to:All"])
def test_a_note_to_everyone_is_for_player_none(to: str):
    text = f'(define "Greets" (note "Hello" {to}))' + duel(NOTING)

    assert noted(text, "a1-a2") == [("note", "Greets", 0)]


def test_notes_change_nothing_else_and_cost_nothing_where_moves_are_only_counted():
    greets = '(define "Greets" (if (< 1 (count Moves)) (note "Hello" to:Next)))'
    silent, telling = load(duel()), load(greets + duel(NOTING))

    assert telling.perft(4) == silent.perft(4)
    assert standing(telling.start().play("a1-a2")) == standing(silent.start().play("a1-a2"))
    assert len(telling.fast.bytes) == len(silent.fast.bytes)


def test_what_else_stands_in_a_branch_is_done_with_the_note_and_without():
    both = '(if (is In (last To) (sites Top)) (note "Up") (remove (last To)))'
    rules = load(duel(f"(move Step (to if:(is Empty (to))) (then {both}))"))

    assert standing(rules.start().play("a1-a2")) == {"c3": "Man2"}
    # White's man is gone after its first step, and with Black's reply the game is over.
    assert [rules.perft(depth) for depth in (1, 2, 3)] == [3, 9, 0]


def test_a_message_that_is_no_text_is_refused_where_it_stands():
    with pytest.raises(LudemeError, match="3 as a message is not implemented"):
        load(duel("(move Step (to if:(is Empty (to))) (then (note 3)))"))


# Crosses


def crossed(text: str, *options: str) -> list[str]:
    rules = load(text, options)
    return [rules.board.sites[site].label for site in rules.program.crossed]


def test_crosses_stand_where_the_metadata_asks_for_them():
    show = '(metadata (graphics {(show Symbol "thinCross" %s scale:0.9)}))'

    assert crossed(duel(more=show % "{0 4}")) == ["a1", "b2"]
    assert crossed(duel(more=show % "(sites Top)")) == ["a3", "b3", "c3"]
    assert crossed(duel()) == []


def test_other_figures_are_left_alone():
    assert crossed(duel(more='(metadata (graphics {(show Symbol "Disc" (sites Board))}))')) == []


def test_an_option_may_choose_them():
    option = """(option "Marks" <Marks> args:{<marks>} {
        (item "Yes" <(show Symbol "thinCross" {8})> "")* (item "No" <> "")})"""
    text = duel(more=f"{option} (metadata (graphics {{<Marks:marks>}}))")

    assert crossed(text) == ["c3"]
    assert crossed(text, "Marks/No") == []


def test_a_cross_is_two_strokes_from_corner_to_corner():
    rules = load(duel(more='(metadata (graphics {(show Symbol "thinCross" {0})}))'))
    x, y = (22.5, -22.5) if rules.board.sites[0].x else (0.0, 0.0)

    path = rules.svg("one").split('class="crosses"')[1].split(' d="')[1].split('"')[0]
    ends = [tuple(map(float, end.split(","))) for end in path.replace("L", "M").split("M")[1:]]
    # Nine tenths of half a square of 45 on each side of the middle.
    assert {(round(abs(a - x), 2), round(abs(b - y), 2)) for a, b in ends} == {(20.25, 20.25)}
    assert len(ends) == 4


def drawn(text: str) -> list[object]:
    return list(load(text).program.drawn)


def test_lines_go_from_point_to_point_as_the_metadata_asks():
    show = "(metadata (graphics {(show Line %s)}))"

    # The corners of three by three squares are numbered row by row, four in each.
    assert drawn(duel(more=show % "{{0 15} {3 12}}")) == [((0, 0), (3, 3)), ((3, 0), (0, 3))]
    assert drawn(duel(more=show % "{{0 8}} Cell (colour Black) scale:2.0")) == [
        ((0.5, 0.5), (2.5, 2.5))
    ]
    assert drawn(duel(more=show % "{{0 16}}")) == []
    assert 'd="M0,0L135,-135"' in load(duel(more=show % "{{0 15}}")).svg("one")


def test_lines_on_a_board_of_points_join_its_points_and_on_rings_there_are_none():
    show = "(metadata (graphics {(show Line {{0 3}})}))"
    on_points = duel(more=show).replace("(square 3)", "(square 3) use:Vertex")

    ((start, end),) = drawn(on_points)
    sites = load(on_points).board.sites
    assert (start, end) == ((sites[0].x, sites[0].y), (sites[3].x, sites[3].y))
    assert drawn(duel(board="(concentric {0 9 9})", more=show)) == []
