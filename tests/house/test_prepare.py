"""`manage.py prepare`, which `make serve` runs: an empty database becomes the demo site."""

from __future__ import annotations

from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from evidence.models import Evidence
from games.models import Game, Ruleset, Study
from jobs.models import Job

pytestmark = pytest.mark.django_db


def prepare() -> list[str]:
    printed = StringIO()
    call_command("prepare", stdout=printed)
    return printed.getvalue().splitlines()


def test_the_first_run_loads_beside_what_is_one_s_own_and_the_second_has_nothing_to_do():
    own = Game.objects.create(slug="own-game", name="A game of one's own")
    Evidence.objects.create(identifier="own-1", game=own)
    first = prepare()
    records = Evidence.objects.count()
    assert "Loading the demo corpus …" in first
    assert "Demo curator, shown only once:" in first
    assert records >= 174
    assert Evidence.objects.filter(identifier="own-1").exists()
    asked = [job.what["ruleset"] for job in Job.objects.order_by("pk")]
    assert asked == sorted(Ruleset.objects.values_list("slug", flat=True))
    shipped = (settings.BASE_DIR / "fixtures" / "rulesets").rglob("*.lud")
    assert asked == sorted(path.stem for path in shipped)
    assert not Study.objects.exists()
    assert (settings.STATIC_ROOT / "icon.svg").exists()

    assert prepare() == []
    assert Evidence.objects.count() == records
    assert Job.objects.count() == len(asked)
    assert get_user_model().objects.count() == 1
