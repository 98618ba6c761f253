"""Where batches run: processes of this machine, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module

from config.workers import workers


class NoCluster(RuntimeError):
    """A Dask cluster that is not there, or a machine without Dask."""


@contextmanager
def executor(jobs: int, scheduler: str = "") -> Iterator[Executor]:
    """Local processes, or the cluster whose scheduler has that address, as in tcp://host:8786.

    Raises NoCluster.
    """
    with _cluster(scheduler) if scheduler else workers(jobs) as found:
        yield found


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        message = "DASK_SCHEDULER is set, but Dask is not installed: pip install dask[distributed]"
        raise NoCluster(message) from error
    try:
        client = distributed.Client(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {scheduler}: {error}") from error
    with client:
        yield client.get_executor(pure=False)
