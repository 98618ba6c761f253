"""The one error of all that is edited: why something cannot be done, all reasons at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Literal

from django.utils.translation import gettext as _

from evidence.sources import is_text

Kind = Literal["rights", "state", "faulty", "missing", "outdated"]
STATUS = {"rights": 403, "state": 409, "faulty": 400, "missing": 409, "outdated": 409}
LONGEST_REASON = 5000


@dataclass(frozen=True)
class Fault:
    """What is wrong with a field, as in `places.0.point`, and what would be right.

    One that does not stop anything is to be looked at, no more.
    """

    field: str
    said: str
    stops: bool = dataclass_field(default=True, kw_only=True)

    def __str__(self) -> str:
        return f"{self.field}: {self.said}" if self.field else self.said


class Refusal(Exception):
    """Nothing was done.

    `kind` says why: the person may not (rights), the work is not in the state for it (state),
    what was sent cannot be read (faulty), what publishing needs is not there (missing), somebody
    else has saved since (outdated).
    """

    def __init__(self, kind: Kind, faults: Iterable[Fault | str]) -> None:
        self.kind = kind
        self.faults = tuple(Fault("", f) if isinstance(f, str) else f for f in faults)
        super().__init__("\n".join(map(str, self.faults)))

    @property
    def status(self) -> int:
        """The HTTP status of a page that says it."""
        return STATUS[self.kind]


def allow(allowed: bool, said: str = "") -> None:
    """Refuse who may not."""
    if not allowed:
        raise Refusal("rights", [said or _("You may not do this.")])


def text_in(said: Any, field: str, most: int = LONGEST_REASON) -> str:
    """A text as it is kept, its lines ended as here. Raises Refusal."""
    if not is_text(said):
        raise Refusal("faulty", [Fault(field, _("a text is wanted here"))])
    if len(said) > most:
        told = _("at most %(most)d characters are kept") % {"most": most}
        raise Refusal("faulty", [Fault(field, told)])
    return str(said).replace("\r\n", "\n")


def reason(why: Any, field: str = "why", most: int = LONGEST_REASON) -> str:
    """A reason, or another text, without blanks around it; perhaps an empty one. Raises Refusal."""
    return text_in(why, field, most).strip()


def needed(why: Any, field: str = "why") -> str:
    """A reason, or another text, that says something. Raises Refusal."""
    said = reason(why, field)
    if not said:
        told = _("give a reason") if field == "why" else _("write your comment")
        raise Refusal("faulty", [Fault(field, told)])
    return said
