"""The vocabulary of rule concepts, and how each is seen in the ludemes of a text.

To add one: a row in CONCEPTS, with a function from the forms of a text to those that show it; no
function may know the name of a game. `manage.py migrate` works it out for stored rulesets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from games.concepts import capturing, endings, moving
from games.concepts.forms import Forms
from games.ludemes import Expansion
from games.ludemes.tree import Node


class Concept(NamedTuple):
    """A term of the vocabulary: `find` gives the forms of a text that show it."""

    slug: str
    name: str
    meaning: str
    find: Callable[[Forms], Iterable[Node]]


CONCEPTS: tuple[Concept, ...] = (
    Concept(
        "square-board", "Board of rows and columns",
        "The spaces of the board, such as squares or holes, lie in rows and columns; they are not "
        "points at which lines meet.",
        moving.square_boards,
    ),
    Concept(
        "ring-board", "Board of rings",
        "The board is made of rings around a middle.", moving.ring_boards,
    ),
    Concept(
        "slide", "Slide",
        "A piece moves over any number of empty spaces, as a rook does.", moving.slides,
    ),
    Concept(
        "leap", "Leap",
        "A piece jumps past a corner over whatever stands between, as a knight does.",
        moving.leaps,
    ),
    Concept(
        "two-square-leap", "Leap of two squares",
        "A piece jumps to the second square in a line, whatever stands on the first.",
        moving.two_square_leaps,
    ),
    Concept(
        "hop", "Hop",
        "A piece passes over another one that stands in its way, and may take it.", moving.hops,
    ),
    Concept(
        "double-step", "Double step",
        "A piece may go two empty squares straight ahead in one move.", moving.double_steps,
    ),
    Concept(
        "king-leap", "Leap of the king",
        "The piece that must not be lost may jump as a knight, at least once.",
        moving.king_leaps,
    ),
    Concept(
        "castling", "Castling",
        "The piece that must not be lost may go sideways farther than one step, alone or with "
        "another.",
        moving.castlings,
    ),
    Concept(
        "divergent-capture", "Capture aside",
        "A piece captures in other directions than those in which it moves, as a pawn does.",
        moving.divergent,
    ),
    Concept("pass", "Pass", "A player may choose not to move.", moving.passes),
    Concept(
        "replacement-capture", "Capture by replacement",
        "A piece takes what stands on the space where its move ends.", capturing.replacing,
    ),
    Concept(
        "custodial-capture", "Custodial capture",
        "A piece that stands between two of the enemy's is taken.", capturing.custodial,
    ),
    Concept(
        "intervention-capture", "Capture by intervention",
        "A piece that moves in between two of the enemy's takes them.", capturing.intervening,
    ),
    Concept(
        "enclosure-capture", "Capture by enclosure",
        "Pieces that are surrounded without a way out are taken.", capturing.enclosing,
    ),
    Concept(
        "en-passant", "Capture in passing",
        "A piece that has just gone past another can be taken by it.", capturing.in_passing,
    ),
    Concept(
        "self-removal", "Removal of one’s own piece",
        "A move may end with the piece that has moved taken off the board.", capturing.of_itself,
    ),
    Concept(
        "compulsion", "Compulsory move",
        "A certain move must be made before all others, or when the other player orders it.",
        capturing.compelled,
    ),
    Concept(
        "promotion", "Promotion", "A piece becomes one of another kind.", moving.promotions,
    ),
    Concept(
        "promotion-by-retreat", "Promotion by retreat",
        "A piece must step back before it is promoted.", moving.retreats,
    ),
    Concept(
        "promotion-home-rank", "Promotion where the enemy’s pawns start",
        "A piece is promoted where the enemy’s pieces of its kind stand at the start.",
        moving.home_ranks,
    ),
    Concept(
        "check", "Check",
        "No move may leave one’s own king where it could be taken.", endings.checks,
    ),
    Concept(
        "checkmate", "Checkmate",
        "An attack on the king that cannot be answered ends the game.", endings.checkmates,
    ),
    Concept(
        "check-wins", "First check wins",
        "Giving check wins at once.", endings.check_wins,
    ),
    Concept(
        "royal-capture", "Capture of the king",
        "Capturing a particular enemy piece wins.", endings.royal_captures,
    ),
    Concept(
        "bare-king", "Bare king",
        "The game ends when a player has only one piece left.", endings.bare_kings,
    ),
    Concept(
        "stalemate-draw", "Stalemate draws",
        "A player who has no move, and is not in check, draws.", endings.stalemate_draws,
    ),
    Concept(
        "stalemate-loss", "Stalemate loses",
        "A player who has no move, or whose king has none, loses.", endings.stalemate_loses,
    ),
    Concept(
        "count-to-draw", "Count to a draw",
        "The game is drawn, or may be claimed as a draw, after a number of moves.",
        endings.counts_to_draw,
    ),
    Concept(
        "citadel", "Citadel",
        "A piece that reaches a certain place makes the game a draw.", endings.citadels,
    ),
)  # fmt: skip


def concepts_of(
    rules: Expansion, clauses: Collection[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """The concepts that a text has, by slug, each with the clauses that it comes from.

    `clauses` are the definitions to name, by default all of the text's own: the innermost one
    that a form came through. None is named where a form stands in no clause.
    """
    names = set(rules.definitions if clauses is None else clauses)
    forms = Forms(rules.game)
    found = {concept.slug: list(concept.find(forms)) for concept in CONCEPTS}
    return {slug: _clauses(nodes, names) for slug, nodes in found.items() if nodes}


def _clauses(nodes: Iterable[Node], names: set[str]) -> tuple[str, ...]:
    chains = (node.origin.chain() for node in nodes if node.origin)
    inner = (next((name for name in chain if name in names), "") for chain in chains)
    return tuple(dict.fromkeys(name for name in inner if name))
