"""What is wrong with a form that fits no row: its words, names and arguments, each at its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from games.engine.language.expected import expected, listed
from games.engine.language.faults import Fault
from games.engine.language.misfits import fault_at, misfit, misspelt
from games.engine.language.signatures import Parameter, Row
from games.engine.language.types import FAULT, Entry, Shape, Types, can_stand_together
from games.ludemes.source import Span
from games.ludemes.tree import Form, Item, Node, Word, written

MOST_KEYWORDS = 12  # that a message lists
MUCH_ALIKE = 0.76  # of keywords that are not what is wanted: "put" is no "pot"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The faults of a form itself; for each argument what is wanted there, and by which row.

    That is "" where nothing is known, None where the argument's own fault is among these.
    """

    faults: tuple[Fault, ...]
    wanted: tuple[str | None, ...]
    row: Row | None = None


def diagnose(
    types: Types, node: Form, shape: Shape, wanted: str, names: Collection[str]
) -> Diagnosis:
    """All faults of a form that fits no row; `wanted` is the type asked of it, "" if unknown."""
    entries = types.entries.get(node.keyword)
    if not entries:
        return Diagnosis((_no_keyword(types, node, wanted),), ("",) * len(shape))
    entry, slots = _nearest(types, entries, shape, node, wanted)
    row, word = _row(entry, node), _first_word(node)
    parameters = entry.signature.parameters
    asked = [parameters[slots[n]].type if n in slots else "" for n in range(len(shape))]
    if not row.word or row.word == word:
        case = _Case(types, node, shape, entry, slots, row, names)
        return Diagnosis(tuple(case.faults()), tuple(asked), row)
    fault = _no_first_word(node, entries, row)
    return Diagnosis((fault,), (None if word else "", *asked[1:])[: len(shape)], row)


@dataclass(frozen=True, slots=True)
class _Case:
    """A form and the nearest signature, with the parameters that its arguments can have."""

    types: Types
    node: Form
    shape: Shape
    entry: Entry
    slots: dict[int, int]
    row: Row
    names: Collection[str]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters of the signature."""
        return self.entry.signature.parameters

    def faults(self) -> Iterator[Fault]:
        """Each argument that has no place; where all have one, what is missing or excluded."""
        for number, item in enumerate(self.node.items[1:]):
            if number in self.slots:
                continue
            if item.name is not None:
                yield self.misnamed(item)
            elif not self.shape[number][1] & FAULT:
                yield self.misplaced(item.node, number)
        if len(self.slots) == len(self.shape):
            yield self.incomplete()

    def misnamed(self, item: Item) -> Fault:
        """An argument whose name or value is wrong."""
        named = [each for each in self.parameters if each.named]
        same = [each for each in named if each.name.lower() == str(item.name).lower()]
        if same:
            wanted = " or ".join(dict.fromkeys(expected(self.types, each.type) for each in same))
            message = f"{written(item.node)} does not fit {item.name}: write {wanted}"
            return fault_at("argument", message, item.node, self.row)
        message = f"{_head(self.row)} has no {item.name}:"
        like = (f"{item.name}:", tuple(map(str, named)))
        span = name_span(self.node, item)
        return fault_at("name", message, item.node, self.row, span=span, like=like)

    def misplaced(self, node: Node, number: int) -> Fault:
        """An unnamed argument that has no place: what could stand there."""
        before = max((slot for n, slot in self.slots.items() if n < number), default=-1)
        late = self.unfilled(before, self.shape[number][1])
        if late is not None and not misspelt(node, self.names):
            message = f"{written(node)} is out of order: {late} stands before"
            message += f" {self.parameters[before]}"
            return fault_at("argument", message, node, self.row)
        free = self.free_after(before)
        if not free:
            message = f"{written(node)} is one argument too many"
            return fault_at("argument", message, node, self.row)
        asked = dict.fromkeys(_asked(self.types, each) for each in free)
        words = tuple(word for each in free for word in self.types.sets.get(each.type, ()))
        return misfit(node, listed(list(asked)), words, self.names, self.row)

    def unfilled(self, before: int, mask: int) -> Parameter | None:
        """A parameter that should stand before another, and that an argument fits."""
        for slot, each in enumerate(self.parameters[: max(before, 0)]):
            free = slot not in self.slots.values() and not each.named and not each.group
            if free and mask >> self.entry.bits[slot] & 1:
                return each
        return None

    def free_after(self, before: int) -> list[Parameter]:
        """The parameters not given that may follow another."""
        given = set(self.slots.values())
        taken = {self.parameters[slot].group for slot in given} - {0}
        free = [
            each
            for slot, each in enumerate(self.parameters)
            if slot > before and slot not in given and each.group not in taken
        ]
        free = [each for each in free if not each.named] or free
        needed = next((n for n, each in enumerate(free) if not each.optional), len(free))
        group = free[needed].group if needed < len(free) else 0
        return [each for n, each in enumerate(free) if n <= needed or 0 < each.group == group]

    def incomplete(self) -> Fault:
        """A form whose arguments all fit, that lacks one or has two that exclude each other."""
        given = set(self.slots.values())
        if not can_stand_together(self.parameters, given):
            return self.excluded(given)
        groups = {self.parameters[slot].group for slot in given}
        missing = [
            each
            for slot, each in enumerate(self.parameters)
            if not each.optional and (each.group not in groups if each.group else slot not in given)
        ]
        needed = listed([_needed(self.types, each) for each in missing])
        message = f"{_head(self.row)} lacks {needed or 'an argument in its place'}"
        return fault_at("missing", message, self.node, self.row)

    def excluded(self, given: set[int]) -> Fault:
        """Two arguments of one either-or group."""
        groups = [self.parameters[slot].group for slot in sorted(given)]
        group = next(each for each in groups if each and groups.count(each) > 1)
        both = [str(p) for s, p in enumerate(self.parameters) if s in given and p.group == group]
        message = f"{_head(self.row)} takes {listed(both)}, not both"
        return fault_at("argument", message, self.node, self.row)


def _no_keyword(types: Types, node: Form, wanted: str) -> Fault:
    """No form has that keyword: those like it, of what is wanted or of all; or what is wanted."""
    found = node.keyword or written(node.head)
    fitting = types.keywords_of(wanted.replace("[]", ""))
    near = get_close_matches(found, fitting, 2) or get_close_matches(
        found, types.entries, 2, cutoff=MUCH_ALIKE
    )
    row = next(iter(types.entries[near[0]][0].rows.values())) if near else None
    message = f"there is no ludeme ({found} …)"
    if near:
        message += f"; do you mean {' or '.join(near)}?"
    elif 0 < len(fitting) <= MOST_KEYWORDS:
        message += f": write {listed([f'({each} …)' for each in fitting])}"
    return fault_at("keyword", message, node.head, row)


def _no_first_word(node: Form, entries: list[Entry], row: Row) -> Fault:
    """No form of the keyword has this word, or there is none."""
    words = list(dict.fromkeys(word for entry in entries for word in entry.rows if word))
    word = _first_word(node)
    if not word:
        message = f"({node.keyword} …) lacks its first word: {listed(words)}"
        return fault_at("word", message, node.head, row)
    message = f"there is no ({node.keyword} {word} …)"
    return fault_at("word", message, node.items[1].node, row, like=(word, tuple(words)))


def _nearest(
    types: Types, entries: list[Entry], shape: Shape, node: Form, wanted: str
) -> tuple[Entry, dict[int, int]]:
    """The signature that takes most of the arguments, with where those go."""
    if wanted:
        bit = types.bit(wanted)
        entries = [each for each in entries if each.result >> bit & 1] or entries
    word = _first_word(node)
    near = get_close_matches(word, [w for e in entries for w in e.rows], 1) if word else []
    best: tuple[tuple[int, ...], Entry, dict[int, int]] | None = None
    for entry in entries:
        slots = _aligned(entry, shape)
        chosen = 2 * (word in entry.rows) + any(each in entry.rows for each in near)
        missing = len(_required(entry.signature.parameters)) - len(slots)
        score = (chosen, len(slots), -missing)
        if best is None or score > best[0]:
            best = score, entry, slots
    assert best is not None  # there is at least one entry
    return best[1], best[2]


def _required(parameters: tuple[Parameter, ...]) -> set[int]:
    """The parameters and either-or groups that must be given, groups as negative numbers."""
    return {-p.group if p.group else slot for slot, p in enumerate(parameters) if not p.optional}


def _aligned(entry: Entry, shape: Shape) -> dict[int, int]:
    """The parameter of as many arguments as can be placed."""
    parameters = entry.signature.parameters
    slots: dict[int, int] = {}
    for number, (name, mask) in enumerate(shape):
        if name is not None:
            found = next(_named(entry, name, mask, set(slots.values())), None)
            if found is not None:
                slots[number] = found
    plain = [(n, mask) for n, (name, mask) in enumerate(shape) if name is None]
    places = [p for p, each in enumerate(parameters) if not each.named]
    slots.update(_longest(plain, places, entry.bits))
    return slots


def _named(entry: Entry, name: str, mask: int, taken: set[int]) -> Iterator[int]:
    for slot, each in enumerate(entry.signature.parameters):
        same = each.named and each.name.lower() == name.lower()
        if same and slot not in taken and mask >> entry.bits[slot] & 1:
            yield slot


def _longest(
    plain: list[tuple[int, int]], places: list[int], bits: tuple[int, ...]
) -> dict[int, int]:
    """The longest way to place unnamed arguments in order, each in a later parameter."""
    best: list[dict[int, int]] = [{} for _ in range(len(places) + 1)]
    for number, mask in reversed(plain):
        row: list[dict[int, int]] = [{} for _ in range(len(places) + 1)]
        for at in range(len(places) - 1, -1, -1):
            skipped = max(row[at + 1], best[at], key=len)
            fits = mask >> bits[places[at]] & 1
            placed = {number: places[at], **best[at + 1]} if fits else {}
            row[at] = max(placed, skipped, key=len)
        best = row
    return best[0]


def _asked(types: Types, parameter: Parameter) -> str:
    """What a parameter asks for, with its name where that is written."""
    wanted = expected(types, parameter.type)
    return f"{parameter} and {wanted}" if parameter.named else wanted


def _needed(types: Types, parameter: Parameter) -> str:
    """The same for one that is missing: its name tells what it is for."""
    wanted = expected(types, parameter.type)
    if parameter.named:
        return f"{parameter} with {wanted}"
    return wanted if wanted.startswith("(") else f"{wanted} ({parameter})"


def _row(entry: Entry, node: Form) -> Row:
    word = _first_word(node)
    if word in entry.rows:
        return entry.rows[word]
    near = get_close_matches(word, entry.rows, 1)
    return entry.rows[near[0]] if near else next(iter(entry.rows.values()))


def _first_word(node: Form) -> str:
    first = node.items[1] if len(node.items) > 1 else None
    return first.node.name if first and not first.name and isinstance(first.node, Word) else ""


def _head(row: Row) -> str:
    return f"({' '.join(filter(None, [row.keyword, row.word]))} …)"


def name_span(node: Form, item: Item) -> Span:
    """Where `name:` stands before a value; where the value came from elsewhere, the keyword."""
    source, start, _ = item.node.span
    before = source.text[:start].rstrip()
    if before.lower().endswith(f"{item.name}:".lower()):
        return Span(source, len(before) - len(str(item.name)) - 1, len(before))
    return node.head.span
