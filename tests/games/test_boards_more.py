"""Boards of every form: sites, neighbours, directions, regions and coordinates, worked by hand."""

from __future__ import annotations

import re

import pytest

from games.boards import Board, BoardError, concentric, rectangle, svg
from games.boards.assembly import assembled
from games.boards.recipes import planar
from games.compiler.boards import read_board
from games.ludemes import LudemeError, read
from games.ludemes.tree import Form

SIXTHS = ("NNE", "E", "SSE", "SSW", "W", "NNW")


def board(text: str) -> Board:
    """The board that a text says, without `(board …)` around it where it is only a shape."""
    item = read(text if text.startswith(("(board", "(surakarta")) else f"(board {text})")[0]
    assert isinstance(item.node, Form)
    return read_board(item.node)


def labels(on: Board, sites: tuple[int, ...]) -> set[str]:
    return {on.sites[site].label for site in sites}


# Squares


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 6), (2, 2), (3, 5), (8, 8), (11, 4)])
def test_squares_made_directly_are_those_made_from_points_and_edges(rows: int, columns: int):
    direct = rectangle(rows, columns)
    made = assembled(planar(("grid", rows, columns, None), on_points=False), on_points=False)

    assert [site.label for site in made.sites] == [site.label for site in direct.sites]
    assert (made.rows, made.columns) == (direct.rows, direct.columns)
    assert {name: set(sites) for name, sites in made.sides.items()} == {
        name: set(sites) for name, sites in direct.sides.items()
    }
    for site in range(len(direct)):
        for word in ("Orthogonal", "Diagonal", "Adjacent", "All"):
            assert set(made.near(site, word)) == set(direct.near(site, word))


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (5, 4), (10, 9)])
def test_crossing_lines_made_directly_are_those_made_from_points_and_edges(rows: int, columns: int):
    direct = rectangle(rows, columns, on_points=True)
    made = assembled(planar(("grid", rows, columns, None), on_points=True), on_points=True)

    assert [site.label for site in made.sites] == [site.label for site in direct.sites]
    assert made.groups == direct.groups
    for name in ("Corners", "Outer", "Inner", "Centre", "Top", "Side W", "Phase 0", "Phase 1"):
        assert set(made.region(name)) == set(direct.region(name)), name
    for direction in direct.rose:
        assert made.following[direction] == direct.following[direction]


def test_on_crossing_lines_only_orthogonal_steps_are_adjacent():
    lines = board("(board (square 4) use:Vertex)")

    assert labels(lines, lines.near(lines.site("b2"))) == {"b1", "a2", "c2", "b3"}
    assert labels(lines, lines.near(lines.site("b2"), "Diagonal")) == {"a1", "c1", "a3", "c3"}
    assert lines.directions("FL", "N") == ("W",)
    assert lines.directions("Forwards", "N") == ("N",)
    assert lines.directions("FL", "N", of="All") == ("NW",)


def test_lines_across_the_squares_join_points():
    alquerque = board("(board (square 3 diagonals:Alternating) use:Vertex)")
    solid = board("(board (square 2 diagonals:Solid) use:Vertex)")

    assert len(alquerque.near(alquerque.site("b2"))) == 8
    assert labels(alquerque, alquerque.near(alquerque.site("b1"))) == {"a1", "c1", "b2"}
    assert len(solid) == 5
    assert len(solid.near(2)) == 4


def test_squares_stood_on_a_corner_keep_their_numbers():
    turned = board("(rotate 45 (square 3))")

    assert turned.groups["Orthogonal"] == ("NE", "SE", "SW", "NW")
    assert turned.region("Bottom") == (0,)
    assert turned.region("Top") == (8,)
    assert turned.ray(0, "N") == (4, 8)
    assert turned.directions("Forwards", "N") == ("NW", "N", "NE")


# Hexagons


def test_hexagons_have_six_neighbours_and_six_diagonals():
    small = board("(hex 3)")

    assert [len(row) for row in small.rows] == [3, 4, 5, 4, 3]
    assert small.groups["Orthogonal"] == SIXTHS
    assert set(small.near(9)) == {4, 5, 8, 10, 13, 14}
    assert set(small.near(9, "Diagonal")) == {1, 3, 6, 12, 15, 17}
    assert small.near(9, "Adjacent") == small.near(9, "Orthogonal")
    assert small.ray(0, "NNE") == (4, 9, 14, 18)
    assert small.ray(1, "N") == (9, 17)


def test_a_walk_on_hexagons_turns_by_sixths():
    wide = board("(hex 4)")
    middle = wide.region("Centre")[0]

    assert middle == 18
    assert labels(wide, wide.leap(middle, "F")) == labels(wide, wide.near(middle))
    assert len(wide.leap(middle, "FFRF")) == 6
    assert set(wide.leap(middle, "FFRF")).isdisjoint(wide.leap(middle, "FFLF"))
    assert set(wide.leap(middle, "FRRF")) == set(wide.near(middle))


def test_relative_directions_are_the_nearest_that_hexagons_have():
    small = board("(hex 3)")

    assert small.directions("Forward", "N") == ()
    assert small.directions("FL", "N") == ("NNW",)
    assert small.directions("FR", "N") == ("NNE",)
    assert small.directions("Forwards", "S") == ("SSE", "SSW")
    assert small.directions("BR", "N") == ("SSW",)
    assert small.directions("N", None) == ("N",)
    assert small.directions("NE", None) == ()
    assert small.directions("Forward", "N", of="Diagonal") == ("N",)
    assert small.directions("FL") == ("NNW",)
    with pytest.raises(BoardError, match="no meaning for who faces CW"):
        small.directions("Forward", "CW")


def test_directions_lie_straight_behind_each_other():
    assert rectangle(3, 3).opposites == (("N", "S"), ("NE", "SW"), ("E", "W"), ("SE", "NW"))
    assert ("NNE", "SSW") in board("(hex 3)").opposites
    assert len(board("(hex 3)").opposites) == 6
    assert ("CW", "CCW") in concentric((0, 8, 8)).opposites


def test_hexagons_take_three_colours():
    small = board("(hex 3)")

    assert [len(small.region(f"Phase {n}")) for n in range(3)] == [6, 7, 6]
    assert small.region("Phase 3") == ()
    for site in range(len(small)):
        assert small.phase_of[site] not in {small.phase_of[other] for other in small.near(site)}


def test_regions_of_a_hexagon():
    small = board("(hex 3)")

    assert small.region("Corners") == (0, 2, 7, 11, 16, 18)
    assert small.region("Inner") == (4, 5, 8, 9, 10, 13, 14)
    assert small.region("Side N") == (16, 17, 18)
    assert small.region("Side SE") == (2, 6, 11)
    assert small.region("Left") == (7,)
    with pytest.raises(BoardError, match="has no region Middle"):
        small.region("Middle")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("(hex Rectangle 3 4)", [4, 3, 4]),
        ("(hex Diamond 3)", [3, 3, 3]),
        ("(hex Star 1)", [1, 4, 3, 4, 1]),
        ("(hex Triangle 3)", [3, 2, 1]),
        ("(rotate 90 (hex 2))", [2, 3, 2]),
    ],
)
def test_other_boards_of_hexagons(text: str, rows: list[int]):
    assert [len(row) for row in board(text).rows] == rows


# Triangles and others


def test_triangles_have_three_neighbours_each():
    small = board("(tri 3)")

    assert len(small) == 9
    assert set(small.near(1, "Orthogonal")) == {3, 4}
    assert set(small.near(5, "Orthogonal")) == {3, 7}
    assert set(small.near(4, "Orthogonal")) == {1, 2, 6}
    assert set(small.near(4, "Diagonal")) == {5}
    assert set(small.near(4, "OffDiagonal")) == {3, 7}
    assert {small.phase_of[site] for site in (0, 1, 2, 5, 6, 8)} == {0}


@pytest.mark.parametrize(
    ("text", "sites"),
    [
        ("(tri Hexagon 2)", 24),
        ("(tri Square 2)", 6),
        ("(tri Diamond 3)", 18),
        ("(board (tri Hexagon 3) use:Vertex)", 19),
        ("(square Diamond 3)", 13),
        ("(board (square Diamond 2) use:Vertex)", 12),
        ("(square Limping 3)", 12),
        ("(board (graph vertices:{{0 0} {1 0} {1 1}} edges:{{0 1} {1 2}}) use:Vertex)", 3),
    ],
)
def test_the_number_of_sites_of_further_shapes(text: str, sites: int):
    assert len(board(text)) == sites


def test_merels_are_played_on_squares_inside_each_other():
    merels = board("(board (concentric Square rings:3) use:Vertex)")
    crossed = board("(board (concentric Square rings:2 joinCorners:True) use:Vertex)")

    assert [len(row) for row in merels.rows] == [3, 3, 3, 6, 3, 3, 3]
    assert sorted(map(len, map(merels.near, range(24)))) == [2] * 12 + [3] * 8 + [4] * 4
    assert labels(merels, merels.near(merels.site("d2"))) == {"b2", "f2", "d1", "d3"}
    assert merels.ray(merels.site("d1"), "N") == tuple(map(merels.site, ("d2", "d3")))
    assert labels(crossed, crossed.near(crossed.site("a1"))) == {"a3", "c1", "b2"}


def test_rings_of_points_go_round_and_in_and_out():
    toono = board("(board (add (concentric {1 0 8 8}) edges:{{0 2} {0 4}}) use:Vertex)")

    assert len(toono) == 17
    assert set(toono.near(0)) == {2, 4}
    assert set(toono.near(1)) == {2, 8, 9}
    assert toono.ray(9, "CW") == (16, 15, 14, 13, 12, 11, 10)
    assert toono.ray(10, "In") == (2, 0)
    assert {toono.ray(0, way) for way in toono.directions("Out")} == {(2, 10), (4, 12)}
    assert toono.circular


def test_the_ring_of_cells_is_as_it_was():
    ring = board("(concentric {0 16 16 16 16})")

    assert ring is concentric((0, 16, 16, 16, 16))
    assert ring.directions("Rotational") == ("CW", "CCW")
    assert ring.directions("Forward", "CW") == ("CW",)


def test_kensington_is_hexagons_squares_and_triangles():
    corners = board("(board (tiling T3464 1) use:Vertex)")
    cells = board("(tiling T3464 1)")

    assert (len(corners), len(cells)) == (18, 13)
    assert len(cells.region("Major")) == 1
    assert sorted(len(corners.near(site)) for site in range(18)) == [3] * 12 + [4] * 6


# Boards put together


CROSS = "(merge {(shift 1 0 (rectangle 3 1)) (shift 0 1 (rectangle 1 3))})"


def test_merged_boards_share_the_points_where_they_meet():
    cross = board(CROSS)

    assert len(cross) == 5
    assert labels(cross, cross.near(cross.site("b2"), "Orthogonal")) == {"b1", "a2", "c2", "b3"}


def test_merged_cells_are_numbered_as_their_corners_find_them_until_renumbered():
    assert [site.label for site in board(CROSS).sites] == ["b1", "b2", "a2", "c2", "b3"]
    again = board(f"(renumber {CROSS})")
    assert [site.label for site in again.sites] == ["b1", "a2", "b2", "c2", "b3"]


def test_removed_cells_close_the_gap_in_the_numbers():
    gap = board("(remove (rectangle 2 3) cells:{1})")

    assert [site.label for site in gap.sites] == ["a1", "c1", "a2", "b2", "c2"]
    assert set(gap.near(0)) == {2, 3}
    assert set(gap.near(0, "Orthogonal")) == {2}


def test_a_removed_edge_takes_the_cells_beside_it():
    open_middle = board("(remove (rectangle 1 3) edges:{{{1 0} {1 1}}})")

    assert len(open_middle) == 1


def test_points_and_edges_are_added_by_place_and_by_number():
    tail = board("(board (add (square 3) vertices:{{1 3}} edges:{{7 9} {{2 2} {1 3}}}) use:Vertex)")

    assert len(tail) == 10
    assert set(tail.near(9)) == {7, 8}


def test_loops_at_the_corners_are_tracks_both_ways():
    loops = board("(surakartaBoard (square 6))")

    assert sorted(loops.tracks) == ["Track1B", "Track1F", "Track2B", "Track2F"]
    assert loops.tracks["Track1F"][:8] == (6, 7, 8, 9, 10, 11, 11, 4)
    assert len(loops.tracks["Track2F"]) == 28


def test_a_drawing_has_every_site_and_the_lines_between_points():
    drawing = svg(board("(board (square 3) use:Vertex)"), "Lines")

    assert drawing.count('class="site vertex"') == 9
    assert drawing.count('class="edges"') == 1
    assert 'class="edges"' not in svg(board("(hex 3)"), "Hexagons")


# Refusals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(board)", "the board needs a shape"),
        ("(board (mancalaBoard 2 6))", "a board made by (mancalaBoard …) is not implemented"),
        ("(board (square 8) use:Edge)", "use:Edge is not implemented; these are: Cell, Vertex"),
        ('(board (square 8) (track "T" "0,1"))', "is not implemented"),
        ("(board (square 8) largeStack:True)", "largeStack: in (board …) is not implemented"),
        ("(square 8 9)", "(square …) takes 1 whole number"),
        ("(square 41)", "a side of 41 squares: write 1 to 40"),
        ("(square 2.5)", "a whole number belongs here, not 2.5"),
        ("(hex Limping 3)", "(hex Limping …) is not implemented"),
        ("(tiling T488 2)", "the tiling T488 is not implemented; these are: T3464"),
        ("(remove (square 3) cells:{9})", "there is no cell 9 to remove: 0 to 8"),
        ("(add (square 3) edges:{{0 99}})", "there is no point 99 to join"),
        ("(shift 0 0 1 (square 3))", "a board of several layers"),
        ("(rotate (square 3))", "(rotate …) takes 1 numbers and a shape"),
        ("(board (wedge 2))", "a board without sites"),
    ],
)
def test_what_is_not_implemented_or_makes_no_board_is_refused(text: str, message: str):
    with pytest.raises(LudemeError, match=re.escape(message)):
        board(text)
