"""Rulesets compared: stored ones, with their clauses as curators tell of them, and pasted texts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from games.compare import Article, Bounds, Comparison, compare
from games.engine import rules_for
from games.models import Ruleset
from games.play import Limits, Rules, load

# What a page or an answer of the API may take; the command may take more.
ON_PAGES = Bounds(positions=200_000, seconds=15.0)
# What the text of a stranger may take.
OF_STRANGERS = Bounds(positions=200_000, seconds=10.0)

NAME = re.compile(r'\(\s*game\s+"([^"]{1,80})"')


@dataclass(frozen=True)
class Party:
    """One of two rulesets that are compared; `address` is its page, "" where it has none."""

    name: str
    rules: Rules
    told: tuple[Article, ...] = ()
    pieces: dict[str, Any] = field(default_factory=dict)
    address: str = ""

    def __str__(self) -> str:
        return self.name

    @property
    def titles(self) -> dict[str, str]:
        """What its clauses are called, by name."""
        return {each.name: each.title for each in self.told}


def stored_party(ruleset: Ruleset) -> Party:
    """A stored ruleset under its usual options. Raises games.play.RulesError."""
    told, address = articles(ruleset), ruleset.get_absolute_url()
    return Party(str(ruleset), rules_for(ruleset), told, ruleset.pieces, address)


def pasted_party(text: str) -> Party:
    """A text of a stranger, compiled and run within limits. Raises games.play.RulesError."""
    rules = load(text, limits=Limits())
    found = NAME.search(text)
    name = found[1] if found else _("without a name")
    return Party(_("the pasted text (%(name)s)") % {"name": name}, rules)


def articles(ruleset: Ruleset) -> tuple[Article, ...]:
    """The clauses of a stored ruleset, in their order."""
    return tuple(
        Article(clause.name, clause.title, clause.text, status=clause.status)
        for clause in ruleset.clauses.all()
    )


def parties_compared(a: Party, b: Party, bounds: Bounds = ON_PAGES) -> Comparison:
    """The same of two parties."""
    return _compared(a.rules, b.rules, a.told, b.told, bounds)


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
