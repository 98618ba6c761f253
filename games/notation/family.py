"""Notations of families: the numbers of draughts, the holes of mancala, the points of a race.

    15x22x29        draughts: squares by number; `x` where the man leaps over another
    C E             mancala: a hole; `C>D` where the first seed says which way is sown
    31: bar/22 6/5  tables: the throw, then points counted down to 1; `3/off` leaves the board
    0110: hand/2    any other race on a track: points counted up from where the way begins

A text may be a whole turn, of several plies. It says all that the labels of the plies say, so that
they are read again from it; games are stored by labels. Sites that a family does not name keep the
names of the board. `~2` stands for the ` (2)` of a label, which tells moves between the same two
sites apart. Draughts are numbered as the Portable Draughts Notation has it. For mancala there is
no standard: letters are those of most books, numbers those of togyz kumalak.

Knows labels alone, no rules and no positions; static/js/family.js says the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

DRAUGHTS, MANCALA, RACE, TABLES = "draughts", "mancala", "race", "tables"

LABEL = re.compile(r"(?:\[(?P<throw>[^\]]*)\] )?(?P<move>\S+)(?: \((?P<number>\d+)\))?")
ENDS = re.compile(r"(?P<frm>[^-=(]*)-(?P<to>[^-=(]*)(?P<rest>.*)")
THROW = re.compile(r"(?P<values>[\d#.-]+):")
SITE, REST = r"\w+(?:\.\d+)?", r"(?P<rest>(?:[=(][^~]*)?)(?:~(?P<number>\d+))?"
MOVE = {
    DRAUGHTS: re.compile(rf"(?P<frm>\d+)(?:[-x](?P<to>\d+)){REST}"),
    MANCALA: re.compile(rf"(?P<frm>{SITE})(?:>(?P<to>{SITE}))?{REST}"),
    RACE: re.compile(rf"(?P<frm>{SITE})(?:/(?P<to>{SITE}))?{REST}"),
    TABLES: re.compile(rf"(?P<frm>{SITE})/(?P<to>{SITE}){REST}"),
}
CHAIN = re.compile(r"\d+(?:x\d+){2,}")
PASS, OFF = "pass", "off"

# Whether something stands on a site, by the name that the board gives it.
Occupied = Callable[[str], bool]


@dataclass(frozen=True)
class Family:
    """How a family writes moves; `names` has for each player the names of sites by their labels."""

    kind: str
    names: tuple[Mapping[str, str], ...]

    @cached_property
    def labels(self) -> tuple[dict[str, str], ...]:
        """For each player the labels of sites by their names."""
        return tuple({name: label for label, name in each.items()} for each in self.names)

    def as_json(self) -> dict[str, Any]:
        """What static/js/family.js needs."""
        return {"kind": self.kind, "names": [dict(each) for each in self.names]}

    def written(self, label: str, mover: int, occupied: Occupied) -> str:
        """The text of a ply; its label where that has no other."""
        read = LABEL.fullmatch(label)
        if read is None:
            return label
        throw = f"{_throw(read['throw'])} " if read["throw"] is not None else ""
        number = f"~{read['number']}" if read["number"] else ""
        return f"{throw}{self._move(read['move'], mover, occupied)}{number}"

    def _move(self, move: str, mover: int, occupied: Occupied) -> str:
        ends = ENDS.fullmatch(move)
        if ends is None:
            return move
        names = self.names[mover - 1]
        frm, to = (names.get(ends[end], ends[end]) for end in ("frm", "to"))
        return f"{self._joined(frm, to, _leaps(ends, occupied))}{ends['rest']}"

    def _joined(self, frm: str, to: str, leaps: Callable[[], bool]) -> str:
        if self.kind == DRAUGHTS:
            return f"{frm}{'x' if leaps() else '-'}{to}"
        if self.kind == TABLES:
            return f"{frm}/{OFF if frm == to else to}"
        between = ">" if self.kind == MANCALA else "/"
        return frm if frm == to else f"{frm}{between}{to}"

    def joined(self, texts: Sequence[str]) -> str:
        """The text of a turn from those of its plies: a man that leaps on is written once."""
        turn = list(texts[:1])
        for before, text in pairwise(texts):
            start, leap, rest = text.partition("x")
            goes_on = self.kind == DRAUGHTS and leap and before.endswith(f"x{start}")
            turn.append(f"{turn.pop()}x{rest}" if goes_on else text)
        return " ".join(turn)

    def reads(self, text: str) -> bool:
        """Whether a text is one of this notation, and not by coordinates."""
        words = self.words(text)
        moves = [word for word in words if not THROW.fullmatch(word) and word != PASS]
        return all(map(self._fits, moves)) and bool(moves or len(words) > 1)

    def _fits(self, word: str) -> bool:
        read = MOVE[self.kind].fullmatch(word)
        if read is None:
            return False
        return read["to"] is not None or any(read["frm"] in each for each in self.labels)

    def words(self, text: str) -> list[str]:
        """The throws and moves of a text, one for each ply."""
        words: list[str] = []
        for word in text.split():
            if self.kind == DRAUGHTS and (chain := CHAIN.match(word)):
                sites = chain[0].split("x")
                leaps = [f"{frm}x{to}" for frm, to in pairwise(sites)]
                words += [*leaps[:-1], leaps[-1] + word[chain.end() :]]
            else:
                words.append(word)
        return words

    def label(self, word: str, mover: int, throw: str = "") -> str:
        """The label of the ply that a word means; `throw` is the word before it that was one."""
        thrown, move = THROW.fullmatch(throw), self._label(word, mover)
        return f"{_values(thrown['values'])} {move}" if thrown else move

    def _label(self, word: str, mover: int) -> str:
        read = MOVE[self.kind].fullmatch(word) if word != PASS else None
        if read is None:
            return word
        labels = self.labels[mover - 1]
        to = read["to"] if read["to"] not in (None, OFF) else read["frm"]
        ends = (labels.get(each, each) for each in (read["frm"], to))
        number = f" ({read['number']})" if read["number"] else ""
        return f"{'-'.join(ends)}{read['rest']}{number}"


def _throw(values: str) -> str:
    """`31:`, or with points between values of which one has several characters."""
    words = values.split(" ")
    between = "" if all(len(word) == 1 for word in words) else "."
    return f"{between.join(words)}{'.' if between and len(words) == 1 else ''}:"


def _values(text: str) -> str:
    words = text.rstrip(".").split(".") if "." in text else list(text)
    return f"[{' '.join(words)}]"


def _leaps(ends: re.Match[str], occupied: Occupied) -> Callable[[], bool]:
    """Whether anything stands between the ends of a move along a diagonal."""

    def leaps() -> bool:
        (x, y), (to_x, to_y) = (_place(ends[end]) for end in ("frm", "to"))
        steps = abs(to_x - x)
        across, up = (to_x > x) * 2 - 1, (to_y > y) * 2 - 1
        return any(occupied(_square(x + n * across, y + n * up)) for n in range(1, steps))

    return leaps


def _place(label: str) -> tuple[int, int]:
    return ord(label[0]) - ord("a"), int(label[1:])


def _square(file: int, rank: int) -> str:
    return f"{chr(ord('a') + file)}{rank}"
