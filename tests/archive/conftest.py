"""An archive for the tests here."""

import pytest
from django.db import transaction

from evidence.archive.writing import export_corpus
from tests.archive.corpus import fill


@pytest.fixture(scope="session")
def written(tmp_path_factory, django_db_setup, django_db_blocker):
    """An archive of a corpus that is no longer there, and what it held."""
    path = tmp_path_factory.mktemp("archive") / "corpus.zip"
    with django_db_blocker.unblock(), transaction.atomic():
        fill()
        export_corpus(path)
        transaction.set_rollback(True)
    return path
