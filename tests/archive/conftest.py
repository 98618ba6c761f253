"""An archive for the tests here."""

import os
from pathlib import Path

import pytest
from django.db import transaction

from evidence.archive.writing import export_corpus
from tests.archive.corpus import fill
from tests.conftest import alone


@pytest.fixture(scope="session")
def written(django_db_setup, django_db_blocker):
    """An archive of a corpus that is no longer there, which the first to ask for it makes."""
    path = Path(os.environ["ASHTAPADA_RUN"]) / "corpus.zip"
    with alone("archive"):
        if not path.exists():
            made = path.with_suffix(".part")
            with django_db_blocker.unblock(), transaction.atomic():
                fill()
                export_corpus(made)
                transaction.set_rollback(True)
            made.rename(path)
    return path
