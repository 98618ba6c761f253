"""Migrating a SQLite file looks through all of its references once, not after each migration."""

from __future__ import annotations

import pytest
from django.core.management import get_commands, load_command_class
from django.db import IntegrityError, connection, connections

from evidence.management.commands.migrate import Command, checked_once
from evidence.models import Place

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite,  # PostgreSQL checks as it writes
]


def test_it_is_the_command_that_is_run():
    assert isinstance(load_command_class(get_commands()["migrate"], "migrate"), Command)


def looked_through(monkeypatch):
    """Notes each time that all references are looked through."""
    checks: list[None] = []
    kind = type(connections["default"])
    usual = kind.check_constraints

    def note(self, table_names=None):
        checks.append(None)
        usual(self, table_names)

    monkeypatch.setattr(kind, "check_constraints", note)
    return checks


def test_references_are_looked_through_once_and_only_where_it_is_asked(monkeypatch):
    checks = looked_through(monkeypatch)
    with checked_once(connections["default"]):
        for _each in range(3):
            connection.check_constraints()
        assert checks == []
    assert len(checks) == 1
    with checked_once(connections["default"]):
        pass
    assert len(checks) == 1
    connection.check_constraints()
    assert len(checks) == 2


def test_a_reference_to_nothing_is_told():
    with connection.constraint_checks_disabled():
        Place.objects.bulk_create([Place(evidence_id=999)])
        with (
            pytest.raises(IntegrityError, match="evidence_place"),
            checked_once(connections["default"]),
        ):
            connection.check_constraints()
        Place.objects.all().delete()
