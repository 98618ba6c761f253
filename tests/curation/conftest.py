"""The cast: Ada contributes, Bede and Cato are curators, Dodo is a reader with an account."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from people.groups import give_role
from people.matrix import Role

MURRAY = "Murray, H. J. R. (1913). A History of Chess. Oxford: Clarendon Press."


def person(name: str, role: Role) -> User:
    """Somebody of a role."""
    found = User.objects.create_user(name, password="twelve horses")
    give_role(found, role)
    return User.objects.get(pk=found.pk)


@pytest.fixture
def ada(db: None) -> User:
    return person("ada", Role.CONTRIBUTOR)


@pytest.fixture
def bede(db: None) -> User:
    return person("bede", Role.CURATOR)


@pytest.fixture
def cato(db: None) -> User:
    return person("cato", Role.CURATOR)


@pytest.fixture
def dodo(db: None) -> User:
    return person("dodo", Role.READER)


@pytest.fixture
def content() -> dict[str, Any]:
    """All that publishing needs, and a little more."""
    return {
        "game_name": "Shatranj ar-Rumiya",
        "title": "Round chess",
        "type": "historical-text",
        "date": "1140",
        "rules": "The board is round.\nThe kings stand side by side.",
        "confidence": 80,
        "places": [{"name": "Constantinople", "point": "41°0'36\"N, 28°58'48\"E"}],
        "citations": [{"citation": MURRAY, "locator": "pp. 342-343"}],
        "quotations": [{"text": "a round board", "language": "en", "citation": 0}],
        "terms": {"age": ["Adult"], "status": ["Nobility"]},
    }
