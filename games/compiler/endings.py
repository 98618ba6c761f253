"""Write the end rules: each is looked at after every move, before the turn passes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.compiler import blocks
from games.compiler.build import BETWEEN_MOVES, Build, Code, Scope, is_word
from games.compiler.conditions import condition
from games.compiler.dispatch import parts_of, refuse_consequences, refuse_extras
from games.compiler.phases import in_each_phase
from games.compiler.sharing import share_calls
from games.compiler.values import number, player
from games.ludemes.alike import word_of
from games.ludemes.printer import write_node
from games.ludemes.tree import Form, Node, is_form, written

# What may be said of a result beside Win and Loss: nobody wins.
UNDECIDED = ("Draw", "Tie", "Abandon", "Crash")


@dataclass(frozen=True)
class Ending:
    """An end rule: the clause that it belongs to, and what it says of the result."""

    clause: str
    result: str


def write_ends(build: Build, rules: Form, phases: list[Form]) -> tuple[Ending, ...]:
    """The function that looks at every end rule in turn; the end rules."""
    code, endings = Code(), list[Ending]()
    if phases != [rules]:
        for phase in in_each_phase(code, phases, "me"):
            _end_rules(build, code, phase, endings)
    _end_rules(build, code, rules, endings)
    if build.equipment.players == 2:
        share_calls(code)
    build.named("ends", ["me"], code)
    return tuple(endings)


def _end_rules(build: Build, code: Code, form: Form, endings: list[Ending]) -> None:
    forms = [n for n in form.nodes() if isinstance(n, Form) and n.keyword == "end"]
    for each in forms:
        refuse_extras(build, each)
    for node in (each for form in forms for each in form.listed()):
        if is_form(node, "forEach") and isinstance(node, Form):
            _for_each_player(build, code, node, endings)
        else:
            _end(build, code, node, endings)


def _end(build: Build, code: Code, node: Node, endings: list[Ending]) -> None:
    """`(if condition results)`; of several results with conditions, the first that holds."""
    if not isinstance(node, Form) or node.keyword != "if" or len(node.arguments()) < 2:
        hint = "write (if condition (result Mover Win))"
        build.miss(node, f"the end rule {written(node)}", hint)
        return
    refuse_extras(build, node)
    first, *outcomes = node.listed()
    with code.block(f"if {condition(build, first, BETWEEN_MOVES)}"):
        _first_of(build, code, node, outcomes, endings)


def _first_of(
    build: Build, code: Code, rule: Form, outcomes: list[Node], endings: list[Ending]
) -> None:
    """The first outcome whose condition holds, or the result without a condition after them."""
    for place, outcome in enumerate(outcomes):
        if is_form(outcome, "if"):
            _end(build, code, outcome, endings)
            if outcomes[place + 1 :]:
                with code.block("else"):
                    _first_of(build, code, rule, outcomes[place + 1 :], endings)
            return
        _result(build, code, outcome, rule, BETWEEN_MOVES, endings)


def _for_each_player(build: Build, code: Code, form: Form, endings: list[Ending]) -> None:
    """`(forEach NonMover if:condition (result Player Loss))`: for all who still play."""
    refuse_extras(build, form, "if")
    refuse_consequences(build, form)
    role, *results = parts_of(form, 1, 2, "(forEach Player if:condition (result Player Loss))")
    test = form.named("if")
    for_whom = isinstance(role, Form) if not results else is_word(role, "Player", "NonMover", "All")
    if test is None or not for_whom:
        build.miss(form, f"the end rule {written(form)}", "write if:condition and a result")
        return
    scope = replace(BETWEEN_MOVES, places={"player": "player"})
    code.add("player = 1")
    with code.block("while player <= PLAYERS"):
        playing = "(shr(ld32(OUT), player) & 1) == 0"
        if is_word(role, "NonMover"):
            playing += " and (player != me)"
        with code.block(f"if {playing}"), code.block(f"if {condition(build, test, scope)}"):
            _result(build, code, results[0] if results else role, form, scope, endings)
        code.add("player = player + 1")


def _result(
    build: Build, code: Code, node: Node, rule: Form, scope: Scope, endings: list[Ending]
) -> None:
    if isinstance(node, Form) and node.keyword == "byScore":
        _by_score(build, code, node, rule, endings)
        return
    arguments = node.arguments() if isinstance(node, Form) else []
    word = word_of(arguments[1]) if len(arguments) == 2 else ""
    if not isinstance(node, Form) or node.keyword != "result" or not _is_result(word):
        build.miss(node, written(node), "write (result Mover Win), Loss or Draw")
        return
    refuse_extras(build, node)
    ending = _ending(build, rule, write_node(node), endings)
    if word in UNDECIDED or is_word(arguments[0], "All", "Shared"):
        code.add(f"finish(ld32(FIRST), {ending})")
        return
    whose = player(build, arguments[0], scope)
    if build.equipment.players > 2:
        code.add(f"leave({whose}, {int(word == 'Win')}, {ending})")
    else:
        code.add(f"finish({whose if word == 'Win' else f'3 - {whose}'}, {ending})")


def _is_result(word: str) -> bool:
    return word in ("Win", "Loss", *UNDECIDED)


def _ending(build: Build, rule: Form, result: str, endings: list[Ending]) -> int:
    """The number of an end rule that is new."""
    endings.append(Ending(build.clauses[build.clause_of(rule)], result))
    return len(endings) - 1


def _by_score(build: Build, code: Code, form: Form, rule: Form, endings: list[Ending]) -> None:
    """Who alone has the highest number wins; otherwise nobody does."""
    refuse_extras(build, form)
    given = [each for each in form.listed() if isinstance(each, Form)]
    owners = [word_of(score.arguments()[0]) for score in given if len(score.arguments()) == 2]
    strange = len(given) < len(form.listed()) or any(len(score.items) != 3 for score in given)
    if strange or (given and owners != list(build.equipment.roles)):
        build.miss(form, written(form))
        return
    kept = build.block(blocks.SCORES)
    scores = [number(build, score.arguments()[1], BETWEEN_MOVES) for score in given]
    players = range(1, build.equipment.players + 1)
    scores = scores or [f"ld32({kept} + {4 * player_})" for player_ in players]
    code.add("best = -2147483648")
    code.add("winner = 0")
    for who, score in zip(players, scores, strict=True):
        code.add(f"score = {score}")
        with code.block("if score > best"):
            code.add("best = score")
            code.add(f"winner = {who}")
        with code.block("elif score == best"):
            code.add("winner = 0")
    code.add(f"finish(winner, {_ending(build, rule, '(byScore …)', endings)})")
