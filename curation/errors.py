"""The one error of curation: why something cannot be done, all reasons at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from curation.labels import label_of

Kind = Literal["rights", "state", "faulty", "missing", "outdated"]


@dataclass(frozen=True)
class Fault:
    """What is wrong with a field, as in `places.0.point`, and what would be right."""

    field: str
    said: str

    @property
    def label(self) -> str:
        """The name of the field, as people know it."""
        whole, _dot, row = self.field.partition(".")
        number, _dot, _below = row.partition(".")
        if number.isdigit():
            return f"{label_of(whole)}, {int(number) + 1}"
        return label_of(self.field)

    def __str__(self) -> str:
        return f"{self.field}: {self.said}" if self.field else self.said


class Refusal(Exception):
    """Nothing was done.

    `kind` says why: the person may not (rights), the proposal is not in the state for it (state),
    what was sent cannot be read (faulty), what publishing needs is not there (missing), somebody
    else has saved since (outdated).
    """

    def __init__(self, kind: Kind, faults: Iterable[Fault | str]) -> None:
        self.kind = kind
        self.faults = tuple(Fault("", f) if isinstance(f, str) else f for f in faults)
        super().__init__("\n".join(map(str, self.faults)))


def allow(allowed: bool, said: str = "") -> None:
    """Refuse who may not."""
    if not allowed:
        raise Refusal("rights", [said or _("You may not do this.")])
