"""Records whose marked phrases, or regions of pictures, carry a clause hold it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evidence.models import Evidence
from games.holding import Hold, holder
from games.models import Ruleset

MOST = 20


@holder
def phrases(ruleset: Ruleset, clause: str) -> list[Hold]:
    """Each record with phrases that are marked as carrying the clause; the first ones by name."""
    marked = Evidence.objects.filter(phrases__clause__ruleset=ruleset, phrases__clause__name=clause)
    return _held(ruleset, marked.annotate(marks=Count("phrases")), _phrases_said)


@holder
def regions(ruleset: Ruleset, clause: str) -> list[Hold]:
    """The same of records with regions of pictures that show the clause."""
    at = "pictures__marks"
    marked = Evidence.objects.filter(
        **{f"{at}__clause__ruleset": ruleset, f"{at}__clause__name": clause}
    )
    return _held(ruleset, marked.annotate(marks=Count(at)), _regions_said)


def _held(ruleset: Ruleset, marked: Any, said: Callable[[int, Evidence], str]) -> list[Hold]:
    records = marked.order_by("identifier")
    named = [_hold(record, said(record.marks, record)) for record in records[:MOST]]
    rest = records.count() - MOST
    if rest > 0:
        more = ngettext("%(n)d more record", "%(n)d more records", rest) % {"n": rest}
        named.append(Hold(more, "", ruleset.get_absolute_url()))
    return named


def _hold(record: Evidence, said: str) -> Hold:
    how = _("propose a change of the record that takes the mark away")
    return Hold(said, how, reverse("record-edit", args=[record.identifier]))


def _phrases_said(n: int, record: Evidence) -> str:
    said = ngettext(
        "%(n)d marked phrase of the record “%(record)s”",
        "%(n)d marked phrases of the record “%(record)s”",
        n,
    )
    return said % {"n": n, "record": record}


def _regions_said(n: int, record: Evidence) -> str:
    said = ngettext(
        "%(n)d marked region of a picture of the record “%(record)s”",
        "%(n)d marked regions of pictures of the record “%(record)s”",
        n,
    )
    return said % {"n": n, "record": record}
