"""static/js/finder.js, “Show another”, looks in Node for moments on the same module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.finding import cost, costs
from games.play import Rules
from games.play.showing import shown
from tests.games.families import first as shipped
from tests.games.node import told

GAMES = 24  # random games that are looked through for each clause
# For each clause the clearest moment among a few random games, and what it costs.
FIND = """
const { Finder, cost } = await import(`${library}/finder.js`);
const { most, clauses } = JSON.parse(asked);
const finder = new Finder(rules.start());
const limits = { seed: 5, most };
const found = clauses.map((clause) => {
  const { moment, games } = finder.find(clause, limits);
  return { clause, games, ...(moment && { ...moment, cost: cost(moment) }) };
});
const [first] = found.filter(({ moves }) => moves);
const known = new Set([first.moves.join(" ")]);
const other = finder.find(first.clause, { ...limits, known }).moment;
console.log(JSON.stringify({ found, first: first.moves, other: other.moves }));
"""


@pytest.mark.parametrize("slug", ["kar-ouk", "min-rek-chanh", "shatranj-ar-rumiya-1352"])
def test_what_is_found_is_a_moment_of_its_clause_by_the_rules(tmp_path: Path, slug: str) -> None:
    rules = shipped(slug)
    answer = told(FIND, rules, tmp_path, {"most": GAMES, "clauses": rules.clause_names})
    found: list[dict[str, Any]] = [each for each in answer["found"] if "moves" in each]
    assert len(found) >= 8
    for each in found:
        moves, pair = each["moves"], (each["clause"], each["role"])
        assert each["ply"] == len(moves)
        assert pair in shown(rules, moves)[-1], each
        assert each["men"] == sum(1 for man in before(rules, moves) if man)
        assert each["cost"] == cost(
            each["men"], each["ply"], each["alike"], decided=each["decisive"]
        )
        if each["role"] == "ended":
            assert each["cost"] == costs(rules, moves)[-1][pair]
    assert answer["other"] != answer["first"]


def before(rules: Rules, moves: list[str]) -> tuple[int, ...]:
    """The board that the last move left."""
    position = rules.start()
    for label in moves[:-1]:
        position = position.play(label)
    return position.board
