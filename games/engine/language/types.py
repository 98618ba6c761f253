"""Types as bits, and which signatures take which arguments.

A type is one bit of an integer and a list of it the same bit WIDTH places higher, so the types
that a node may have are one integer (its mask), "fits" is an AND, and a list has what all of its
elements have. Few shapes of arguments differ: nearly every form is answered from a cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from games.engine.language.signatures import Parameter, Row, Signature, Signatures, load_signatures

WIDTH = 512  # more than there are types; lists of lists stand at multiples of it
ANYTHING = (1 << 4 * WIDTH) - 1
FAULT = 1 << 4 * WIDTH  # in the mask of what has a fault of its own; the rest says what it may be
FAULTY = ANYTHING | FAULT

# What stands for a value without a keyword.
WHOLE = ("Integer", "int", "long", "IntFunction", "FloatFunction", "DimFunction", "Float", "double")
DECIMAL = ("FloatFunction", "Float", "double")
LOGICAL = ("Boolean", "BooleanFunction")
NUMBER_WORDS = ("Off", "End", "Undefined", "Infinity")

Shape = tuple[tuple[str | None, int], ...]
"""The arguments of a form: name and mask of each."""


class Fit(NamedTuple):
    """A signature that arguments fit: `slots[i]` is the parameter of argument i."""

    signature: Signature
    rows: dict[str, Row]
    slots: tuple[int, ...]
    result: int


class Entry(NamedTuple):
    """A signature with the bits of its parameters, for fitting."""

    signature: Signature
    rows: dict[str, Row]
    bits: tuple[int, ...]
    result: int


class Types:
    """The bits of all types, the masks of all words, and the signatures by keyword."""

    def __init__(self, table: Signatures) -> None:
        self.table = table
        self.bits: dict[str, int] = {}
        self.entries: dict[str, list[Entry]] = {}
        for signature, rows in zip(table.signatures, table.rows, strict=True):
            bits = tuple(self.bit(each.type) for each in signature.parameters)
            entry = Entry(signature, rows, bits, self.mask(*signature.result))
            for keyword in signature.keywords:
                self.entries.setdefault(keyword, []).append(entry)
        self.sets: dict[str, tuple[str, ...]] = {}
        for each in table.words:
            self.sets[each.name] = (*self.sets.get(each.name, ()), *each.words)
        self.words = self._words()
        self.whole, self.decimal = self.mask(*WHOLE), self.mask(*DECIMAL)
        self.string = self.mask("String")
        self.unknown_word = FAULT
        for mask in self.words.values():
            self.unknown_word |= mask
        self.fits = lru_cache(maxsize=50_000)(self._fits)

    def bit(self, name: str) -> int:
        """The bit of a type; of `T[]` it is that of `T` and WIDTH."""
        known = self.bits.get(name)
        if known is None:
            plain = name.removesuffix("[]")
            known = self.bit(plain) + WIDTH if plain != name else len(self.bits)
            self.bits[name] = known
        return known

    def mask(self, *names: str) -> int:
        """The set of these types."""
        return sum(1 << bit for bit in {self.bit(name) for name in names})

    def keywords_of(self, name: str) -> tuple[str, ...]:
        """The keywords whose forms give a type."""
        return tuple(self._given.get(name, ()))

    @cached_property
    def _given(self) -> dict[str, dict[str, None]]:
        given: dict[str, dict[str, None]] = {}
        for row in self.table:
            for name in row.result:
                given.setdefault(name, {})[row.keyword] = None
        return given

    def refused(self, keyword: str) -> int:
        """What a form that fits no row may be, by its keyword."""
        mask = FAULT
        for entry in self.entries.get(keyword, ()):
            mask |= entry.result
        return mask if mask != FAULT else FAULTY

    def _words(self) -> dict[str, int]:
        words: dict[str, int] = {}
        for each in self.table.words:
            mask = self.mask(each.name, *each.supertypes)
            for word in each.words:
                words[word] = words.get(word, 0) | mask
        for names, types in ((("True", "False"), LOGICAL), (NUMBER_WORDS, WHOLE)):
            for word in names:
                words[word] = words.get(word, 0) | self.mask(*types)
        return words

    def _fits(self, keyword: str, shape: Shape) -> tuple[Fit, ...]:
        """The signatures that take these arguments, with where each argument goes."""
        found = []
        for entry in self.entries.get(keyword, ()):
            if shape and shape[0][1] & FAULT and "" not in entry.rows:
                continue
            slots = place(entry.signature.parameters, entry.bits, shape)
            if slots is not None:
                found.append(Fit(entry.signature, entry.rows, slots, entry.result))
        return tuple(found)


def place(
    parameters: tuple[Parameter, ...], bits: tuple[int, ...], shape: Shape
) -> tuple[int, ...] | None:
    """The parameter of each argument: those without a name in order, those with one anywhere."""
    slots: dict[int, int] = {}
    for number, (name, mask) in enumerate(shape):
        if name is not None:
            slot = _named_slot(parameters, bits, name, mask, slots)
            if slot is None:
                return None
            slots[number] = slot
    plain = [(number, mask) for number, (name, mask) in enumerate(shape) if name is None]
    for placed in _in_order(parameters, bits, plain, 0):
        if is_complete(parameters, {*slots.values(), *placed}):
            slots.update(zip((number for number, _ in plain), placed, strict=True))
            return tuple(slots[number] for number in range(len(shape)))
    return None


def _named_slot(
    parameters: tuple[Parameter, ...],
    bits: tuple[int, ...],
    name: str,
    mask: int,
    taken: dict[int, int],
) -> int | None:
    """The parameter with that name; two may differ in a capital only, then the type chooses."""
    for slot, each in enumerate(parameters):
        fits = mask >> bits[slot] & 1 and slot not in taken.values()
        if each.named and fits and each.name.lower() == name.lower():
            return slot
    return None


def _in_order(
    parameters: tuple[Parameter, ...],
    bits: tuple[int, ...],
    plain: list[tuple[int, int]],
    first: int,
) -> Iterator[tuple[int, ...]]:
    """Every way to give the unnamed arguments to unnamed parameters, in order."""
    if not plain:
        yield ()
        return
    for slot in range(first, len(parameters)):
        each = parameters[slot]
        if each.named:
            continue
        if plain[0][1] >> bits[slot] & 1:
            for rest in _in_order(parameters, bits, plain[1:], slot + 1):
                yield (slot, *rest)
        if not each.optional and not each.group:
            return


def is_complete(parameters: tuple[Parameter, ...], given: set[int]) -> bool:
    """Whether all that must be given is, and of each either-or group at most one."""
    groups = {parameters[slot].group for slot in given}
    needed = (
        each.group not in groups if each.group else slot not in given
        for slot, each in enumerate(parameters)
        if not each.optional
    )
    return can_stand_together(parameters, given) and not any(needed)


def can_stand_together(parameters: tuple[Parameter, ...], given: set[int]) -> bool:
    """Whether no either-or group is given twice."""
    groups = [parameters[slot].group for slot in given if parameters[slot].group]
    return len(groups) == len(set(groups))


@lru_cache(maxsize=1)
def load_types() -> Types:
    """The types of the shipped table, made once."""
    return Types(load_signatures())
