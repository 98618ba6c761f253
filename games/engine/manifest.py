"""What a module is and how its memory is read: the one JSON shape that travels with its bytes.

Whoever plays a module reads fields, sites, pieces, dice and moves here, and needs nothing of the
compiler. docs/modules.md describes the shape. Anything that changes the meaning of an entry raises
VERSION; readers refuse versions that they do not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from functools import cached_property, lru_cache
from itertools import product
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

FORMAT, VERSION = "ashtapada-module", 1
DRAW = "Draw"  # the piece and container of a die that nothing shows: numbers drawn at random
# The code of each type in the standard library's `struct`.
CODES = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i"}
Point = tuple[float, float]


class ManifestError(ValueError):
    """A manifest that cannot be read; the message names the place."""


@dataclass(frozen=True)
class Entry:
    """A field: `length` numbers of a type from an address; `scope` says what its index counts."""

    scope: str
    offset: int
    type: str
    length: int

    def fault(self) -> str | None:
        """What is wrong with the entry, if anything."""
        return None if self.type in CODES else f"type is not one of {', '.join(CODES)}"

    @property
    def width(self) -> int:
        """The size of one number in bytes."""
        return int(self.type[1:]) // 8

    @property
    def code(self) -> str:
        """The type as the standard library's `struct` writes it."""
        return CODES[self.type]


@dataclass(frozen=True)
class State:
    """The bytes of the memory that are the position."""

    offset: int
    size: int


@dataclass(frozen=True)
class Player:
    """A player; `direction` is the way forward, where the rules name one."""

    number: int
    direction: str | None


@dataclass(frozen=True)
class Container:
    """Sites that belong together: the board, a hand, a set of dice."""

    kind: str
    name: str
    first: int
    size: int
    owner: int


@dataclass(frozen=True)
class Site:
    """A place for pieces. Sites off the board have no coordinates."""

    number: int
    kind: str
    name: str
    container: int
    x: float | None
    y: float | None
    outline: tuple[Point, ...]


@dataclass(frozen=True)
class Piece:
    """A kind of piece of one owner; `label` tells it from those of other owners."""

    number: int
    name: str
    label: str
    owner: int


@dataclass(frozen=True)
class Die:
    """A die: its piece and site, its set, and the value and weight of each face."""

    piece: int
    site: int
    set: int
    faces: tuple[int, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True)
class Track:
    """The sites that pieces pass, in order; `owner` is 0 where it is everybody's."""

    name: str
    owner: int
    sites: tuple[int, ...]


@dataclass(frozen=True)
class Moves:
    """How the list of legal moves is read: the field that counts it, and a field a column."""

    count: str
    columns: Mapping[str, str]
    none: int
    flags: Mapping[str, int]


@dataclass(frozen=True)
class Clause:
    """A part of the rules' text: its form, where it stands, the definitions that led there.

    `source` is the text or a file of definitions, `start` and `end` are offsets in it.
    """

    number: int
    parent: int | None
    form: str
    source: str
    start: int
    end: int
    line: int
    column: int
    definitions: tuple[str, ...]


@dataclass(frozen=True)
class Manifest:
    """All that a player of a module needs to know."""

    name: str
    sha256: str
    memory: int
    state: State
    exports: Mapping[str, int]
    fields: Mapping[str, Entry]
    stacks: bool
    levels: int
    neutral: int
    shared: int
    players: tuple[Player, ...]
    containers: tuple[Container, ...]
    sites: tuple[Site, ...]
    lines: tuple[tuple[Point, Point], ...]
    pieces: tuple[Piece, ...]
    dice: tuple[Die, ...]
    moves: Moves
    clauses: tuple[Clause, ...] = ()
    mancala: bool = False
    tracks: tuple[Track, ...] = ()
    format: str = field(default=FORMAT)
    version: int = field(default=VERSION)

    def as_json(self) -> dict[str, Any]:
        """The shape that `from_json` reads."""
        return asdict(self)

    def throws(self) -> Iterator[tuple[int, ...]]:
        """Every throw, as the number of the face of each die; the dice are distinguished."""
        return product(*(range(len(die.faces)) for die in self.dice))

    @property
    def hides(self) -> bool:
        """Whether rules hide pieces from players."""
        return "hidden" in self.fields and self.fields["hidden"].length > 0

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each site by its number; numbers may be left out between containers."""
        return {site.number: site.name for site in self.sites}

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The label of each piece by its number; 0 is no piece."""
        return ("", *(piece.label for piece in self.pieces))


def from_json(data: Any) -> Manifest:
    """Read a manifest. Raises ManifestError naming the place that is missing or wrong."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ManifestError(f"not a manifest: format is not {FORMAT!r}")
    if data.get("version") != VERSION:
        raise ManifestError(f"version {data.get('version')!r} is not {VERSION}")
    manifest: Manifest = _read(Manifest, data, "manifest")
    return manifest


def _read(kind: Any, data: Any, place: str) -> Any:
    if is_dataclass(kind):
        return _record(kind, data, place)
    origin = get_origin(kind)
    if origin is tuple:
        return _sequence(get_args(kind), data, place)
    if origin is not None and issubclass(origin, Mapping):
        _expect(isinstance(data, dict), place, "an object")
        inner = get_args(kind)[1]
        return {name: _read(inner, each, f"{place}.{name}") for name, each in data.items()}
    if isinstance(kind, UnionType):
        return None if data is None else _read(get_args(kind)[0], data, place)
    allowed = (int, float) if kind is float else kind
    fits = isinstance(data, allowed) and (kind is bool or not isinstance(data, bool))
    _expect(fits, place, f"of type {kind.__name__}")
    return data


def _record(kind: Any, data: Any, place: str) -> Any:
    _expect(isinstance(data, dict), place, "an object")
    types, values = _types(kind), {}
    for each in fields(kind):
        if each.name in data:
            values[each.name] = _read(types[each.name], data[each.name], f"{place}.{each.name}")
        elif each.default is MISSING:
            raise ManifestError(f"{place}.{each.name} is missing")
    made = kind(**values)
    if isinstance(made, Entry) and (what := made.fault()) is not None:
        raise ManifestError(f"{place}.{what}")
    return made


@lru_cache(maxsize=32)
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _sequence(kinds: tuple[Any, ...], data: Any, place: str) -> tuple[Any, ...]:
    _expect(isinstance(data, list | tuple), place, "a list")
    if kinds[-1] is not Ellipsis:
        _expect(len(data) == len(kinds), place, f"a list of {len(kinds)}")
    each = kinds[0]
    return tuple(_read(each, value, f"{place}[{n}]") for n, value in enumerate(data))


def _expect(holds: bool, place: str, what: str) -> None:
    if not holds:
        raise ManifestError(f"{place} is not {what}")
