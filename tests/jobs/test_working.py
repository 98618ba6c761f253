"""Workers do studies in processes of their own; killed, cancelled and stopped, nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from games.models import Ruleset, Study
from games.study import BATCH, Design, count
from games.study_job import KIND
from games.studying import job as stored_study
from jobs import queue
from jobs.models import Job
from jobs.showing import state_of
from tests.pages.conftest import stored
from tests.processes import (
    PROJECT,
    alive,
    own_database,
    running,
    threads_of,
    wait_for,
    workers_of,
)
from tests.waiting import HANGS

pytestmark = pytest.mark.django_db(transaction=True)

SOON = HANGS
GAMES = 2 * BATCH  # of a study that is killed between its batches


def asked(slug: str, games: int, without: str = "", seconds: int = 600, asker: str = "lisa") -> Job:
    ruleset = stored(slug)
    what = {
        "ruleset": slug, "digest": ruleset.digest, "options": [],
        "games": games, "seed": 1, "without": without,
    }  # fmt: skip
    return queue.ask(
        KIND, what, title=slug, page=f"/rulesets/{slug}/study/", total=games,
        seconds=seconds, asker=asker,
    )  # fmt: skip


def environment(processes: int = 1) -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": own_database(), "JOB_PROCESSES": str(processes)}


def work(processes: int = 1) -> str:
    """A worker until nothing waits, by so many processes that count; what it logs."""
    command = [sys.executable, "manage.py", "work", "--until-empty"]
    done = subprocess.run(
        command,
        cwd=PROJECT,
        env=environment(processes),
        capture_output=True,
        text=True,
        timeout=SOON,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


@contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    with running(["work"], environment()) as process:
        yield process


def job_is(**values: object) -> None:
    wait_for(lambda: Job.objects.filter(**values).exists(), SOON)


def same_as_counted_here(ruleset: Ruleset, games: int) -> None:
    study = Study.objects.get()
    design = stored_study(ruleset, games, 1).design
    assert study.tally == json.loads(counted_here(design, games))


@cache
def counted_here(design: Design, games: int) -> str:
    """Counted once, however many tests ask for it."""
    return json.dumps(count(design, 0, games).written())


def test_a_study_is_counted_with_and_without_a_clause():
    asked("kar-ouk", 60, without="FirstCheckWins")
    assert work(processes=2) == ""
    job, (one, other) = Job.objects.get(), Study.objects.order_by("pk")
    assert (job.state, job.done, job.total, job.message) == ("done", 120, 120, "")
    assert job.result == f"/rulesets/kar-ouk/study/?study={one.pk}&other={other.pk}"
    assert (one.without, one.done) == ("", 60)
    assert (other.without, other.done) == ("FirstCheckWins", 60)


def test_a_process_that_is_killed_is_noticed_and_its_job_goes_on():
    asked("ouk-chatrang", GAMES)
    with worker() as process:
        wait_for(lambda: Study.objects.filter(done__gte=BATCH).exists(), SOON)
        children = workers_of(process.pid)
        for pid in children:
            os.kill(pid, signal.SIGKILL)
        job_is(attempts=2)
        assert Job.objects.get().state == "running"
        job_is(state="done")
    assert Job.objects.get().done == GAMES
    same_as_counted_here(Ruleset.objects.get(), GAMES)


def test_a_worker_that_is_killed_takes_its_process_along_and_the_next_one_goes_on_at_once():
    """It need not be silent for long: the next one on the machine sees that it has ended."""
    asked("ouk-chatrang", GAMES)
    with worker() as process:
        wait_for(lambda: Study.objects.filter(done__gte=BATCH).exists(), SOON)
        children = workers_of(process.pid)
        os.kill(process.pid, signal.SIGKILL)
    wait_for(lambda: not any(map(alive, children)), SOON)
    job = Job.objects.get()
    assert job.state == "running"
    before = Study.objects.get().done
    assert BATCH <= before < GAMES
    work()  # which ends at once where it finds nothing to do
    job.refresh_from_db()
    assert (job.state, job.done, job.attempts) == ("done", GAMES, 2)
    assert not list(Path(settings.VAR_DIR, "jobs").glob("*.worker"))
    same_as_counted_here(Ruleset.objects.get(), GAMES)


def counting(worker: int) -> list[int]:
    """The processes that count for the job that a worker has."""
    found = [pid for child in workers_of(worker) for pid in workers_of(child)]
    return [pid for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.sqlite  # the database hears of it as of the death of the whole job, shown above
def test_a_study_goes_on_when_a_process_that_counts_is_killed():
    asked("ouk-chatrang", GAMES)
    with worker() as process:
        wait_for(lambda: Study.objects.filter(done__gte=BATCH).exists(), SOON)
        os.kill(counting(process.pid)[0], signal.SIGKILL)
        wait_for(lambda: Job.objects.filter(state="done").exists())
    assert (Job.objects.get().done, Job.objects.get().attempts) == (GAMES, 2)
    same_as_counted_here(Ruleset.objects.get(), GAMES)


def test_cancelled_it_ends_and_what_is_stored_stays():
    job = asked("ouk-chatrang", 100 * BATCH)
    with worker():
        wait_for(lambda: Study.objects.filter(done__gte=BATCH).exists(), SOON)
        queue.cancel(job)
        job_is(state="cancelled")
        queue.ask(KIND, {}, title="", page="", total=0, seconds=60, asker="lisa")
        job_is(state="failed")
    job.refresh_from_db()
    study = Study.objects.get()
    assert job.done == study.done
    assert job.done % BATCH == 0
    assert job.result == f"/rulesets/ouk-chatrang/study/?study={study.pk}"


@pytest.mark.sqlite  # of killing and of cancelling, each shown on both
def test_a_study_whose_process_is_killed_after_it_was_cancelled_shows_what_is_stored():
    job = asked("ouk-chatrang", 100 * BATCH)
    with worker() as process:
        wait_for(lambda: Study.objects.filter(done__gte=BATCH).exists(), SOON)
        children = workers_of(process.pid)
        wait_for(lambda: progress_of(job) % BATCH, SOON)  # a batch is begun
        queue.cancel(job)
        for pid in children:
            os.kill(pid, signal.SIGKILL)
        job_is(state="cancelled")
    job.refresh_from_db()
    study = Study.objects.get()
    assert job.done == study.done >= BATCH
    assert job.result == f"/rulesets/ouk-chatrang/study/?study={study.pk}"


def progress_of(job: Job) -> int:
    """How many games its page shows as counted."""
    job.refresh_from_db()
    return int(state_of(job)["done"])


@pytest.mark.sqlite  # cancelled as before, by a clock
def test_it_ends_after_the_time_that_it_was_given():
    asked("ouk-chatrang", 100 * BATCH, seconds=1)
    work()
    job = Job.objects.get()
    assert (job.state, job.message) == ("cancelled", "It was ended after 1 second.")


def test_a_worker_that_is_told_to_stop_gives_its_job_back():
    asked("ouk-chatrang", 100 * BATCH)
    with worker() as process:
        job_is(state="running", done__gt=0)
        children = workers_of(process.pid)
        process.terminate()
        assert process.wait(SOON) == 0
    wait_for(lambda: not any(map(alive, children)), SOON)
    job = Job.objects.get()
    assert (job.state, job.attempts) == ("waiting", 0)


def listens(pid: int) -> bool:
    """Whether a process has a handler for SIGTERM."""
    caught = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").split("SigCgt:")[1].split()[0]
    return bool(int(caught, 16) & 1 << signal.SIGTERM - 1)


@pytest.mark.sqlite  # about signals
def test_a_worker_ends_at_once_whenever_it_is_told():
    """Signals that come at any moment, several of them, while the parent is watched."""
    for seconds in (0, 0.74):
        with running(["work", "--with-parent"], environment()) as process:
            wait_for(lambda pid=process.pid: listens(pid), SOON)
            time.sleep(seconds)
            for told in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
                process.send_signal(told)
            assert process.wait(SOON) == 0


def worker_of_a_shell() -> tuple[subprocess.Popen[str], int]:
    """A shell that has started a worker, and the number of that."""
    script = f"{sys.executable} manage.py work --with-parent & echo $!; read line"
    shell = subprocess.Popen(
        ["/bin/sh", "-c", script], cwd=PROJECT, env=environment(), stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert shell.stdout is not None
    return shell, int(shell.stdout.readline())


def test_a_worker_has_no_threads_whose_locks_its_copies_would_keep_and_ends_with_what_started_it():
    shell, pid = worker_of_a_shell()
    asked("kar-ouk", 20)
    job_is(state="done")
    assert alive(pid)
    assert threads_of(pid) == 1
    os.kill(shell.pid, signal.SIGKILL)
    wait_for(lambda: not alive(pid), 30)
    shell.wait()


def test_a_job_ends_with_what_started_its_worker_even_if_that_is_held_up():
    """As by the lock of a database that the job itself has."""
    asked("ouk-chatrang", 100 * BATCH)
    shell, pid = worker_of_a_shell()
    try:
        wait_for(lambda: Study.objects.filter(done__gte=BATCH).exists(), SOON)
        children = workers_of(pid)
        os.kill(pid, signal.SIGSTOP)
        os.kill(shell.pid, signal.SIGKILL)
        wait_for(lambda: not any(map(alive, children)))
        os.kill(pid, signal.SIGCONT)
        wait_for(lambda: not alive(pid))
    finally:
        shell.kill()
        shell.wait()
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    job = Job.objects.get()
    assert (job.state, job.attempts) == ("waiting", 0)


@pytest.mark.sqlite  # reasons are stored as results are
def test_what_cannot_be_done_is_told_with_the_reason_and_a_fault_of_the_program_logged():
    """By one worker, which goes on with the next job."""
    changed = asked("kar-ouk", 20)
    whole = asked("ouk-chatrang", 20, without="PlainBoard", asker="maggie")
    Ruleset.objects.filter(slug="kar-ouk").update(text="(game)")
    wrong = queue.ask("no such kind", {}, title="", page="", total=0, seconds=60, asker="bart")
    assert "no such kind" in (logged := work())
    assert logged.count("Traceback") == 1
    for job in (changed, whole, wrong):
        job.refresh_from_db()
        assert job.state == "failed"
    assert changed.message == "The rules have changed since this was requested."
    assert whole.message.startswith("the rules do not hold together without PlainBoard")
    assert wrong.message == "A fault of the program ended it (KeyError); its log says where."
