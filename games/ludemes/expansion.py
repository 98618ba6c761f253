"""Replace options, definitions and ranges by what they stand for; spans and origins survive.

Ludii expands text, in this order: comments, options, rulesets, definitions, ranges. Here the tree
is expanded, with the same result: an argument is kept as written, with the place where it stands,
and read again wherever the definition uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from games.ludemes.common import common
from games.ludemes.coordinates import labels_between
from games.ludemes.definitions import Definition, defined_again, read_definitions
from games.ludemes.options import Option, choose, read_options, read_rulesets
from games.ludemes.placing import Values, chosen_value, definition_items, values_of, with_values
from games.ludemes.printer import write_node
from games.ludemes.ranges import DOTS, MAX_RANGE, joined, numbers_of
from games.ludemes.reader import Faults, read, report
from games.ludemes.source import LudemeError, Origin, Source, Span
from games.ludemes.tree import (
    Angles,
    Form,
    Item,
    Joined,
    LabelRange,
    Missing,
    Node,
    Number,
    Placeholder,
    Range,
    Sequence,
    Text,
    Word,
    moved,
    moved_item,
    walk,
    written,
)

MAX_NODES = 200_000
MAX_CALLS = 40
MAX_LEVEL = 90
LETTERS_PER_NODE = 20
HOLE_IN_TEXT = re.compile(r"#(\d+)|<(\w+):(\w+)>")


@dataclass(frozen=True)
class Expansion:
    """A text with nothing left to replace. `definitions` are the text's own, by name.

    `doubts` are what means something but hardly what its author meant.
    """

    game: Form
    metadata: Form | None
    options: tuple[Option, ...]
    chosen: tuple[str, ...]
    definitions: dict[str, Definition]
    doubts: tuple[LudemeError, ...] = ()


@dataclass(frozen=True)
class Argument:
    """What a call passes: items as written, and the arguments that they may themselves use."""

    items: tuple[Item, ...]
    arguments: tuple[Argument, ...]
    origin: Origin | None


def default_choices(text: str) -> tuple[str, ...]:
    """The default item of each option: given as choices, they go before a starred ruleset.

    So the published player plays a game for which nobody chose a ruleset. Raises LudemeError.
    """
    offered = read_options(read(text))
    return tuple(f"{option.heading}/{option.default.label}" for option in offered)


def expand(
    text: str,
    options: Iterable[str] = (),
    definitions: Mapping[str, Definition] | None = None,
    name: str = "rules",
    faults: Faults = None,
) -> Expansion:
    """Read and expand a rules text.

    `options` are "Heading/Item" choices; `definitions` a library used where the text itself has
    no definition of that name, by default the common ones. Raises LudemeError with the author's
    place, or OptionError. Given a list of `faults`, those that leave the rest readable are added to
    it, and not raised.
    """
    items = read(text, name, faults)
    offered = read_options(items)
    wanted = (*read_rulesets(items).get("", ()), *options)
    chosen = choose(offered, wanted)
    values = values_of(offered, chosen)
    top = list(with_values(items, values))
    own = read_definitions(definition_items(top, values, text))
    library = common() if definitions is None else definitions
    expander = _Expander(own, library, values, faults)
    game = _top(top, "game")
    if game is None:
        if (match := _top(top, "match")) is not None:
            raise LudemeError("a match of several games is not played here", match.span)
        raise LudemeError('no game here: write (game "Name" …)', _whole(text, name))
    names = tuple(f"{heading}/{choice.label}" for heading, choice in chosen.items())
    doubts = tuple(defined_again(own.values()))
    return Expansion(expander.game(game), _metadata(items, expander), offered, names, own, doubts)


def _metadata(items: list[Item], expander: _Expander) -> Form | None:
    """The metadata, expanded where it names an option; else as written: it is not for us."""
    form = _top(items, "metadata")
    if form is None or not any(isinstance(node, Angles) for node in walk(form)):
        return form
    return expander.game(form)


def _whole(text: str, name: str) -> Span:
    return Span(Source(name, text), 0, 1)


def _top(items: list[Item], keyword: str) -> Form | None:
    forms = [i.node for i in items if isinstance(i.node, Form) and i.node.keyword == keyword]
    if len(forms) > 1:
        raise LudemeError(f"a second ({keyword} …): one is enough", forms[1].span)
    return forms[0] if forms else None


class _Expander:
    """Expands nodes; counts what it makes, so that no text grows without end."""

    def __init__(
        self,
        own: Mapping[str, Definition],
        library: Mapping[str, Definition],
        values: Values,
        faults: Faults = None,
    ) -> None:
        self.own, self.library, self.values, self.faults = own, library, values, faults
        self.made = 0
        self.level = 0

    def game(self, form: Form) -> Form:
        """The whole game. Its title is no call, also where a definition has that name."""
        title = form.items[1:2]
        if title and isinstance(title[0].node, Text) and title[0].node.value in self.names():
            rest = self.items(form.items[2:], (), None, 0)
            return replace(form, items=(form.items[0], title[0], *rest))
        return replace(form, items=tuple(self.items(form.items, (), None, 0)))

    def fault(self, message: str, node: Node, origin: Origin | None) -> list[Item]:
        """Note what is wrong; this stands in its place."""
        report(LudemeError(message, node.span, origin), self.faults)
        return [Item(None, Missing(node.span, origin=origin))]

    def items(
        self,
        items: Iterable[Item],
        arguments: tuple[Argument, ...],
        origin: Origin | None,
        depth: int,
    ) -> list[Item]:
        found: list[Item] = []
        dotted = False
        for item in items:
            node = item.node
            if isinstance(node, Word | Number) and self.level < MAX_LEVEL:
                dotted = dotted or (isinstance(node, Word) and node.name == DOTS)
                self.grow(1, node, origin)
                found.append(item if origin is node.origin else moved_item(item, origin))
                continue
            expanded = self.node(node, arguments, origin, depth)
            if item.name is not None and expanded:
                expanded[0] = Item(item.name, expanded[0].node)
            found.extend(expanded)
        return joined(found, lambda node: self.range(node, origin)) if dotted else found

    def node(
        self, node: Node, arguments: tuple[Argument, ...], origin: Origin | None, depth: int
    ) -> list[Item]:
        """The items that stand in the place of one node: often just itself."""
        self.grow(1, node, origin)
        self.level += 1
        if self.level > MAX_LEVEL:
            message = f"this nests over {MAX_LEVEL} deep once definitions and options are replaced"
            chain = origin.chain() if origin else ()
            itself = bool(chain) and chain[0] in chain[1:]
            raise LudemeError(
                _too_deep(chain) if itself else message, node.span, _shortened(origin)
            )
        found = self.replaced(node, arguments, origin, depth)
        self.level -= 1
        return found

    def grow(self, size: int, node: Node, origin: Origin | None) -> None:
        """Count what is made. Raises LudemeError where it is too much."""
        self.made += size
        if self.made > MAX_NODES:
            message = f"the definitions make over {MAX_NODES} ludemes: here it becomes too much"
            raise LudemeError(message, node.span, _shortened(origin))

    def replaced(
        self, node: Node, arguments: tuple[Argument, ...], origin: Origin | None, depth: int
    ) -> list[Item]:
        """What a node stands for, by its type."""
        if isinstance(node, Placeholder):
            return self.placeholder(node, arguments, depth)
        if isinstance(node, Text):
            return self.text(node, arguments, origin, depth)
        if isinstance(node, Joined | LabelRange | Range):
            return self.spelled(node, arguments, origin, depth)
        if isinstance(node, Angles):
            return self.option(node, arguments, origin, depth)
        if isinstance(node, Sequence):
            return self.sequence(node, arguments, origin, depth)
        return [Item(None, moved(node, origin))]

    def placeholder(
        self, node: Placeholder, arguments: tuple[Argument, ...], depth: int
    ) -> list[Item]:
        if not 0 < node.number <= len(arguments):
            return []
        given = arguments[node.number - 1]
        return self.items(given.items, given.arguments, given.origin, depth)

    def text(
        self, node: Text, arguments: tuple[Argument, ...], origin: Origin | None, depth: int
    ) -> list[Item]:
        value = node.value
        if "#" in value or "<" in value:
            value = HOLE_IN_TEXT.sub(lambda hole: self.hole(hole, arguments, node, depth), value)
        self.grow(len(value) // LETTERS_PER_NODE, node, origin)
        if (definition := self.definition(value, origin)) is not None:
            return self.call(definition, (), node.span, origin, depth)
        return [Item(None, Text(node.span, value, origin=origin))]

    def hole(
        self, hole: re.Match[str], arguments: tuple[Argument, ...], node: Node, depth: int
    ) -> str:
        """What stands for `#1` or `<Tag:argument>` inside a string or word."""
        if hole[1] is None:
            items = self.values.get((hole[2], hole[3]), ())
        else:
            number = int(hole[1])
            if not 0 < number <= len(arguments):
                return "" if arguments else hole[0]
            given = arguments[number - 1]
            items = tuple(self.items(given.items, given.arguments, given.origin, depth))
        text = " ".join(_plain(item.node) for item in items)
        self.grow(len(text) // LETTERS_PER_NODE, node, None)
        return text

    def spelled(
        self,
        node: Joined | LabelRange | Range,
        arguments: tuple[Argument, ...],
        origin: Origin | None,
        depth: int,
    ) -> list[Item]:
        """A word with arguments in it, or all that is in a range."""
        if isinstance(node, Range):
            return self.range(node, origin)
        if isinstance(node, Joined):
            hole = HOLE_IN_TEXT.sub(lambda h: self.hole(h, arguments, node, depth), node.pattern)
            return [Item(None, Word(node.span, hole, origin=origin))]
        labels = labels_between(node.first, node.last)
        self.grow(len(labels), node, origin)
        return [Item(None, Text(node.span, label, origin=origin)) for label in labels]

    def range(self, node: Range, origin: Origin | None) -> list[Item]:
        numbers = numbers_of(node)
        if numbers is None:
            message = f"a range of over {MAX_RANGE} numbers: write a shorter one"
            return self.fault(message, node, origin)
        self.grow(len(numbers), node, origin)
        return [Item(None, Number(node.span, number, origin=origin)) for number in numbers]

    def option(
        self, node: Angles, arguments: tuple[Argument, ...], origin: Origin | None, depth: int
    ) -> list[Item]:
        """What an option stands for. It is put in first, so `#1` in it is what surrounds it."""
        found = chosen_value(node, self.values)
        if found is not None:
            return self.items(found, arguments, origin, depth)
        known = ", ".join(f"<{tag}:{argument}>" for tag, argument in self.values) or "no options"
        return self.fault(f"{written(node)} names no option; there are {known}", node, origin)

    def sequence(
        self, node: Sequence, arguments: tuple[Argument, ...], origin: Origin | None, depth: int
    ) -> list[Item]:
        if isinstance(node, Form):
            if node.keyword == "define":
                return []
            name = self.called(node.head, arguments, origin)
            if name is not None:
                passed = tuple(Argument(_kept(item), arguments, origin) for item in node.items[1:])
                return self.call(name, passed, node.span, origin, depth)
        items = tuple(self.items(node.items, arguments, origin, depth))
        if isinstance(node, Form) and not (items and isinstance(items[0].node, Word)):
            return self.without_keyword(node, items, origin)
        return [Item(None, type(node)(node.span, items, origin=origin, starred=node.starred))]

    def without_keyword(
        self, node: Form, items: tuple[Item, ...], origin: Origin | None
    ) -> list[Item]:
        """What stands for brackets without a keyword: forms within them stand for themselves."""
        if not items:
            message = "nothing is left of this form: its head is an empty argument"
            return self.fault(message, node, origin)
        head = items[0].node
        if all(isinstance(item.node, Form | Missing) for item in items):
            return list(items)
        if isinstance(head, Text):
            return self.fault(self.undefined(head.value), head, origin)
        message = f"a form starts with a keyword or a definition's name, not {written(head)}"
        return self.fault(message, head, origin)

    def undefined(self, name: str) -> str:
        """The message for a name that nothing defines, with the ones most like it."""
        like = " or ".join(f'"{each}"' for each in get_close_matches(name, self.names(), 3))
        hint = f"; do you mean {like}?" if like else f': add (define "{name}" …)'
        return f'"{name}" is not defined{hint}'

    def names(self) -> list[str]:
        """All definitions."""
        return [*self.own, *self.library]

    def called(
        self,
        head: Node,
        arguments: tuple[Argument, ...],
        origin: Origin | None,
        level: int = 0,
    ) -> Definition | None:
        """The definition that a form's head names, also through an argument or an option."""
        if level > MAX_CALLS:
            raise LudemeError("this option stands for itself: its value names it", head.span)
        if isinstance(head, Placeholder) and 0 < head.number <= len(arguments):
            given = arguments[head.number - 1]
            if not given.items:
                return None
            return self.called(given.items[0].node, given.arguments, given.origin, level + 1)
        if isinstance(head, Angles):
            items = chosen_value(head, self.values)
            return self.called(items[0].node, arguments, origin, level + 1) if items else None
        return self.definition(head.value, origin) if isinstance(head, Text) else None

    def definition(self, name: str, origin: Origin | None) -> Definition | None:
        """What a name means in what a definition made, or in the text itself."""
        own = self.own.get(name)
        if own is not None:
            return own.seen_from(origin.place if origin else -1)
        return self.library.get(name)

    def call(
        self,
        definition: Definition,
        arguments: tuple[Argument, ...],
        span: Span,
        origin: Origin | None,
        depth: int,
    ) -> list[Item]:
        place = definition.place if definition.name in self.own else -1
        inner = Origin(definition.name, span, origin, place)
        if depth >= MAX_CALLS:
            raise LudemeError(_too_deep(inner.chain()), span)
        return self.items(definition.body, arguments, inner, depth + 1)


def _too_deep(chain: tuple[str, ...]) -> str:
    """Why calls nest so deep; the innermost comes first in `chain`."""
    name, *callers = chain
    if name not in callers:
        return f"calls of definitions nest over {MAX_CALLS} deep here"
    between = [f'"{each}"' for each in reversed(callers[: callers.index(name)])]
    through = f", through {', '.join(between)}" if between else ""
    return f'"{name}" calls itself{through}: that never ends'


def _shortened(origin: Origin | None) -> Origin | None:
    """An origin without its callers: of very many, the innermost says enough."""
    return origin and replace(origin, parent=None)


def _kept(item: Item) -> tuple[Item, ...]:
    """An argument as passed; `~` passes nothing."""
    empty = isinstance(item.node, Placeholder) and item.node.number == 0
    return () if empty else (item,)


def _plain(node: Node) -> str:
    return node.value if isinstance(node, Text) else write_node(node)
