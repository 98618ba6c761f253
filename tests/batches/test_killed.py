"""A table whose import is killed: nothing is half done, and it is imported when tried again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from django.conf import settings

from tests.archive.corpus import command, environment
from tests.waiting import HANGS

ROWS = 3000
WORK = """
from django.core.management import call_command
call_command("work", "--until-empty")
"""
SEND = """
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from evidence.editing.batches.sending import received
from jobs import queue
from people.groups import give_role
cato = User.objects.create_user("cato")
give_role(cato, "curator")
text = "identifier,game_name,title\\n" + "".join(f"r-{n},Senet,A\\n" for n in range(3000))
batch = received(SimpleUploadedFile("t.csv", text.encode()), None)
what = {"batch": batch.pk, "step": "look"}
queue.ask("table", what, by=cato, asker="x", title="a", page="/", seconds=900)
"""
IMPORT = """
from django.contrib.auth.models import User
from evidence.editing.batches.models import Batch
from jobs import queue
Batch.objects.update(state="review")
cato = User.objects.get(username="cato")
what = {"batch": Batch.objects.get().pk, "step": "import"}
queue.ask("table", what, by=cato, asker="x", title="a", page="/", seconds=900)
"""
TOLD = """
import json
from evidence.editing.batches.models import Batch
from evidence.models import Evidence, RecordVersion, Revision, SearchText
from games.models import Game
models = (Evidence, RecordVersion, Revision, SearchText, Game)
print(json.dumps([Batch.objects.get().state, *(model.objects.count() for model in models)]))
"""
LOST = """
from jobs.models import Job
Job.objects.filter(state="running").update(beat="2020-01-01T00:00:00Z")
"""


@pytest.mark.django_db
def test_an_import_that_is_killed_has_stored_nothing_and_is_done_when_tried_again(
    tmp_path, elsewhere
):
    def shell(text):
        done = command(elsewhere, tmp_path, "shell", "-v0", "-c", text)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert json.loads(shell(SEND + WORK + TOLD + IMPORT)) == ["ready", 0, 0, 0, 0, 0]
    killed = subprocess.Popen(
        [sys.executable, "manage.py", "work", "--until-empty"],
        env=environment(elsewhere, tmp_path), cwd=settings.BASE_DIR, start_new_session=True,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_for_rows(tmp_path, 600)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    before, after = shell(TOLD + LOST + WORK + TOLD).splitlines()
    assert json.loads(before) == ["review", 0, 0, 0, 0, 0]
    assert json.loads(after) == ["imported", ROWS, ROWS, 1, ROWS, 1]


def wait_for_rows(folder, least):
    """Wait until the job tells by its file that so many rows are written."""
    end = time.monotonic() + HANGS
    while time.monotonic() < end:
        for path in (folder / "jobs").glob("*.json"):
            _worker, done, _total = json.loads(path.read_text())
            if done >= least:
                return
        time.sleep(0.02)
    raise AssertionError("the import has not begun")
