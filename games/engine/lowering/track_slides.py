"""Slides along a track, as round the loops of a board for surakarta."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.lowering.displacement import Displacement

ALL = "AllTracks"
FAR = 10_000


def slide_along_tracks(d: Displacement, name: str) -> None:
    """On from a site along each track that passes it.

    On a board with loops a piece captures and comes to rest only once it has run round one.
    """
    b = d.b
    tracks = [track for track in b.equipment.tracks if name in (ALL, track.name)]
    if not tracks or d.stack or d.side_effect is not None or d.trail is not None:
        raise b.missing(d.t, "along this track")
    firsts = [sum(len(track.sites) for track in tracks[:n]) for n in range(len(tracks) + 1)]
    sites = b.table([site for track in tracks for site in track.sites])
    bumps = b.table([bump for track in tracks for bump in track.bumps])
    first_of = b.table(firsts)
    low, high = d.bounds(-1, FAR)

    def start(frm: ir.Expression) -> None:
        least, most = b.temp(low, "least"), b.temp(high, "most")
        with b.counting(0, len(tracks)) as number:
            first = b.temp(first_of.load(number), "first")
            length = b.temp(first_of.load(number + 1) - first, "length")
            with b.counting(0, length) as i, b.when(sites.load(first + i).same(frm)):
                at, loops = b.temp(i, "at"), b.temp(bumps.load(first + i), "loops")
                steps = b.temp(1, "steps")
                with b.loop(ir.both(steps < length, steps <= most)):
                    b.assign(at, (at + 1) % length)
                    to = b.temp(sites.load(first + at), "to")
                    with b.when(loops > 0 if name == ALL else ir.Const(1)):
                        _arrive(d, frm, to, steps >= least)
                    b.assign(steps, steps + 1)
                    b.set_context("between", to)
                    with b.when(ir.negate(_goes_on(d, to))):
                        b.leave()
                    b.assign(loops, loops + bumps.load(first + at))

    if not all(track.loop for track in tracks):
        raise b.missing(d.t, "along a track with an end")
    d.from_each(start)


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
