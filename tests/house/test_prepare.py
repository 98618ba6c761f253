"""`manage.py prepare`, which `make serve` runs: an empty database becomes the demo site.

It loads a part of the corpus here; `.ci/run` has it load all of it, and asks for its pages.
"""

from __future__ import annotations

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from evidence.models import Evidence
from games.models import Game, Moment, Ruleset, Study
from jobs.models import Job

pytestmark = pytest.mark.django_db

# Two of the first rulesets and one of a family, in a folder of its own.
RULESETS = {"min-rek-chanh", "rek", "terni-lapilli-ovid"}


@pytest.fixture
def part_of_the_demo(settings, tmp_path) -> set[str]:
    """The demo corpus, but for the records of other rulesets; the identifiers of what is left."""
    shipped, part = (folder / "fixtures" for folder in (settings.BASE_DIR, tmp_path))
    (part / "corpus").mkdir(parents=True)
    shutil.copy(shipped / "regions.json", part)
    identifiers = set()
    for file in (shipped / "corpus").glob("*.jsonl"):
        records = [json.loads(line) for line in file.read_text().splitlines()]
        # Relations lead to records that are not here.
        kept = [record | {"relations": []} for record in records if _belongs(record)]
        (part / "corpus" / file.name).write_text("\n".join(map(json.dumps, kept)))
        identifiers |= {record["key"] for record in kept}
    for file in (shipped / "rulesets").rglob("*"):
        if file.stem in RULESETS and file.is_file():
            copy = part / file.relative_to(shipped)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
    settings.BASE_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"  # else each client of later tests looks through it
    return identifiers


def _belongs(record: dict) -> bool:
    linked = record.get("rulesets")
    return set(linked) <= RULESETS if linked else record["key"] < "demo-040"


def prepare() -> list[str]:
    printed = StringIO()
    call_command("prepare", stdout=printed)
    return printed.getvalue().splitlines()


def test_the_first_run_loads_beside_what_is_one_s_own_and_the_second_has_nothing_to_do(
    settings, part_of_the_demo
):
    own = Game.objects.create(slug="own-game", name="A game of one's own")
    Evidence.objects.create(identifier="own-1", game=own)
    first = prepare()
    assert "Loading the demo corpus …" in first
    assert "Demo curator, shown only once:" in first
    records = set(Evidence.objects.values_list("identifier", flat=True))
    assert records == part_of_the_demo | {"own-1"}
    assert len(records) > 10
    asked = [job.what["ruleset"] for job in Job.objects.order_by("pk")]
    assert asked == sorted(Ruleset.objects.values_list("slug", flat=True)) == sorted(RULESETS)
    found = Moment.objects.filter(match__origin="found")
    seen = found.values_list("match__ruleset__slug", flat=True)
    assert set(seen) == RULESETS
    assert not Study.objects.exists()
    assert (Path(settings.STATIC_ROOT) / "icon.svg").exists()

    assert prepare() == []
    assert set(Evidence.objects.values_list("identifier", flat=True)) == records
    assert Job.objects.count() == len(asked)
    assert get_user_model().objects.count() == 1
