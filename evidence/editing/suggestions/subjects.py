"""What a suggestion is about: a record or a clause."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from evidence.editing.suggestions.models import Suggestion
from evidence.models import Evidence, RecordVersion
from games.models import Clause


@dataclass(frozen=True)
class Subject:
    """How its page describes it, its address, and the fields by which a suggestion names it."""

    title: str
    kicker: str
    href: str
    names: dict[str, str]

    @property
    def suggest(self) -> str:
        """The address of the form."""
        kind = "record" if "record" in self.names else "clause"
        return reverse(f"suggest-{kind}", args=[*self.names.values()])

    @property
    def version(self) -> int | None:
        """The number of the record's newest version."""
        versions = RecordVersion.objects.filter(identifier=self.names.get("record"))
        number: int | None = versions.aggregate(most=Max("number"))["most"]
        return number


def of_record(identifier: str) -> Subject | None:
    """A published record; None where there is none."""
    record = Evidence.objects.select_related("game").filter(identifier=identifier).first()
    if record is None:
        return None
    names = {"record": identifier}
    return Subject(str(record), str(record.game), record.get_absolute_url(), names)


def of_clause(slug: str, name: str) -> Subject | None:
    """A clause of a ruleset; None where there is none."""
    clause = Clause.objects.select_related("ruleset").filter(ruleset__slug=slug, name=name).first()
    if clause is None:
        return None
    address = f"{clause.ruleset.get_absolute_url()}?{urlencode({'clause': name})}"
    return Subject(str(clause), str(clause.ruleset), address, {"ruleset": slug, "clause": name})


def of_suggestion(one: Suggestion) -> Subject:
    """What a suggestion is about, also where that is no longer published."""
    found = of_record(one.record) if one.record else of_clause(one.ruleset, one.clause)
    gone = one.record or f"{one.ruleset}: {one.clause}"
    return found or Subject(gone, _("no longer published"), "", {})
