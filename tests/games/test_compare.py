"""Two rulesets compared: clauses that answer each other, and the shortest line that tells them
apart, against a plain loop over all lines."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from games.compare import Article, Bounds, Comparison, aligned, articles_of, compare
from games.compare.differences import grouped
from games.compare.first_side import FirstSide
from games.compare.sides import Texts
from games.play import Position, Rules, RulesStopped, load
from tests.games.cast import SHODRA, duel
from tests.games.families import first as shipped

STEP = "(move Step Orthogonal (to if:(is Empty (to))))"
TAKE = "(move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
DIAGONAL = "(move Step Diagonal (to if:(is Empty (to))))"
SLIDE = "(move Slide Orthogonal)"
LONG = "(square 5)"
ENDS = '(place "Man1" 0) (place "Man2" 24)'
ADD = '(move Add (piece "Man") (to (sites Empty)))'


def made(*arguments: str, **named: str) -> Rules:
    return load(duel(*arguments, **named), limits=None)


def in_row(number: int) -> str:
    """A man that has come so far may leave the lines."""
    return f"(or {STEP} (if (is In (from) (sites Row {number})) {DIAGONAL}))"


@cache
def compared(a: str, b: str) -> Comparison:
    """Two shipped rulesets, compared once."""
    return compare(shipped(a), shipped(b))


def texts(position: Position) -> set[str]:
    return {move.label for move in position.all_moves()}


def all_alike(a: Position, b: Position, plies: int, every: int = 1) -> bool:
    """Whether no line of up to so many moves leads to a difference.

    Every line is played, or those that begin with every so-manieth move.
    """
    moves = texts(a)
    if moves != texts(b):
        return False
    followed = sorted(moves)[::every] if plies else []
    return all(all_alike(a.play(m), b.play(m), plies - 1) for m in followed)


def line_of(comparison: Comparison) -> list[str]:
    assert comparison.difference is not None
    return [step.a for step in comparison.difference.line]


def replayed(rules: Rules, line: list[str]) -> Position:
    position = rules.start()
    for text in line:
        position = position.play(text)
    return position


def assert_shortest(
    a: Rules, b: Rules, plies: int, found: Comparison | None = None, every: int = 1
) -> Comparison:
    """The line found has so many moves, leads to a difference, and no shorter one does."""
    found = found or compare(a, b)
    line = line_of(found)
    assert len(line) == plies
    at_a, at_b = replayed(a, line), replayed(b, line)
    assert found.difference is not None
    assert {each.move for each in found.difference.only_a} == texts(at_a) - texts(at_b)
    assert {each.move for each in found.difference.only_b} == texts(at_b) - texts(at_a)
    assert texts(at_a) != texts(at_b)
    assert plies == 0 or all_alike(a.start(), b.start(), plies - 1, every)
    return found


@pytest.mark.parametrize(
    ("a", "b", "plies"),
    [
        (STEP, SLIDE, 0),
        (STEP, in_row(0), 0),
        (STEP, in_row(1), 2),
        (STEP, in_row(2), 4),
        (STEP, f"(if (not (is In (from) (sites Row 1))) {STEP})", 2),
    ],
)
def test_no_line_is_shorter_where_men_step(a: str, b: str, plies: int):
    assert_shortest(made(a, board=LONG, start=ENDS), made(b, board=LONG, start=ENDS), plies)
    assert_shortest(made(b, board=LONG, start=ENDS), made(a, board=LONG, start=ENDS), plies)


def test_no_line_is_shorter_where_the_last_move_is_looked_at():
    # Who moves where the other has just come from may not: the same men stand alike, and yet
    # positions that were reached otherwise are not the same.
    away = "(move Step Orthogonal (to if:(and (is Empty (to)) (!= (to) (last From)))))"
    a, b = made(STEP), made(away)
    assert not FirstSide(b, Texts(), {}).forgets
    assert FirstSide(a, Texts(), {}).forgets
    plies = next(each for each in range(1, 9) if not all_alike(a.start(), b.start(), each))
    assert_shortest(a, b, plies)


def test_no_line_is_shorter_where_only_check_tells_kar_ouk_from_ouk():
    found = compared("ouk-chatrang", "kar-ouk")
    assert_shortest(shipped("ouk-chatrang"), shipped("kar-ouk"), 4, found, every=4)

    difference = found.difference
    assert difference is not None
    assert difference.kind == "moves"
    assert difference.a.outcome is None
    assert difference.b.outcome is not None
    assert {each.how for each in difference.only_a} == {"over"}
    assert {each.refused for each in difference.only_a} == {"FirstCheckWins"}
    assert difference.only_b == ()


def test_the_round_boards_are_not_the_same_and_moves_differ_from_the_start():
    a, b = shipped("shatranj-ar-rumiya-1140"), shipped("shatranj-ar-rumiya-1352")
    found = assert_shortest(a, b, 0)

    assert (found.apart, found.found.positions) == ("boards", 1)
    assert (len(a.board), len(b.board)) == (64, 68)
    assert set(found.sites_a) == {f"a{number}" for number in range(5, 17)}
    assert set(found.sites_b) == {f"e{number}" for number in range(1, 17)}


def placed(*sites: int) -> str:
    """One man of the first player, and men of the other."""
    return f'(place "Man1" 0) (place "Man2" {{{" ".join(map(str, sites))}}})'


SQUARE_4 = {"board": "(square 4)"}
SQUARE_5 = {"board": LONG}


@pytest.mark.parametrize(
    ("man", "a", "b", "apart", "plies"),
    [
        (STEP, {}, SQUARE_4 | {"start": placed(10)}, "boards", 1),
        (STEP, SQUARE_4 | {"start": placed(5)}, SQUARE_5 | {"start": placed(6)}, "boards", 5),
        (DIAGONAL, SQUARE_4 | {"start": placed(5)}, SQUARE_5 | {"start": placed(6)}, "boards", 5),
        (SLIDE, SQUARE_4 | {"start": placed(15)}, SQUARE_5 | {"start": placed(18)}, "boards", 0),
        (STEP, SQUARE_4 | {"start": placed(15)}, SQUARE_4 | {"start": placed(11)}, "arrays", 1),
        (STEP, {}, {"start": '(place "Man1" {0 2}) (place "Man2" 8)'}, "arrays", 0),
    ],
)
def test_no_line_is_shorter_where_boards_or_arrays_differ(
    man: str, a: dict[str, str], b: dict[str, str], apart: str, plies: int
):
    ours, theirs = made(man, **a), made(man, **b)
    for one, other in ((ours, theirs), (theirs, ours)):
        found = assert_shortest(one, other, plies)
        assert found.apart == apart


def test_shodra_with_the_double_step_of_each_oi():
    each = load(SHODRA, ["Double step/Each oi's first move"])
    found = assert_shortest(load(SHODRA), each, 2)

    assert found.difference is not None
    assert {lone.how for lone in found.difference.only_b} == {"unknown"}
    assert found.difference.only_a == ()


def test_another_array_on_the_same_board():
    found = assert_shortest(load(SHODRA), load(SHODRA, ["Noyions/On the d file"]), 2)
    assert found.apart == "arrays"


def test_another_number_of_players():
    two = duel()
    three = two.replace("(player S)}", "(player S) (player E)}")
    found = assert_shortest(load(two), load(three), 2)
    assert found.apart == "players"


def test_pieces_may_have_other_names():
    a = made(STEP, board=LONG, start=ENDS)
    b = load(duel(in_row(2), board=LONG, start=ENDS).replace('"Man', '"Fellow'), limits=None)
    found = compare(a, b)
    assert found.names == {"Fellow": "Man"}
    assert len(line_of(found)) == 4


def test_what_a_piece_becomes_is_the_same_under_another_name():
    a = made(board=LONG, play=ADD, start=ENDS)
    b = duel(board=LONG, play=ADD, start=ENDS).replace('"Man', '"Fellow')
    found = compare(a, load(b, limits=None), bounds=Bounds(plies=2))
    assert found.difference is None
    assert found.found is not None
    assert (found.found.plies, found.found.stopped) == (2, "plies")


def test_men_that_one_tells_apart_and_the_other_does_not_are_another_array():
    start = '(place "Man1" 0) (place "Man1" 1) (place "Man2" 8)'
    text = duel(start=start).replace(
        '(piece "Man" Each', f'(piece "Fellow" Each {STEP}) (piece "Man" Each'
    )
    other = text.replace('(place "Man1" 1)', '(place "Fellow1" 1)')
    assert compare(load(text), load(other)).apart == "arrays"


def test_a_clause_that_forbids_is_named():
    safe = '(not (is Threatened (id "Man" Mover)))'
    check = f'(define "StaysAway" (do (forEach Piece) ifAfterwards:{safe}))'
    a = made(TAKE, board="(square 4)", start='(place "Man1" 0) (place "Man2" 15)')
    text = duel(
        TAKE, board="(square 4)", start='(place "Man1" 0) (place "Man2" 15)', play='"StaysAway"'
    )
    found = assert_shortest(a, load(check + text, limits=None), 4)
    assert found.difference is not None
    assert {(lone.how, lone.refused) for lone in found.difference.only_a} == {
        ("forbidden", "StaysAway")
    }


def test_the_same_rules_are_compared_to_their_end():
    start = '(place "Man1" 0) (place "Man2" 3)'
    forward = "(move Step Forward (to if:(is Empty (to))))"
    a = made(forward, board="(square 2)", start=start)
    found = compare(a, made(forward, board="(square 2)", start=start))
    assert found.found is not None
    assert (found.difference, found.ending, found.found.stopped) == (None, None, "")


def test_games_that_end_alike_but_with_another_result():
    wins = made(end="(if (is In (last To) (sites Centre)) (result Mover Win))")
    draws = made(end="(if (is In (last To) (sites Centre)) (result Mover Draw))")
    found = compare(wins, draws, bounds=Bounds(plies=4))
    assert found.difference is None
    assert found.ending is not None
    assert len(found.ending.line) == 1
    results = [each.outcome.winner for each in (found.ending.a, found.ending.b) if each.outcome]
    assert results == [1, 0]


def test_moves_that_share_their_sites_are_told_apart():
    twice = made(f"(or {STEP} {STEP})")
    found = compare(made(STEP), twice)
    assert found.difference is not None
    assert {each.how for each in found.difference.only_a} == {"otherwise"}
    assert {each.how for each in found.difference.only_b} == {"otherwise"}
    again = compare(twice, made(f"(or {STEP} {STEP})"), bounds=Bounds(plies=3))
    assert again.difference is None


def test_a_position_with_more_moves_than_the_module_has_room_for():
    # 360 moves, and a position of more than a thousand bytes after each.
    board, start = "(square 19)", '(place "Man1" 0)'
    a = made(board=board, play=ADD, start=start)
    ends = "(if (is Line 2) (result Mover Win))"
    found = compare(a, made(board=board, play=ADD, start=start, end=ends))
    assert len(line_of(found)) == 1


@pytest.mark.parametrize(
    ("bounds", "stopped"),
    [
        (Bounds(positions=6), "positions"),
        (Bounds(seconds=0.0), "seconds"),
        (Bounds(plies=3), "plies"),
    ],
)
def test_a_search_stops_at_its_bound_and_says_how_far_it_has_come(bounds: Bounds, stopped: str):
    a = made(STEP, board=LONG, start=ENDS)
    found = compare(a, made(in_row(2), board=LONG, start=ENDS), bounds=bounds)
    assert found.difference is None
    assert found.found is not None
    assert found.found.stopped == stopped
    assert found.found.plies <= 3
    assert all_alike(a.start(), made(in_row(2), board=LONG, start=ENDS).start(), found.found.plies)


def test_the_same_line_is_found_every_time():
    a, b = made(STEP, board=LONG, start=ENDS), made(in_row(2), board=LONG, start=ENDS)
    assert len({tuple(line_of(compare(a, b))) for _ in range(5)}) == 1


def test_rules_that_run_into_a_limit_are_refused_with_the_reason():
    divides = "(do (forEach Piece) ifAfterwards:(= 1 (/ 1 (- (count Pieces All) 2))))"
    with pytest.raises(RulesStopped, match="they divide by zero"):
        compare(load(duel(STEP)), load(duel(play=divides)))


def article(name: str, title: str = "", text: str = "", ludemes: str = "") -> Article:
    return Article(name, title, text, ludemes)


def test_clauses_of_the_same_name_or_title_stand_side_by_side():
    a = [article("Board", "The board"), article("Steps", "How men step"), article("Mate", "Mate")]
    b = [
        article("First", "First"),
        article("Board", "A board"),
        article("Ring", "Ring"),
        article("MenStep", "How men step"),
    ]
    rows = [(p.a and p.a.name, p.b and p.b.name) for p in aligned(a, b)]
    assert rows == [
        (None, "First"), ("Board", "Board"), (None, "Ring"), ("Steps", "MenStep"), ("Mate", None),
    ]  # fmt: skip


def test_clauses_of_the_same_kinds_are_paired_last_and_say_so():
    a = [Article("Goal", concepts=("Blocking wins",)), Article("Mate", concepts=("Checkmate",))]
    b = [
        Article("Mate", concepts=("Blocking wins",)),
        Article("NoMoves", concepts=("Blocking wins",)),
    ]
    rows = aligned(a, b)
    assert [(p.a and p.a.name, p.b and p.b.name, p.kinds) for p in rows] == [
        ("Goal", "NoMoves", ("Blocking wins",)),
        ("Mate", "Mate", ()),
    ]


def test_clauses_of_the_same_ludemes_are_paired_before_those_of_the_same_kinds() -> None:
    stuck = Article("Trapped", "Trapped", "A player who cannot move loses.", "(no Moves)")
    other = Article("Last", "Last", "", "(is Last)", concepts=("loss",))
    ours = [replace(stuck, concepts=("loss",))]
    theirs = [other, replace(stuck, name="NoMove", title="No move", concepts=("loss",))]
    pairs = [each for each in aligned(ours, theirs) if each.a and each.b]
    assert [(each.a.name, each.b.name, each.kinds) for each in pairs if each.a and each.b] == [
        ("Trapped", "NoMove", ())
    ]


@pytest.mark.parametrize(
    ("text", "ludemes", "relation"),
    [("x", "y", "same"), ("z", "y", "words"), ("x", "z", "ludemes"), ("z", "z", "both")],
)
def test_what_differs_between_clauses(text: str, ludemes: str, relation: str):
    rows = aligned([article("A", text="x", ludemes="y")], [article("A", "", text, ludemes)])
    assert [row.relation for row in rows] == [relation]


def test_how_a_definition_is_laid_out_does_not_matter():
    ours = '(define "Ends" (if (no Pieces Next) (result Mover Win)))'
    theirs = ours.replace(" (", "\n   (  ").replace("(  ", "(")
    a, b = (articles_of(load(more + duel(end='"Ends"'))) for more in (ours, theirs))
    assert [row.relation for row in aligned(a, b)] == ["same"]


def test_moves_of_the_same_clauses_are_told_together():
    found = compared("ouk-chatrang", "kar-ouk").difference
    assert found is not None
    groups = grouped(found.only_a)
    assert sum(len(moves) for _, moves in groups) == len(found.only_a)
    assert len({first.allowed for first, _ in groups}) == len(groups)
