"""The rulesets that a record may bear on, and the clauses that its marked phrases may carry."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from games.models import Ruleset

PART_NUMBER = re.compile("[1-9][0-9]{0,2}", re.ASCII)
PART = "#"  # between a clause and the number of its part
LONGEST = 70  # characters of a part that are shown
MOST = 12  # rulesets whose clauses are offered
Group = tuple[str, list[tuple[str, str]]]


def ruleset_names() -> list[tuple[str, str]]:
    """All rulesets by slug and name."""
    return list(Ruleset.objects.order_by("name").values_list("slug", "name"))


def clauses_for(game: str, rulesets: Collection[str]) -> list[Group]:
    """Clauses of the rulesets that are linked and of those of the game; of all where none is."""
    rows = Ruleset.objects.order_by("name").only("slug", "name")
    known = rows.prefetch_related("clauses__parts")
    wanted = known.filter(Q(slug__in=rulesets) | Q(game__name=game))
    return [
        (str(ruleset), [row for each in ruleset.clauses.all() for row in _offered(ruleset, each)])
        for ruleset in list(wanted[:MOST]) or known[:MOST]
    ]


def _offered(ruleset: Ruleset, clause: Any) -> Iterator[tuple[str, str]]:
    """A clause, and its parts by number where several were entered."""
    value, parts = f"{ruleset.slug}/{clause.name}", clause.parts.all()
    yield value, clause.title
    for number, part in enumerate(parts if len(parts) > 1 else (), 1):
        yield f"{value}{PART}{number}", f"– {Truncator(part.text).chars(LONGEST)}"


def clause_value(row: Mapping[str, Any]) -> str:
    """What a form calls the clause that a row names, or a part of it by its number."""
    if "ruleset" not in row and "clause" not in row:
        return ""
    part = f"{PART}{row['part']}" if "part" in row else ""
    return f"{row.get('ruleset', '')}/{row.get('clause', '')}{part}"


def clause_in(value: str) -> dict[str, Any]:
    """The ruleset, the clause and perhaps the part that a form calls so."""
    whole, _sign, part = value.partition(PART)
    ruleset, _slash, clause = whole.partition("/")
    number = {"part": int(part)} if PART_NUMBER.fullmatch(part) else {}
    return {"ruleset": ruleset, "clause": clause} | number


def clause_widget(value: Any, clauses: Sequence[Group], blank: Any = "") -> forms.Select:
    """A choice among clauses, or none, which is called `blank`; what was said otherwise stays."""
    said = str(value or "")
    known = {each for _name, rows in clauses for each, _title in rows}
    others = [(said, said)] if said and said not in known else []
    return forms.Select(choices=[("", blank or _("none")), *clauses, *others])
