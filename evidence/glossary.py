"""The terms that pages use, as the glossary defines them."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Term(NamedTuple):
    """A term, its anchor on the glossary page, and its definition."""

    slug: str
    name: Promise | str
    meaning: Promise | str


GLOSSARY = (
    Term(
        "array",
        _("array"),
        _("The starting position: which piece stands on which site before the first move."),
    ),
    Term(
        "branching-factor",
        _("branching factor"),
        _("The number of legal moves a player can choose from, usually given as an average."),
    ),
    Term(
        "clause",
        _("clause"),
        _(
            "One rule of a ruleset, with the sources it is based on and a status: attested, "
            "inferred, disputed or borrowed."
        ),
    ),
    Term(
        "concept",
        _("concept"),
        _(
            "A kind of rule, such as promotion or custodial capture, by which rulesets of "
            "different games can be compared."
        ),
    ),
    Term(
        "contemporary-rule-description",
        _("Contemporary rule description"),
        _(
            "A type of record: somebody describes the rules of a game that was played at the "
            "time of writing."
        ),
    ),
    Term(
        "contemporary-text",
        _("Contemporary text"),
        _(
            "A type of record: a text that speaks of a game played at the time of writing, "
            "without setting out its rules."
        ),
    ),
    Term(
        "historical-rule-description",
        _("Historical rule description"),
        _(
            "A type of record: somebody describes the rules of a game as it was played before "
            "the time of writing."
        ),
    ),
    Term(
        "historical-text",
        _("Historical text"),
        _(
            "A type of record: a text that speaks of a game of the past, without setting out "
            "its rules."
        ),
    ),
    Term(
        "locator",
        _("locator"),
        _("The part of a source that is cited: a page, a folio, a paragraph, an inventory number."),
    ),
    Term(
        "ludeme",
        _("ludeme"),
        _(
            "A unit of a game’s rules, written as a term such as (step Forward). A ruleset is a "
            "tree of ludemes; the notation is that of the Ludii system."
        ),
    ),
    Term(
        "option",
        _("option"),
        _("A choice between readings of a rule, offered where sources disagree or are silent."),
    ),
    Term(
        "perft",
        _("perft"),
        _(
            "The number of move sequences of a given length from a position. Two programs that "
            "play by the same rules arrive at the same number."
        ),
    ),
    Term(
        "playout",
        _("playout"),
        _("A game played to its end with random legal moves."),
    ),
    Term(
        "ply",
        _("ply"),
        _("A single move by one player. A move by each of two players is two plies."),
    ),
    Term(
        "preset",
        _("preset"),
        _("A ruleset with a particular choice of options and starting position."),
    ),
    Term(
        "rules-text",
        _("Rules text"),
        _(
            "A type of record: a text written to teach how a game is played, such as a book or "
            "sheet of rules."
        ),
    ),
    Term(
        "ruleset",
        _("ruleset"),
        _("A complete set of rules by which a game can be played, clause by clause."),
    ),
    Term(
        "seed",
        _("seed"),
        _("The number that random games start from. The same seed always gives the same games."),
    ),
    Term(
        "site",
        _("site"),
        _("A place on a board where a piece can stand: a cell, a point or a line."),
    ),
)
