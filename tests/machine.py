"""A pytest plugin that prepares the machine before Django reads its settings.

It is named in pyproject.toml: a conftest.py would come too late for pytest-django.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.postgres import Cluster, MissingError

PROJECT = Path(__file__).resolve().parent.parent
SOURCES = PROJECT.parent / "shared" / "seeds"
SETTINGS = (
    "DATABASE_URL",
    "SECRET_KEY",
    "DEBUG",
    "HTTPS",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "LISTEN",
    "PICTURES",
    "PORT",
    "PROXIES",
    "DASK_SCHEDULER",
    "EMAIL_URL",
    "EMAIL_FROM",
)
HERE = PROJECT / "tests" / "house" / "test_machine.py"  # about the servers themselves
LOADS_THE_DEMO = PROJECT / "tests" / "evidence" / "test_demo_loaded.py"
SELDOM = (10_000, 10, 10)  # new objects before those that nobody holds are looked for: else 700
DATABASE = {"db", "transactional_db", "live_server"}  # fixtures that open it
SERVER = "ASHTAPADA_SERVER"  # the address of the PostgreSQL server of this run
no_postgresql = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="run on a SQLite file, or on a PostgreSQL server that the run starts and stops",
    )
    parser.addoption(
        "--long", action="store_true", help="run also the tests that take an hour, marked 'long'"
    )
    parser.addoption(
        "--fast",
        action="store_true",
        help="leave out the browser and the files that tests/slow.txt names",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """A wrapper runs before pytest-django's own hook, which loads the settings."""
    gc.set_threshold(*SELDOM)
    # What the developer has set for a server of their own must not reach the tests.
    for name in SETTINGS:
        os.environ.pop(name, None)
    # More requests than one client would send; the tests of limits set their own.
    os.environ |= {"API_RATE": "0", "API_TOKEN_RATE": "0", "PAGE_RATE": "0"}
    os.environ["STATEMENT_TIMEOUT"] = "0"
    os.environ["JOB_NICENESS"] = "0"  # a test that waits for a job waits no longer than others
    os.environ["ASHTAPADA_VAR"] = str(scratch_folder(early_config))
    # Processes that this one hands tests out to share its folder.
    os.environ.setdefault("ASHTAPADA_RUN", os.environ["ASHTAPADA_VAR"])
    share_what_is_kept()
    # Playwright keeps an event loop in the main thread, where Django would refuse its database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    if early_config.known_args_namespace.database == "postgresql":
        use_postgresql(early_config)
    yield


def scratch_folder(config: pytest.Config) -> Path:
    """A folder in the place of var/, deleted after the run."""
    folder = Path(tempfile.mkdtemp(prefix="ashtapada-var-"))
    (folder / "static").mkdir()
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    return folder


def share_what_is_kept() -> None:
    """What one process of a run has compiled, or found of a text of rules, the others read."""
    for name in ("rules", "checks"):
        own, shared = (Path(os.environ[each]) / name for each in ("ASHTAPADA_VAR", "ASHTAPADA_RUN"))
        shared.mkdir(exist_ok=True)
        if own != shared:
            own.symlink_to(shared)


def use_postgresql(config: pytest.Config) -> None:
    """Start a server for this run, or note why there is none: then every test is skipped.

    Processes that this one hands tests out to have databases of their own on its server.
    """
    if SERVER in os.environ:
        os.environ["DATABASE_URL"] = os.environ[SERVER]
        return
    try:
        cluster = Cluster()
        atexit.register(cluster.stop)
        config.add_cleanup(cluster.stop)
        cluster.start()
    except MissingError as reason:
        config.stash[no_postgresql] = str(reason)
    else:
        os.environ["DATABASE_URL"] = os.environ[SERVER] = cluster.url
        config.add_cleanup(lambda: os.environ.pop(SERVER, None))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read the files that a run leaves out, unless they are named on its command."""
    if collection_path.suffix != ".py" or collection_path in map(Path.absolute, named(config)):
        return None
    return True if collection_path in left_out(config) else None


def named(config: pytest.Config) -> list[Path]:
    """What the command asks for."""
    return [Path(argument.partition("::")[0]) for argument in config.args]


def left_out(config: pytest.Config) -> set[Path]:
    """The files of which this run asks nothing."""
    slow = files_in("slow.txt") if config.getoption("--fast") else set()
    once = files_in("one_database.txt") if config.getoption("--database") == "postgresql" else set()
    return slow | once


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each process of a whole run reads its share of the files before those of the others.

    To rewrite their assertions takes most of the time that it takes to collect them, and what one
    process has rewritten the others read.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not number or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    files = sorted({*(PROJECT / "tests").rglob("test_*.py")} - left_out(session.config))
    for file in files[int(number) :: int(os.environ["PYTEST_XDIST_WORKER_COUNT"])]:
        with suppress(Exception, pytest.skip.Exception):  # said when the file is collected
            import_module(".".join(file.relative_to(PROJECT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs a browser, and leave out what this machine has no material for.

    What loads the demo corpus comes first: other processes wait for it, later the longer.
    """
    items.sort(key=lambda item: item.path != LOADS_THE_DEMO)
    for item in items:
        if "page" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if no_postgresql in config.stash:
            item.add_marker(pytest.mark.skip(reason=config.stash[no_postgresql]))
    database, long = config.getoption("--database"), config.getoption("--long")
    slow = files_in("slow.txt") if config.getoption("--fast") else set()
    without = [
        item
        for item in items
        if out_of_place(item, database)
        or too_long(item, long)
        or said_already(item, database)
        or (slow and (item.path in slow or item.get_closest_marker("browser") is not None))
    ]
    config.hook.pytest_deselected(items=without)
    left = set(map(id, without))
    items[:] = [item for item in items if id(item) not in left]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What lives as long as the run is not looked through again and again."""
    gc.collect()
    gc.freeze()


def out_of_place(item: pytest.Item, database: str) -> bool:
    """Whether a test is about the other database, or reads sources that are not here."""
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[database]
    if item.get_closest_marker(other):
        return True
    return item.get_closest_marker("sources") is not None and not SOURCES.exists()


def said_already(item: pytest.Item, database: str) -> bool:
    """Whether a test asks no database, or the run on SQLite says enough of what it asks of one."""
    if database == "sqlite" or item.path == HERE or item.get_closest_marker("postgresql"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    if item.get_closest_marker("django_db") is None and not fixtures & DATABASE:
        return True
    names = {(item.path, name) for name in (item.name, getattr(item, "originalname", ""))}
    return item.path in files_in("one_database.txt") or bool(names & named_in("one_database.txt"))


def too_long(item: pytest.Item, long: bool) -> bool:
    """Whether a test takes longer than this run may."""
    return not long and item.get_closest_marker("long") is not None


@cache
def listed(name: str) -> list[str]:
    """The lines of a list in this folder: a file, `file::test`, or one case, `file::test[1]`."""
    lines = (PROJECT / "tests" / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@cache
def files_in(name: str) -> set[Path]:
    """The files of tests that a list names as a whole."""
    return {PROJECT / line for line in listed(name) if "::" not in line}


@cache
def named_in(name: str) -> set[tuple[Path, str]]:
    """The tests that a list names one by one: their file, and the function or its case."""
    pairs = (line.split("::") for line in listed(name) if "::" in line)
    return {(PROJECT / path, test) for path, test in pairs}


def pytest_report_header(config: pytest.Config) -> list[str]:
    lines = [f"database: {config.getoption('--database')}"]
    if config.getoption("--database") == "postgresql":
        lines.append("left out: what asks no database, and what tests/one_database.txt names")
    if not SOURCES.exists():
        lines.append(f"left out: tests marked 'sources', there is no {SOURCES}")
    if config.getoption("--fast"):
        lines.append("left out: the browser, and the files of tests/slow.txt")
    if not config.getoption("--long"):
        lines.append("left out: tests marked 'long', without --long")
    return lines


def skipped(reporter: pytest.TerminalReporter) -> list[str]:
    """One line for each skipped test of the run: where, and why."""
    lines = []
    for report in reporter.stats.get("skipped", []):
        longrepr = report.longrepr
        reason = longrepr[2] if isinstance(longrepr, tuple) else longrepr
        lines.append(f"{report.nodeid}: {reason}")
    return lines


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With REQUIRE_ALL=1 a run that skipped anything has failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("REQUIRE_ALL") == "1" and reporter and skipped(reporter):
        session.exitstatus = max(int(session.exitstatus), int(pytest.ExitCode.TESTS_FAILED))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = skipped(terminalreporter)
    if os.environ.get("REQUIRE_ALL") == "1" and lines:
        terminalreporter.section("skipped although REQUIRE_ALL=1: the run fails", red=True)
        for line in lines:
            terminalreporter.line(line)
