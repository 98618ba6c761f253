"""The site is served, says where, refuses a port that is taken, and replaces what dies."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connections

from config.environment import postgresql_options
from config.serving.worker import without_statement_timeout
from tests.processes import alive, threads_of, wait_for, workers_of
from tests.waiting import HANGS

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as held:
        yield held


NUMBER = 5  # processes that the supervisor looks after
EMBEDDED = ["-m", "config.serving"]
PROGRAMS = {"embedded": EMBEDDED, "gunicorn": ["-m", "gunicorn", "-c", "config/gunicorn.py"]}


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> list[str]:
    return PROGRAMS[request.param]


def serve(port: int, folder: Path, program: list[str], **more: str) -> subprocess.Popen[str]:
    env = {**os.environ, "ASHTAPADA_VAR": str(folder), "PORT": str(port), "DEBUG": "1", **more}
    env.pop("DATABASE_URL", None)
    return subprocess.Popen(
        [sys.executable, *program],
        cwd=PROJECT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_port_that_is_taken_is_refused_in_one_line(taken, tmp_path, program):
    port = taken.getsockname()[1]
    said = serve(port, tmp_path, program).communicate(timeout=HANGS)
    assert said == (
        "",
        f"Refused to start: 127.0.0.1:{port} cannot be had (Address already in use): "
        f"name another port, as in make serve PORT={port % 65535 + 1}\n",
    )


def test_the_address_is_said_once_the_site_answers_and_all_ends_when_it_is_told_to(
    taken, tmp_path, program
):
    port = taken.getsockname()[1]
    taken.close()
    server = serve(port, tmp_path, program)
    assert server.stdout is not None
    try:
        address = f"http://127.0.0.1:{port}"
        assert server.stdout.readline() == f"Ashtapada is at {address}  (Ctrl+C ends it)\n"
        with urllib.request.urlopen(f"{address}/favicon.ico") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "image/svg+xml"
            assert "wasm" not in answer.headers["Content-Security-Policy"]
        # A worker keeps to the policy of its own file, and runs rules.
        with urllib.request.urlopen(f"{address}/static/js/opponent-worker.js") as answer:
            assert "'wasm-unsafe-eval'" in answer.headers["Content-Security-Policy"]
        old = all_children(server) if program is EMBEDDED else children(server)
    finally:
        server.terminate()
        server.communicate(timeout=HANGS)
    assert server.returncode == 0
    assert old
    assert not any(map(alive, old))


@contextmanager
def embedded(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The embedded server at a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = serve(port, folder, EMBEDDED)
    assert server.stdout is not None
    assert server.stdout.readline()
    try:
        yield server, port
    finally:
        server.terminate()
        server.communicate(timeout=HANGS)


@pytest.fixture(scope="module")
def standing(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """One for all tests that leave it standing."""
    with embedded(tmp_path_factory.mktemp("standing")) as site:
        yield site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """One to be ended."""
    with embedded(tmp_path) as site:
        yield site


def answers(port: int) -> bool:
    """Whether a page that needs no database is answered, however busy the machine is."""
    try:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{port}/favicon.ico", timeout=HANGS
        ) as answer:
            return answer.status == 200
    except OSError:
        return False


def sent(port: int, data: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=HANGS)
    connection.sendall(data)
    return connection


HALF_A_BODY = (
    b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlogin=a"
)
TOO_LARGE = (
    b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 419430400\r\n"
    b"Content-Type: multipart/form-data; boundary=edge\r\n\r\n--edge\r\n"
)


@pytest.mark.parametrize("said", [b"G", HALF_A_BODY], ids=["silent", "half a body"])
def test_connections_that_are_never_done_keep_nobody_waiting(standing, said):
    _server, port = standing
    held = [sent(port, said) for _ in range(60)]
    assert answers(port)
    for connection in held:
        connection.close()


@pytest.mark.parametrize("path", [b"/rulesets/shodra/games/log/", b"/curate/tables/"])
def test_a_file_of_400_mb_is_refused_after_its_head(standing, path):
    _server, port = standing
    with sent(port, TOO_LARGE % path) as connection:
        assert connection.recv(4096).startswith(b"HTTP/1.1 413 ")


def children(server: subprocess.Popen[str]) -> list[int]:
    try:
        return workers_of(server.pid)
    except subprocess.CalledProcessError:  # there are none
        return []


def all_children(server: subprocess.Popen[str]) -> list[int]:
    """Two for the web, two for costly calls and one for jobs, once they have begun."""
    wait_for(lambda: len(children(server)) == NUMBER)
    return children(server)


def test_processes_that_are_killed_are_replaced(standing):
    server, port = standing
    old = all_children(server)
    for pid in old:
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: len(set(children(server)) - set(old)) == NUMBER)
    assert answers(port)


def named(server: subprocess.Popen[str]) -> dict[str, int]:
    """The processes by what the system calls them."""
    return {Path(f"/proc/{pid}/comm").read_text().strip(): pid for pid in children(server)}


def test_processes_are_named_and_those_that_are_copied_have_no_threads_with_locks(standing):
    server, _port = standing
    all_children(server)
    wait_for(lambda: {"web 1", "web 2", "costly 1", "costly 2", "worker"} == named(server).keys())
    assert threads_of(server.pid) == threads_of(named(server)["worker"]) == 1


def test_statements_of_jobs_have_no_time_limit(monkeypatch):
    monkeypatch.setenv("STATEMENT_TIMEOUT", "30")
    limited = postgresql_options(os.environ)
    settings = connections["default"].settings_dict
    monkeypatch.setitem(settings, "OPTIONS", limited)
    without_statement_timeout()
    assert settings["OPTIONS"]["options"] == "-c statement_timeout=0"


def test_no_process_outlives_a_supervisor_that_is_killed(site):
    server, _port = site
    old = all_children(server)
    server.kill()
    server.wait()
    wait_for(lambda: not any(map(alive, old)))


HOLDS_THE_INTERPRETER = """
import ctypes, os, sys
from pathlib import Path
from config.serving.supervisor import Service, Supervisor

def run(beat):
    Path(sys.argv[1]).write_text(str(os.getpid()))
    ctypes.PyDLL(None).sleep(600)

Supervisor([Service("busy", run, 900)]).run()
"""


def test_a_process_that_holds_the_interpreter_does_not_outlive_its_supervisor(tmp_path):
    said = tmp_path / "pid"
    command = [sys.executable, "-c", HOLDS_THE_INTERPRETER, str(said)]
    supervisor = subprocess.Popen(command, cwd=PROJECT)
    try:
        wait_for(lambda: said.exists() and said.read_text())
    finally:
        supervisor.kill()
        supervisor.wait()
    wait_for(lambda: not alive(int(said.read_text())))


STUCK = """
import sys, time
from pathlib import Path
from config.serving.supervisor import Service, Supervisor

def run(beat):
    with Path(sys.argv[1]).open("a") as file:
        file.write("begun\\n")
    beat()
    time.sleep(600)

Supervisor([Service("silent", run, 0.2)]).run()
"""


def test_a_process_that_goes_silent_is_replaced(tmp_path):
    begun = tmp_path / "begun"
    command = [sys.executable, "-c", STUCK, str(begun)]
    supervisor = subprocess.Popen(command, cwd=PROJECT, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: begun.exists() and begun.read_text().count("begun") >= 2)
    finally:
        supervisor.kill()
        supervisor.wait()
