"""Phrases of a record's text that carry clauses: checked, kept through history, carried along."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from evidence.drafts import Draft, GameDraft, PhraseDraft, QuotationDraft
from evidence.history.contents import content_of, draft_of
from evidence.importers.corpus import CorpusError, load_corpus
from evidence.models import Evidence, Phrase, RecordVersion
from evidence.records.stored import as_draft
from evidence.sources import StoreError
from evidence.storing import store
from games.models import Clause, Game, Ruleset
from tests.demo import SHIPPED, store_demo

pytestmark = pytest.mark.django_db

RULES = "An oi goes one forward and takes diagonally."


@pytest.fixture
def ruleset() -> Ruleset:
    game = Game.objects.create(slug="shodra", name="Shodra")
    ruleset = Ruleset.objects.create(slug="rules", game=game, name="Rules", kind="described")
    for position, name in enumerate(["OiSteps", "OiCaptures"]):
        Clause.objects.create(
            ruleset=ruleset, name=name, position=position, title=name, text="-", status="attested"
        )
    return ruleset


def phrase(clause: str, start: int, end: int, **more: Any) -> PhraseDraft:
    return PhraseDraft("rules", clause, start, end, **more)


STEPS, TAKES = phrase("OiSteps", 0, 22), phrase("OiCaptures", 27, 43)
DRAFT = Draft(
    "soyot",
    GameDraft("Shodra"),
    rules=RULES,
    content="A lama told it.",
    quotations=(QuotationDraft("The oi takes aslant."),),
    phrases=(STEPS, TAKES),
)


def words_of(identifier: str = "soyot") -> list[str]:
    record = Evidence.objects.get(identifier=identifier)
    return [record.rules[row.start : row.end] for row in record.phrases.all()]


def test_phrases_are_stored_with_their_clause_and_relation(ruleset: Ruleset) -> None:
    aslant = phrase("OiCaptures", 7, 19, field="quotation", quotation=0, relation="supports")
    store(replace(DRAFT, phrases=(STEPS, TAKES, aslant)))
    rows = Phrase.objects.values_list("clause__name", "field", "quotation", "relation")
    assert list(rows) == [
        ("OiSteps", "rules", None, "describes"),
        ("OiCaptures", "rules", None, "describes"),
        ("OiCaptures", "quotation", 0, "supports"),
    ]
    assert words_of()[:2] == ["An oi goes one forward", "takes diagonally"]
    assert store(replace(DRAFT, phrases=(STEPS, TAKES, aslant))).action == "unchanged"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (phrase("OiSteps", 40, 99), "lies outside the text, which has 44 characters"),
        (phrase("OiSteps", 9, 9), "lies outside the text"),
        (phrase("OiSteps", -1, 9), "lies outside the text"),
        (phrase("OiSteps", 0, 5, field="quotation", quotation=1), "the record has no such text"),
        (phrase("OiSteps", 0, 5, field="title"), "the record has no such text"),
        (phrase("OiSteps", 20, 30), "overlaps the phrase for rules, OiCaptures"),
        (phrase("OiLeaps", 23, 26), "the ruleset rules has no clause OiLeaps"),
        (
            phrase("OiSteps", 23, 26, relation="proves"),
            "'proves' is not one of describes, supports",
        ),
        (phrase("OiSteps", 8, 18, field="content"), "goes over the end of a paragraph"),
    ],
)
def test_what_cannot_be_marked_is_refused_and_changes_nothing(
    ruleset: Ruleset, row: PhraseDraft, told: str
) -> None:
    store(DRAFT)
    with pytest.raises(StoreError, match="soyot: ") as error:
        store(replace(DRAFT, content="A lama told\n\nof it all.", phrases=(TAKES, row)))
    assert told in str(error.value)
    assert words_of() == ["An oi goes one forward", "takes diagonally"]
    assert Evidence.objects.get().content == "A lama told it."


def test_phrases_go_with_their_words_when_the_text_changes(ruleset: Ruleset) -> None:
    store(DRAFT)
    change = store(Draft("soyot", GameDraft("Shodra"), rules=f"It is told that {RULES}"))
    assert set(change.fields) == {"rules", "phrases"}
    assert words_of() == ["An oi goes one forward", "takes diagonally"]


def test_phrases_whose_words_are_gone_or_no_longer_alone_are_left_out(ruleset: Ruleset) -> None:
    store(DRAFT)
    store(Draft("soyot", GameDraft("Shodra"), rules="Each man takes diagonally."))
    assert words_of() == ["takes diagonally"]
    store(Draft("soyot", GameDraft("Shodra"), rules="It takes diagonally, it takes diagonally."))
    assert words_of() == []


def test_every_version_keeps_its_phrases_and_undo_brings_them_back(ruleset: Ruleset) -> None:
    store(DRAFT)
    store(Draft("soyot", GameDraft("Shodra"), rules="Nothing is known."), why="a mistake")
    first, second = RecordVersion.objects.order_by("number")
    assert [row["clause"] for row in first.content["phrases"]] == ["OiSteps", "OiCaptures"]
    assert "phrases" not in second.content
    store(draft_of(first.content), whole=True, why="as it was")
    assert words_of() == ["An oi goes one forward", "takes diagonally"]


def test_content_and_draft_are_one_another(ruleset: Ruleset) -> None:
    store(DRAFT)
    draft = as_draft(Evidence.objects.get())
    assert draft.phrases == (STEPS, TAKES)
    read = draft_of(json.loads(json.dumps(content_of(draft))))
    assert read.phrases == draft.phrases


def test_a_corpus_marks_words_that_stand_once() -> None:
    store_demo()
    lines = [
        json.loads(line)
        for name in ("seeds", "records", "additions")
        for line in (SHIPPED / "corpus" / f"{name}.jsonl").read_text().splitlines()
    ]
    rows = [phrase["ruleset"] for record in lines for phrase in record.get("phrases", ())]
    assert Phrase.objects.count() == len(rows) >= 165
    record = Evidence.objects.get(identifier="dlp-1408")
    row = record.phrases.get(clause__name="OiCaptures")
    assert record.rules[row.start : row.end] == "takes diagonally"
    marked = set(Phrase.objects.values_list("clause__ruleset__slug", flat=True))
    assert marked == set(rows) <= set(Ruleset.objects.values_list("slug", flat=True))


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"words": "an oi"}, "'an oi' stands 0 times in rules: once is needed"),
        ({"words": "a"}, "stands 5 times in rules"),
        ({"words": "lama", "field": "title"}, "'title' is not one of rules, content"),
        ({"words": "oi", "colour": "red"}, "colour: unknown"),
    ],
)
def test_a_corpus_that_marks_what_is_not_there_is_refused(
    tmp_path: Path, row: dict[str, str], told: str
) -> None:
    line = {
        "key": "soyot", "game": "Shodra", "type": "Ethnography", "rules": RULES,
        "phrases": [{"ruleset": "rules", "clause": "OiSteps"} | row],
    }  # fmt: skip
    (tmp_path / "corpus").mkdir()
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "regions.json").write_text("[]")
    (tmp_path / "corpus" / "one.jsonl").write_text(json.dumps(line))
    with pytest.raises(CorpusError, match=r"phrases\[0\]\.") as error:
        load_corpus(tmp_path)
    assert told in str(error.value)


def posted(record: Evidence, rows: list[dict[str, Any]], rules: str = RULES) -> dict[str, Any]:
    """What the admin's form of a record sends."""
    sent: dict[str, Any] = {
        "identifier": record.identifier, "game": record.game_id, "rules": rules,
        "content": record.content, "why": "marking",
    }  # fmt: skip
    for prefix in ("places", "citations", "quotations", "ruleset_links", "phrases"):
        sent |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    sent |= {"phrases-TOTAL_FORMS": len(rows)}
    for number, row in enumerate(rows):
        sent |= {f"phrases-{number}-{name}": value for name, value in row.items()}
    return sent


def test_a_curator_marks_a_phrase_by_its_words(ruleset: Ruleset, admin_client: Client) -> None:
    store(replace(DRAFT, phrases=(), quotations=()))
    record = Evidence.objects.get()
    clause = Clause.objects.get(name="OiCaptures")
    row = {"field": "rules", "words": "takes diagonally", "clause": clause.pk,
           "relation": "describes", "position": 0}  # fmt: skip
    address = f"/admin/evidence/evidence/{record.pk}/change/"
    answer = admin_client.post(address, posted(record, [row | {"words": "a"}]))
    assert "These words stand 5 times in the text" in answer.content.decode()
    assert not Phrase.objects.exists()
    answer = admin_client.post(address, posted(record, [row]))
    assert answer.status_code == 302, answer.content.decode()
    assert words_of() == ["takes diagonally"]
    newest = RecordVersion.objects.order_by("number").last()
    assert newest
    assert newest.content["phrases"][0]["clause"] == "OiCaptures"
