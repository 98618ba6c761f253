"""Stories: steps that show what they rest on, one at an address."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from evidence.importers.corpus_files import CorpusError, Row
from evidence.importers.corpus_stories import Known, check_stories, store_story
from evidence.models import Evidence, Story
from tests.pages.conftest import PHONE, stored
from tests.waiting import fits

SHIPPED = settings.BASE_DIR / "fixtures" / "stories"
STEPS: list[dict[str, Any]] = [
    {"title": "A lama tells", "text": ["He names the men."], "record": "soyot-shodra"},
    {"title": "A camel", "text": ["It leaps."], "ruleset": "shodra", "clause": "OiCaptures"},
    {"title": "No castling", "text": [], "ruleset": "shodra", "clause": "WhiteBegins"},
    {"title": "On the map", "text": [], "map": "game=shodra", "records": ["soyot-shodra"]},
    {"title": "Gone", "text": ["Once here."], "record": "withdrawn"},
]


def told(path: Path) -> Any:
    return json.loads(path.read_text())


@pytest.fixture
def story(cast: Any) -> Story:
    stored("shodra", with_games=True)
    return Story.objects.create(slug="steppe", title="Steppe", lede="Camels.", steps=STEPS)


def step(client: Client, number: object) -> str:
    answer = client.get(f"/stories/steppe/?step={number}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_each_step_shows_what_it_rests_on_and_leads_on(client: Client, story: Story) -> None:
    record = Evidence.objects.get(identifier="soyot-shodra")
    assert f'href="{record.get_absolute_url()}"' in step(client, 1)
    lit = step(client, 2)
    assert "It leaps." in lit
    assert 'class="light light-to"' in lit
    assert '<a class="button" rel="next" href="?step=3">' in lit
    assert "White makes the first move" in step(client, 3)
    on_map = step(client, 4)
    assert "overview-dot" in on_map or "locator-area" in on_map
    assert 'href="/evidence/?game=shodra"' in on_map
    assert "no longer stored" in step(client, 5)


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["", "0", "6", "-1", "1e1", "२", "9" * 40])
def test_what_is_no_step_is_the_first(client: Client, story: Story, asked: str) -> None:
    assert "He names the men." in step(client, asked)


@pytest.mark.django_db
def test_the_list_leads_to_every_story(client: Client, story: Story) -> None:
    assert '<a href="/stories/steppe/">Steppe</a>' in client.get("/stories/").content.decode()
    assert client.get("/stories/none/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record": "nobody"}, "no record of the corpus"),
        ({"record": "soyot-shodra", "map": ""}, "one figure"),
        ({"ruleset": "chess-2"}, "no file"),
        ({"ruleset": "shodra", "clause": "Castling"}, "no clause"),
        ({"map": "colour=red"}, "colour"),
        ({"picture": "x"}, "unknown"),
    ],
)
def test_a_file_that_names_what_there_is_not_is_refused(
    tmp_path: Path, change: dict[str, str], said: str
) -> None:
    steps = [{"title": "A step", "text": ["Text."], **change}]
    row = Row(tmp_path / "story.json", 0, {"title": "T", "lede": "L", "steps": steps})
    with pytest.raises(CorpusError, match=said):
        check_stories([row], Known({"soyot-shodra"}, {"shodra"}))
        store_story(row)


def test_shipped_stories_name_clauses_games_and_records_of_the_corpus() -> None:
    """Without a database, which loading them asks for what else there is to know."""
    texts = {
        path.stem: told(path) for path in settings.BASE_DIR.glob("fixtures/rulesets/**/*.json")
    }
    stories = [told(path) for path in SHIPPED.glob("*.json")]
    assert len(stories) >= 10
    for each in [step for story in stories for step in story["steps"]]:
        assert each["text"], each["title"]
        about = texts.get(each.get("ruleset"))
        names = [clause["name"] for clause in about["clauses"]] if about else [None]
        assert each.get("clause", names[0]) in names


@pytest.mark.browser
def test_the_arrow_keys_lead_from_step_to_step(site: Page, story: Story) -> None:
    address = f"{site.url.rstrip('/')}/stories/steppe/"
    site.goto(address)
    site.keyboard.press("ArrowRight")
    site.wait_for_url(f"{address}?step=2")  # and for its script, which hears the keys
    expect(site.locator("h2#step")).to_have_text("A camel")
    site.keyboard.press("ArrowLeft")
    expect(site.locator("h2#step")).to_have_text("A lama tells")
    site.set_viewport_size({**PHONE})
    fits(site)
