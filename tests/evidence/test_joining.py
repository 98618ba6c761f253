"""Two sources that are one: joined with all that rests on them, and parted again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evidence.drafts import CitationDraft, Draft, GameDraft, QuotationDraft
from evidence.importers.table_store import Options, import_table
from evidence.models import ClauseCitation, Evidence, RecordVersion, Source, SourceAlias
from evidence.records.stored import as_draft
from evidence.search import Query, search
from evidence.storing import store
from evidence.storing.joining import JoinError, join
from evidence.storing.undoing import undo
from games.models import Clause, Game, Ruleset
from people.groups import give_role
from people.matrix import Role

pytestmark = pytest.mark.django_db

OLD, INTO = "Murray, Chess, 1913", "Murray, H. J. R. 1913. A History of Chess."


@pytest.fixture
def bede(db):
    person = User.objects.create_user("bede")
    give_role(person, Role.CURATOR)
    return person


@pytest.fixture
def sources(db):
    """A record of each source and one of both; a clause of the one that goes."""
    both = (CitationDraft(OLD, "p. 3"), CitationDraft(INTO, "p. 3"), CitationDraft(OLD, "p. 9"))
    for name, citations in (
        ("one", (CitationDraft(OLD, "p. 3", note="small print"),)),
        ("two", (CitationDraft(INTO, "p. 4"),)),
        ("both", both),
    ):
        quoted = (QuotationDraft("a round board", citation=len(citations) - 1),)
        store(Draft(name, GameDraft("Chess"), citations=citations, quotations=quoted))
    old, into = (Source.objects.get(citation=said) for said in (OLD, INTO))
    Source.objects.filter(pk=old.pk).update(title="Chess, a history", year=1913)
    old.refresh_from_db()
    rules = Ruleset.objects.create(slug="r", game=Game.objects.get(), name="R", kind="described")
    clause = Clause.objects.create(
        ruleset=rules, name="King", position=0, title="King", text="-", status="attested"
    )
    ClauseCitation.objects.create(clause=clause, source=old, locator="p. 1")
    return old, into


def cited(name):
    return [(row.citation, row.locator, row.note) for row in draft(name).citations]


def draft(name):
    return as_draft(Evidence.objects.get(identifier=name))


def test_what_cited_one_cites_the_other_and_nothing_is_lost(sources, bede):
    old, into = sources
    act = join(old, into, by=bede, why="the same book")
    assert cited("one") == [(INTO, "p. 3", "small print")]
    assert cited("both") == [(INTO, "p. 3", ""), (INTO, "p. 9", "")]
    assert draft("both").quotations[0].citation == 1  # the place that it was quoted from
    assert ClauseCitation.objects.get().source == into
    into.refresh_from_db()
    assert (into.title, into.year) == ("Chess, a history", 1913)  # its blanks are filled
    assert not Source.objects.filter(citation=OLD).exists()
    assert {version.identifier for version in act.versions.all()} == {"one", "both"}
    assert (act.by, "the same book" in act.why) == (bede, True)
    assert search(Query(sources=(into.slug,))).count == 3


def test_joined_sources_are_parted_again_as_if_nothing_had_been(sources, bede):
    old, into = sources
    before = {name: draft(name) for name in ("one", "two", "both")}
    fields = {row.slug: (row.citation, row.title, row.year, row.csl) for row in sources}
    act = join(old, into, by=bede)
    undone = undo(act, by=bede, why="no, another edition")
    assert (undone.left, undone.kept) == ({}, {})
    assert {name: draft(name) for name in before} == before
    stored = {
        row.slug: (row.citation, row.title, row.year, row.csl) for row in Source.objects.all()
    }
    assert stored == fields
    assert ClauseCitation.objects.get().source.citation == OLD
    assert not SourceAlias.objects.exists()
    numbers = RecordVersion.objects.filter(identifier="one").values_list("number", flat=True)
    assert sorted(numbers) == [1, 2, 3]


def test_a_record_that_was_changed_since_stays_and_is_named(sources, bede):
    act = join(*sources, by=bede)
    store(replace(draft("one"), title="Later"), whole=True, why="later")
    undone = undo(act, by=bede, why="no")
    assert list(undone.left) == ["one"]
    assert cited("one") == [(INTO, "p. 3", "small print")]
    assert cited("both")[0] == (OLD, "p. 3", "")


def test_the_old_citation_and_address_lead_to_the_source_that_stays(sources, bede, tmp_path):
    old, into = sources
    slug = old.slug
    join(old, into, by=bede)
    client = Client()
    assert client.get(f"/sources/{slug}/")["Location"] == into.get_absolute_url()
    assert client.get(f"/api/v1/sources/{slug}/").json()["slug"] == into.slug
    store(Draft("three", GameDraft("Chess"), citations=(CitationDraft(OLD, "p. 5"),)))
    path = tmp_path / "more.csv"
    path.write_text(f'id,game,source_citation,source_locator\nfour,Chess,"{OLD}",p. 6\n')
    import_table(path, Options())
    assert cited("three") + cited("four") == [(INTO, "p. 5", ""), (INTO, "p. 6", "")]
    assert Source.objects.count() == 1
    store(Draft("five", GameDraft("Chess"), citations=(CitationDraft("Murray Chess 1913!"),)))
    assert Source.objects.exclude(pk=into.pk).get().slug != slug  # the address is taken for good


def test_sources_joined_one_after_another_are_parted_in_turn(sources, bede):
    old, into = sources
    store(Draft("six", GameDraft("Chess"), citations=(CitationDraft("Murray 1913, reprint"),)))
    last = Source.objects.get(citation="Murray 1913, reprint")
    join(old, into, by=bede)
    second = join(into, last, by=bede)
    assert set(last.aliases.values_list("citation", flat=True)) == {OLD, INTO}
    undo(second, by=bede, why="no")
    again = Source.objects.get(citation=INTO)
    assert list(again.aliases.values_list("citation", flat=True)) == [OLD]
    assert cited("one") == [(INTO, "p. 3", "small print")]


def test_a_source_is_not_joined_with_itself(sources, bede):
    with pytest.raises(JoinError, match="with itself"):
        join(sources[0], sources[0], by=bede)


def test_a_curator_joins_and_parts_them_on_the_page_and_nobody_else_does(sources, bede, client):
    old, into = sources
    page = f"/sources/{old.slug}/join/"
    assert client.get(page).status_code == 302
    client.force_login(bede)
    assert "2 records rest on it, 1 clause citation." in client.get(page).content.decode()
    unknown = client.post(page, {"into": "Nobody 1999"})
    assert unknown.status_code == 400
    shown = client.post(page, {"into": f"http://testserver/sources/{into.slug}/"})
    assert "It is joined into:" in shown.content.decode()
    assert Source.objects.count() == 2
    answer = client.post(page, {"into": into.slug, "sure": "1", "why": "the same"})
    assert answer["Location"] == into.get_absolute_url()
    assert Source.objects.count() == 1
    assert OLD in client.get(into.get_absolute_url()).content.decode()
    back = client.post(f"/sources/{into.slug}/join/", {"part": old.slug})
    assert back["Location"] == f"/sources/{old.slug}/"
    assert Source.objects.count() == 2
