"""Sentences of sources in the content of a proposal: read, checked, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from evidence.contents import Content
from evidence.models import Claim, ClausePart, Passage
from evidence.sources import plain, source_of
from games.models import Clause
from workflow.refusals import Fault

NAME = "sentences"
PASSAGE = ("text", "kind", "language", "locator", "voice", "bearing")
CLAIM = ("stance", "who", "certainty", "reason")


def read(content: Content) -> None:
    """Drop blank rows; name sources in their one form."""
    content[NAME] = [
        row | ({"source": plain(row["source"])} if "source" in row else {})
        for row in content.get(NAME, ())
        if row
    ]


def wrong(content: Content) -> Iterator[Fault]:
    """Sentences without words or source, and claims about clauses that are none."""
    cited = {row.get("citation") for row in content.get("citations", ())}
    for position, row in enumerate(content.get(NAME, ())):
        field, source = f"{NAME}.{position}", row.get("source", "")
        if not row.get("text"):
            yield Fault(f"{field}.text", _("write the sentence, as the source has it or in short"))
        if not row.get("kind"):
            yield Fault(f"{field}.kind", _("say whether these are the words of the source"))
        if not source:
            yield Fault(f"{field}.source", _("say which source it is from"))
        elif source not in cited and source_of(source) is None:
            said = _("the source “%(source)s” is not stored: add it to the record’s sources")
            yield Fault(f"{field}.source", said % {"source": source})
        yield from _wrong_claim(field, row)


def _wrong_claim(field: str, row: Content) -> Iterator[Fault]:
    if "clause" not in row:
        if any(name in row for name in (*CLAIM, "claimed_by")):
            yield Fault(f"{field}.clause", _("choose the clause that the claim is about"))
        return
    if row.get("bearing") == Passage.Bearing.NONE:
        yield Fault(f"{field}.bearing", _("it states no rule, but names a clause: clear one"))
    if "stance" not in row:
        yield Fault(f"{field}.stance", _("say what it does to the clause"))
    parts = parts_of(row)
    if not parts:
        yield Fault(f"{field}.clause", _("choose the clause that the sentence is about"))
    elif row.get("part", 1) > len(parts):
        yield Fault(f"{field}.clause", _("the clause has no such part"))


def parts_of(row: Content) -> list[ClausePart]:
    """The parts of the clause that a sentence names, in order."""
    clauses = Clause.objects.filter(ruleset__slug=row.get("ruleset"), name=row["clause"])
    return list(ClausePart.objects.filter(clause__in=clauses).order_by("position"))


def tell(row: Content, _content: Content) -> str:
    """A sentence on one line, with what it claims."""
    about = f"{row.get('ruleset', '…')}, {row['clause']}" if "clause" in row else ""
    if "part" in row:
        about = _("%(clause)s, part %(n)d") % {"clause": about, "n": row["part"]}
    said = [
        row.get("text", ""),
        *(_label(choices, row.get(name, "")) for name, choices in _CHOICES[:3]),
        *(row.get(name, "") for name in ("language", "source", "locator")),
        *(_label(choices, row.get(name, "")) for name, choices in _CHOICES[3:]),
        about,
        *(row.get(name, "") for name in ("who", "reason")),
    ]
    return " · ".join(filter(None, said))


_CHOICES: tuple[tuple[str, Any], ...] = (
    ("kind", Passage.Kind), ("voice", Passage.Voice), ("bearing", Passage.Bearing),
    ("claimed_by", Claim.Voice), ("certainty", Claim.Certainty), ("stance", Claim.Stance),
)  # fmt: skip


def _label(choices: Any, value: str) -> str:
    return str(dict(choices.choices).get(value, value))
