"""Slides along a track, as round the loops of a board for surakarta."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.ir import nodes as ir
from games.engine.lowering.displacement import Displacement
from games.engine.lowering.equipment import Track
from games.engine.lowering.regions import TableRegion

ALL = "AllTracks"
FAR = 10_000


def slide_along_tracks(d: Displacement, name: str) -> None:
    """On from a site along each track that passes it.

    On a board with loops a piece captures and comes to rest only once it has run round one.
    """
    b, total = d.b, d.b.equipment.total
    tracks = [track for track in b.equipment.tracks if name in (ALL, track.name)]
    if not tracks or d.stack or d.side_effect is not None or d.trail is not None:
        raise b.missing(d.t, "along this track")
    passed = [site for track in tracks for site in track.sites]
    sites = b.table(passed)
    bumps = b.table([bump for track in tracks for bump in track.bumps])
    lengths = b.table([len(track.sites) for track in tracks for _ in track.sites])
    following = b.table(_following(tracks))
    places = [[n for n, site in enumerate(passed) if site == here] for here in range(total)]
    low, high = d.bounds(-1, FAR)

    def start(frm: ir.Expression) -> None:
        least, most = b.temp(low, "least"), b.temp(high, "most")

        def run(place: ir.Expression) -> None:
            at, loops = b.temp(place, "at"), b.temp(bumps.load(place), "loops")
            length, steps = b.temp(lengths.load(place), "length"), b.temp(1, "steps")
            with b.loop(ir.both(steps < length, steps <= most)):
                b.assign(at, following.load(at))
                to = b.temp(sites.load(at), "to")
                with b.when(loops > 0 if name == ALL else ir.Const(1)):
                    _arrive(d, frm, to, steps >= least)
                b.assign(steps, steps + 1)
                b.set_context("between", to)
                with b.when(ir.negate(_goes_on(d, to))):
                    b.leave()
                b.assign(loops, loops + bumps.load(at))

        TableRegion(places, frm).each(b, run)

    if not all(track.loop for track in tracks):
        raise b.missing(d.t, "along a track with an end")
    d.from_each(start)


def _following(tracks: Sequence[Track]) -> list[int]:
    """The place after each; places are numbered on from track to track, and the last leads back."""
    found: list[int] = []
    for track in tracks:
        first, length = len(found), len(track.sites)
        found += [first + (n + 1) % length for n in range(length)]
    return found


def _arrive(d: Displacement, frm: ir.Expression, to: ir.Local, far: ir.Expression) -> None:
    """A capture, which ends the slide, or a move to a site that the slide passes."""
    b = d.b
    b.set_context("to", to)
    captures = b.temp(b.truth(d.to_if()) if d.to_if() is not None else ir.Const(0), "captures")
    with b.when(ir.both(captures, far)):
        d.move(frm, to)
        b.leave()
    with b.when(ir.both(ir.negate(captures), far, b.truth(d.effect_if))):
        with b.proposing(frm, to):
            d.go(frm, to)


def _goes_on(d: Displacement, to: ir.Local) -> ir.Expression:
    going = d.between_if()
    return d.b.truth(going) if going is not None else d.b.load("what", to).same(0)
