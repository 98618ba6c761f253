"""The socket that all web processes share."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

BACKLOG = 4096
SILENT = 10  # seconds for which the system keeps a connection that has sent nothing
PERMISSIONS = 0o660  # of a socket of this machine: the proxy is in its group


def listen(where: tuple[str, int] | str) -> socket.socket:
    """Listen at a host and port, or at a path; ends the program where that cannot be."""
    try:
        return _at_path(where) if isinstance(where, str) else _at_port(*where)
    except OSError as error:
        remedy = "name another"
        if not isinstance(where, str):
            remedy = f"name another port, as in make serve PORT={where[1] % 65535 + 1}"
        said = os.strerror(error.errno or 0)
        sys.exit(f"Refused to start: {name(where)} cannot be had ({said}): {remedy}")


def name(where: tuple[str, int] | str) -> str:
    """How a place is written."""
    return where if isinstance(where, str) else f"{where[0]}:{where[1]}"


def _at_port(host: str, port: int) -> socket.socket:
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.create_server((host, port), family=family, backlog=BACKLOG)
    if hasattr(socket, "TCP_DEFER_ACCEPT"):  # of Linux
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, SILENT)
    return made


def _at_path(path: str) -> socket.socket:
    """Take the place of a socket that nobody listens at any more."""
    made = socket.socket(socket.AF_UNIX)
    with socket.socket(socket.AF_UNIX) as probe, suppress(FileNotFoundError):
        if Path(path).is_socket() and probe.connect_ex(path):
            Path(path).unlink()
    made.bind(path)
    Path(path).chmod(PERMISSIONS)
    made.listen(BACKLOG)
    return made
