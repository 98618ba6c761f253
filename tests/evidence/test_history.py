"""Every change of a record is a version: whole, with who, when and why."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from evidence.drafts import GameDraft
from evidence.history import difference, revision
from evidence.history.contents import content_of, draft_of
from evidence.models import Evidence, RecordVersion, Region, Revision
from evidence.records.stored import as_draft, fields
from evidence.search.index import together
from evidence.storing import StoreError, store
from games.models import Game, Ruleset
from tests.evidence.test_store import DABLOT

pytestmark = pytest.mark.django_db


@pytest.fixture
def curator():
    return User.objects.create_superuser("curator")


def versions():
    return list(RecordVersion.objects.select_related("revision").order_by("pk"))


def test_what_is_stored_has_a_first_version_by_someone_for_a_reason(curator):
    store(DABLOT, user=curator, why="read in Fiske")
    (version,) = versions()
    assert (version.identifier, version.number) == ("test-dablot", 1)
    assert (version.revision.by, version.revision.why) == (curator, "read in Fiske")
    assert version.content["date"] == "-0331/-0321"
    assert version.content["places"][1] == {
        "name": "Sápmi",
        "as_given": "Sápmi",
        "certainty": "probable",
    }


def test_a_version_holds_the_whole_record():
    game = Game.objects.create(slug="dablot", name="Dablot")
    shape = {"type": "Polygon", "coordinates": [[[15, 65], [25, 65], [25, 70], [15, 65]]]}
    Region.objects.create(slug="sapmi", name="Sápmi", kind="cultural", shape=shape)
    Ruleset.objects.create(slug="dablot-1905", game=game, name="of 1905", kind="described")
    area = replace(DABLOT.places[1], region="sapmi", note="drawn by hand")
    rulesets = {"dablot-1905": "describes"}
    store(replace(DABLOT, places=(DABLOT.places[0], area), rulesets=rulesets))
    said = as_draft(Evidence.objects.get())
    (version,) = versions()
    assert fields(draft_of(version.content)) == fields(said)
    assert content_of(draft_of(version.content)) == version.content


def test_storing_again_makes_no_version_and_no_revision():
    store(DABLOT)
    store(DABLOT)
    store(replace(DABLOT, title=""))
    assert (len(versions()), Revision.objects.count()) == (1, 1)


def test_the_difference_of_two_versions_is_told_by_field():
    store(DABLOT)
    store(replace(DABLOT, confidence=0, terms={"age": ("Elder",)}))
    first, second = versions()
    assert difference(first, second) == {
        "confidence": (80, 0),
        "terms.age": (("Adult", "Child"), ("Elder",)),
    }
    assert difference(second, first)["confidence"] == (0, 80)
    assert difference(None, first)["title"] == (None, "A board of bark")


def test_what_a_dry_run_or_a_refusal_would_store_is_no_version():
    store(DABLOT, dry_run=True)
    with pytest.raises(StoreError):
        store(replace(DABLOT, places=(replace(DABLOT.places[0], region="nowhere"),)))
    assert not versions()
    assert not Revision.objects.exists()


def test_what_belongs_together_is_one_revision(curator):
    with revision("a shelf of books", curator):
        store(DABLOT, why="not this")
        store(replace(DABLOT, identifier="test-two", portal_id=None), dry_run=True)
        store(replace(DABLOT, identifier="test-two", portal_id=None))
    assert {version.revision.why for version in versions()} == {"a shelf of books"}
    assert Revision.objects.count() == 1


def test_what_is_stored_together_has_its_versions_at_the_end(curator):
    two = replace(DABLOT, identifier="test-two", portal_id=None)
    with revision("two pages", curator), together():
        store(DABLOT)
        store(two)
        store(DABLOT)
        assert not versions()
        store(replace(two, title="Another"))
        Evidence.objects.get(identifier="test-dablot").delete()
    assert [(version.identifier, version.number) for version in versions()] == [
        ("test-two", 1), ("test-dablot", 1), ("test-dablot", 2), ("test-two", 2),
    ]  # fmt: skip
    assert [(version.content or {}).get("title") for version in versions()] == [
        "A board of bark", "A board of bark", None, "Another",
    ]  # fmt: skip
    assert Revision.objects.get().why == "two pages"


def test_what_fails_together_has_no_version():
    with pytest.raises(StoreError), transaction.atomic(), together():
        store(DABLOT)
        raise StoreError("another reason")
    assert not versions()
    assert not Revision.objects.exists()


def test_a_revision_goes_on_after_its_first_record_was_refused():
    with revision("two pages"):
        with pytest.raises(StoreError), transaction.atomic():
            store(DABLOT)
            raise StoreError("another reason")
        store(DABLOT)
    assert Revision.objects.get().versions.count() == 1


def test_a_record_older_than_its_history_keeps_what_it_was():
    store(DABLOT)
    RecordVersion.objects.all().delete()
    store(replace(DABLOT, confidence=0))
    before, after = versions()
    assert (before.number, after.number) == (1, 2)
    assert difference(before, after) == {"confidence": (80, 0)}
    assert before.revision.why == "as it was when its history began"


def test_a_name_that_changed_elsewhere_is_no_part_of_what_somebody_changes(curator):
    store(DABLOT)
    Game.objects.update(name="Zenet")
    store(replace(DABLOT, game=GameDraft("Zenet"), title="Another"), user=curator, why="mine")
    _first, renamed, second = versions()
    assert (renamed.content["game_name"], renamed.revision.by) == ("Zenet", None)
    assert renamed.revision.why == "names of its game or sources were changed"
    assert difference(renamed, second).keys() == {"title"}
    assert second.revision.by == curator


def test_a_record_that_is_deleted_can_be_read_in_its_history_and_goes_on_there():
    store(DABLOT)
    Evidence.objects.get().delete()
    written, deleted = versions()
    assert (deleted.number, deleted.content) == (2, None)
    assert set(difference(written, deleted)) == set(fields(draft_of(written.content)))
    store(DABLOT)
    assert versions()[2].number == 3
    assert versions()[2].content == written.content


def form(record, **said):
    """What the admin's form sends: no rows of places, sources, quotations or rulesets."""
    sets = ("places", "citations", "quotations", "ruleset_links", "phrases")
    counts = {f"{name}-{which}": "0" for name in sets for which in ("TOTAL_FORMS", "INITIAL_FORMS")}
    kept = {"game": record.game_id, "title": record.title, "type": record.type}
    blank = {"external_ids": "{}", "checked_against": "[]"}
    return counts | kept | blank | said


def test_the_admin_writes_history_too(client, curator):
    game = Game.objects.create(slug="senet", name="Senet")
    record = Evidence.objects.create(identifier="demo-1", game=game, title="Board")
    client.force_login(curator)
    address = reverse("admin:evidence_evidence_change", args=[record.pk])
    answer = client.post(address, form(record, title="Box", why="it has a drawer"))
    assert answer.status_code == 302
    before, after = versions()
    assert difference(before, after) == {"title": ("Board", "Box")}
    assert (after.revision.by, after.revision.why) == (curator, "it has a drawer")
    client.post(reverse("admin:evidence_evidence_delete", args=[record.pk]), {"post": "yes"})
    assert versions()[-1].content is None
    assert versions()[-1].revision.by == curator
