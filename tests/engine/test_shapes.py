"""Shapes and operations of boards: how many points, edges and cells they have, and what is beside.

All numbers are those of the published player.
"""

import pytest

from games.boards import BoardError
from games.engine.boards.reading import read_board
from games.engine.boards.registry import CELL, VERTEX
from games.engine.lowering.registry import NotImplementedLudeme
from games.ludemes import LudemeError
from tests.engine.test_boards import built, container, graph, moves


@pytest.mark.parametrize(
    ("shape", "points", "edges", "faces"),
    [
        ("(tri Star 2)", 37, 84, 48),
        ("(tiling T4612 2)", 84, 108, 25),
        ("(tiling T31212 2)", 60, 78, 19),
        ("(tiling T33336 2)", 72, 162, 91),
        ("(tiling T33344 3 4)", 30, 57, 28),
        ("(tiling T333333_33434 2)", 102, 204, 103),
        ("(tiling T3464 2 3)", 66, 120, 55),
        ("(tiling T33434 (poly {{-4 0} {0 8} {4 8} {4 0}}))", 51, 105, 55),
        ("(tiling T3636 {3 3 2 3 3 2})", 55, 94, 40),
        ("(tiling T488 {3 3 3 3})", 16, 18, 3),
        ("(tiling T4612 {2 2})", 228, 312, 85),
        ("(brick 3 4)", 44, 57, 14),
        ("(brick 3 4 trim:True)", 36, 49, 14),
        ("(brick Diamond 3)", 30, 38, 9),
        ("(brick Spiral 3)", 36, 48, 13),
        ("(quadhex 3)", 73, 126, 54),
        ("(quadhex 3 thirds:True)", 84, 141, 58),
        ("(celtic 3)", 28, 52, 25),
        ("(celtic {4 3 -1 2 3 4})", 32, 59, 28),
        ("(square {4 3 -2 2 3 4})", 31, 50, 20),
        ("(square (poly {{0 0} {0 4} {4 4} {4 0}}) diagonals:SolidNoSplit)", 25, 72, 64),
        ("(square (poly {{0 0} {0 3} {3 6} {6 3} {3 0}}))", 31, 48, 18),
        ("(clip (square 5) (poly {{1 1} {1 2} {2 2} {2 1}}))", 32, 48, 17),
        ("(intersect (hex 4) (shift 3.4641 0 (hex 4)))", 64, 86, 23),
        ("(intersect {(square 5) (shift 2 1 (square 5)) (shift 1 2 (square 5))})", 16, 24, 9),
        ("(subdivide (tiling T488 2) min:8)", 28, 60, 33),
        (
            "(repeat 2 3 step:{{3 0} {0 2}}"
            " {(poly {{0 0} {0 1} {1 1} {1 0}}) (poly {{1 0} {2 1} {3 0} {2 -1}})})",
            35, 48, 14,
        ),
        ("(complete (square 2) eachCell:True)", 9, 20, 4),
        ("(complete (square 2))", 9, 36, 0),
        ("(hole (shift -4 -4 (square 8)) (poly {{0 0} {2 0} {2 1}} rotns:4))", 81, 144, 60),
        (
            "(keep (shift -4 -4 (square 8)) (poly {{1 1} {4 1} {4 -1} {1 -1}} rotns:4))",
            41, 56, 16,
        ),
        ("(remove (square 4) cells:{3 3 5 5})", 25, 35, 12),
        ("(remove (hex 3) vertices:{0 0 5 5})", 50, 64, 16),
    ],
)  # fmt: skip
def test_points_edges_and_faces_of_a_shape(shape, points, edges, faces):
    made = graph(shape)
    assert (len(made.points), len(made.edges()), len(made.faces)) == (points, edges, faces)


def test_lines_that_cross_a_cell_make_it_none():
    crossed = built("(square (poly {{0 0} {0 4} {4 4} {4 0}}) diagonals:SolidNoSplit)")
    assert len(crossed) == 64
    assert crossed.near(0, "Orthogonal") == (9,)


def test_where_two_cells_are_as_straight_ahead_the_first_around_the_corner_is_diagonal():
    board = built("(tiling T33434 3)")
    assert board.near(0, "Diagonal") == (6,)
    assert board.near(0, "OffDiagonal") == (5,)
    turned = built("(rotate 90 (tiling T33434 2))")
    assert 30 in turned.near(21, "Diagonal")


def test_a_cell_on_the_rim_of_a_knot_is_cut_off_from_the_square_inside():
    board = built("(celtic 3)")
    assert board.near(0, "Orthogonal") == ()
    assert board.near(0, "OffDiagonal") == (4,)


def test_rings_of_cells_have_a_cell_in_the_middle():
    board = built("(scale 1 (concentric {0 5 5}))")
    assert len(board) == 11
    assert len(built("(concentric {0 0 4 8})")) == 13
    assert set(board.near(1, "Orthogonal")) == {0, 2, 3, 4, 5}


def test_what_a_part_is_cut_out_of_no_longer_turns_around_its_middle():
    outline = "(poly {{-3 -1} {-3 3} {3 3} {3 -1}})"
    board = built(f"(keep (concentric {{1 8 8}}) {outline})", VERTEX)
    assert all(way not in board.following for way in ("In", "Out", "CW", "CCW"))


def test_coordinates_made_anew_leave_the_board_as_it_is():
    assert graph("(recoordinate (hex 3))").faces == graph("(hex 3)").faces


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("(quadhex 30)", "a board of over 1000 points"),
        ("(brick 50)", "a board of size 50: write 1 to 40"),
        ("(complete (hex 5))", "of 150 points: 60 at the most"),
        ("(repeat 0 3 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1}}))", "1 to 1000 shapes"),
        ("(square {3})", "two or more lengths"),
        ("(keep (square 5) (poly {{0 0} {2 0} {2 2}} rotns:4000))", "360 at the most"),
        ("(remove (square 2) cells:{3 3})", "no cell 3 to remove twice"),
        ("(layers 2 (square 3))", "layers"),
    ],
)
def test_a_shape_that_cannot_be_built_says_why(shape, message):
    with pytest.raises(LudemeError, match=message):
        built(shape, CELL)


def test_a_board_without_edges_is_as_large_as_published_where_no_size_is_written():
    square, triangle = (
        read_board(container(f"(boardless {tiling})")) for tiling in ("Square", "Triangular")
    )
    assert len(square) == len(triangle) == 41 * 41
    small = read_board(container("(boardless Triangular 6)"))
    assert (len(small), small.named("C6"), small.named("c5")) == (36, 0, 1)
    with pytest.raises(LudemeError, match="a side of 60 squares: write 1 to 41"):
        read_board(container("(boardless Square 60)"))


def test_a_coordinate_that_no_site_has_means_none_among_others():
    assert moves("(board (square 3))", '(sites {"A1" "K9" "B2"})') == [0, 4]
    with pytest.raises(NotImplementedLudeme, match="no site 'K9'"):
        moves("(board (square 3))", '(sites {"K9"})')


def test_edges_have_a_rim_but_no_coordinates_and_no_sides():
    board = built("(tri 4)", "Edge")
    assert board.region("Outer") == (0, 1, 2, 3, 8, 11, 14, 16, 17)
    with pytest.raises(BoardError, match="has no region Side N"):
        board.region("Side N")
    with pytest.raises(BoardError, match="no site of this board has the coordinate 'A1'"):
        board.named("A1")
