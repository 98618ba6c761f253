"""Work that costs seconds or much memory: done by a few processes of its own, or refused at once.

`@costly` marks a function whose arguments and result can be pickled. Where the site is served by
config.serving, its processes do the call, one each at a time (config.serving.costly); at most
AT_A_TIME threads of a web process wait for such calls, and one for each address. Elsewhere, as in
commands and tests, the function is simply called. `@costly_pieces` does the same for a generator.
"""

from __future__ import annotations

import os
import pickle
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")

AT_A_TIME = 2  # calls that a web process waits for: half of its threads
RETRY_AFTER = 5  # seconds
SECONDS = 60.0  # without a word, after which a call counts as lost
INBOX = "COSTLY_FD"  # environment: where a server that was started as another program asks
LENGTH = struct.Struct("!BQ")  # what a frame holds, and how long it is
VALUE, ERROR, PIECE, END = range(4)

client: ContextVar[str] = ContextVar("client", default="")  # the address of a request


class Busy(Exception):
    """All processes for such work are busy, and enough calls wait."""


class _Asking:
    """Where this process asks, and which calls it waits for."""

    inbox: socket.socket | None = None
    waiting: list[str] = []
    lock = Lock()


def ask_at(inbox: socket.socket | None) -> None:
    """Have such calls done by whoever reads this socket; by this process where there is none."""
    _Asking.inbox = inbox


def ask_at_given() -> None:
    """The same with the socket that the environment names, if it does."""
    if number := os.environ.get(INBOX):
        ask_at(socket.socket(fileno=int(number)))


def costly(function: Callable[P, R]) -> Callable[P, R]:
    """Do the calls of a function elsewhere. They may raise Busy."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if _Asking.inbox is None:
            return function(*args, **kwargs)
        for value in _asked(_Asking.inbox, function, args, kwargs):
            found: R = value
            return found
        raise Busy

    return call


def costly_pieces(function: Callable[P, Iterator[bytes]]) -> Callable[P, Iterator[bytes]]:
    """Have the pieces of a generator made elsewhere. The call, not the first piece, raises Busy."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> Iterator[bytes]:
        if _Asking.inbox is None:
            return function(*args, **kwargs)
        pieces = _asked(_Asking.inbox, function, args, kwargs)
        next(pieces)  # that it has begun
        return pieces

    return call


def _asked(
    inbox: socket.socket, function: Callable[..., Any], args: Any, kwargs: Any
) -> Iterator[Any]:
    """What comes back of a call. Raises Busy, and what the function raises."""
    name = (function.__module__, function.__qualname__)
    asked = pickle.dumps((name, args, kwargs, get_language(), client.get()))
    with _place(), closing(_sent(inbox)) as answer:
        try:
            send(answer, VALUE, asked)
            while (frame := receive(answer))[0] != END:
                kind, data = frame
                value: Any = data if kind == PIECE else pickle.loads(data)  # noqa: S301 - our own
                if kind == ERROR:
                    raise value
                yield value
        except (ConnectionError, TimeoutError, EOFError) as lost:
            raise Busy from lost


@contextmanager
def _place() -> Iterator[None]:
    """One of the places of this process. Raises Busy where there is none for this address."""
    who = client.get()
    with _Asking.lock:
        if len(_Asking.waiting) >= AT_A_TIME or (who and who in _Asking.waiting):
            raise Busy
        _Asking.waiting.append(who)
    try:
        yield
    finally:
        with _Asking.lock:
            _Asking.waiting.remove(who)


def _sent(inbox: socket.socket) -> socket.socket:
    """One end of a new connection, of which the other is put before whoever reads the inbox."""
    own, other = socket.socketpair()
    own.settimeout(SECONDS)
    with other:
        try:
            socket.send_fds(inbox, [b"?"], [other.fileno()], socket.MSG_DONTWAIT)
        except OSError as full:
            own.close()
            raise Busy from full
    return own


def send(connection: socket.socket, kind: int, data: bytes) -> None:
    """Send a frame."""
    connection.sendall(LENGTH.pack(kind, len(data)) + data)


def receive(connection: socket.socket) -> tuple[int, bytes]:
    """Receive a frame. Raises EOFError where the other end has gone."""
    kind, length = LENGTH.unpack(_exactly(connection, LENGTH.size))
    return kind, _exactly(connection, length)


def _exactly(connection: socket.socket, number: int) -> bytes:
    parts = bytearray()
    while len(parts) < number:
        part = connection.recv(min(number - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)
