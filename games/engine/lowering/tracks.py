"""Tracks: the site some steps on, the first one, and sowing along one.

All tracks of a program stand in one table; which one is meant is worked out from name and player.
"""

from __future__ import annotations

from collections.abc import Callable

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.equipment import Track
from games.engine.lowering.registry import lowers

NO_TRACK = -1
MOST_HOLES = 2000


def track_tables(b: Builder) -> None:
    """The tables of tracks for the kernels; TRACK_FIRST is where a track first comes to a site."""

    def make() -> bool:
        tracks = b.equipment.tracks or [Track("", 0, (0,))]
        starts: list[int] = []
        sites: list[int] = []
        for track in tracks:
            starts.append(len(sites))
            sites += track.sites
        b.layout.named_table("TRACK_START", starts)
        b.layout.named_table("TRACK_LENGTH", [len(track.sites) for track in tracks])
        b.layout.named_table("TRACK_LOOPS", [int(track.loop) for track in tracks])
        b.layout.named_table("TRACK_SITES", [*sites, -1], 2)
        firsts = [place for track in tracks for place in first_places(track, b.equipment.total)]
        b.layout.named_table("TRACK_FIRST", firsts, 2)
        return True

    b.once("tracks", make)


def first_places(track: Track, total: int) -> list[int]:
    """Where a track first comes to each site; its length where it does not."""
    places = dict(zip(reversed(track.sites), reversed(range(len(track.sites))), strict=True))
    return [places.get(site, len(track.sites)) for site in range(total)]


def inner_loops(tracks: list[Track]) -> bool:
    """Whether any track passes a site twice, so that pieces must remember where they are."""
    return any(not any(each.bumps) and len(set(each.sites)) < len(each.sites) for each in tracks)


def chosen_track(
    b: Builder, who: ir.Expression, choose: Callable[[list[Track], int], Track | None]
) -> ir.Expression:
    """The number of the track that is chosen for a player."""
    track_tables(b)
    tracks = b.equipment.tracks
    row = []
    for player in range(b.equipment.players + 2):
        found = choose(tracks, player)
        row.append(tracks.index(found) if found is not None else NO_TRACK)
    if len(set(row)) == 1:
        return ir.Const(row[0])
    return b.table(row).load(who)


def _named(tracks: list[Track], name: str | None) -> list[Track]:
    return [each for each in tracks if name is None or name in each.name]


def of_player(name: str | None) -> Callable[[list[Track], int], Track | None]:
    """The player's own track of that name, else any of that name; without a name, nobody's."""

    def choose(tracks: list[Track], player: int) -> Track | None:
        own = [each for each in _named(tracks, name) if each.owner == player]
        rest = _named(tracks, name) if name is not None else [t for t in tracks if t.owner == 0]
        return next(iter(own or rest), None)

    return choose


def _text(t: Typed, argument: str) -> str | None:
    found = t.get(argument)
    return None if found is None else str(found.value)


@lowers("ints trackSite Move")
def along(b: Builder, t: Typed) -> ir.Expression:
    who = roles.player_of(b, t, "player", "role", default=b.game("mover"))
    track = chosen_track(b, who, of_player(_text(t, "name")))
    origin = b.number(t.get("from"), b.context("from_"))
    return b.call("track_step", track, origin, b.number(t.args["steps"]), who)


@lowers("ints trackSite EndSite")
def end_of_track(b: Builder, t: Typed) -> ir.Expression:
    who = roles.player_of(b, t, "player", "role", default=b.game("mover"))
    track = chosen_track(b, who, of_player(_text(t, "name")))
    return b.call("track_end", track)


@lowers("ints trackSite FirstSite")
def first_of_track(b: Builder, t: Typed) -> ir.Expression:
    """The first site of a track, from one on and round, of which something holds as `(to)`."""
    name = _text(t, "name")
    named = t.has("player") or t.has("role")
    who = roles.player_of(b, t, "player", "role", default=0)

    def choose(tracks: list[Track], player: int) -> Track | None:
        if name is not None:
            found = [x for x in _named(tracks, name) if not named or x.owner == player]
        else:
            found = [x for x in tracks if x.owner in (player if named else 0, 0)]
        return next(iter(found), tracks[0] if tracks else None)

    track = chosen_track(b, who, choose)
    if not t.has("If") and not t.has("from"):
        return b.call("track_site", track, 0)
    origin = b.number(t.get("from"), -1)

    def body() -> None:
        line = b.temp(track, "track")
        start = b.temp(b.call("track_index", line, origin), "start") if t.has("from") else b.temp(0)
        with b.when(start < 0):
            b.give(-1)
        length = b.temp(b.field("TRACK_LENGTH").load(line), "length")
        was = b.temp(b.context("to"), "was")
        with b.counting(0, length) as i:
            site = b.temp(b.call("track_site", line, (start + i) % length), "site")
            b.set_context("to", site)
            with b.when(b.truth(t.get("If"))):
                b.set_context("to", was)
                b.give(site)
        b.set_context("to", was)
        b.give(-1)

    return b.computed("first_on_track", body)


@lowers("ints count StepsOnTrack")
def steps_on_track(b: Builder, t: Typed) -> ir.Expression:
    who = roles.player_of(b, t, "player", "role", default=b.game("mover"))
    track = chosen_track(b, who, of_player(_text(t, "name")))
    one, two = b.number(t.args["site1"]), b.number(t.args["site2"])
    return b.call("track_distance", track, one, two, who)


@lowers("moves sow")
def sow(b: Builder, t: Typed) -> None:
    """Seeds go one by one along a track; then what they captured, from where the last one fell."""
    start = b.number(t.get("start"), b.game("last_to"))
    name = _text(t, "trackName")
    owned = t.has("owner")
    owner = b.number(t.get("owner"), 0)

    def choose(tracks: list[Track], player: int) -> Track | None:
        if name is None:
            return next(iter(tracks), None)
        if owned:
            found = [x for x in _named(tracks, name) if x.owner == player]
        else:
            found = [x for x in tracks if x.name == name]
        return next(iter(found), None)

    track = chosen_track(b, owner, choose)
    line = b.temp(track, "track")
    with b.when(line >= 0), b.keeping("from_", "to", "value"):
        hole = b.temp(start, "hole")
        amount = b.number(t.args["count"]) if t.has("count") else b.call("count_safe", hole)
        seeds = b.temp(amount, "seeds")
        newest = b.temp(b.call("new_move", -1, -1), "sowing")
        at = _scatter(b, t, line, hole, seeds)
        if t.has("apply"):
            _captures(b, t, line, hole, at, newest)


def _scatter(b: Builder, t: Typed, line: ir.Local, hole: ir.Local, seeds: ir.Local) -> ir.Local:
    """Emit the sowing; the variable that holds the place on the track of the last seed."""
    per_hole = t.get("numPerHole")
    at = b.temp(b.call("track_index", line, hole), "at")
    sown = b.temp(0, "sown")

    def drop(site: ir.Expression) -> None:
        if t.has("sowEffect"):
            b.effect(t.args["sowEffect"])
        if per_hole is None:
            b.act("SOW", hole, site)
            b.assign(sown, sown + 1)
            return
        with b.counting(0, b.number(per_hole)):
            with b.when(sown < seeds):
                b.act("SOW", hole, site)
            b.assign(sown, sown + 1)

    origin = b.temp(b.context("from_"), "origin")
    b.set_context("from_", hole)
    if t.has("origin"):
        with b.when(b.truth(t.args["origin"])):
            drop(hole)
            b.set_context("to", hole)
    b.set_context("from_", origin)
    holes, rounds = b.temp(0, "holes"), b.temp(0, "rounds")
    with b.loop(ir.both(sown < seeds, holes < seeds, rounds < MOST_HOLES)):
        b.assign(rounds, rounds + 1)
        b.set_context("value", seeds - holes)
        site = b.temp(b.call("track_next_site", line, at), "site")
        b.set_context("to", site)
        if t.has("skipIf"):
            with b.when(b.truth(t.args["skipIf"])):
                b.assign(at, b.call("track_next", line, at))
                b.emit(ir.Continue())
        if t.has("includeSelf") and not b.flag(t.args["includeSelf"], True):
            with b.when(site.same(hole)):
                b.assign(at, b.call("track_next", line, at))
                b.assign(site, b.call("track_next_site", line, at))
        drop(site)
        b.assign(at, b.call("track_next", line, at))
        b.assign(holes, holes + 1)
    return at


def _captures(
    b: Builder, t: Typed, line: ir.Local, hole: ir.Local, at: ir.Local, newest: ir.Local
) -> None:
    """What the last seed captures is looked for in the position after the sowing.

    Every capture is found out in that position: none sees what another did.
    """
    b.run("push_state")
    b.run("run_moves", newest, newest + 1)
    rounds = b.temp(0, "captures")
    length = b.field("TRACK_LENGTH").load(line)
    with b.loop(ir.both(rounds < length, b.truth(t.get("If")))):
        b.set_context("from_", hole)
        start = b.temp(b.game("move_count"), "taking")
        b.moves(t.args["apply"])
        b.run("resolve", newest, start)
        back, forward = t.get("backtracking"), t.get("forward")
        if back is None and forward is None:
            b.leave()
        else:
            _go_on(b, back, forward, line, hole, at)
        b.assign(rounds, rounds + 1)
    b.run("pop_state_keeping_moves")


def _go_on(
    b: Builder,
    back: Typed | None,
    forward: Typed | None,
    line: ir.Local,
    hole: ir.Local,
    at: ir.Local,
) -> None:
    """The next hole to capture from, back or on along the track, while the condition holds."""
    again = back if back is not None else forward
    step = "track_previous" if back is not None else "track_next"
    with b.when(ir.negate(b.truth(again))):
        b.leave()
    b.assign(at, b.call(step, line, at))
    site = b.temp(b.call("track_site", line, at), "site")
    b.set_context("to", site)
    with b.when(ir.negate(b.truth(again))):
        b.leave()
    if back is not None:
        with b.when(site.same(hole)):
            b.leave()


@lowers("moves max Distance")
def farthest(b: Builder, t: Typed) -> None:
    """All of some moves: the published player works out which go farthest, and keeps every one."""
    b.moves(t.args["moves"])
