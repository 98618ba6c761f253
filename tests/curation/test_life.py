"""What becomes of a proposal: who may do what, when, and that nothing is half done."""

from __future__ import annotations

import pytest

from evidence.editing.curation import life, remarks
from evidence.editing.curation.models import Proposal, ProposalEvent
from evidence.editing.curation.steps import take
from evidence.editing.workflow.refusals import Refusal
from evidence.history import last_numbers
from evidence.models import Evidence, RecordVersion, Source
from evidence.search import Query, search
from games.models import Game
from tests.curation.pages import fields, words

pytestmark = pytest.mark.django_db


def refused(kind, deed, *args, **named):
    """The words of a refusal that changes nothing."""
    before = list(Proposal.objects.values()), ProposalEvent.objects.count()
    with pytest.raises(Refusal) as caught:
        deed(*args, **named)
    assert caught.value.kind == kind, caught.value
    assert (list(Proposal.objects.values()), ProposalEvent.objects.count()) == before
    return str(caught.value)


def in_review(author, content, **named):
    draft = life.begin(author, content, **named)
    return take("send", draft, number=draft.number, person=author, why="please look")


def accepted(author, reviewer, content, **named):
    proposal = in_review(author, content, **named)
    return take("accept", proposal, number=proposal.number, person=reviewer, why="checked")


def test_a_draft_is_published_by_somebody_else_with_both_names(ada, bede, content):
    assert search(Query()).count == 0
    proposal = accepted(ada, bede, content, why="read in Murray")
    record = Evidence.objects.get()
    assert record.identifier == proposal.identifier
    assert (record.added_by, record.checked_by) == (ada, bede)
    assert (record.year_from, record.date) == (1140, "1140")
    assert record.places.get().lat_u == 41_010_000
    assert record.quotations.get().citation.locator == "pp. 342-343"
    (version,) = RecordVersion.objects.all()
    revision = version.revision
    assert (revision.by, revision.reviewed_by, revision.why) == (ada, bede, "read in Murray")
    assert proposal.state == "accepted"
    assert search(Query()).count == 1


def test_nothing_of_a_draft_is_found_by_readers(ada, content, client):
    proposal = in_review(ada, content)
    assert search(Query()).count == 0
    assert client.get(f"/evidence/{proposal.identifier}/").status_code == 404
    assert not Source.objects.exists()


def test_every_step_is_noted_with_who_and_why(ada, bede, content):
    proposal = in_review(ada, content)
    take("assign", proposal, more=bede, person=bede)
    take("send_back", proposal, person=bede, why="which edition?")
    assert Proposal.objects.get().state_words == "draft, sent back"
    take("send", proposal, number=1, person=ada, why="the first")
    take("accept", proposal, number=1, person=bede, why="good")
    told = [(event.deed, event.by.username, event.why) for event in proposal.events.all()]
    assert told == [
        ("begun", "ada", ""),
        ("sent", "ada", "please look"),
        ("assigned", "bede", "bede"),
        ("returned", "bede", "which edition?"),
        ("sent", "ada", "the first"),
        ("accepted", "bede", "good"),
    ]


def test_events_are_never_changed_or_deleted(ada, content):
    event = life.begin(ada, content).events.get()
    event.why = "another"
    with pytest.raises(TypeError):
        event.save()
    with pytest.raises(TypeError):
        event.delete()


def test_what_is_missing_is_told_at_once(ada, bede):
    proposal = in_review(ada, {"title": "A board"})
    said = refused("missing", take, "accept", proposal, number=1, person=bede)
    assert said.splitlines() == [
        "game: choose a game, write the name of a new one, or say that it is not known",
        "type: say what kind of evidence it is",
        "date: give a date, or say that it is undated",
        "places: give a place, or say that none is known",
        "citations: give a source and where in it: pages, folio, plate or number",
    ]
    assert not Evidence.objects.exists()


def test_to_publish_is_offered_once_nothing_is_missing(client, ada, bede, content):
    client.force_login(bede)
    for given, offered in (({"title": "A board"}, False), (content, True)):
        page = client.get(in_review(ada, given).get_absolute_url()).content.decode()
        assert ('value="accept"' in page, 'value="send_back"' in page) == (offered, True)


def test_undated_and_unlocated_are_said_explicitly(ada, bede, content):
    del content["date"], content["places"]
    content["judged_by"] = "Murray"
    proposal = accepted(ada, bede, content | {"unknown": ["place", "date"]})
    assert proposal.content["unknown"] == ["date", "place"]
    assert "unknown" not in RecordVersion.objects.get().content
    again = life.begin(bede, record=proposal.identifier)
    assert again.content["unknown"] == ["date", "place"]


def test_nobody_publishes_declines_or_reviews_their_own_work(bede, content):
    proposal = in_review(bede, content)
    assert "someone else" in refused("rights", take, "accept", proposal, number=1, person=bede)
    refused("rights", take, "decline", proposal, person=bede, why="no")
    refused("rights", take, "send_back", proposal, person=bede, why="no")
    refused("rights", take, "assign", proposal, person=bede)


def test_who_has_written_in_a_proposal_last_does_not_accept_it(ada, bede, cato, content):
    proposal = in_review(ada, content)
    life.save(proposal, content | {"title": "Bede's"}, number=1, person=bede)
    assert "own work" in refused("rights", take, "accept", proposal, number=2, person=bede)
    assert take("accept", proposal, number=2, person=cato).state == "accepted"


def test_who_has_joined_a_proposal_with_a_newer_version_does_not_accept_it(
    ada, bede, cato, content
):
    record = accepted(ada, bede, content).identifier
    one, two = (in_review(bede, content, record=record) for _each in range(2))
    one = life.save(one, content | {"title": "One"}, number=1, person=bede)
    take("accept", one, number=2, person=cato)
    life.save(two, content | {"title": "Both"}, number=1, base=2, person=cato)
    assert "own work" in refused("rights", take, "accept", two, number=2, person=cato)


def test_contributors_and_others_have_no_more_than_their_rights(ada, bede, cato, dodo, content):
    proposal = in_review(bede, content)
    number = proposal.number
    for who in (ada, dodo):
        refused("rights", life.save, proposal, content, number=number, person=who)
        refused("rights", take, "accept", proposal, number=number, person=who)
        refused("rights", take, "take_back", proposal, person=who)
        refused("rights", remarks.say, proposal, "hm", person=who)
    refused("rights", life.begin, dodo, content)
    take("accept", proposal, number=number, person=cato)
    refused("rights", life.begin, ada, record=proposal.identifier)


def test_steps_that_do_not_fit_the_state_are_refused(ada, bede, content):
    proposal = life.begin(ada, content)
    refused("state", take, "accept", proposal, number=1, person=bede)
    refused("state", take, "reopen", proposal, person=ada)
    take("take_back", proposal, person=ada)
    said = refused("state", take, "send", proposal, number=1, person=ada)
    assert said == "“Send to review” is not possible in the state “withdrawn”."
    refused("state", life.save, proposal, content, number=1, person=ada)
    assert take("reopen", proposal, person=ada).state == "draft"


def test_declining_and_sending_back_need_a_reason(ada, bede, content):
    proposal = in_review(ada, content)
    refused("faulty", take, "decline", proposal, person=bede, why="  ")
    refused("faulty", take, "send_back", proposal, person=bede, why="")
    refused("faulty", take, "decline", proposal, person=bede, why="\0")
    assert take("decline", proposal, person=bede, why="a secondary work").state == "declined"


def test_what_somebody_else_has_saved_is_never_written_over(ada, bede, content):
    draft = life.begin(ada, content)
    life.save(draft, content | {"title": "Bede's"}, number=1, person=bede)
    said = refused("outdated", life.save, draft, content, number=1, person=ada)
    assert said.startswith("bede has saved this since: the draft has been saved 2 times, and")
    assert [event.deed for event in draft.events.all()] == ["begun", "edited"]


def test_what_changed_since_the_reviewer_looked_is_not_published(ada, bede, content):
    proposal = in_review(ada, content)
    life.save(proposal, content | {"title": "Later"}, number=1, person=ada)
    refused("outdated", take, "accept", proposal, number=1, person=bede)
    take("accept", proposal, number=2, person=bede)
    assert Evidence.objects.get().title == "Later"


def test_saving_the_same_again_is_no_new_number(ada, content):
    draft = life.begin(ada, content)
    assert life.save(draft, content, number=1, person=ada).number == 1


def test_a_change_of_a_published_record_is_a_proposal_until_it_is_accepted(
    ada, bede, cato, content
):
    first = accepted(ada, bede, content)
    change = life.begin(bede, record=first.identifier, why="the date")
    assert (change.base, change.content["date"]) == (1, "1140")
    del change.content["confidence"]
    change = life.save(
        change, change.content | {"date": "332-331 BCE, uncertain"}, number=1, person=bede
    )
    change = take("send", change, number=2, person=bede)
    assert Evidence.objects.get().date == "1140"
    take("accept", change, number=2, person=cato)
    record = Evidence.objects.get()
    assert (record.date, record.confidence) == ("-0331?/-0330?", None)
    assert record.title == "Round chess"
    assert last_numbers([first.identifier]) == {first.identifier: 2}


def test_a_proposal_on_an_older_version_has_to_be_joined_with_the_newer_one(
    ada, bede, cato, content
):
    record = accepted(ada, bede, content).identifier
    one, two = (in_review(bede, None, record=record) for _each in range(2))
    one = life.save(one, one.content | {"title": "One"}, number=1, person=bede)
    two = life.save(two, two.content | {"confidence": 10}, number=1, person=bede)
    take("accept", one, number=2, person=cato)
    assert life.is_outdated(two)
    refused("outdated", take, "accept", two, number=2, person=cato)
    joined = two.content | {"title": "One"}
    refused("outdated", life.save, two, joined, number=2, base=1, person=bede)
    life.save(two, joined, number=2, base=2, person=bede)
    take("accept", two, number=3, person=cato)
    assert (Evidence.objects.get().title, Evidence.objects.get().confidence) == ("One", 10)


def test_a_record_whose_history_has_not_begun_gets_its_first_version(ada, bede, content):
    record = accepted(ada, bede, content).identifier
    RecordVersion.objects.all().delete()
    assert life.begin(bede, record=record).base == 1


def test_a_source_renamed_meanwhile_is_not_made_twice(ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    Source.objects.update(citation="Murray 1913")
    change = in_review(bede, None, record=record)
    assert change.content["citations"][0]["citation"] == "Murray 1913"
    take("accept", change, number=1, person=cato)
    assert Source.objects.count() == 1


@pytest.mark.parametrize(
    "rename",
    [
        lambda: Source.objects.update(citation="Murray 1913"),
        lambda: Game.objects.update(name="Chess of Rum"),
    ],
    ids=["source", "game"],
)
def test_a_name_corrected_meanwhile_is_not_taken_back(ada, bede, cato, content, rename):
    record = accepted(ada, bede, content).identifier
    change = in_review(bede, None, record=record)
    change = life.save(change, change.content | {"title": "Other"}, number=1, person=bede)
    assert not life.is_outdated(change)
    rename()
    assert life.is_outdated(change)
    refused("outdated", take, "accept", change, number=2, person=cato)
    assert life.begin(bede, record=record).base == 2
    refused("outdated", take, "accept", change, number=2, person=cato)
    refused("outdated", life.save, change, content, number=2, base=1, person=bede)


def test_remarks_stay_on_their_line_until_they_are_seen_to(ada, bede, content):
    proposal = in_review(ada, content)
    said = remarks.say(proposal, "round?", person=bede, field="rules", line=1)
    assert said.quoted == "The board is round."
    refused("faulty", remarks.say, proposal, " ", person=bede)
    assert remarks.resolve(said, person=ada).resolved_by == ada
    assert remarks.resolve(said, person=bede, resolved=False).resolved_at is None


def test_a_change_is_sent_for_a_reason_and_a_new_record_needs_none(client, ada, bede, content):
    identifier = accepted(ada, bede, content).identifier
    client.force_login(bede)
    address = f"/evidence/{identifier}/edit/"
    sent = fields(client.get(address)) | {"title": "Round", "why": "", "deed": "send"}
    refused = client.post(address, sent)
    assert refused.status_code == 409
    assert "write why the record is changed" in words(refused)
    client.post(address, sent | {"deed": "save"})
    change = Proposal.objects.get(base=1)
    page = f"/curate/{change.pk}/"
    assert "write why the record is changed" in words(client.get(page))
    answer = client.post(f"{page}step/", {"step": "send", "number": change.number})
    assert "write why the record is changed" in words(answer)
    edit = f"{page}edit/"
    client.post(edit, fields(client.get(edit)) | {"why": "Murray says so", "deed": "send"})
    assert Proposal.objects.get(base=1).state == "review"
