"""The board of a trace whose set-up was drawn: it says where the pieces stand, and no number."""

from __future__ import annotations

from collections import Counter

from games.engine.play.machine import Machine

TOP = ("what", "state", "value")


def take_over(machine: Machine, theirs: list[str], ours: list[str]) -> list[str]:
    """Put the pieces where they stand on the board of a trace; give the words that agree with it.

    `ours` are the words of the board by some number. They are given where it has other pieces or
    other numbers of them; states and values may be drawn, too.
    """
    if _pieces(theirs) != _pieces(ours):
        return ours
    for word in {*ours} - {*theirs}:
        _write(machine, int(word.split(":", 1)[0]), "")
    for word in {*theirs} - {*ours}:
        site, _, held = word.partition(":")
        _write(machine, int(site), held)
    return theirs


def _pieces(words: list[str]) -> Counter[str]:
    held = (piece for word in words for piece in word.split(":", 1)[1].split("/"))
    return Counter(
        ",".join(part for part in piece.split(",") if part[0] not in "sv") for piece in held
    )


def _write(machine: Machine, site: int, held: str) -> None:
    """Write what one site holds, from the lowest piece to the top."""
    pieces = [_numbers(machine, piece) for piece in held.split("/")] if held else []
    top = pieces[-1] if pieces else (0, 0, 0, 0)
    _set(machine, "count", site, top[3])
    if site < machine.manifest.containers[0].size:
        _set(machine, "start_what", site, top[0])
    for name, number in zip(TOP, top, strict=False):
        _set(machine, name, site, number)
    if machine.manifest.stacks:
        _set(machine, "size", site, len(pieces))
        for level, piece in enumerate(pieces):
            for name, number in zip(TOP, piece, strict=False):
                _set(machine, f"level_{name}", site * machine.manifest.levels + level, number)


def _set(machine: Machine, field: str, index: int, number: int) -> None:
    if machine.has(field):
        machine.set(field, number, index)


def _numbers(machine: Machine, piece: str) -> tuple[int, int, int, int]:
    """The number of a piece as traces write it, its state and value, and how many there are."""
    label, *parts = piece.split(",")
    found = {part[0]: int(part[1:]) for part in parts}
    what = machine.manifest.labels.index(label)
    return what, found.get("s", 0), found.get("v", 0), found.get("n", 1)
