"""What was looked at before makes no difference: all positions of a ruleset share one memory."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from games.play import Position
from tests.games.cast import RULESETS
from tests.games.families import first as shipped

LONGEST = 150  # plies of a game


def game(start: Position, seed: int) -> list[tuple[Position, str]]:
    """Positions of a game played at random, each with the move that is made there."""
    chance, position, found = Random(seed), start, []
    while position.outcome is None and len(found) < LONGEST:
        move = chance.choice(position.legal_moves.moves)
        found.append((position, move.label))
        position = position.play(move)
    return found


@pytest.mark.parametrize("path", sorted(RULESETS.glob("*.lud")), ids=lambda path: path.stem)
def test_a_move_leads_to_one_position(path: Path):
    plies = game(shipped(path.stem).start(), seed=7)
    others = Random(11).sample(plies, len(plies))

    for (before, move), (other, _) in zip(plies, others, strict=True):
        after = before.play(move)
        for looked_at in (after, other):
            looked_at.perft(1)
            again = before.play(move)
            assert (again.content, again.effects) == (after.content, after.effects)


@pytest.mark.parametrize("slug", ["shatranj-ar-rumiya-1140", "shatranj-ar-rumiya-1352"])
def test_a_bare_shah_on_a_round_board_is_not_stalemated_by_what_was_listed(slug: str):
    rules = shipped(slug)
    before = rules.position({"c2": "Shah1", "d10": "Shah2"}, 2)

    for move in islice(before.legal_moves.moves, 3):
        after = before.play(move)
        assert after.outcome is None
        after.perft(1)
        assert before.play(move).outcome is None
