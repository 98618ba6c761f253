"""A line of play in the reader's browser is the same, played move by move or laid out at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.families import first as shipped
from tests.games.node import told
from tests.pages.conftest import RULES

SCRIPT = """
const { Line } = await import(`${library}/line.js`);
let generated = 0;
const counted = { ...rules, start() {
  const game = rules.start();
  const generate = game.generate.bind(game);
  game.generate = () => { generated += 1; generate(); };
  return game;
} };
const line = new Line(counted);
const costs = [];
while (line.length < Number(asked) && !line.frames.at(-1).outcome) {
  const { moves } = line.frames.at(-1);
  generated = 0;
  line.play(line.length, moves[(line.length * 7) % moves.length].label);
  costs.push(generated);
}
const whole = ({ frames }) => JSON.stringify(frames);
const same = whole(line) === whole(new Line(counted, line.labels));
console.log(JSON.stringify({ same, length: line.length, most: Math.max(...costs) }));
"""
PLIES = 60
SLUGS = sorted(path.stem for path in RULES.glob("*.lud"))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_line_is_the_same_move_by_move_and_no_move_plays_the_others_again(
    slug: str, tmp_path: Path
) -> None:
    line = told(SCRIPT, shipped(slug), tmp_path, PLIES)
    assert line["same"]
    assert line["length"] > 2
    assert line["most"] == 1  # the new position
