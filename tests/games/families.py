"""The rulesets of families, in folders of fixtures/rulesets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from games.play import FirstRules, Position, Rules, SecondRules, load_rules
from games.play.setups import begun_from
from games.rules_store import kept
from tests.games.cast import RULESETS

FILES = {path.stem: path for path in sorted(RULESETS.rglob("*.lud"))}
PATHS = {slug: path for slug, path in FILES.items() if path.parent != RULESETS}
# What needs dice, seeds, chains, liberties, no repetition or one player alone: only the second
# design plays it.
DICE = (
    "alquerque-de-nueve-dados-1283",
    "chaturaji-biruni",
    "chaturaji-tithitattva",
    "shatranj-mustatila",
)
CHAINS = ("draughts-polish", "fanorona-montgomery")
SURROUNDING = ("go-stones", "go-territory", "mig-mang-17")
REPEATING = ("latrunculi-schaedler-1994",)
ALONE = ("peg-solitaire-33", "peg-solitaire-37")
ONLY = CHAINS + ALONE + DICE + SURROUNDING + REPEATING
SECOND_ALONE = [
    slug for slug, path in PATHS.items() if path.parent.name in ("race", "sow") or slug in ONLY
]
BOTH = [slug for slug in PATHS if slug not in SECOND_ALONE]


def text(slug: str) -> str:
    return FILES[slug].read_text(encoding="utf-8")


@lru_cache
def about(slug: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILES[slug].with_suffix(".json").read_text(encoding="utf-8"))
    return found


@lru_cache
def rules(slug: str, *options: str) -> Rules:
    """Compiled and kept as the site does: once in a run."""
    names = tuple(clause["name"] for clause in about(slug)["clauses"])

    def load() -> Rules:
        return load_rules(text(slug), options, clauses=names)

    return kept(load, "rules", text(slug), options, names)


@lru_cache
def trusted(slug: str, *options: str) -> Rules:
    """The same without the limits for strangers, for what takes long to count."""
    names = tuple(clause["name"] for clause in about(slug)["clauses"])
    return load_rules(text(slug), options, clauses=names, limits=None)


def first(slug: str, *options: str) -> FirstRules:
    """The same, of rulesets that the first design plays."""
    found = rules(slug, *options)
    assert isinstance(found, FirstRules)
    return found


def second(slug: str, *options: str) -> SecondRules:
    """The same, of rulesets that only the second design plays."""
    found = rules(slug, *options)
    assert isinstance(found, SecondRules)
    return found


def after(slug: str, setup: str, *moves: str, options: tuple[str, ...] = ()) -> Position:
    """The position after moves from one that is set up."""
    position = begun_from(rules(slug, *options), setup).start()
    for move in moves:
        position = position.play(move)
    return position


def turns(position: Position, depth: int, may_go_on: Callable[[str], bool] | None = None) -> int:
    """Sequences of whole turns: several leaps of one player are one turn.

    Which moves may leave their player another is asked of a move's label; without, of the rules.
    """
    total = 0
    for move in position.legal_moves:
        if depth == 1 and may_go_on and not may_go_on(move.label):
            total += 1
            continue
        following = position.play(move)
        same = following.outcome is None and following.mover == position.mover
        left = depth if same else depth - 1
        total += turns(following, left, may_go_on) if left else 1
    return total


def is_no_step(label: str) -> bool:
    """Whether a move goes further than to the next point, or nowhere."""
    site = re.fullmatch(r"([a-z])(\d+)-([a-z])(\d+)", label)
    if site is None:
        return True
    files, ranks = ord(site[1]) - ord(site[3]), int(site[2]) - int(site[4])
    return abs(files) > 1 or abs(ranks) > 1


def may_promote(label: str) -> bool:
    """Whether a first move of shogi by White ends on the last three ranks, or is a promotion."""
    return label[-1] > "6"
