"""What reviewers say of a draft of rules, line by line."""

from __future__ import annotations

import pytest

from config.middleware import HEADER, RULES, policy
from evidence.editing.curation import remarks
from evidence.editing.curation.ruleset_models import RulesetComment
from evidence.editing.curation.rulesets import life
from evidence.editing.workflow.refusals import Refusal
from games.models import Clause
from tests.curation.pages import words
from tests.curation.test_ruleset_drafts import NEW, WHY
from tests.pages.conftest import make_shodra

pytestmark = pytest.mark.django_db
LINE = NEW[: NEW.index('"MerzeSteps" (move Step All')].count("\n") + 1


@pytest.fixture
def draft(bede):
    return life.begin(bede, make_shodra(), NEW, WHY, None)


def say(client, draft, **sent):
    return client.post(f"{draft.get_absolute_url()}remarks/", sent)


def test_a_remark_stands_beneath_its_line_until_that_changes(client, draft, bede, cato):
    client.force_login(cato)
    answer = say(client, draft, field="text", line=LINE, text="Which page?")
    said = RulesetComment.objects.get()
    assert answer.headers["Location"] == f"{draft.get_absolute_url()}#remark-{said.pk}"
    assert (said.by, said.quoted) == (cato, NEW.split("\n")[LINE - 1])
    page = client.get(draft.get_absolute_url())
    (row,) = [row for run in page.context["runs"] for row in run if row.remarks]
    assert (row.line.number, row.remarks) == (LINE, [said])
    assert "1 comment is not done yet." in words(page)

    text = NEW.replace("(move Step All", "(move Step Orthogonal")
    life.save(draft, text, WHY, number=1, person=bede)
    page = client.get(draft.get_absolute_url())
    assert page.context["text_remarks"] == [said]
    assert "on “(define &quot;MerzeSteps&quot;" in words(page)


def test_comments_stand_beside_the_editor_with_links_to_its_parts(client, draft, bede, cato):
    client.force_login(cato)
    say(client, draft, field="text", line=LINE, text="Which page?")
    say(client, draft, field="clauses.OiCaptures", line=1, text="Call it otherwise.")
    page = client.get(f"{draft.get_absolute_url()}edit/")
    on_text, on_clause = page.context["remarks"]
    assert (on_text.about, on_text.anchor) == (f"The text, line {LINE}", "text")
    assert on_clause.about == "Clause “OiCaptures”, line 1"
    assert f'id="{on_clause.anchor}"' in page.content.decode()
    assert page.content.decode().count('class="remark"') == 2


def test_a_line_far_from_any_change_is_shown_for_its_remark(client, draft, cato):
    client.force_login(cato)
    page = client.get(draft.get_absolute_url())
    shown = {row.line.number for run in page.context["runs"] for row in run}
    far = max(shown) + 20
    say(client, draft, field="text", line=far, text="And this?")
    page = client.get(draft.get_absolute_url())
    numbers = [row.line.number for run in page.context["runs"] for row in run if row.remarks]
    assert numbers == [far]
    assert far + 3 in {row.line.number for run in page.context["runs"] for row in run}


def test_a_clause_that_has_not_changed_is_shown_for_its_remark(client, draft, cato):
    client.force_login(cato)
    assert (
        "Clause “OiCaptures”" not in words(client.get(draft.get_absolute_url())).split("About")[0]
    )
    say(client, draft, field="clauses.OiCaptures", line=1, text="Call it otherwise.")
    page = client.get(draft.get_absolute_url())
    ((field, rows, others),) = page.context["fields"]
    assert (field.field, others) == ("clauses.OiCaptures", [])
    assert rows[0].text == Clause.objects.get(name="OiCaptures").title
    assert [each.text for each in rows[0].remarks] == ["Call it otherwise."]


def test_a_remark_on_the_whole_is_seen_to(client, draft, bede, cato):
    client.force_login(cato)
    say(client, draft, text="<b>Well done</b>")
    said = RulesetComment.objects.get()
    page = client.get(draft.get_absolute_url())
    assert page.context["remarks"] == [said]
    assert "<b>Well" not in page.content.decode()
    client.force_login(bede)
    say(client, draft, resolve=said.pk)
    said.refresh_from_db()
    assert said.resolved_by == bede
    assert "done by bede" in words(client.get(draft.get_absolute_url()))
    say(client, draft, unresolve=said.pk)
    said.refresh_from_db()
    assert (said.resolved_by, said.resolved_at) == (None, None)
    assert say(client, draft, resolve=said.pk + 1).status_code == 404


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"text": " "}, "write your comment"),
        ({"text": "a", "field": "nothing"}, "There is no field “nothing”."),
        ({"text": "a", "field": "text", "line": "9999"}, "There is no line 9999"),
        ({"text": "a", "field": "text", "line": "x"}, "There is no line -1"),
        (
            {"text": "a", "line": "1"},
            "Line: there is no line 1 in “the whole”; choose “The text” to comment on one",
        ),
        ({"text": "a" * 5001}, "at most 5000 characters are kept"),
    ],
)
def test_a_remark_that_cannot_be_kept_is_told_and_not_lost(client, draft, cato, sent, told):
    client.force_login(cato)
    answer = say(client, draft, **sent)
    assert answer.status_code == 400
    assert told in words(answer)
    assert sent["text"] in answer.content.decode()
    assert not RulesetComment.objects.exists()
    shown = client.get(draft.get_absolute_url())
    assert 'data-draft="moves"' in answer.content.decode()  # a board, which needs WebAssembly
    assert answer.headers[HEADER] == shown.headers[HEADER] == policy(RULES)


def test_who_may_not_edit_may_say_nothing(draft, ada, cato):
    said = remarks.say(draft, "hm", person=cato)
    for step in (
        lambda: remarks.say(draft, "hm", person=ada),
        lambda: remarks.resolve(said, person=ada),
    ):
        with pytest.raises(Refusal) as caught:
            step()
        assert caught.value.kind == "rights"
