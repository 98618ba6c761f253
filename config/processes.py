"""Processes that are started by others: they do not outlive them, nor copy what has threads."""

from __future__ import annotations

import os
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread


def without_threads() -> None:
    """Keep numpy from starting threads when it is loaded, which it is not yet.

    Only a process without threads can be copied: in the copy the locks that they hold stay locked.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def end_with_parent() -> None:
    """A process whose parent was killed would wait or work for ever: it ends itself."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
