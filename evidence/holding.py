"""Records whose marked phrases carry a clause hold it."""

from __future__ import annotations

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
    records = marked.annotate(marks=Count("phrases")).order_by("identifier")
    named = [_hold(record) for record in records[:MOST]]
    rest = records.count() - MOST
    if rest > 0:
        said = ngettext("%(n)d more record", "%(n)d more records", rest) % {"n": rest}
        named.append(Hold(said, "", ruleset.get_absolute_url()))
    return named


def _hold(record: Evidence) -> Hold:
    n = record.marks  # type: ignore[attr-defined]  # annotated
    said = ngettext(
        "%(n)d marked phrase of the record “%(record)s”",
        "%(n)d marked phrases of the record “%(record)s”",
        n,
    )
    how = _("propose a change of the record that takes the mark away")
    address = reverse("record-edit", args=[record.identifier])
    return Hold(said % {"n": n, "record": record}, how, address)
