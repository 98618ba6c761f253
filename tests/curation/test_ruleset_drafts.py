"""Drafts of texts of rules: saved, published by somebody else, and the versions that remain."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from evidence.editing.curation.ruleset_models import RulesetDraft, RulesetVersion
from evidence.editing.curation.rulesets import life
from evidence.editing.curation.rulesets.history import versions_of
from evidence.editing.curation.words import MOST_LINES, changes
from evidence.editing.workflow.refusals import Refusal
from games.models import Game, Match, Ruleset
from games.rules_cache import rules_for, rules_of
from jobs.models import Job
from people.matrix import Role
from tests.curation.conftest import person
from tests.curation.pages import words
from tests.pages.conftest import make_shodra, stored

pytestmark = pytest.mark.django_db
SHODRA = (settings.BASE_DIR / "fixtures" / "rulesets" / "shodra.lud").read_text()
# The merze steps straight on too.
NEW = SHODRA.replace('"MerzeSteps" (move Step Diagonal', '"MerzeSteps" (move Step All')
WHY = "Murray says so"


def begun(who, text=NEW, why=WHY):
    return life.begin(who, Ruleset.objects.get(slug="shodra"), text, why, None)


def refused(kind, step, *args, **named):
    with pytest.raises(Refusal) as caught:
        step(*args, **named)
    assert caught.value.kind == kind
    return str(caught.value)


# Saving


def test_a_draft_changes_nothing_for_readers(client, bede):
    ruleset = stored("shodra")
    draft = begun(bede)
    assert (draft.number, draft.base, draft.saves.count()) == (1, ruleset.digest, 1)
    ruleset.refresh_from_db()
    assert ruleset.text == SHODRA
    assert "Step All" not in client.get("/rulesets/shodra/").content.decode()


def test_there_is_one_draft_of_a_ruleset(bede, cato):
    stored("shodra")
    begun(bede)
    assert "draft of “shodra” already" in refused("state", begun, cato)


def test_the_editor_opens_the_draft_that_there_is(client, bede):
    stored("shodra")
    draft = begun(bede)
    client.force_login(bede)
    answer = client.get("/rulesets/shodra/edit/", follow=True)
    assert answer.redirect_chain == [(f"/curate/rulesets/{draft.pk}/edit/", 302)]
    assert answer.context["text"] == NEW
    assert f'href="{draft.get_absolute_url()}"' in client.get("/curate/rulesets/").content.decode()
    life.take("drop", draft, number=1, person=bede)
    answer = client.get(f"/curate/rulesets/{draft.pk}/edit/")
    assert answer.headers["Location"] == draft.get_absolute_url()
    assert "given up" in words(client.get(draft.get_absolute_url()))


def test_two_people_who_save_at_once_lose_no_word(client, bede, cato):
    stored("shodra")
    draft = begun(bede)
    life.save(draft, "(theirs)", WHY, number=1, person=cato)
    client.force_login(bede)
    sent = {"do": "save", "text": "(mine)", "number": "1", "why": WHY}
    answer = client.post(f"/curate/rulesets/{draft.pk}/edit/", sent)
    assert answer.status_code == 409
    assert answer.context["text"] == "(mine)"
    assert answer.context["number"] == 2
    assert "cato has saved this since" in words(answer)
    assert "theirs" in words(answer)
    answer = client.post(f"/curate/rulesets/{draft.pk}/edit/", sent | {"number": "2"})
    assert answer.status_code == 302
    assert list(draft.saves.values_list("text", flat=True)) == ["(mine)", "(theirs)", NEW]


def test_a_draft_that_is_given_up_is_kept_and_makes_room(bede, cato):
    stored("shodra")
    draft = life.take("drop", begun(bede), number=1, person=cato)
    assert (draft.state, draft.closed_by) == ("dropped", cato)
    assert draft.saves.count() == 1
    refused("state", life.save, draft, "x", WHY, number=1, person=bede)
    assert begun(bede).pk != draft.pk


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x" * 200_001])
def test_what_is_no_text_is_not_kept(bede, text):
    stored("shodra")
    refused("faulty", begun, bede, text)
    assert not RulesetDraft.objects.exists()


# Publishing


def test_a_text_is_published_by_somebody_else(bede, cato):
    ruleset = make_shodra()
    played = Match.objects.get(slug="short").digest
    draft = begun(bede)
    assert life.games_bound(draft) == 1
    published = life.take("publish", draft, number=1, person=cato).ruleset
    assert published.text == NEW
    first, second = versions_of(ruleset)
    assert (first.text, second.text) == (SHODRA, NEW)
    assert (second.by, second.published_by, second.why) == (bede, cato, WHY)
    draft.refresh_from_db()
    assert (draft.state, draft.closed_by) == ("published", cato)
    job = Job.objects.get(kind="moments")
    assert (job.what["digest"], job.by, job.state) == (published.digest, cato, "waiting")
    match = Match.objects.get(slug="short")
    assert match.digest == played != published.digest
    assert rules_of(published, played) is not rules_for(published)


def test_nobody_publishes_what_they_have_written_in(bede, cato):
    stored("shodra")
    draft = begun(bede)
    assert "own work" in refused("rights", life.take, "publish", draft, number=1, person=bede)
    life.save(draft, NEW + "\n", WHY, number=1, person=cato)
    refused("rights", life.take, "publish", draft, number=2, person=cato)


def test_what_somebody_saves_while_it_is_checked_is_not_published(bede, cato, monkeypatch):
    ruleset = stored("shodra")
    draft = begun(bede)
    check = life.check_draft

    def check_slowly(draft):
        found = check(draft)
        current = RulesetDraft.objects.get()
        life.save(current, "(broken", WHY, number=current.number, person=cato)
        return found

    monkeypatch.setattr(life, "check_draft", check_slowly)
    for number in (2, 1):  # of what nobody has saved yet, too
        refused("outdated", life.take, "publish", draft, number=number, person=cato)
    ruleset.refresh_from_db()
    assert ruleset.text == SHODRA


def test_what_is_missing_is_told_before_publishing(client, bede, cato):
    stored("shodra")
    draft = begun(bede, SHODRA.replace('"MerzeSteps"', '"Steps"'), "")
    said = refused("missing", life.take, "publish", draft, number=1, person=cato)
    assert "the clause “MerzeSteps” has no definition" in said
    assert "say why" in said
    client.force_login(cato)
    page = client.get(draft.get_absolute_url())
    assert "the clause “MerzeSteps” has no definition" in words(page)
    assert re.search(r"MerzeSteps\s+attested", words(page))  # in the table of its clauses
    assert b'value="publish"' not in page.content


def test_a_text_that_does_not_compile_with_an_option_is_not_published(bede, cato):
    stored("shodra")
    text = SHODRA.replace('(item "', '(item "Broken" <(nothing Here)> "x") (item "', 1)
    said = refused("missing", life.take, "publish", begun(bede, text), number=1, person=cato)
    assert "with Double step/Broken" in said
    assert not RulesetVersion.objects.filter(number=2).exists()


def test_a_draft_on_a_text_that_has_changed_has_to_take_it_over(bede, cato):
    ruleset = stored("shodra")
    draft = begun(bede)
    ruleset.text += "\n// changed\n"
    ruleset.save()
    draft = RulesetDraft.objects.get()
    assert "has changed since" in refused(
        "missing", life.take, "publish", draft, number=1, person=cato
    )
    life.take("bring-up", draft, number=1, person=bede)
    draft = RulesetDraft.objects.get()
    assert life.take("publish", draft, number=2, person=cato).ruleset.text == NEW
    assert [each.number for each in versions_of(ruleset)] == [1, 2, 3]


def test_new_rules_are_written_and_published(client, bede, cato):
    game = stored("shodra").game
    client.force_login(bede)
    about = {"game": game.pk, "name": "Shodra again", "slug": "again", "kind": "suggested"}
    sent = {"do": "save", "text": SHODRA, "why": WHY, "summary": "", **about}
    refusal = client.post("/rulesets/new/", sent | {"slug": "shodra"})
    assert "There are rules called “shodra” already." in words(refusal)
    assert client.post("/rulesets/new/", sent | {"slug": "new"}).status_code == 409
    assert client.post("/rulesets/new/", sent | {"slug": "not a slug"}).status_code == 400
    answer = client.post("/rulesets/new/", sent)
    draft = RulesetDraft.objects.get()
    assert answer.headers["Location"] == draft.get_absolute_url()
    client.force_login(cato)
    answer = client.post(draft.get_absolute_url(), {"do": "publish", "number": "1"})
    assert answer.headers["Location"] == "/rulesets/again/"
    assert client.get("/rulesets/again/").status_code == 200
    assert versions_of(Ruleset.objects.get(slug="again"))[0].by == bede


def test_rules_of_a_new_game_add_it_when_they_are_published(client, bede, cato):
    shodra = stored("shodra").game
    client.force_login(bede)
    about = {"name": "My chess", "slug": "my-chess", "kind": "suggested", "summary": ""}
    sent = {"do": "save", "text": SHODRA, "why": WHY, **about}
    assert "Choose the game, or name a new one." in words(client.post("/rulesets/new/", sent))
    both = client.post("/rulesets/new/", sent | {"game": shodra.pk, "new_game": "Mine"})
    assert both.status_code == 400 and "not both" in words(both)
    assert not RulesetDraft.objects.exists()
    draft = client.get(
        client.post("/rulesets/new/", sent | {"new_game": "Mine"}).headers["Location"]
    )
    assert "Mine" in words(draft) and not Game.objects.filter(name="Mine").exists()
    assert "Mine" in words(client.get("/curate/rulesets/"))
    client.force_login(cato)
    client.post(RulesetDraft.objects.get().get_absolute_url(), {"do": "publish", "number": "1"})
    assert Ruleset.objects.get(slug="my-chess").game == Game.objects.get(name="Mine", slug="mine")


def test_a_new_game_with_the_name_of_a_stored_one_is_that_one(client, bede):
    shodra = stored("shodra").game
    client.force_login(bede)
    about = {"name": "Mine", "slug": "mine", "kind": "suggested", "new_game": shodra.name}
    client.post("/rulesets/new/", {"do": "save", "text": SHODRA, "why": WHY, **about})
    draft = RulesetDraft.objects.get()
    assert (draft.game, draft.new_game) == (shodra, "")


@pytest.mark.parametrize("role", ["curator", "administrator"])
def test_the_admin_site_is_no_way_around_a_second_person(client, role):
    one = person(role, Role(role))
    ruleset = stored("shodra")
    client.force_login(one)
    page = client.get(f"/admin/games/ruleset/{ruleset.pk}/change/")
    assert page.status_code == 200
    written = page.context["adminform"].form.fields
    expected = {"text", "slug", "summary"} if role == "administrator" else set()
    assert {"text", "slug", "summary"} & set(written) == expected
    clause = ruleset.clauses.first()
    clauses = client.get(f"/admin/games/clause/{clause.pk}/change/")
    assert ("title" in clauses.context["adminform"].form.fields) is (role == "administrator")
    added = client.get("/admin/games/ruleset/add/")
    assert added.status_code == (200 if role == "administrator" else 403)


# Versions


def test_a_text_that_is_brought_in_is_a_version_too():
    ruleset = stored("shodra")
    assert [each.number for each in versions_of(ruleset)] == [1]
    ruleset.summary = "no change of the text"
    ruleset.save()
    ruleset.text += "\n"
    ruleset.save()
    assert [(each.number, each.by) for each in versions_of(ruleset)] == [(1, None), (2, None)]


def test_rules_from_before_the_history_are_their_own_first_version(client):
    ruleset = stored("shodra")
    RulesetVersion.objects.all().delete()
    assert "not known" in words(client.get("/rulesets/shodra/versions/"))
    assert client.get("/rulesets/shodra/versions/1/").status_code == 200
    ruleset.text = NEW
    ruleset.save()
    assert [each.text for each in versions_of(ruleset)] == [SHODRA, NEW]


def test_each_version_has_its_address_and_a_difference_to_read(client, bede, cato):
    make_shodra()
    life.take("publish", begun(bede), number=1, person=cato)
    page = words(client.get("/rulesets/shodra/versions/"))
    assert "published by cato" in page
    assert WHY in page
    body = client.get("/rulesets/shodra/versions/2/").content.decode()
    assert "All</ins>" in body
    assert "Diagonal</del>" in body
    assert "1 recorded game" in words(client.get("/rulesets/shodra/versions/1/"))
    assert client.get("/rulesets/shodra/versions/1/?with=2").context["other"].number == 2
    assert client.get("/rulesets/shodra/versions/3/").status_code == 404
    assert client.get("/rulesets/shodra/versions/1/?with=9").status_code == 404


def test_a_version_is_never_changed(bede, cato):
    stored("shodra")
    version = RulesetVersion.objects.get()
    version.text = ""
    with pytest.raises(TypeError, match="never changed"):
        version.save()


def test_only_changed_lines_and_those_around_them_are_told():
    old = "\n".join(str(n) for n in range(30))
    assert changes(old, old) == []
    (run,) = changes(old, old.replace("\n15\n", "\nfifteen\n"))
    assert [line.number for line in run] == [13, 14, 15, 16, 17, 18, 19]
    assert changes(old, "\n" * MOST_LINES) is None


def test_the_draft_tells_which_games_the_new_text_breaks(client, bede, cato):
    make_shodra()
    Match.objects.create(
        slug="straight", ruleset=Ruleset.objects.get(), digest="x", moves=["e2-e4", "e7-e1"]
    )
    draft = begun(bede)
    client.force_login(cato)
    page = client.get(draft.get_absolute_url())
    assert page.context["checked"].broken == ["straight"]
    assert "2 games made to show the rules were tried" in words(page)
    assert b'value="publish"' in page.content
