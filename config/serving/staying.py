"""Gunicorn's threads, each of which waits a moment for the next request of a connection.

To hand a connection to the thread that waits for all of them, and to take it back for the next
request, costs more than many an answer: threads take turns at the interpreter.
"""

from __future__ import annotations

import select
import threading
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

MOMENT = 10  # milliseconds


class Staying(ThreadWorker):  # type: ignore[misc]
    """A process whose threads stay with a connection while others are free for the rest."""

    moment = MOMENT

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.busy: set[int] = set()  # threads that answer or stay

    def handle(self, conn: Any) -> Any:
        """Answer a request, and those that follow at once; whether the connection is kept."""
        self.busy.add(threading.get_ident())
        try:
            kept = super().handle(conn)
            while kept is True and self._may_stay(conn) and self._asks(conn.sock):
                kept = super().handle(conn)
            return kept
        finally:
            self.busy.discard(threading.get_ident())

    def _may_stay(self, conn: Any) -> bool:
        """Whether a thread is free besides, and nothing was read ahead, which no socket tells."""
        free = len(self.busy) < self.cfg.threads
        return bool(self.alive and free and not conn.parser.unreader.buf.getvalue())

    def _asks(self, connection: Any) -> bool:
        """Whether something comes within a moment: a request, or the end of the connection."""
        waiting = select.poll()
        waiting.register(connection, select.POLLIN)
        return bool(waiting.poll(self.moment))
