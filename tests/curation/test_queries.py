"""How often pages of curation ask the database: no more often for much than for little."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evidence.editing.curation import life
from evidence.editing.curation.steps import reviewers_of
from games.models import Clause, Game, Ruleset
from people.matrix import Role
from tests.curation.conftest import person
from tests.curation.test_life import in_review

pytestmark = pytest.mark.django_db


def asked(client, address):
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)


def test_a_form_with_many_rows(client, bede, content):
    game = Game.objects.create(slug="rumiya", name="Shatranj ar-Rumiya")
    rulesets = [
        Ruleset.objects.create(slug=f"r-{n}", game=game, name=f"Rules {n}", kind="described")
        for n in range(20)
    ]
    Clause.objects.bulk_create(
        Clause(ruleset=each, name="Round", position=1, title="Round") for each in rulesets
    )
    client.force_login(bede)
    counts = []
    for n in (1, 20):
        slugs = [each.slug for each in rulesets[:n]]
        phrase = {"clause": "Round", "words": "board", "start": 4}
        more = {
            "rulesets": dict.fromkeys(slugs, "describes"),
            "phrases": [phrase | {"ruleset": slug} for slug in slugs],
        }
        proposal = life.begin(bede, content | more)
        address = proposal.get_absolute_url()
        counts.append([asked(client, page) for page in (f"{address}edit/", address)])
    assert counts[0] == counts[1]


def test_a_proposal_where_many_may_review(client, ada, bede, content):
    proposal = in_review(ada, content)
    client.force_login(bede)
    before = asked(client, f"/curate/{proposal.pk}/")
    cato = person("cato", Role.CURATOR)
    for n in range(10):
        person(f"reader-{n}", Role.CONTRIBUTOR)
    assert reviewers_of(proposal) == [bede, cato]
    assert asked(client, f"/curate/{proposal.pk}/") == before
