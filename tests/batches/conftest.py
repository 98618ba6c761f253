"""Files of their own for each test, and a curator."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from people.groups import give_role
from people.matrix import Role


@pytest.fixture(autouse=True)
def var_folder(settings, tmp_path):
    """Files are kept where no other test looks."""
    settings.VAR_DIR = tmp_path


@pytest.fixture
def curator(client, db):
    person = User.objects.create_user("bede")
    give_role(person, Role.CURATOR)
    client.force_login(person)
    return client
