"""The page of a ruleset's studies: figures, charts, comparison and files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.models import Ruleset, Study
from games.study.counting import count
from games.study.executors import executor
from games.study.printing import SHARES
from games.study_page import compared
from games.studying import job
from tests.pages.conftest import PHONE, stored
from tests.waiting import fits

pytestmark = pytest.mark.django_db

GAMES = 60
PROCESSES: list[Executor] = []  # the one that all tests here share, while they run
TALLIES: dict[tuple[str, int], dict[str, Any]] = {}  # what these games came to, without a clause


@pytest.fixture(scope="module", autouse=True)
def one_process() -> Iterator[None]:
    with executor(1) as processes:
        PROCESSES.append(processes)
        yield
    PROCESSES.clear()
    TALLIES.clear()


@pytest.fixture
def kar_ouk() -> Ruleset:
    return stored("kar-ouk")


def counted(ruleset: Ruleset, without: str = "", games: int = GAMES) -> Study:
    found = job(ruleset, games, 1, (), without)
    if (without, games) in TALLIES:
        found.study.done, found.study.tally = games, TALLIES[without, games]
        found.study.save()
    else:
        found.run(PROCESSES[0], lambda done: None)
        TALLIES[without, games] = found.study.tally
    return found.study


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/rulesets/kar-ouk/study/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_without_a_study_the_page_says_how_to_start_one(client, kar_ouk):
    assert "start a study below" in page(client)
    assert "manage.py" not in page(client), "a command is no use to readers"
    assert client.get("/rulesets/kar-ouk/study/?format=csv").status_code == 404
    assert client.get("/rulesets/no-such-rules/study/").status_code == 404


def test_those_who_run_the_site_are_shown_the_command(curator, kar_ouk):
    assert "manage.py study kar-ouk --games 10000" in page(curator)
    counted(kar_ouk)
    assert f"--games {GAMES} --seed 1" in page(curator)


def test_the_page_of_the_rules_leads_there(client, kar_ouk):
    assert 'href="/rulesets/kar-ouk/study/"' in client.get("/rulesets/kar-ouk/").content.decode()


def test_outcomes_length_and_clauses_are_drawn_with_their_figures(client, kar_ouk):
    study = counted(kar_ouk)
    html = page(client)
    tally = count(job(kar_ouk, GAMES, 1).design, 0, GAMES)
    won = 100 * tally.won(1) / GAMES
    assert f'<rect class="value" x="0" y="3" width="{round(won, 5)}%"' in html
    assert f">{won:.0f} % <" in html, "60 games do not carry places after the point"
    heights = [
        float(h) for h in re.findall(r'<rect x="[^"]+" y="[^"]+"[^>]+height="([^"]+)"', html)
    ]
    assert max(heights) == 80
    told = [int(n) for n in re.findall(r"plies: (\d+) games?</title>", html)]
    assert sum(told) == GAMES
    assert kar_ouk.clauses.get(name="FirstCheckWins").title in html
    assert f"--games {GAMES}" not in html
    assert study.module[:12] in html


def test_a_study_without_a_clause_is_compared(client, kar_ouk):
    one, other = counted(kar_ouk), counted(kar_ouk, "FirstCheckWins")
    html = page(client, f"?study={one.pk}&other={other.pk}")
    assert "Differences" in html
    assert f"without “{kar_ouk.clauses.get(name='FirstCheckWins').title}”" in html
    cell = "<td[^>]*>(.*?)</td>"
    row = re.search(f'<th scope="row">outcome: draw</th>{cell}{cell}', html)
    assert row
    assert row.groups() == ("0.00 %", "100.00 %")


def bars(html: str) -> dict[str, tuple[float, float, float, float]]:
    """Of each difference by its name: left edge and width of the bar, and its bounds."""
    rows = re.findall(r'<tr><th scope="row">([^<]+)</th><td data(.*?)</tr>', html, re.DOTALL)
    drawn = r'class="value" x="(.*?)%".*?width="(.*?)%".*?x1="(.*?)%" x2="(.*?)%"'
    return {
        name: tuple(map(float, re.search(drawn, row, re.DOTALL).groups()))  # type: ignore[union-attr, misc]
        for name, row in rows
    }


def test_differences_are_drawn_with_their_bounds(client, kar_ouk):
    one, other = counted(kar_ouk), counted(kar_ouk, "FirstCheckWins")
    html = page(client, f"?study={one.pk}&other={other.pk}")
    drawn = bars(html)
    clear = [each for each in compared(one, other) if each.clear]
    assert len(drawn) == len(clear) > 5
    shares = [each for each in clear if each.figure in SHARES]
    reach = max(abs(bound) for each in shares for bound in (each.more.low, each.more.high))
    (draws,) = [each for each in shares if each.of == "draw" and each.figure == "outcome"]
    x, width, low, high = drawn["outcome: draw"]
    assert x == 50
    assert width == pytest.approx(49 * draws.more.value / reach, abs=0.001)
    assert (low, high) == pytest.approx(
        [50 + 49 * bound / reach for bound in (draws.more.low, draws.more.high)], abs=0.001
    )
    for x, width, low, high in drawn.values():
        assert 0 < low <= high < 100
        assert (x == 50) != (x + width == pytest.approx(50, abs=0.002))
    assert f"Shares: {100 * reach:.2f} % to either side." in html
    assert "Plies: " in html


@pytest.mark.browser
def test_differences_can_be_read_on_a_phone_in_either_scheme(site, kar_ouk):
    one, other = counted(kar_ouk), counted(kar_ouk, "FirstCheckWins")
    site.set_viewport_size(PHONE)
    site.goto(f"{site.url.rstrip('/')}/rulesets/kar-ouk/study/?study={one.pk}&other={other.pk}")
    row = site.locator("table.differing tbody tr").first
    expect(row.locator("svg")).to_be_visible()
    box = row.locator("svg").bounding_box()
    assert box["width"] > 300 and box["x"] + box["width"] <= PHONE["width"]
    fill = "e => getComputedStyle(e).fill"
    ground = "e => getComputedStyle(document.body).backgroundColor"
    for scheme in ("light", "dark"):
        site.emulate_media(color_scheme=scheme)
        assert row.locator("rect").evaluate(fill) != row.locator("rect").evaluate(ground)
    fits(site)


def test_the_same_as_files(client, kar_ouk):
    one, other = counted(kar_ouk), counted(kar_ouk, "KingLeaps")
    answer = client.get("/rulesets/kar-ouk/study/?format=csv")
    assert answer["Content-Disposition"] == 'attachment; filename="kar-ouk-study.csv"'
    rows = list(csv.DictReader(StringIO(answer.content.decode())))
    assert {"outcome", "length", "positions"} <= {row["figure"] for row in rows}
    both = json.loads(
        client.get(f"/rulesets/kar-ouk/study/?study={one.pk}&other={other.pk}&format=json").content
    )
    assert both["other"]["without"] == "KingLeaps"
    assert both["differences"]
    assert client.get("/rulesets/kar-ouk/study/?format=xls").status_code == 404


def test_a_study_that_is_not_there_is_named(client, kar_ouk):
    counted(kar_ouk, games=5)
    for number in ("0", "99999999999", "x", "-1", "٣"):
        answer = client.get(f"/rulesets/kar-ouk/study/?study={number}")
        assert answer.status_code == 404, number


def test_studies_of_another_text_are_not_shown(client, kar_ouk):
    counted(kar_ouk, games=5)
    kar_ouk.text += "\n"
    kar_ouk.save()
    assert "Nothing has been counted for these rules yet" in page(client)


def test_studies_of_the_usual_rules_come_before_those_of_other_choices(client, kar_ouk):
    found = job(kar_ouk, 20, 1, ["King's leap/Sideways"])
    found.run(PROCESSES[0], lambda done: None)
    usual = counted(kar_ouk, games=5)
    assert f'<a href="?study={usual.pk}" aria-current="true">the whole rules</a>' in page(client)


def test_the_largest_study_of_the_whole_rules_comes_first(client, kar_ouk):
    counted(kar_ouk, games=5)
    counted(kar_ouk, "KingLeaps", games=GAMES)
    large = counted(kar_ouk, games=20)
    assert f'<a href="?study={large.pk}" aria-current="true">the whole rules</a>' in page(client)
