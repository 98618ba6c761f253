"""Moves by which players say something and nothing on the board moves: proposals and votes.

What may be said is numbered over the whole text. A proposal stands until every player has voted;
then what more than half of them voted for is decided, and proposals and votes are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.compiler.build import Build, Code, Scope, is_word, text_of
from games.compiler.conditions import conditions
from games.compiler.dispatch import parts_of
from games.compiler.effects import effects
from games.compiler.moves import found, moves
from games.ludemes.alike import word_of
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Item, Node, Text, opened

# Votes are counted in four bits for each message.
MAX_MESSAGES = 8
PROPOSED, VOTES, DECIDED = "what is proposed", "the votes", "what is decided"


@moves.on("propose")
@moves.on("vote")
@moves.on("move", "Propose", "Vote")
def _say(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Something is said in place of a move: a move for each message."""
    for single in _singles(build, build.as_move(form)):
        kind = build.kind(single, (), scope.thens)
        found(code, scope, "(0 - 1)", "(0 - 1)", kind)


@effects.on("propose")
@effects.on("vote")
@effects.on("move", "Propose", "Vote")
def _speak(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """What is said counts: a proposal stands, a vote is cast."""
    for single in _singles(build, build.as_move(form)):
        _, word, message = single.items
        number = _number(build, message.node)
        if is_word(word.node, "Vote"):
            code.add(f"{_vote(build, form)}({number})")
        else:
            address = build.variable(PROPOSED, form)
            code.add(f"st32({address}, ld32({address}) | {1 << number})")


def _singles(build: Build, form: Form) -> Iterator[Form]:
    """The form once for each of its messages, with that message only."""
    word, given = parts_of(form, 2, 2, '(move Propose "message")')
    for node in opened(given):
        if id(node) not in build.rewritten:
            items = (form.items[0], Item(None, word), Item(None, node))
            build.rewritten[id(node)] = replace(form, items=items)
        yield build.rewritten[id(node)]


def _number(build: Build, node: Node) -> int:
    """The number of a message. Raises LudemeError where there are too many."""
    message = text_of(node, "what is said")
    if message not in build.messages:
        build.messages.append(message)
    if len(build.messages) > MAX_MESSAGES:
        fault = f"over {MAX_MESSAGES} things to propose or vote for: use fewer"
        raise LudemeError(fault, node.span, node.origin)
    return build.messages.index(message)


def _vote(build: Build, form: Form) -> str:
    """The helper that counts a vote, and all of them once every player has voted."""
    if "vote" not in build.known_functions:
        proposed, votes, decided = (
            build.variable(name, form) for name in (PROPOSED, VOTES, DECIDED)
        )
        code = Code()
        code.add(f"votes = ld32({votes}) + (1 << (4 * number))")
        code.add("total = 0")
        code.add("i = 0")
        with code.block(f"while i < {MAX_MESSAGES}"):
            code.add("total = total + (shr(votes, 4 * i) & 15)")
            code.add("i = i + 1")
        with code.block("if total >= PLAYERS"):
            code.add("i = 0")
            with code.block(f"while i < {MAX_MESSAGES}"):
                with code.block("if 2 * (shr(votes, 4 * i) & 15) > PLAYERS"):
                    code.add(f"st32({decided}, i + 1)")
                code.add("i = i + 1")
            code.add(f"st32({proposed}, 0)")
            code.add("votes = 0")
        code.add(f"st32({votes}, votes)")
        build.known_functions["vote"] = build.function("vote", ["number"], code)
    return build.known_functions["vote"]


@conditions.on("is", "Proposed")
def _is_proposed(build: Build, form: Form, scope: Scope) -> str:
    """Whether something is proposed on which not all have voted yet."""
    number = _asked(build, form)
    return f"((ld32({build.variable(PROPOSED, form)}) & {1 << number}) != 0)"


@conditions.on("is", "Decided")
def _is_decided(build: Build, form: Form, scope: Scope) -> str:
    """Whether more than half voted for something the last time that all had voted."""
    number = _asked(build, form)
    return f"(ld32({build.variable(DECIDED, form)}) == {number + 1})"


def _asked(build: Build, form: Form) -> int:
    _, message = parts_of(form, 2, 2, '(is Proposed "message")')
    return _number(build, message)


def spoken(form: Form | None) -> str:
    """How the move of a form is written by which a player says something; "" for other moves."""
    words = [item.node for item in form.items[:3]] if form is not None else []
    if len(words) < 3 or not is_word(words[1], "Propose", "Vote"):
        return ""
    message = words[2].value if isinstance(words[2], Text) else ""
    return f"{word_of(words[1]).lower()}:{'_'.join(message.split())}"
