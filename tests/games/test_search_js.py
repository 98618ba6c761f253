"""static/js/search.js, the computer, plays each ruleset in Node against one who moves at random.

Playouts bound each move here, not time, so that a slow machine plays the same games. They are a
small part of what the strongest level tries on the page within its time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.play import Position, Rules, load
from tests.games.cast import RULESETS, duel
from tests.games.families import first as shipped
from tests.games.node import told

SEARCH = "const { Search, STRENGTHS, within } = await import(`${library}/search.js`);"
# The computer takes either side by turns; how its games ended, from its side.
GAMES = """
const { playouts, games } = JSON.parse(asked);
const limits = { ...STRENGTHS.strong, playouts, milliseconds: Infinity };
const search = new Search(rules.start(), 1);
const tally = { won: 0, drawn: 0, lost: 0, plies: 0 };
let state = 1;
const random = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
for (let played = 0; played < games; played += 1) {
  const game = rules.start();
  const side = 1 + (played % 2);
  while (!game.outcome) {
    const own = game.mover === side;
    const number = own ? search.choose(game.position, limits).number : random(game.moves.length);
    game.play(game.moves[number].label);
  }
  const { winner } = game.outcome;
  tally[winner === side ? "won" : winner ? "lost" : "drawn"] += 1;
  tally.plies += game.ply;
}
console.log(JSON.stringify(tally));
"""
# What the computer chooses after some moves, and what it says of it.
CHOICE = """
const { strength, moves = [], tick = 1 } = JSON.parse(asked);
const game = rules.start();
for (const label of moves) game.play(label);
// A clock that goes on by so many milliseconds at each look, however fast the machine is.
let clock = 0;
performance.now = () => (clock += tick);
const search = new Search(rules.start(), 1);
const limits = STRENGTHS[strength];
const { number, playouts, value } = search.choose(game.position, limits);
const move = game.moves[number].label;
const bound = limits.milliseconds;
console.log(JSON.stringify({ move, playouts, value, milliseconds: clock, bound }));
"""
# What is chosen at each strength after some moves, by a computer that learns its game once.
CHOICES = """
const { line } = JSON.parse(asked);
// A clock that goes on by 25 milliseconds at each look.
let clock = 0;
performance.now = () => (clock += 25);
const search = new Search(rules.start(), 1);
const game = rules.start();
for (const label of line) game.play(label);
const choices = Object.entries(STRENGTHS).map(([strength, limits]) => {
  const { number, value } = search.choose(game.position, limits);
  return { strength, move: game.moves[number].label, value };
});
console.log(JSON.stringify(choices));
"""
# What each component is worth, by its name and owner, and how the men stand at the start.
WORTHS = """
const { worths, standing } = await import(`${library}/worth.js`);
const { Ground } = await import(`${library}/ground.js`);
const ground = new Ground(rules.start());
const worth = worths(ground);
const found = ground.components.map(({ name, owner }, number) => [name, owner, worth[number]]);
const start = standing(ground, worth);
console.log(JSON.stringify({ found: found.slice(1), none: worth[0], start }));
"""
# What player 1 hopes for against one man, with all men and without the dearest.
FAR_AHEAD = """
const { compared, prospect, worths } = await import(`${library}/worth.js`);
const { Ground } = await import(`${library}/ground.js`);
const ground = new Ground(rules.start());
const worth = worths(ground);
const half = compared(ground, worth)[1] / 2;
const owned = (player) =>
  [...ground.board.keys()].filter((site) => ground.components[ground.board[site]].owner === player);
for (const site of owned(2).slice(1)) ground.board[site] = 0;
const before = prospect(ground, worth, half);
const dear = (site) => worth[ground.board[site]];
ground.board[owned(1).reduce((most, site) => (dear(site) > dear(most) ? site : most))] = 0;
console.log(JSON.stringify({ before, after: prospect(ground, worth, half) }));
"""
# Where each piece is likeliest to stand before a draw, by its name.
DANGERS = """
const { dangers } = await import(`${library}/danger.js`);
const { Ground } = await import(`${library}/ground.js`);
const ground = new Ground(rules.start());
const table = dangers(ground);
const most = (sites) => sites.indexOf(Math.max(...sites));
const found = ground.components.map(({ name }, number) => [name, most([...table[number]])]);
console.log(JSON.stringify({ found: table && Object.fromEntries(found.slice(1)) }));
"""


@dataclass(frozen=True)
class Computer:
    """Runs scripts of the computer on the module of some rules."""

    folder: Path

    def run(self, script: str, rules: Rules, **asked: object) -> Any:
        """What a script prints."""
        return told(SEARCH + script, rules, self.folder, asked)


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


RECORDED = [
    (path.stem, match)
    for path in sorted(RULESETS.glob("*.json"))
    for match in json.loads(path.read_text(encoding="utf-8"))["matches"]
]


def replayed(rules: Rules, moves: list[str]) -> Position:
    position = rules.start()
    for label in moves:
        position = position.play(label)
    return position


def line_before_a_win(rules: Rules, matches: list[dict[str, Any]]) -> list[str]:
    """The moves before the last one of a game where that wins for whoever makes it; none: []."""
    for *before, last in (match["moves"] for match in matches):
        position = replayed(rules, before)
        outcome = position.play(last).outcome
        if outcome and outcome.winner == position.mover:
            return before
    return []


def test_what_wins_at_once_is_played_at_every_strength(computer: Computer) -> None:
    games = defaultdict(list)
    for slug, match in RECORDED:
        if not match.get("setup"):
            games[slug, tuple(match["options"])].append(match)
    shown = set()
    for (slug, options), matches in games.items():
        rules = shipped(slug, *options)
        if not (line := line_before_a_win(rules, matches)):
            continue
        shown.add(slug)
        choices = computer.run(CHOICES, rules, line=line)
        position = replayed(rules, line)
        assert [each["strength"] for each in choices] == ["weak", "middle", "strong"]
        for choice in choices:
            outcome = position.play(choice["move"]).outcome
            assert outcome, (slug, line, choice)
            assert outcome.winner == position.mover, (slug, line, choice)
            assert choice["value"] == 1
    assert len(shown) >= 7


CHATTER = duel(
    play='(or (forEach Piece) (if (is Proposed "Draw") (move Vote {"Draw" "No"})'
    ' (move Propose "Draw" (then (vote "Draw")))))'
)


def test_nothing_is_said_that_leads_nowhere(computer: Computer) -> None:
    rules = load(CHATTER)
    said = [move.label for move in rules.start().legal_moves if move.frm < 0]
    assert said == ["propose:Draw"]
    assert computer.run(CHOICE, rules, strength="middle")["move"] not in said


def test_no_strength_goes_on_after_its_time_is_over(computer: Computer) -> None:
    """By a clock of the test: each look at it is so many milliseconds later than the last."""
    rules = shipped("main-chator")
    for strength in ("weak", "middle", "strong"):
        choice = computer.run(CHOICE, rules, strength=strength, tick=25)
        assert choice["bound"] <= 900
        assert 10 <= choice["playouts"] <= choice["bound"] / 25
        assert choice["milliseconds"] < 1000


LEFT = """
const left = (strength, ago) => within(STRENGTHS[strength], ago).milliseconds;
console.log(JSON.stringify({ left: JSON.parse(asked).cases.map((each) => left(...each)) }));
"""


def test_what_has_passed_since_a_move_was_asked_for_is_no_longer_left(computer: Computer) -> None:
    cases = [("strong", 0), ("strong", 300), ("strong", 5000), ("middle", 300), ("weak", 300)]
    answer = computer.run(LEFT, shipped("rek"), cases=cases)
    assert answer["left"] == [900, 600, 100, 500, 300]


def test_a_piece_is_worth_the_same_to_both_players(computer: Computer) -> None:
    answer = computer.run(WORTHS, shipped("chaturanga-davidson"))
    worth = {(name, owner): value for name, owner, value in answer["found"]}
    assert answer["none"] == 0
    assert {owner for _, owner in worth} == {1, 2}
    assert all(worth[name, 3 - owner] == value > 1 for (name, owner), value in worth.items())
    assert answer["start"] == pytest.approx(0)


@pytest.mark.parametrize("slug", ["shodra", "ouk-chatrang", "rek"])
def test_who_is_far_ahead_still_has_men_to_lose(computer: Computer, slug: str) -> None:
    """With some a lone man cannot be mated: who threw them away played on to the longest game."""
    answer = computer.run(FAR_AHEAD, shipped(slug))
    assert 0.9 > answer["before"] > answer["after"] + 0.015 > 0.5


def test_a_shah_beside_a_citadel_is_a_danger(computer: Computer) -> None:
    """In the ruleset of 1352 sites 0 to 3 are the citadels, 4 to 19 the ring around them."""
    answer = computer.run(DANGERS, shipped("shatranj-ar-rumiya-1352"))
    assert 4 <= answer["found"]["Shah"] < 20


RULESETS_PLAYED = sorted({slug for slug, _ in RECORDED})
# Their games last longer, and are played by the same code as those of the others.
LONGER = {"ouk-chatrang", "shatranj-ar-rumiya-1140", "shodra"}


# The playouts of a move; others where the computer needs more to win both games, or its games last.
PLAYOUTS = 40
OTHERS = {"main-chator": 200}


@pytest.mark.parametrize("slug", sorted({*RULESETS_PLAYED} - LONGER))
def test_the_computer_beats_a_random_player(slug: str, computer: Computer) -> None:
    """On either side."""
    tally = computer.run(GAMES, shipped(slug), playouts=OTHERS.get(slug, PLAYOUTS), games=2)
    assert tally["won"] == 2, tally


@pytest.mark.long
@pytest.mark.parametrize("slug", RULESETS_PLAYED)
def test_the_computer_wins_95_of_100_games(slug: str, computer: Computer) -> None:
    tally = computer.run(GAMES, shipped(slug), playouts=8000, games=100)
    assert tally["won"] >= 95, tally
