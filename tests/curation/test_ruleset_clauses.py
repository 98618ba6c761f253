"""What is said of a ruleset beside its text: drafted by one curator, published by another."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings

from evidence.editing.curation.forms.ruleset import SYMBOLS
from evidence.editing.curation.ruleset_models import RulesetDraft, RulesetVersion
from evidence.editing.curation.rulesets import life
from evidence.editing.curation.rulesets.contents import content_of
from evidence.editing.curation.rulesets.history import note, note_before, publishing, versions_of
from evidence.editing.suggestions.models import Suggestion
from evidence.editing.workflow.refusals import Refusal
from evidence.importers.corpus import load_corpus
from evidence.models import ClauseCitation, Evidence, Phrase, Source
from games.models import Clause, Match, Moment, Ruleset
from tests.curation.pages import beside, named, words
from tests.demo import store_demo
from tests.evidence.test_corpus import BOARD, write
from tests.games.cast import RULESETS
from tests.pages.conftest import make_shodra, stored

pytestmark = pytest.mark.django_db
WHY = "Murray read again"
EDIT = "/rulesets/shodra/edit/"


@pytest.fixture
def rules(db):
    return make_shodra()


def drafted(client, who, change=None):
    """A draft with what `change` makes of the editor's fields."""
    client.force_login(who)
    draft = RulesetDraft.objects.filter(state="draft").first()
    address = f"/curate/rulesets/{draft.pk}/edit/" if draft else EDIT
    sent = beside(client.get(address)) | {"do": "save", "why": WHY}
    if change:
        change(sent)
    answer = client.post(address, sent)
    assert answer.status_code == 302, words(answer)
    return RulesetDraft.objects.latest("pk")


def change_of(clause, **values):
    def change(sent):
        row = named(sent, clause)
        sent.update({f"{row}-{name}": value for name, value in values.items()})

    return change


def published(draft, who):
    return life.take("publish", draft, number=draft.number, person=who).ruleset


def test_the_corpus_does_not_overwrite_rules_that_a_curator_has_published(tmp_path, bede, cato):
    """`make serve` loads the demo corpus again each time."""
    folder = write(tmp_path / "corpus", [BOARD])
    load_corpus(folder)
    ruleset = Ruleset.objects.get(slug="senet-test")
    with publishing(bede, cato, WHY):
        note_before(ruleset)
        ruleset.clauses.filter(name="Goal").update(title="As published")
        note(ruleset)
    for _again in range(2):
        summary = load_corpus(folder)
        assert summary.counts["rulesets"] == {"kept": 1}
        assert not summary.changed
        assert "  ruleset senet-test" in summary.lines()
        assert ruleset.clauses.get(name="Goal").title == "As published"
    assert load_corpus(folder, update=True).counts["rulesets"] == {"changed": 1}
    assert ruleset.clauses.get(name="Goal").title != "As published"
    assert load_corpus(folder).counts["rulesets"] == {"unchanged": 1}


def refused(draft, who):
    with pytest.raises(Refusal) as caught:
        published(draft, who)
    assert caught.value.kind == "missing"
    return str(caught.value)


def test_saving_what_the_editor_shows_changes_nothing(client, rules, bede):
    before = content_of(rules)
    draft = drafted(client, bede)
    assert draft.content == {key: before[key] for key in ("pieces", "clauses")}
    assert content_of(rules) == before
    page = client.get(draft.get_absolute_url())
    assert "The two texts are the same" in words(page)
    assert page.context["fields"] == []


def test_a_sentence_is_changed_by_two_people_and_stays_a_version(client, rules, bede, cato):
    kept = Clause.objects.get(name="OiCaptures")
    citation = kept.citations.get().pk
    draft = drafted(client, bede, change_of("OiCaptures", text="An oi captures slantwise."))
    rules.refresh_from_db()
    assert "slantwise" not in words(client.get("/rulesets/shodra/"))
    page = client.get(draft.get_absolute_url()).content.decode()
    assert re.search(r"<ins>.*slantwise", page)
    assert "Text: no change; clauses: 1 changed." in page
    published(draft, cato)
    kept.refresh_from_db()
    assert (kept.text, kept.citations.get().pk) == ("An oi captures slantwise.", citation)
    assert kept.moments.count() == 1
    assert "slantwise" in words(client.get("/rulesets/shodra/"))
    first, second = versions_of(rules)
    assert (first.text, first.number, second.number) == (second.text, 1, 2)
    assert (second.by, second.published_by, second.why) == (bede, cato, WHY)
    body = client.get("/rulesets/shodra/versions/2/").content.decode()
    assert re.search(r"<ins>.*slantwise", body)
    assert "Clause “OiCaptures”" in body


def test_a_clause_is_added_with_its_citations_and_put_in_its_place(client, rules, bede, cato):
    def add(sent):
        new = max(int(key.split("-")[1]) for key in sent if key.startswith("clause-")) + 1
        row = f"clause-{new}"
        sent["text"] += '\n(define "Courtesy" (move Pass))\n'
        sent.update({
            f"{row}-name": "Courtesy", f"{row}-title": "Courtesy", f"{row}-order": 2,
            f"{row}-text": "One greets first.", f"{row}-status": "inferred",
            f"{row}-reason": "nobody says so",
            f"{row}-citation-0-source": "murray 1913", f"{row}-citation-0-locator": "p. 5",
            f"{row}-citation-0-evidence": "soyot-report",
            f"{row}-citation-0-relation": "contradicts",
        })  # fmt: skip

    draft = drafted(client, bede, add)
    assert draft.content["clauses"][1]["citations"] == [
        {
            "source": Source.objects.get().slug,
            "locator": "p. 5",
            "evidence": "soyot-report",
            "relation": "contradicts",
        }
    ]
    published(draft, cato)
    clause = Clause.objects.get(name="Courtesy")
    assert (clause.position, clause.status, clause.reason) == (1, "inferred", "nobody says so")
    assert list(rules.clauses.values_list("position", flat=True)) == list(range(22))
    citation = clause.citations.get()
    assert (citation.source.citation, citation.relation) == ("Murray 1913", "contradicts")
    assert citation.evidence.identifier == "soyot-report"
    told = client.get("/api/v1/rulesets/shodra/").json()["clauses"][1]
    assert (told["name"], told["citations"][0]["locator"]) == ("Courtesy", "p. 5")


def test_what_is_not_there_yet_is_kept_in_the_draft_and_told(client, rules, bede, cato):
    def add(sent):
        row = f"{named(sent, 'Board')}-citation-7"
        sent.update({f"{row}-source": "Nobody 1800", f"{row}-relation": "describes"})
        sent[f"{row}-evidence"] = "no-such-record"
        sent[f"{named(sent, 'OiSteps')}-text"] = ""
        sent[f"{named(sent, 'OiCaptures')}-status"] = "disputed"

    draft = drafted(client, bede, add)
    shown = beside(client.get(f"/curate/rulesets/{draft.pk}/edit/"))
    assert shown[f"{named(shown, 'Board')}-citation-0-source"] == "Nobody 1800"
    page = words(client.get(draft.get_absolute_url()))
    for said in (
        "the clause “Board”: citation 1: no source that is stored is “Nobody 1800”",
        "the clause “Board”: citation 1: no record is called “no-such-record”",
        "the clause “OiSteps”: it has no sentence",
        "the clause “OiCaptures”: say why it is disputed",
    ):
        assert said in page
        assert said in refused(draft, cato)
    assert not RulesetVersion.objects.filter(number=2).exists()


def test_clauses_are_moved_by_their_numbers(client, rules, bede, cato):
    first = [clause.name for clause in rules.clauses.all()]
    draft = drafted(client, bede, change_of(first[3], order=1))
    published(draft, cato)
    assert [c.name for c in rules.clauses.all()] == [first[3], *first[:3], *first[4:]]
    draft = drafted(client, bede, change_of(first[3], order=4))
    published(draft, cato)
    assert [clause.name for clause in rules.clauses.all()] == first


def test_name_summary_and_pieces_are_part_of_it(client, rules, bede, cato):
    def change(sent):
        sent.update(
            {"summary": "Chess of the Soyot.", "name": "Shodra of 1913", "kind": "observed"}
        )
        (row,) = [key for key in sent if key.startswith("piece-") and sent[key] == "Oi"]
        row = row.removesuffix("-piece")
        sent.update({f"{row}-name": "child", f"{row}-letter": "C", f"{row}-symbol": "pawn"})
        sent[f"{row}-side"] = "Red / Blue"

    published(drafted(client, bede, change), cato)
    rules.refresh_from_db()
    assert (rules.summary, rules.name, rules.kind) == (
        "Chess of the Soyot.", "Shodra of 1913", "observed",
    )  # fmt: skip
    assert rules.pieces["Oi"] == {
        "symbol": "pawn", "name": "child", "letter": "C", "side": "Red / Blue",
    }  # fmt: skip
    body = words(client.get("/rulesets/shodra/versions/2/"))
    assert "Chess of the Soyot." in body
    assert "added: C" in body
    assert "Red / Blue" in body


def test_the_pieces_offered_are_those_that_can_be_drawn():
    drawn = (settings.BASE_DIR / "static" / "pieces.svg").read_text()
    assert {name for name, _label in SYMBOLS} == set(re.findall(r'<symbol id="([^"]+)"', drawn))


# Taking a clause out


def take_out(sent, name="OiCaptures"):
    sent[f"{named(sent, name)}-remove"] = "on"


def test_what_holds_a_clause_is_named_and_has_to_let_it_go(client, rules, bede, cato):
    record = Evidence.objects.get(identifier="soyot-report")
    record.rules = "The oi captures."
    record.save()
    clause = Clause.objects.get(name="OiCaptures")
    phrase = Phrase.objects.create(evidence=record, start=0, end=3, clause=clause)
    said = Suggestion.objects.create(ruleset="shodra", clause="OiCaptures", text="it does not")
    draft = drafted(client, bede, take_out)
    faults = refused(draft, cato)
    title = clause.title
    assert f"“{title}” cannot be taken out: it is held by 1 marked phrase of the record" in faults
    assert "propose a change of the record" in faults
    assert "held by 1 suggestion that waits for an answer: answer it" in faults
    assert f"“{title}” is shown by 1 moment of recorded games" in faults
    page = client.get(f"/curate/rulesets/{draft.pk}/edit/").content.decode()
    assert 'href="/evidence/soyot-report/edit/"' in page
    assert f'href="/curate/suggestions/{said.pk}/"' in page

    phrase.delete()
    said.state = "declined"
    said.save()
    draft = drafted(client, bede, lambda sent: sent.update(let_go=["OiCaptures"]))
    page = words(client.get(draft.get_absolute_url()))
    assert re.search(f"taken out: “{title}” with 1 moment in 1 recorded game, which stays", page)
    published(draft, cato)
    assert not Clause.objects.filter(name="OiCaptures").exists()
    assert Match.objects.get(slug="short").moments.count() == 5
    assert ClauseCitation.objects.count() == 0
    last = RulesetVersion.objects.get(number=2)
    assert "OiCaptures" not in [row["name"] for row in last.content["clauses"]]
    assert "OiCaptures" in [row["name"] for row in versions_of(rules)[0].content["clauses"]]


def test_a_mark_made_meanwhile_keeps_the_clause(client, rules, bede, cato):
    clause = rules.clauses.last()
    Moment.objects.filter(clause=clause).delete()
    draft = drafted(client, bede, lambda sent: take_out(sent, clause.name))
    client.force_login(cato)
    assert b'value="publish"' in client.get(draft.get_absolute_url()).content
    record = Evidence.objects.get(identifier="soyot-report")
    Phrase.objects.create(evidence=record, start=0, end=3, clause=clause)
    answer = client.post(draft.get_absolute_url(), {"do": "publish", "number": draft.number})
    assert answer.status_code == 409
    assert "held by 1 marked phrase" in words(answer)
    assert Clause.objects.filter(pk=clause.pk).exists()


def test_what_was_taken_out_of_a_draft_can_be_put_back(client, rules, bede):
    draft = drafted(client, bede, take_out)
    assert len(draft.content["clauses"]) == 20
    draft = drafted(client, bede, lambda sent: sent.update(back=["OiCaptures"]))
    assert len(draft.content["clauses"]) == 21
    assert draft.content["clauses"][-1]["name"] == "OiCaptures"
    assert draft.content["clauses"][-1]["citations"][0]["locator"] == "p. 372"


def test_a_clause_without_definition_is_taken_out_with_it(client, rules, bede, cato):
    Clause.objects.create(
        ruleset=rules, name="Gone", title="Gone", text="x", status="attested", position=40
    )
    draft = drafted(client, bede)
    assert "“Gone” has no definition: define it, or take the clause out" in refused(draft, cato)
    draft = drafted(client, bede, lambda sent: take_out(sent, "Gone"))
    assert published(draft, cato).clauses.count() == 21


# Nothing is lost


def test_clauses_that_were_published_meanwhile_have_to_be_taken_over(client, rules, bede, cato):
    draft = drafted(client, bede, change_of("OiSteps", text="Mine."))
    Clause.objects.filter(name="Board").update(text="Theirs.")
    assert "what is published has changed since the draft was begun" in refused(draft, cato)
    page = words(client.get(draft.get_absolute_url()))
    assert "What was published since the draft was begun" in page
    assert "Theirs." in page
    life.take("bring-up", draft, number=1, person=bede)
    draft.refresh_from_db()
    change = change_of("Board", text="Theirs.")
    published(drafted(client, bede, change), cato)
    assert [each.number for each in versions_of(rules)] == [1, 2]


def test_what_others_have_stored_is_a_version_of_its_own(client, rules, bede, cato):
    published(drafted(client, bede, change_of("OiSteps", text="One.")), cato)
    Clause.objects.filter(name="OiSteps").update(text="By a command.")
    published(drafted(client, bede, change_of("OiSteps", text="Two.")), cato)
    told = [
        (
            each.number,
            each.by,
            [c["text"] for c in each.content["clauses"] if c["name"] == "OiSteps"],
        )
        for each in versions_of(rules)
    ]
    assert told[1:] == [(2, bede, ["One."]), (3, None, ["By a command."]), (4, bede, ["Two."])]


def test_a_draft_from_before_says_nothing_of_clauses(client, rules, bede, cato):
    draft = life.begin(bede, rules, f"{rules.text}\n", WHY, None)
    RulesetDraft.objects.update(content=None, begun_from=None)
    Clause.objects.filter(name="OiSteps").update(text="By a command.")
    draft.refresh_from_db()
    published(draft, cato)
    assert Clause.objects.get(name="OiSteps").text == "By a command."


def test_a_form_without_clauses_leaves_them_as_they_are(client, rules, bede):
    client.force_login(bede)
    client.post(EDIT, {"do": "save", "text": rules.text, "why": WHY, "number": "0"})
    draft = RulesetDraft.objects.get()
    assert len(draft.content["clauses"]) == 21
    assert draft.name == rules.name


def test_one_more_row_is_a_form_sent_and_keeps_what_was_typed(client, rules, bede):
    client.force_login(bede)
    sent = beside(client.get(EDIT))
    row = named(sent, "Board")
    typed = {f"{row}-citation-0-source": "Murray 1913", f"{row}-citation-0-relation": "describes"}
    answer = client.post(EDIT, sent | typed | {"do": f"more {row}", "summary": "typed"})
    again = beside(answer)
    assert again[f"{row}-citation-0-source"] == "Murray 1913"
    assert again["summary"] == "typed"
    assert f'name="{row}-citation-1-source"' in answer.content.decode()
    assert not RulesetDraft.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("status", "nonsense"), ("title", "x" * 121), ("order", "0"), ("order", "x")],
)
def test_a_field_that_does_not_fit_is_told_and_nothing_kept(client, rules, bede, field, value):
    client.force_login(bede)
    sent = beside(client.get(EDIT)) | {"do": "save"}
    change_of("Board", **{field: value})(sent)
    answer = client.post(EDIT, sent)
    assert answer.status_code == 400
    assert 'class="errorlist"' in answer.content.decode()
    assert not RulesetDraft.objects.exists()


def test_new_rules_are_published_with_their_clauses(client, bede, cato):
    game = stored("shodra").game
    client.force_login(bede)
    sent = beside(client.get("/rulesets/new/?game=shodra"))
    sent |= {"do": "save", "game": game.pk, "name": "Again", "slug": "again", "kind": "suggested"}
    sent |= {"clause-0-name": "Board", "clause-0-title": "The board", "clause-0-text": "A square."}
    sent |= {"clause-0-status": "attested", "why": WHY, "summary": "New."}
    assert client.post("/rulesets/new/", sent).status_code == 302
    found = published(RulesetDraft.objects.get(), cato)
    assert (found.summary, found.clauses.get().title) == ("New.", "The board")
    (version,) = versions_of(found)
    assert (version.by, version.content["clauses"][0]["name"]) == (bede, "Board")


def test_what_is_brought_in_is_noted_with_its_clauses():
    store_demo()
    rows = RulesetVersion.objects.all()
    assert {each.number for each in rows} == {1}
    for each in rows:
        assert each.content == content_of(each.ruleset)
    noted = {each.ruleset.slug: cited(each.content["clauses"]) for each in rows}
    assert noted == {
        path.stem: cited(json.loads(path.read_text(encoding="utf-8"))["clauses"])
        for path in RULESETS.rglob("*.json")
    }


def cited(clauses):
    return {clause["name"] for clause in clauses if clause["citations"]}
