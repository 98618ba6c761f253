"""Threats by moves other than those of each piece by itself: by the whole rules of play, or given.

Nearly always an enemy threatens a site that one of its pieces can move to. Where the rules of play
say more (that some moves come first, that only some pieces move, that pieces may be dropped), and
where a test of threats names moves of its own, those moves are looked at one by one.
"""

from __future__ import annotations

from games.compiler.build import Build, Code, Scope
from games.compiler.moves import generate
from games.compiler.phases import in_each_phase
from games.ludemes.alike import word_of
from games.ludemes.tree import Form, Node, Text, opened, walk

TOWARDS = Scope(
    places={"target": "target"},
    threats=False,
    emit=lambda frm, to, kind, extra: f"({to} == target)",
    stops=True,
)


def play_decides(build: Build) -> bool:
    """Whether a threat depends on more than how each piece moves; looked up once."""
    if "play decides" not in build.known_functions:
        decides = any(_chooses(node) for phase in build.plays for node in walk(_play(phase)))
        build.known_functions["play decides"] = "yes" if decides else ""
    return bool(build.known_functions["play decides"])


def _play(phase: Form) -> Form:
    forms = (node for node in phase.nodes() if isinstance(node, Form))
    return next((form for form in forms if form.keyword == "play"), phase)


def _chooses(node: Node) -> bool:
    if not isinstance(node, Form):
        return False
    words = [word_of(argument) for argument in node.arguments()]
    if node.keyword == "forEach" and words[:1] == ["Piece"]:
        return any(isinstance(n, Text) for each in node.arguments() for n in opened(each))
    in_hand = words[:1] == ["Hand"] or _is_hand(node.named("container"))
    return node.keyword in ("priority", "handSite") or in_hand


def _is_hand(node: Node | None) -> bool:
    return isinstance(node, Text) and node.value == "Hand"


def write_play_threat(build: Build) -> str:
    """The helper that asks whether the rules of play let a player move to a site."""
    if "play_threat" not in build.known_functions:
        build.known_functions["play_threat"] = "play_threat"
        code = Code()
        for phase in in_each_phase(code, build.plays, "me"):
            for node in _play(phase).arguments():
                with build.rules_of_play():
                    generate(build, code, node, TOWARDS)
        build.named("play_threat_there", ["me", "target"], code)
        _write_in_turn(build, "play_threat")
    return "play_threat"


def write_threat_by(build: Build, moves: Node) -> str:
    """The helper that asks whether some moves of a player lead to a site."""
    key = f"threat by {id(moves)}"
    if key not in build.known_functions:
        name = build.fresh("threat_by")
        build.known_functions[key] = name
        code = Code()
        with build.rules_of_play():
            generate(build, code, moves, TOWARDS)
        build.named(f"{name}_there", ["me", "target"], code)
        _write_in_turn(build, name)
    return build.known_functions[key]


def _write_in_turn(build: Build, name: str) -> None:
    """A function that asks another as if it were the player's turn, after the threatened one's."""
    code = Code()
    code.add("mover = ld32(MOVER)")
    code.add("prev = ld32(PREV)")
    code.add("st32(MOVER, me)")
    # Whose piece is threatened has moved last.
    code.add("st32(PREV, (3 - me) if PLAYERS == 2 else prev)")
    code.add(f"found_one = {name}_there(me, target)")
    code.add("st32(MOVER, mover)")
    code.add("st32(PREV, prev)")
    code.add("return found_one")
    build.named(name, ["me", "target"], code)
