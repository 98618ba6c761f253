"""Bind an expanded tree to the table: types go upwards, the wanted type goes downwards and chooses.

A node that fits no row is a fault where it is deepest; what stands around it takes any type, so one
slip is one fault and all slips of a text are found at once.
"""

from __future__ import annotations

from games.engine.language.faults import Fault
from games.engine.language.nearest import no_form, no_word, wrong_list, wrong_type
from games.engine.language.typed import Typed
from games.engine.language.types import ANYTHING, LOGICAL, WIDTH, Fit, Types, load_types
from games.ludemes.tree import Braces, Form, Item, Node, Number, Text, Word, written

NONE: tuple[Fit, ...] = ()


def bind(node: Node, wanted: str = "Game", types: Types | None = None) -> tuple[Typed, list[Fault]]:
    """The typed tree and all faults; a form that does not bind stands in the tree without a row."""
    binder = _Binder(types or load_types())
    binder.mask(node)
    return binder.choose(node, wanted), binder.in_order()


class _Binder:
    """Binds one tree. Masks and fits are kept by node, as nodes occur several times."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self.masks: dict[int, int] = {}
        self.fits: dict[int, tuple[Fit, ...]] = {}
        self.faults: dict[tuple[int, int, str], Fault] = {}

    def in_order(self) -> list[Fault]:
        """The faults as they stand in the text, each once."""
        return sorted(self.faults.values(), key=lambda fault: fault.span[1:])

    def fault(self, fault: Fault) -> int:
        """Note a fault; the node then takes any type, for what is around it."""
        self.faults.setdefault((*fault.span[1:], fault.message), fault)
        return ANYTHING

    def mask(self, node: Node) -> int:
        """The types that a node may have."""
        known = self.masks.get(id(node))
        if known is None:
            known = self.masks[id(node)] = self._mask(node)
        return known

    def _mask(self, node: Node) -> int:
        if isinstance(node, Word):
            return self.types.words.get(node.name) or self.fault(no_word(self.types, node))
        if isinstance(node, Form):
            return self._form(node)
        if isinstance(node, Number):
            return self.types.whole if isinstance(node.value, int) else self.types.decimal
        if isinstance(node, Text):
            return self.types.string
        if isinstance(node, Braces):
            return self._list(node)
        return self.fault(Fault(f"{written(node)} is no value", node.span, node.origin))

    def _list(self, node: Braces) -> int:
        mask = ANYTHING
        for item in node.items:
            mask &= self.mask(item.node)
        if not mask:
            return self.fault(wrong_list(self.types, node, self.masks))
        return ANYTHING if mask == ANYTHING else mask << WIDTH

    def _form(self, node: Form) -> int:
        shape = tuple((item.name, self.mask(item.node)) for item in node.items[1:])
        fits = self.fits[id(node)] = self.types.fits(node.keyword, shape)
        if not fits:
            return self.fault(no_form(self.types, node, shape))
        mask = 0
        for fit in fits:
            mask |= fit.result
        return mask

    def choose(self, node: Node, wanted: str) -> Typed:
        """The node as the wanted type: the first row of that type, as the table has them."""
        bit = self.types.bit(wanted)
        if not self.mask(node) >> bit & 1:
            self.fault(wrong_type(self.types, node, wanted))
        if isinstance(node, Form):
            return self._chosen(node, bit, wanted)
        if isinstance(node, Braces):
            inner = wanted.removesuffix("[]")
            items = tuple(self.choose(item.node, inner) for item in node.items)
            return Typed(node, wanted, items=items)
        return Typed(node, wanted, value=_value(node, wanted))

    def _chosen(self, node: Form, bit: int, wanted: str) -> Typed:
        fits = self.fits.get(id(node), NONE)
        fit = next((fit for fit in fits if fit.result >> bit & 1), None)
        if fit is None:
            return Typed(node, wanted)
        args: dict[str, Typed] = {}
        parameters = fit.signature.parameters
        for item, slot in zip(node.items[1:], fit.slots, strict=True):
            args[parameters[slot].name] = self.choose(item.node, parameters[slot].type)
        row = fit.rows.get(_first_word(node.items)) or next(iter(fit.rows.values()))
        return Typed(node, wanted, row, args)


def _first_word(items: tuple[Item, ...]) -> str:
    first = items[1].node if len(items) > 1 and items[1].name is None else None
    return first.name if isinstance(first, Word) else ""


def _value(node: Node, wanted: str) -> int | float | bool | str | None:
    if isinstance(node, Word):
        return node.name == "True" if wanted in LOGICAL else node.name
    return node.value if isinstance(node, Number | Text) else None
