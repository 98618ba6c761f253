"""Processes that do parts of some work: whichever is killed, whoever waits for them hears of it."""

from __future__ import annotations

import os
from concurrent.futures.process import BrokenProcessPool

import pytest

from config.workers import workers
from tests.waiting import HANGS


def half_a_result(_number: int) -> None:
    """End as a process that is killed while it sends a result: half of that has been sent."""
    from multiprocessing import connection

    def send(self: connection.Connection, data: bytes) -> None:
        os.write(self.fileno(), len(data).to_bytes(4, "big") + b"half")
        os._exit(9)

    connection.Connection._send_bytes = send  # type: ignore[attr-defined]


def test_a_process_that_is_killed_while_it_sends_a_result_is_not_waited_for() -> None:
    with pytest.raises(BrokenProcessPool), workers(2) as pool:
        given = [pool.submit(half_a_result, number) for number in range(4)]
        for each in given:
            each.result(HANGS)


def test_what_is_done_comes_back_and_all_processes_end() -> None:
    with workers(2) as pool:
        assert list(pool.map(abs, range(-3, 0))) == [3, 2, 1]
        processes = list(pool._processes.values())
    assert {each.exitcode for each in processes} == {0}
