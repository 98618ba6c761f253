"""The pages of a record's versions: compared, gone back to, withdrawn."""

from __future__ import annotations

import pytest

from evidence.editing.curation import life, published
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.editing.curation.telling import compare, differing
from evidence.models import Evidence, RecordVersion
from tests.curation.pages import words
from tests.curation.test_life import accepted, in_review

pytestmark = pytest.mark.django_db


def test_versions_are_compared_and_gone_back_to(client, ada, bede, cato, content):
    record = accepted(ada, bede, content, why="first").identifier
    change = in_review(bede, None, record=record, why="a better word")
    rules = "The board is round.\nThe kings stand near each other."
    change = life.save(change, change.content | {"rules": rules}, number=1, person=bede)
    take("accept", change, number=2, person=cato)
    text = words(client.get(f"/evidence/{record}/versions/"))
    assert "Version 2" in text
    assert "a better word What it shows" in text
    html = client.get(f"/evidence/{record}/versions/2/").content.decode()
    assert "near each other" in html
    assert "<del>" in html
    back = client.get(f"/evidence/{record}/versions/1/?with=2").content.decode()
    assert "side by side" in back
    for number, html_of in ((1, back), (2, html)):
        cited = html_of[html_of.index('<fieldset class="cite"') :]
        assert f"http://testserver/evidence/{record}/versions/{number}/" in cited
        assert f", version {number}" in cited
    assert client.get(f"/evidence/{record}/versions/3/").status_code == 404
    assert client.get(f"/evidence/{record}/versions/2/?with=99").status_code == 404
    assert client.get("/evidence/none/versions/").status_code == 404
    address = f"/evidence/{record}/versions/1/restore/"
    client.force_login(ada)
    assert client.post(address, {"last": 2, "why": "x"}).status_code == 403
    client.force_login(cato)
    assert client.post(address, {"last": 1, "why": "x"}).status_code == 409
    assert client.post(address, {"last": 2, "why": ""}).status_code == 400
    assert client.post(address, {"last": 2, "why": "as Murray has it"}).status_code == 302
    assert Evidence.objects.get().rules == content["rules"]
    client.post(f"/evidence/{record}/versions/2/propose/")
    assert Proposal.objects.get(base=3).content["rules"] == rules


def test_the_list_of_versions_names_what_the_comparison_marks(content):
    newer = content | {
        "title": "Ring", "rules": "The board is round.", "terms": {"gender": ["Male"]},
        "external_ids": {"wikidata": "Q1"},
    }  # fmt: skip
    marked = [field.label for field in compare(content, newer) if field.changed]
    assert differing(content, newer) == marked
    assert len(marked) == 6
    assert differing(content, content) == []


def test_a_withdrawn_record_says_so_at_its_address(client, ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    client.force_login(cato)
    assert client.get(f"/evidence/{record}/withdraw/").status_code == 200
    client.post(f"/evidence/{record}/withdraw/", {"last": 1, "why": "a forgery of 1890"})
    client.logout()
    answer = client.get(f"/evidence/{record}/")
    assert answer.status_code == 410
    assert "The reason: a forgery of 1890" in words(answer)
    assert "withdrawn" in words(client.get(f"/evidence/{record}/versions/"))
    assert client.get(f"/evidence/{record}/versions/2/").status_code == 200
    client.force_login(cato)
    client.post(f"/evidence/{record}/versions/1/restore/", {"last": 2, "why": "genuine"})
    assert client.get(f"/evidence/{record}/").status_code == 200


def test_a_record_older_than_its_history_has_one_version(client, ada, bede, content):
    record = accepted(ada, bede, content).identifier
    RecordVersion.objects.all().delete()
    assert "Version 1" in words(client.get(f"/evidence/{record}/versions/"))
    assert client.get(f"/evidence/{record}/versions/1/").status_code == 200


def test_what_a_record_of_another_has_of_the_portal_is_not_taken(ada, bede, content):
    accepted(ada, bede, content | {"portal_id": "DLP.Evidence.7"})
    second = in_review(ada, content | {"portal_id": "DLP.Evidence.7"})
    with pytest.raises(Exception, match="it belongs to"):
        take("accept", second, number=1, person=bede)
    assert Evidence.objects.count() == 1


def test_withdrawing_twice_keeps_what_it_had(ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    for number in (1, 3):
        published.withdraw(record, number=number, person=cato, why="x")
        published.restore(record, 1, number=number + 1, person=cato, why="y")
    assert Evidence.objects.get().added_by == ada
