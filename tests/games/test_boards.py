"""Square and ring boards: which site is next to which, how lines run, what a drawing holds."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards import Board, BoardError, build, concentric, rectangle, svg
from games.compiler.boards import read_board
from games.ludemes import read

CHESS = rectangle(8, 8)
ROUND = concentric((0, 16, 16, 16, 16))
BOARDS = [CHESS, rectangle(2, 5), ROUND, concentric((1, 4, 8)), concentric((0, 3))]
OPPOSITE = {
    "N": "S", "NE": "SW", "E": "W", "SE": "NW",
    "Out": "In", "CW": "CCW", "CWOut": "CCWIn", "CCWOut": "CWIn",
}  # fmt: skip
boards = pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.kind}-{len(board)}")


def at(board: Board, label: str, direction: str) -> str | None:
    """The label of the next site, or None at the edge."""
    following = board.following[direction][board.site(label)]
    return None if following < 0 else board.sites[following].label


def labels(board: Board, sites: tuple[int, ...]) -> list[str]:
    return [board.sites[site].label for site in sites]


# Squares


def test_squares_are_numbered_row_by_row_from_the_near_left():
    assert [CHESS.site(label) for label in ("a1", "b1", "h1", "a2", "h8")] == [0, 1, 7, 8, 63]


def test_a_square_in_the_middle_has_eight_neighbours_and_one_in_the_corner_three():
    around = {direction: at(CHESS, "e4", direction) for direction in CHESS.rose}

    assert around == {
        "N": "e5", "NE": "f5", "E": "f4", "SE": "f3", "S": "e3", "SW": "d3", "W": "d4", "NW": "d5",
    }  # fmt: skip
    assert labels(CHESS, CHESS.near(CHESS.site("a1"))) == ["a2", "b2", "b1"]


def test_a_line_of_squares_ends_at_the_edge():
    assert labels(CHESS, CHESS.ray(CHESS.site("e4"), "NE")) == ["f5", "g6", "h7"]
    assert labels(CHESS, CHESS.ray(CHESS.site("h8"), "N")) == []


def test_the_knights_leap_on_squares():
    walks = [list("FFRF"), list("FFLF")]
    ends = {end for walk in walks for end in CHESS.leap(CHESS.site("b1"), walk)}

    assert sorted(labels(CHESS, tuple(ends))) == ["a3", "c3", "d2"]


def test_forward_is_where_a_player_looks():
    assert CHESS.directions("Forward", "N") == ("N",)
    assert CHESS.directions("Forward", "S") == ("S",)
    assert CHESS.directions("FL", "S") == ("SE",)
    assert CHESS.directions("Forwards", "E") == ("NE", "E", "SE")


def test_no_line_of_squares_closes():
    assert not CHESS.circular


# Rings


def test_ring_sites_are_numbered_from_the_middle_out_and_anticlockwise_from_due_west():
    assert [ROUND.site(label) for label in ("a1", "a16", "b1", "d16")] == [0, 15, 16, 63]
    first, quarter_on = ROUND.sites[ROUND.site("d1")], ROUND.sites[ROUND.site("d5")]
    assert first.x < 0
    assert first.y < 0
    assert quarter_on.x > 0
    assert quarter_on.y < 0


def test_a_space_of_a_ring_has_eight_neighbours():
    around = {direction: at(ROUND, "b1", direction) for direction in ROUND.rose}

    assert around == {
        "Out": "c1", "CWOut": "c16", "CW": "b16", "CWIn": "a16",
        "In": "a1", "CCWIn": "a2", "CCW": "b2", "CCWOut": "c2",
    }  # fmt: skip


def test_nothing_lies_within_the_innermost_ring_nor_outside_the_outermost():
    assert [at(ROUND, "a5", d) for d in ("In", "CWIn", "CCWIn")] == [None] * 3
    assert [at(ROUND, "d5", d) for d in ("Out", "CWOut", "CCWOut")] == [None] * 3


def test_a_ring_closes_and_its_line_ends_before_it_comes_home():
    line = labels(ROUND, ROUND.ray(ROUND.site("c15"), "CCW"))

    assert ROUND.circular
    assert line[:3] == ["c16", "c1", "c2"]
    assert line[-1] == "c14"
    assert len(line) == 15


def test_a_radius_runs_through_the_rings_and_ends():
    assert labels(ROUND, ROUND.ray(ROUND.site("a7"), "Out")) == ["b7", "c7", "d7"]
    assert labels(ROUND, ROUND.ray(ROUND.site("d7"), "In")) == ["c7", "b7", "a7"]


def test_rings_of_different_sizes_line_up_by_multiples():
    board = concentric((0, 4, 8))

    assert at(board, "a2", "Out") == "b3"
    assert at(board, "b3", "In") == "a2"
    assert at(board, "b4", "In") == "a2"


def test_a_middle_space_joins_all_of_the_first_ring():
    board = concentric((1, 4, 4))

    assert {at(board, f"b{n}", "In") for n in range(1, 5)} == {"a1"}
    assert at(board, "a1", "CW") is None


def test_a_middle_space_has_them_all_for_neighbours():
    board = concentric((1, 4, 4))

    assert board.directions("Out") == ("Out", "Out#2", "Out#3", "Out#4")
    assert {at(board, "a1", way) for way in board.directions("Out")} == {"b1", "b2", "b3", "b4"}
    assert labels(board, board.ray(0, "Out#3")) == ["b3", "c3"]
    assert set(labels(board, board.near(0, "Orthogonal"))) == {"b1", "b2", "b3", "b4"}


def test_a_cut_centre_joins_each_sector_to_its_share_of_the_ring():
    board = concentric((4, 8))

    assert set(labels(board, board.near(0, "Orthogonal"))) == {"a2", "a4", "b1", "b2"}
    # Through the corners at the ends of its arc, not to the spaces that it touches already.
    assert set(labels(board, board.near(0, "Diagonal"))) == {"b8", "b3"}
    assert set(labels(board, board.near(board.site("b2")))) == {"b1", "b3", "a1", "a2"}
    assert at(board, "b2", "CWIn") is None


def test_a_ring_board_may_be_turned_anticlockwise():
    plain, turned = concentric((4, 8)), build(("rotate", 45.0, ("rings", (4, 8))))

    assert turned.following == plain.following
    assert (plain.sites[0].x, plain.sites[0].y) == pytest.approx((plain.sites[0].y,) * 2)
    assert turned.sites[0].x == pytest.approx(0)
    assert turned.sites[0].y < 0


# All boards


@boards
def test_whoever_goes_back_the_way_they_came_comes_home(board: Board):
    for there, back in OPPOSITE.items():
        if there not in board.following or len({len(row) for row in board.rows}) > 1:
            continue
        for site, other in enumerate(board.following[there]):
            assert other < 0 or board.following[back][other] == site


@boards
def test_labels_and_numbers_name_each_other(board: Board):
    assert [board.site(site.label) for site in board.sites] == list(range(len(board)))
    assert [board.site(site.label.upper()) for site in board.sites] == list(range(len(board)))


@boards
def test_a_drawing_has_one_path_for_each_site_with_the_middle_inside(board: Board):
    drawing = ElementTree.fromstring(svg(board, "A <board> & more"))
    paths = [e for e in drawing.iter() if "site" in (e.get("class") or "").split()]

    assert [path.get("data-label") for path in paths] == [site.label for site in board.sites]
    assert [path.get("data-site") for path in paths] == [str(n) for n in range(len(board))]
    assert drawing.get("aria-label") == "A <board> & more"
    for site in board.sites:
        xs, ys = zip(*site.outline, strict=True)
        assert min(xs) < site.x + 0.01
        assert max(xs) > site.x - 0.01
        assert min(ys) < site.y + 0.01
        assert max(ys) > site.y - 0.01


@boards
def test_a_drawing_shows_all_of_the_board(board: Board):
    drawing = ElementTree.fromstring(svg(board, "Board"))
    left, top, width, height = map(float, (drawing.get("viewBox") or "").split())

    for path in drawing.iter("{http://www.w3.org/2000/svg}path"):
        for corner in (path.get("d") or "").strip("MZ").split("L"):
            x, y = map(float, corner.split(","))
            assert left <= x <= left + width
            assert top <= y <= top + height


def test_spaces_of_rings_do_not_overlap():
    middles = [(site.x, site.y) for site in ROUND.sites]
    nearest = min(math.dist(a, b) for i, a in enumerate(middles) for b in middles[:i])

    assert nearest > 0.75


@given(st.integers(1, 12), st.integers(1, 12))
def test_a_rectangle_has_its_rows_and_columns(rows: int, columns: int):
    board = rectangle(rows, columns)

    assert len(board) == rows * columns
    assert [len(row) for row in board.rows] == [columns] * rows
    assert [len(column) for column in board.columns] == [rows] * columns


# Refusals


def test_a_site_that_is_not_there_is_told_which_are():
    with pytest.raises(BoardError, match="no site 'i9': its sites are a1 to h8"):
        CHESS.site("i9")


def test_a_direction_of_another_board_is_told_which_there_are():
    with pytest.raises(BoardError, match="a square board has no direction CW: it has N, NE, E"):
        CHESS.directions("CW")
    with pytest.raises(BoardError, match="a concentric board has no direction N: it has Out"):
        ROUND.directions("N")


def test_a_relative_direction_needs_someone_to_look():
    with pytest.raises(BoardError, match="Forward needs a direction to face"):
        ROUND.directions("Forward", None)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ((0, 8, 12), "a ring of 12 around one of 8: the lines do not meet"),
        ((0, 2), "needs 3 cells or more"),
        ((0,), "write at least one, and at most 400 cells"),
        ((0, 300, 300), "at most 400 cells"),
        ((-1, 8), "needs 3 cells or more"),
    ],
)
def test_rings_that_make_no_board_are_refused(cells: tuple[int, ...], message: str):
    with pytest.raises(BoardError, match=message):
        concentric(cells)


@pytest.mark.parametrize("side", [0, -3, 41, 10**9])
def test_a_side_of_no_squares_or_too_many_is_refused(side: int):
    with pytest.raises(BoardError, match=f"a side of {side} squares: write 1 to 40"):
        rectangle(side, 3)


def written(board: Board) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg(board, "A board"))


def test_a_round_board_is_lettered_on_a_spoke_and_numbered_at_its_rim():
    assert written(ROUND) == [*map(str, range(1, 17)), *"abcd"]
    citadels = written(concentric((4, 8, 8)))
    assert citadels == [*map(str, range(1, 9)), *"bc", "a1", "a2", "a3", "a4"]
    texts = re.findall(r'<text x="([^"]*)" y="([^"]*)">\d+<', svg(ROUND, "A board"))
    rim = max(math.hypot(x, y) for site in ROUND.sites for x, y in site.outline) * 45
    assert all(math.hypot(float(x), float(y) - 4) > rim for x, y in texts)


def test_points_on_lines_are_lettered_below_and_numbered_at_the_left():
    assert written(rectangle(3, 4, on_points=True)) == ["a", "b", "c", "d", "1", "2", "3"]


def test_squares_with_citadels_are_lettered_below_and_numbered_at_the_left():
    citadels = "(merge {(rectangle 2 3) (shift 3 1 (rectangle 1 1)) (shift -1 0 (rectangle 1 1))})"
    drawn = svg(read_board(read(f"(board {citadels})")[0].node), "A board")
    texts = re.findall(r'<text x="([^"]*)" y="([^"]*)">(\w+)<', drawn)
    assert sorted(text for _, _, text in texts) == ["1", "2", "a", "b", "c", "d", "e"]
    squares = [map(float, each) for each in re.findall(r'data-x="([^"]*)" data-y="([^"]*)"', drawn)]
    middles = [(x, y) for x, y in squares]
    for x, y, text in texts:
        inside = [1 for a, b in middles if abs(float(x) - a) < 22 and abs(float(y) - b) < 22]
        assert not inside, text
