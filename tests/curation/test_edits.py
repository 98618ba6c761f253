"""What reviewers change on the way to publication stands in the history under their names."""

from __future__ import annotations

import pytest

from evidence.editing.curation import life
from evidence.editing.curation.edits import edits_of_record
from evidence.editing.curation.models import ProposalEvent
from evidence.editing.curation.published import versions_of
from evidence.editing.curation.steps import take
from evidence.models import RecordVersion
from people.matrix import Role
from tests.curation.conftest import person
from tests.curation.pages import words
from tests.curation.test_life import accepted, in_review

pytestmark = pytest.mark.django_db


def edited(author, editor, publisher, content, record=""):
    """A proposal in which the editor has changed the title in review."""
    change = in_review(author, content, record=record, why="as Murray has it")
    title = change.content | {"title": f"Better, by {editor}"}
    change = life.save(change, title, number=change.number, person=editor)
    return take("accept", change, number=change.number, person=publisher)


def edits(identifier):
    found = edits_of_record(identifier, versions_of(identifier))
    return {
        number: [(str(each.by), list(each.fields)) for each in each_of]
        for number, each_of in found.items()
    }


def test_an_edit_in_review_is_a_change_of_its_own(client, ada, bede, cato, content):
    record = edited(ada, bede, cato, content).identifier
    event = ProposalEvent.objects.get(deed="edited")
    assert edits(record) == {1: [("bede", ["Title"])]}
    said = f"changed by bede before it was published, {event.at:%-d %B %Y, %H:%M} UTC: Title"
    for path in ("", "1/"):
        assert said in words(client.get(f"/evidence/{record}/versions/{path}"))


def test_edits_belong_to_the_version_that_came_of_them(ada, bede, cato, content):
    record = accepted(ada, cato, content).identifier
    egil = person("egil", Role.CURATOR)
    edited(bede, egil, cato, None, record)
    accepted(bede, cato, content | {"rules": "Round."}, record=record)
    assert edits(record) == {1: [], 2: [("egil", ["Title"])], 3: []}


def test_what_was_taken_back_again_and_what_the_author_wrote_is_no_edit(ada, bede, cato, content):
    change = in_review(ada, content)
    title = {"title": "Of the author's"}
    for number, (writer, more) in enumerate(
        ((bede, {"title": "Other"}), (ada, title), (bede, title)), 1
    ):
        change = life.save(change, content | more, number=number, person=writer)
    take("accept", change, number=change.number, person=cato)
    assert edits(change.identifier) == {1: [("bede", ["Title"])]}


def test_an_older_event_without_its_content_tells_who_alone(ada, bede, cato, content):
    record = edited(ada, bede, cato, content).identifier
    ProposalEvent.objects.filter(deed="edited").update(content=None)
    assert edits(record) == {1: [("bede", [])]}


def test_a_version_without_review_has_none(ada, bede, cato, content):
    record = edited(ada, bede, cato, content).identifier
    RecordVersion.objects.get().revision.__class__.objects.update(reviewed_by=None)
    assert edits(record) == {}
