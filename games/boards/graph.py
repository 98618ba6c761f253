"""A board as a graph: sites, and from each site the next one in each direction.

Everything that reads a board reads only this; what a board is drawn from is here too. Coordinates
are abstract units with y up; White (player 1) sits at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, pi, sin
from typing import TypeVar, cast

from games.boards.backwards import LinesBack, lines_back, turned_round
from games.boards.compass import OPPOSITE, RELATIVE_WORDS, WINDS, relative

Point = tuple[float, float]
Line = tuple[int, ...]
Kept = TypeVar("Kept")

PHASES = 6

# How much is remembered of what rulesets asked a board for: any text may ask for more.
MAX_REMEMBERED = 5000

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
RING = ("Out", "CWOut", "CW", "CWIn", "In", "CCWIn", "CCW", "CCWOut")
# The published language has no names for single diagonals: texts of before have these four.
RETIRED = RING[1::2]

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


def around(x: float, y: float, size: float = 0.42, corners: int = 12) -> tuple[Point, ...]:
    """The outline of a point where a piece may stand: a circle, nearly."""
    turns = (2 * pi * n / corners for n in range(corners))
    return tuple((round(x + size * cos(t), 4), round(y + size * sin(t), 4)) for t in turns)


@dataclass(frozen=True)
class Board:
    """`following[direction][site]` is the next site, or -1.

    `rose` lists the directions clockwise; on squares and rings there are eight, even ones
    orthogonal, odd ones diagonal. `rows` and `columns` list sites, bottom row and left column
    first; a ring board's rows are its rings, innermost first. `sides` holds the regions by name.

    `groups` gives the directions that a word such as Orthogonal means. Where a relation goes
    several ways in one direction, or bends, its ways are directions of their own (`Adjacent#2`).
    `winds` gives, for each relation, the winds in which it occurs: what relative directions
    choose from. `lines[direction][site]` are the sites met going on, where that is not simply
    one step after another. `edges` are lines to draw where sites are points, and `cells` says how
    many faces lie between them, where that is known. `layers` gives the layer of each site where
    there are several. `coordinates` are the names that texts have for sites, where they are not the
    labels: published coordinates may stand for several sites, and mean the first.
    """

    kind: str
    sites: tuple[Site, ...]
    rose: tuple[str, ...]
    following: dict[str, tuple[int, ...]]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    sides: dict[str, tuple[int, ...]] = field(default_factory=dict)
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    winds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    on_points: bool = False
    edges: tuple[tuple[Point, Point], ...] = ()
    tracks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    cells: int = 0
    layers: tuple[int, ...] = ()
    coordinates: dict[str, int] | None = None

    def __len__(self) -> int:
        return len(self.sites)

    def site(self, label: str) -> int:
        """The number of the site with that label, capitals aside. Raises BoardError."""
        for site in self.sites:
            if site.label == label.casefold():
                return site.index
        first, last = self.sites[0].label, self.sites[-1].label
        raise BoardError(f"this board has no site {label!r}: its sites are {first} to {last}")

    def named(self, text: str) -> int:
        """The number of the site that a text calls so, capitals aside. Raises BoardError."""
        if self.coordinates is None:
            return self.site(text)
        if text.casefold() not in self.coordinates:
            known = ", ".join(list(self.coordinates)[:8]) or "none"
            raise BoardError(f"no site of this board has the coordinate {text!r}: {known} …")
        return self.coordinates[text.casefold()]

    def region(self, name: str) -> tuple[int, ...]:
        """The sites of a region such as Top, Corners, `Side NE` or `Phase 2`, in order.

        A side or phase that the board does not have is empty. Raises BoardError for another name.
        """
        if name.startswith(("Side ", "Phase ")) and "Corners" in self.sides:
            return self.sides.get(name, ())
        if name not in self.sides:
            known = ", ".join(self.sides)
            raise BoardError(f"a {self.kind} board has no region {name}: it has {known}")
        return self.sides[name]

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        """The row of each site, from 0; -1 where a site is in none."""
        return self._line_of(self.rows)

    @cached_property
    def column_of(self) -> tuple[int, ...]:
        """The column of each site, from 0; -1 where a site is in none."""
        return self._line_of(self.columns)

    @cached_property
    def phase_of(self) -> tuple[int, ...]:
        """The phase of each site: no two orthogonal neighbours have the same; -1 where unknown."""
        return self._line_of([self.sides.get(f"Phase {n}", ()) for n in range(PHASES)])

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """Where the corners of squares lie, row by row; nothing on other boards."""
        if self.kind != "square":
            return ()
        (left, bottom), width = self.sites[0].outline[0], len(self.columns) + 1
        numbers = range(width * (len(self.rows) + 1))
        return tuple((left + n % width, bottom + n // width) for n in numbers)

    def _line_of(self, lines: Sequence[Sequence[int]]) -> tuple[int, ...]:
        known = {site: number for number, line in enumerate(lines) for site in line}
        return tuple(known.get(site, -1) for site in range(len(self.sites)))

    def near(self, site: int, word: str = "Adjacent") -> tuple[int, ...]:
        """The sites one step away in a direction or relation."""
        found = (self.following[direction][site] for direction in self.directions(word))
        return tuple(dict.fromkeys(other for other in found if other >= 0))

    def directions(
        self, word: str, facing: str | None = None, of: str = "Adjacent"
    ) -> tuple[str, ...]:
        """The absolute directions that a word means, for a player who faces one of `rose`.

        `of` is the relation that a relative direction chooses among. A wind that the board does
        not have means none. Raises BoardError for a word that no such board knows.
        """
        if word in self.groups:
            return self.groups[word]
        if word in self.following:
            return (word,)
        if self.winds and word in WINDS:
            return ()
        if self.winds and word in RELATIVE_WORDS:
            found = relative(word, self._faced(facing, word), self._winds(of))
            return tuple(each for name in found for each in self.groups.get(name, (name,)))
        if word in RELATIVE_GROUPS:
            return tuple(d for each in RELATIVE_GROUPS[word] for d in self.directions(each, facing))
        if word in RELATIVE:
            return (self.turned(facing, RELATIVE[word], word),)
        words = dict.fromkeys([*self.rose, *self.groups, *RELATIVE])
        known = ", ".join(word for word in words if word not in RETIRED)
        raise BoardError(f"a {self.kind} board has no direction {word}: it has {known}")

    def _winds(self, of: str) -> tuple[str, ...]:
        if of not in self.winds:
            raise BoardError(f"{of} is no relation: write one of {', '.join(self.winds)}")
        return self.winds[of]

    def _faced(self, facing: str | None, word: str) -> str:
        """The wind faced; who faces none faces north, as in Ludii."""
        if facing is not None and facing not in WINDS:
            message = f"{word} has no meaning for who faces {facing}: say which way each player"
            raise BoardError(f"{message} looks, one of {', '.join(self.rose)}")
        return facing or "N"

    def turned(self, facing: str | None, eighths: int, word: str = "Forward") -> str:
        """The direction `eighths` of a turn clockwise from `facing`, of eight."""
        if facing not in self.rose:
            message = f"{word} needs a direction to face: say which way each player looks"
            raise BoardError(f"{message}, one of {', '.join(self.rose)}")
        return self.rose[(self.rose.index(facing) + eighths) % len(self.rose)]

    @cached_property
    def opposites(self) -> tuple[tuple[str, str], ...]:
        """The directions that lie straight behind each other, two by two."""
        if not self.winds:
            half = len(self.rose) // 2
            return tuple(zip(self.rose[:half], self.rose[half:], strict=True))
        pairs = zip(WINDS[:OPPOSITE], WINDS[OPPOSITE:], strict=True)
        return tuple(pair for pair in pairs if set(pair) <= set(self.rose))

    @cached_property
    def circular(self) -> bool:
        """Whether some line of sites closes: then a site may be reached two ways."""
        return any(
            len(ray) > 1 and following[ray[-1]] == site
            for direction, following in self.following.items()
            if "#" not in direction
            for site in range(len(self.sites))
            for ray in [self.ray(site, direction)]
        )

    @cached_property
    def _rays(self) -> dict[tuple[int, str], tuple[int, ...]]:
        """The rays asked for so far: boards are shared, and every ruleset asks again."""
        return {}

    def remember(self, key: object, make: Callable[[], Kept]) -> Kept:
        """What was worked out from this board under that key; boards are shared by rulesets."""
        if key not in self._remembered:
            if len(self._remembered) >= MAX_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = make()
        return cast(Kept, self._remembered[key])

    @cached_property
    def _remembered(self) -> dict[object, object]:
        return {}

    def ray(self, site: int, direction: str) -> tuple[int, ...]:
        """The sites in a direction, nearest first; one that closes a circle ends before `site`."""
        if direction in self.lines:
            return self.lines[direction][site]
        if (site, direction) not in self._rays:
            self._rays[site, direction] = self._ray(site, direction)
        return self._rays[site, direction]

    def _ray(self, site: int, direction: str) -> tuple[int, ...]:
        following, found, at = self.following[direction], [], site
        while (at := following[at]) not in (-1, site):
            found.append(at)
            if len(found) > len(self.sites):
                break
        return tuple(found)

    def before(self, direction: str) -> tuple[tuple[int, ...], ...]:
        """For each site, the sites from which one step in a direction leads there."""
        if direction not in self._befores:
            self._befores[direction] = turned_round(enumerate(self.following[direction]), len(self))
        return self._befores[direction]

    @cached_property
    def _befores(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        return {}

    def back(self, direction: str) -> LinesBack:
        """For each site, the lines on which rays in a direction come to it."""
        if direction not in self._backs:
            rays = [self.ray(site, direction) for site in range(len(self))]
            self._backs[direction] = lines_back(rays)
        return self._backs[direction]

    @cached_property
    def _backs(self) -> dict[str, LinesBack]:
        return {}

    def leaps_to(self, walks: tuple[tuple[str, ...], ...]) -> tuple[tuple[int, ...], ...]:
        """For each site, the sites from which one of some walks leads there."""
        sites = range(len(self))

        def origins() -> tuple[Line, ...]:
            ends = (
                (site, end) for site in sites for each in walks for end in self.leap(site, each)
            )
            return turned_round(ends, len(self))

        return self.remember(("leaps to", walks), origins)

    def leap(self, site: int, walk: Sequence[str]) -> tuple[int, ...]:
        """Where a walk of `F`, `L` and `R` ends, begun in each orthogonal direction.

        The walk turns to the next orthogonal direction, as a turtle does: by quarters on squares,
        by sixths on hexagons (Ludii Language Reference, 2021, "Leap").
        """
        ways = self.winds.get("Orthogonal", self.rose[::2])

        def ends() -> tuple[int, ...]:
            found = (self._walked(site, walk, ways, start) for start in range(len(ways)))
            return tuple(dict.fromkeys(end for end in found if end >= 0))

        return self.remember(("leap", site, *walk), ends)

    def _walked(self, site: int, walk: Sequence[str], ways: tuple[str, ...], heading: int) -> int:
        for step in walk:
            if step == "F":
                site = self.following[ways[heading]][site]
                if site < 0:
                    return -1
            elif step in ("L", "R"):
                heading = (heading + (1 if step == "R" else -1)) % len(ways)
            else:
                raise BoardError(f"a walk is made of F, L and R, not {step}")
        return site
