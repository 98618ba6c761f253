"""What one compilation gathers: tables, functions, kinds of move, clauses, missing keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from struct import pack
from typing import TYPE_CHECKING, TypeVar, cast

from games.compiler.layout import MAX_KINDS, MAX_VARIABLES, PAGE, Layout
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Item, Node, Text, Word, written

if TYPE_CHECKING:
    from games.compiler.equipment import Equipment

Made = TypeVar("Made")

# How many numbers in tables take as long to make as a line of code.
NUMBERS_PER_LINE = 50
BYTES_PER_LINE = 200
# How many letters an expression has for a line: those within those are written more than once.
LETTERS_PER_LINE = 25

NAME = re.compile(r"[a-z_]\w*")

# From expressions for from, to, kind and extra to the expression that hands a move on.
Emit = Callable[[str, str, str, str], str]


class Code:
    """Lines of restricted Python, indented as they are written."""

    def __init__(self, depth: int = 1) -> None:
        self.lines: list[str] = []
        self.depth = depth

    def add(self, line: str) -> None:
        """One line at the present depth."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """`head:` with what is written inside one step deeper."""
        self.add(f"{head}:")
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1


@contextmanager
def over_pieces(
    code: Code, place: str, which: str = "held(WHAT + {})", beside: bool = False
) -> Iterator[None]:
    """A loop over the sites that hold a piece, sixteen at a time; nothing may change meanwhile.

    Those are sites of the board, and of the hands too if `beside`.
    """
    code.add("base = 0")
    with code.block("while base < SITES" if beside else "while base < BOARD_SITES"):
        code.add(f"bits = {which.format('base')}")
        with code.block("while bits"):
            code.add(f"{place} = base + ctz(bits)")
            code.add("bits = bits & (bits - 1)")
            if not beside:
                with code.block("if BESIDE"), code.block(f"if {place} >= BOARD_SITES"):
                    code.add("break")
            yield
        code.add("base = base + 16")


@dataclass(frozen=True)
class Kind:
    """A kind of move: the ludeme that makes it and the consequences gathered around it."""

    number: int
    form: Form | None
    applies: tuple[Node, ...]
    thens: tuple[Node, ...]
    clause: int

    def without(self, outer: tuple[Node, ...]) -> Kind | None:
        """The same without its outermost consequences, None where it does not have these."""
        inner = self.thens[: len(self.thens) - len(outer)]
        same = list(map(id, self.thens)) == list(map(id, inner + outer))
        return replace(self, thens=inner) if same else None


@dataclass(frozen=True)
class Scope:
    """What is known where a ludeme stands: whose move it is, and which places have a name.

    `me` is an expression for the player that `Mover` means; `places` one for each place that has a
    name (frm, to, btw, site, and target inside a threat test). `emit` gives the call made for each
    move found; `stops` says that finding one may be enough, `collects` that what a clause forbids
    is wanted too. `threats` is off inside a threat test, where nested tests are false. `following`
    is an expression for the player that `Next` means, where that is known otherwise; `played` how
    many moves have been made beside those that are counted already.
    """

    me: str = "me"
    places: Mapping[str, str] = field(default_factory=dict)
    threats: bool = True
    thens: tuple[Node, ...] = ()
    emit: Emit | None = None
    stops: bool = False
    collects: bool = False
    following: str | None = None
    played: int = 0

    def name(self, **places: str) -> Scope:
        """The same with more places named, each by an expression."""
        return replace(self, places={**self.places, **places})

    def bind(self, *names: str) -> Scope:
        """The same with more places in variables of their own name."""
        return self.name(**{name: name for name in names})

    def here(self) -> Scope:
        """The same inside a function whose parameters are the player and the places."""
        return replace(self, me="me", places={name: name for name in self.places})


# Between two moves, Next is known: after one that lets its player move again, that player.
BETWEEN_MOVES = Scope(following="ld32(NEXT)")


@dataclass
class Build:
    """The state of one compilation. `clauses` are the definitions that may be named as clauses.

    `budget` is how much work may be done, in lines of code or what takes as long; None is no end.
    Without `look_back`, threats are found by generating the enemy's moves.
    `blocks` are the sizes of what a position keeps beside what all positions do.
    """

    equipment: Equipment
    clause_names: tuple[str, ...]
    traced: bool
    budget: int | None = None
    look_back: bool = True
    blocks: Mapping[str, int] = field(default_factory=dict)
    layout: Layout = field(init=False)
    functions: list[str] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    missing: list[LudemeError] = field(default_factory=list)
    doubts: list[LudemeError] = field(default_factory=list)
    data: dict[int, bytes] = field(default_factory=dict)
    clauses: list[str] = field(default_factory=lambda: [""])
    modes: list[str] = field(default_factory=list)
    collecting: list[bool] = field(default_factory=list)
    filters: list[str] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    start_sites: dict[int, list[int]] = field(default_factory=dict)
    start_unknown: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        beside = self.equipment.sites - len(self.equipment.board)
        counted = self.equipment.counted
        sizes = tuple((f"BLOCK_{i}", size) for i, size in enumerate(self.blocks.values()))
        players = self.equipment.players
        stacked = self.equipment.stacked
        self.layout = Layout(self.equipment.sites, players, beside, counted, sizes, stacked)
        self.end_of_data = self.layout.tables
        self.known_kinds: dict[tuple[int, ...], Kind] = {}
        self.known_tables: dict[object, int] = {}
        self.known_functions: dict[object, str] = {}
        self.plays: list[Form] = []
        self.counter = 0
        # Which moves of pieces are lowered, by id.
        self.moved = set[int]()
        self.facing = dict(self.equipment.facing)
        self.rewritten: dict[int, Form] = {}
        self.spent = 0
        self.inside_piece = False
        # What follows every move that the rules of play try first, as for check.
        self.around: tuple[Node, ...] = ()
        self.open_regions: list[tuple[str, int]] = []
        # For a (between …) with effects: from a scope to the address of the lines passed along.
        self.ways: dict[int, Callable[[Scope], str]] = {}
        self.made: dict[object, object] = {}
        self.trials: dict[tuple[int, ...], tuple[str, tuple[Node, ...]]] = {}
        self.kinds.append(Kind(0, None, (), (), 0))

    @contextmanager
    def rules_of_a_piece(self, facing: dict[int, str | None]) -> Iterator[None]:
        """While the moves of one piece are lowered: these may not ask for those of all pieces."""
        before, self.inside_piece = (self.inside_piece, self.facing), True
        self.facing = {**self.facing, **facing}
        yield
        self.inside_piece, self.facing = before

    @contextmanager
    def rules_of_play(self) -> Iterator[None]:
        """While moves are lowered that belong to no piece, wherever they are asked for."""
        before, self.inside_piece = (self.inside_piece, self.facing), False
        self.facing = dict(self.equipment.facing)
        yield
        self.inside_piece, self.facing = before

    def spend(self, lines: int, node: Node) -> None:
        """Count work done for a node. Raises LudemeError where that goes beyond the budget."""
        self.spent += lines
        if self.budget is not None and self.spent > self.budget:
            message = "the rules become too large here: write fewer moves, or a smaller board"
            raise LudemeError(message, node.span, node.origin)

    def sized(self, expression: str, node: Node) -> str:
        """The expression, its length counted as work: nested ones may grow without end."""
        self.spend(1 + len(expression) // LETTERS_PER_LINE, node)
        return expression

    def all_pairs(self, node: Node) -> None:
        """Count as work that something is found for each site and each other one."""
        self.spend(self.layout.sites**2 // NUMBERS_PER_LINE, node)

    # Names and clauses

    def fresh(self, hint: str) -> str:
        """A name not used before."""
        self.counter += 1
        return f"{hint}_{self.counter}"

    def clause_of(self, node: Node) -> int:
        """The number of the clause that a node belongs to; 0 where it belongs to none."""
        chain = node.origin.chain() if node.origin else ()
        name = next((name for name in chain if name in self.clause_names), "")
        if name not in self.clauses:
            self.clauses.append(name)
        return self.clauses.index(name)

    def miss(self, node: Node, what: str, hint: str = "") -> str:
        """Note that something is not implemented; the neutral value goes on in its place.

        `hint` says what is, for the message.
        """
        message = f"{what} is not implemented{f' ({hint})' if hint else ''}"
        self.missing.append(LudemeError(message, node.span, node.origin))
        return "0"

    # Tables

    def table(self, content: bytes, key: object = None) -> int:
        """Keep bytes in memory, once; their address. The eight bytes before are 0."""
        known = key if key is not None else content
        if known not in self.known_tables:
            address = self.end_of_data + 8
            self.data[address] = content
            self.end_of_data = (address + len(content) + 7) // 8 * 8
            self.spent += len(content) // BYTES_PER_LINE
            self.known_tables[known] = address
        return self.known_tables[known]

    def once(self, key: object, make: Callable[[], Made]) -> Made:
        """What is made when it is first asked for, and kept."""
        if key not in self.made:
            self.made[key] = make()
        return cast(Made, self.made[key])

    def scratch(self, what: str, size: int) -> int:
        """The address of bytes to work with, the same for each use of that name."""
        return self.table(bytes(size), ("scratch", what, size))

    def lists(self, lists: Sequence[Sequence[int]], node: Node) -> int:
        """Keep lists of sites; the address of a row of pointers (32 bits) to count and sites."""
        self.spend((sum(map(len, lists)) + len(lists)) // NUMBERS_PER_LINE, node)
        key = tuple(map(tuple, lists))
        if key in self.known_tables:
            return self.known_tables[key]
        pointers = {each: self.table(_counted(each)) for each in dict.fromkeys(key)}
        row = pack(f"<{len(key)}I", *map(pointers.__getitem__, key))
        return self.table(row, key)

    @property
    def pages(self) -> int:
        """How many pages of memory the module needs, stack included."""
        return -(-self.layout.constants(self.end_of_data)["STACK_END"] // PAGE)

    def owned(self, row: str, *, everyone: bool = False) -> tuple[str, str]:
        """The question which of sixteen sites hold a player's pieces: its name, and its table.

        The table is an expression for the row of a player; row 0 is for neutral pieces, or
        `everyone`.
        """
        blocks = len(self.equipment.components) // 16 + 1
        rows = bytearray()
        for player in range(self.equipment.players + 1):
            owners = {0, *range(16)} if everyone and player == 0 else {player}
            mine = [255 if each.owner in owners else 0 for each in self.equipment.components]
            rows += bytes([0, *mine]).ljust(16 * blocks, b"\0")
        return f"marked_{blocks}", f"{self.table(bytes(rows))} + {row} * {16 * blocks}"

    # Functions

    def function(self, name: str, parameters: Iterable[str], code: Code) -> str:
        """Add a function; its name, or that of one with the same parameters and lines."""
        body = f"({', '.join(parameters)}):\n" + "\n".join(code.lines or ["    pass"]) + "\n"
        if body not in self.known_functions:
            self.spent += len(code.lines)
            self.functions.append(f"def {name}{body}")
            self.known_functions[body] = name
        return self.known_functions[body]

    def named(self, name: str, parameters: Iterable[str], code: Code) -> None:
        """Add a function that others call by this name."""
        lines = code.lines or ["    pass"]
        self.functions.append(f"def {name}({', '.join(parameters)}):\n" + "\n".join(lines) + "\n")

    def helper(self, hint: str, scope: Scope, code: Code) -> str:
        """Add a function of the player and the places that it looks at; the call of it from there.

        The code is written in the scope's `here()`.
        """
        used = set(NAME.findall("\n".join(code.lines)))
        places = sorted(used.intersection(scope.places))
        name = self.function(self.fresh(hint), ["me", *places], code)
        return f"{name}({', '.join([scope.me, *(scope.places[place] for place in places)])})"

    def block(self, name: str) -> str:
        """The address of a block of the position."""
        return f"BLOCK_{list(self.blocks).index(name)}"

    def variable(self, name: str, node: Node) -> str:
        """The address of a variable of the rules. Raises LudemeError where there are too many."""
        if name not in self.variables:
            self.variables.append(name)
        if len(self.variables) > MAX_VARIABLES:
            message = f"over {MAX_VARIABLES} variables and triggers: use fewer names"
            raise LudemeError(message, node.span, node.origin)
        return f"VARIABLES + {4 * self.variables.index(name)}"

    def as_move(self, form: Form) -> Form:
        """An effect such as `(slide …)` written as the move that it is, `(move Slide …)`."""
        if form.keyword == "move":
            return form
        if id(form) not in self.rewritten:
            words = (Word(form.span, "move"), Word(form.span, form.keyword.capitalize()))
            items = (*(Item(None, word) for word in words), *form.items[1:])
            self.rewritten[id(form)] = replace(form, items=items)
        return self.rewritten[id(form)]

    def kind(self, form: Form, applies: tuple[Node, ...], thens: tuple[Node, ...]) -> Kind:
        """The kind of move that a ludeme makes there, the same each time it is asked for."""
        key = (id(form), len(applies), *map(id, thens))
        if key not in self.known_kinds:
            clause = self.clause_of(form)
            if len(self.kinds) == MAX_KINDS:
                message = f"over {MAX_KINDS} kinds of move: write fewer moves"
                raise LudemeError(message, form.span, form.origin)
            self.known_kinds[key] = Kind(len(self.kinds), form, applies, thens, clause)
            self.kinds.append(self.known_kinds[key])
        return self.known_kinds[key]

    def collects_all(self, emit: Emit) -> bool:
        """Whether moves are handed on to the list of legal moves, with nothing in between."""
        return emit("frm", "to", "kind", "extra") == self.collector("frm", "to", "kind", "extra")

    def collector(self, frm: str, to: str, kind: str, extra: str) -> str:
        """The call that puts a move on the list; once, where a site may be reached two ways."""
        add = "add_once" if self.equipment.board.circular else "add"
        return f"{add}({frm}, {to}, {kind}, {extra})"

    def applying(self, outer: tuple[Node, ...]) -> str:
        """The name of the function that carries out a move without these outer consequences."""
        if not outer:
            return "apply"
        key = tuple(map(id, outer))
        if key not in self.trials:
            self.trials[key] = (self.fresh("apply_before"), outer)
        return self.trials[key][0]


@lru_cache(maxsize=16_384)
def _counted(sites: tuple[int, ...]) -> bytes:
    """How many sites, and the sites, in 16 bits each: the same lines come back in every ruleset."""
    return pack(f"<{len(sites) + 1}H", len(sites), *sites)


def is_word(node: Node | None, *names: str) -> bool:
    """Whether a node is one of these words."""
    return isinstance(node, Word) and node.name in names


def text_of(node: Node, what: str) -> str:
    """The string of a node. Raises LudemeError saying that `what` was expected."""
    if isinstance(node, Text):
        return node.value
    message = f"{what} belongs here, in quotes, not {written(node)}"
    raise LudemeError(message, node.span, node.origin)
