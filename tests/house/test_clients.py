"""Who asks is told by digits that say nothing of who it is."""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from django.test import RequestFactory

from config.clients import asker_of


def asked(address: str = "192.0.2.7", purpose: str = "jobs", user: User | None = None) -> str:
    return asker_of(RequestFactory().get("/", REMOTE_ADDR=address), purpose, user)


def test_digits_stand_for_an_address_and_a_purpose():
    assert re.fullmatch("[0-9a-f]{16}", asked())
    assert asked() == asked()
    assert len({asked(), asked("192.0.2.8"), asked(purpose="comments")}) == 3


def test_whoever_has_an_account_is_the_same_from_everywhere():
    ann, bo = User(pk=1), User(pk=2)
    assert asked(user=ann) == asked("192.0.2.8", user=ann)
    assert len({asked(), asked(user=ann), asked(user=bo)}) == 3
