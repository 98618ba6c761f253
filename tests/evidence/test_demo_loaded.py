"""Loading the demo corpus, and what tests are given that are not about loading it."""

import json
import shutil
from itertools import chain

import pytest
from django.apps import apps
from django.db import connection, transaction

from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.importers.corpus import load_corpus
from evidence.models import Evidence
from evidence.search import Query, search
from evidence.search.versions import current_version, note_change
from games.models import Concept, Game, Ruleset
from tests.archive.corpus import FEW
from tests.demo import SHIPPED, store_demo
from tests.rows import stored_tables

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shipped(django_db_setup, django_db_blocker):
    """The demo corpus, as this run has loaded it or does now."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield store_demo()
        transaction.set_rollback(True)


@pytest.mark.sqlite  # PostgreSQL loads a part of it, below
def test_it_loads_in_few_queries_and_a_second_time_changes_nothing(shipped):
    assert shipped.queries < 70 * Evidence.objects.count()
    assert not load_corpus(SHIPPED).changed
    assert RulesetVersion.objects.count() == Ruleset.objects.count()


def in_part(line):
    """Whether a record needs no other record, and no rulesets but the few."""
    told = json.loads(line)
    return {*told.get("rulesets", ())} <= {*FEW} and not told.get("relations")


@pytest.mark.postgresql
def test_a_part_of_it_changes_nothing_a_second_time(tmp_path):
    for name in ("rulesets", "corpus", "stories"):
        (tmp_path / name).mkdir()
    step = {"title": "Two steps", "text": [], "ruleset": "shodra", "clause": "OiStepsTwice"}
    story = json.dumps({"title": "Oi", "lede": "", "steps": [step]})
    (tmp_path / "stories" / "oi.json").write_text(story, encoding="utf-8")
    shutil.copy(SHIPPED / "regions.json", tmp_path)
    for path in SHIPPED.glob("rulesets/**/*.*"):
        if path.stem in FEW:
            shutil.copy(path, tmp_path / "rulesets")
    files = sorted(SHIPPED.glob("corpus/*.jsonl"))
    lines = chain.from_iterable(path.read_text(encoding="utf-8").splitlines() for path in files)
    part = "\n".join(filter(in_part, lines))
    (tmp_path / "corpus" / "part.jsonl").write_text(part, encoding="utf-8")
    counts = load_corpus(tmp_path).counts
    assert counts["rulesets"] == {"unchanged": len(FEW)}
    assert counts["stories"] == {"created": 1}
    assert not load_corpus(tmp_path).changed
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
