"""A number drawn at random is a throw: recorded, replayed and counted as one."""

from __future__ import annotations

import pytest

from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.play.game import Game, Ply, PlyError
from games.engine.play.perft import perft
from games.engine.play.record import read, replayed, written
from games.engine.play.trace_lines import Line
from games.engine.play.traces import board_words, first_difference
from tests.engine.machines import quick
from tests.engine.node import printed
from tests.engine.test_back_ends import compiled
from tests.engine.test_record import played
from tests.engine.test_record_js import REPLAYED

AGAIN = "(then (if (< 2 (value Random (range 1 3))) (moveAgain)))"
LUCKY = f"""
(game "Who draws three moves again" (players 2)
    (equipment {{(board (square 2)) (piece "Ball" Each)}})
    (rules
        (play (move Add (to (sites Empty)) {AGAIN}))
        (end (if (is Full) (result Mover Win)))))
"""


def test_the_number_drawn_stands_before_the_move_that_asked_for_it():
    rules = compiled(LUCKY)
    game = Game(rules)
    first = next(iter(game.moves()))
    with pytest.raises(PlyError, match="ask for a throw"):
        game.play(Ply(first))

    game.play(Ply(first, (2,)))
    assert game.machine.mover == 1
    game.play(Ply(next(iter(game.moves())), (1,)))
    assert game.machine.mover == 2

    text = written(rules.manifest, game.plies)
    assert text.startswith("1. [3] ") and "\n2. [2] " in text
    again = replayed(rules, read(rules.manifest, text))
    assert board_words(again.machine) == ["0:Ball1", "1:Ball1"]


def test_games_are_counted_over_all_numbers():
    machine = quick(compiled(LUCKY))
    machine.start()

    assert [perft(machine, depth) for depth in (1, 2)] == [4 * 3, 4 * 3 * 3 * 3]


def test_a_recorded_game_leads_to_the_same_board_in_node(tmp_path):
    rules = compiled(LUCKY)
    games = [played(rules, seed) for seed in (3, 40)]
    records = [written(rules.manifest, game.plies) for game in games]

    assert printed(REPLAYED, rules, tmp_path, records) == [
        [record, board_words(game.machine), game.machine.mover, game.machine.over]
        for record, game in zip(records, games, strict=True)
    ]


def line(ply: int, mover: int, site: int, board: str, following: int) -> Line:
    legal = [f"{each}-{each}=Ball{mover}" for each in range(4) if each >= ply]
    played = f"{site}-{site}=Ball{mover}"
    return {
        "ply": ply, "mover": mover, "legal": legal, "played": played, "board": board,
        "next": following,
    }  # fmt: skip


def test_a_trace_that_says_nothing_of_the_number_agrees_if_some_number_does():
    start: Line = {"trial": 0, "start": ""}
    first = line(0, 1, 0, "0:Ball1", 1)

    lines = [{}, start, first, line(1, 1, 1, "0:Ball1 1:Ball1", 2)]
    assert first_difference(compiled(LUCKY), lines) is None
    lines[3] = line(1, 2, 1, "0:Ball1 1:Ball2", 1)
    assert first_difference(compiled(LUCKY), lines) is not None


SET_UP = """
(game "Any side" (players 2)
    (equipment {
        (board (square 3))
        (piece "Ball" Each (move Step (to if:(is Empty (to)))))
        (piece "Wall" Neutral)
    })
    (rules
        (start {
            (place "Wall" 4 value:(value Random (range 2 5)))
            (place Random (sites Bottom) {"Ball1"})
            (place "Ball2" (sites Random (sites Top) num:2))
        })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))
"""
PILED = '(place Random {(count "Ball1" 2) (count "Ball2" 1)} 4) (place "Ball2"'
PILE = SET_UP.replace('(place "Ball2"', PILED)
ANYWHERE = LUCKY.replace("(sites Empty)", "(sites Random (sites Empty) num:2)")


def opened(text: str, number: int) -> Game:
    game = Game(compiled(text))
    game.play(Ply("pass", (number,)))
    return game


def test_a_set_up_is_drawn_first_of_all_and_counts_as_no_move():
    game = Game(compiled(SET_UP))
    assert [*game.moves()] == ["pass"]
    with pytest.raises(PlyError, match="ask for a throw"):
        game.play(Ply("pass"))

    boards = {number: board_words(opened(SET_UP, number).machine) for number in range(60)}
    assert boards[7] == board_words(opened(SET_UP, 7).machine)
    assert all(len(board) == 4 for board in boards.values())
    placed = {word.split(",")[0] for board in boards.values() for word in board}
    balls = {*(f"{site}:Ball1" for site in range(3)), *(f"{site}:Ball2" for site in range(6, 9))}
    assert placed == {*balls, "4:Wall0"}
    assert {word for board in boards.values() for word in board if "W" in word} == {
        f"4:Wall0,v{number}" for number in range(2, 6)
    }
    machine = opened(SET_UP, 7).machine
    assert (machine.mover, machine.get("moves_played"), machine.get("turns")) == (1, 0, 1)


def test_pieces_lie_on_one_site_in_any_order():
    stacks = {board_words(opened(PILE, number).machine)[1] for number in range(60)}
    assert {stack.split("/", 1)[1] for stack in stacks} == {
        "Ball1/Ball1/Ball2", "Ball1/Ball2/Ball1", "Ball2/Ball1/Ball1"
    }  # fmt: skip


def test_a_trace_says_where_the_pieces_of_a_set_up_stand():
    board = "1:Ball1 4:Wall0,v3 6:Ball2 7:Ball2"
    moved = board.replace("1:", "0:")
    first: Line = {
        "ply": 0, "mover": 1, "legal": ["1-0", "1-2", "1-3", "1-5"], "played": "1-0",
        "board": moved, "next": 2,
    }  # fmt: skip
    rules = compiled(SET_UP)
    assert first_difference(rules, [{}, {"trial": 0, "start": board}, first]) is None

    for wrong in (board.replace("6:Ball2 ", ""), board.replace("6:Ball2", "6:Ball1")):
        other = first_difference(rules, [{}, {"trial": 0, "start": wrong}])
        assert other is not None
        assert other.what.startswith("start: ")


@pytest.mark.parametrize(
    ("drawn", "following"),
    [
        (LUCKY.replace("(range 1 3)", "(range 1 (count Turns))"), {1, 2}),
        (LUCKY.replace(AGAIN, f"(then (forEach Site (sites Board) {AGAIN[6:-1]}))"), {1, 2}),
        (LUCKY.replace("(is Full)", "(= 1 (value Random (range 1 3)))"), {1, 2}),
    ],
)
def test_what_is_drawn_often_in_a_ply_follows_from_one_number(drawn, following):
    rules = compiled(drawn)
    found = set()
    for number in range(40):
        game = Game(rules)
        for _ in range(3):
            if not game.machine.over:
                game.play(Ply(next(iter(game.moves())), (number,)))
        found.add(game.machine.mover)
    assert found == following


def test_moves_that_are_drawn_are_listed_once_a_number_is_thrown():
    game = Game(compiled(ANYWHERE.replace(f" {AGAIN}", "")))
    assert game.waits_for_throw()
    offered = {tuple(sorted(game.moves((number,)))) for number in range(60)}
    assert len(offered) == 6  # two of four sites
    assert all(len(moves) == 2 for moves in offered)


def test_what_is_drawn_while_a_move_is_played_does_not_follow_from_what_was_drawn_while_listing():
    text = ANYWHERE.replace("num:2", "").replace(
        AGAIN, "(then (if (= 1 (value Random (range 1 2))) (moveAgain)))"
    )
    rules = compiled(text)
    found = set()
    for number in range(60):
        game = Game(rules)
        move = next(iter(game.moves((number,))))
        game.play(Ply(move, (number,)))
        found.add((move, game.machine.mover))
    assert len(found) == 8  # each of four sites, by either player after it


def test_a_region_that_is_drawn_is_asked_for_its_sites():
    sites = "(intersection (sites Empty) (sites Random (sites Bottom)))"
    game = Game(compiled(LUCKY.replace("(sites Empty)", sites).replace(f" {AGAIN}", "")))
    assert {*map(len, (game.moves((number,)) for number in range(20)))} == {1}


def test_a_thousand_numbers_are_drawn_as_they_are():
    seventh = "(= 7 (value Random (range 1 1000)))"
    rules = compiled(LUCKY.replace("(< 2 (value Random (range 1 3)))", seventh))
    movers = []
    for number in range(12):
        game = Game(rules)
        game.play(Ply(next(iter(game.moves())), (number,)))
        movers.append(game.machine.mover)
    assert movers.index(1) == 6
    assert movers.count(1) == 1


def test_a_piece_may_be_called_as_the_die_that_nothing_shows():
    text = SET_UP.replace('"Wall"', '"Draw"')
    assert "4:Draw0" in {word.split(",")[0] for word in board_words(opened(text, 7).machine)}


def test_a_game_with_a_set_up_leads_to_the_same_board_in_node(tmp_path):
    for text in (SET_UP, PILE, ANYWHERE):
        rules = compiled(text)
        game = played(rules, 5)
        record = written(rules.manifest, game.plies)
        assert printed(REPLAYED, rules, tmp_path, [record]) == [
            [record, board_words(game.machine), game.machine.mover, game.machine.over]
        ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LUCKY.replace("(piece", "(dice d:2 num:1) (piece"), "beside dice"),
        (LUCKY.replace("(range 1 3)", "(range 3 1)"), "of 0 numbers"),
        (LUCKY.replace("(range 1 3)", "(range 1 2000)"), "of 2000 numbers"),
    ],
)
def test_draws_that_are_not_played_yet_are_refused(text, message):
    with pytest.raises(NotImplementedLudeme, match=message):
        compiled(text)
