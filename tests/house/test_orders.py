"""Rows come in the same order on every database: default orders leave no two rows equal."""

from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import Model, UniqueConstraint

from tests.machine import PROJECT

ORDERED = [
    model
    for app in apps.get_app_configs()
    if Path(app.path).parent == PROJECT
    for model in app.get_models()
    if model._meta.ordering
]


def unique(model: type[Model]) -> list[set[str]]:
    """Each set of fields of which no two rows have the same values."""
    options = model._meta
    return [
        *({each.name} for each in options.get_fields() if getattr(each, "unique", False)),
        *(set(fields) for fields in options.unique_together),
        *(
            set(each.fields)
            for each in options.constraints
            if isinstance(each, UniqueConstraint) and each.condition is None
        ),
    ]


@pytest.mark.parametrize("model", ORDERED, ids=lambda model: model._meta.label)
def test_no_two_rows_are_equal_in_the_default_order(model):
    names = {each.removeprefix("-") for each in model._meta.ordering}
    assert "pk" in names or any(fields <= names for fields in unique(model))
