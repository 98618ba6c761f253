"""Lower slides along the tracks of a board, and what is asked about tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.compiler.build import Build, Code, Scope, text_of
from games.compiler.conditions import condition
from games.compiler.going import arrive, begin, open_from, where
from games.compiler.lists import along, each_line
from games.compiler.parts import Parts, way
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node

# Slides along all tracks at once end only where they have gone round a corner before.
ALL_TRACKS = "AllTracks"
ROUND_A_CORNER = 0x4000


def slide_by_track(build: Build, code: Code, form: Form, part: Parts, scope: Scope) -> None:
    """Along a track over sites where `between` holds, and onto one where the `to` rule does."""
    name, *rest = part.rest
    if rest or (part.between is not None and part.between.named("apply") is not None):
        build.miss(form, "a slide along a track with directions, or with effects on the way")
    shortest, longest, going = way(build, part.between, scope)
    tracks = _tracks(build, name)
    scope = begin(build, code, form, part, scope)
    everywhere = text_of(name, "the name of a track") != ALL_TRACKS
    kind = build.kind(form, part.applies, scope.thens)
    passing = build.kind(form, (), scope.thens)
    count = build.layout.sites
    lists = [_joined(_ways(tracks, site, longest, everywhere)) for site in range(count)]
    row = f"{build.lists(lists, form)} + {scope.places['frm']} * 4"
    open_from(build, code, part, row, scope)
    ending = part.apply_condition
    with each_line(code):
        code.add(f"first = r + {2 * shortest}")
        with along(code):
            code.add(f"to = ld16(r) & {ROUND_A_CORNER - 1}")
            with code.block(f"if (r >= first) and (ld16(r) >= {ROUND_A_CORNER})"):
                if part.to_condition is not None:
                    with code.block(f"if {condition(build, part.to_condition, scope.bind('to'))}"):
                        arrive(code, scope, kind)
                        code.add("break")
                where(build, code, ending, scope, lambda: arrive(code, scope, passing))
            code.add("btw = to")
            over = "ld8(WHAT + btw) == 0"
            if going is not None:
                over = condition(build, going, scope.bind("to", "btw"))
            with code.block(f"if not ({over})"):
                code.add("break")


def _tracks(build: Build, node: Node) -> list[list[tuple[int, int]]]:
    """The tracks of that name, each as its sites with how many corners lie just after each."""
    name, tracks = text_of(node, "the name of a track"), build.equipment.board.tracks
    found = [track for known, track in tracks.items() if name in (known, ALL_TRACKS)]
    if not found:
        known = ", ".join(f'"{each}"' for each in tracks) or "none"
        message = f'there is no track "{name}": the board has {known}'
        raise LudemeError(message, node.span, node.origin)
    return [list(_with_corners(track)) for track in found]


def _with_corners(track: Sequence[int]) -> Iterator[tuple[int, int]]:
    """A site that stands twice in a row is one site with a corner after it."""
    place = 0
    while place < len(track):
        again = place
        while again + 1 < len(track) and track[again + 1] == track[place]:
            again += 1
        yield track[place], again - place
        place = again + 1


def _ways(
    tracks: list[list[tuple[int, int]]], start: int, longest: int, everywhere: bool
) -> Iterator[list[int]]:
    """The sites met along each track from each of its places that are on a site.

    Those where a slide may end are marked.
    """
    for track in tracks:
        for place, (site, _) in enumerate(track):
            if site == start:
                onward = [*track[place:], *track[:place]][: longest + 1]
                yield list(_met(onward, everywhere))


def _met(track: list[tuple[int, int]], everywhere: bool) -> Iterator[int]:
    corners = track[0][1]
    for site, more in track[1:]:
        yield site | (ROUND_A_CORNER if corners or everywhere else 0)
        corners += more


def _joined(lists: Iterator[list[int]]) -> list[int]:
    return [each for one in lists for each in (len(one), *one)]
