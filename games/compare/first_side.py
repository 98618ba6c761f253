"""One of two rulesets, on the engine's first design: moves of many positions in one call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from games.compare.sides import PLACE, Contents, Listed, Side, Texts
from games.play import FirstPosition, FirstRules, Move
from games.play.position import read_record

# Of the stack, one part in so many is for the positions that are handed over.
FOR_LISTING, FOR_SPREADING = 4, 16


class FirstSide(Side):
    """A ruleset that is compared. `names` has the other's name for a piece of another name."""

    rules: FirstRules
    at_once = 256

    def __init__(self, rules: FirstRules, texts: Texts, names: Mapping[str, str]) -> None:
        self.rules, self.texts, self.names = rules, texts, names
        self.playable = rules.untraced
        self.at = self.playable.program.constants
        self.size = self.at["POSITION_SIZE"]
        self.known: dict[int, int] = {}
        self.forgets = _forgets_last_move(self.playable.program.source)

    def start(self) -> bytes:
        """The position before the first move."""
        return self.rules.start().content

    def winner(self, content: bytes) -> int:
        """Who has won in a position in which the game is over."""
        offset = self.at["WINNER"] - self.at["POSITION"]
        return int.from_bytes(content[offset : offset + 4], "little", signed=True)

    def called(self, move: Move) -> str:
        """The text of a move, with the other's name for what a piece becomes."""
        new = self.names.get(move.promotion or "")
        return move.label.replace(f"={move.promotion}", f"={new}", 1) if new else move.label

    def listed(self, contents: Sequence[bytes]) -> Listed:
        """The legal moves of positions."""
        counts, records = list[int](), list[bytes]()
        for done, raw in self._run("list_moves", contents, FOR_LISTING):
            at = 0
            for _ in range(done):
                number = int.from_bytes(raw[at : at + 4], "little")
                counts.append(number)
                records.append(raw[at + 4 : at + 4 + 8 * number])
                at += 4 + 8 * number
        return self._numbered(contents, counts, records)

    def spread(self, contents: Sequence[bytes]) -> tuple[Listed, Contents]:
        """The legal moves of positions, and a row for the position after each."""
        counts, records, after = list[int](), list[bytes](), list[bytes]()
        for done, written in self._run("spread", contents, FOR_SPREADING):
            raw = written if done else self._one_by_one(contents[len(counts)])
            at = 0
            for _ in range(done or 1):
                number = int.from_bytes(raw[at : at + 4], "little")
                moves, end = at + 4 + 8 * number, at + 4 + (8 + self.size) * number
                counts.append(number)
                records.append(raw[at + 4 : moves])
                after.append(raw[moves:end])
                at = end
        rows = np.frombuffer(bytearray(b"".join(after)), np.uint8).reshape(-1, self.size)
        if self.forgets:
            offset = self.at["LAST_FROM"] - self.at["POSITION"]
            rows[:, offset : offset + 8] = 0
        return self._numbered(contents, counts, records), rows

    def _one_by_one(self, content: bytes) -> bytes:
        """What the module would write for a position with more moves than it has room for."""
        position = FirstPosition(self.playable, content)
        moves = position.legal_moves.moves
        records = (move.record for move in moves)
        after = (position.play(move).content for move in moves)
        return b"".join((len(moves).to_bytes(4, "little"), *records, *after))

    def _run(
        self, function: str, contents: Sequence[bytes], share: int
    ) -> Iterator[tuple[int, bytes]]:
        """Call a loop of the module until it has been through all positions: how many, and what."""
        machine = self.playable.module.instance()
        stack = self.at["STACK"]
        most = max(1, (self.at["STACK_END"] - stack) // share // self.size)
        first = 0
        while first < len(contents):
            batch = contents[first : first + most]
            begin = stack + len(batch) * self.size
            machine.write(stack, b"".join(batch))
            machine.write(self.at["TOP"], begin.to_bytes(4, "little"))
            done = machine.call(function, len(batch))
            yield done, machine.read(begin, machine.word(self.at["TOP"]) - begin)
            first += done or 1

    def _numbered(
        self, contents: Sequence[bytes], counts: Sequence[int], records: Sequence[bytes]
    ) -> Listed:
        raw = np.frombuffer(b"".join(records), "<u8")
        different, places = np.unique(raw, return_inverse=True)
        numbers = np.array([self._number(int(each)) for each in different], np.int64)
        moves = numbers[places] if len(raw) else np.empty(0, np.int64)
        found = Listed(np.array(counts, np.int64), moves)
        self._tell_apart(contents, found)
        return found

    def _number(self, record: int) -> int:
        number = self.known.get(record)
        if number is None:
            move = read_record(self.playable.program, record.to_bytes(8, "little"))
            number = self.known[record] = self.texts.number(self.called(move))
        return number

    def _tell_apart(self, contents: Sequence[bytes], found: Listed) -> None:
        """Where moves of a position share a text, they are written with their clauses."""
        keys = np.sort(found.keys)
        twins = np.unique(keys[1:][keys[1:] == keys[:-1]] >> PLACE)
        if not len(twins):
            return
        ends = np.cumsum(found.counts)
        for place in map(int, twins):
            moves = FirstPosition(self.rules.playable, contents[place]).legal_moves
            numbers = [self.texts.number(self.called(move)) for move in moves]
            found.moves[ends[place] - len(numbers) : ends[place]] = numbers


def _forgets_last_move(source: str) -> bool:
    """Whether rules look at the last move only while they make it, after it has been noted.

    Positions that differ in nothing else are then the same.
    """
    function, noted = "", False
    for line in source.splitlines():
        word = line.strip()
        if word.startswith("def "):
            function, noted = word.removeprefix("def "), False
        elif word.startswith("case "):
            noted = False
        elif word.startswith(("st32(LAST_TO, to)", "apply_before")):
            noted = True
        elif "ld32(LAST_" in word and not (
            function.startswith("consequence") or (function.startswith("apply") and noted)
        ):
            return False
    return True
