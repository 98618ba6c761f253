"""Stored rulesets compared: their clauses as curators tell of them, and what is kept."""

from __future__ import annotations

from functools import lru_cache

from games.compare import Article, Bounds, Comparison, compare
from games.engine import rules_for
from games.models import Ruleset
from games.play import Rules

# What a page or an answer of the API may take; the command may take more.
ON_PAGES = Bounds(positions=200_000, seconds=15.0)


def articles(ruleset: Ruleset) -> tuple[Article, ...]:
    """The clauses of a stored ruleset, in their order."""
    return tuple(
        Article(clause.name, clause.title, clause.text, status=clause.status)
        for clause in ruleset.clauses.all()
    )


def comparison(a: Ruleset, b: Ruleset, bounds: Bounds = ON_PAGES) -> Comparison:
    """Compare two stored rulesets under their usual options, or take what is kept.

    Raises games.play.RulesError for a text that does not compile.
    """
    return _compared(rules_for(a), rules_for(b), articles(a), articles(b), bounds)


@lru_cache(maxsize=32)
def _compared(
    a: Rules, b: Rules, told_a: tuple[Article, ...], told_b: tuple[Article, ...], bounds: Bounds
) -> Comparison:
    return compare(a, b, told_a, told_b, bounds)
