"""Loading the demo corpus, and what tests are given that are not about loading it."""

import pytest
from django.apps import apps
from django.db import connection, transaction

from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.importers.corpus import load_corpus
from evidence.models import Evidence
from evidence.search import Query, search
from evidence.search.versions import current_version, note_change
from games.models import Concept, Game, Ruleset
from tests.demo import SHIPPED, store_demo
from tests.rows import stored_tables

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shipped(django_db_setup, django_db_blocker):
    """The demo corpus, as this run has loaded it or does now."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield store_demo()
        transaction.set_rollback(True)


def test_it_loads_in_few_queries_and_a_second_time_changes_nothing(shipped):
    assert shipped.queries < 110 * Evidence.objects.count()
    assert not load_corpus(SHIPPED).changed
    assert RulesetVersion.objects.count() == Ruleset.objects.count()


def flush():
    """Take out all that was loaded, and number the concepts anew, as a flush does."""
    concepts = list(Concept.objects.order_by("pk"))
    loaded = [apps.get_model(label) for label, rows in stored_tables().items() if rows]
    own = [model for model in loaded if model._meta.app_label in ("evidence", "games", "curation")]
    with transaction.atomic(), connection.cursor() as cursor:
        for model in own:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
        for concept in concepts:
            concept.pk = None
        Concept.objects.bulk_create(concepts)
        note_change(None)


def test_what_other_tests_are_given_is_what_was_loaded(shipped):
    found, version = search(Query(q="soyot")).pks(), current_version()
    flush()
    assert search(Query()).count == 0
    assert stored_tables()["games.Concept"] != shipped.tables["games.Concept"]
    assert store_demo().tables == shipped.tables
    assert stored_tables() == shipped.tables
    assert current_version().number > version.number
    assert search(Query(q="soyot")).pks() == found != []
    newest = max(row[0] for row in shipped.tables["games.Game"])
    assert Game.objects.create(slug="new", name="New").pk > newest
