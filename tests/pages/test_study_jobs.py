"""Studies asked for on the page: who may, what is refused, and how they are followed and ended."""

from __future__ import annotations

import os
import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import Ruleset, Study
from games.study_job import ANYONE, CURATOR, ask_for_first
from jobs import queue
from jobs.models import GONE, Job
from jobs.tasks import run
from tests.pages.conftest import PHONE, stored
from tests.processes import held, own_database, running, wait_for
from tests.waiting import PATIENCE, fits

pytestmark = pytest.mark.django_db

PAGE = "/rulesets/kar-ouk/study/"
START = f"{PAGE}start/"
ASKED = {"games": "60", "seed": "1", "without": ""}


@pytest.fixture
def kar_ouk() -> Ruleset:
    return stored("kar-ouk")


def ask(client: Client, **more: Any) -> Job:
    answer = client.post(START, {**ASKED, **more})
    job = Job.objects.latest("pk")
    assert answer.status_code == 302, answer.content.decode()
    assert answer["Location"] == f"{PAGE}?job={job.pk}#job-{job.pk}"
    return job


def refused(client: Client, status: int = 400, **more: Any) -> str:
    answer = client.post(START, {**ASKED, **more})
    assert answer.status_code == status
    assert Study.objects.count() == 0
    return answer.content.decode()


def curator() -> Client:
    user = get_user_model().objects.create_user("olga")
    user.user_permissions.add(Permission.objects.get(codename="add_study"))
    client = Client()
    client.force_login(user)
    return client


def test_anyone_may_ask_and_the_page_shows_it(client, kar_ouk):
    job = ask(client, without="FirstCheckWins")
    assert job.title == (
        "Study of “Kar Ouk, where the first check wins”, leaving out “The first check wins”"
    )
    assert (job.total, job.seconds, job.by) == (120, ANYONE[1], None)
    assert job.what == {
        "ruleset": "kar-ouk", "digest": kar_ouk.digest, "options": [], "instead": [],
        "games": 60, "seed": 1, "without": "FirstCheckWins",
    }  # fmt: skip
    html = client.get(f"{PAGE}?job={job.pk}").content.decode()
    assert 'max="120" value="0"' in html
    assert "It is about to begin." in html
    assert f'action="/jobs/{job.pk}/cancel/"' in html


def test_another_choice_of_an_option_is_compared(client, kar_ouk):
    usual, sideways = ("King's leap/To any free square", "King's leap/Sideways")
    job = ask(client, option=usual, instead=["", sideways], games="5")
    assert job.title == f"Study of “{kar_ouk}”, with {sideways}"
    assert (job.what["options"], job.what["instead"], job.total) == ([usual], [sideways], 10)
    run(queue.take("worker"))
    assert [study.options for study in Study.objects.order_by("pk")] == [[usual], [sideways]]
    job.refresh_from_db()
    html = client.get(job.result).content.decode()
    assert "Differences" in html
    assert f"· {sideways}" in unescape(html)


def test_a_clause_is_left_out_of_the_rules_with_the_other_choice(client, kar_ouk):
    sideways = "King's leap/Sideways"
    assert "KingLeapsSideways has no part" in refused(client, without="KingLeapsSideways")
    job = ask(client, without="KingLeapsSideways", instead=sideways)
    assert job.title == (
        f"Study of “{kar_ouk}”, leaving out “King: leap to the side”, with {sideways}"
    )


def test_the_same_choice_once_more_is_nothing_to_compare(client, kar_ouk):
    job = ask(client, instead="King's leap/To any free square")
    assert (job.what["instead"], job.total) == ([], 60)


def test_what_was_chosen_stays_when_something_is_refused(client, kar_ouk):
    html = refused(client, games="0", instead="King's leap/Sideways")
    assert len(re.findall(r'value="King&#x27;s leap/Sideways" selected', html)) == 1


def test_curators_may_ask_for_more(client, kar_ouk):
    games = ANYONE[0] + 1
    assert f"Write a number of at most {ANYONE[0]}" in refused(client, games=games)
    job = ask(curator(), games=games)
    assert (job.by.get_username(), job.seconds) == ("olga", CURATOR[1])


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("games", "0", "Write a number of at least 1"),
        ("games", "", "Fill this in"),
        ("games", "many", "Write a whole number"),
        ("seed", "-1", "Write a number of at least 0"),
        ("seed", str(2**31), "Write a number of at most"),
        ("without", "Castling", "“Castling” is not on the list"),
        ("without", "PlainBoard", "the rules do not hold together without PlainBoard"),
        ("option", "Colour/Red", "no option"),
        ("instead", "Colour/Red", "no option"),
    ],
)
def test_what_cannot_be_counted_is_refused_beside_the_field(client, kar_ouk, field, value, said):
    html = refused(client, **{field: value})
    assert said in html
    if field not in ("option", "instead"):
        assert f'id="error-{field}"' in html
        assert f'aria-describedby="error-{field}"' in html
    assert Job.objects.count() == 0


def test_a_first_study_is_asked_for_once_and_the_page_says_that_it_is_counted(client, kar_ouk):
    assert ask_for_first(["kar-ouk", "no-such-rules"]) == 1
    first = Job.objects.get()
    assert (first.what["games"], first.what["seed"], first.total, first.page) == (
        1000,
        1,
        1000,
        PAGE,
    )
    html = client.get(PAGE).content.decode()
    assert "Results appear here once the first games have been counted." in html
    assert first.title in html
    assert "Nothing has been counted" not in html
    queue.cancel(first)
    assert ask_for_first(["kar-ouk"]) == 0
    assert "Nothing has been counted" in client.get(PAGE).content.decode()


def test_what_a_first_study_asks_for_can_be_counted_and_is_not_asked_for_again(kar_ouk):
    ask_for_first(["kar-ouk"])
    Job.objects.update(what=Job.objects.get().what | {"games": 5})
    run(queue.take("worker"))
    assert (Job.objects.get().state, Study.objects.get().done) == ("done", 5)
    Job.objects.all().delete()
    assert ask_for_first(["kar-ouk"]) == 0


def test_one_study_at_a_time_for_each_person(client, kar_ouk):
    job = ask(client)
    html = refused(client, 409, games="70")
    assert "already have an open job" in html
    assert f'<a href="/jobs/{job.pk}/">' in html
    assert ask(curator(), games="70").pk != job.pk
    assert f"?job={job.pk}#" in client.post(START, ASKED)["Location"]
    assert Job.objects.count() == 2


def test_addresses_are_kept_as_digests(client, kar_ouk):
    job = ask(client)
    assert len(job.asker) == 16
    assert set(job.asker) <= set("0123456789abcdef")
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert ask(other, games="70").asker != job.asker


def test_only_who_asked_or_who_looks_after_jobs_may_end_one(client, kar_ouk):
    job, stranger, guard = ask(client), Client(), curator()
    for other in (stranger, guard):
        assert other.post(f"/jobs/{job.pk}/cancel/").status_code == 403
        assert "/cancel/" not in other.get(f"/jobs/{job.pk}/").content.decode()
    user = get_user_model().objects.get()
    user.user_permissions.add(Permission.objects.get(codename="change_job"))
    assert "/cancel/" in guard.get(f"/jobs/{job.pk}/").content.decode()
    assert client.get(f"/jobs/{job.pk}/cancel/").status_code == 405
    assert client.post(f"/jobs/{job.pk}/cancel/")["Location"] == f"{PAGE}?job={job.pk}"
    assert Job.objects.get().state == "cancelled"


def test_what_was_cancelled_can_be_gone_on_with(client, kar_ouk):
    job = ask(client)
    client.post(f"/jobs/{job.pk}/cancel/")
    Job.objects.update(done=40)
    assert "Go on" in client.get(f"/jobs/{job.pk}/").content.decode()
    answer = client.post(f"/jobs/{job.pk}/again/")
    new = Job.objects.latest("pk")
    assert answer["Location"] == f"{PAGE}?job={new.pk}"
    assert (new.what, new.state, new.done, new.total) == (job.what, "waiting", 40, 60)
    client.post(f"/jobs/{new.pk}/cancel/")
    ask(client, games="70")
    answer = client.post(f"/jobs/{job.pk}/again/")
    assert answer.status_code == 409
    assert "already have an open job" in answer.content.decode()


def test_the_state_is_told_in_words_and_numbers(client, kar_ouk):
    job = ask(client, games="5000")

    def told() -> dict[str, Any]:
        return client.get(f"/jobs/{job.pk}/state/").json()

    assert told() == {
        "state": "waiting", "open": True, "done": 0, "total": 5000,
        "text": "It is about to begin.", "message": "", "result": "",
    }  # fmt: skip
    Job.objects.update(asked=job.asked - 2 * GONE)
    assert "manage.py work" in told()["text"]
    taken = queue.take("worker")
    assert taken is not None
    Job.objects.update(done=1500)
    assert told()["text"] == "Running: 1,500 of 5,000."
    queue.cancel(taken)
    assert told()["text"] == "It is ending, at 1,500 of 5,000."
    Job.objects.update(beat=taken.beat - 2 * GONE)
    assert "continues when another starts" in told()["text"]
    assert client.get(f"/jobs/{job.pk + 1}/state/").status_code == 404


@pytest.mark.parametrize("number", ["999", "x", "-1", "9" * 30, "٣"])
def test_a_job_that_is_none_of_this_page_is_named(client, kar_ouk, number):
    assert client.get(f"{PAGE}?job={number}").status_code == 404


# In the browser, with a worker


def worker() -> Any:
    environment = {"DATABASE_URL": own_database(), "JOB_PROCESSES": "1"}
    return running(["work"], os.environ | environment)


@pytest.mark.django_db(transaction=True)
def test_a_study_is_asked_for_followed_and_seen(site: Page, kar_ouk: Ruleset) -> None:
    site.goto(f"{site.url.rstrip('/')}{PAGE}")
    site.get_by_label("Games", exact=True).fill("30")
    site.get_by_label("Without").select_option("FirstCheckWins")
    site.get_by_role("button", name="Count").press("Enter")
    expect(site.get_by_text("It is about to begin.")).to_be_visible()
    bar = site.get_by_role("progressbar", name="Study of “Kar Ouk")
    with worker() as process:
        wait_for(lambda: Job.objects.get().done)  # then come the rules without the clause
        with held(process.pid):
            expect(bar).to_have_js_property("value", 30)
        done = site.get_by_text("Done: 60 of 60.")
        expect(done.first).to_be_visible(timeout=4 * PATIENCE)
    expect(bar).to_have_js_property("value", 60)
    expect(site.locator("[data-said]")).to_contain_text("Done: 60 of 60.")
    expect(site.get_by_role("button", name="Cancel")).to_be_hidden()
    site.get_by_role("link", name="See the results").click()
    expect(site.get_by_role("heading", name="Differences")).to_be_visible()
    expect(site).to_have_url(re.compile("study=.*other="))


@pytest.mark.django_db(transaction=True)
def test_a_study_is_cancelled_and_gone_on_with_on_a_phone(site: Page) -> None:
    stored("ouk-chatrang")
    site.set_viewport_size(PHONE)
    site.goto(f"{site.url.rstrip('/')}/rulesets/ouk-chatrang/study/")
    site.get_by_label("Games", exact=True).fill("5000")
    site.get_by_role("button", name="Count").click()
    with worker():
        wait_for(lambda: Study.objects.filter(done__gte=500).exists())
        site.get_by_role("button", name="Cancel").click()
        expect(site.get_by_text("what was done by then is kept.").first).to_be_visible(
            timeout=4 * PATIENCE
        )
    kept = Study.objects.get().done
    assert 500 <= kept < 5000
    expect(site.locator("[data-text]")).to_have_text(
        f"Cancelled at {kept:,} of 5,000; what was done by then is kept."
    )
    fits(site)
    site.get_by_role("button", name="Go on").click()
    expect(site.get_by_text("It is about to begin.").first).to_be_visible()
    expect(site.get_by_role("progressbar")).to_have_attribute("value", str(kept))
