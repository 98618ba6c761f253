"""static/js/play.js, which plays in the reader's browser, writes moves as the server does."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.play import load
from tests.games.cast import EACH_FIRST_MOVE, duel, shodra
from tests.games.node import told
from tests.games.perfts import ruleset

# A line of play that both sides choose in the same way, and all legal moves on the way.
SCRIPT = """
const game = rules.start();
const labels = [];
while (game.ply < Number(asked) && !game.outcome) {
  const here = game.moves.map((move) => move.label);
  labels.push(here);
  game.play(here[(game.ply * 7) % here.length]);
}
console.log(JSON.stringify(labels));
"""
PLIES = 60

TWINS = duel(
    '"Walks"', more='(define "Walks" (or (move Step N) (move Step N (then (set Pending)))))'
)
SETTLERS = (
    '(game "Settlers" (players 2) (equipment {(board (square 3)) (hand Each)'
    ' (piece "Man" Each (move Step Orthogonal (to if:(is Empty (to)))))})'
    ' (rules (start (place "Man" "Hand" count:3))'
    " (play (or (move (from (handSite Mover)) (to (sites Empty))) (forEach Piece)))"
    " (end (if (no Pieces Next) (result Mover Win)))))"
)
WAGERS = duel(play="(or (forEach Piece) (move Bet Mover (range 0 3)))")
GAMES = {
    "shodra": lambda: shodra(EACH_FIRST_MOVE),
    "chess": lambda: ruleset("chess"),
    "twins": lambda: load(TWINS),
    "settlers": lambda: load(SETTLERS),
    "wagers": lambda: load(WAGERS),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_has_the_same_label_in_the_browser(name: str, tmp_path: Path):
    rules = GAMES[name]()
    position, labels = rules.start(), []
    while position.ply < PLIES and position.outcome is None:
        here = [move.label for move in position.legal_moves]
        labels.append(here)
        position = position.play(here[(position.ply * 7) % len(here)])

    assert told(SCRIPT, rules, tmp_path, PLIES) == labels
    assert len(labels) > 1
