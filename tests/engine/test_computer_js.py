"""static/js/engine/search.js, the computer under the second design, in Node.

Playouts and games bound what it does here, not time, so that a slow machine plays the same games.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.play.second import load_second
from tests.engine.node import printed
from tests.engine.site_texts import ALL

START = """
const { Search } = await import(`${library}/search.js`);
const { Chance } = await import(`${library}/chance.js`);
const { randomPly } = await import(`${library}/random-play.js`);
const { again } = await import(`${library}/naming.js`);
const { playouts, games = 0, throws = [] } = JSON.parse(asked);
const limits = { playouts, milliseconds: Infinity };
const search = new Search(machine, 1, { games: 30, milliseconds: Infinity });
const begin = () => {
  machine.throw(null);
  machine.start();
};
"""
# How many games the computer wins against others who move at random; it sits in each seat by turns.
GAMES = """
const chance = new Chance(5);
const players = machine.manifest.players.length;
let won = 0;
for (let game = 0; game < games; game += 1) {
  begin();
  const side = 1 + (game % players);
  while (!machine.over) {
    if (machine.mover !== side) {
      randomPly(machine, chance);
      continue;
    }
    const { position } = machine;
    machine.throw(null);
    machine.run.generate();
    const faces = machine.waitsForThrow ? chance.throw(machine.manifest.dice) : [];
    const { number } = search.choose({ position, faces }, limits);
    again(machine, { position, faces, number });
  }
  won += machine.get("winner") === side || machine.get("rank", side) === 2 ? 1 : 0;
}
console.log(JSON.stringify(won));
"""
# What is chosen at the start under each throw.
CHOICES = """
begin();
const { position } = machine;
const chosen = throws.map((faces) => {
  const { number, value, playouts: done } = search.choose({ position, faces }, limits);
  machine.position = position;
  machine.throw(faces.length ? faces : null);
  const move = machine.legalMoves()[number];
  return { from: move.from, to: move.to, value, done };
});
console.log(JSON.stringify(chosen));
"""
NOW_OR_NEVER = """
(game "Now or never" (players 2)
    (equipment {(board (rectangle 1 6)) (piece "Man" Each (move Step (directions {Rightward})
        (to if:(is Empty (to)))))})
    (rules (start {(place "Man1" {"A1" "D1"}) (place "Man2" {"C1"})})
        (play (forEach Piece))
        (end {(if (is In 4 (sites Occupied by:Mover)) (result Mover Win))
              (if (no Moves Mover) (result Mover Loss))})))
"""


def chosen(text: str, folder: Path, **asked: object) -> Any:
    return printed(START + CHOICES, load_second(text).core.compiled, folder, asked)


def test_what_wins_at_once_is_played(tmp_path: Path) -> None:
    (choice,) = chosen(NOW_OR_NEVER, tmp_path, playouts=1, throws=[[]])

    assert (choice["from"], choice["to"]) == (3, 4)
    assert choice["value"] == 1


@pytest.mark.parametrize(
    ("name", "games", "least"),
    [("six-holes", 6, 6), ("join-the-sides", 6, 6), ("three-players", 12, 8)],
)
def test_the_computer_beats_chance(name: str, games: int, least: int, tmp_path: Path) -> None:
    asked = {"playouts": 150, "games": games}

    won = printed(START + GAMES, load_second(ALL[name]).core.compiled, tmp_path, asked)

    assert won >= least


def test_the_same_playouts_choose_the_same_moves(tmp_path: Path) -> None:
    asked = {"playouts": 80, "throws": [[0, 0], [0, 1], [1, 1]]}

    first, again = (chosen(ALL["run-home"], tmp_path, **asked) for _ in range(2))

    assert first == again
