"""Archives for the tests here."""

import os
from pathlib import Path

import pytest
from django.db import transaction

from evidence.archive.writing import export_corpus
from tests.archive.corpus import fill, store_few
from tests.conftest import alone
from tests.demo import store_demo


@pytest.fixture(scope="session")
def written(django_db_setup, django_db_blocker):
    """An archive of the demo corpus and more, which is no longer there."""
    with django_db_blocker.unblock():
        return archive_of(store_demo)


@pytest.fixture(scope="session")
def small(django_db_setup, django_db_blocker):
    """The same of a few rulesets and records."""
    with django_db_blocker.unblock():
        return archive_of(store_few)


def archive_of(store):
    """The archive of a corpus, which the first process of a run to ask for it makes."""
    path = Path(os.environ["ASHTAPADA_RUN"]) / f"{store.__name__}.zip"
    with alone("archive"):
        if not path.exists():
            made = path.with_suffix(".part")
            with transaction.atomic():
                fill(store)
                export_corpus(made)
                transaction.set_rollback(True)
            made.rename(path)
    return path
