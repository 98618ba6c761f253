"""A client of HTTP that costs next to nothing, as it shares the machine with what it measures."""

from __future__ import annotations

import re
import socket

LENGTH = re.compile(rb"\r\nContent-Length: *(\d+)", re.IGNORECASE)
END = b"\r\n\r\n"
ACCEPTED = "Accept-Encoding: gzip\r\n"


class Connection:
    """GETs one after the other over one connection; bodies are counted and thrown away."""

    def __init__(self, port: int, source: str, patience: float) -> None:
        self.port, self.source, self.patience = port, source, patience
        self.socket: socket.socket | None = None

    def get(self, address: str) -> tuple[int, int]:
        """The status and the bytes of the body.

        Asks once more where the site has closed an idle connection, as browsers do. Raises OSError
        or ValueError where no whole answer comes.
        """
        reused = self.socket is not None
        try:
            return self._get(address)
        except (ConnectionError, EOFError):
            self.close()
            if not reused:
                raise
        return self._get(address)

    def close(self) -> None:
        """Close it; the next GET opens another."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def _get(self, address: str) -> tuple[int, int]:
        if self.socket is None:
            where = ("127.0.0.1", self.port)
            self.socket = socket.create_connection(where, self.patience, (self.source, 0))
        host = f"Host: 127.0.0.1:{self.port}"
        self.socket.sendall(f"GET {address} HTTP/1.1\r\n{host}\r\n{ACCEPTED}\r\n".encode())
        read = self._more(b"")
        while END not in read:
            read = self._more(read)
        head, _, body = read.partition(END)
        length = LENGTH.search(head)
        if length is None:
            raise ValueError(f"no Content-Length: {head[:200]!r}")
        left = int(length[1]) - len(body)
        while left > 0:
            left -= len(self._more(b""))
        return int(head.split(b" ", 2)[1]), int(length[1])

    def _more(self, read: bytes) -> bytes:
        assert self.socket is not None
        got = self.socket.recv(1 << 18)
        if not got:
            raise EOFError("the connection was closed in the middle")
        return read + got
