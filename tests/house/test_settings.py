"""The settings that the site runs with: databases, and what every answer carries."""

from __future__ import annotations

import threading
import time

import pytest
from django.conf import settings
from django.db import connection, transaction

from config.middleware import RULES, headers_of_files, policy
from tests.pages.conftest import stored


def ask(sql: str, *values):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()[0]


@pytest.mark.sqlite
@pytest.mark.django_db
def test_sqlite_readers_and_a_writer_do_not_wait_for_each_other():
    assert ask("PRAGMA journal_mode") == "wal"
    assert ask("PRAGMA foreign_keys") == 1
    assert ask("PRAGMA cache_size") == -65536


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_two_sqlite_writers_queue_instead_of_failing():
    """With deferred transactions the second writer would fail at once: database is locked."""
    order = []

    def write(name: str) -> None:
        with transaction.atomic():
            ask("SELECT count(*) FROM auth_group")
            order.append(f"{name} reads")
            time.sleep(0.1)
            with connection.cursor() as cursor:
                cursor.execute("INSERT INTO auth_group (name) VALUES (%s)", [name])
            order.append(f"{name} writes")
        connection.close()

    threads = [threading.Thread(target=write, args=[name]) for name in ("ann", "ben")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first = order[0].split()[0]
    second = {"ann": "ben", "ben": "ann"}[first]
    assert order == [
        f"{first} reads", f"{first} writes", f"{second} reads", f"{second} writes"
    ]  # fmt: skip


def test_connections_are_kept():
    assert connection.settings_dict["CONN_MAX_AGE"] is None
    assert connection.settings_dict["CONN_HEALTH_CHECKS"]


def test_tests_leave_the_site_s_own_folder_alone():
    assert settings.BASE_DIR not in settings.VAR_DIR.parents
    assert settings.STATIC_ROOT == settings.VAR_DIR / "static"


@pytest.mark.django_db
def test_every_answer_tells_browsers_to_stay_on_this_site(client):
    for address in ("/admin/login/", "/nowhere/"):
        headers = client.get(address).headers
        assert headers["Content-Security-Policy"] == policy()
        assert headers["X-Frame-Options"] == "SAMEORIGIN"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_the_policy_lets_nothing_run_but_files_of_the_site():
    assert "default-src 'self'; script-src 'self'; style-src 'self';" in policy()
    assert "unsafe" not in policy()
    assert "'unsafe-eval'" not in policy(RULES)
    assert "unsafe-inline" not in policy(RULES)


@pytest.mark.django_db
def test_rules_run_on_the_pages_of_rulesets_and_in_workers_alone(client):
    stored("shodra")
    ran = {
        address: "wasm" in client.get(address).headers["Content-Security-Policy"]
        for address in ("/", "/rulesets/shodra/", "/rulesets/shodra/play/", "/accounts/login/")
    }
    running = [address for address, runs in ran.items() if runs]
    assert running == ["/rulesets/shodra/", "/rulesets/shodra/play/"]
    for name, runs in (("opponent-worker.0a1b2c.js", True), ("play.js", False)):
        headers: dict[str, str] = {}
        headers_of_files(headers, "", f"/static/js/{name}")
        assert ("wasm" in headers.get("Content-Security-Policy", "")) is runs
