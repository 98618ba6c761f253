"""Readings are played by computer players, stop when they are out, and are ranked by weights."""

from __future__ import annotations

import pickle
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.engine.play.machine import Machine
from games.play import Rules
from games.play.second import load_second
from games.play.second.random_games import drawn_plies
from games.readings import (
    Kind,
    Progress,
    Reading,
    Ready,
    Tally,
    compiled,
    made_up,
    measured,
    play,
    ranked,
    run,
)
from games.readings.contests import Players, players
from games.readings.measures import Measured
from games.readings.ranking import ATTESTED, DOMINATED, FAULTS, NAMES, USUAL, out
from games.readings.tally import Sums
from games.study.estimates import Estimate

RULESETS = Path("fixtures/rulesets")
PEBBLES = (RULESETS / "space/terni-lapilli-ovid.lud").read_text(encoding="utf-8")
SENET = (RULESETS / "race/senet-kendall.lud").read_text(encoding="utf-8")
UR = (RULESETS / "race/ur-simple.lud").read_text(encoding="utf-8")
NOT_AT_ALL = Reading(PEBBLES, ("Moving the pebbles/Not at all",))
# Whoever begins has won with the first move but one.
AT_ONCE = """(game "At once" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Mover P1) (result P1 Win)))))"""


class Inline:
    """Runs what is submitted at once, up to a number of calls."""

    def __init__(self, most: int = 10_000) -> None:
        self.left = most

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


@cache
def ready(reading: Reading) -> Ready:
    return compiled(reading)


def progress(reading: Reading) -> Progress:
    return Progress(ready(reading))


class TestContests:
    def test_parts_in_any_order_make_the_same_whole(self):
        reading = ready(Reading(PEBBLES))
        whole, parts = play(reading, Kind.EQUAL, 1, 6), Sums()
        for first in (5, 1, 3):
            parts.add(play(reading, Kind.EQUAL, first, 2))
        assert parts == whole

    def test_workers_play_the_module_that_is_sent_and_compile_no_text(self, monkeypatch):
        made = ready(Reading(PEBBLES))
        sent = pickle.loads(pickle.dumps(made))
        players.cache_clear()
        monkeypatch.setattr("games.readings.contests.read_and_bind", None)
        assert play(sent, Kind.RANDOM, 1, 5) == play(made, Kind.RANDOM, 1, 5)

    def test_plies_without_a_choice_do_not_cut_a_game_off(self):
        """Most plies of senet are throws: a game of seven men takes some 500."""
        played = [Players(ready(Reading(SENET))).play(Kind.RANDOM, seed) for seed in range(1, 21)]
        assert all(each.is_over for each in played)
        assert max(each.plies for each in played) > 400

    def test_the_stronger_player_wins_more_often(self):
        sums = play(ready(Reading(PEBBLES)), Kind.SKILL, 1, 60)
        assert sums.points > sums.games * 1.15

    def test_games_with_dice_go_as_those_with_supplied_throws(self):
        rules: Rules = load_second(UR, limits=None)
        machine: Machine = rules.core.fast.machine()
        plies = 0
        for seed in range(1, 61):
            for _, chosen, _ in drawn_plies(machine, seed):
                machine.call("play", chosen)
                plies += 1
        ours = play(ready(Reading(UR)), Kind.RANDOM, 1, 60)
        assert ours.winners[0] == 0
        assert abs(ours.plies - plies) / plies < 0.15

    def test_more_than_two_play(self):
        text = AT_ONCE.replace("(players 2)", "(players 3)").replace("(is Mover P1)", "(is Line 3)")
        reading = ready(Reading(text.replace("(result P1 Win)", "(result Mover Win)")))
        sums = play(reading, Kind.EQUAL, 1, 9)
        assert set(sums.winners) <= {0, 1, 2, 3}
        assert reading.players == 3

    def test_a_tally_reads_what_it_writes(self):
        tally = Tally(2, 1, equal=play(ready(Reading(PEBBLES)), Kind.EQUAL, 1, 3))
        assert Tally.read(tally.written()) == tally


class TestStopping:
    def test_a_game_that_one_side_always_wins_is_out(self):
        each = progress(Reading(AT_ONCE))
        run([each], 5, Inline())
        assert (each.out, each.tally.rounds) == (FAULTS["balance"], 2)

    def test_what_works_is_played_to_the_end(self):
        each = progress(Reading(PEBBLES))
        run([each], 3, Inline())
        assert (each.out, each.tally.rounds, each.tally.equal.games) == ("", 3, 60)

    def test_a_run_that_was_killed_goes_on_to_the_same_figures(self):
        readings = [Reading(PEBBLES), NOT_AT_ALL, Reading(AT_ONCE)]
        whole = [progress(each) for each in readings]
        run(whole, 4, Inline())
        parts, kept = [progress(each) for each in readings], {}

        def keep(each: Progress) -> None:
            kept[each.ready] = Tally.read(each.tally.written()), each.out

        for most in (10, 4):
            with pytest.raises(KeyboardInterrupt):
                run(parts, 4, Inline(most), keep=keep)
            parts = [progress(each) for each in readings]
            for each in parts:
                each.tally, each.out = kept.get(each.ready, (Tally(), ""))
        run(parts, 4, Inline())
        assert [(each.tally, each.out) for each in parts] == [
            (each.tally, each.out) for each in whole
        ]

    @pytest.mark.parametrize(("better", "why"), [(0.9, DOMINATED), (0.55, "")])
    def test_another_has_to_be_better_beyond_all_intervals(self, better, why):
        assert out(all_of(0.5), [all_of(better)]) == why


def all_of(worth: float) -> dict[str, Measured]:
    estimate = Estimate(worth, worth - 0.1, worth + 0.1)
    return {name: Measured(name, estimate, estimate) for name in NAMES if name != ATTESTED}


class TestRanking:
    ROWS = (
        ("good", all_of(0.6), 0.1),
        ("attested", all_of(0.5), 0.9),
    )

    def test_play_alone_counts_by_the_usual_weights(self):
        assert [row.what for row in ranked(self.ROWS, USUAL)] == ["good", "attested"]

    def test_weights_change_the_order(self):
        rows = ranked(self.ROWS, {**USUAL, ATTESTED: 5.0})
        assert [(row.what, row.place) for row in rows] == [("attested", 1), ("good", 2)]
        assert rows[0].score.value == pytest.approx((7 * 0.5 + 5 * 0.9) / 12)

    def test_no_weight_at_all_is_no_error(self):
        rows = ranked(self.ROWS, dict.fromkeys(NAMES, 0.0))
        assert rows[0].score == Estimate(0, 0, 0)
        assert [row.place for row in rows] == [1, 1]

    def test_criteria_of_a_tally(self):
        tally = Tally(2, 1, equal=play(ready(NOT_AT_ALL), Kind.EQUAL, 1, 20))
        tally.skill = play(ready(NOT_AT_ALL), Kind.SKILL, 1, 20)
        found = measured(tally)
        assert set(found) == set(NAMES) - {ATTESTED}
        for each in found.values():
            assert 0 <= each.worth.low <= each.worth.value <= each.worth.high <= 1


class TestControls:
    def test_the_same_number_makes_the_same_rules(self):
        made = made_up(PEBBLES, 1)
        assert made == made_up(PEBBLES, 1)
        assert made != made_up(PEBBLES, 2)
        assert made.text != PEBBLES
        assert len(made.changes) == 3
        assert Players(ready(Reading(made.text))).play(Kind.RANDOM, 1).plies > 1

    def test_a_text_without_anything_to_change_makes_none(self):
        assert made_up('(game "Nothing")', 1) is None
