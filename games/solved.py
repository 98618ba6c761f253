"""Solved games of stored rulesets: stored, shipped with the rulesets, and shown on their page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode

from games.models import Ruleset, SolvedGame
from games.notation.hands import dropped
from games.play import MoveError, Rules, RulesError
from games.rules_cache import rules_for
from games.shipped_lines import read_lines, write_lines
from games.solve import VERSION, Expected, Solution, read_solution

FOLDER: Path = settings.BASE_DIR / "fixtures" / "solved"


def store(ruleset: Ruleset, options: Iterable[str], solution: Solution | Expected) -> SolvedGame:
    """Store the value of a ruleset under these options, all of them, in place of an older one."""
    found, _new = SolvedGame.objects.update_or_create(
        ruleset=ruleset, digest=ruleset.digest, version=VERSION, options=list(options),
        endless=solution.endless, defaults={"solution": solution.written()},
    )  # fmt: skip
    return found


def solved_of(ruleset: Ruleset) -> list[SolvedGame]:
    """What is known of the text as it is."""
    return list(ruleset.solved.filter(digest=ruleset.digest, version=VERSION).order_by("pk"))


def write(ruleset: Ruleset, folder: Path = FOLDER) -> None:
    """Write what is stored for a ruleset into the folder that ships."""
    rows = solved_of(ruleset)
    lines = [{"digest": ruleset.digest, "version": VERSION}]
    lines += [{"options": row.options, **row.solution} for row in rows]
    write_lines(ruleset, folder, lines)


def store_all_shipped() -> None:
    """Store the values that ship with rulesets. Raises ShippedError."""
    for ruleset in Ruleset.objects.all():
        store_shipped(ruleset)


def store_shipped(ruleset: Ruleset, folder: Path = FOLDER) -> int:
    """Store the values shipped for the text of a ruleset; how many. Raises ShippedError."""
    lines = read_lines(ruleset, folder)
    if not lines:
        return 0
    head, *rows = lines
    if head != {"digest": ruleset.digest, "version": VERSION}:
        return 0
    for row in rows:
        store(ruleset, row.pop("options"), read_solution(row))
    return len(rows)


@dataclass(frozen=True)
class ShownThrow:
    """A throw, how likely it is in 100, and its moves, each with the first player's chance."""

    values: str
    likely: float
    moves: list[tuple[str, float]]


@dataclass(frozen=True)
class ShownValue:
    """A solved game as its page shows it; `play` is the board at the end of `line`, if it can be
    played there, and `differs` what is chosen otherwise than usual."""

    row: SolvedGame
    solution: Solution | Expected
    is_chosen: bool
    differs: tuple[str, ...]
    line: tuple[str, ...]
    play: str

    @property
    def said(self) -> tuple[str, ...]:
        """The moves of `line` as readers see them."""
        return tuple(map(dropped, self.line))

    @property
    def first_moves(self) -> list[tuple[str, Any]]:
        """Each first move as readers see it, with its value; none where dice are thrown first."""
        if isinstance(self.solution, Expected):
            return []
        return [(dropped(each.move), each) for each in self.solution.first_moves]

    @property
    def throws(self) -> list[ShownThrow]:
        """Each throw of the opening, with its moves as readers see them."""
        if not isinstance(self.solution, Expected):
            return []
        return [
            ShownThrow(
                " ".join(map(str, each.values)),
                100 * each.likely,
                [(dropped(one.move), 100 * one.chance) for one in each.moves],
            )
            for each in self.solution.throws
        ]


def solved_context(ruleset: Any, rules: Rules) -> dict[str, list[ShownValue]]:
    """What the page of a ruleset, read whole, says: under the chosen options, and under others."""
    if not ruleset.is_solved:
        return {}
    shown = [_shown(ruleset, row, rules) for row in solved_of(ruleset)]
    return {
        "solved": [each for each in shown if each.is_chosen],
        "solved_otherwise": [each for each in shown if not each.is_chosen],
    }


def _shown(ruleset: Ruleset, row: SolvedGame, chosen: Rules) -> ShownValue:
    solution = read_solution(row.solution)
    is_chosen = tuple(row.options) == chosen.chosen
    usual = {f"{each.heading}/{each.default.label}" for each in chosen.options}
    differs = tuple(each.replace("/", ": ", 1) for each in row.options if each not in usual)
    line = () if isinstance(solution, Expected) else solution.line
    labels = _labels(ruleset, row.options, line) if is_chosen else ()
    query = urlencode([("option", each) for each in row.options])
    address = f"{reverse('play', args=[ruleset.slug])}?{query}" if query else ""
    play = f"{address}#you=both&moves={','.join(map(quote, labels))}" if labels else ""
    return ShownValue(row, solution, is_chosen, differs, labels or line, play)


def _labels(ruleset: Ruleset, options: Iterable[str], line: Iterable[str]) -> tuple[str, ...]:
    """The moves of best play as boards write them; none where these rules write others."""
    try:
        position, labels = rules_for(ruleset, options).start(), []
        for move in line:
            found = position.legal_moves.find(move.lower())
            labels.append(found.label)
            position = position.play(found)
    except (MoveError, RulesError):
        return ()
    return tuple(labels)
