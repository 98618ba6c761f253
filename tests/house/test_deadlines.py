"""A connection ends when its deadline has passed, whatever drips in or out of it meanwhile."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from config.serving import channel, listening, parser
from config.serving.server import InTurn, Serving, server
from config.uploads import _signer
from tests.processes import wait_for
from tests.waiting import HANGS

HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"


def application(environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"%d %r" % (len(body), environ.get("HTTP_X_BODY_UNREAD"))]


@pytest.fixture
def serving() -> Iterator[Serving]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        made = server(application, listener, most=50, proxies=0)
        yield made
        made.task_dispatcher.shutdown()
        for each in list(made.active_channels.values()):
            each.handle_close()


class Client:
    """Somebody at the other end, and the server's turns in between."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.socket = socket.create_connection(serving.socket.getsockname())
        self.socket.setblocking(False)
        self.got = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)
        self.turn()

    def turn(self) -> None:
        for _ in range(4):
            self.serving.watched.wait(0.01)

    def ended(self) -> bool:
        self.turn()
        try:
            while data := self.socket.recv(65536):
                self.got += data
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def answer(self) -> bytes:
        wait_for(lambda: self.ended() or b"\r\n\r\n" in self.got)
        return self.got


@pytest.mark.parametrize(
    ("said", "seconds"),
    [(b"", channel.IDLE), (b"G", channel.HEAD), (HEAD % 100 + b"login", channel.BODY)],
    ids=["nothing", "a byte", "half a body"],
)
def test_silence_ends_at_its_deadline(serving, said, seconds):
    client, began = Client(serving), time.monotonic()
    client.send(said)
    serving.look(began + seconds - 1)
    assert not client.ended()
    serving.look(time.monotonic() + seconds + 1)
    assert client.ended()


@pytest.mark.parametrize(
    ("said", "seconds"), [(b"G", channel.HEAD), (HEAD % 100 + b"login", channel.BODY)]
)
def test_bytes_that_drip_in_do_not_move_the_deadline(serving, said, seconds):
    client = Client(serving)
    client.send(said)
    for _ in range(20):
        client.send(b"x")
    serving.look(time.monotonic() + seconds + 0.1)
    assert client.ended()


def test_a_large_upload_has_as_long_as_its_size_needs(serving):
    signed = _signer().sign("1")
    client, size = Client(serving), 100 * parser.MIB
    client.send(
        b"POST /curate/tables/ HTTP/1.1\r\nHost: localhost\r\nCookie: upload=%s\r\n"
        b"Content-Length: %d\r\n\r\nx" % (signed.encode(), size)
    )
    now = time.monotonic()
    serving.look(now + size / channel.SLOWEST_IN - 1)
    assert not client.ended()
    serving.look(now + size / channel.SLOWEST_IN + 1)
    assert client.ended()


@pytest.mark.parametrize("cookie", [b"", b"Cookie: upload=1:1abc:forged\r\n"])
def test_a_large_upload_without_a_pass_is_handed_on_unread(serving, cookie):
    client = Client(serving)
    client.send(
        b"POST /curate/tables/ HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: 50000000\r\n\r\nabc"
        % cookie
    )
    assert client.answer().endswith(b"0 '1'")


def test_a_body_in_chunks_is_read_no_further_than_its_address_takes(serving):
    client = Client(serving)
    client.send(
        b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    for _ in range(20):
        client.send(b"2000\r\n" + bytes(8192) + b"\r\n")
    assert client.answer().endswith(b"0 '1'")


def test_bodies_that_are_received_have_room_for_so_much_together(serving, monkeypatch):
    monkeypatch.setattr(parser, "MOST_RECEIVED", 3 * parser.MIB)
    large = b"POST /compare/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\nabc"
    first, second = Client(serving), Client(serving)
    first.send(large)
    second.send(large)
    answer = second.answer()
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After" in answer
    assert not first.ended()


def test_where_there_is_no_room_for_connections_those_that_wait_make_some(serving):
    held = [Client(serving) for _ in range(60)]
    for each in held:
        each.turn()
    client = Client(serving)
    client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert client.answer().startswith(b"HTTP/1.1 200 ")
    assert len(serving.active_channels) <= 50


def test_an_address_with_many_requests_waits_and_others_do_not():
    waiting = InTurn()
    asked = [("192.0.2.1", each) for each in range(5)] + [("192.0.2.2", 5), ("192.0.2.3", 6)]
    for address, number in asked:
        waiting.append(SimpleNamespace(addr=(address, 0), number=number))
    assert len(waiting) == 7
    assert [waiting.popleft().number for _ in asked] == [0, 5, 6, 1, 2, 3, 4]
    assert not waiting


def test_who_takes_an_answer_too_slowly_is_not_waited_for(serving):
    client = Client(serving)
    client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    wait_for(lambda: not any(each.requests for each in serving.active_channels.values()))
    (held,) = serving.active_channels.values()
    held.total_outbufs_len = 1_000_000  # as if the connection took no more
    serving.look(time.monotonic() + channel.LOOK + 1)
    assert not serving.active_channels


def test_a_full_disk_is_told_to_whoever_sends(serving, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("waitress.buffers.OverflowableBuffer._set_large_buffer", full)
    client = Client(serving)
    client.send(HEAD % 30_000 + bytes(30_000))
    assert client.answer().startswith(b"HTTP/1.1 503 ")


@pytest.mark.skipif(not hasattr(socket, "TCP_DEFER_ACCEPT"), reason="only Linux waits for bytes")
def test_a_connection_that_has_said_nothing_is_kept_by_the_system_alone():
    listener = listening.listen(("127.0.0.1", 0))
    with listener, socket.create_connection(listener.getsockname()) as caller:
        assert not select.select([listener], [], [], 0)[0]
        caller.sendall(b"G")
        assert select.select([listener], [], [], HANGS)[0]
