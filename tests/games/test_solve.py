"""Games are solved: published values, hand-worked ones, and the same by a plain search."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from games.play import Position, load_rules
from games.solve import Bounds, Problem, SolveError, Unsolvable, problem, solve
from games.solve.backwards import values
from games.solve.index import Index
from games.solve.space import Space
from games.study.executors import executor

RULESETS = Path("fixtures/rulesets")
TORERE = (RULESETS / "space/mu-torere-best.lud").read_text(encoding="utf-8")
ONLY_BESIDE = "Moving to the pūtahi only beside an enemy/"
PEBBLES = (RULESETS / "space/terni-lapilli-ovid.lud").read_text(encoding="utf-8")
TABLES = (RULESETS / "space/alquerque-de-tres-1283.lud").read_text(encoding="utf-8")
LEOPARDS = (RULESETS / "hunt/hat-diviyan-keliya.lud").read_text(encoding="utf-8")

NOUGHTS = """(game "Noughts" (players 2)
    (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Line 3) (result Mover Win)) (if (= 9 (count Pieces All)) (result Mover Draw))})))"""
# A man runs along four squares; another runs beside it, or stands in its way.
RUN = """(game "Run" (players {(player E) (player E)})
    (equipment {(board (rectangle 2 4))
        (piece "Man" Each (move Step (directions {E W}) (to if:(is Empty (to)))))})
    (rules (start {(place "Man1" coord:"A1") (place "Man2" coord:"A2")})
        (play (forEach Piece))
        (end (if (and (is Mover P1) (is In (last To) (sites {"D1"}))) (result P1 Win)))))"""


PONG = """(game "Pong hau k'i" (players 2)
    (equipment {(board (graph vertices:{{0 0} {2 0} {1 1} {0 2} {2 2}}
            edges:{{0 1} {0 2} {1 2} {2 3} {2 4} {0 3} {1 4}}) use:Vertex)
        (piece "Stone" Each (move Step (to if:(is Empty (to)))))})
    (rules (start {(place "Stone1" (sites {3 4})) (place "Stone2" (sites {0 1}))})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


# Cars go ahead or aside, and ahead off the board; who has no move has won.
DODGEM = """(game "Dodgem" (players {(player E) (player N)})
    (equipment {(board (square 3))
        (piece "Car1" P1 (or (move Step (directions {E N S}) (to if:(is Empty (to))))
            (if (is In (from) (sites Side E)) (move Remove (from)))))
        (piece "Car2" P2 (or (move Step (directions {N E W}) (to if:(is Empty (to))))
            (if (is In (from) (sites Side N)) (move Remove (from)))))})
    (rules (start {(place "Car1" (sites {"A2" "A3"})) (place "Car2" (sites {"B1" "C1"}))})
        (play (forEach Piece)) (end (if (no Moves Next) (result Next Win)))))"""


class Plainly:
    """A game solved over positions in Python, from the ends of games, round after round."""

    def __init__(self, text: str, options: tuple[str, ...] = ()) -> None:
        self.after: dict[str, list[str]] = {}
        self.mover: dict[str, int] = {}
        self.value: dict[str, int] = {}
        start = load_rules(text, options, limits=None).start()
        self.start = self._key(start)
        waiting = [start]
        while waiting:
            position = waiting.pop()
            if (key := self._key(position)) in self.after:
                continue
            self.mover[key] = position.mover
            if (outcome := position.outcome) is not None:
                self.value[key] = outcome.winner or 3
            found = [position.play(move) for move in position.legal_moves]
            self.after[key] = [self._key(each) for each in found]
            waiting += found
        self._settle()

    def _key(self, position: Position) -> str:
        over = position.outcome is not None
        return f"{sorted(position.pieces())} {position.counts} {position.mover} {over}"

    def _settle(self) -> None:
        changed = True
        while changed:
            changed = False
            for key, after in self.after.items():
                if key in self.value:
                    continue
                mover, known = self.mover[key], {self.value.get(each, 0) for each in after}
                if mover in known or known == {3 - mover}:
                    self.value[key], changed = mover if mover in known else 3 - mover, True


class TestPublishedValues:
    def test_noughts_and_crosses_is_drawn_and_has_5478_positions(self):
        found = solve(Problem(NOUGHTS))
        assert (found.winner, found.positions, found.ends) == (0, 5478, 626 + 316 + 16)
        assert {each.winner for each in found.first_moves} == {0}

    # Straffin, Position graphs for Pong Hau K'i and Mu Torere, Mathematics Magazine 68 (1995).
    def test_mu_torere_is_drawn_with_the_rule_of_two_turns(self):
        found = solve(Problem(TORERE, (f"{ONLY_BESIDE}On each player's first two turns",)))
        assert (found.winner, found.longest) == (0, 5)

    def test_without_that_rule_the_first_move_of_mu_torere_wins(self):
        # b6 goes to the middle: none of the enemy's stones stands beside the empty point b6.
        found = solve(Problem(TORERE, (f"{ONLY_BESIDE}Never",)))
        assert (found.winner, found.moves, found.line) == (1, 1, ("b6-a1",))

    def test_pong_hau_ki_is_drawn(self):
        found = solve(Problem(PONG))
        assert (found.winner, found.positions) == (0, 57)

    # Berlekamp, Conway, Guy, Winning Ways for Your Mathematical Plays, 1982, chapter 22.
    def test_who_begins_wins_dodgem_on_nine_squares(self):
        assert solve(Problem(DODGEM)).winner == 1

    # Dudeney, Amusements in Mathematics, 1917, “Ovid's Game”: the middle wins; barred, a draw.
    @pytest.mark.parametrize(("first", "winner"), [("Anywhere", 1), ("Not in the middle", 0)])
    def test_ovids_game_as_dudeney_has_it(self, first, winner):
        found = solve(Problem(PEBBLES, (f"The first pebble/{first}",)))
        assert found.winner == winner
        wins = [each.move for each in found.first_moves if each.winner == 1]
        assert [move[-2:] for move in wins] == (["b2"] if winner else [])


class TestHandWorked:
    def test_the_rule_on_first_turns_only_loses_mu_torere(self):
        # Both end stones must go in; the other closes up, and then goes to the middle himself.
        found = solve(Problem(TORERE, (f"{ONLY_BESIDE}On each player's first turn",)))
        assert (found.winner, found.moves) == (2, 4)
        assert found.line == ("b5-a1", "b4-b5", "a1-b4", "b2-a1")

    def test_who_sets_in_the_middle_wins_three_pebbles(self):
        found = solve(Problem(PEBBLES))
        assert found.first_moves[0].move.endswith("b2")
        assert (found.winner, found.moves, len(found.line)) == (1, 9, 9)

    @pytest.mark.parametrize(("other", "winner", "moves"), [("A2", 1, 5), ("C1", 0, -1)])
    def test_a_run_along_four_squares(self, other, winner, moves):
        found = solve(Problem(RUN.replace('"A2"', f'"{other}"')))
        assert (found.winner, found.moves) == (winner, moves)

    def test_seven_leopards_shut_in_the_tiger(self):
        found = solve(Problem(LEOPARDS))
        assert (found.winner, found.moves, found.longest) == (2, 14, 34)


class TestTheSameByAPlainSearch:
    @pytest.mark.parametrize("text", [TABLES, RUN])
    def test_positions_and_values(self, text):
        plainly, found = Plainly(text), solve(Problem(text))
        wins = [sum(1 for value in plainly.value.values() if value == who) for who in (1, 2)]
        assert len(plainly.after) <= found.positions
        assert plainly.value.get(plainly.start, 0) % 3 == found.winner
        assert (wins[0] > 0, wins[1] > 0) == (found.won[0] > 0, found.won[1] > 0)

    def test_the_same_where_no_byte_is_left_out(self):
        assert solve(Problem(PEBBLES, wide=True)) == solve(Problem(PEBBLES))

    def test_a_byte_that_random_games_never_changed_makes_it_wide(self, monkeypatch):
        monkeypatch.setattr(problem, "PLIES", 1)
        assert solve(Problem(TABLES + "\n")).positions == 3870

    def test_the_same_in_another_process(self):
        with executor(1) as pool:
            assert solve(Problem(LEOPARDS), executor=pool) == solve(Problem(LEOPARDS))


def space_of(moves: list[list[int]], movers: list[int], winners: list[int]) -> Space:
    first = np.cumsum([0, *map(len, moves)])
    flat = np.array([to for each in moves for to in each], np.int32)
    return Space(np.array(movers, np.uint8), np.array(winners, np.uint8), first, flat, Index())


class TestEndlessGames:
    # 0: the first player goes to 1 or gives up (3); 1: the second goes back to 0 or to a draw (2).
    LOOP = space_of([[1, 3], [0, 2], [], []], [1, 2, 1, 2], [0, 0, 3, 2])

    @pytest.mark.parametrize(
        ("endless", "winners"), [(0, [0, 0, 0, 2]), (1, [0, 0, 0, 2]), (2, [2, 2, 0, 2])]
    )
    def test_a_loop_is_worth_what_the_rules_say(self, endless, winners):
        found = values(self.LOOP, endless)
        assert found.winners.tolist() == winners
        assert found.moves.tolist() == [-1, -1, -1, 0]


class TestRefused:
    @pytest.mark.parametrize(
        ("file", "why"),
        [
            ("race/ur-simple.lud", "the rules throw dice"),
            ("sow/oware.lud", "history decides"),
        ],
    )
    def test_games_of_other_kinds(self, file, why):
        text = (RULESETS / file).read_text(encoding="utf-8")
        with pytest.raises(Unsolvable, match=why):
            solve(Problem(text))

    def test_more_than_two_players(self):
        text = NOUGHTS.replace("(players 2)", "(players 3)")
        with pytest.raises(Unsolvable, match="3 play"):
            solve(Problem(text))

    def test_rules_that_count_moves_without_end(self):
        text = NOUGHTS.replace("(is Line 3)", "(= 0 (% (count Moves) 7))")
        with pytest.raises(Unsolvable, match="no position comes back"):
            solve(Problem(text))

    @pytest.mark.parametrize(
        ("bounds", "why"),
        [
            ({"positions": 100}, "more than 100 positions"),
            ({"seconds": 0}, "longer than 0 seconds: after"),
            ({"memory": 1000}, "MiB of memory"),
        ],
    )
    def test_too_large_a_game_names_the_bound(self, bounds, why):
        with pytest.raises(SolveError, match=why):
            solve(Problem(NOUGHTS), Bounds(**bounds))


def test_a_chunk_without_new_positions_does_not_confuse_the_next():
    index, none = Index(), np.array([], np.uint64)
    keys = np.array([3, 5], np.uint64)
    index.add(keys, keys, np.array([0, 1], np.int32))
    index.add(none, none, np.array([], np.int32))
    assert index.find(np.array([5, 9], np.uint64), np.array([5, 9], np.uint64)).tolist() == [1, -1]
