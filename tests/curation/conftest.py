"""The cast: Ada writes, Bede and Cato are curators, Dodo may only suggest."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType

CURATOR = ("draft", "edit", "review", "publish", "withdraw")
MURRAY = "Murray, H. J. R. (1913). A History of Chess. Oxford: Clarendon Press."


def person(name: str, *rights: str) -> User:
    """Somebody with these rights."""
    kind, _made = ContentType.objects.get_or_create(app_label="people", model="rights")
    found = User.objects.create_user(name, password="twelve horses")
    for right in rights:
        permission, _made = Permission.objects.get_or_create(codename=right, content_type=kind)
        found.user_permissions.add(permission)
    return User.objects.get(pk=found.pk)


@pytest.fixture
def ada(db: None) -> User:
    return person("ada", "draft")


@pytest.fixture
def bede(db: None) -> User:
    return person("bede", *CURATOR)


@pytest.fixture
def cato(db: None) -> User:
    return person("cato", *CURATOR)


@pytest.fixture
def dodo(db: None) -> User:
    return person("dodo")


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
