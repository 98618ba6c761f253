"""Regions around sites, groups, and moves that add, remove or choose a site."""

import pytest

from games.play import Rules, load
from tests.games.cast import duel, labels, standing


def rules(text: str) -> Rules:
    return load(text, limits=None)


def chosen(region: str, start: str, board: str = "(square 3)") -> set[str]:
    """The sites of a region, as moves that choose one of them."""
    game = rules(duel(play=f"(move Select (from {region}))", start=start, board=board))
    return {label.partition("-")[0] for label in labels(game.start()) if label != "pass"}


CORNERS = '(place "Man1" 0) (place "Man2" 8)'


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(sites Around 0)", "a2 b1 b2"),
        ("(sites Around 0 Orthogonal)", "a2 b1"),
        ("(sites Around 0 Orthogonal includeSelf:True)", "a1 a2 b1"),
        ("(sites Around 0 distance:2)", "a3 c1 c3"),
        ("(sites Around (sites Top) Orthogonal)", "a2 b2 c2"),
        ("(sites Around (sites {0 1}))", "a2 b2 c1 c2"),
        ("(sites Around (sites {0 1}) includeSelf:True)", "a1 a2 b1 b2 c1 c2"),
        ("(sites Around (sites Occupied by:Mover) Orthogonal if:(is In (to) (sites Left)))", "a2"),
        ("(sites Around (last To))", ""),
    ],
)
def test_sites_are_found_around_others(region: str, sites: str):
    assert chosen(region, CORNERS) == set(sites.split())


@pytest.mark.parametrize(
    ("kind", "sites"),
    [
        ("Empty", "a2 b1"),
        ("NotEmpty", "b3 c2"),
        ("Own", "b3"),
        ("Enemy", "c2"),
        ("NotOwn", "c2"),
        ("NotEnemy", "b3"),
    ],
)
def test_what_stands_around_a_site_may_be_asked_for(kind: str, sites: str):
    start = '(place "Man1" 7) (place "Man2" 5)'

    assert chosen(f"(sites Around 4 {kind} Orthogonal)", start) == set(sites.split())


def test_like_pieces_that_touch_are_a_group():
    start = '(place "Man1" {0 1 4}) (place "Man2" {2 8})'

    assert chosen("(sites Group at:0 Orthogonal)", start) == {"a1", "b1", "b2"}
    assert chosen("(sites Group at:8)", start) == {"c3"}


def test_empty_sites_are_a_group_of_their_own():
    assert chosen("(sites Group at:6 Orthogonal)", '(place "Man1" {3 4 5}) (place "Man2" 0)') == {
        "a3", "b3", "c3",
    }  # fmt: skip


def test_a_group_may_be_of_all_that_a_condition_allows():
    start = '(place "Man1" 0) (place "Man2" 1)'

    found = chosen("(sites Group at:0 Orthogonal if:(is Occupied (to)))", start)
    assert found == {"a1", "b1"}


def test_a_whole_group_is_removed_though_its_first_piece_goes_first():
    remove = "(forEach Site (sites Group at:(last From)) (remove (site)))"
    play = f"(move Select (from (sites Occupied by:Next)) (then {remove}))"
    start = '(place "Man1" 6) (place "Man2" {0 1 2 8})'
    game = rules(duel(play=play, start=start))

    assert standing(game.start().play("b1-b1")) == {"a3": "Man1", "c3": "Man2"}


@pytest.mark.parametrize(("board", "holds"), [('"Man1" {0 1 2}', True), ('"Man1" {0 1}', False)])
def test_a_condition_may_be_asked_of_all_sites_of_a_region(board: str, holds: bool):
    play = "(if (all Sites (sites Bottom) if:(is Occupied (site))) (forEach Piece))"
    game = rules(duel(play=play, start=f'(place {board}) (place "Man2" 8)'))

    assert (labels(game.start()) != ["pass"]) is holds


def test_regions_inside_a_loop_see_the_site_of_the_loop():
    lonely = "(= 0 (count Sites in:(sites Around (site) Own)))"
    play = f"(move Select (from (forEach (sites Occupied by:Mover) if:{lonely})))"
    game = rules(duel(play=play, start='(place "Man1" {0 1 8}) (place "Man2" 6)'))

    assert labels(game.start()) == ["c3-c3"]


# Adding, removing, choosing


def test_a_piece_of_the_player_is_added_where_none_is_named():
    full = "(if (is Full) (result Mover Win))"
    play = "(move Add (to (sites Empty)))"
    game = rules(duel(play=play, board="(square 2)", start="", end=full))
    start = game.start()

    assert labels(start) == ["a1-a1=Man", "a2-a2=Man", "b1-b1=Man", "b2-b2=Man"]
    assert standing(start.play("b1-b1=Man").play("a1-a1=Man")) == {"a1": "Man2", "b1": "Man1"}


def test_each_piece_named_may_be_added():
    play = '(move Add (piece {"Man1" "Man2"}) (to (sites {0})) (then (remove 8)))'
    game = rules(duel(play=play, start='(place "Man2" 8)'))
    moves = game.start().legal_moves

    assert [game.program.components[m.record[6] - 1].owner for m in moves] == [1, 2]
    assert standing(game.start().play(moves[1])) == {"a1": "Man2"}


def test_what_is_added_to_a_site_that_is_taken_changes_nothing_without_counts():
    play = "(move Add (to 8))"

    assert standing(rules(duel(play=play)).start().play("c3-c3=Man")) == {
        "a1": "Man1",
        "c3": "Man2",
    }


def test_a_piece_may_be_removed_as_a_move():
    game = rules(duel(play="(move Remove (sites Occupied by:Next))"))

    assert labels(game.start()) == ["c3-c3"]
    outcome = game.start().play("c3-c3").outcome
    assert outcome is not None
    assert outcome.winner == 1


def test_moves_that_add_and_remove_are_traced_and_counted_alike():
    play = "(or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next)))"
    game = rules(
        duel(play=play, board="(square 2)", start="", end="(if (is Full) (result Mover Win))")
    )

    assert game.perft(3) == game.start().perft(3) == 4 * (3 * (2 + 1) + 1 * 4)
    assert game.start().play("a1-a1=Man").play("a1-a1").effects[0].kind == "removal"


# Numbers


@pytest.mark.parametrize(("sites", "steps"), [("0 8", 2), ("0 1", 1), ("4 4", 0), ("0 -1", 0)])
def test_steps_are_counted_from_neighbour_to_neighbour(sites: str, steps: int):
    play = f"(if (= {steps} (count Steps {sites})) (forEach Piece))"

    assert labels(rules(duel(play=play)).start()) != ["pass"]


def test_a_slide_may_be_as_long_as_the_position_allows():
    man = "(move Slide E (between (max (count Pieces Mover))))"
    start = '(place "Man1" {0 4}) (place "Man2" 15)'
    game = rules(duel(man, board="(square 4)", start=start))

    assert labels(game.start()) == ["a1-b1", "a1-c1", "a2-b2", "a2-c2"]


def test_a_variable_and_a_players_value_are_undefined_until_they_are_set():
    undefined = (
        '(and (= Undefined (var)) (and (= -1 (var "Way")) (= Undefined (value Player Next))))'
    )
    man = '(move Step (then (and (set Var "Way" 3) (set Value Next 0))))'
    game = rules(duel(man, play=f"(if {undefined} (forEach Piece))"))

    assert labels(game.start()) == ["a1-a2", "a1-b1", "a1-b2"]
    assert labels(game.start().play("a1-a2")) == ["pass"]


def test_rows_may_be_numbered_in_play():
    assert chosen("(sites Row (count Moves))", CORNERS) == {"a1", "b1", "c1"}


def test_pieces_may_be_placed_where_a_condition_holds():
    start = '(place "Man1" (forEach (sites Board) if:(= 0 (% (site) 3)))) (place "Man2" 8)'

    assert standing(rules(duel(start=start)).start()) == {
        "a1": "Man1", "a2": "Man1", "a3": "Man1", "c3": "Man2",
    }  # fmt: skip


# Consequences


def test_what_follows_a_capture_follows_only_where_something_is_captured():
    flanked = "(custodial Orthogonal (between (max 1) if:(is Enemy (who at:(between)))"
    capture = f"{flanked} (apply (remove (between)))) (to if:(is Friend (who at:(to))))"
    man = f"(move Step Orthogonal (to if:(is Empty (to))) (then {capture} (then (moveAgain)))))"
    start = '(place "Man1" {0 5}) (place "Man2" {4 8})'
    game = rules(duel(man, start=start))

    assert game.start().play("a1-b1").mover == 2
    assert game.start().play("a1-a2").mover == 1
    assert standing(game.start().play("a1-a2")) == {"a2": "Man1", "c2": "Man1", "c3": "Man2"}
