"""What is kept for a while only is deleted once an hour, by whoever does the jobs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone

from evidence.editing.curation.models import Editing
from jobs import upkeep
from jobs.upkeep import Upkeep

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=365)


@pytest.fixture(autouse=True)
def var_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def test_what_is_kept_no_longer_is_deleted():
    ann = User.objects.create_user("ann")
    Editing.objects.create(identifier="e-1", by=ann, at=LONG_AGO)
    Editing.objects.create(identifier="e-2", by=ann, at=timezone.now())
    for key, end in (("old", LONG_AGO), ("new", timezone.now() + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=end)
    Upkeep().when_due()
    assert Editing.objects.get().identifier == "e-2"
    assert Session.objects.get().session_key == "new"


def test_it_is_done_once_an_hour_and_a_fault_of_one_keeps_no_other_from_it(
    settings, monkeypatch, caplog
):
    done = []

    def fail():
        done.append("fails")
        raise OperationalError("busy")

    monkeypatch.setattr(upkeep, "fail", fail, raising=False)
    monkeypatch.setattr(upkeep, "note", lambda: done.append("works"), raising=False)
    settings.UPKEEP = ["jobs.upkeep.fail", "jobs.upkeep.note"]
    one = Upkeep()
    for _each in range(3):
        one.when_due()
    assert done == ["fails", "works"]
    assert "busy" in caplog.text
    monkeypatch.setattr(upkeep, "EVERY", 0.0)
    Upkeep().when_due()
    assert done == ["fails", "works"] * 2
