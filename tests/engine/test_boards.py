"""Boards of the engine: numbers of sites, what lies beside them, and who is numbered after them."""

from math import comb

import pytest

from games.boards import BoardError
from games.engine.boards.incidence import incident
from games.engine.boards.mancala import mancala
from games.engine.boards.operators import merged
from games.engine.boards.reading import read_board
from games.engine.boards.registry import CELL, EDGE, VERTEX, make
from games.engine.language import read_and_bind, walk
from games.engine.lowering.compile import compile_typed
from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.play.game import move_name
from games.engine.play.traces import board_words, listed_words
from games.ludemes import LudemeError
from tests.engine.machines import quick

GAME = """
(game "Board" (players 2)
    (equipment {%s (piece "Disc" Each) (hand Each)})
    (rules (play %s) (end (if (no Moves Next) (result Mover Win)))))
"""
ADD = "(move Add (to (sites Empty)))"


def typed(board, play=ADD):
    bound = read_and_bind(GAME % (board, play))
    assert bound.faults == ()
    return bound.root


def container(board):
    return next(each for each in walk(typed(board)) if each.key.startswith("containers"))


def graph(shape, use=CELL):
    return make(container(f"(board {shape})").args["graphFn"], use)


def built(shape, use=CELL):
    return read_board(container(f"(board {shape} use:{use})"))


def near(board, label, word="Adjacent"):
    return {board.sites[n].label for n in board.near(board.site(label), word)}


# Operations


@pytest.mark.parametrize(
    ("shape", "points", "edges", "faces"),
    [
        ("(square 3)", 16, 24, 9),
        ("(square 3 diagonals:Alternating)", 16, 33, 18),
        ("(hex 2)", 24, 30, 7),
        ("(hex Limping 2)", 13 + 24, 48, 12),
        ("(tri Hexagon 1)", 7, 12, 6),
        ("(dual (square 3))", 9, 12, 4),
        ("(keep (square 4) (poly {{0 0} {0 2} {2 2} {2 0}}))", 9, 12, 4),
        ("(hole (square 4) (poly {{1 1} {1 3} {3 3} {3 1}}))", 25, 36, 12),
        ("(remove (square 4) cells:{5 6 9 10})", 25, 36, 12),
        ("(remove (square 3) (poly {{0.5 0.5} {0.5 3.5} {3.5 3.5} {3.5 0.5}}))", 7, 6, 0),
        ("(trim (remove (square 2) vertices:{{1 1}}))", 8, 8, 0),
        ("(union (square 1) (shift 1 0 (square 1)))", 8, 8, 2),
        ("(merge (square 1) (shift 1 0 (square 1)))", 6, 7, 2),
        ("(splitCrossings (merge (square 1) (rotate 45 (square 1))))", 16, 24, 9),
        ("(splitCrossings (add (square 1) edges:{{{0 0} {1 1}} {{0 1} {1 0}}}))", 5, 8, 4),
        ("(skew 0.5 (square 2))", 9, 12, 4),
        ("(regular 5)", 5, 5, 1),
        ("(tiling T488 2)", 24, 28, 5),
        ("(tiling T3636 2)", 30, 48, 19),
        ("(tiling T33434 1)", 14, 25, 12),
        ("(complete (square 1))", 4, comb(4, 2), 2),
        ("(spiral turns:3 sites:20)", 20, 19, 0),
    ],
)
def test_points_edges_and_faces_of_a_shape(shape, points, edges, faces):
    made = graph(shape)
    assert (len(made.points), len(made.edges()), len(made.faces)) == (points, edges, faces)


def test_every_edge_is_listed_once_and_joins_its_ends():
    made = graph("(splitCrossings (merge (square 2 diagonals:Solid) (shift 0.5 0 (hex 2))))")
    assert len({frozenset(edge) for edge in made.lines}) == len(made.lines)
    assert all(b in made.around[a] and a in made.around[b] for a, b in made.lines)
    assert sum(map(len, made.around)) == 2 * len(made.lines)


def test_merged_graphs_keep_the_edges_of_the_first_before_those_of_the_second():
    first, second = graph("(square 1)"), graph("(shift 0 1 (square 1))")
    made = merged([first, second])
    assert made.lines[:4] == first.lines
    assert len(made.lines) == 7


def test_a_skewed_board_leans_to_the_right():
    made = graph("(skew 0.5 (square 2))")
    assert made.points[0] == (0.0, 0.0)
    assert made.points[-1] == (3.0, 2.0)


def test_a_cell_added_by_its_corners_is_the_last_and_lies_beside_its_neighbours():
    ring = "(hole (square 3) (poly {{1 1} {1 2} {2 2} {2 1}}))"
    assert len(built(ring)) == 8
    board = built(f"(add {ring} cells:{{{{5 9 10 6}}}})")
    assert len(board) == 9
    assert set(board.near(8, "Orthogonal")) == {1, 3, 4, 6}


# Rings


def test_a_single_ring_of_points_is_a_polygon_numbered_from_the_bottom():
    board = built("(concentric {8})", VERTEX)
    assert len(board) == 8
    assert set(board.near(0)) == {1, 2}
    assert set(board.near(7)) == {5, 6}


def test_a_cell_can_be_removed_from_rings():
    whole, cut = built("(concentric {0 6 12})"), graph("(remove (concentric {0 6 12}) cells:{0})")
    assert len(whole) == 19
    assert len(cut.faces) == len(graph("(concentric {0 6 12})").faces) - 1


def test_ways_round_rings_of_points_go_on_through_the_middle():
    board = built("(concentric {1 8 8})", VERTEX)
    rays = {board.ray(6, way) for way in board.directions("Rotational")} - {()}
    assert (0, 2, 10) in rays
    assert (0,) not in rays
    assert {ray[0] for ray in rays} == {0, 5, 7, 14}


# Edges


def test_edges_of_a_line_are_numbered_along_it():
    board = built("(rectangle 1 6)", EDGE)
    assert len(board) == 5
    assert [board.near(n) for n in range(5)] == [(1,), (2, 0), (3, 1), (4, 2), (3,)]
    assert board.kind == "edges"


def test_edges_of_a_square_of_points_are_numbered_row_by_row():
    board = built("(square 2)", EDGE)
    assert [(round(s.x, 2), round(s.y, 2)) for s in board.sites] == sorted(
        ((round(s.x, 2), round(s.y, 2)) for s in board.sites), key=lambda at: at[::-1]
    )
    assert set(board.near(0)) == {1, 2}
    assert board.region("Bottom") == (0,)
    assert board.region("Top") == (3,)
    assert all(len(site.outline) == 4 for site in board.sites)


def test_a_ring_with_gaps_has_its_edges_and_those_added_after_them():
    made = graph("(add (remove (concentric {12}) vertices:{11 0}) edges:{{0 1} {8 9}})", EDGE)
    assert len(made.points) == 10
    assert len(made.lines) == 12 - 4 + 2
    assert made.lines[-2:] == [(0, 1), (8, 9)]


# Mancala


def test_stores_are_joined_to_the_holes_beside_them():
    board = mancala(2, 6, True)
    assert len(board) == 14
    assert set(board.near(0)) == {1, 7}
    assert set(board.near(13)) == {6, 12}
    assert set(mancala(4, 6, True).near(0)) == {7, 13}


def test_a_row_of_more_than_26_holes_has_names_for_all():
    board = mancala(2, 30, False)
    assert len({site.label for site in board.sites}) == 60
    assert board.sites[29].label == "ad1"


def test_the_middle_of_a_mancala_board_with_an_odd_row_is_one_column():
    assert mancala(2, 7, False).region("Centre") == (3, 10)


# Numbers


def test_hands_are_numbered_after_the_cells_of_a_board_played_on_points():
    equipment = compile_typed(
        typed("(board (square 3 diagonals:Alternating) use:Vertex)")
    ).equipment
    assert equipment.sites == 9
    assert [each.first for each in equipment.containers] == [0, 9, 10]
    wide = compile_typed(typed("(board (square 5 diagonals:Alternating) use:Vertex)")).equipment
    assert wide.sites == 25
    assert [each.first for each in wide.containers] == [0, 32, 33]
    assert wide.total == 34


def test_a_move_from_a_hand_that_is_numbered_after_the_cells_is_called_by_the_hand():
    board = "(board (square 5 diagonals:Alternating) use:Vertex)"
    play = '(move (from (handSite Mover)) (to (sites "A1")))'
    text = GAME % (board, play)
    start = '(rules (start (place "Disc1" (handSite P1)))'
    rules = compile_typed(read_and_bind(text.replace("(rules", start)).root)
    machine = quick(rules)
    machine.start()
    (move,) = machine.legal_moves()
    assert (move.frm, move.to) == (32, 0)
    assert move_name(machine, move) == "Hand1-a1"
    assert board_words(machine) == ["32:Disc1"]
    assert listed_words(machine) == []


def test_a_side_may_be_longer_than_forty_while_the_board_is_not_too_large():
    assert len(built("(rectangle 2 50)", VERTEX)) == 100
    assert len(built("(rectangle (+ (^ 3 2) 2) 3)")) == 33


def test_a_board_that_is_too_large_is_named_as_it_was_written():
    with pytest.raises(LudemeError, match="a board of 99 by 99 cells: write up to 1000 corners"):
        built("(square 99)", CELL)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("(rectangle 41 41)", "a board of 41 by 41 points: write up to 1000 in all"),
        ("(rectangle (^ 9 9) 2)", "is too large: 1000000 at the most"),
        ("(square 11 pyramidal:True)", "a pyramid of 11 layers: write 2 to 9"),
        ("(scale 2 (square 3 pyramidal:True))", "pyramidal: in .square …. is not implemented"),
        ("(scale 0 (square 3))", "0 times as large"),
        ("(remove (square 2) cells:{9})", "no cell 9 to remove: 0 to 0"),
        ("(add (square 2) cells:{{0 1 8}})", "no edge from point 1 to point 8"),
        ("(keep (square 2) (poly {{0 0} {1 1}}))", "three corners"),
        ("(concentric {2000})", "1000 sites at the most"),
        ("(spiral turns:9 sites:3)", "a spiral of 3 sites in 9 turns"),
        ("(layers 2 (square 3))", "a board made by .layers …. is not implemented"),
    ],
)
def test_a_board_that_cannot_be_built_says_why_and_where(shape, message):
    with pytest.raises(LudemeError, match=message) as error:
        built(shape, VERTEX)
    assert error.value.span is not None


def test_a_name_that_no_region_has_is_a_site_if_it_is_written_like_one():
    board = '(board (square 4)) (regions "Home" (sites Bottom)) (regions "HomeRow" (sites Top))'
    assert moves(board, '(sites "B3")') == [9]
    assert moves(board, '(sites "Home")') == [0, 1, 2, 3]
    assert moves(board, '(sites "Hom")') == []


def moves(board, region):
    machine = quick(compile_typed(typed(board, f"(move Add (to {region}))")))
    machine.start()
    return [move.to for move in machine.legal_moves() if not move.is_pass]


def test_directions_by_site_leave_out_those_of_other_sites():
    shape = "(renumber (splitCrossings (add (regular Star 6) edges:{{0 5} {1 4} {2 3}})))"
    board = built(shape, VERTEX)
    assert len(board) == 19
    inner = board.following["NNE"][2]
    assert inner in board.near(2, "Diagonal")
    assert inner not in board.near(2, "Adjacent")


def test_a_graph_is_no_board_without_sites():
    with pytest.raises(LudemeError, match="a board without sites"):
        built("(graph vertices:{{0 0} {1 0}} edges:{{0 1}})", CELL)
    with pytest.raises(BoardError):
        graph("(dual (graph vertices:{{0 0} {1 0}} edges:{{0 1}}))")


@pytest.mark.parametrize(
    ("wanted", "of", "rows"),
    [
        ("Vertex", "Cell", [{0, 1, 3, 4}, {1, 2, 4, 5}]),
        ("Cell", "Vertex", [{0}, {0, 1}, {1}, {0}, {0, 1}, {1}]),
        ("Vertex", "Edge", [{0, 1}, {1, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}]),
        ("Edge", "Vertex", [{0, 2}, {0, 1, 3}, {1, 4}, {2, 5}, {3, 5, 6}, {4, 6}]),
        ("Edge", "Cell", [{0, 2, 3, 5}, {1, 3, 4, 6}]),
        ("Cell", "Edge", [{0}, {1}, {0}, {0, 1}, {1}, {0}, {1}]),
        ("Cell", "Cell", [{1}, {0}]),
        ("Vertex", "Vertex", [{1, 3}, {0, 2, 4}, {1, 5}, {0, 4}, {1, 3, 5}, {2, 4}]),
        (
            "Edge",
            "Edge",
            [{1, 2, 3}, {0, 3, 4}, {0, 5}, {0, 1, 5, 6}, {1, 6}, {2, 3, 6}, {3, 4, 5}],
        ),
    ],
)
def test_cells_points_and_edges_that_meet(wanted, of, rows):
    assert [set(row) for row in incident(graph("(rectangle 1 2)"), wanted, of)] == rows


def test_sites_that_meet_are_asked_for_on_boards_with_one_kind_of_sites_only():
    board = "(board (square 3) use:Vertex)"
    corners = "(sites Incident Vertex of:Cell at:0)"
    assert sorted(moves(board, corners)) == [0, 1, 3, 4]
    with pytest.raises(NotImplementedLudeme, match="several kinds"):
        moves(board, f"{corners} if:(is Empty Cell (to))")


def test_a_cell_of_a_board_that_is_played_on_its_points_is_named_by_its_own_coordinate():
    board = "(board (square 3) use:Vertex)"
    named = '(sites Cell "B2")'
    assert moves(board, f"(forEach {named} if:(= 3 (site)))") == [3]
    with pytest.raises(NotImplementedLudeme, match="no site 'C3'"):
        moves(board, '(sites Cell "C3")')


@pytest.mark.parametrize(
    "move",
    [
        "(move Slide (from 0) Orthogonal (to if:(= (between) 3)))",
        '(move Shoot (piece "Disc1") (from 0) Orthogonal'
        " (to if:(and (is Empty (to)) (or (= (between) 3) (<= (to) 3)))))",
    ],
)
def test_each_way_of_a_slide_or_shot_begins_with_nothing_between(move):
    text = GAME % ("(board (square 3))", move)
    start = '(rules (start (place "Disc1" 0))'
    machine = quick(compile_typed(read_and_bind(text.replace("(rules", start)).root))
    machine.start()
    assert sorted(each.to for each in machine.legal_moves()) == [1, 2, 3, 6]


BALLS = """
(game "Balls" (players 2)
    (equipment {(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each)})
    (rules
        (start (place "Ball1" {0 1 4}))
        (play (move Add (to (sites Empty) if:(and (is Flat) CONDITION))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def balls(condition):
    """Where the first ball may be laid on a pyramid of three layers."""
    bound = read_and_bind(BALLS.replace("CONDITION", condition))
    assert bound.faults == ()
    machine = quick(compile_typed(bound.root))
    machine.start()
    return machine, [move.to for move in machine.legal_moves()]


def test_a_ball_lies_on_the_ground_or_on_four_others():
    # From the near left: 0 1 2 on the ground, 3 4 on the gaps, then 5 6 (7 on top of all) 8 …
    machine, sites = balls("(= 0 0)")
    assert sites == [2, 5, 6, 8, 11, 12, 13]

    for site in (5, 6):
        machine.play(next(move for move in machine.legal_moves() if move.to == site))
    assert 3 in [move.to for move in machine.legal_moves()]


def test_sites_of_a_pyramid_have_a_layer_and_neighbours_on_each_slope():
    assert balls("(= 0 (layer of:(to)))")[1] == [2, 5, 6, 8, 11, 12, 13]
    assert balls("(is In (to) (sites Around 3 Downward))")[1] == [5, 6]
    assert balls("(= (ahead (to) USE) 3)")[1] == [5]
