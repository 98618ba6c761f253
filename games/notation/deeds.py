"""What a legal move does, read off the board before and after it: all that notation looks at."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from games.boards import Board
from games.notation.apart import CLAUSE
from games.notation.letters import Letters

FILE_AND_RANK = re.compile(r"([a-z]+)(\d+)")

# A man goes from site to site, leaves the board, or is put down on it; a site changes, as when a
# man becomes another or is taken off; a man is named and stays; no site is named.
KINDS = MOVES, LEAVES, DROPS, CHANGES, STAYS, PASSES = range(6)


@dataclass(frozen=True)
class Man:
    """A piece of a player; owner 0 is nobody."""

    name: str
    owner: int


Men = tuple[Man | None, ...]


@dataclass(frozen=True)
class Deed:
    """A legal move, its sites -1 where they are beside the board or nowhere.

    `label` and `coordinates` say by number of the sites, beside the board too, what it is.
    """

    label: str
    coordinates: tuple[int, int, str | None]
    frm: int
    to: int
    clause: str
    before: Men
    after: Men

    @property
    def passes(self) -> bool:
        """Whether it names no site."""
        return self.frm < 0 and self.to < 0

    @property
    def said(self) -> str:
        """The word or words for a move that names no site: `pass`, or what a player says."""
        return CLAUSE.sub("", self.label)

    @property
    def man(self) -> Man | None:
        """What moves; for a man put down, that man."""
        return self.before[self.frm] if self.frm >= 0 else None

    @property
    def arrived(self) -> Man | None:
        """What stands at the end where it goes; None where it leaves the board."""
        return self.after[self.to] if self.to >= 0 else None

    @cached_property
    def kind(self) -> int:
        """What it looks like: one of KINDS."""
        if self.passes:
            return PASSES
        if self.to < 0:
            return LEAVES
        if self.frm >= 0 and self.frm != self.to:
            return MOVES
        if self.arrived is not None and (self.frm < 0 or self.before[self.to] is None):
            return DROPS
        return CHANGES if self.before[self.to] != self.arrived else STAYS

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The sites that are not as they were."""
        pairs = enumerate(zip(self.before, self.after, strict=True))
        return tuple(site for site, (old, new) in pairs if old != new)

    @property
    def becomes(self) -> str | None:
        """The name of what the man turns into, where it does."""
        man, arrived = self.man, self.arrived
        if man is None or arrived is None or arrived.owner != man.owner:
            return None
        return arrived.name if arrived.name != man.name else None

    @cached_property
    def captures(self) -> bool:
        """Whether a player whose man does not move has fewer men after it."""
        man = self.man or self.arrived
        mine = man.owner if man is not None else -1
        old, new = _owners(self.before), _owners(self.after)
        return any(new[owner] < count for owner, count in old.items() if owner != mine)

    @cached_property
    def effects(self) -> tuple[int, ...]:
        """The sites that are not as they would be, had the man moved and nothing else happened."""
        expected = list(self.before)
        if self.kind in (MOVES, LEAVES):
            expected[self.frm] = None
        if self.kind == MOVES:
            expected[self.to] = self.man
        pairs = enumerate(zip(expected, self.after, strict=True))
        return tuple(site for site, (old, new) in pairs if old != new)


def _owners(men: Men) -> Counter[int]:
    return Counter(man.owner for man in men if man is not None)


@dataclass(frozen=True, eq=False)
class Scene:
    """The legal moves of a position, and what their texts are made of. Equal to itself only.

    `hands` are the labels of the sites beside the board.
    """

    board: Board
    hands: tuple[str, ...]
    letters: Letters
    deeds: tuple[Deed, ...]
    position: str

    def label(self, site: int) -> str:
        """The name of a site."""
        return self.board.sites[site].label

    def spoken(self, text: str) -> list[int]:
        """The moves that name no site and are written so, capitals aside."""
        word = text.strip().casefold()
        return [i for i, d in enumerate(self.deeds) if d.passes and d.said.casefold() == word]

    @cached_property
    def hints(self) -> dict[int, tuple[str, ...]]:
        """For each site what may say that a man comes from it: file, rank, or all of its name."""
        parts = {site.index: FILE_AND_RANK.fullmatch(site.label) for site in self.board.sites}
        return {
            index: (*(read.groups() if read else ()), self.label(index))
            for index, read in parts.items()
        }

    @cached_property
    def sites(self) -> dict[str, int]:
        """Sites by name."""
        return {site.label: site.index for site in self.board.sites}
