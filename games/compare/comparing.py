"""All that a comparison says of two rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.compare.clauses import Article, Pairing, aligned, articles_of
from games.compare.differences import Difference, difference
from games.compare.first_side import FirstSide
from games.compare.search import Bounds, Found, Search
from games.compare.second_side import SecondSide
from games.compare.sides import Side, Texts
from games.play import FirstRules, Rules, first_design
from games.play.second.position import SecondPosition
from games.play.second.rules import SecondRules


@dataclass(frozen=True)
class Comparison:
    """Two rulesets side by side.

    `difference` is the first in their moves as they are written, None where none was found within
    the bounds, and `ending` the first in the result of a game that is over under both. `found`
    tells of the search. `names` has the name of a piece in the first for each in the second that is
    called otherwise, where men stand alike. `apart` says what is not the same before the first
    move: "boards", "players" or "arrays", "" where nothing is; `sites_a` and `sites_b` are the
    names of sites that only one of the boards has.
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
    names = names_between(a, b)
    others = {new: old for new, old in (names or {}).items() if new != old}
    texts = Texts()
    first, second = _side(a, texts, {}), _side(b, texts, others)
    found = Search(first, second, bounds).run()
    line, end = found.line, found.ending
    return Comparison(
        clauses,
        others,
        difference("moves", first, second, line) if line is not None else None,
        difference("results", first, second, end) if end is not None else None,
        found,
        _apart(a, b, names),
        _only(a, b),
        _only(b, a),
    )


def _side(rules: Rules, texts: Texts, names: Mapping[str, str]) -> Side:
    if isinstance(rules, SecondRules):
        return SecondSide(rules, texts, names)
    return FirstSide(first_design(rules), texts, names)


def _apart(a: Rules, b: Rules, names: dict[str, str] | None) -> str:
    """Differences from the start, "" where nothing is."""
    kinds = {rules.board.kind for rules in (a, b) if isinstance(rules, FirstRules)}
    if len(kinds) > 1 or set(a.site_names) != set(b.site_names):
        return "boards"
    if a.players != b.players or a.start().mover != b.start().mover:
        return "players"
    return "arrays" if names is None else ""


def _only(rules: Rules, other: Rules) -> tuple[str, ...]:
    """The names of sites that the other board does not have, in the order of the board."""
    there = set(other.site_names)
    return tuple(name for name in rules.site_names if name not in there)


def names_between(a: Rules, b: Rules) -> dict[str, str] | None:
    """For each name of a piece in `b` its name in `a`, where men stand alike but for their names.

    A name that both know means the same piece. None where a site is empty in one and taken in the
    other, by another player, by more men, or by men that one tells apart and the other does not.
    """
    men_a, men_b = _men(a), _men(b)
    alike = [{site: those for site, (_, *those) in men.items()} for men in (men_a, men_b)]
    if alike[0] != alike[1]:
        return None
    known_a, known_b = ({kind.name for kind in rules.kinds} for rules in (a, b))
    names: dict[str, str] = {}
    for site, (ours, *_) in men_a.items():
        theirs = men_b[site][0]
        if ours != theirs and (theirs in known_a or ours in known_b):
            return None
        if names.setdefault(theirs, ours) != ours:
            return None
    return names if len(set(names.values())) == len(names) else None


def _men(rules: Rules) -> dict[str, tuple[str, int, int]]:
    """By the name of each site that is taken: name, owner and number of what stands there."""
    position = rules.start()
    heaps: dict[str, int] = {}
    if isinstance(position, SecondPosition):
        named = position.rules.board_names.items()
        standing = ((name, position.standing[site]) for site, name in named)
        heaps = {name: each.count for name, each in standing if each is not None}
    men: dict[str, tuple[str, int, int]] = {}
    for site, name, owner in position.pieces():
        below = men[site][2] if site in men else 0
        men[site] = (name, owner, heaps.get(site, 1) + below)
    return men
