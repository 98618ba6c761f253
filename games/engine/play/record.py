"""A recorded game as text: a line for each ply, its throw in brackets before its move.

    1. [3 5] c1-f1
    2. f1-k1

docs/decisions/0010 says why it is so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from json import dumps

from games.engine.manifest import Die, Manifest
from games.engine.play.game import Game, Ply, PlyError
from games.engine.play.machine import Playable

LINE = re.compile(r"(?P<number>\d{1,6})\. (?:\[(?P<throw>[^\[\]]*)\] )?(?P<move>\S.*)", re.A)
PLY = re.compile(r"(?:\[(?P<throw>[^\[\]]*)\] )?(?P<move>\S.*)", re.A)
VALUE = re.compile(r"(?P<value>-?\d{1,9})(?:#(?P<which>[1-9]\d{0,2}))?", re.A)
MOST_PLIES = 10_000


class RecordError(ValueError):
    """A record that cannot be read or replayed. `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


def written(manifest: Manifest, plies: Iterable[Ply]) -> str:
    """The text of a game."""
    return "".join(f"{n}. {written_ply(manifest, ply)}\n" for n, ply in enumerate(plies, 1))


def digest(rules_digest: str, text: str) -> str:
    """What tells a record of some rules, by the digest of their text, from all others."""
    return sha256(f"{rules_digest}\n{text}".encode()).hexdigest()


def read(manifest: Manifest, text: str) -> list[Ply]:
    """The plies of a text. Raises RecordError."""
    *lines, last = re.split(r"\r?\n", text)
    lines += [last] if last else []
    if len(lines) > MOST_PLIES:
        raise RecordError(MOST_PLIES + 1, f"a record has {MOST_PLIES:,} plies at most")
    return [_read_line(manifest, number, line) for number, line in enumerate(lines, 1)]


def replayed(playable: Playable, plies: Iterable[Ply]) -> Game:
    """The game, played to its last ply. Raises RecordError for a ply that the rules refuse."""
    game = Game(playable)
    for number, ply in enumerate(plies, 1):
        try:
            game.play(ply)
        except PlyError as error:
            raise RecordError(
                number, f"{written_ply(game.machine.manifest, ply)}: {error}"
            ) from error
    return game


def quoted(text: str) -> str:
    """A text within quotes, as a browser writes it."""
    return dumps(text, ensure_ascii=False)


def written_ply(manifest: Manifest, ply: Ply) -> str:
    """A ply without its number: `[3 5] c1-f1`."""
    return f"{written_throw(manifest, ply.throw)} {ply.move}" if ply.throw else ply.move


def written_throw(manifest: Manifest, faces: Iterable[int]) -> str:
    """A throw as it stands before a move: `[3 5]`."""
    values = (_value(die, face) for die, face in zip(manifest.dice, faces, strict=False))
    return f"[{' '.join(values)}]"


def _value(die: Die, face: int) -> str:
    """The value of a face; after `#` which of several of that value, unless the first."""
    value = die.faces[face]
    which = die.faces[: face + 1].count(value)
    return f"{value}#{which}" if which > 1 else str(value)


def _read_line(manifest: Manifest, number: int, line: str) -> Ply:
    match = LINE.fullmatch(line)
    if match is None:
        raise RecordError(number, f"{quoted(line[:80])} is no ply: write it as 1. [3 5] a1-b1")
    if int(match["number"]) != number:
        raise RecordError(number, f"this is ply {number}, not {match['number']}")
    return read_ply(manifest, line.partition(". ")[2], number)


def read_ply(manifest: Manifest, text: str, number: int = 1) -> Ply:
    """A ply from its text without the number. Raises RecordError."""
    match = PLY.fullmatch(text)
    if match is None:
        raise RecordError(number, f"{quoted(text[:80])} is no ply: write it as [3 5] a1-b1")
    return Ply(match["move"], _read_throw(manifest, number, match["throw"]))


def _read_throw(manifest: Manifest, number: int, text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    words = text.split(" ")
    if len(words) != len(manifest.dice):
        raise RecordError(number, f"[{text}] is not a throw of {len(manifest.dice)} dice")
    return tuple(
        _read_face(die, number, word) for die, word in zip(manifest.dice, words, strict=True)
    )


def _read_face(die: Die, number: int, word: str) -> int:
    match = VALUE.fullmatch(word)
    value, which = (int(match["value"]), int(match["which"] or 1)) if match else (0, 0)
    faces = [n for n, each in enumerate(die.faces) if each == value]
    if not 1 <= which <= len(faces):
        values = ", ".join(_value(die, face) for face in range(len(die.faces)))
        raise RecordError(number, f"{quoted(word)} is no face of this die: it has {values}")
    return faces[which - 1]
