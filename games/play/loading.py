"""Rules of a text on whichever design of the engine compiles it (docs/decisions/0012)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.ludemes import Definition, OptionError, RulesError
from games.play.interface import Rules
from games.play.machine import Limits, RulesStopped
from games.play.rules import FirstRules, load
from games.play.second import load_second

FIRST_ONLY = "this is not possible yet with rules of the engine's second design"


def load_rules(
    text: str,
    options: Iterable[str] = (),
    definitions: Mapping[str, Definition] | None = None,
    *,
    clauses: Iterable[str] | None = None,
    limits: Limits | None = Limits(),  # noqa: B008 - frozen
) -> Rules:
    """Compile a rules text with the first design, or with the second where the first refuses it.

    Stacks are the second's where it knows the text: in the first, all pieces of a stack are alike.
    Arguments and errors are those of `load`; where both designs refuse a text, the second's reason
    is given.
    """
    options = tuple(options)
    names = None if clauses is None else tuple(clauses)
    try:
        first = load(text, options, definitions, clauses=names, limits=limits)
    except (OptionError, RulesStopped):
        raise
    except RulesError as refused:
        try:
            return load_second(text, options, definitions, clauses=names, limits=limits)
        except OptionError:  # of a text whose options cannot even be read
            raise refused from None
    if not first.program.constants["STACKED"]:
        return first
    try:
        return load_second(text, options, definitions, clauses=names, limits=limits)
    except RulesError:
        return first


def first_design(rules: Rules) -> FirstRules:
    """The same rules. Raises RulesError where they run on the second design."""
    if not isinstance(rules, FirstRules):
        raise RulesError(FIRST_ONLY)
    return rules
