"""A connection with deadlines: for the head, for the body, between requests, for the answer."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel

from config.bodies import KIB, MIB
from config.serving.parser import Parser

# Seconds.
HEAD = 10.0  # from the first byte of a request to the end of its head
IDLE = 15.0  # without a request
BODY = 20.0  # for any body; a larger one has longer, at the slowest rate
LOOK = 30.0  # between two looks at how much of an answer was taken
LINGER = 2.0  # for a sender that is refused to hear of it

SLOWEST_IN, SLOWEST_OUT = 128 * KIB, 4 * KIB  # bytes a second
MOST_DISCARDED = 8 * MIB


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection. Bytes that drip in or out keep it open no longer than silence would."""

    parser_class = Parser
    close_when_flushed: bool

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.began = time.monotonic()
        self.idle_since = self.began
        self.sent = 0
        self.looked = (self.began, 0)  # when, and how much had been sent
        self.lingers: float | None = None
        self.discarded = 0
        super().__init__(*arguments, **named)

    def received(self, data: bytes) -> bool:
        """Take what came in, and note when a request begins."""
        if self.lingers is not None:
            self.discarded += len(data)
            self.will_close = self.discarded > MOST_DISCARDED
            return False
        if self.request is None:
            self.began = time.monotonic()
        return bool(super().received(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the connection takes, and count it."""
        number: int = super().send(data, do_close=do_close)
        self.sent += number
        return number

    def service(self) -> None:
        """Answer a request in a thread."""
        if getattr(self.requests[0], "unread", False):
            self.lingers = time.monotonic() + LINGER
        with self.server.at_work():
            super().service()
        self.idle_since = time.monotonic()

    def handle_write(self) -> None:
        """Write. A sender that was refused is still read from, lest it misses the answer."""
        if self.lingers is not None and self.close_when_flushed and not self.will_close:
            self._flush_exception(self._flush_some)
            if not self.total_outbufs_len and self.connected:
                self.close_when_flushed = False
                with suppress(OSError):
                    self.socket.shutdown(socket.SHUT_WR)
            return
        super().handle_write()

    @property
    def quiet(self) -> bool:
        """Whether nothing is done for it but to wait for what it sends."""
        return not (self.requests or self.total_outbufs_len or self.will_close
                    or self.close_when_flushed)  # fmt: skip

    def overdue(self, now: float) -> bool:
        """Whether one of the deadlines has passed; to be asked every second or so."""
        if self.lingers is not None:
            return now > self.lingers and not self.requests
        if self.total_outbufs_len:
            return self._too_slow(now)
        self.looked = (now, self.sent)
        if self.requests:
            return False
        if self.request is None:
            return now > self.idle_since + IDLE
        return now > self.began + self._longest()

    def _longest(self) -> float:
        """Seconds that the request which is being read may take."""
        if not self.request.headers_finished:
            return HEAD
        return max(BODY, float(self.request.content_length) / SLOWEST_IN)

    def _too_slow(self, now: float) -> bool:
        since, sent = self.looked
        if now < since + LOOK:
            return False
        self.looked = (now, self.sent)
        return self.sent - sent < SLOWEST_OUT * (now - since)
