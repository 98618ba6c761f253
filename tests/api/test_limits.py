"""Tokens, and how often a client may ask."""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from knox.models import AuthToken

from api import limits
from config.clients import network, numbered
from config.ledger import PLACES, Ledger
from tests.waiting import HANGS

NOT_KNOWN = "Unknown token. Create a new one, or send none: reading needs no token."


@pytest.fixture(autouse=True)
def few(settings, monkeypatch):
    """Three requests a minute for an address, six for a token, counted from nothing."""
    settings.API_RATE, settings.API_TOKEN_RATE, settings.PROXIES = 3, 6, 0
    counted = Ledger()
    monkeypatch.setattr(limits, "ledger", lambda: counted)


@pytest.fixture
def ann(django_user_model):
    return django_user_model.objects.create_user("ann")


@pytest.fixture
def token(ann, capsys):
    return made("ann", capsys)


def made(name, capsys, *options):
    call_command("create_token", name, *options)
    return capsys.readouterr().out.splitlines()[1].strip()


def statuses(client, times, address="/api/v1/", **rest):
    return [client.get(address, **rest).status_code for _ in range(times)]


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


# How often


def test_who_asks_too_often_is_told_when_to_ask_again(client, db):
    assert statuses(client, 3) == [200, 200, 200]
    answer = client.get("/api/v1/")
    assert answer.status_code == 429
    assert 19 <= int(answer["Retry-After"]) <= 20
    wait = answer["Retry-After"]
    assert answer.json() == {
        "error": {
            "status": 429,
            "parameter": None,
            "message": f"Too many requests. Try again in {wait} seconds.",
        }
    }


def test_gis_programs_are_told_in_the_same_way(client, db):
    assert statuses(client, 4, "/ogc/?f=html") == [200, 200, 200, 429]
    answer = client.get("/ogc/collections")
    assert (answer.status_code, answer.json()["error"]["status"]) == (429, 429)
    assert answer["Retry-After"]


def test_pages_of_other_sites_may_read_when_to_ask_again(client, db):
    answers = [client.get("/api/v1/", headers={"Origin": "https://a.org"}) for _ in range(4)]
    assert answers[3].status_code == 429
    assert "Retry-After" in answers[3]["Access-Control-Expose-Headers"]
    assert answers[3]["Access-Control-Allow-Origin"] == "*"


def test_one_address_does_not_use_up_what_another_may_ask(client, db):
    assert statuses(client, 4, REMOTE_ADDR="192.0.2.1")[3] == 429
    assert statuses(client, 1, REMOTE_ADDR="192.0.2.2") == [200]


def test_who_invents_addresses_of_proxies_is_not_believed(client, db):
    told = [
        client.get("/api/v1/", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code
        for n in range(4)
    ]
    assert told == [200, 200, 200, 429]


def test_behind_a_proxy_of_ours_its_word_counts(client, db, settings):
    settings.PROXIES = 1
    told = [
        client.get("/api/v1/", headers={"X-Forwarded-For": f"10.0.0.1, 192.0.2.{n}"}).status_code
        for n in (1, 1, 1, 1, 2)
    ]
    assert told == [200, 200, 200, 429, 200]


def test_without_limits_nobody_waits(client, db, settings):
    settings.API_RATE = 0
    assert set(statuses(client, 20)) == {200}


def test_an_answer_that_still_holds_costs_nothing(client, db):
    etag = client.get("/api/v1/")["ETag"]
    assert statuses(client, 9, headers={"If-None-Match": etag}) == [304] * 9
    assert statuses(client, 3) == [200, 200, 429]


# Tokens


def test_who_sends_a_token_may_ask_more_often(client, token):
    assert statuses(client, 7, headers=bearer(token)) == [200] * 6 + [429]
    assert statuses(client, 1) == [200]


def test_each_token_of_a_user_has_its_own_limit(client, token, capsys):
    assert statuses(client, 7, headers=bearer(token))[-1] == 429
    other = made("ann", capsys)
    assert statuses(client, 1, headers=bearer(other)) == [200]


def test_only_the_digest_of_a_token_is_stored(token):
    row = AuthToken.objects.get()
    assert token not in (row.digest, row.token_key)
    assert row.expiry - timezone.now() > timedelta(days=364)


@pytest.mark.parametrize("sent", ["x", "x" * 64, "\xff", "%00", "';--"])
def test_a_token_that_is_none_is_refused(client, token, sent):
    answer = client.get("/api/v1/", headers=bearer(sent))
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["error"] == {"status": 401, "parameter": None, "message": NOT_KNOWN}


@pytest.mark.parametrize("sent", ["Bearer", "Bearer a b"])
def test_a_header_that_is_none_is_refused(client, token, sent):
    answer = client.get("/api/v1/", headers={"Authorization": sent})
    assert (answer.status_code, answer.json()["error"]["status"]) == (401, 401)


def test_a_password_for_a_proxy_is_not_looked_at(client, db):
    assert statuses(client, 1, headers={"Authorization": "Basic YTpi"}) == [200]


def test_a_token_that_has_expired_is_refused_with_the_day(client, token):
    AuthToken.objects.update(expiry="2020-01-02T03:04:05Z")
    answer = client.get("/api/v1/", headers=bearer(token))
    expected = "This token expired on 2020-01-02. Create a new one."
    assert (answer.status_code, answer.json()["error"]["message"]) == (401, expected)


def test_a_token_of_someone_who_has_left_is_refused(client, ann, token):
    ann.is_active = False
    ann.save()
    assert statuses(client, 1, headers=bearer(token)) == [401]


def test_a_token_costs_one_query(client, token, django_assert_num_queries):
    client.get("/api/v1/")
    with django_assert_num_queries(1):  # the token; the root needs nothing else
        client.get("/api/v1/", headers=bearer(token))


def test_the_command_says_how_long_and_refuses_what_would_not_work(ann, capsys):
    call_command("create_token", "ann", "--days", "7")
    day = (timezone.now() + timedelta(days=7)).date().isoformat()
    assert f"Valid until {day}." in capsys.readouterr().out
    refused = {
        "There is no user “ben”": ["ben"],
        "A token is valid for 1 to 3650 days, not 0.": ["ann", "--days", "0"],
    }
    for said, asked in refused.items():
        with pytest.raises(CommandError, match=said):
            call_command("create_token", *asked)
    assert AuthToken.objects.count() == 1
    ann.is_active = False
    ann.save()
    with pytest.raises(CommandError, match="“ann” is not active"):
        call_command("create_token", "ann")
    assert not AuthToken.objects.exists()  # a closed account has no tokens


def test_the_admin_makes_tokens_shows_them_once_and_takes_them_back(admin_client, ann, client):
    form = admin_client.get("/admin/knox/authtoken/add/")
    assert form.context["adminform"].form.initial["expiry"] > timezone.now()
    sent = {"user": ann.pk, "expiry_0": "2999-01-01", "expiry_1": "00:00:00"}
    answer = admin_client.post("/admin/knox/authtoken/add/", sent, follow=True)
    message, _django_own = answer.context["messages"]
    token = str(message).rpartition(" ")[2]
    assert statuses(client, 1, headers=bearer(token)) == [200]
    again = admin_client.get("/admin/knox/authtoken/").content.decode()
    assert token not in again
    assert token[:15] in again
    digest = AuthToken.objects.get().digest
    admin_client.post(f"/admin/knox/authtoken/{digest}/delete/", {"post": "yes"})
    assert statuses(client, 1, headers=bearer(token)) == [401]


# The ledger


def test_a_minute_gives_back_what_was_asked_evenly():
    ledger, start = Ledger(), 1_000_000.0
    assert [ledger.wait(7, 60, start) for _ in range(60)] == [0] * 60
    assert ledger.wait(7, 60, start) == pytest.approx(1)
    assert ledger.wait(7, 60, start + 0.9) == pytest.approx(0.1, abs=1e-3)
    assert ledger.wait(7, 60, start + 1.001) == 0
    assert ledger.wait(7, 60, start + 1.001) > 0
    assert [ledger.wait(7, 60, start + 100) for _ in range(60)] == [0] * 60


def test_a_clock_that_is_set_back_locks_nobody_out():
    ledger = Ledger()
    for _ in range(60):
        ledger.wait(7, 60, 1_000_000.0)
    assert ledger.wait(7, 60, 1_000.0) == 0


def test_a_client_that_takes_the_place_of_another_begins_anew():
    ledger, other = Ledger(), 7 + PLACES
    assert [ledger.wait(7, 1, 1e6), ledger.wait(other, 1, 1e6)] == [0, 0]
    assert ledger.wait(other, 1, 1e6) > 0


def asking(ledger, times, found):
    found.put(sum(ledger.wait(7, 50, time.time()) == 0 for _ in range(times)))


def test_processes_count_together():
    context = multiprocessing.get_context("fork")
    found, ledger = context.Queue(), Ledger()
    for _ in range(3):
        process = context.Process(target=asking, args=(ledger, 40, found))
        process.start()
        process.join()
    told = [found.get(timeout=HANGS) for _ in range(3)]
    assert told[:2] == [40, 10]
    assert told[2] < 10


def counting_on_a_full_disk(folder):
    """Count for many clients where no file may grow; a page of a file without room is SIGBUS."""
    os.environ["TMPDIR"] = str(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    ledger = Ledger()
    for client in range(0, PLACES, 64):
        ledger.wait(client, 600, time.time())
    os._exit(7 if not any(folder.iterdir()) else 1)


def test_a_full_disk_does_not_end_a_process_that_counts(tmp_path):
    process = multiprocessing.get_context("fork").Process(
        target=counting_on_a_full_disk, args=(tmp_path,)
    )
    process.start()
    process.join()
    assert process.exitcode == 7


def test_counting_takes_microseconds():
    ledger = Ledger()
    start = time.process_time()
    for n in range(10_000):
        ledger.wait(numbered(network(f"192.0.2.{n % 256}")), 600, time.time())
    assert (time.process_time() - start) / 10_000 < 0.000_2


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_one_client(address, same):
    assert network(address) == same


# Annotation


def test_the_api_describes_limits_and_tokens(client, db):
    import yaml

    answer = client.get("/api/schema/")
    document = yaml.safe_load(answer.content)
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for operation in (each for path in document["paths"].values() for each in path.values()):
        assert {"401", "429"} <= set(operation["responses"])
        assert {"token": []} in operation["security"]
        is_open = "proposals" not in operation["tags"]
        assert ({} in operation["security"]) == is_open
    described = client.get("/ogc/api").json()
    assert described["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert "429" in described["paths"]["/collections"]["get"]["responses"]
