"""What positions of the second design rest on: compiled rules, their machines, their clauses."""

from __future__ import annotations

import logging
from collections.abc import Collection
from functools import cached_property
from typing import Any

from games.boards import BoardError
from games.engine.collecting import uncollected
from games.engine.language import Bound, Typed, walk
from games.engine.lowering.compile import Compiled, compile_typed
from games.engine.lowering.extras import NOTHING, Extra
from games.engine.lowering.registry import LoweringError, NotImplementedLudeme
from games.engine.manifest import Manifest
from games.engine.play.stored import StoredModule
from games.ludemes import LudemeError, RulesError
from games.ludemes.tree import Node
from games.notation.points import go_points
from games.play.interface import Kind
from games.play.machine import TOO_DEEP, Limits, within_the_stack
from games.play.second.machines import Machines

GO = frozenset({"graph square", "ints count Liberties"})  # what Go is known by
BOARDS = ("containers board", "containers mancalaBoard", "containers surakartaBoard")

logger = logging.getLogger(__name__)


@uncollected()
def compiled(bound: Bound, *, trace: bool) -> StoredModule:
    """The module of a text, without the program, which is large. Raises RulesError."""
    made = program_of(bound, trace=trace)
    return StoredModule(made.module, made.manifest)


def program_of(
    bound: Bound, without: Collection[str] = (), *, trace: bool = False, extra: Extra = NOTHING
) -> Compiled:
    """The program of a text with its module; arguments are those of `compile_typed`.

    Raises RulesError.
    """
    try:
        made = compile_typed(bound.root, without, trace=trace, extra=extra)
        _ = made.module
        return made
    except NotImplementedLudeme as error:
        found = error.node or bound.root
        node = found.node if isinstance(found, Typed) else found
        raise LudemeError(f"{error.key} cannot be played yet", node.span, node.origin) from error
    except BoardError as error:
        node = _board(bound)
        raise LudemeError(str(error), node.span, node.origin) from error
    except LoweringError:
        logger.exception("a form does not compile")
        raise
    except RecursionError as error:
        node = deepest(bound.root).node
        raise LudemeError(TOO_DEEP, node.span, node.origin) from error
    except RulesError:
        raise
    except Exception as error:
        logger.exception("a text does not compile")
        raise RulesError("these rules cannot be compiled: the compiler fails on them") from error


def deepest(root: Typed) -> Typed:
    """The form or value that stands within most others."""
    level, found = [root], root
    while level:
        found = level[0]
        level = [below for each in level for below in each.children()]
    return found


def _board(bound: Bound) -> Node:
    """Where the board is described, for errors about it."""
    boards = (each.node for each in walk(bound.root) if each.key in BOARDS)
    return next(boards, bound.root.node)


class Core:
    """Rules compiled by the second design; `clauses` are the definitions to name as clauses."""

    def __init__(self, bound: Bound, clauses: tuple[str, ...], limits: Limits | None) -> None:
        self.bound, self.clause_names, self.limits = bound, clauses, limits
        self.compiled = compiled(bound, trace=True)
        self.machines = Machines(self.compiled, limits, optimised=False)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "fast"}

    @cached_property
    def fast(self) -> Machines:
        """The same rules without provenance, for counting; positions are the same bytes."""
        with within_the_stack():
            return Machines(compiled(self.bound, trace=False), self.limits, optimised=True)

    @property
    def manifest(self) -> Manifest:
        """The manifest of the module that traces its moves."""
        return self.compiled.manifest

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.manifest.players)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of pieces, those of each owner, by their number, which counts from 1."""
        return tuple(Kind(p.name, p.owner, p.label) for p in self.manifest.pieces)

    @cached_property
    def board_names(self) -> dict[int, str]:
        """The name of each site of the board by its number."""
        boards = {n for n, each in enumerate(self.manifest.containers) if each.kind == "board"}
        return {each.number: each.name for each in self.manifest.sites if each.container in boards}

    @cached_property
    def points(self) -> dict[str, str]:
        """The points by the labels of a board on which stones have liberties, as in Go."""
        keys = {each.key for each in walk(self.bound.root)}
        on_points = all(each.kind == "vertex" for each in self.manifest.sites if each.x is not None)
        return go_points(self.board_names.values()) if on_points and keys >= GO else {}

    @cached_property
    def clause_of(self) -> tuple[str, ...]:
        """By the number of a clause of the manifest, the clause of the ruleset, "" for none.

        It is the innermost of the named definitions that led there, or that of what is around it.
        """
        found: list[str] = []
        for each in self.manifest.clauses:
            around = "" if each.parent is None else found[each.parent]
            found.append(self.innermost(each.definitions) or around)
        return tuple(found)

    def innermost(self, definitions: tuple[str, ...]) -> str:
        """The first of these definitions that is a clause, "" where none is."""
        return next((name for name in definitions if name in self.clause_names), "")
