"""The rules as a whole: phases of play, the change between them, and the end."""

from __future__ import annotations

from games.engine.ir import nodes as ir
from games.engine.language import Typed
from games.engine.lowering import roles
from games.engine.lowering.builder import Builder
from games.engine.lowering.names import unknown
from games.engine.lowering.registry import lowers

RESULTS = {"Win": 1, "Loss": 2, "Draw": 3, "Tie": 4, "Abandon": 5, "Crash": 5}


class Phases:
    """The phases of a game by number; without phases there is one."""

    def __init__(self, rules: Typed) -> None:
        self.rules = rules
        listed = rules.get("phases")
        self.items = listed.items if listed is not None else ()

    def __len__(self) -> int:
        return max(1, len(self.items))

    def play(self, number: int) -> Typed:
        owner = self.items[number] if self.items else self.rules
        return (owner.get("play") or self.rules.args["play"]).args["moves"]

    @property
    def names(self) -> list[str]:
        return [str(each.args["name"].value) for each in self.items]

    def number(self, name: str) -> int:
        return self.names.index(name) if name in self.names else -1

    def first_of(self, player: int) -> int:
        """The phase that a player begins in: the first that is everybody's or his."""
        for n, each in enumerate(self.items):
            role = each.get("role")
            if role is None or role.word in ("Shared", "All", "Each", f"P{player}"):
                return n
        return 0


def lower_rules(b: Builder, rules: Typed) -> list[int]:
    """Define what the kernels call; give the phase that each player begins in."""
    phases = Phases(rules)

    def generate() -> None:
        _by_phase(b, phases, lambda n: b.moves(phases.play(n)))

    b.define("generate_phase", ("phase",), generate)

    def ends() -> None:
        if any(each.has("end") for each in phases.items):
            _by_phase(b, phases, lambda n: _end(b, phases.items[n].get("end")))
        with b.when(b.game("active_count") > 0):
            _end(b, rules.get("end"))

    b.define("end_rules", ("phase",), ends)
    b.define("next_phase", ("who",), lambda: _next_phases(b, phases))
    return [phases.first_of(player) for player in range(b.equipment.players + 2)]


def _by_phase(b: Builder, phases: Phases, emit) -> None:  # type: ignore[no-untyped-def]
    if len(phases) == 1:
        emit(0)
        return
    for number in range(len(phases)):
        with b.when(ir.Local("phase").same(number)):
            emit(number)


def _next_phases(b: Builder, phases: Phases) -> None:
    who = ir.Local("who")
    for number, phase in enumerate(phases.items):
        found = phase.get("nextPhases")
        single = phase.get("nextPhase")
        changes = found.items if found is not None else (single,) if single is not None else ()
        if not changes:
            continue
        with b.when(b.load("phase", who).same(number)):
            for change in changes:
                with b.clause(change):
                    _next_phase(b, phases, number, change)
            b.give(0)


def _next_phase(b: Builder, phases: Phases, number: int, change: Typed) -> None:
    who = ir.Local("who")
    role = roles.role_of(change, "role")
    if role in ("", "All", "Each", "Shared") and not change.has("indexPlayer"):
        concerned: ir.Expression = ir.Const(1)
    else:
        concerned = who.same(roles.player_of(b, change, "indexPlayer", "role"))
    name = change.get("phaseName")
    if name is not None and name.value not in phases.names:
        raise unknown(change, "phase", str(name.value), phases.names)
    target = phases.number(str(name.value)) if name is not None else (number + 1) % len(phases)
    with b.when(ir.both(concerned, b.truth(change.get("cond")))):
        b.store("phase", who, target)
        b.give(0)


def _end(b: Builder, end: Typed | None) -> None:
    if end is None:
        return
    rules = end.args["endRules"].items if end.has("endRules") else (end.args["endRule"],)
    for rule in rules:
        with b.when(b.game("active_count") > 0), b.clause(rule):
            b.lower(rule)
    b.run("passed_all_round")


@lowers("end if")
def end_if(b: Builder, t: Typed) -> None:
    with b.when(b.truth(t.args["test"])):
        subs = t.args["subs"].items if t.has("subs") else (t.args["sub"],) if t.has("sub") else ()
        if not subs:
            _result(b, t.args["result"])
            return
        done = b.temp(0, "done")
        for sub in subs:
            with b.when(ir.both(done.same(0), b.truth(sub.args["test"]))):
                b.assign(done, 1)
                _sub(b, sub)
        if t.has("result"):
            with b.when(done.same(0)):
                _result(b, t.args["result"])


def _sub(b: Builder, sub: Typed) -> None:
    if sub.has("subs") or sub.has("sub"):
        end_if(b, sub)
    elif sub.has("result"):
        _result(b, sub.args["result"])


def _result(b: Builder, t: Typed) -> None:
    if t.key == "end byScore":
        _by_score(b, t)
        return
    if t.key != "end result":
        raise b.missing(t, "this result")
    word = t.args["who"].word
    kind = RESULTS[t.args["result"].word]
    if word.startswith("Team") and roles.teams(b):
        if t.args["result"].word != "Win":
            raise b.missing(t, "of a team")
        b.run("win_of_team", roles.player(b, word))
        return
    b.run("result", roles.player(b, word), kind)


def _by_score(b: Builder, t: Typed) -> None:
    if t.has("finalScore"):
        for each in t.args["finalScore"].items:
            who = roles.player(b, each.args["role"].word)
            value = b.temp(b.number(each.args["score"]), "score")
            b.store("score", who, value)
    b.run("by_score", b.truth(t.get("misere"), 0))


@lowers("end forEach")
def end_for_each(b: Builder, t: Typed) -> None:
    if t.has("trackType"):
        raise b.missing(t, "each track")
    word = t.args["type"].word if t.has("type") else "Each"
    with b.keeping("player"), b.counting(1, b.equipment.players + 1) as who:
        mine = ir.Const(1) if word in ("Each", "Player", "All") else roles.is_of(b, word, who)
        with b.when(ir.both(mine, b.load("active", who))):
            b.set_context("player", who)
            with b.when(b.truth(t.args["If"])):
                _result(b, t.args["result"])


@lowers("end byScore", "end result")
def end_at_once(b: Builder, t: Typed) -> None:
    _result(b, t)
