"""A position set up in the reader's browser is the one that the server would set up."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from games.play import Rules
from games.play.setups import begun_from, written_setup
from tests.games.families import first as shipped
from tests.games.node import told
from tests.pages.conftest import RULES

# The legal moves of each position that is set up, and of those after its first move.
SCRIPT = """
const { readSetup, rulesBegunFrom, writtenSetup } = await import(`${library}/setup.js`);
console.log(JSON.stringify(JSON.parse(asked).map((setup) => {
  const text = writtenSetup(setup, rules.manifest);
  const again = readSetup(text, rules.manifest);
  if (JSON.stringify(again) !== JSON.stringify(setup)) throw new Error(text);
  const game = rulesBegunFrom(rules, text).start();
  const labels = [game.moves.map((move) => move.label)];
  if (labels[0].length) {
    game.play(labels[0][0]);
    labels.push(game.moves.map((move) => move.label));
  }
  return [text, labels];
})));
"""
SLUGS = sorted(path.stem for path in RULES.glob("*.lud"))


def boards(rules: Rules) -> list[dict[str, object]]:
    """The opening with men taken away and moved about, the same each time."""
    chance = random.Random(5)
    opening = list(rules.start().board)
    found = []
    for mover in (1, 2, 1, 2):
        board = [man if chance.random() < 0.7 else 0 for man in opening]
        for _ in range(6):
            a, b = chance.randrange(len(board)), chance.randrange(len(board))
            board[a], board[b] = board[b], board[a]
        found.append({"board": board, "mover": mover})
    return found


def expected(rules: Rules, setup: dict[str, object]) -> list[object]:
    position = rules.start().with_board(setup["board"], setup["mover"])
    text = written_setup(position)
    assert begun_from(rules, text).start() == position
    labels = [[move.label for move in position.legal_moves]]
    if labels[0]:
        after = position.play(labels[0][0])
        labels.append([move.label for move in after.legal_moves])
    return [text, labels]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_position_set_up_has_the_same_moves_in_the_browser(slug: str, tmp_path: Path) -> None:
    rules = shipped(slug)
    setups = boards(rules)
    assert told(SCRIPT, rules, tmp_path, setups) == [expected(rules, setup) for setup in setups]
