"""The bridge from stored rulesets to the engine: compiled rules, kept while they are in use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from games.models import Match, Ruleset, RulesetText, SavedGame, SharedGame
from games.play import Limits, Rules, RulesError, load_rules
from games.play.setups import begun_from
from games.rules_store import kept

DIGEST = re.compile(r"[0-9a-f]{64}")
MOST_KEPT = 24  # some 2 MB each; what visitors see of the others is cached as whole answers


def rules_for(ruleset: Ruleset, options: Iterable[str] = ()) -> Rules:
    """The compiled rules of a stored ruleset with the chosen "Option/Item"s.

    Clauses are those of the ruleset. Raises games.play.RulesError for text or options that are
    wrong. Rules are kept by text, options and clauses, and run within limits.
    """
    return _compiled(ruleset.text, tuple(options), _names(ruleset))


def _names(ruleset: Ruleset) -> tuple[str, ...]:
    """The names of its clauses, from the database unless they have been read with it."""
    if "clauses" in getattr(ruleset, "_prefetched_objects_cache", ()):
        return tuple(clause.name for clause in ruleset.clauses.all())
    return tuple(ruleset.clauses.values_list("name", flat=True))


def rules_of(ruleset: Ruleset, digest: str, options: Iterable[str] = ()) -> Rules:
    """The same by the text of that digest, which may have been replaced since.

    Raises games.play.RulesError also where no such text is kept.
    """
    if digest == ruleset.digest:
        return rules_for(ruleset, options)
    former = former_text(ruleset, digest)
    if former is None:
        raise RulesError(
            f"no text of {ruleset.slug} with the digest {digest[:12]}… is kept; "
            f"its text now has {ruleset.digest[:12]}…"
        )
    return _compiled(former.text, tuple(options), tuple(former.clauses))


def rules_of_game(game: Match | SavedGame | SharedGame) -> Rules:
    """The rules that a game is played by, from where it begins. Raises games.play.RulesError."""
    return begun_from(rules_of(game.ruleset, game.digest, game.options), game.setup)


def former_text(ruleset: Ruleset, digest: str) -> RulesetText | None:
    """The text with that digest that another has replaced, if it is kept."""
    if not DIGEST.fullmatch(digest):
        return None  # PostgreSQL would not even look for a NUL
    return ruleset.former_texts.filter(digest=digest).first()


def has_text(ruleset: Ruleset, digest: str) -> bool:
    """Whether a text of the ruleset with that digest is kept."""
    return digest == ruleset.digest or former_text(ruleset, digest) is not None


def looks_of(ruleset: Ruleset, digest: str) -> dict[str, Any]:
    """How the pieces of the text with that digest are drawn and called."""
    former = former_text(ruleset, digest) if digest != ruleset.digest else None
    return dict(former.pieces if former is not None else ruleset.pieces)


@lru_cache(maxsize=MOST_KEPT)
def _compiled(text: str, options: tuple[str, ...], clauses: tuple[str, ...]) -> Rules:
    def load() -> Rules:
        return load_rules(text, options, clauses=clauses or None, limits=Limits())

    return kept(load, "rules", text, options, clauses)
