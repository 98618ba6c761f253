"""An act undone: what can be made what it was before is, the rest stays and is named."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from evidence.drafts import Draft, GameDraft, PhraseDraft, PlaceDraft
from evidence.history import revision
from evidence.models import ClauseCitation, Evidence, RecordVersion, Region
from evidence.search import Query, search
from evidence.storing import store
from evidence.storing.undoing import undo
from games.models import Clause
from tests.pages.conftest import make_shodra

pytestmark = pytest.mark.django_db
SENET = GameDraft("Senet")
AREA = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}


def undone(act):
    return undo(act, by=None, why="a mistake")


def titles():
    return dict(Evidence.objects.values_list("identifier", "title"))


@pytest.fixture
def one():
    """A stored record; gives a context in which no act is under way, as another person's is."""
    store(Draft("one", SENET, title="First"))
    return copy_context()


def test_a_change_published_while_an_import_was_under_way_is_what_is_restored(one):
    with revision("import") as act:
        began = act.row
        one.run(store, Draft("one", SENET, title="The reviewer's"))
        store(Draft("one", SENET, type="artifact"))
    numbers = RecordVersion.objects.order_by("number").values_list("revision", flat=True)
    assert numbers[1] > numbers[2]
    assert (undone(began).restored, titles()) == (1, {"one": "The reviewer's"})
    assert Evidence.objects.get().type == ""


def test_a_change_between_two_of_the_act_is_not_lost(one):
    with revision("import") as act:
        store(Draft("one", SENET, title="Imported"))
        one.run(store, Draft("one", SENET, title="The reviewer's"))
        store(Draft("one", SENET, type="artifact"))
    done = undone(act.row)
    assert (done.left, done.act) == ({"one": "it was changed later"}, None)
    assert titles() == {"one": "The reviewer's"}


def test_several_changes_of_one_act_are_undone_as_one(one):
    with revision("import") as act:
        for title in ("Second", "Third"):
            store(Draft("one", SENET, title=title))
    assert (undone(act.row).restored, titles()) == (1, {"one": "First"})


def test_one_record_that_cannot_be_restored_does_not_keep_the_others():
    make_shodra()
    region = Region.objects.create(slug="egypt", name="Egypt", kind="historical", shape=AREA)
    clause = Clause.objects.get(name="OiCaptures")
    marked = PhraseDraft("shodra", "OiCaptures", 0, 4)
    store(Draft("placed", SENET, places=(PlaceDraft("Giza", region="egypt"),)))
    store(Draft("marked", SENET, rules="Four words", phrases=(marked,)))
    store(Draft("titled", SENET, title="First"))
    with revision("import") as act:
        store(Draft("placed", SENET, places=(PlaceDraft("Abydos"),)))
        store(Draft("marked", SENET, rules="Other words"))
        store(Draft("titled", SENET, title="Second"))
        store(Draft("new", SENET))
    region.delete()
    clause.delete()
    done = undone(act.row)
    assert (done.restored, done.deleted) == (1, 1)
    assert done.left.keys() == {"placed", "marked"}
    assert "egypt" in done.left["placed"] and "OiCaptures" in done.left["marked"]
    assert titles()["titled"] == "First" and "new" not in titles()
    assert search(Query(q="first")).count == 1


def test_a_record_that_a_clause_names_by_now_stays():
    make_shodra()
    with revision("import") as act:
        for name in ("named", "other"):
            store(Draft(name, SENET))
    citation = ClauseCitation.objects.all()[0]
    ClauseCitation.objects.filter(pk=citation.pk).update(
        evidence=Evidence.objects.get(identifier="named")
    )
    done = undone(act.row)
    assert (done.deleted, done.left) == (1, {"named": "a clause rests on it"})
    citation.refresh_from_db()
    assert citation.evidence.identifier == "named"
