"""The choices that a rules text offers, and what is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.ludemes.source import LudemeError, RulesError
from games.ludemes.tree import Angles, Braces, Form, Item, Sequence, Text, Word, written


class OptionError(RulesError):
    """A choice that the text does not offer; the message lists what it does."""


@dataclass(frozen=True)
class Choice:
    """One item of an option: a label, the values of the option's arguments, a description."""

    label: str
    values: dict[str, tuple[Item, ...]]
    description: str
    priority: int


@dataclass(frozen=True)
class Option:
    """`(option "heading" <tag> args:{<a> …} {(item "label" <value> … "description") …})`."""

    heading: str
    tag: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> Choice:
        """The choice with most stars; the first of several, as Ludii has it."""
        return max(self.choices, key=lambda choice: choice.priority)

    def choose(self, label: str) -> Choice:
        """The choice with that label, capitals aside. Raises OptionError listing the labels."""
        for choice in self.choices:
            if choice.label.casefold() == label.casefold():
                return choice
        labels = ", ".join(f'"{choice.label}"' for choice in self.choices)
        raise OptionError(f'the option "{self.heading}" has no item "{label}": it has {labels}')


def read_options(items: Iterable[Item]) -> tuple[Option, ...]:
    """The options among the top-level items. Raises LudemeError for one that is malformed."""
    forms = (item.node for item in items)
    return tuple(_option(f) for f in forms if isinstance(f, Form) and f.keyword == "option")


def choose(options: tuple[Option, ...], wanted: Iterable[str]) -> dict[str, Choice]:
    """Heading → choice, from "Heading/Label" strings and the defaults.

    A label alone is enough where only one option has it. Raises OptionError.
    """
    chosen = {option.heading: option.default for option in options}
    for text in wanted:
        heading, slash, label = _whole(options, text).partition("/")
        option = next((o for o in options if o.heading.casefold() == heading.casefold()), None)
        if not slash or option is None:
            headings = ", ".join(f'"{o.heading}"' for o in options) or "none"
            raise OptionError(
                f'"{text}" is no option: write "Option/Item"; the options are {headings}'
            )
        chosen[option.heading] = option.choose(label)
    return chosen


def _whole(options: tuple[Option, ...], text: str) -> str:
    owners = [o for o in options if text.casefold() in (c.label.casefold() for c in o.choices)]
    return f"{owners[0].heading}/{text}" if len(owners) == 1 else text


def read_rulesets(items: Iterable[Item]) -> dict[str, tuple[str, ...]]:
    """Name → its choices, for every `(ruleset "name" {"Option/Item" …})`; "" is the starred one."""
    found: dict[str, tuple[str, ...]] = {}
    for item in items:
        if isinstance(item.node, Form) and item.node.keyword == "rulesets":
            for form in _forms(item.node, "ruleset"):
                name, choices = _ruleset(form)
                found[name] = choices
                if form.starred:
                    found.setdefault("", choices)
    return found


def _ruleset(form: Form) -> tuple[str, tuple[str, ...]]:
    texts = [node.value for node in form.arguments() if isinstance(node, Text)]
    lists = [node for node in form.arguments() if isinstance(node, Braces)]
    if len(texts) != 1:
        raise LudemeError('a ruleset needs one name: (ruleset "name" {…})', form.span)
    chosen = [node.value for each in lists for node in each.nodes() if isinstance(node, Text)]
    return texts[0].removeprefix("Ruleset/"), tuple(chosen)


def _option(form: Form) -> Option:
    arguments = form.arguments()
    shape = (
        '(option "heading" <Tag> args:{<argument> …} {(item "label" <value> … "description") …})'
    )
    tags = [node for node in arguments if isinstance(node, Angles)]
    if len(arguments) < 3 or not isinstance(arguments[0], Text) or len(tags) != 1:
        raise LudemeError(f"an option is written {shape}", form.span)
    names = _names(form)
    choices = tuple(_choice(item, names) for item in _forms(form, "item"))
    if not choices:
        raise LudemeError(
            'an option without items: add (item "label" <value> "description")', form.span
        )
    return Option(arguments[0].value, _only_word(tags[0]), choices)


def _names(form: Form) -> list[str]:
    listed = form.named("args")
    nodes = listed.nodes() if isinstance(listed, Braces) else []
    return [_only_word(node) for node in nodes if isinstance(node, Angles)]


def _only_word(angles: Angles) -> str:
    nodes = angles.nodes()
    if len(nodes) != 1 or not isinstance(nodes[0], Word):
        message = f"one word belongs between these brackets, not {written(angles)}"
        raise LudemeError(message, angles.span)
    return nodes[0].name


def _choice(form: Form, names: list[str]) -> Choice:
    texts = [node.value for node in form.arguments() if isinstance(node, Text)]
    values = [node for node in form.arguments() if isinstance(node, Angles)]
    if not texts:
        raise LudemeError('an item needs a label: (item "label" <value> "description")', form.span)
    if len(values) != len(names):
        wanted = " ".join(f"<{name}>" for name in names) or "none, for lack of args:"
        message = f"this item has {len(values)} values in <…>: the option asks for {wanted}"
        raise LudemeError(message, form.span)
    pairs = zip(names, (value.items for value in values), strict=True)
    return Choice(texts[0], dict(pairs), texts[1] if len(texts) > 1 else "", form.starred)


def _forms(node: Sequence, keyword: str) -> list[Form]:
    """The forms of that keyword directly below, or in a list directly below."""
    found: list[Form] = []
    for child in node.nodes():
        if isinstance(child, Form) and child.keyword == keyword:
            found.append(child)
        elif isinstance(child, Braces):
            found.extend(_forms(child, keyword))
    return found
