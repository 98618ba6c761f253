"""Waitress with a loop that costs nothing for idle connections, deadlines, and a clean end."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import BaseWSGIServer, TcpWSGIServer, UnixWSGIServer
from waitress.task import ThreadedTaskDispatcher

from config.bodies import MIB
from config.serving.channel import Channel
from config.serving.parser import IN_MEMORY, LONGEST_HEAD

THREADS = 4
ACCEPTED = 64  # connections at a time
LOOK = 1.0  # seconds between two looks at deadlines
STUCK = 120.0  # seconds after which a thread at work counts as stuck
LAST = 10.0  # seconds that requests have to be answered when the server is to end
EVICTED = 20  # one of so many of the connections that wait, where there is no room for more
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Watched(dict[int, Any]):
    """Waitress's map of what it reads and writes, each registered with the system as it comes.

    Only what is not quiet is looked at again before each wait.
    """

    def __init__(self) -> None:
        super().__init__()
        self.selector = selectors.DefaultSelector()
        self.awaited: dict[int, int] = {}  # for which events each is registered
        self.unquiet: set[Any] = set()

    def __setitem__(self, fd: int, each: Any) -> None:
        super().__setitem__(fd, each)
        self.unquiet.add(each)

    def __delitem__(self, fd: int) -> None:
        each = self.pop(fd)
        self.unquiet.discard(each)
        self._want(fd, 0)

    def adjust(self) -> None:
        """Tell the system what is to be waited for."""
        for each in list(self.unquiet):
            fd = each._fileno
            quiet = getattr(each, "quiet", True)  # first: a thread may end its work meanwhile
            wanted = (READ if each.readable() else 0) | (
                WRITE if each.writable() and not each.accepting else 0
            )
            self._want(fd, wanted)
            if quiet:
                self.unquiet.discard(each)

    def _want(self, fd: int, wanted: int) -> None:
        before = self.awaited.get(fd, 0)
        if wanted == before:
            return
        if not before:
            self.selector.register(fd, wanted)
        elif wanted:
            self.selector.modify(fd, wanted)
        else:
            self.selector.unregister(fd)
        self.awaited[fd] = wanted

    def wait(self, seconds: float) -> None:
        """Wait for something to read or write, and have it done."""
        self.adjust()
        for key, events in self.selector.select(seconds):
            each = self.get(key.fd)
            if each is None:
                continue
            self.unquiet.add(each)
            if events & READ:
                wasyncore.read(each)
            if events & WRITE and self.get(key.fd) is each:
                wasyncore.write(each)


class InTurn:
    """What waits for a thread: one request of each address in turn, each address's oldest first."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Any]] = OrderedDict()
        self._number = 0

    def append(self, channel: Any) -> None:
        """Let a connection's request wait behind those of its address."""
        self._waiting.setdefault(str(channel.addr[0]), deque()).append(channel)
        self._number += 1

    def popleft(self) -> Any:
        """The next one; its address is last from then on."""
        address, channels = self._waiting.popitem(last=False)
        self._number -= 1
        channel = channels.popleft()
        if channels:
            self._waiting[address] = channels
        return channel

    def __len__(self) -> int:
        return self._number


class Serving(BaseWSGIServer):  # type: ignore[misc]
    """What both kinds of servers share."""

    channel_class = Channel
    most: int  # connections
    watched: Watched

    def prepare(self, watched: Watched, most: int) -> None:
        """Take the map that it was made with, and the most connections at a time."""
        self.watched, self.most = watched, most
        self.next_look = 0.0
        self.stopping = False
        self.working: dict[int, float] = {}
        self.adj.received = self.received

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Note that this thread answers a request."""
        self.working[threading.get_ident()] = time.monotonic()
        try:
            yield
        finally:
            del self.working[threading.get_ident()]

    def received(self) -> int:
        """How many bytes the large bodies have that are being received."""
        reading = [each.request for each in list(self.active_channels.values())]
        return sum(getattr(request, "large", 0) for request in reading)

    def readable(self) -> bool:
        """Whether to accept connections."""
        return bool(self.accepting)

    def handle_accept(self) -> None:
        """Take connections; where there is no room, end some that have waited longest.

        Several at a time: between two looks threads at work may hold the interpreter for a while.
        """
        before = -1
        for _ in range(ACCEPTED):
            if len(self.active_channels) == before:
                return  # none was left
            if len(self.active_channels) >= self.most:
                self.evict()
            before = len(self.active_channels)
            super().handle_accept()

    def evict(self) -> None:
        """End connections that only wait, of the address that has the most of them."""
        waiting = [each for each in self.active_channels.values() if each.quiet]
        if not waiting:
            return
        addresses = Counter(each.addr[0] for each in waiting)
        address = addresses.most_common(1)[0][0]
        of_one = sorted(
            (each for each in waiting if each.addr[0] == address), key=lambda each: each.idle_since
        )
        for each in of_one[: max(1, len(waiting) // EVICTED)]:
            each.handle_close()

    def look(self, now: float) -> None:
        """End the connections of which a deadline has passed."""
        for each in list(self.active_channels.values()):
            if each.overdue(now):
                each.handle_close()

    def stuck(self, now: float) -> bool:
        """Whether each thread has been at one request for too long."""
        since = list(self.working.values())
        return len(since) >= THREADS and all(now - each > STUCK for each in since)

    def stop(self) -> None:
        """Accept nothing more; signals' handlers may ask for it."""
        self.stopping = True

    def serve(self, beat: Callable[[], None]) -> None:
        """Serve until it is to stop and what was asked is answered; `beat` says that it goes on."""
        until = None
        while until is None or (self.busy() and time.monotonic() < until):
            now = time.monotonic()
            if not self.stuck(now):
                beat()
            if now >= self.next_look:
                self.next_look = now + LOOK
                self.look(now)
            self.watched.wait(LOOK if until is None else LOOK / 10)
            if self.stopping and until is None:
                until = time.monotonic() + LAST
                wasyncore.dispatcher.close(self)

    def busy(self) -> bool:
        """Whether an answer is being made or sent."""
        return any(
            each.requests or each.total_outbufs_len for each in self.active_channels.values()
        )


class TcpServer(Serving, TcpWSGIServer):  # type: ignore[misc]
    """On an address of the network."""


class UnixServer(Serving, UnixWSGIServer):  # type: ignore[misc]
    """On a socket of this machine, behind a proxy."""


def server(application: Any, listener: socket.socket, most: int, proxies: int) -> Serving:
    """A server for an application on a socket that listens."""
    behind: dict[str, Any] = {"clear_untrusted_proxy_headers": False}
    if proxies:
        behind |= {
            "trusted_proxy": "*", "trusted_proxy_count": proxies,
            "trusted_proxy_headers": "x-forwarded-proto",
        }  # fmt: skip
    adj = Adjustments(
        sockets=[listener], threads=THREADS, ident="", recv_bytes=64 * 1024,
        max_request_header_size=LONGEST_HEAD, inbuf_overflow=IN_MEMORY,
        outbuf_overflow=64 * MIB, outbuf_high_watermark=MIB, backlog=4096, **behind,
    )  # fmt: skip
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = InTurn()
    dispatcher.set_thread_count(THREADS)
    watched = Watched()
    made = UnixServer if listener.family == socket.AF_UNIX else TcpServer
    sockinfo = (listener.family, listener.type, listener.proto, listener.getsockname())
    found = made(
        application, watched, True, listener, dispatcher=dispatcher, adj=adj,
        bind_socket=False, sockinfo=sockinfo,
    )  # fmt: skip
    found.prepare(watched, most)
    return found
