"""What a curator and the worker do with an imported file."""

from __future__ import annotations

import io
import zipfile

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from evidence.editing.batches.models import Batch
from jobs import queue
from jobs.tasks import run
from people.groups import give_role
from people.matrix import Role


def send(client, text, name):
    content = text if isinstance(text, bytes) else text.encode()
    return client.post("/curate/tables/", {"file": SimpleUploadedFile(name, content)})


def packed(files, **more):
    """A zip file: bytes or text by path, or a ZipInfo with its own."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, **more) as pack:
        for path, content in files:
            pack.writestr(path, content)
    return file.getvalue()


def work():
    """Do the job that waits, as the worker would."""
    job = queue.take("a worker")
    assert job is not None
    run(job)
    job.refresh_from_db()
    return job


def reviewer():
    """A browser of another curator, who publishes what the first one sent to review."""
    found, new = User.objects.get_or_create(username="cato-of-the-files")
    if new:
        give_role(found, Role.CURATOR)
    browser = Client()
    browser.force_login(found)
    return browser


def deed(client, batch, name, **more):
    """A step and its job; "import" is sent to review first, and published by somebody else."""
    if name == "import":
        answer = client.post(batch.get_absolute_url(), {"deed": "send"})
        assert answer.status_code == 302, answer.content.decode()
        client = reviewer()
    answer = client.post(batch.get_absolute_url(), {"deed": name, **more})
    assert answer.status_code == 302, answer.content.decode()
    job = work()
    batch.refresh_from_db()
    return job


def sent(client, text, name, **options):
    """A file without columns that was sent and looked through, perhaps with other options."""
    answer = send(client, text, name)
    assert answer.status_code == 302, answer.content.decode()
    batch = Batch.objects.latest("pk")
    assert "?job=" in answer["Location"]
    assert work().state == "done"
    batch.refresh_from_db()
    if options:
        assert deed(client, batch, "look", **options).state == "done"
    return batch


def page(client, batch, rows=""):
    return client.get(f"{batch.get_absolute_url()}?rows={rows}").content.decode()
