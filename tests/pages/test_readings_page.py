"""Readings of a ruleset: the command, the page with its weights, the file, and the job."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.ludemes import expand
from games.models import Game, PlayedReading, Ruleset
from games.readings.ranking import NAMES
from games.readings_attested import Attested, changed
from games.readings_job import ANYONE
from games.readings_page import written
from games.readings_played import plan
from jobs import queue
from jobs.models import Job
from jobs.tasks import run
from tests.games.test_ranked_readings import PEBBLES, Inline
from tests.rows import store_again

pytestmark = pytest.mark.django_db
PAGE = "/rulesets/pebbles/readings/"


@pytest.fixture
def ruleset() -> Ruleset:
    store_again(_store_pebbles)
    return Ruleset.objects.get(slug="pebbles")


def _store_pebbles() -> None:
    game = Game.objects.create(slug="pebbles", name="Pebbles")
    found = Ruleset.objects.create(
        slug="pebbles", game=game, name="Pebbles", kind="described", text=PEBBLES
    )
    for position, name in enumerate(("SmallBoard", "ThenStep", "NotTheCentreFirst")):
        found.clauses.create(name=name, title=name, text=name, position=position, status="attested")


@pytest.fixture
def played(ruleset: Ruleset) -> Ruleset:
    store_again(_play_pebbles)
    return ruleset


def _play_pebbles() -> None:
    plan(Ruleset.objects.get(slug="pebbles"), 1, controls=2).run(Inline())


def html(client: Client, **query: str) -> str:
    return client.get(PAGE, query).content.decode()


class TestCommand:
    def test_it_plays_ranks_and_writes(self, ruleset, tmp_path):
        out, said = tmp_path / "readings.csv", StringIO()
        call_command(
            "readings", "pebbles", rounds=1, controls=1, jobs=1, weight=["depth=2"], out=out,
            stdout=said, stderr=StringIO(),
        )  # fmt: skip
        assert said.getvalue().count("Moving the pebbles/") == 12
        assert "the usual reading scores above" in said.getvalue()
        rows = list(csv.DictReader(out.open(encoding="utf-8")))
        assert [row["place"] for row in rows] == [*map(str, range(1, 13)), "1"]
        assert rows[-1]["made up"] == "1"
        assert rows[0]["command"] == ("manage.py readings pebbles --rounds 1 --seed 1 --controls 1")
        assert "depth=2" in rows[0]["weights"]

    @pytest.mark.parametrize(
        ("more", "why"),
        [
            ({"weight": ["beauty=1"]}, "there are length, choices"),
            ({"weight": ["depth=11"]}, "write 0 to 10"),
            ({"rounds": 0}, "--rounds is 0"),
        ],
    )
    def test_what_cannot_be_meant_is_refused(self, ruleset, more, why):
        with pytest.raises(CommandError, match=why):
            call_command("readings", "pebbles", **more)


class TestPage:
    def test_it_shows_every_reading_with_its_figures(self, played, client):
        page = html(client)
        assert "12 readings" in page
        assert page.count('data-label="Lead changes"') == 14
        assert page.count("Default reading") == 1
        assert "made 2 that nobody ever played" in page

    def test_weights_stand_in_the_address(self, played, client):
        page = html(client, depth="0.5", attested="3")
        assert 'name="depth" value="0.5"' in page
        assert 'name="attested" value="3"' in page
        assert "depth=0.5&amp;attested=3&amp;format=csv" in page

    @pytest.mark.parametrize("value", ["11", "-1", "nan", "much"])
    def test_what_is_no_weight_is_refused(self, played, client, value):
        assert client.get(PAGE, {"depth": value}).status_code == 404

    def test_something_has_to_have_a_weight(self, played, client):
        assert client.get(PAGE, dict.fromkeys(map(written, NAMES), "0")).status_code == 404

    def test_the_file_has_the_same_ranking(self, played, client):
        answer = client.get(PAGE, {"format": "csv"})
        rows = list(csv.DictReader(StringIO(answer.content.decode())))
        assert len(rows) == 14
        assert float(rows[0]["score"]) >= float(rows[1]["score"])

    def test_before_anything_is_played(self, ruleset, client):
        assert "No reading of these rules has been played yet" in html(client)
        assert client.get(PAGE, {"format": "csv"}).status_code == 404


class TestJob:
    def test_a_visitor_asks_and_the_worker_plays(self, ruleset, client, settings):
        settings.JOB_PROCESSES = 1
        asked = {"rounds": "1", "controls": "1", "seed": "3"}
        answer = client.post(f"{PAGE}start/", asked)
        job = Job.objects.latest("pk")
        assert answer["Location"] == f"{PAGE}?job={job.pk}#job-{job.pk}"
        assert (job.total, job.seconds) == (13, ANYONE[2])
        run(queue.take("worker"))
        job.refresh_from_db()
        assert (job.state, job.done, job.result) == ("done", 13, f"{PAGE}?seed=3")
        assert PlayedReading.objects.filter(seed=3, rounds=1).count() == 13

    @pytest.mark.parametrize("more", [{"rounds": "7"}, {"controls": "-1"}, {"seed": ""}])
    def test_more_than_is_allowed_is_refused(self, ruleset, client, more):
        asked = {"rounds": "1", "controls": "1", "seed": "3", **more}
        assert client.post(f"{PAGE}start/", asked).status_code == 400
        assert not Job.objects.exists()


class TestAttested:
    def test_the_definitions_that_an_option_changes(self):
        lines, moves, centre = expand(PEBBLES).options
        assert changed(PEBBLES, lines) == ["SmallBoard"]
        assert changed(PEBBLES, moves) == ["ThenStep", "NobodyMovesDraws"]
        assert changed(PEBBLES, centre) == ["NotTheCentreFirst"]

    def test_claims_speak_for_the_usual_choice_or_against_it(self, ruleset):
        clause = ruleset.clauses.get(name="NotTheCentreFirst")
        part = clause.parts.create(text="The middle is free.")
        for stance in ("states", "implies", "contradicts"):
            part.claims.create(stance=stance, voice="witness", certainty="certain")
        options = expand(PEBBLES).options
        attested = Attested(ruleset, [options[2]])
        usual, other = (
            attested.of([f"The first pebble/{item}"]) for item in ("Anywhere", "Not in the middle")
        )
        assert (usual.claims, other.claims) == (2, 1)
        assert usual.share == pytest.approx(2.5 / 4)
        assert other.share == pytest.approx(1.5 / 4)
