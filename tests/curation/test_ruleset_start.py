"""New rules begin from a family, a copy or a form, with clauses and pieces beside the text."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.editing.curation.forms.ruleset_simple import USUAL, USUAL_MEN
from evidence.editing.curation.ruleset_models import RulesetDraft
from evidence.editing.curation.views.ruleset_start import TEMPLATES
from games.drafting import FAMILIES, MOVES, template
from games.models import Ruleset
from tests.curation.pages import beside, refusal, words
from tests.pages.conftest import make_shodra

pytestmark = pytest.mark.django_db
START, NEW = "/rulesets/new/start/", "/rulesets/new/"


def form(**changed: object) -> dict[str, Any]:
    """What the form sends as it is first shown, but for what is changed."""
    sent: dict[str, Any] = {"write": "1", "name": "My chess", **USUAL}
    for at, (name, letter, moves, becomes) in enumerate(USUAL_MEN):
        sent |= {f"m{at}-name": name, f"m{at}-letter": letter, f"m{at}-becomes": becomes}
        sent[f"m{at}-moves"] = list(moves)
    return sent | changed


def test_every_family_is_offered_and_has_a_text():
    assert [family for family, _, _ in TEMPLATES] == list(FAMILIES)


def test_every_move_of_the_form_can_be_written():
    from evidence.editing.curation.forms.ruleset_simple import CAPTURES, GOALS
    from evidence.editing.curation.forms.ruleset_simple import MOVES as CHOICES
    from games.drafting import CAPTURES as ALL_CAPTURES
    from games.drafting import GOALS as ALL_GOALS

    assert [value for value, _ in CHOICES] == list(MOVES)
    assert tuple(value for value, _ in CAPTURES) == ALL_CAPTURES
    assert {value for value, _ in GOALS} == set(ALL_GOALS)


@pytest.mark.parametrize("family", ["chess", "sowing"])
def test_a_family_opens_the_editor_with_its_clauses(client, bede, family):
    client.force_login(bede)
    page = client.get(f"{NEW}?template={family}")
    assert page.context["checked"].compiles
    said = [row["name"].value() for row in page.context["beside"].clauses]
    named = [name for name in said if name]
    assert named == [each.name for each in template(family).rules]
    assert page.context["about"]["kind"].value() == "suggested"


def test_a_draft_from_a_family_can_be_published_by_another(client, bede, cato):
    game = make_shodra().game
    client.force_login(bede)
    sent = beside(client.get(f"{NEW}?template=chess&game={game.slug}"))
    sent |= {"do": "save", "why": "for a class", "name": "Class chess", "slug": "class-chess"}
    assert client.post(f"{NEW}?template=chess", sent).status_code == 302
    draft = RulesetDraft.objects.get()
    client.force_login(cato)
    page = client.get(draft.get_absolute_url())
    assert page.context["faults"] == []
    client.post(draft.get_absolute_url(), {"do": "publish", "number": draft.number})
    published = Ruleset.objects.get(slug="class-chess")
    assert published.clauses.count() == len(template("chess").rules)
    assert published.pieces["King"]["symbol"] == "king"


def test_a_copy_has_the_text_and_the_clauses_of_the_other(client, bede):
    shodra = make_shodra()
    client.force_login(bede)
    page = client.get(f"{NEW}?copy=shodra")
    assert page.context["text"] == shodra.text
    assert beside(page)["clause-0-name"] == shodra.clauses.first().name
    assert page.context["ruleset"] is None
    chosen = rf'<option value="{shodra.game.pk}" selected>'
    assert chosen in page.content.decode()


def test_the_form_as_it_is_shown_writes_chess(client, bede):
    client.force_login(bede)
    answer = client.get(START, form())
    assert answer.status_code == 302
    page = client.get(answer["Location"])
    assert page.context["checked"].compiles
    assert '(game "My chess"' in page.context["text"]
    assert page.context["about"]["slug"].value() == "my-chess"


def test_what_is_wrong_in_the_form_is_said_at_its_field(client, bede):
    client.force_login(bede)
    page = client.get(START, form(rank2="PPPP", goal_man="Kaiser"))
    assert "rank 2 has 4 places" in words(page)
    page = client.get(START, form(name='x" (option'))
    assert "Leave out quotation marks" in words(page)
    assert client.get(NEW, form(rank2="PPPP")).status_code == 200  # an almost empty text


@pytest.mark.parametrize(
    "changed, place, said",
    [
        ({"name": ""}, "id_name", "Name of the game: Fill this in."),
        ({"m1-letter": "QU"}, "id_m1-letter", "Queen, Letter: Write at most 1"),
        ({"m1-name": "q u"}, "id_m1-name", "q u, Name: &#x27;q u&#x27;: a name is one word"),
        ({"m0-becomes": "Tsar"}, "id_m0-becomes", "which is no man"),
        ({"goal_man": "Emperor"}, "id_goal_man", "Which man: no man is called Emperor"),
        ({f"m{at}-name": "" for at in range(6)}, "men", "Men: name at least one man"),
    ],
)
def test_rules_that_are_not_written_say_so_first_and_once_at_the_field(
    client, bede, changed, place, said
):
    client.force_login(bede)
    page = client.get(START, form(**changed))
    told, places = refusal(page)
    assert told.startswith("The rules were not written:") and said in told
    assert places == [place]
    errors = page.content.decode().count('class="errorlist')
    assert errors == (0 if place == "men" else 1)


def test_all_definitions_become_clauses_at_once(client, bede):
    client.force_login(bede)
    text = template("hunt").text
    page = client.post(NEW, {"do": "clauses", "beside": "1", "text": text})
    rows = [row for row in page.context["beside"].clauses if row["name"].value()]
    names = [row["name"].value() for row in rows]
    assert names == [each.name for each in template("hunt").rules]
    assert rows[2].called == "Beast in the middle"
    again = client.post(NEW, beside(page) | {"do": "clauses"})
    said = [row["name"].value() for row in again.context["beside"].clauses]
    assert [name for name in said if name] == names


def test_a_check_tells_what_plays_the_text_where_it_is_asked(client, bede):
    client.force_login(bede)
    sent = {"text": template("race").text, "piece-0-piece": "Man", "piece-0-name": "cone",
            "piece-0-symbol": "man"}  # fmt: skip
    assert client.post("/curate/rulesets/check/", sent).json()["play"] is None
    play = client.post("/curate/rulesets/check/", sent | {"play": "1"}).json()["play"]
    assert play["pieces"]["Man"]["name"] == "cone"
    assert play["manifest"]["dice"]
    assert play["sheet"]
