"""Bind an expanded tree to the table: types go upwards, the wanted type goes downwards and chooses.

What fits no row takes any type for what is around it, so one slip is one fault and all slips of a
text are found at once. They are told on the way down, where it is known what was wanted.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from difflib import get_close_matches

from games.engine.language.diagnosis import Diagnosis, diagnose
from games.engine.language.faults import Fault
from games.engine.language.misfits import unknown_word, wrong_type
from games.engine.language.signatures import Row
from games.engine.language.typed import Arguments, Typed
from games.engine.language.types import (
    ANYTHING,
    FAULT,
    FAULTY,
    LOGICAL,
    WIDTH,
    Fit,
    Types,
    load_types,
)
from games.ludemes.tree import Braces, Form, Item, Missing, Node, Number, Text, Word

NONE: tuple[Fit, ...] = ()


def bind(
    node: Node, wanted: str = "Game", names: Collection[str] = (), types: Types | None = None
) -> tuple[Typed, list[Fault]]:
    """The typed tree and all faults; a form that does not bind stands in the tree without a row.

    `names` are the definitions that the text could have called.
    """
    binder = _Binder(types or load_types(), names)
    typed = binder.choose(node, wanted)
    return typed, list(binder.faults.values())


class _Binder:
    """Binds one tree. Masks and fits are kept by node, as nodes occur several times."""

    def __init__(self, types: Types, names: Collection[str]) -> None:
        self.types, self.names = types, names
        self.masks: dict[int, int] = {}
        self.fits: dict[int, tuple[Fit, ...]] = {}
        self.mixed: set[int] = set()
        self.faults: dict[tuple[object, ...], Fault] = {}

    def fault(self, fault: Fault) -> None:
        """Note a fault, once for each place: a definition may be called several times."""
        place = fault.span.source.name, *fault.span[1:], fault.kind
        self.faults.setdefault(place, fault)

    def mask(self, node: Node) -> int:
        """The types that a node may have."""
        known = self.masks.get(id(node))
        if known is None:
            known = self.masks[id(node)] = self._mask(node)
        return known

    def _mask(self, node: Node) -> int:
        if isinstance(node, Word):
            return self.types.words.get(node.name, self.types.unknown_word)
        if isinstance(node, Form):
            return self._form(node)
        if isinstance(node, Number):
            return self.types.whole if isinstance(node.value, int) else self.types.decimal
        if isinstance(node, Text):
            return self.types.string
        return self._list(node) if isinstance(node, Braces) else FAULTY

    def _list(self, node: Braces) -> int:
        """What all elements are; where they are nothing in common, what any of them is."""
        if not node.items:
            return ANYTHING
        masks = [self.mask(item.node) for item in node.items]
        common, any_of = ANYTHING, 0
        for mask in masks:
            common &= mask
            any_of |= mask
        if not common:
            self.mixed.add(id(node))
        return ANYTHING if common == ANYTHING else (common or any_of) << WIDTH & ANYTHING

    def _form(self, node: Form) -> int:
        fits = self.types.fits(node.keyword, self.shape(node))
        first = _first_word(node.items)
        fits = tuple([fit for fit in fits if "" in fit.rows or first in fit.rows])
        if fits and self.mistakes_first_word(node):
            fits = NONE
        self.fits[id(node)] = fits
        mask = 0
        for fit in fits:
            mask |= fit.result
        return mask or self.types.refused(node.keyword)

    def mistakes_first_word(self, node: Form) -> bool:
        """Whether the first word is none of the language, but like one that chooses a form."""
        first = _first_word(node.items)
        if not first or first in self.types.words:
            return False
        words = [word for each in self.types.entries[node.keyword] for word in each.rows if word]
        return bool(get_close_matches(first, words, 1))

    def shape(self, node: Form) -> tuple[tuple[str | None, int], ...]:
        """Name and mask of each argument."""
        return tuple([(item.name, self.mask(item.node)) for item in node.items[1:]])

    def choose(self, node: Node, wanted: str, row: Row | None = None) -> Typed:
        """The node as the type that a row wants ("" where nothing is known of it)."""
        mask = self.mask(node)
        if wanted and not mask >> self.types.bit(wanted) & 1:
            self.fault(replace(wrong_type(self.types, node, wanted, self.names), nearest=row))
        if isinstance(node, Form):
            return self._chosen(node, wanted)
        if isinstance(node, Braces):
            inner = wanted.removesuffix("[]")
            items = tuple([self.choose(item.node, inner, row) for item in node.items])
            return Typed(node, wanted, items=items)
        if mask & FAULT and isinstance(node, Word):
            self.fault(replace(unknown_word(self.types, node, wanted), nearest=row))
        return Typed(node, wanted, value=_value(node, wanted))

    def _chosen(self, node: Form, wanted: str) -> Typed:
        """The first row of the wanted type, as the table has them."""
        if not self.fits[id(node)]:
            return self._refused(node, wanted)
        fit = self._best(node, wanted)
        row = fit.rows.get(_first_word(node.items)) or fit.rows[""]
        args = Arguments(row.key, node)
        parameters = fit.signature.parameters
        for item, slot in zip(node.items[1:], fit.slots, strict=True):
            args[parameters[slot].name] = self.choose(item.node, parameters[slot].type, row)
        return Typed(node, wanted, row, args)

    def _best(self, node: Form, wanted: str) -> Fit:
        fits = self.fits[id(node)]
        if len(fits) == 1:
            return fits[0]
        if wanted:
            bit = self.types.bit(wanted)
            fits = tuple([fit for fit in fits if fit.result >> bit & 1]) or fits
        if len(fits) == 1 or not self.mixed:
            return fits[0]
        return max(fits, key=lambda fit: self._elements(node, fit))

    def _elements(self, node: Form, fit: Fit) -> int:
        """Of lists whose elements differ: how many elements are what the form takes."""
        count = 0
        for item, slot in zip(node.items[1:], fit.slots, strict=True):
            if id(item.node) in self.mixed and isinstance(item.node, Braces):
                bit = self.types.bit(fit.signature.parameters[slot].type.removesuffix("[]"))
                count += sum(self.mask(each.node) >> bit & 1 for each in item.node.items)
        return count

    def _refused(self, node: Form, wanted: str) -> Typed:
        """A form that fits no row: what is wrong with it, and with what stands in it."""
        found: Diagnosis = diagnose(self.types, node, self.shape(node), wanted, self.names)
        for fault in found.faults:
            self.fault(fault)
        for item, type_ in zip(node.items[1:], found.wanted, strict=True):
            if type_ is not None:
                self.choose(item.node, type_, found.row)
        return Typed(node, wanted)


def _first_word(items: tuple[Item, ...]) -> str:
    """The word that chooses a row: the first argument without a name, where it is a word."""
    for item in items[1:]:
        if item.name is None:
            return item.node.name if isinstance(item.node, Word) else ""
    return ""


def _value(node: Node, wanted: str) -> int | float | bool | str | None:
    if isinstance(node, Word):
        return node.name == "True" if wanted in LOGICAL else node.name
    return None if isinstance(node, Missing) else getattr(node, "value", None)
