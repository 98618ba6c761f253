"""A game between people, turn by turn: what each may do as it stands, and how it stands then."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace

from games.matches.sheet import MOST_PLIES
from games.play import MoveError, NeedsThrow, Position, Rules

MOVE, RESIGN, OFFER, BACK, ACCEPT, DECLINE = DEEDS = (
    "move", "resign", "offer", "back", "accept", "decline",
)  # fmt: skip
DRAW, TAKEN = "draw", "taken"  # with "back", the subjects of Standing.answer
RESIGNED = {1: "first resigns", 2: "second resigns"}
AGREED = "draw agreed"
THROWN = re.compile(r"(\[[^\[\]]*\]) ?(.*)")

# What is said to players; games.between has it translated.
REASONS = (
    NO_DEED := "There is no “%(kind)s”: write one of %(known)s.",
    GONE_ON := "The game has gone on: it stands after ply %(ply)d now.",
    AT_ONCE := "Something else was played at the same moment.",
    OVER := "The game is over.",
    NOT_YOUR_TURN := "It is not your turn.",
    TOO_LONG := "No game goes on after ply %(most)d: agree on a draw, or resign.",
    FORBIDDEN := "%(move)s is not legal: it is forbidden by “%(clauses)s”.",
    ILLEGAL := "%(reason)s.",
    OFFERED := "You have offered a draw already.",
    NO_OFFER := "Your opponent has not asked you anything.",
    ASKED := "A question is open already: it has to be answered first.",
    NOTHING_BACK := "You have no move to take back.",
    FELL := "A throw followed from that move: it cannot be taken back.",
    NOT_THROWN := "%(throw)s was not thrown: the site throws the dice.",
    BY_RULES := "A game of more than two players goes on until the rules end it.",
)


class Refused(ValueError):
    """What a player may not do, and why: a template, and what is to be filled in."""

    def __init__(self, template: str, **told: object) -> None:
        super().__init__(template % told)
        self.template = template
        self.told = told


class Stale(Refused):
    """What a player has answered is not how the game stands any more."""


@dataclass(frozen=True)
class Standing:
    """The moves, how players ended the game ("" if they did not), and what a player asks for.

    `offer` is a player, 0 where none has asked: for a draw, or to return to the ply `back`.
    `throw` is what was thrown for the next ply, as in `[3 5]`, "" where nothing is to be thrown
    before it. `answer` is what was answered last, by whom: "2 draw" and "2 back" are declined by
    the second player, "1 taken" is a move that the first has taken back.
    """

    moves: tuple[str, ...] = ()
    ending: str = ""
    offer: int = 0
    throw: str = ""
    back: int | None = None
    answer: str = ""


@dataclass(frozen=True)
class Deed:
    """What a player (from 1) does in answer to the position after so many plies."""

    player: int
    ply: int
    kind: str
    move: str = ""


def position_of(rules: Rules, standing: Standing) -> Position:
    """The position as it stands. Raises games.play.MoveError for a move that is not legal."""
    position = rules.start()
    for label in standing.moves:
        position = position.play(label)
    return position


def act(rules: Rules, standing: Standing, deed: Deed) -> Standing:
    """How the game stands after a deed. Raises Stale, or Refused with the reason."""
    return act_to(rules, standing, deed)[0]


def act_to(rules: Rules, standing: Standing, deed: Deed) -> tuple[Standing, Position]:
    """The same, with the position that the deed leads to: the moves are played once."""
    if deed.kind not in DEEDS:
        raise Refused(NO_DEED, kind=deed.kind[:20], known=", ".join(DEEDS))
    if deed.ply != len(standing.moves):
        raise Stale(GONE_ON, ply=len(standing.moves))
    position = position_of(rules, standing)
    if standing.ending or position.outcome is not None:
        raise Stale(OVER)
    if deed.kind == MOVE:
        return _moved(position, standing, deed)
    if rules.players > len(RESIGNED):
        raise Refused(BY_RULES)
    after = _said(rules, standing, deed)
    same = after.moves == standing.moves
    return after, position if same else position_of(rules, after)


def _said(rules: Rules, standing: Standing, deed: Deed) -> Standing:
    if deed.kind == RESIGN:
        return replace(standing, ending=RESIGNED[deed.player], offer=0, back=None, answer="")
    if deed.kind == OFFER:
        return _offered(standing, deed.player)
    if deed.kind == BACK:
        return _asked_back(rules, standing, deed.player)
    return _answered(standing, deed)


def thrown_for(position: Position) -> str:
    """The throw for the next ply, drawn now, where dice are thrown before it; else ""."""
    return position.thrown(secrets.randbelow) if position.needs_throw else ""


def _moved(position: Position, standing: Standing, deed: Deed) -> tuple[Standing, Position]:
    if position.mover != deed.player:
        raise Refused(NOT_YOUR_TURN)
    if len(standing.moves) >= MOST_PLIES:
        raise Refused(TOO_LONG, most=MOST_PLIES)
    try:
        label, after = _played(position, deed.move[:200].strip(), standing.throw)
    except MoveError as error:
        reason = str(error).replace(f" in the position {position}", "")
        clauses = _forbidding(position, deed.move)
        if clauses:
            raise Refused(FORBIDDEN, move=deed.move, clauses=clauses) from error
        raise Refused(ILLEGAL, reason=reason) from error
    return _moved_on(standing, deed.player, label, thrown_for(after)), after


def _moved_on(standing: Standing, player: int, label: str, throw: str) -> Standing:
    """To play on declines the other's request, and withdraws one's own to take back a move."""
    moves = (*standing.moves, label)
    if standing.offer == player and standing.back is None:
        return Standing(moves, offer=player, throw=throw)
    declined = standing.offer not in (0, player)
    return Standing(moves, throw=throw, answer=_declined(standing, player) if declined else "")


def _declined(standing: Standing, player: int) -> str:
    return f"{player} {DRAW if standing.back is None else BACK}"


def _played(position: Position, move: str, throw: str) -> tuple[str, Position]:
    """The ply of a move with the throw for it, which is the site's alone, and what it leads to.

    Raises games.play.MoveError, or Refused for another throw.
    """
    written = THROWN.fullmatch(move)
    own, rest = (written[1], written[2]) if written is not None else ("", move)
    if own and own != throw:
        raise Refused(NOT_THROWN, throw=own)
    try:
        found = position.legal_moves.find(f"{throw} {rest}".strip())
        return found.label, position.play(found)
    except NeedsThrow:
        # The throw follows from the move: it falls now.
        found = position.legal_moves.find(f"{position.thrown(secrets.randbelow)} {rest}")
        return found.label, position.play(found)


def _forbidding(position: Position, label: str) -> str:
    """The clauses that forbid a move which would be legal without them."""
    clauses = (each.clause for each in position.forbidden if each.move.label == label)
    return ", ".join(dict.fromkeys(clauses))


def _offered(standing: Standing, player: int) -> Standing:
    if standing.offer and standing.back is not None:
        raise Refused(ASKED)
    if standing.offer == player:
        raise Refused(OFFERED)
    if standing.offer:
        return replace(standing, ending=AGREED, offer=0, answer="")  # both want it
    return replace(standing, offer=player, answer="")


def _asked_back(rules: Rules, standing: Standing, player: int) -> Standing:
    """Ask to return to where the player was last to move, with the throw that was made there."""
    if standing.offer:
        raise Refused(ASKED)
    position, own = rules.start(), list[tuple[int, Position]]()
    for ply, label in enumerate(standing.moves):
        if position.mover == player:
            own.append((ply, position))
        position = position.play(label)
    if not own:
        raise Refused(NOTHING_BACK)
    ply, before = own[-1]
    if THROWN.match(standing.moves[ply]) and not before.needs_throw:
        raise Refused(FELL)
    return replace(standing, offer=player, back=ply, answer="")


def _answered(standing: Standing, deed: Deed) -> Standing:
    if standing.offer in (0, deed.player):
        raise Refused(NO_OFFER)
    if deed.kind == DECLINE:
        return replace(standing, offer=0, back=None, answer=_declined(standing, deed.player))
    if standing.back is None:
        return replace(standing, ending=AGREED, offer=0, answer="")
    return _taken_back(standing, standing.back)


def _taken_back(standing: Standing, ply: int) -> Standing:
    """The game before a ply, whose throw stays: nobody throws again by taking a move back."""
    thrown = THROWN.match(standing.moves[ply])
    return Standing(
        standing.moves[:ply],
        throw=thrown[1] if thrown else "",
        answer=f"{standing.offer} {TAKEN}",
    )
