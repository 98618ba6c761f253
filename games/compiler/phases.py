"""Phases of a game: rules of play that give way to others, for each player in their own time."""

from __future__ import annotations

from collections.abc import Iterator

from games.compiler.build import BETWEEN_MOVES, Build, Code, is_word
from games.compiler.conditions import condition
from games.compiler.dispatch import refuse_extras
from games.compiler.values import player
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Text, is_form, written


def phases_of(rules: Form) -> list[Form]:
    """The phases of the rules; where there are none, the rules themselves are the only one."""
    listed = rules.named("phases")
    if listed is None:
        return [rules]
    nodes = listed.nodes() if isinstance(listed, Braces) else [listed]
    for node in nodes:
        if not is_form(node, "phase"):
            raise LudemeError('(phase "Name" (play …)) belongs here', node.span, node.origin)
    return [node for node in nodes if isinstance(node, Form)]


def in_each_phase(code: Code, phases: list[Form], who: str) -> Iterator[Form]:
    """Each phase in turn, with the code open at the place that is for a player in that phase."""
    if len(phases) == 1:
        yield phases[0]
        return
    with code.block(f"match ld32(PHASES + 4 * {who})"):
        for index, phase in enumerate(phases):
            with code.block(f"case {index}"):
                yield phase


def write_change_phases(build: Build, phases: list[Form]) -> None:
    """The function that looks, after a move, whether a player goes on to another phase."""
    code = Code()
    names = [_name(phase) for phase in phases]
    for phase in phases:
        if phase.keyword == "phase":
            _refuse_others(build, phase)
    if len(phases) > 1:
        code.add("who = 1")
        with code.block("while who <= PLAYERS"):
            for phase in in_each_phase(code, phases, "who"):
                _next_phases(build, code, phase, names)
            code.add("who = who + 1")
    build.named("change_phases", ["me"], code)


def _name(phase: Form) -> str:
    names = [node.value for node in phase.arguments() if isinstance(node, Text)]
    return names[0] if names else ""


def _refuse_others(build: Build, phase: Form) -> None:
    """Note what stands in a phase and is not read: a phase is for all players."""
    refuse_extras(build, phase)
    for place, node in enumerate(phase.arguments()):
        named = isinstance(node, Text) and place == 0
        for_all = is_word(node, "All", "Shared")
        if not (named or for_all or is_form(node, "play", "end", "nextPhase")):
            build.miss(node, f"{written(node)} in (phase …)")


def _next_phases(build: Build, code: Code, phase: Form, names: list[str]) -> None:
    """The first `(nextPhase …)` for this player whose condition holds."""
    code.add("going = 1")
    for node in phase.arguments():
        if is_form(node, "nextPhase") and isinstance(node, Form):
            test, target = _when(build, node), _target(node, phase, names)
            with code.block(f"if going and {test}"):
                code.add(f"st32(PHASES + 4 * who, {target})")
                code.add("going = 0")


def _when(build: Build, form: Form) -> str:
    refuse_extras(build, form)
    parts = [node for node in form.arguments() if not isinstance(node, Text)]
    roles = [node for node in parts if not isinstance(node, Form)]
    forms = [node for node in parts if isinstance(node, Form)]
    texts = [node for node in form.arguments() if isinstance(node, Text)]
    for node in (*roles[1:], *forms[1:], *texts[1:]):
        build.miss(node, f"{written(node)} in (nextPhase …)", "write (nextPhase condition)")
    tests = [condition(build, node, BETWEEN_MOVES) for node in parts if isinstance(node, Form)]
    if roles and not is_word(roles[0], "Shared", "All"):
        tests.append(f"(who == {player(build, roles[0], BETWEEN_MOVES)})")
    return f"({' and '.join(tests)})" if tests else "1"


def _target(form: Form, phase: Form, names: list[str]) -> int:
    named = [node for node in form.arguments() if isinstance(node, Text)]
    if not named:
        return (names.index(_name(phase)) + 1) % len(names)
    if named[0].value not in names:
        known = ", ".join(f'"{name}"' for name in names)
        message = f'there is no phase "{named[0].value}": there are {known}'
        raise LudemeError(message, named[0].span, named[0].origin)
    return names.index(named[0].value)
