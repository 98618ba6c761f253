"""What rows say that no content could have: it is told at their fields, instead of being lost.

Rows refer to others by number, which may be wrong, and a row may lack what all the rest is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

RowsOf = Mapping[str, Sequence[forms.Form]]
Unsaid = tuple[forms.Form, str, str]  # a row, its field, and what is wrong with it


class Reference(NamedTuple):
    """A field of rows that names another row by its number."""

    field: str
    whole: str  # the rows that it names
    unknown: Any
    none: Any = ""  # of a row that stands within another one, where there is none yet


NO_SOURCE = _("there is no source %(n)d above: write the number of one, or add it")
NO_SENTENCE = _("there is no sentence %(n)d: write the number of one, or add it")
NO_PICTURE = _("there is no picture %(n)d: choose another one, or add it")
REFERENCES = {
    "quotations": Reference("citation", "citations", NO_SOURCE),
    "sentences": Reference("original", "sentences", NO_SENTENCE),
    "claims": Reference("sentence", "sentences", NO_SENTENCE, _("first add the sentence")),
    "marks": Reference("picture", "pictures", NO_PICTURE, _("first add the picture")),
}
# What the rest of a row is about; and its fields that say nothing without that.
ABOUT = {
    "rulesets": ("ruleset", (), _("choose the ruleset that this row is about")),
    "phrases": ("words", ("text", "before", "start"), _("write the words that are marked")),
    "quotations": ("text", (), _("write the words of the quotation")),
}


def unsaid(rows: RowsOf) -> Iterator[Unsaid]:
    """The fields of rows, each checked by itself already, of which something would be lost."""
    for name, reference in REFERENCES.items():
        for row in filter(_stays, rows[name]):
            yield from _dangling(row, reference, rows[reference.whole])
    for name, (field, beside, said) in ABOUT.items():
        for row in filter(_stays, rows[name]):
            if _is_empty(row, [field]) and not _is_empty(row, row.fields.keys() - {*beside}):
                yield row, field, str(said)
    yield from _twice(filter(_stays, rows["rulesets"]))


def _stays(row: forms.Form) -> bool:
    return not row.cleaned_data.get("remove")


def _is_empty(row: forms.Form, names: Collection[str]) -> bool:
    """Whether nothing was written in these fields, not even what is wrong."""
    return not any(name in row.errors or row.cleaned_data.get(name) for name in names)


def _dangling(
    row: forms.Form, reference: Reference, among: Sequence[forms.Form]
) -> Iterator[Unsaid]:
    field, number = reference.field, row.cleaned_data.get(reference.field)
    if field in row.errors:
        return
    if reference.none:
        if _is_empty(row, row.fields.keys() - {field}):
            return
        if not among:
            yield row, field, str(reference.none)
            return
    if number and not _is_there(number, among):
        yield row, field, str(reference.unknown) % {"n": number}


def _is_there(number: int, among: Sequence[forms.Form]) -> bool:
    """Whether a row has that number and says something; of one that is removed, this is meant."""
    row = among[number - 1] if number <= len(among) else None
    return row is not None and not _is_empty(row, row.fields)


def _twice(rows: Iterator[forms.Form]) -> Iterator[Unsaid]:
    """A record has one row for each ruleset."""
    seen: set[str] = set()
    for row in rows:
        slug = row.cleaned_data.get("ruleset", "")
        if slug and slug in seen:
            yield row, "ruleset", str(_("another row has this ruleset: remove one of them"))
        seen.add(slug)
