"""How a request is read: what its address does not take is handed on unread, to be refused."""

from __future__ import annotations

from typing import Any

from waitress.parser import HTTPRequestParser
from waitress.utilities import Error

from config.bodies import KIB, MIB, UNREAD, UPLOADS, USUAL, limit_of
from config.uploads import may_upload

LONGEST_HEAD = 32 * KIB
IN_MEMORY = 16 * KIB  # of a body; the rest is in a temporary file without a name
MOST_RECEIVED = 256 * MIB  # of all bodies that a process receives at a time
LARGE = 64 * KIB


class NotNow(Error):  # type: ignore[misc]
    """The bodies that are being received leave no room for another."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> Any:
        """The answer, with the seconds to wait."""
        status, headers, _body = super().to_response(ident)
        return status, [*headers, ("Retry-After", "10")], f"{self.body}\n".encode()


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request. A body that is larger than its address takes is never read."""

    unread = False
    large = 0  # bytes that a large body says it has, or has had

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head, and decide about the body."""
        super().parse_header(header_plus)
        most = self.most()
        if self.content_length > most:
            self.leave_unread()
        elif self.content_length > LARGE or self.chunked:
            self.large = self.content_length or LARGE
            if self.adj.received() > MOST_RECEIVED:  # this one is among them
                self.leave_unread()
                self.error = NotNow("Too much is being sent at the moment.")

    def most(self) -> int:
        """How many bytes the address takes from whoever asks."""
        path = self.path or ""
        if UPLOADS.fullmatch(path) and not may_upload(self.headers.get("COOKIE", "")):
            return USUAL
        return limit_of(path)

    def leave_unread(self) -> None:
        """Hand the request on with its head alone, and end the connection after the answer."""
        self.unread = True
        self.body_rcv = None
        self.content_length, self.chunked = 0, False
        self.expect_continue = False
        self.headers["CONNECTION"] = "close"
        self.headers[UNREAD.removeprefix("HTTP_")] = "1"

    def received(self, data: bytes) -> int:
        """Take bytes of the request; a disk without room for them is told of."""
        try:
            taken = super().received(data)
        except OSError:
            self.leave_unread()
            self.error = NotNow("There is no room for what is sent.")
            self.completed = True
            return len(data)
        if self.chunked and self.body_bytes_received > self.most():
            self.leave_unread()
            self.headers["CONTENT_LENGTH"] = str(self.body_bytes_received)
            self.completed = True
        return len(data) if self.unread else taken
