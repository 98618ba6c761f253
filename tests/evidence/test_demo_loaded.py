"""Loading the demo corpus, and what tests are given that are not about loading it."""

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from curation.models import RulesetVersion
from evidence.importers.corpus import load_corpus
from evidence.models import CorpusChange, Evidence
from evidence.search import Query, search
from evidence.versions import current_version, note_change
from games.models import Concept, Game, Ruleset
from tests.demo import SHIPPED, store_demo

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def run(tmp_path_factory):
    """The folder of a run that has loaded nothing yet."""
    folder = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASHTAPADA_RUN", str(folder))
        yield folder


@pytest.fixture(scope="module", autouse=True)
def shipped(run, django_db_setup, django_db_blocker):
    """The demo corpus, loaded once for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        with CaptureQueriesContext(connection) as asked:
            store_demo()
        yield len(asked)
        transaction.set_rollback(True)


def test_it_loads_in_few_queries_and_a_second_time_changes_nothing(shipped):
    assert shipped < 60 * Evidence.objects.count()
    assert not load_corpus(SHIPPED).changed
    assert RulesetVersion.objects.count() == Ruleset.objects.count()


def everything():
    """All rows by model, but those of changes."""
    models = set(apps.get_models(include_auto_created=True)) - {CorpusChange}
    stored = [model for model in models if model._meta.can_migrate(connection)]
    return {model: list(model._default_manager.order_by("pk").values_list()) for model in stored}


def flush():
    """Take out all that was loaded, and number the concepts anew, as a flush does."""
    concepts = list(Concept.objects.order_by("pk"))
    loaded = [model for model, rows in everything().items() if rows]
    own = [model for model in loaded if model._meta.app_label in ("evidence", "games", "curation")]
    with transaction.atomic(), connection.cursor() as cursor:
        for model in own:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
        for concept in concepts:
            concept.pk = None
        Concept.objects.bulk_create(concepts)
        note_change(None)


def test_what_other_tests_are_given_is_what_was_loaded(run):
    loaded, found, version = everything(), search(Query(q="soyot")).pks(), current_version()
    flush()
    assert search(Query()).count == 0
    assert everything()[Concept] != loaded[Concept]
    store_demo()
    assert everything() == loaded
    assert len(list(run.glob("*.pickle"))) == 1
    assert current_version().number > version.number
    assert search(Query(q="soyot")).pks() == found != []
    assert Game.objects.create(slug="new", name="New").pk > max(row[0] for row in loaded[Game])
