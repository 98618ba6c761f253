"""What the quality checks find: exactly what they say, on a small corpus made for it."""

import random

import numpy
import pytest
from django.contrib.auth.models import User

from evidence.drafts import CitationDraft, Draft, GameDraft, PlaceDraft
from evidence.models import ClauseCitation, Evidence, Region, Source
from evidence.quality import keeping
from evidence.quality.checks import CHECKS
from evidence.quality.keeping import found_by
from evidence.quality.rows import repeated
from evidence.quality.showing import all_shown
from evidence.storing import store
from games.models import Clause, Game, Ruleset
from people.groups import give_role
from people.matrix import Role
from tests.demo import store_demo

pytestmark = pytest.mark.django_db

CHESS = GameDraft("Chess", slug="chess")
WORD = {
    "type": "artifact", "confidence": 60, "confidence_reason": "seen", "judged_by": "Ann",
}  # fmt: skip
CAIRO = (PlaceDraft("Cairo", lat_u=30_000_000, lon_u=31_000_000, precision="town"),)


@pytest.fixture(autouse=True)
def var_folder(settings, tmp_path):
    """What is found is kept where no other test looks."""
    settings.VAR_DIR = tmp_path


def make(identifier, **said):
    """Store a record that lacks nothing but what is said to be otherwise."""
    count = Evidence.objects.count()
    page = (CitationDraft("A book", f"p. {count + 10}"),)
    whole = {"date": str(1140 + count), "places": CAIRO, "citations": page, **WORD}
    store(Draft(identifier, said.pop("game", CHESS), **{**whole, **said}))
    return Evidence.objects.get(identifier=identifier)


def names(check):
    """The names on a check's list, in order."""
    check = CHECKS[check]
    return [tuple(each.name for each in row) for row in all_shown(check, found_by(check).rows)]


@pytest.fixture
def rules():
    game = Game.objects.create(slug="chess", name="Chess")
    ruleset = Ruleset.objects.create(slug="old", name="Old", game=game, kind="described", text="x")
    for position, name in enumerate(["King", "Rook", "Pawn"]):
        Clause.objects.create(
            ruleset=ruleset, name=name, position=position, title=name, text=name, status="attested"
        )
    return ruleset


def cite(clause, source, relation="describes"):
    row, _ = Source.objects.get_or_create(slug=source, defaults={"citation": source})
    ClauseCitation.objects.create(
        clause=Clause.objects.get(name=clause), source=row, relation=relation
    )


def test_a_whole_record_is_on_no_list():
    make("whole")
    assert {name: names(name) for name in CHECKS} == {name: [] for name in CHECKS}


@pytest.mark.parametrize(
    ("check", "lacking"),
    [
        ("no-place", {"places": ()}),
        ("no-place", {"places": (PlaceDraft("Atlantis"),)}),
        ("no-date", {"date": ""}),
        ("no-source", {"citations": ()}),
        ("no-locator", {"citations": (CitationDraft("A book"),)}),
        ("no-type", {"type": ""}),
        ("no-confidence", {"confidence": None, "confidence_reason": "", "judged_by": ""}),
        ("no-reason", {"confidence_reason": ""}),
        ("no-judge", {"judged_by": ""}),
        ("unsure-point", {"places": (PlaceDraft("Cairo", lat_u=5, lon_u=5),)}),
    ],
)
def test_a_record_that_lacks_one_thing_is_on_that_list_alone(check, lacking):
    make("whole")
    make("lacking", **lacking)
    assert {name for name in CHECKS if names(name)} == {check}
    assert names(check) == [("lacking",)]


def test_a_date_with_one_end_is_a_date_and_a_region_is_a_place():
    square = {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]}
    Region.objects.create(slug="square", name="Square", kind="world", shape=square)
    make("open", date="../1800", places=(PlaceDraft(region="square"),))
    assert names("no-date") == names("no-place") == []


def test_lists_begin_with_the_newest():
    for name in ("one", "two", "three"):
        make(name, date="")
    assert names("no-date") == [("three",), ("two",), ("one",)]


def test_records_that_disagree_about_a_ruleset_are_paired(rules):
    make("for", rulesets={"old": "describes"}, date="1200")
    make("for-too", rulesets={"old": "supports"}, date="1201")
    make("word", rulesets={"old": "mentions"}, date="1202")
    assert names("ruleset-conflict") == []
    make("against", rulesets={"old": "contradicts"}, date="1203")
    assert names("ruleset-conflict") == [("against", "old", "for")]


def test_sources_that_disagree_about_a_clause_are_paired(rules):
    cite("King", "ann")
    cite("King", "bob", "contradicts")
    cite("Rook", "bob", "contradicts")
    assert names("clause-conflict") == [("old/King", "bob", "ann")]


def test_clauses_on_one_source_and_on_none(rules):
    cite("King", "ann")
    cite("King", "bob")
    cite("Rook", "ann")
    cite("Rook", "ann", "supports")
    cite("Rook", "bob", "contradicts")
    cite("Pawn", "bob", "mentions")
    assert names("one-source") == [("old/Rook", "ann")]
    assert names("unattested") == [("old/Pawn",)]
    Clause.objects.filter(name="Pawn").update(status="inferred")
    assert names("unattested") == []


def test_a_record_far_from_three_others_of_its_ruleset_is_named(rules):
    for number, year in enumerate(["1300", "1352", "1500"]):
        make(f"near-{number}", date=year, rulesets={"old": "describes"})
    make("far", date="-1139", rulesets={"old": "describes"})
    assert names("out-of-time") == [("far", "old")]
    make("between", date="-1000/1000", rulesets={"old": "describes"})
    assert names("out-of-time") == []


def test_two_records_say_nothing_of_what_is_usual(rules):
    make("one", date="1140", rulesets={"old": "describes"})
    make("two", date="-1139", rulesets={"old": "describes"})
    assert names("out-of-time") == []


def test_duplicates_of_one_game_are_named_with_the_first(rules):
    where = (CitationDraft("A book", "p. 7"),)
    make("first", citations=where, date="1100")
    make("other-game", citations=where, date="1100", game=GameDraft("Senet", slug="senet"))
    make("again", citations=where, date="1200")
    make("third", citations=where, date="1300")
    assert names("same-locator") == [("third", "first"), ("again", "first")]
    assert names("same-place-date") == []
    make("twin", date="1200")
    assert names("same-place-date") == [("twin", "again")]


def test_broken_shapes_are_named():
    bow = {"type": "Polygon", "coordinates": [[[0, 0], [9, 9], [9, 0], [0, 9], [0, 0]]]}
    beyond = {"type": "Polygon", "coordinates": [[[0, 0], [190, 0], [190, 9], [0, 9], [0, 0]]]}
    broken = [bow, beyond, {"type": "Point", "coordinates": [1, 2]}, {}, {"type": "Polygon"}, [1]]
    for number, shape in enumerate(broken):
        Region.objects.create(slug=f"r{number}", name=f"R{number}", kind="world", shape=shape)
    assert names("broken-shape") == [(f"r{number}",) for number in range(5, -1, -1)]


def test_repeated_rows_are_those_that_a_plain_loop_finds():
    rng = random.Random(1913)
    rows = [(pk, rng.randrange(4), rng.randrange(4)) for pk in rng.sample(range(1000), 200)]
    first, expected = {}, []
    for pk, *values in sorted(rows):
        if first.setdefault(tuple(values), pk) != pk:
            expected.append([pk, first[tuple(values)]])
    found = repeated(*numpy.array(rows).T)
    assert found.tolist() == expected[::-1]


def test_the_demo_corpus_is_in_order():
    store_demo()
    for name in ("no-date", "no-source", "no-type", "no-confidence", "broken-shape", "unattested"):
        assert names(name) == [], name


def test_what_is_quick_is_found_anew_after_every_change():
    make("one", date="")
    assert names("no-date") == [("one",)]
    make("two", date="")
    assert names("no-date") == [("two",), ("one",)]


def test_what_takes_long_is_shown_as_it_was_and_told_so(monkeypatch):
    monkeypatch.setattr(keeping, "LONG", 0)
    monkeypatch.setattr(keeping, "PATIENCE", 10**9)
    make("one", date="")
    check = CHECKS["no-date"]
    assert found_by(check).count == 1
    make("two", date="")
    assert (found_by(check).count, found_by(check).current) == (1, False)
    assert (found_by(check, anew=True).count, found_by(check).current) == (2, True)
    keeping._path(check).write_bytes(b"not what was written")
    assert found_by(check).count == 2


@pytest.fixture
def curator(client):
    person = User.objects.create_user("bede")
    give_role(person, Role.CURATOR)
    client.force_login(person)
    return client


def test_only_those_who_edit_see_the_lists(client):
    assert client.get("/curate/quality/").status_code == 302
    reader = User.objects.create_user("dodo")
    client.force_login(reader)
    assert client.get("/curate/quality/").status_code == 403
    assert client.get("/curate/quality/no-date/").status_code == 403


def test_the_page_counts_and_leads_to_the_lists(curator):
    make("one", date="", title="<b>One</b>")
    make("two", date="")
    page = curator.get("/curate/quality/").content.decode()
    assert '<a href="/curate/quality/no-date/">Without a date</a>' in page
    assert 'href="/evidence/?undated=only"' in page
    listed = curator.get("/curate/quality/no-date/").content.decode()
    assert '<a href="/evidence/one/">&lt;b&gt;One&lt;/b&gt;</a>' in listed
    assert "<b>One" not in listed
    assert curator.get("/curate/quality/nothing/").status_code == 404
    assert curator.post("/curate/quality/").status_code == 405


def test_lists_have_pages_and_a_file_of_all(curator):
    for number in range(52):
        make(f"r-{number}", date="")
    second = curator.get("/curate/quality/no-date/?page=2").content.decode()
    assert second.count('class="title"') == 2
    assert "51 to 52 of 52" in second
    answer = curator.get("/curate/quality/no-date/?format=csv")
    assert answer["Content-Disposition"] == 'attachment; filename="ashtapada-no-date.csv"'
    lines = answer.getvalue().decode().splitlines()
    assert lines[:2] == ["Record,Record (title)", 'r-51,"Chess, r-51"']
    assert len(lines) == 53


def test_a_record_that_is_gone_meanwhile_is_told(curator, monkeypatch):
    monkeypatch.setattr(keeping, "LONG", 0)
    monkeypatch.setattr(keeping, "PATIENCE", 10**9)
    make("one", date="")
    curator.get("/curate/quality/no-date/")
    Evidence.objects.get(identifier="one").delete()
    page = curator.get("/curate/quality/no-date/").content.decode()
    assert "no longer there" in page
    assert "records have changed since" in page
