"""Gunicorn's threads stay with a connection for a moment, and keep nobody else waiting for it."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import pairwise
from typing import Any

import pytest

from config.serving.staying import Staying
from tests.processes import PROJECT, wait_for
from tests.waiting import HANGS

THREADS = 2
STAYING = ["--worker-class", "tests.house.test_staying.Patient", "--threads", str(THREADS)]
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
CLOSING = b"Connection: close\r\n\r\n"
Respond = Callable[[str, list[tuple[str, str]]], Any]


class Patient(Staying):
    """Its threads stay so long that whoever waits for one waits for ever."""

    moment = HANGS * 1000


def thread(_environ: Any, start_response: Respond) -> list[bytes]:
    """An application that says which thread answers."""
    said = str(threading.get_ident()).encode()
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = int(free.getsockname()[1])
    command = [
        sys.executable, "-m", "gunicorn", *STAYING, "--bind", f"127.0.0.1:{number}",
        "--log-level", "warning", "--keep-alive", "60", "tests.house.test_staying:thread",
    ]  # fmt: skip
    server = subprocess.Popen(command, cwd=PROJECT)
    try:
        wait_for(lambda: answers(number))
        yield number
    finally:
        server.terminate()
        assert server.wait(timeout=HANGS) == 0


@pytest.fixture
def connections(port: int) -> Iterator[Sequence[http.client.HTTPConnection]]:
    """More than there are threads."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(connected(port))) for _ in range(3 * THREADS)]


def answers(port: int) -> bool:
    """Whether a request is answered; its connection has ended by then, and keeps no thread."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=HANGS) as connection:
            connection.sendall(REQUEST + CLOSING)
            return b"200 OK" in connection.makefile("rb").read()  # to the end
    except OSError:
        return False


def connected(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS)


def asked(connection: http.client.HTTPConnection) -> str:
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.status == 200
    return answer.read().decode()


def test_a_thread_answers_the_next_requests_of_its_connection(connections):
    threads = [asked(connections[0]) for _ in range(100)]
    assert all(one == other for one, other in pairwise(threads))


def test_more_connections_than_threads_are_answered_by_turns(connections):
    for _ in range(5):
        assert all(map(asked, connections))


def test_silent_connections_keep_no_thread(port, connections):
    assert all(map(asked, connections))  # all are kept, and ask no more
    with closing(connected(port)) as another:
        assert asked(another)


def test_requests_that_are_sent_together_are_all_answered(port):
    with socket.create_connection(("127.0.0.1", port), timeout=HANGS) as connection:
        connection.sendall((REQUEST + b"\r\n") * 3)
        received = b""
        while received.count(b"HTTP/1.1 200 OK") < 3:
            received += connection.recv(4096)


def test_a_connection_that_is_to_end_is_ended(port):
    assert answers(port)
