"""What the door refuses unread, how often an address may ask, and how the site is."""

from __future__ import annotations

import os
import time
from collections import namedtuple
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from config import health as healthz
from config.bodies import MIB, UPLOADS, USUAL, limit_of
from jobs import health as worker
from jobs.models import GONE

LARGE = 400 * MIB


def addresses(resolver: Any = None, before: str = "/") -> list[str]:
    """Each address of the site and the admin, with something in the place of its names."""
    found = []
    for pattern in (resolver or get_resolver()).url_patterns:
        names = pattern.pattern.converters
        route = str(pattern.pattern).lstrip("^").rstrip("$")
        for name, converter in names.items():
            kind = {"IntConverter": "int", "SlugConverter": "slug", "PathConverter": "path"}.get(
                type(converter).__name__, "str"
            )
            route = route.replace(f"<{kind}:{name}>", "1")
        if isinstance(pattern, URLResolver):
            found += addresses(pattern, before + route)
        elif isinstance(pattern, URLPattern) and "(" not in route and "<" not in route:
            found.append(before + route)
    return found


class Unread:
    """A body that must not be read."""

    def read(self, *_args: object) -> bytes:
        raise AssertionError("it was read")

    readline = read


def post(client: Any, path: str, size: int) -> Any:
    asked = {
        "wsgi.input": Unread(), "CONTENT_LENGTH": str(size),
        "CONTENT_TYPE": "multipart/form-data; boundary=edge",
    }  # fmt: skip
    return client.generic("POST", path, **asked)


def test_an_upload_of_400_mb_is_refused_unread_at_every_address(client, db):
    for path in addresses():
        answer = post(client, path, LARGE)
        assert answer.status_code in (302, 403, 404, 405, 413), path


@pytest.mark.parametrize(
    "path",
    ["/accounts/login/", "/rulesets/shodra/games/log/", "/rulesets/shodra/play/save/",
     "/rulesets/shodra/play/read/", "/admin/login/"],
)  # fmt: skip
def test_what_strangers_send_to_log_play_and_login_is_read_up_to_a_megabyte(client, db, path):
    assert limit_of(path) <= MIB
    answer = post(client, path, limit_of(path) + 1)
    assert answer.status_code == 413
    assert b"At most" in answer.content


def test_only_an_address_for_uploads_takes_more_than_a_form(db):
    large = {path for path in addresses() if limit_of(path) > USUAL}
    assert large == {"/curate/tables/", "/curate/1/pictures/"}
    assert all(UPLOADS.fullmatch(path) for path in large)


def test_the_api_refuses_what_is_too_large_as_json(client, db):
    answer = post(client, "/api/v1/proposals/", LARGE)
    assert answer.status_code == 413
    assert answer.json()["error"]["status"] == 413


# How often


def test_an_address_that_asks_for_pages_too_often_waits_and_others_do_not(client, db, settings):
    settings.PAGE_RATE = 3
    told = [client.get("/compare/").status_code for _ in range(4)]
    assert told == [200, 200, 200, 429]
    answer = client.get("/compare/")
    assert 1 <= int(answer["Retry-After"]) <= 20
    assert "Too many requests" in answer.content.decode()
    assert client.get("/compare/", REMOTE_ADDR="192.0.2.9").status_code == 200
    assert client.get("/api/v1/").status_code == 200  # which counts for itself
    assert client.get("/healthz").status_code != 429


# How the site is


@pytest.fixture
def working(settings, tmp_path):
    """A worker that was there a moment ago, and a disk of its own."""
    settings.VAR_DIR = tmp_path
    worker.alive()
    return worker.file()


@pytest.mark.django_db
def test_health_is_ok_where_all_works(client, working):
    answer = client.get("/healthz", headers={"Host": "10.0.0.7"})
    names = ("status", "process", "database", "disk", "worker")
    assert (answer.status_code, answer.json()) == (200, dict.fromkeys(names, "ok"))
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_health_tells_that_the_worker_is_gone(client, working):
    long_ago = time.time() - 2 * GONE.total_seconds()
    os.utime(working, (long_ago, long_ago))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["worker"]) == (503, "failing")
    assert answer["Retry-After"]


@pytest.mark.django_db
def test_health_tells_that_the_disk_is_full(client, working, monkeypatch):
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(healthz.shutil, "disk_usage", lambda _folder: usage(1024))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "failing")


def refusing(*_args: object) -> None:
    raise OperationalError("connection to server at 10.0.0.5 failed: password is secret")


def test_health_tells_that_the_database_is_down_and_nothing_of_why(
    client, working, monkeypatch, db
):
    with monkeypatch.context() as away:
        away.setattr(connection, "cursor", refusing)
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, "failing")
    assert b"secret" not in answer.content


@pytest.mark.parametrize("path", ["/", "/evidence/dlp-1/", "/games/", "/sources/"])
def test_a_database_that_is_down_is_503_with_retry_after(client, db, monkeypatch, path):
    client.raise_request_exception = False
    with monkeypatch.context() as away:
        away.setattr(connection, "cursor", refusing)
        answer = client.get(path)
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "is not responding" in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/v1/evidence/", "/ogc/collections/evidence/items"])
def test_machines_are_told_in_their_shape_that_the_database_is_down(client, db, monkeypatch, path):
    client.raise_request_exception = False
    with monkeypatch.context() as away:
        away.setattr(connection, "cursor", refusing)
        answer = client.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert answer.json()["error"]["status"] == 503


def test_any_other_fault_is_still_500(client, db, monkeypatch):
    client.raise_request_exception = False

    def broken(*_args: object) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as away:
        away.setattr(connection, "cursor", broken)
        assert client.get("/games/").status_code == 500


def test_a_body_of_a_length_that_is_no_number_is_not_measured(rf: RequestFactory):
    from config.bodies import size_of

    assert size_of(rf.post("/", CONTENT_LENGTH="²")) == 0


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_statement_on_postgresql_ends_at_its_limit(client):
    from config.environment import postgresql_options

    connection.close()
    usual = connection.settings_dict["OPTIONS"]
    try:
        connection.settings_dict["OPTIONS"] = usual | postgresql_options({"STATEMENT_TIMEOUT": "1"})
        with pytest.raises(OperationalError, match="statement timeout"), connection.cursor() as one:
            one.execute("SELECT pg_sleep(120)")
    finally:
        connection.close()
        connection.settings_dict["OPTIONS"] = usual
