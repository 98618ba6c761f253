"""Aspects of a record that search asks for: roles, certainties, relations, pictures.

Each value has a number, by which the snapshot links records with it. To add an aspect: a line at
the end of `ASPECTS`, and one in `aspects_read`; values are appended to their lists, never moved.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Case, IntegerField, QuerySet, TextChoices, Value, When
from django.utils.translation import gettext_lazy as _

from evidence.models import (
    Evidence,
    Identification,
    OtherDate,
    Person,
    Picture,
    Place,
    RecordRelation,
)
from evidence.vocabulary import DateRole, Link, PersonRole, PlaceRole, Sureness


class Pictured(TextChoices):
    """Whether there is a picture."""

    YES = "yes", _("with a picture")


ASPECTS: dict[str, type[TextChoices]] = {
    "date_role": DateRole,
    "place_role": PlaceRole,
    "identified": Sureness,
    "related": Link,
    "picture": Pictured,
    "person_role": PersonRole,
}
LABELS = {
    "date_role": _("Date of"),
    "place_role": _("Place of"),
    "identified": _("Identification"),
    "related": _("Related records"),
    "picture": _("Pictures"),
    "person_role": _("Role of a person"),
}
STEP = 100  # more than any aspect has values
NUMBERS: dict[tuple[str, str], int] = {
    (name, value): STEP * place + number
    for place, (name, choices) in enumerate(ASPECTS.items())
    for number, value in enumerate(choices.values)
}


def aspects_read() -> list[tuple[str, QuerySet[Any, Any]]]:
    """Id and number of an aspect, by the column that has the id; further dates count as dates."""
    pictures = Picture.objects.values_list("evidence_id", Value(NUMBERS["picture", Pictured.YES]))
    return [
        (
            "pk",
            Evidence.objects.filter(date_role__in=DateRole.values).values_list(
                "pk", _numbered("date_role")
            ),
        ),
        ("evidence", _of(OtherDate, "date_role", "role")),
        ("evidence", _of(Place, "place_role", "role")),
        ("evidence", _of(Identification, "identified", "certainty")),
        ("evidence", _of(RecordRelation, "related", "relation")),
        ("evidence", pictures.distinct()),
        ("evidence", _of(Person, "person_role", "role")),
    ]


def _of(model: Any, aspect: str, column: str) -> QuerySet[Any, Any]:
    rows = model.objects.filter(**{f"{column}__in": ASPECTS[aspect].values})
    found: QuerySet[Any, Any] = rows.values_list("evidence_id", _numbered(aspect, column))
    return found


def _numbered(aspect: str, column: str = "") -> Case:
    """The number of the value of a column; every value that is stored has one."""
    known = [
        When(**{column or aspect: value}, then=Value(NUMBERS[aspect, value]))
        for value in ASPECTS[aspect].values
    ]
    return Case(*known, output_field=IntegerField())
