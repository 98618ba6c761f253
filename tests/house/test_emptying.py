"""What a test that commits leaves to the next one is what a flush leaves."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection

from config.answer_cache.models import SiteVersion
from games.models import Concept, Game
from tests.emptying import empty

pytestmark = pytest.mark.django_db(transaction=True)


def held() -> dict[str, list[str]]:
    """What is stored, as it is called, whatever its number; and which role has what right."""
    models = [each for each in apps.get_models() if each._meta.managed and each != SiteVersion]
    found = {each._meta.label: sorted(map(str, each._default_manager.all())) for each in models}
    rights = Group.objects.values_list("name", "permissions__codename")
    return found | {"rights": sorted(map(str, rights))}


def change() -> None:
    """Rows that a flush takes out, that it makes again, and that it writes as they were."""
    Game.objects.create(slug="senet", name="Senet")
    User.objects.create_user("lisa").groups.set(Group.objects.all())
    Concept.objects.order_by("pk")[0].delete()
    Group.objects.filter(pk=Group.objects.first().pk).update(name="another")
    ContentType.objects.get_for_model(Game).delete()


def test_it_is_what_a_flush_leaves_and_the_site_has_a_new_token():
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
    flushed = held()
    empty(None)  # the first of a process is a flush
    assert held() == flushed
    for before in (lambda: None, change):
        token = connection.site_version()
        before()
        empty(None)
        assert held() == flushed
        assert connection.site_version() not in ("", token)
        assert ContentType.objects.get_for_model(Game).pk
