"""Where batches run: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from types import MappingProxyType

from config.processes import end_with_parent
from config.workers import workers
from games.study.counting import Counted, take
from games.study.design import Design
from games.study.second import CountedSecond


class NoCluster(RuntimeError):
    """A Dask cluster that is not there, or a machine without Dask."""


Ready = Mapping[Design, Counted | CountedSecond]


@contextmanager
def executor(
    jobs: int, scheduler: str = "", ready: Ready = MappingProxyType({})
) -> Iterator[Executor]:
    """Local processes, or the cluster whose scheduler has that address, as in tcp://host:8786.

    Local ones need not compile what is `ready`. Raises NoCluster.
    """
    with _cluster(scheduler) if scheduler else _local(jobs, ready) as found:
        yield found


@contextmanager
def _local(jobs: int, ready: Ready) -> Iterator[Executor]:
    with workers(jobs, _begin, pickle.dumps(dict(ready))) as found:
        yield found


def _begin(ready: bytes) -> None:
    end_with_parent()
    take(ready)


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
