"""Finding things by what people call them: the same words, the same beginning, or nearly so."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from evidence.words import words

LEAST = 35.0  # scores below are no likeness
SAME, BEGINS, ALL_BUT_SAME = 100.0, 80.0, 99.0
NEAR = 40  # names that share most with what is asked, to be compared letter by letter
SIDE = 3


@dataclass(frozen=True)
class Entity:
    """A thing with an id of its own kind; `names` holds all it is called, `name` the first."""

    id: str
    kind: str
    names: tuple[str, ...]
    description: str = ""

    @property
    def name(self) -> str:
        """What it is called first."""
        return self.names[0]


@dataclass(frozen=True)
class Candidate:
    """A thing that may be meant, and how like its name is to what was asked, up to 100."""

    entity: Entity
    score: float


class NameTable:
    """Things by their names; some thousands of them are searched in milliseconds."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self.entities: dict[str, Entity] = {}
        self._names: list[tuple[str, Entity]] = []
        self._sharing: defaultdict[str, list[int]] = defaultdict(list)
        for entity in entities:
            self.entities[entity.id] = entity
            for name in dict.fromkeys(" ".join(words(name)) for name in entity.names):
                for part in _parts(name):
                    self._sharing[part].append(len(self._names))
                self._names.append((name, entity))

    def like(self, text: str, most: int, kinds: Collection[str] = ()) -> list[Candidate]:
        """The things most like a name, best first; of all kinds, if none are given."""
        asked = " ".join(words(text))
        best: dict[str, Candidate] = {}
        for name, entity in self._near(asked, kinds):
            score = _likeness(asked, name)
            if score >= LEAST and (entity.id not in best or score > best[entity.id].score):
                best[entity.id] = Candidate(entity, score)
        ranked = sorted(best.values(), key=lambda each: (-each.score, each.entity.name))
        return ranked[:most]

    def beginning(self, prefix: str, most: int, kinds: Collection[str] = ()) -> list[Entity]:
        """The things one of whose names has a word that begins so, shortest name first."""
        asked = " ".join(words(prefix))
        found = {
            entity.id: entity
            for name, entity in sorted(self._names, key=lambda each: (len(each[0]), each[0]))
            if asked and f" {asked}" in f" {name}" and (not kinds or entity.kind in kinds)
        }
        return list(found.values())[:most]

    def _near(self, asked: str, kinds: Collection[str]) -> Iterator[tuple[str, Entity]]:
        shared = Counter(number for part in _parts(asked) for number in self._sharing[part])
        near = sorted(shared, key=lambda number: (-self._share(shared, number), number))
        fitting = (self._names[number] for number in near)
        allowed = [each for each in fitting if not kinds or each[1].kind in kinds]
        yield from allowed[:NEAR]

    def _share(self, shared: Counter[int], number: int) -> float:
        return shared[number] / (len(self._names[number][0]) + SIDE)


def _parts(name: str) -> set[str]:
    """Runs of three letters, blanks around the whole: " se", "sen", "ene", "net", "et "."""
    padded = f"  {name} " if name else ""
    return {padded[start : start + SIDE] for start in range(len(padded) - SIDE + 1)}


def _likeness(asked: str, name: str) -> float:
    if asked == name:
        return SAME
    ratio = 100 * SequenceMatcher(None, asked, name, autojunk=False).ratio()
    if f"{name} ".startswith(f"{asked} ") or f"{asked} ".startswith(f"{name} "):
        ratio = max(ratio, BEGINS)
    return round(min(ratio, ALL_BUT_SAME), 1)
