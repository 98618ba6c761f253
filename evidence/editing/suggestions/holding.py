"""Suggestions that wait for an answer hold the clause that they are about."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evidence.editing.suggestions.models import Suggestion
from games.holding import Hold, holder
from games.models import Ruleset


@holder
def waiting(ruleset: Ruleset, clause: str) -> list[Hold]:
    """The suggestions of a clause that wait; those that are answered only name it."""
    rows = Suggestion.objects.filter(
        ruleset=ruleset.slug, clause=clause, state=Suggestion.State.WAITING
    )
    n = rows.count()
    if not n:
        return []
    said = ngettext(
        "%(n)d suggestion that waits for an answer", "%(n)d suggestions that wait for an answer", n
    )
    address = reverse("suggestion", args=[rows.order_by("pk")[0].pk])
    return [Hold(said % {"n": n}, _("answer it"), address)]
