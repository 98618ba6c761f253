"""What every test may use: the test database, plain static files, and a browser."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connections
from django.test import TransactionTestCase, override_settings
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django import DjangoDbBlocker
from pytest_playwright import CreateContextCallback

from config.ledger import ledger
from tests.emptying import empty
from tests.tabs import Tab
from tests.waiting import PATIENCE

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")  # the quickest first
QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# How long an example takes says how busy the machine is, nothing else.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session", autouse=True)
def plain_settings() -> Iterator[None]:
    """Static files as they are, without a manifest to build first; cheap password hashes."""
    plain = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        "pictures": django_settings.STORAGES["pictures"],
    }
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # All that is compiled and checked in a run is kept: that is more than a site keeps.
    more = {"OPTIONS": {"MAX_ENTRIES": 100_000}}
    kept = {name: django_settings.CACHES[name] | more for name in ("rules", "checks")}
    caches = django_settings.CACHES | kept
    with override_settings(STORAGES=plain, PASSWORD_HASHERS=hashers, CACHES=caches):
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_flushes() -> Iterator[None]:
    """What tests commit is taken out again quickly: `tests.emptying` says how."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(autouse=True)
def nothing_tried_before() -> None:
    """How often a test before this one has tried to log in counts no more."""
    cache.clear()
    ledger().forget()


@pytest.fixture(autouse=True)
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for a shortest line has a hundred times its seconds: a machine may be busy."""
    monkeypatch.setattr("games.compare.search.monotonic", lambda: time.monotonic() / 100)


@pytest.fixture(autouse=True)
def patient_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing a picture may wait for a busy machine; its own limit counts a processor's seconds."""
    monkeypatch.setattr("evidence.pictures.encoding.SECONDS", 600)


@pytest.fixture(scope="session", autouse=True)
def patient_checks() -> Iterator[None]:
    """So may the check of a text of rules: without its verdict a draft cannot be published."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evidence.editing.curation.rulesets.checking.SECONDS", 600)
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """SQLite finds its file, as `migrated` has made it for the whole run."""
    return connections["default"].vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """SQLite tests run on a file, as the site does: a live server's threads connect each alone."""
    test = connections["default"].settings_dict["TEST"]
    if connections["default"].vendor == "sqlite":
        name = Path(test["NAME"] or "test").name.replace(":memory:", "test")
        test["NAME"] = str(Path(os.environ["ASHTAPADA_VAR"]) / f"{name}.sqlite3")
        with django_db_blocker.unblock():
            shutil.copy(migrated(), test["NAME"])
    else:
        with django_db_blocker.unblock():
            test["TEMPLATE"] = template()


@pytest.fixture
def tables(django_db_blocker: DjangoDbBlocker) -> Path:
    """A file of SQLite with all tables, to be copied."""
    with django_db_blocker.unblock():
        return migrated()


@pytest.fixture
def elsewhere(db: None, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of another database, with all tables, of the kind that the test runs on."""
    if connections["default"].vendor == "sqlite":
        yield f"sqlite:///{shutil.copy(request.getfixturevalue('tables'), tmp_path / 'other')}"
        return
    name = f"other_{os.getpid()}"
    with connections["default"]._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE {template()}")
        yield f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def migrated() -> Path:
    """A database with all tables, which the first process of a run to ask for it makes."""
    kept = Path(os.environ["ASHTAPADA_RUN"]) / "migrated.sqlite3"
    with alone(kept.stem):
        if not kept.exists():
            made = kept.with_suffix(".part")
            migrate(str(made))
            made.rename(kept)
    return kept


def template() -> str:
    """The same on PostgreSQL: the name of a database, of which others are copies."""
    with alone("template"), connections["default"]._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname = 'migrated'")
        if not cursor.fetchall():
            cursor.execute("CREATE DATABASE migrating")
            migrate("migrating")
            cursor.execute("ALTER DATABASE migrating RENAME TO migrated")
    return "migrated"


@contextmanager
def alone(what: str) -> Iterator[None]:
    """Other processes of the run that make the same wait for this one."""
    with (Path(os.environ["ASHTAPADA_RUN"]) / f"{what}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


def migrate(name: str) -> None:
    """Make all tables in another database."""
    connection = connections["default"]
    connection.close()
    usual = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    call_command("migrate", verbosity=0)
    connection.close()
    connection.settings_dict["NAME"] = usual


@pytest.fixture
def new_context(new_context: CreateContextCallback) -> CreateContextCallback:
    """Clicks and navigations are waited for as long as what they show, in every context."""

    def patient(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    return patient


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Iterator[list[Tab]]:
    """The tab that tests share, or none yet."""
    kept: list[Tab] = []
    yield kept
    for tab in kept:
        tab.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, tabs: list[Tab]) -> Iterator[Page]:
    """The tab of the test before, as good as new; one that is new where it must be."""
    if has_its_own_context(request.node):
        yield request.getfixturevalue("context").new_page()
        return
    tab, site = tabs.pop() if tabs else Tab(browser), request.getfixturevalue("live_server").url
    yield tab.page
    if request.node.rep_call.passed and tab.may_be_used_again(site):
        tab.clean(site)
        tabs.append(tab)
    else:
        tab.close()


def has_its_own_context(item: pytest.Item) -> bool:
    """Whether a test is about another kind of window, or is to be recorded."""
    recorded = ("--tracing", "--video", "--screenshot")
    return item.get_closest_marker("browser_context_args") is not None or any(
        item.config.getoption(option) != "off" for option in recorded
    )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium for pytest-playwright's `page`."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        pytest.skip("Chromium is not installed: apt-get install chromium-headless-shell")
    return {**browser_type_launch_args, "executable_path": chromium, "args": QUIET_CHROMIUM}
