"""The manifest of a program, from the schema of its state and its equipment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256

from games.engine.ir.program import Program
from games.engine.ir.schema import Field, Layout
from games.engine.lowering.equipment import Component, Container, Equipment
from games.engine.manifest import (
    Clause,
    Die,
    Entry,
    Manifest,
    Moves,
    Piece,
    Player,
    Site,
    State,
    Track,
)
from games.engine.manifest import Container as ContainerEntry

FLAGS = {"pass": 1, "swap": 2, "forced": 4}
COLUMNS = ("from", "to", "label", "flags", "level", "mover")


def manifest_of(
    program: Program,
    layout: Layout,
    equipment: Equipment,
    features: Mapping[str, int],
    clauses: tuple[Clause, ...],
    encoded: bytes,
) -> Manifest:
    """What whoever plays the encoded program needs to know."""
    board = equipment.board
    columns = (*COLUMNS, "clause") if clauses else COLUMNS
    arities = {each.name: len(each.parameters) for each in program.functions}
    return Manifest(
        name=str(equipment.game.args["name"].value),
        sha256=sha256(encoded).hexdigest(),
        memory=program.memory,
        state=State(layout.state_start, layout.state_end - layout.state_start),
        exports={name: arities[name] for name in program.exports},
        fields={name: _entry(each) for name, each in layout.fields.items()},
        stacks=bool(features["STACKS"]),
        levels=features["LEVELS"] if features["STACKS"] else 1,
        neutral=0,
        shared=equipment.players + 1,
        players=tuple(
            Player(number, equipment.directions.get(number))
            for number in range(1, equipment.players + 1)
        ),
        containers=tuple(
            ContainerEntry(c.kind, c.name, c.first, c.size, c.owner) for c in equipment.containers
        ),
        sites=tuple(_sites(equipment)),
        lines=tuple(board.edges) if board is not None else (),
        pieces=tuple(Piece(c.index, c.name, c.label, c.owner) for c in equipment.components),
        dice=tuple(_dice(equipment)),
        moves=Moves("move_count", {name: f"mv_{name}" for name in columns}, -1, FLAGS),
        clauses=clauses,
        mancala=equipment.mancala,
        tracks=tuple(Track(each.name, each.owner, each.sites) for each in equipment.tracks),
    )


def _entry(field: Field) -> Entry:
    # A whole word is always signed, as WebAssembly loads it.
    sign = "i" if field.signed or field.width == 4 else "u"
    return Entry(field.scope, field.base, f"{sign}{8 * field.width}", field.length)


def _sites(equipment: Equipment) -> Iterator[Site]:
    """The sites in order; a name that another site has already gets the site's number."""
    taken: set[str] = set()
    for site in _named_sites(equipment):
        name = f"{site.name}#{site.number}" if site.name in taken else site.name
        taken.add(name)
        yield replace(site, name=name)


def _named_sites(equipment: Equipment) -> Iterator[Site]:
    for number, container in enumerate(equipment.containers):
        if container.kind == "board":
            yield from _board_sites(equipment, number, container)
        else:
            for n in range(container.size):
                name = container.name if container.size == 1 else f"{container.name}.{n + 1}"
                yield Site(container.first + n, container.kind, name, number, None, None, ())


def _board_sites(equipment: Equipment, number: int, container: Container) -> Iterator[Site]:
    board = equipment.board
    assert board is not None
    kind = "edge" if board.kind == "edges" else "vertex" if board.on_points else "cell"
    for n, site in enumerate(board.sites):
        at = container.first + n
        yield Site(at, kind, site.label, number, site.x, site.y, site.outline)


def _dice(equipment: Equipment) -> Iterator[Die]:
    thrown: Iterator[Component] = (c for c in equipment.components if c.faces)
    for number, container in enumerate(equipment.dice()):
        for n in range(container.size):
            die = next(thrown)
            yield Die(die.index, container.first + n, number, die.faces, die.weights)
