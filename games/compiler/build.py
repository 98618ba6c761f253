"""What one compilation gathers: tables, functions, kinds of move, clauses, missing keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from games.compiler.layout import PAGE, Layout
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Text, Word

if TYPE_CHECKING:
    from games.compiler.equipment import Equipment

# From expressions for from, to, kind and extra to the expression that hands a move on.
Emit = Callable[[str, str, str, str], str]


class Code:
    """Lines of restricted Python, indented as they are written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1

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


@dataclass(frozen=True)
class Kind:
    """A kind of move: the ludeme that makes it and the consequences gathered around it."""

    number: int
    form: Form | None
    applies: tuple[Node, ...]
    thens: tuple[Node, ...]
    clause: int


@dataclass(frozen=True)
class Scope:
    """What is known where a ludeme stands: whose move it is, and which places have a name.

    `me` is an expression for the player that `Mover` means. `emit` gives the call made for each
    move found; `stops` says that finding one is enough. `threats` is off inside a threat test,
    where nested tests are false (shared semantics of Ludii).
    """

    me: str = "me"
    bound: frozenset[str] = frozenset()
    threats: bool = True
    thens: tuple[Node, ...] = ()
    emit: Emit | None = None
    stops: bool = False

    def bind(self, *names: str) -> Scope:
        """The same with more places named."""
        return replace(self, bound=self.bound | set(names))


@dataclass
class Build:
    """The state of one compilation. `clauses` are the definitions that may be named as clauses."""

    equipment: Equipment
    clause_names: tuple[str, ...]
    traced: bool
    layout: Layout = field(init=False)
    functions: list[str] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    missing: list[LudemeError] = field(default_factory=list)
    data: dict[int, bytes] = field(default_factory=dict)
    clauses: list[str] = field(default_factory=lambda: [""])

    def __post_init__(self) -> None:
        self.layout = Layout(len(self.equipment.board), self.equipment.players)
        self.end_of_data = self.layout.tables
        self.known_kinds: dict[tuple[int, ...], Kind] = {}
        self.known_tables: dict[object, int] = {}
        self.known_functions: dict[object, str] = {}
        self.counter = 0
        self.kinds.append(Kind(0, None, (), (), 0))

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

    def miss(self, node: Node, what: str) -> str:
        """Note that something is not implemented; the neutral value goes on in its place."""
        self.missing.append(LudemeError(f"{what} is not implemented", node.span, node.origin))
        return "0"

    # Tables

    def table(self, content: bytes, key: object = None) -> int:
        """Keep bytes in memory, once; their address. The eight bytes before are 0."""
        known = key if key is not None else content
        if known not in self.known_tables:
            address = self.end_of_data + 8
            self.data[address] = content
            self.end_of_data = (address + len(content) + 7) // 8 * 8
            self.known_tables[known] = address
        return self.known_tables[known]

    def lists(self, lists: Sequence[Sequence[int]]) -> int:
        """Keep lists of sites; the address of a row of pointers (32 bits) to count and sites."""
        key = tuple(tuple(each) for each in lists)
        if key in self.known_tables:
            return self.known_tables[key]
        pointers: dict[tuple[int, ...], int] = {}
        for each in dict.fromkeys(key):
            words = b"".join(number.to_bytes(2, "little") for number in (len(each), *each))
            pointers[each] = self.table(words)
        row = b"".join(pointers[each].to_bytes(4, "little") for each in key)
        return self.table(row, key)

    @property
    def pages(self) -> int:
        """How many pages of memory the module needs, stack included."""
        return -(-self.layout.constants(self.end_of_data)["STACK_END"] // PAGE)

    # Functions

    def function(self, name: str, parameters: Iterable[str], code: Code) -> str:
        """Add a function; its name, or that of one with the same parameters and lines."""
        body = f"({', '.join(parameters)}):\n" + "\n".join(code.lines or ["    pass"]) + "\n"
        if body not in self.known_functions:
            self.functions.append(f"def {name}{body}")
            self.known_functions[body] = name
        return self.known_functions[body]

    def named(self, name: str, parameters: Iterable[str], code: Code) -> None:
        """Add a function that others call by this name."""
        lines = code.lines or ["    pass"]
        self.functions.append(f"def {name}({', '.join(parameters)}):\n" + "\n".join(lines) + "\n")

    def kind(self, form: Form, applies: tuple[Node, ...], thens: tuple[Node, ...]) -> Kind:
        """The kind of move that a ludeme makes there, the same each time it is asked for."""
        key = (id(form), *map(id, thens))
        if key not in self.known_kinds:
            clause = self.clause_of(form)
            self.known_kinds[key] = Kind(len(self.kinds), form, applies, thens, clause)
            self.kinds.append(self.known_kinds[key])
        return self.known_kinds[key]


def is_word(node: Node | None, *names: str) -> bool:
    """Whether a node is one of these words."""
    return isinstance(node, Word) and node.name in names


def text_of(node: Node, what: str) -> str:
    """The string of a node. Raises LudemeError saying that `what` was expected."""
    if isinstance(node, Text):
        return node.value
    raise LudemeError(f"{what} belongs here, in quotes", node.span, node.origin)
