"""A process that does costly calls for the web processes, one after the other, within bounds."""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import pickle
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db import close_old_connections
from django.utils import translation
from django.utils.module_loading import import_string

from config.bodies import MIB
from config.costly import END, ERROR, PIECE, VALUE, ask_at, receive, send
from config.serving.supervisor import Beat

logger = logging.getLogger(__name__)

NUMBER = 2  # processes
MEMORY = 640 * MIB  # of data; a call that needs more fails
RECYCLED = 32 * MIB  # a process that has grown by so much makes way for a new one
CALLS = 500  # the same after so many calls
NICE = 5
LOOK = 1.0  # seconds
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of glibc's mallopt
BLOCK = 128 * 1024  # bytes


def inbox() -> tuple[socket.socket, socket.socket]:
    """Where calls are put, and where they are taken from. What waits there is little."""
    asking, taking = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    asking.setblocking(False)
    return asking, taking


class Stopping:
    """Whether the process is to end."""

    asked = False

    def ask(self, *_: object) -> None:
        """End after this call."""
        self.asked = True


def work(taking: socket.socket, beat: Beat) -> None:
    """Do calls until told to stop, or until it is time for a fresh process."""
    stopping, calls = Stopping(), 0
    signal.signal(signal.SIGTERM, stopping.ask)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(NICE)
    frugal()
    ask_at(None)
    taking.settimeout(LOOK)
    first = held = tidy()
    while not stopping.asked and calls < CALLS and held - first < RECYCLED:
        beat()
        try:
            _word, (fd,), _flags, _from = socket.recv_fds(taking, 1, 1)
        except TimeoutError:
            continue
        with socket.socket(fileno=fd) as connection:
            connection.settimeout(60)
            _serve(connection, beat)
        calls, held = calls + 1, tidy()


def frugal() -> None:
    """Have the allocator give memory back soon, and rules compiled in this thread alone."""
    os.environ["RAYON_NUM_THREADS"] = "1"  # of wasmtime's compiler
    with suppress(OSError, AttributeError):  # not glibc
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_TRIM_THRESHOLD, BLOCK)
        mallopt(M_MMAP_THRESHOLD, BLOCK)


def tidy() -> int:
    """Give back the memory that a call has left; how many bytes are still held."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:  # not Linux
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize()


def _serve(connection: socket.socket, beat: Beat) -> None:
    """Do one call; whoever has gone meanwhile is no fault."""
    try:
        _kind, asked = receive(connection)
        name, args, kwargs, language, _client = pickle.loads(asked)  # noqa: S301 - from a web process
        close_old_connections()
        with translation.override(language):
            for kind, data in _done(name, args, kwargs):
                beat()
                send(connection, kind, data)
    except (OSError, EOFError):
        logger.info("nobody waits for the answer")
    finally:
        close_old_connections()


def _done(name: tuple[str, str], args: Any, kwargs: Any) -> Iterator[tuple[int, bytes]]:
    """The frames of an answer."""
    try:
        function = import_string(".".join(name)).__wrapped__
        found = function(*args, **kwargs)
        if not isinstance(found, Iterator):
            yield VALUE, pickle.dumps(found)
            return
        yield VALUE, pickle.dumps(None)
        for piece in found:
            yield PIECE, piece
        yield END, b""
    except Exception as error:
        yield ERROR, _pickled(error)


def _pickled(error: Exception) -> bytes:
    """An error that another process can raise; one that cannot be pickled is logged."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
        return pickle.dumps(error)
    except Exception:
        logger.exception("a call failed")
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
