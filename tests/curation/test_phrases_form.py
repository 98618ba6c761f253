"""Phrases marked in a proposal: known by their words wherever the texts go."""

from __future__ import annotations

import pytest

from evidence.editing.curation import life
from evidence.editing.curation.contents import missing, read
from evidence.editing.curation.merging import merge
from evidence.editing.curation.models import Proposal
from evidence.models import ClausePart, Evidence
from games.models import Clause
from tests.curation.pages import fields
from tests.curation.test_life import accepted
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db
RULES = "The oi steps. The oi takes. The oi takes again."


@pytest.fixture
def marked(content):
    ruleset = stored("shodra")
    clause = ruleset.clauses.get(name="OiCaptures")
    mark = {"ruleset": "shodra", "clause": clause.name, "words": "takes", "start": 30}
    quoted = mark | {"field": "quotation", "quotation": 0, "words": "round", "start": 0}
    return content | {"rules": RULES, "phrases": [mark, quoted]}


def words_of(content):
    texts = {"rules": content["rules"]}
    texts |= {n: row["text"] for n, row in enumerate(content.get("quotations", ()))}
    return [texts[row.get("quotation", "rules")][row["start"] : row["end"]]
            for row in content["phrases"]]  # fmt: skip


def test_words_are_found_where_they_were_marked(marked):
    said = read(marked)
    assert said["phrases"][0] == {
        "ruleset": "shodra", "clause": "OiCaptures", "start": 35, "end": 40,
    }  # fmt: skip
    assert words_of(said) == ["takes", "round"]
    assert missing(said) == []


def test_words_that_are_gone_and_clauses_that_are_not_there_are_told(marked):
    marked["phrases"][0] |= {"words": "jumps"}
    marked["phrases"][1] |= {"clause": "Flies"}
    told = [str(fault) for fault in missing(read(marked))]
    assert told == [
        "phrases.0: the words “jumps” are not in the text: mark them again",
        "phrases.1: choose the clause that the marked words state",
    ]


def test_a_quotation_that_goes_before_another_leaves_its_marks_on_it(marked):
    marked["quotations"] = [{}, *marked["quotations"]]
    marked["phrases"][1] |= {"quotation": 1}
    assert words_of(read(marked)) == ["takes", "round"]


def test_marks_stay_on_their_words_when_two_changes_are_joined(marked):
    base = read(marked)

    def changed(rules):
        start = rules.index("takes again")
        mark = base["phrases"][0] | {"start": start, "end": start + 5}
        return base | {"rules": rules, "phrases": [mark, base["phrases"][1]]}

    theirs = changed(f"A preface that is long. {RULES}")
    yours = changed(RULES.replace("again.", "again, and again."))
    joined = merge(base, theirs, yours)
    assert joined.clashes == []
    assert words_of(joined.content) == ["takes", "round"]
    assert joined.content["rules"][joined.content["phrases"][0]["end"] :] == " again, and again."


def test_the_form_keeps_marks_while_the_text_changes(client, ada, bede, marked):
    client.force_login(ada)
    draft = life.begin(ada, marked)
    sent = fields(client.get(f"/curate/{draft.pk}/edit/"))
    assert (sent["phrases-0-words"], sent["phrases-0-clause"]) == ("takes", "shodra/OiCaptures")
    assert sent["phrases-1-text"] == "quotation-1"
    client.post(f"/curate/{draft.pk}/edit/", sent | {"rules": f"Long before. {RULES}"})
    draft.refresh_from_db()
    assert draft.content["phrases"][0]["start"] == 48
    assert words_of(draft.content) == ["takes", "round"]
    client.post(f"/curate/{draft.pk}/edit/", sent | {"number": 2, "phrases-0-remove": "on"})
    assert len(Proposal.objects.get().content["phrases"]) == 1


def test_the_form_offers_the_parts_of_a_clause(client, ada, marked):
    clause = Clause.objects.get(name="OiCaptures")
    for position, text in enumerate(("It takes.", "It goes aslant."), 1):
        ClausePart.objects.create(clause=clause, position=position, text=text)
    draft = life.begin(ada, marked | {"rulesets": {"shodra": "describes"}})
    client.force_login(ada)
    page = client.get(f"/curate/{draft.pk}/edit/")
    number = clause.parts.count()
    assert f'value="shodra/OiCaptures#{number}">– It goes aslant.' in page.content.decode()
    sent = fields(page) | {"phrases-0-clause": f"shodra/OiCaptures#{number}"}
    client.post(f"/curate/{draft.pk}/edit/", sent)
    draft.refresh_from_db()
    assert draft.content["phrases"][0]["part"] == number
    assert fields(client.get(f"/curate/{draft.pk}/edit/"))["phrases-0-clause"].endswith(
        f"#{number}"
    )
    wrong = [draft.content["phrases"][0] | {"part": number + 1}]
    assert [str(fault) for fault in missing(draft.content | {"phrases": wrong})] == [
        "phrases.0.clause: the clause has no such part"
    ]


def test_a_published_record_has_the_marks(ada, bede, marked):
    accepted(ada, bede, marked)
    record = Evidence.objects.get()
    assert [row.clause.name for row in record.phrases.all()] == ["OiCaptures", "OiCaptures"]
    change = life.begin(bede, record=record.identifier)
    assert words_of(change.content) == ["takes", "round"]
