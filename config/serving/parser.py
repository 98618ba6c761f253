"""How a request is read: what its address does not take is handed on unread, to be refused."""

from __future__ import annotations

import json
from typing import Any

from waitress.parser import HTTPRequestParser
from waitress.utilities import Error

from config.bodies import KIB, MIB, UNREAD, UPLOADS, USUAL, limit_of
from config.machines import error_shape, is_for_machines
from config.uploads import may_upload

LONGEST_HEAD = 32 * KIB
IN_MEMORY = 16 * KIB  # of a body; the rest is in a temporary file without a name
MOST_RECEIVED = 256 * MIB  # of all bodies that a process receives at a time
LARGE = 64 * KIB
LONGEST_START = 256  # bytes


class NotNow(Error):  # type: ignore[misc]
    """The bodies that are being received leave no room for another."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> Any:
        """The answer, with the seconds to wait."""
        status, headers, _body = super().to_response(ident)
        return status, [*headers, ("Retry-After", "10")], f"{self.body}\n".encode()


class ForMachines(Error):  # type: ignore[misc]
    """A refusal of an address for programs, in the shape of all their errors."""

    def __init__(self, error: Any) -> None:
        super().__init__(error.body)
        self.error = error

    def to_response(self, ident: str | None = None) -> Any:
        """The same status, as JSON that other sites may read."""
        status, headers, _body = self.error.to_response()
        said = f"{self.error.reason}: {self.error.body}"
        kept = [each for each in headers if each[0] != "Content-Type"]
        own = [("Content-Type", "application/json"), ("Access-Control-Allow-Origin", "*")]
        return status, [*own, *kept], json.dumps(error_shape(self.error.code, said)).encode()


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request. A body that is larger than its address takes is never read."""

    unread = False
    start = b""  # of the first line: a head that cannot be read names its address nowhere else
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
        """Take bytes of the request; a refusal has the form of the address asked for."""
        self.start += data[: LONGEST_START - len(self.start)]
        taken = self._taken(data)
        if self.error and not isinstance(self.error, ForMachines) and self.is_for_machines():
            self.error = ForMachines(self.error)
        return taken

    def is_for_machines(self) -> bool:
        """Whether the address is one for programs."""
        words = self.start.lstrip().split(b"?")[0].split(b" ")
        return len(words) > 1 and is_for_machines(words[1].decode("latin-1"))

    def _taken(self, data: bytes) -> int:
        """The bytes that were read; a full disk refuses the request."""
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
