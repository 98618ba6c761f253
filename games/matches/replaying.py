"""From the moves of a log to those of its rules, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from games.matches.errors import LogError
from games.matches.sheet import MOST_PLIES, Line, count
from games.notation.courier import COMMENT
from games.notation.family import Family
from games.notation.letters import PAWN
from games.play import (
    AmbiguousMove,
    FirstPosition,
    Move,
    MoveError,
    Outcome,
    Position,
    Rules,
    Written,
)
from games.play.turns import Turn, read_turn, turns_of

NOTATION = "courier"
MOST_NAMED = 8
WORD = re.compile(r"\w+")


def letters_of(rules: Rules, pieces: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """A letter for each piece: the one that is given, or else one that is free."""
    given = {name: look["letter"] for name, look in pieces.items() if look.get("letter")}
    taken = {letter.upper() for letter in given.values()}
    for component in rules.kinds:
        if component.name not in given:
            given[component.name] = _free(component.name, taken)
            taken.add(given[component.name])
    return given


def _free(name: str, taken: set[str]) -> str:
    wished = [letter for letter in name.upper() if letter.isalpha()]
    letters = (
        *wished,
        PAWN,
        *map(chr, range(ord("A"), ord("Z") + 1)),
        *map(chr, range(0x391, 0x3A2)),
    )
    return next(letter for letter in letters if letter not in taken)


@dataclass
class Replayed:
    """The moves of a log by their labels, what is said behind them, and the last position.

    `reached` has the ply after each line, from that before the first: a line may be a whole turn.
    """

    position: Position
    moves: list[str] = field(default_factory=list)
    remarks: dict[int, str] = field(default_factory=dict)
    reached: list[int] = field(default_factory=lambda: [0])


def replay(rules: Rules, letters: Mapping[str, str], lines: Sequence[Line]) -> Replayed:
    """Play the lines of a log.

    Raises LogError naming line, ply and move, with legal moves that are near.
    """
    game = Replayed(rules.start())
    for number, line in enumerate(lines, start=1):
        position = game.position
        try:
            labels, remark = _turn(rules.family, position, letters, line.text)
        except MoveError as error:
            fault = _fault(number, line.text, error, position, letters)
            raise LogError(line.number, fault) from error
        game.moves += labels
        if len(game.moves) > MOST_PLIES:
            raise LogError(line.number, f"the log goes on after ply {MOST_PLIES}")
        game.reached.append(len(game.moves))
        game.remarks |= {len(game.moves): remark} if remark else {}
        for label in labels:
            game.position = game.position.play(label)
    return game


def _turn(
    family: Family | None, position: Position, letters: Mapping[str, str], text: str
) -> tuple[list[str], str]:
    """The labels of the plies that a line means, and what else it says."""
    words, _, said = text.partition(COMMENT)
    if family is not None and family.reads(words):
        return read_turn(family, position, words), said.strip()
    label, remark = _meant(position, letters, text)
    return [label], remark


def _meant(position: Position, letters: Mapping[str, str], text: str) -> tuple[str, str]:
    """The label of the move that is meant, and what else the line says."""
    words, _, said = text.partition(COMMENT)
    if not isinstance(position, FirstPosition):
        return position.legal_moves.find(words.strip()).label, said.strip()
    first = words.partition(";")[0].casefold()
    sites = position.rules.program.board.sites
    named = [site.index for site in sites if site.label in WORD.findall(first)]
    written = Written(position, letters, named)
    try:
        return written.find(words.strip(), NOTATION).label, said.strip()
    except AmbiguousMove:
        clause, _, rest = said.partition(COMMENT)
        exact = f"{words.strip()} {COMMENT} {clause.strip()}"
        return written.find(exact, NOTATION).label, rest.strip()


def _fault(
    ply: int, text: str, error: MoveError, position: Position, letters: Mapping[str, str]
) -> str:
    reason = str(error).replace(f" in the position {position}", "").partition("; do you mean")[0]
    where = f"ply {ply} ({count(ply)} {text[:80]})"
    if position.outcome is not None:
        return f"{where}: the game is over after ply {ply - 1}, {by_rule(position.outcome)}"
    near = _nearby(Written(position, letters), text) if isinstance(position, FirstPosition) else ""
    return f"{where}: {reason}; {near}" if near else f"{where}: {reason}"


def by_rule(outcome: Outcome) -> str:
    """What ended a game, in words."""
    return f"by the clause {outcome.clause}" if outcome.clause else outcome.reason


def _nearby(written: Written, text: str) -> str:
    """Legal moves from or to the sites that the text names, or those that look like it."""
    words = set(WORD.findall(text.partition(COMMENT)[0].casefold()))
    sites = words & {site.label for site in written.position.rules.program.board.sites}
    texts = list(written.courier)
    shared = {each: len(sites & set(WORD.findall(each.casefold()))) for each in texts}
    near = sorted((each for each in texts if shared[each]), key=lambda each: -shared[each])
    near = near or get_close_matches(text, texts, MOST_NAMED, 0) or texts
    left = f" and {len(near) - MOST_NAMED} more" if len(near) > MOST_NAMED else ""
    return f"legal here: {', '.join(near[:MOST_NAMED])}{left}"


def _written(position: Position, letters: Mapping[str, str], move: Move) -> str:
    if not isinstance(position, FirstPosition):
        return move.label
    written = Written(position, letters, [move.to])
    return written.courier[written.moves.index(move)]


def texts_of(
    rules: Rules, letters: Mapping[str, str], moves: Sequence[str], stops: Iterable[int] = ()
) -> tuple[list[Turn], Position]:
    """The turns in the notation of the family, or the moves in full; and the position after them.

    A turn ends at each ply of `stops` as well. Raises games.play.MoveError for an illegal move.
    """
    position: Position = rules.start()
    if rules.family is not None:
        turns = list(turns_of(rules, moves, stops))
        return turns, turns[-1].after if turns else position
    turns = []
    for label in moves:
        move = position.legal_moves.find(label)
        text, position = _written(position, letters, move), position.play(move)
        turns.append(Turn((label,), text, position))
    return turns, position
