"""The bridge from stored rulesets to the engine: compiled rules, kept while they are in use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.models import Ruleset
from games.play import Limits, Rules, load


def rules_for(ruleset: Ruleset, options: Iterable[str] = ()) -> Rules:
    """The compiled rules of a stored ruleset with the chosen "Option/Item"s.

    Clauses are those of the ruleset. Raises games.play.RulesError for text or options that are
    wrong. Rules are kept by text, options and clauses, and run within limits.
    """
    clauses = tuple(ruleset.clauses.values_list("name", flat=True))
    return _compiled(ruleset.text, tuple(options), clauses)


@lru_cache(maxsize=64)
def _compiled(text: str, options: tuple[str, ...], clauses: tuple[str, ...]) -> Rules:
    return load(text, options, clauses=clauses or None, limits=Limits())
