"""What tells that a worker has ended, while the process of its job has not yet."""

from __future__ import annotations

import subprocess
import sys

from jobs.presence import Presence, _folder, _is_ending, ended, forget, settle
from tests.processes import PROJECT, alive, wait_for

WORKER = """
import os, sys
import django; django.setup()
from jobs.presence import Presence
presence = Presence()
if os.fork():
    print(presence.name, os.getpid(), flush=True)
    os._exit(0)
sys.stdin.read()
"""


def test_a_new_worker_waits_for_the_process_of_a_job_whose_worker_was_killed(settings, monkeypatch):
    monkeypatch.setenv("ASHTAPADA_VAR", str(settings.VAR_DIR))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings")
    command = [sys.executable, "-c", WORKER]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        assert started.stdin is not None
        name, pid = started.stdout.readline().split()
        started.wait()
        wait_for(lambda: not alive(int(pid)))
        path = _folder() / f"{name}.worker"
        assert _is_ending(path)
        assert name not in ended()
        started.stdin.close()
        wait_for(lambda: not _is_ending(path))
    settle()
    assert name in ended()
    forget(name)


def test_a_worker_that_works_is_not_waited_for():
    presence = Presence()
    assert not _is_ending(_folder() / f"{presence.name}.worker")
    presence.close()
