"""Studies and readings on a Dask cluster of two workers come to what they come to here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from games.models import Study
from games.readings import Reading, run
from games.readings_played import combinations
from games.study import BATCH, count
from games.study.counting import counted
from games.study.executors import executor
from tests.games.cast import PROJECT
from tests.games.test_ranked_readings import PEBBLES, Inline, progress
from tests.games.test_readings_killed import figures_of
from tests.games.test_study_command import design, said, stored
from tests.waiting import HANGS

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.sqlite


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler and two workers, each a process of its own, as an operator starts them."""
    folder = tmp_path_factory.mktemp("dask")
    file = folder / "scheduler.json"
    start = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file]
    work = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", file]
    more = ["--nworkers", "2", "--nthreads", "1", "--no-dashboard", "--local-directory", folder]
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}
    processes = [
        subprocess.Popen(list(map(str, command)), cwd=PROJECT, env=env, stderr=subprocess.DEVNULL)
        for command in ([*start, *options], [*work, *more])
    ]
    try:
        # The client waits for the file, and until all of it is written.
        with distributed.Client(scheduler_file=str(file), timeout=HANGS) as client:
            client.wait_for_workers(2, timeout=HANGS)
            address = client.scheduler.address
        yield address
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(HANGS)


@pytest.mark.django_db
def test_a_cluster_of_two_workers_counts_the_same(cluster: str, settings) -> None:
    games, kar_ouk = BATCH + 230, stored("kar-ouk")
    settings.DASK_SCHEDULER = cluster
    printed, _ = said("kar-ouk", "--games", games)
    with distributed.Client(cluster) as client:
        compiled = client.run(counted.cache_info)
    assert [info.currsize for info in compiled.values()] == [1, 1]
    assert Study.objects.get().tally == json.loads(
        json.dumps(count(design(kar_ouk), 0, games).written())
    )
    Study.objects.all().delete()
    settings.DASK_SCHEDULER = ""
    assert said("kar-ouk", "--games", games, "--jobs", 1)[0] == printed


def test_a_cluster_of_two_workers_plays_the_same_readings(cluster: str) -> None:
    chosen = combinations(PEBBLES)[:2]
    here, there = ([progress(Reading(PEBBLES, each)) for each in chosen] for _ in range(2))
    run(here, 1, Inline())
    with executor(1, cluster) as pool:
        run(there, 1, pool)
    assert [figures_of(each) for each in there] == [figures_of(each) for each in here]
