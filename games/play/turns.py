"""Whole turns in the notation of a family: written for a game, and read in a position.

A turn is all that one player does before another, or the same one again, is to move; where the same
player goes on, it goes on too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.notation.errors import IllegalMove, UnreadableMove
from games.notation.family import PASS, THROW, Family
from games.play.interface import Position, Rules

MOST_PLIES = 100  # of one turn


@dataclass(frozen=True)
class Turn:
    """The labels of a turn's plies, and how its family writes them together.

    `after` is the position when that player has done all; a turn may have been written ply by ply.
    """

    labels: tuple[str, ...]
    text: str
    after: Position


def ply_text(family: Family, position: Position, label: str) -> str:
    """How a family writes a ply that is played in a position."""
    return family.written(label, position.mover, _standing(position).__contains__)


def _standing(position: Position) -> frozenset[str]:
    return frozenset(site for site, _, _ in position.pieces())


def turns_of(rules: Rules, labels: Iterable[str], stops: Iterable[int] = ()) -> Iterator[Turn]:
    """The turns of a game; one ends at each ply of `stops` as well, which count from 1.

    Raises games.play.MoveError for a move that is not legal.
    """
    family, ends, position = rules.family, frozenset(stops), rules.start()
    texts: list[str] = []
    done: list[str] = []
    for ply, asked in enumerate(labels, 1):
        label, mover = position.legal_moves.find(asked).label, position.mover
        texts.append(ply_text(family, position, label) if family is not None else label)
        done.append(label)
        position = position.play(label)
        over = position.outcome is not None or position.mover != mover or ply in ends
        if over or family is None or len(done) == MOST_PLIES:
            yield from _turns(family, mover, done, texts, position)
            texts, done = [], []
    yield from _turns(family, position.mover, done, texts, position) if done else ()


def _turns(
    family: Family | None, mover: int, labels: Sequence[str], texts: Sequence[str], after: Position
) -> Iterator[Turn]:
    """One turn, or the plies by their labels where its text could not be read back as the same."""
    text = family.joined(texts) if family is not None else ""
    if family is not None and list(labels_of(family, mover, text)) == list(labels):
        yield Turn(tuple(labels), text, after)
        return
    yield from (Turn((label,), label, after) for label in labels)


def labels_of(family: Family, mover: int, text: str) -> Iterator[str]:
    """The labels of the plies that a text of one player's says."""
    throw = ""
    for word in family.words(text):
        if THROW.fullmatch(word) and word != PASS:
            throw = word
            continue
        yield family.label(word, mover, throw)
        throw = ""


def read_turn(family: Family, position: Position, text: str) -> list[str]:
    """The labels of the plies that a text means, played one after the other by one player.

    Raises games.play.MoveError.
    """
    mover, found = position.mover, list[str]()
    for asked in labels_of(family, mover, text):
        if position.mover != mover or len(found) == MOST_PLIES:
            reason = f"{text[:80]} goes on when the turn is over in the position {position}"
            raise IllegalMove(text, reason)
        label = position.legal_moves.find(asked).label
        found.append(label)
        position = position.play(label)
    if not found:
        raise UnreadableMove(text, f"{text[:80]!r} is no move in the position {position}")
    return found
