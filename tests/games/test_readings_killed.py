"""`manage.py readings` killed and run again."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from typing import Any

import pytest

from games.models import Game, PlayedReading, Ruleset
from games.readings import Reading, run
from games.readings_played import combinations
from tests.games.cast import PROJECT
from tests.games.test_ranked_readings import PEBBLES, Inline, progress
from tests.processes import alive, own_database, running, wait_for, workers_of

ROUNDS = 3
# With half of its readings.
FEWER = re.sub(r'\(item "Not in the middle".+?"\)', "", PEBBLES, flags=re.DOTALL)


def figures_of(each: Any) -> Any:
    """What a reading came to, as it is stored."""
    return json.loads(json.dumps(each.tally.written())), each.out


@pytest.mark.django_db(transaction=True)
def test_readings_that_were_killed_keep_their_rounds_and_come_to_the_same() -> None:
    game = Game.objects.create(slug="pebbles", name="Pebbles")
    Ruleset.objects.create(slug="pebbles", game=game, name="Pebbles", kind="described", text=FEWER)
    arguments = ["readings", "pebbles", "--rounds", ROUNDS, "--jobs", 1]
    env = {**os.environ, "DATABASE_URL": own_database()}
    with running(arguments, env) as process:
        wait_for(lambda: PlayedReading.objects.filter(rounds__gte=1).exists())
        workers = workers_of(process.pid)
        os.kill(process.pid, signal.SIGKILL)
    before = dict(PlayedReading.objects.values_list("pk", "rounds"))
    assert 0 < sum(before.values()) < ROUNDS * len(combinations(FEWER)) == ROUNDS * 6
    wait_for(lambda: not any(map(alive, workers)), 15)

    out = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=PROJECT, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip

    first = int(out.stderr.lstrip("\r").split(" of ")[0])
    assert first > sum(before.values())
    whole = [progress(Reading(FEWER, options)) for options in combinations(FEWER)]
    run(whole, ROUNDS, Inline())
    rows = {row.module: row for row in PlayedReading.objects.all()}
    assert len(rows) == len(whole)
    for each in whole:
        row = rows[each.ready.digest]
        assert (row.tally, row.out) == figures_of(each)
        assert row.rounds >= before[row.pk]
