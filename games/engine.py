"""The bridge from stored rulesets to the engine: compiled rules, kept while they are in use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.models import Ruleset
from games.play import Limits, Rules, RulesError, load


def rules_for(ruleset: Ruleset, options: Iterable[str] = ()) -> Rules:
    """The compiled rules of a stored ruleset with the chosen "Option/Item"s.

    Clauses are those of the ruleset. Raises games.play.RulesError for text or options that are
    wrong. Rules are kept by text, options and clauses, and run within limits.
    """
    clauses = tuple(ruleset.clauses.values_list("name", flat=True))
    return _compiled(ruleset.text, tuple(options), clauses)


def rules_of(ruleset: Ruleset, digest: str, options: Iterable[str] = ()) -> Rules:
    """The same by the text of that digest, which may have been replaced since.

    Raises games.play.RulesError also where no such text is kept.
    """
    if digest == ruleset.digest:
        return rules_for(ruleset, options)
    former = ruleset.former_texts.filter(digest=digest).first()
    if former is None:
        raise RulesError(
            f"no text of {ruleset.slug} with the digest {digest[:12]}… is kept; "
            f"its text now has {ruleset.digest[:12]}…"
        )
    return _compiled(former.text, tuple(options), tuple(former.clauses))


def has_text(ruleset: Ruleset, digest: str) -> bool:
    """Whether a text of the ruleset with that digest is kept."""
    return digest == ruleset.digest or ruleset.former_texts.filter(digest=digest).exists()


@lru_cache(maxsize=64)
def _compiled(text: str, options: tuple[str, ...], clauses: tuple[str, ...]) -> Rules:
    return load(text, options, clauses=clauses or None, limits=Limits())
