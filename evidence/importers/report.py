"""What an import did, in lines for people: counts, what was changed or kept, what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from evidence.storing import Change

ACTIONS = ("created", "changed", "unchanged")
Progress = Callable[[int, int], None]  # how many are done, of how many


def unheard(_done: int, _total: int) -> None:
    """Progress that nobody wants to hear of."""


@dataclass(frozen=True)
class Outcome:
    """What became of one thing in a file: a source, region, game or record, and where it stands.

    `left_out` says why nothing came of it; the change then names what is stored already.
    """

    what: str
    place: str
    title: str
    change: Change
    left_out: str = ""


@dataclass
class Report:
    """Counts by kind of thing and action, remarks below headings, and names behind headings.

    `outcomes` tells of each thing, where the importer can.
    """

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    remarks: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)

    def note(self, what: str, action: str) -> None:
        """Count one more. `action` is created, changed, unchanged, or a word of the importer's."""
        self.count(what, action, 1)

    def count(self, what: str, action: str, number: int) -> None:
        """Count so many more."""
        self.counts.setdefault(what, Counter())[action] += number

    def remark(self, heading: str, lines: Iterable[str]) -> None:
        """Add lines below a heading; without lines nothing is said."""
        found = list(lines)
        if found:
            self.remarks.setdefault(heading, []).extend(found)

    def name(self, heading: str, names: Iterable[str]) -> None:
        """Add short names, told on one line; without names nothing is said."""
        found = list(names)
        if found:
            self.names.setdefault(heading, []).extend(found)

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return any(counts["created"] or counts["changed"] for counts in self.counts.values())

    def lines(self, *, dry_run: bool = False) -> list[str]:
        """The whole report; each heading tells the number of its lines or names."""
        said = ["dry run, nothing was changed"] if dry_run else []
        for what, counts in self.counts.items():
            others = [name for name in counts if name not in ACTIONS]
            each = ", ".join(f"{counts[name]} {name}" for name in (*ACTIONS, *others))
            counted = what.removesuffix("s") if counts.total() == 1 else what
            said.append(f"{counts.total()} {counted}: {each}")
        for heading, lines in self.remarks.items():
            said.append(f"{heading} ({len(lines)}):")
            said += [f"  {line}" for line in lines]
        for heading, names in self.names.items():
            said.append(f"{heading} ({len(names)}): {', '.join(names)}")
        return said
