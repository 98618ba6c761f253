"""What a curator and the worker do with an imported file."""

from __future__ import annotations

import io
import zipfile

from django.core.files.uploadedfile import SimpleUploadedFile

from batches.models import Batch
from jobs import queue
from jobs.tasks import run


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


def deed(client, batch, name, **more):
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
