"""All that a comparison says of two rulesets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards import Board
from games.compare.clauses import Article, Pairing, aligned, articles_of
from games.compare.differences import Difference, difference
from games.compare.search import Bounds, Found, Search
from games.compare.side import Side, Texts, names_between
from games.play import FirstRules, Rules

# Of rules on the engine's second design only the clauses are compared.
NOT_SEARCHED = Found(None, 0, 0)


@dataclass(frozen=True)
class Comparison:
    """Two rulesets side by side.

    `difference` is the first in their moves as they are written, None where none was found within
    the bounds, and `ending` the first in the result of a game that is over under both. `found`
    tells of the search. `names` has the name of a piece in the first for each in the second that is
    called otherwise, where men stand alike. `apart` says what is not the same before the first
    move: "boards", "players" or "arrays", "" where nothing is, "designs" where play was not
    compared; `sites_a` and `sites_b` are the names of sites that only one of the boards has.
    """

    clauses: tuple[Pairing, ...]
    names: dict[str, str]
    difference: Difference | None
    ending: Difference | None
    found: Found
    apart: str = ""
    sites_a: tuple[str, ...] = ()
    sites_b: tuple[str, ...] = ()


def compare(
    a: Rules,
    b: Rules,
    told_a: Sequence[Article] = (),
    told_b: Sequence[Article] = (),
    bounds: Bounds = Bounds(),  # noqa: B008 - frozen
) -> Comparison:
    """Compare two rulesets; `told_a` and `told_b` are their clauses as somebody tells of them.

    Raises games.play.RulesStopped for rules that run into a limit.
    """
    clauses = tuple(aligned(articles_of(a, told_a), articles_of(b, told_b)))
    if not (isinstance(a, FirstRules) and isinstance(b, FirstRules)):
        return Comparison(clauses, {}, None, None, NOT_SEARCHED, "designs")
    names = names_between(a.start(), b.start())
    others = {new: old for new, old in (names or {}).items() if new != old}
    texts = Texts()
    first, second = Side(a, texts, {}), Side(b, texts, others)
    found = Search(first, second, bounds).run()
    line, end = found.line, found.ending
    return Comparison(
        clauses,
        others,
        difference("moves", first, second, line) if line is not None else None,
        difference("results", first, second, end) if end is not None else None,
        found,
        _apart(a, b, names),
        _only(a.board, b.board),
        _only(b.board, a.board),
    )


def _apart(a: FirstRules, b: FirstRules, names: dict[str, str] | None) -> str:
    """Differences from the start, "" where nothing is."""
    if _labels(a.board) != _labels(b.board):
        return "boards"
    if a.program.players != b.program.players or a.start().mover != b.start().mover:
        return "players"
    return "arrays" if names is None else ""


def _labels(board: Board) -> tuple[str, set[str]]:
    return board.kind, {site.label for site in board.sites}


def _only(board: Board, other: Board) -> tuple[str, ...]:
    """The names of sites that the other board does not have, in the order of the board."""
    _kind, there = _labels(other)
    return tuple(site.label for site in board.sites if site.label not in there)
