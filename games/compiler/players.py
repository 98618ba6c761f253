"""Lower what is about players: who still plays, who comes next, scores, what has been paid."""

from __future__ import annotations

from games.compiler import blocks
from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.conditions import after_word, conditions
from games.compiler.dispatch import parts_of, refuse_extras
from games.compiler.effects import effects
from games.compiler.moves import found, moves
from games.compiler.values import number, numbers, player
from games.ludemes.tree import Form, Node, Word, is_form, opened, written


def who(build: Build, node: Node, scope: Scope) -> str:
    """The number of a player, given by a role or worked out: `Mover`, `(player 2)`.

    The rules stop where it is none: numbers are kept for players alone.
    """
    if isinstance(node, Word):
        return player(build, node, scope)
    return f"seat({number(build, node, scope)})"


@conditions.on("is", "Active")
def _is_active(build: Build, form: Form, scope: Scope) -> str:
    """Whether a player still plays."""
    return f"((shr(ld32(OUT), {who(build, after_word(form), scope)}) & 1) == 0)"


@numbers.on("count", "Active")
def _count_active(build: Build, form: Form, scope: Scope) -> str:
    """How many players still play."""
    parts_of(form, 1, 1, "(count Active)")
    if "count_active" not in build.known_functions:
        code = Code()
        code.add("n = 0")
        code.add("i = 1")
        with code.block("while i <= PLAYERS"):
            code.add("n = n + ((shr(ld32(OUT), i) & 1) == 0)")
            code.add("i = i + 1")
        code.add("return n")
        build.known_functions["count_active"] = build.function("count_active", [], code)
    return f"{build.known_functions['count_active']}()"


@effects.on("set", "NextPlayer")
def _set_next_player(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A player moves next, perhaps the same one again."""
    _, given = parts_of(form, 2, 2, "(set NextPlayer (player number))")
    if len(opened(given)) != 1:
        build.miss(form, written(form))
        return
    code.add(f"st32(NEXT, {who(build, opened(given)[0], scope)})")
    code.add("st32(AGAIN, ld32(NEXT) == ld32(MOVER))")


@moves.on("set", "NextPlayer")
def _next_player_as_move(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A move that does nothing else."""
    found(code, scope, "-1", "-1", build.kind(form, (), scope.thens))


# Scores


@numbers.on("score")
def _score(build: Build, form: Form, scope: Scope) -> str:
    """What a player has scored."""
    (whose,) = parts_of(form, 1, 1, "(score P1)")
    return f"ld32({build.block(blocks.SCORES)} + 4 * {who(build, whose, scope)})"


@effects.on("addScore")
def _add_score(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Points are added to a player's score."""
    whose, points = parts_of(form, 2, 2, "(addScore Mover number)")
    code.add(f"a = {build.block(blocks.SCORES)} + 4 * {who(build, whose, scope)}")
    code.add(f"st32(a, ld32(a) + {number(build, points, scope)})")


@effects.on("set", "Score")
def _set_score(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A player's score is set."""
    _, whose, points = parts_of(form, 3, 3, "(set Score Mover number)")
    address = f"{build.block(blocks.SCORES)} + 4 * {who(build, whose, scope)}"
    code.add(f"st32({address}, {number(build, points, scope)})")


# Bets


@numbers.on("pot")
def _pot(build: Build, form: Form, scope: Scope) -> str:
    """What is in the pot."""
    parts_of(form, 0, 0, "(pot)")
    return f"ld32({build.block(blocks.AMOUNTS)})"


@effects.on("set", "Pot")
def _set_pot(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The pot is set to an amount."""
    _, given = parts_of(form, 2, 2, "(set Pot number)")
    code.add(f"st32({build.block(blocks.AMOUNTS)}, {number(build, given, scope)})")


@numbers.on("amount")
def _amount(build: Build, form: Form, scope: Scope) -> str:
    """What a player has bet."""
    (whose,) = parts_of(form, 1, 1, "(amount Mover)")
    return f"ld32({build.block(blocks.AMOUNTS)} + 4 * {who(build, whose, scope)})"


@moves.on("move", "Bet")
def _bet(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A move for each amount that a player may bet."""
    _, whose, given = parts_of(form, 3, 3, "(move Bet Mover (range 0 100))")
    limits = given.arguments() if isinstance(given, Form) and is_form(given, "range") else []
    if isinstance(given, Form):
        refuse_extras(build, given)
    if not is_word(whose, "Mover") or len(limits) != 2:
        build.miss(form, f"{written(form)} as moves", "write (move Bet Mover (range 0 100))")
        return
    kind = build.kind(form, (), scope.thens)
    first, last = (number(build, limit, scope) for limit in limits)
    code.add(f"bet = {first}")
    with code.block(f"while bet <= {last}"):
        found(code, scope, "-1", "-1", kind, "bet")
        code.add("bet = bet + 1")


@effects.on("move", "Bet")
def _make_bet(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A player bets an amount; a move of its own for each."""
    if "chosen" not in scope.places:
        build.miss(form, f"{written(form)} as an effect", "write (set Pot number)")
        return
    code.add(f"st32({build.block(blocks.AMOUNTS)} + 4 * {scope.me}, {scope.places['chosen']})")
