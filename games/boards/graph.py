"""A board as a graph: sites, and from each site the next one in each direction.

Everything that reads a board reads only this; what a board is drawn from is here too. Coordinates
are abstract units with y up; White (player 1) sits at the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

Point = tuple[float, float]

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
RING = ("Out", "CWOut", "CW", "CWIn", "In", "CCWIn", "CCW", "CCWOut")

# Eighths of a turn clockwise from straight ahead.
RELATIVE = {
    "Forward": 0, "FR": 1, "Rightward": 2, "BR": 3, "Backward": 4, "BL": 5, "Leftward": 6, "FL": 7,
}  # fmt: skip
RELATIVE_GROUPS = {
    "Forwards": ("FL", "Forward", "FR"),
    "Backwards": ("BL", "Backward", "BR"),
    "Rightwards": ("FR", "Rightward", "BR"),
    "Leftwards": ("FL", "Leftward", "BL"),
}


class BoardError(ValueError):
    """A board that cannot be built, or a site or direction that a board does not have."""


@dataclass(frozen=True)
class Site:
    """A place for a piece: its number, its name, its middle and its outline."""

    index: int
    label: str
    x: float
    y: float
    outline: tuple[Point, ...]


@dataclass(frozen=True)
class Board:
    """`rose` lists the eight directions clockwise, even ones orthogonal, odd ones diagonal.

    `following[direction][site]` is the next site, or -1. `rows` and `columns` list sites, bottom
    row and left column first; a ring board's rows are its rings, innermost first.
    """

    kind: str
    sites: tuple[Site, ...]
    rose: tuple[str, ...]
    following: dict[str, tuple[int, ...]]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    sides: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.sites)

    def site(self, label: str) -> int:
        """The number of the site with that label, capitals aside. Raises BoardError."""
        for site in self.sites:
            if site.label == label.casefold():
                return site.index
        first, last = self.sites[0].label, self.sites[-1].label
        raise BoardError(f"this board has no site {label!r}: its sites are {first} to {last}")

    def directions(self, word: str, facing: str | None = None) -> tuple[str, ...]:
        """The absolute directions that a word means, for a player facing one of `rose`.

        Raises BoardError for a word that this board does not know.
        """
        if word in self.following:
            return (word,)
        if (group := self._groups().get(word)) is not None:
            return group
        if word in RELATIVE_GROUPS:
            return tuple(d for each in RELATIVE_GROUPS[word] for d in self.directions(each, facing))
        if word in RELATIVE:
            return (self.turned(facing, RELATIVE[word], word),)
        known = ", ".join([*self.rose, *self._groups(), *RELATIVE])
        raise BoardError(f"a {self.kind} board has no direction {word}: it has {known}")

    def _groups(self) -> dict[str, tuple[str, ...]]:
        groups = {
            "Orthogonal": self.rose[::2],
            "Diagonal": self.rose[1::2],
            "Adjacent": self.rose,
            "All": self.rose,
        }
        if self.kind == "concentric":
            groups |= {"Rotational": ("CW", "CCW"), "Radial": ("In", "Out")}
        return groups

    def turned(self, facing: str | None, eighths: int, word: str = "Forward") -> str:
        """The direction `eighths` of a turn clockwise from `facing`."""
        if facing not in self.rose:
            message = f"{word} needs a direction to face: say which way each player looks"
            raise BoardError(f"{message}, one of {', '.join(self.rose)}")
        return self.rose[(self.rose.index(facing) + eighths) % len(self.rose)]

    @cached_property
    def circular(self) -> bool:
        """Whether some line of sites closes: then a site may be reached two ways."""
        return any(
            len(ray) > 1 and following[ray[-1]] == site
            for direction, following in self.following.items()
            for site in range(len(self.sites))
            for ray in [self.ray(site, direction)]
        )

    def ray(self, site: int, direction: str) -> tuple[int, ...]:
        """The sites in a direction, nearest first; one that closes a circle ends before `site`."""
        following, found, at = self.following[direction], [], site
        while (at := following[at]) not in (-1, site):
            found.append(at)
            if len(found) > len(self.sites):
                break
        return tuple(found)

    def leap(self, site: int, walk: Sequence[str]) -> tuple[int, ...]:
        """Where a walk of `F`, `L` and `R` ends, begun in each orthogonal direction.

        The walk turns by quarters, as a turtle does (Ludii Language Reference, 2021, "Leap").
        """
        ends = (self._walked(site, walk, start) for start in range(0, len(self.rose), 2))
        return tuple(dict.fromkeys(end for end in ends if end >= 0))

    def _walked(self, site: int, walk: Sequence[str], heading: int) -> int:
        for step in walk:
            if step == "F":
                site = self.following[self.rose[heading]][site]
                if site < 0:
                    return -1
            elif step in ("L", "R"):
                heading = (heading + (2 if step == "R" else -2)) % len(self.rose)
            else:
                raise BoardError(f"a walk is made of F, L and R, not {step}")
        return site
