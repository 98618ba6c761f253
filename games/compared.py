"""Rulesets compared: stored ones, with their clauses as curators tell of them, and pasted texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from config.costly import costly
from games.compare import Article, Bounds, Comparison, compare
from games.library import used_by
from games.ludemes.common import with_common
from games.models import Clause, Ruleset
from games.play import Limits, OptionError, Rules, RulesError, load
from games.rules_cache import rules_for

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

    def __getstate__(self) -> dict[str, Any]:
        """What a page shows of it: compiled rules do not leave their process."""
        return {**self.__dict__, "rules": None}

    @property
    def titles(self) -> dict[str, str]:
        """What its clauses are called, by name."""
        return {each.name: each.title for each in self.told}


class SideError(OptionError):
    """An option that one of the two does not offer; `side` says which, "a" or "b"."""

    def __init__(self, message: str, side: str) -> None:
        super().__init__(message, side)
        self.message, self.side = message, side

    def __str__(self) -> str:
        return self.message


class SameError(RulesError):
    """What is to be compared is one ruleset, twice under the same options."""


@costly
def stored_compared(
    a: Ruleset, options_a: Sequence[str], b: Ruleset, options_b: Sequence[str]
) -> tuple[Comparison, Sequence[str], Sequence[str]]:
    """Two stored rulesets compared, and the options in force of each. Raises games.play.RulesError.

    Of these, SideError and SameError tell what was asked wrongly.
    """
    ours, theirs = _party_of_side(a, options_a, "a"), _party_of_side(b, options_b, "b")
    if a == b and ours.rules.chosen == theirs.rules.chosen:
        raise SameError(str(a))
    return parties_compared(ours, theirs), ours.rules.chosen, theirs.rules.chosen


def _party_of_side(ruleset: Ruleset, options: Sequence[str], side: str) -> Party:
    try:
        return stored_party(ruleset, options)
    except OptionError as error:
        raise SideError(str(error), side) from error


def stored_party(ruleset: Ruleset, options: Sequence[str] = ()) -> Party:
    """A stored ruleset, under its usual options or others. Raises games.play.RulesError."""
    told, address = articles(ruleset), ruleset.get_absolute_url()
    rules = rules_for(ruleset, options)
    usual = rules_for(ruleset).chosen if options else rules.chosen
    name = _with_options(str(ruleset), [each for each in rules.chosen if each not in usual])
    return Party(name, rules, told, ruleset.pieces, address)


def pasted_party(text: str, options: Sequence[str] = (), definitions: str = "") -> Party:
    """A text of a stranger, compiled and run within limits. Raises games.play.RulesError.

    `definitions` is a text of definitions that it may use besides its own.
    """
    library = with_common(f"{definitions}\n{used_by(f'{text} {definitions}')}")
    rules = load(text, options, library, limits=Limits())
    found = NAME.search(text)
    name = found[1] if found else _("without a name")
    told = _("the pasted text (%(name)s)") % {"name": name}
    return Party(_with_options(told, options), rules)


def _with_options(name: str, options: Sequence[str]) -> str:
    return f"{name}, {', '.join(options)}" if options else name


def articles(ruleset: Ruleset) -> tuple[Article, ...]:
    """The clauses of a stored ruleset, in their order."""
    return tuple(
        Article(
            clause.name,
            clause.title,
            clause.text,
            status=clause.status,
            concepts=_kinds(clause),
            known=clause.status_words,
        )
        for clause in ruleset.clauses.prefetch_related("concepts__concept")
    )


def _kinds(clause: Clause) -> tuple[str, ...]:
    return tuple(sorted(each.concept.name for each in clause.concepts.all()))


def parties_compared(a: Party, b: Party, bounds: Bounds = ON_PAGES) -> Comparison:
    """Compare two, or take what is kept of two that are stored. Raises games.play.RulesStopped.

    Rules of strangers come once: nothing of them is kept.
    """
    compared = _compared if a.address and b.address else compare
    return compared(a.rules, b.rules, a.told, b.told, bounds)


@lru_cache(maxsize=32)
def _compared(
    a: Rules, b: Rules, told_a: tuple[Article, ...], told_b: tuple[Article, ...], bounds: Bounds
) -> Comparison:
    return compare(a, b, told_a, told_b, bounds)
