"""One of two rulesets, on the engine's second design: positions one by one, over all throws."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import blake2b

import numpy as np

from games.compare.sides import Contents, Listed, Side, Texts
from games.engine.play.game import Game, Ply
from games.engine.play.machine import Position
from games.engine.play.record import written_ply
from games.play import Move
from games.play.second.position import SecondPosition
from games.play.second.rules import SecondRules

# What stands for a position among pairs: positions are large, and much alike.
KEY = 16  # bytes
QUICKLY = 1
HAND = re.compile(r"\bHand(?=\d)")


class SecondSide(Side):
    """A ruleset that is compared. `names` has the other's name for a piece of another name.

    Contents are keys of positions that are kept packed.
    """

    rules: SecondRules
    size = KEY

    def __init__(self, rules: SecondRules, texts: Texts, names: Mapping[str, str]) -> None:
        self.rules, self.texts = rules, texts
        # With dice, a position has as many lists of moves as there are throws.
        self.at_once = 1 if rules.engine_manifest.dice else 16
        self.kept: dict[bytes, tuple[bytes, bytes]] = {}
        self.written_as = {
            f"={each.label}": f"={names.get(each.name, each.name)}" for each in rules.kinds
        }

    def start(self) -> bytes:
        """The position before the first move."""
        return self._keep(self.rules.start().content)

    def winner(self, content: bytes) -> int:
        """Who has won in a position in which the game is over."""
        outcome = SecondPosition(self.rules.core, self._position(content)).outcome
        return outcome.winner if outcome is not None else 0

    def called(self, move: Move) -> str:
        """The text of a move, with the other's name for what is placed or what a piece becomes.

        Hands are called as the first design calls them.
        """
        return self._called(move.label)

    def _called(self, text: str) -> str:
        head, equals, piece = HAND.sub("hand", text).partition("=")
        label, blank, rest = piece.partition(" ")
        return head + self.written_as.get(equals + label, equals + label) + blank + rest

    def listed(self, contents: Sequence[bytes]) -> Listed:
        """The legal plies of positions."""
        return _listed(
            [[self._number(ply) for ply, _ in self._at(each).all_plies()] for each in contents]
        )

    def spread(self, contents: Sequence[bytes]) -> tuple[Listed, Contents]:
        """The legal plies of positions, and a row for the position after each."""
        after = [list(self._at(each).after_each()) for each in contents]
        keys = b"".join(self._keep(position) for each in after for _, position in each)
        rows = np.frombuffer(bytearray(keys), np.uint8).reshape(-1, KEY)
        return _listed([[self._number(ply) for ply, _ in each] for each in after]), rows

    def _at(self, content: bytes) -> Game:
        """A game that stands in a position."""
        machine = self.rules.core.fast.machine()
        machine.position = self._position(content)
        return Game(self.rules.core.compiled, machine)

    def _number(self, ply: Ply) -> int:
        return self.texts.number(self._called(written_ply(self.rules.engine_manifest, ply)))

    def _keep(self, position: Position) -> bytes:
        key = blake2b(position.state + position.seen, digest_size=KEY).digest()
        if key not in self.kept:
            pack = partial(zlib.compress, level=QUICKLY)
            self.kept[key] = (pack(position.state), pack(position.seen))
        return key

    def _position(self, key: bytes) -> Position:
        return Position(*map(zlib.decompress, self.kept[key]))


def _listed(numbers: Sequence[Sequence[int]]) -> Listed:
    counts = np.array([len(each) for each in numbers], np.int64)
    return Listed(counts, np.array([n for each in numbers for n in each], np.int64))
