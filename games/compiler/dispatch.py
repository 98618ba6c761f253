"""Find the lowering of a ludeme by its keyword and, where it has several, its first word.

To add a ludeme: write `@table.on("keyword", "Word")` above a function of (build, form, scope) in
the module for its kind of value; nothing else needs to know it.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Generic, TypeVar

from games.compiler.build import Build
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Word

Lowering = TypeVar("Lowering", bound=Callable[..., object])


class Table(Generic[Lowering]):
    """Lowerings of one kind of value (truth, number, moves, effects)."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.entries: dict[tuple[str, str], Lowering] = {}

    def on(self, keyword: str, *words: str) -> Callable[[Lowering], Lowering]:
        """Register a lowering for `(keyword Word …)`, or for `(keyword …)` without words."""

        def register(lowering: Lowering) -> Lowering:
            for word in words or ("",):
                self.entries[keyword, word] = lowering
            return lowering

        return register

    def find(self, form: Form) -> Lowering | None:
        """The lowering of a form, or None."""
        word = first_word(form)
        return self.entries.get((form.keyword, word)) or self.entries.get((form.keyword, ""))

    def name(self, form: Form) -> str:
        """How the form is called in messages: its keyword and first word."""
        word = first_word(form)
        return f"({form.keyword} {word} …)" if word else f"({form.keyword} …)"

    def hint(self, form: Form) -> str:
        """What the author may have meant: the entries most like the form, or all keywords."""
        names = {" ".join(entry).strip(): entry for entry in self.entries}
        like = get_close_matches(f"{form.keyword} {first_word(form)}".strip(), names, 2)
        if like:
            return f"do you mean {' or '.join(f'({each} …)' for each in like)}?"
        return f"there are {', '.join(sorted({keyword for keyword, _ in self.entries}))}"


def first_word(form: Form) -> str:
    """The first argument where it is a word, as `Step` in `(move Step …)`."""
    arguments = form.arguments()
    return arguments[0].name if arguments and isinstance(arguments[0], Word) else ""


def parts_of(form: Form, least: int, most: int, shape: str) -> list[Node]:
    """The arguments of a form but for `(then …)`. Raises LudemeError for too few or too many.

    `shape` is how the form is written, for the message.
    """
    found = form.body()
    if not least <= len(found) <= most:
        place: Node = form if len(found) < least else found[most]
        fault = "something is missing" if len(found) < least else "one argument too many"
        raise LudemeError(f"{fault}: write {shape}", place.span, place.origin)
    return found


def refuse_extras(build: Build, form: Form, *known: str) -> None:
    """Note every named argument that no lowering reads, so that none is ever ignored."""
    for item in form.items:
        if item.name is not None and item.name not in known:
            build.miss(item.node, f"{item.name}: in ({form.keyword} …)")
