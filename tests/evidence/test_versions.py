"""What a transaction does last is done right before its commit, as a part of it."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection, connections, transaction

from evidence.models import CorpusChange, Source
from evidence.search.versions import LOCK, changed_since, current_version, note_change

pytestmark = pytest.mark.django_db(transaction=True)


def rows():
    return list(CorpusChange.objects.order_by("number").values_list("pks", flat=True))


def test_all_that_a_transaction_changes_is_one_version_made_at_its_end():
    before = current_version()
    with transaction.atomic():
        note_change([2, 1])
        note_change([])
        with transaction.atomic():
            note_change([3])
        assert not rows()
    assert rows() == [[1, 2, 3]]
    assert current_version().number == before.number + 1


def test_what_is_changed_outside_a_transaction_is_a_version_at_once():
    note_change([1])
    note_change(None)
    assert rows() == [[1], None]


def test_what_is_rolled_back_makes_no_version():
    with transaction.atomic():
        note_change([1])
        transaction.set_rollback(True)
    with transaction.atomic():
        note_change([1])
        with transaction.atomic():
            note_change([2])
            transaction.set_rollback(True)
    assert rows() == [[1]]


def test_who_asks_within_the_transaction_sees_its_changes():
    before = current_version()
    with transaction.atomic():
        note_change([1])
        within = current_version()
        assert within != before and current_version() == within
        with transaction.atomic():
            note_change([2])
            current_version()
            assert changed_since(within) == {2}
            transaction.set_rollback(True)
        assert current_version() == within
    assert rows() == [[1]]


def test_what_was_asked_for_in_a_part_that_is_rolled_back_is_written_all_the_same():
    with transaction.atomic():
        note_change([1])
        with transaction.atomic():
            lost = current_version()
            transaction.set_rollback(True)
        assert current_version() != lost
    assert rows() == [[1]]
    with transaction.atomic():
        note_change([2])
        with transaction.atomic():
            assert current_version()
            transaction.set_rollback(True)
    assert rows() == [[1], [2]]


@pytest.mark.postgresql
def test_a_transaction_that_cannot_do_it_stores_nothing_and_the_connection_goes_on():
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        with pytest.raises(OperationalError), transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '50ms'")
            Source.objects.create(citation="A book", slug="a-book")
    finally:
        other.close()
    assert not Source.objects.exists() and not rows()
    note_change([1])
    assert rows() == [[1]]
