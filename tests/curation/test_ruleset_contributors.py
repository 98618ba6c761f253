"""Rules that a contributor writes: theirs alone to see, reviewed, and published by others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evidence.editing.curation import remarks
from evidence.editing.curation.ruleset_models import RulesetDraft
from evidence.editing.curation.rulesets import life
from evidence.editing.workflow.refusals import Refusal
from games.compared import articles
from games.drafting import template
from games.models import Game, Ruleset
from people.matrix import Role
from tests.curation.conftest import person
from tests.curation.pages import beside, refusal, words
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db
NEW, DRAFTS = "/rulesets/new/", "/curate/rulesets/"


@pytest.fixture
def game(db: None) -> Game:
    return Game.objects.create(slug="chess", name="Chess")


def begun(who: User, game: Game, slug: str = "class-chess") -> RulesetDraft:
    about = {"game": game, "slug": slug, "name": slug, "kind": "suggested", "summary": ""}
    return life.begin(who, None, template("hunt").text, "for a class", about)


def take(name: str, draft: RulesetDraft, who: User, why: str = "") -> RulesetDraft:
    return life.take(name, draft, number=draft.number, person=who, why=why)


def refused(step: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as caught:
        step(*args, **named)
    return caught.value.kind


def login(client: Client, who: User) -> Client:
    client.force_login(who)
    return client


def test_from_an_empty_page_to_published_rules(client, ada, bede, game):
    sent = beside(login(client, ada).get(f"{NEW}?template=hunt&game={game.slug}"))
    sent |= {"do": "save", "why": "for a class", "name": "A hunt", "slug": "a-hunt"}
    assert client.post(NEW, sent).status_code == 302
    draft = RulesetDraft.objects.get()
    page = client.get(draft.get_absolute_url())
    assert [step.name for step in page.context["steps"]] == ["send", "drop"]
    client.post(draft.get_absolute_url(), {"do": "send", "number": draft.number})
    draft.refresh_from_db()
    assert (draft.state, draft.closed_by) == ("review", None)

    assert "A hunt" in words(login(client, bede).get("/curate/"))
    page = client.get(draft.get_absolute_url())
    assert 'data-draft="moves"' in page.content.decode()
    assert {step.name for step in page.context["steps"]} >= {"publish", "back"}
    client.post(draft.get_absolute_url(), {"do": "publish", "number": draft.number})
    assert Ruleset.objects.get().slug == "a-hunt"
    assert RulesetDraft.objects.get().closed_by == bede


def test_readers_see_that_clauses_of_suggested_rules_have_no_source(client, ada, bede, game):
    sent = beside(login(client, ada).get(f"{NEW}?template=hunt&game={game.slug}"))
    sent |= {"do": "save", "why": "for a class", "name": "A hunt", "slug": "a-hunt"}
    sent["clause-0-status"] = "inferred"
    client.post(NEW, sent)
    take("publish", take("send", RulesetDraft.objects.get(), ada), bede)
    client.logout()
    page = client.get("/rulesets/a-hunt/")
    assert words(page).count("suggested, not from a source") == 1
    assert "Why inferred" not in words(page)
    clause = Ruleset.objects.get().clauses.get(status="inferred")
    assert f'id="{clause.status_meaning}"' in client.get("/about/").content.decode()
    assert clause.status_meaning == "suggested"
    known = [each.known for each in articles(Ruleset.objects.get())]  # as comparing shows them
    assert known.count("suggested, not from a source") == 1
    Ruleset.objects.update(kind="described")
    assert "suggested, not from a source" not in words(client.get("/rulesets/a-hunt/"))


def test_rules_that_are_not_saved_say_so_first_with_links_to_the_fields(client, ada, game):
    sent = beside(login(client, ada).get(f"{NEW}?template=hunt"))
    sent |= {"do": "save", "name": "A hunt", "slug": "a hunt", "clause-0-status": "guessed"}
    answer = client.post(NEW, sent)
    assert answer.status_code == 400
    said, places = refusal(answer)
    assert said.startswith("Not saved:")
    assert "Game: Choose the game, or name a new one." in said
    assert places == ["about-game", "about-slug", "id_clause-0-status"]
    assert answer.content.decode().index("Not saved:") < answer.content.decode().index(
        ' class="text-editor"'
    )
    assert not RulesetDraft.objects.exists()


def test_a_name_that_is_taken_is_not_saved_either(client, ada, game):
    begun(ada, game)
    sent = beside(login(client, ada).get(f"{NEW}?template=hunt&game={game.slug}"))
    answer = client.post(NEW, sent | {"do": "save", "name": "Mine", "slug": "class-chess"})
    assert answer.status_code == 409
    said, places = refusal(answer)
    assert said.startswith("Not saved:Name in addresses: There is a draft of “class-chess”")
    assert places == ["about-slug"]
    answer = client.post(NEW, sent | {"do": "save", "name": "", "slug": "class-chess"})
    assert refusal(answer)[1] == ["about-name", "about-slug"]  # all at once
    form = '<form method="post" action="/rulesets/new/" class="text-editor" novalidate '
    assert form in answer.content.decode()  # browsers would name the first alone


def test_nobody_publishes_or_judges_their_own(ada, bede, game):
    draft = take("send", begun(ada, game), ada)
    for name in ("publish", "back"):
        assert refused(take, name, draft, ada) == "rights"
    mine = take("send", begun(bede, game, "another"), bede)
    assert refused(take, "publish", mine, bede) == "rights"
    assert refused(take, "back", mine, bede) == "rights"


def test_who_has_edited_a_draft_does_not_publish_it(ada, bede, game):
    draft = take("send", begun(ada, game), ada)
    draft = life.save(draft, draft.text, "spelling", number=draft.number, person=bede)
    assert refused(take, "publish", draft, bede) == "rights"


def test_all_who_wrote_rules_stand_in_their_history(client, ada, bede, cato, game):
    draft = take("send", begun(ada, game), ada)
    text = f"{draft.text} // spelling"
    draft = life.save(draft, text, "spelling", number=draft.number, person=bede)
    take("publish", draft, cato)
    for path in ("versions/", "versions/1/"):
        page = words(client.get(f"/rulesets/class-chess/{path}"))
        assert "bede" in page
        assert page.index("changed by ada before it") < page.index("changed by bede before it")
        assert "UTC: The text" in page


def test_the_page_of_rules_and_their_versions_say_what_changed(client, ada, bede, cato, game):
    ruleset = take("publish", begun(ada, game), bede).ruleset
    page = words(client.get(ruleset.get_absolute_url()))
    assert "Version 1, published on" in page
    assert "by ada; published by bede. All versions" in page
    text = f"{ruleset.text} // spelling"
    take("publish", life.begin(bede, ruleset, text, "spelling", {"summary": "A hunt."}), cato)
    page = words(client.get(ruleset.get_absolute_url()))
    assert "Version 2, changed on" in page
    versions = client.get(f"{ruleset.get_absolute_url()}versions/").content.decode()
    assert re.findall('"What changed">([^<]*)<', versions) == [
        "The text, Summary",
        "the first version",
    ]


def test_what_is_sent_back_goes_on(ada, bede, game):
    draft = take("back", take("send", begun(ada, game), ada), bede, why="Which board?")
    assert (draft.state, draft.closed_by) == ("draft", None)
    life.save(draft, draft.text, "again", number=draft.number, person=ada)


def test_rules_are_sent_back_for_a_reason_that_their_author_finds(client, ada, bede, game):
    draft = take("send", begun(ada, game), ada)
    login(client, bede)
    sent = {"do": "back", "number": draft.number}
    answer = client.post(draft.get_absolute_url(), sent | {"why": " "})
    assert answer.status_code == 400
    assert refusal(answer)[0] == "Nothing was changed:Reason: give a reason"
    draft.refresh_from_db()
    assert (draft.state, draft.comments.count()) == ("review", 0)
    answer = client.post(draft.get_absolute_url(), sent | {"why": "Which board?"}, follow=True)
    assert "Sent back: your reason stands in the comments." in words(answer)
    (said,) = draft.comments.all()
    assert (said.text, said.by, said.field) == ("Which board?", bede, "")
    assert "Which board?" in words(login(client, ada).get(draft.get_absolute_url()))


def test_others_drafts_are_nowhere(client, ada, bede, game):
    theirs, mine = begun(bede, game, "theirs"), begun(ada, game, "mine")
    eve = person("eve", Role.CONTRIBUTOR)
    login(client, ada)
    assert words(client.get(DRAFTS)).count("theirs") == 0
    assert [each.pk for each in client.get(DRAFTS).context["open"]] == [mine.pk]
    assert "theirs" not in words(client.get("/curate/"))
    for draft, who in ((theirs, ada), (mine, eve)):
        login(client, who)
        address = draft.get_absolute_url()
        sent = {"number": draft.number, "do": "drop", "text": "a"}
        assert client.get(address).status_code == 404
        assert client.post(address, sent).status_code == 404
        assert client.get(f"{address}edit/").status_code == 404
        assert client.post(f"{address}edit/", sent | {"do": "save"}).status_code == 404
        assert client.post(f"{address}remarks/", sent).status_code == 404
        assert refused(remarks.say, draft, "a", person=who) == "rights"
        save = {"number": draft.number, "person": who}
        assert refused(life.save, draft, "(game)", "", **save) == "rights"
    assert not RulesetDraft.objects.exclude(state="draft").exists()


def test_the_clauses_of_others_drafts_are_not_told_by_a_check(client, ada, bede, game):
    theirs = begun(bede, game)
    theirs.content = {"clauses": [{"name": "Secret", "title": "Secret clause"}]}
    RulesetDraft.objects.filter(pk=theirs.pk).update(content=theirs.content)
    answer = login(client, ada).post(f"{DRAFTS}check/", {"text": "(game)", "draft": theirs.pk})
    assert "Secret" not in answer.content.decode()


def test_published_rules_are_changed_by_those_who_may_edit(client, ada, bede, game):
    ruleset = stored("shodra")
    assert refused(life.begin, ada, ruleset, "(game)", "", None) == "rights"
    assert login(client, ada).get("/rulesets/shodra/edit/").status_code == 403
    draft = life.begin(bede, ruleset, ruleset.text, "", None)
    assert refused(life.save, draft, "(game)", "", number=1, person=ada) == "rights"


def test_readers_write_none(client, dodo, game):
    assert login(client, dodo).get(NEW).status_code == 403
    assert refused(begun, dodo, game) == "rights"
