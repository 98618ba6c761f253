"""The sites of a `(track …)`: as a list, or as directions and lengths such as "1,E,N2,W,END"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from games.boards import Board
from games.engine.language import Typed
from games.ludemes.source import LudemeError

END = -2
OFF = -1
LAST = (1 << 15) - 1  # the highest number of a site


def track_sites(board: Board | None, track: Typed) -> list[int]:
    """The sites in order as they are written; the last is END where the track leads off.

    Raises LudemeError for what cannot be a site.
    """
    sites = _written(board, track)
    for site in sites:
        if not END <= site <= LAST:
            message = f"a track has no site {site}: write 0 to {LAST}"
            raise LudemeError(message, track.node.span, track.node.origin)
    return sites


def _written(board: Board | None, track: Typed) -> list[int]:
    assert board is not None
    if track.has("trackDirection"):
        return read_steps(board, str(track.args["trackDirection"].value), track)
    if track.has("track"):
        return [int(_literal(each)) for each in track.args["track"].items]
    steps = track.args["trackSteps"].items
    return read_steps(board, ",".join(str(each.value) for each in steps), track)


def _literal(typed: Typed) -> int:
    words = {"End": END, "Off": OFF, "Undefined": OFF}
    value = typed.value
    return words[value] if isinstance(value, str) else int(str(value))


def with_bumps(numbers: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sites, where one that follows itself stands once, and how often each follows itself."""
    runs = [(site, len([*run])) for site, run in groupby(numbers)]
    return tuple(site for site, _ in runs), tuple(length - 1 for _, length in runs)


def read_steps(board: Board, text: str, track: Typed) -> list[int]:
    """Steps divided by commas: a site, a direction with how far, or END.

    A direction without a number goes to the end of its line. A direction that begins from the site
    before it adds the sites that it passes.
    """
    found: list[int] = []
    for word in filter(None, (each.strip() for each in text.split(","))):
        if word.upper() == "END":
            found.append(END)
        elif word.lstrip("-").isdigit():
            found.append(int(word))
        else:
            found += _along(board, found, word, track)
    return found


def _along(board: Board, found: list[int], word: str, track: Typed) -> tuple[int, ...]:
    name = word.rstrip("0123456789")
    number = word[len(name) :]
    try:
        directions = board.directions(name)
    except ValueError as error:
        raise LudemeError(str(error), track.node.span, track.node.origin) from error
    if not directions or not found or found[-1] not in range(len(board)):
        raise LudemeError(f"{word} begins nowhere", track.node.span, track.node.origin)
    ray = board.ray(found[-1], directions[0])
    return ray[: int(number)] if number else ray
