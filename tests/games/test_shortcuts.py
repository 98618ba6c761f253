"""What makes play fast changes nothing: each shortcut is compared with the long way."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from games.boards.backwards import LinesBack, lines_back, turned_round
from games.compiler import compile_rules
from games.ludemes import expand
from games.play import load
from games.play.machine import Module
from tests.games.cast import RULESETS, duel

TEXTS = sorted(
    [*RULESETS.glob("*.lud"), *Path(__file__).parent.parent.glob("samples/rulesets/*.lud")]
)
GUARD = '(do (forEach Piece) ifAfterwards:(not (is Threatened (id "Man" Mover))))'
LEAPS = "(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to))))))"


@lru_cache
def games(text: str, *, look_back: bool, traced: bool) -> tuple[int, int]:
    """The plies of some random games, and a number that depends on all their last positions."""
    program = compile_rules(expand(text), traced=traced, look_back=look_back)
    machine = Module(program, None, optimised=False).instance()
    machine.call("clear_results")
    plies = machine.call("playouts", 20, 1)
    return plies, machine.word(program.constants["CHECK"])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_threats_looked_for_backwards_are_those_found_by_the_enemys_moves(path: Path):
    text = path.read_text(encoding="utf-8")

    assert games(text, look_back=True, traced=False) == games(text, look_back=False, traced=False)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_random_games_are_the_same_with_and_without_provenance(path: Path):
    text = path.read_text(encoding="utf-8")

    assert games(text, look_back=True, traced=False) == games(text, look_back=True, traced=True)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_moves_that_are_not_tried_are_legal_all_the_same(path: Path):
    rules = load(path.read_text(encoding="utf-8"), limits=None)
    for seed in range(3):
        position, choose = rules.start(), Random(seed)
        for _ in range(60):
            assert rules.perft_of(position, 1) == len(position.legal_moves)
            if position.outcome is not None:
                break
            position = position.play(choose.choice(position.legal_moves))


TAKE = "(to if:(is Enemy (who at:(to))))"
GO = "(to if:(is Empty (to)))"
ANYWHERE = [
    f"(move Slide Orthogonal (between (max 2)) {TAKE})",
    f"(move Slide All (between (min 2) if:(is Empty (between))) {TAKE})",
    "(move Slide (between if:(not (is Friend (who at:(between))))))",
    f"(move Hop Orthogonal (between if:(is Occupied (between))) {TAKE})",
    f"(move Hop (between if:True) {TAKE})",
    f"(if (is Mover P1) {LEAPS} (move Slide {TAKE}))",
    f"(or {{(move Step Orthogonal {TAKE}) (priority {{(move Step)}})}})",
]
ON_SQUARES = [
    f"(move Step Forward {TAKE})",
    f"(move Step (directions {{FL FR}}) {TAKE})",
    f"(if (is In (from) (sites Top)) {LEAPS} (move Step {TAKE}))",
    f"(move Step (from if:(is In (from) (sites Corners))) {TAKE})",
]
BOARDS = ("(square 5)", "(hex 3)", "(concentric {1 8 8 8})")
PAIRS = [(man, board) for man in ANYWHERE for board in BOARDS]
PAIRS += [(man, BOARDS[0]) for man in ON_SQUARES]


@pytest.mark.parametrize(("man", "board"), PAIRS)
def test_every_way_of_moving_is_turned_round_rightly(man: str, board: str):
    start = """(place "Man1" {0 3}) (place "Man2" {15 18})
        (place "Other1" {5 6}) (place "Other2" {9 11})"""
    other = """(piece "Other" Each
        (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))"""
    text = duel(f"(or {man} (move Step {GO}))", board=board, start=start, play=GUARD)
    text = text.replace('(piece "Man"', f'{other} (piece "Man"')

    back = games(text, look_back=True, traced=False)

    assert back[0] > 20
    assert back == games(text, look_back=False, traced=False)


def test_steps_are_turned_round():
    assert turned_round([(0, 1), (2, 1), (1, -1), (0, 1)], 3) == ((), (0, 2), ())


def test_a_line_back_runs_through_every_site_that_has_the_ray():
    assert lines_back([(1, 2), (2,), ()]).longest == ((), ((0,),), ((1, 0),))


def test_rays_that_run_into_each_other_come_back_as_two_lines():
    back = lines_back([(2, 3), (2, 3), (3,), ()])

    assert back.longest == ((), (), ((0,), (1,)), ((2, 0), (2, 1)))


def test_where_rays_bend_by_where_they_begin_only_the_ends_of_lines_count():
    back = lines_back([(1, 2), (3,), (), ()])

    assert back == LinesBack(((), ((0,),), ((1, 0),), ((1,),)), longest=None)
