"""What `make` and the tests do on a machine that has, or lacks, what they need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.machine import files_in, named_in
from tests.postgres import Cluster, MissingError, binaries
from tests.waiting import HANGS

PROJECT = Path(__file__).resolve().parent.parent.parent


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=PROJECT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )


@pytest.fixture
def a_test_that_skips(tmp_path: Path) -> str:
    story = tmp_path / "test_story.py"
    story.write_text("import pytest\n\ndef test_elephants():\n    pytest.skip('no elephant')\n")
    return str(story)


def pytest_on(story: str, require_all: str) -> subprocess.CompletedProcess[str]:
    config = ["-c", str(PROJECT / "pyproject.toml")]
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "REQUIRE_ALL": require_all}
    return run(sys.executable, "-m", "pytest", *config, story, **alone)


def test_a_skip_is_said_and_passes_by_default(a_test_that_skips):
    done = pytest_on(a_test_that_skips, require_all="")
    assert done.returncode == 0
    assert "no elephant" in done.stdout


def test_a_skip_fails_the_run_that_requires_all(a_test_that_skips):
    done = pytest_on(a_test_that_skips, require_all="1")
    assert done.returncode == 1
    assert "skipped although REQUIRE_ALL=1: the run fails" in done.stdout
    assert "test_elephants: Skipped: no elephant" in done.stdout


def test_the_newest_postgresql_of_debian_is_taken(tmp_path):
    for version in ("9.6", "15", "13"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    assert binaries(tmp_path, path="/nowhere") == tmp_path / "15" / "bin"


def test_a_machine_without_postgresql_is_told_what_to_install(tmp_path):
    with pytest.raises(MissingError) as caught:
        binaries(tmp_path, path="/nowhere")
    assert str(caught.value) == "PostgreSQL is not installed: apt-get install postgresql"


@pytest.mark.postgresql
def test_a_throwaway_server_leaves_nothing_behind():
    cluster = Cluster()
    cluster.start()
    with psycopg.connect(host=str(cluster.folder), user="postgres", dbname="postgres") as server:
        pid = server.info.backend_pid
        assert server.execute("SHOW fsync").fetchone() == ("off",)
    cluster.stop()
    assert not cluster.folder.exists()
    assert not Path(f"/proc/{pid}").exists()


def test_make_help_names_what_can_be_made():
    said = run("make", "--no-print-directory", "help").stdout
    assert [line.split()[1] for line in said.splitlines()] == [
        "help", "serve", "test", "fast", "lint", "clean"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["slow.txt", "one_database.txt"])
def test_what_a_run_leaves_out_is_there(name):
    assert {path for path in files_in(name) if not path.is_file()} == set()
    tests = [(path, test.partition("[")[0]) for path, test in named_in(name)]
    assert [test for test in tests if f"def {test[1]}(" not in test[0].read_text()] == []


def test_without_debian_the_missing_packages_are_said_and_nothing_fails(tmp_path):
    done = run(
        "scripts/debian-packages", "chromium-headless-shell", "python3-venv", PATH=str(tmp_path)
    )
    assert done.returncode == 0
    assert done.stderr == (
        "Not installed, and only root on Debian can do it here:"
        " chromium-headless-shell python3-venv\n"
    )


def test_without_python_the_remedy_is_said(tmp_path):
    done = run("scripts/make-venv", PATH=str(tmp_path), PYTHON="python9", VENV="unused")
    assert done.returncode == 1
    assert done.stderr == (
        "Python 3.11 or newer is needed: install it, or name it: make PYTHON=/path/to/python3\n"
    )


def test_the_database_is_the_one_asked_for(request: pytest.FixtureRequest) -> None:
    assert connection.vendor == request.config.getoption("--database")
