"""Find the lowering of a ludeme by its keyword and, where it has several, its first word.

To add a ludeme: write `@table.on("keyword", "Word", reads=("at",))` above a function of (build,
form, scope) in the module for its kind of value; nothing else needs to know it. `reads` are the
named arguments, such as `at:`, that it looks at: all others are refused here, before it is called.
How many arguments without a name it takes is its own business: `parts_of` refuses too many.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Generic, TypeVar

from games.compiler.build import Build
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Word, is_form, written

Lowering = TypeVar("Lowering", bound=Callable[..., object])


class Table(Generic[Lowering]):
    """Lowerings of one kind of value (truth, number, moves, effects).

    `followed` says whether a `(then …)` may stand in such a ludeme; `reads` which arguments with a
    name each of them looks at.
    """

    def __init__(self, what: str, *, followed: bool = False) -> None:
        self.what = what
        self.followed = followed
        self.entries: dict[tuple[str, str], Lowering] = {}
        self.reads: dict[tuple[str, str], tuple[str, ...]] = {}

    def on(
        self, keyword: str, *words: str, reads: tuple[str, ...] = ()
    ) -> Callable[[Lowering], Lowering]:
        """Register a lowering for `(keyword Word …)`, or for `(keyword …)` without words."""

        def register(lowering: Lowering) -> Lowering:
            for word in words or ("",):
                self.entries[keyword, word] = lowering
                self.reads[keyword, word] = reads
            return lowering

        return register

    def knows(self, form: Form) -> bool:
        """Whether there is a lowering of a form."""
        return self._entry(form) in self.entries

    def find(self, build: Build, form: Form) -> Lowering | None:
        """The lowering of a form, or None; what it does not look at in the form is noted once."""
        entry = self._entry(form)
        if entry not in self.entries:
            return None
        build.once(("read", id(self), id(form)), lambda: self._refuse_unread(build, form, entry))
        return self.entries[entry]

    def _refuse_unread(self, build: Build, form: Form, entry: tuple[str, str]) -> Form:
        """Note what a lowering does not look at; the form, which is so kept while it is known."""
        refuse_extras(build, form, *self.reads[entry])
        if not self.followed:
            refuse_consequences(build, form)
        for node in form.arguments():
            if isinstance(node, Form) and node.keyword == "then":
                refuse_extras(build, node)
        return form

    def _entry(self, form: Form) -> tuple[str, str]:
        entry = (form.keyword, first_word(form))
        return entry if entry in self.entries else (form.keyword, "")

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
    unnamed = (item.node for item in form.items if item.name is None)
    _, first = next(unnamed, None), next(unnamed, None)
    return first.name if isinstance(first, Word) else ""


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
    """Note every named argument that no lowering reads, and the second of a name."""
    seen = set[str]()
    for item in form.items:
        if item.name is None:
            continue
        if item.name not in known:
            these = ", ".join(f"{each}:" for each in known)
            hint = f"there are {these}" if known else ""
            build.miss(item.node, f"{item.name}: in ({form.keyword} …)", hint)
        elif item.name in seen:
            build.miss(item.node, f"{item.name}: a second time in ({form.keyword} …)")
        seen.add(item.name)


def refuse_both(build: Build, form: Form, first: str, second: str) -> None:
    """Note the second of two named arguments that say the same thing in different ways."""
    node = form.named(second)
    if node is not None and form.named(first) is not None:
        build.miss(node, f"{second}: beside {first}: in ({form.keyword} …)")


def refuse_consequences(build: Build, form: Form) -> None:
    """Note every `(then …)` in a form that nothing can follow."""
    for node in form.arguments():
        if is_form(node, "then"):
            build.miss(node, f"{written(node)} in ({form.keyword} …)")


def forms_in(build: Build, form: Form) -> dict[str, Form]:
    """The forms in a form by keyword, but for `(then …)`; a second one of a kind is noted."""
    found: dict[str, Form] = {}
    for node in form.body():
        if isinstance(node, Form) and found.setdefault(node.keyword, node) is not node:
            build.miss(node, f"a second ({node.keyword} …) in ({form.keyword} …)")
    return found
