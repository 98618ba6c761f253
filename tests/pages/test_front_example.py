"""The front page's example: words of a record, the rule that they state on a board, its place."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from evidence.models import Place
from evidence.pages.locator import HEIGHT, WIDTH, locator
from evidence.records.examples import sentence
from games.models import Moment
from tests.demo import store_demo
from tests.pages.conftest import PHONE
from tests.waiting import fits

LIT = re.compile(r'class="button" href="/rulesets/([\w-]+)/\?match')
KEY = re.compile(r'href="\?example=([\w.%-]+)"')


def page_of(client: Client, key: str = "") -> str:
    return client.get("/", {"example": key} if key else {}).content.decode()


@pytest.mark.django_db
def test_the_first_screen_shows_a_phrase_its_rule_and_its_place(client: Client) -> None:
    store_demo()
    html = page_of(client, "dlp-1408.7")
    assert "An oi goes one forward and <a" in html
    assert ">takes diagonally</a>; it may go two" in html
    assert "is allowed by “Oi: capture”" in html
    assert "light-to" in html
    assert 'aria-label="Map: Soyot"' in html
    first = KEY.search(page_of(client))
    assert first
    cited = page_of(client, "dlp-1408:shodra:CaptureByReplacement")
    assert "The rule, after its source" in cited
    assert "/rulesets/shodra/?match" in cited
    for key in ("nonsense", "dlp-1408.99", "a:b:c", "." * 300):
        assert first[0] in page_of(client, key)


@pytest.mark.django_db
def test_another_example_goes_through_all_of_them_and_begins_again(client: Client) -> None:
    store_demo()
    first = key = KEY.search(page_of(client))[1]
    rulesets, seen = [], [key]
    while (key := KEY.search(page_of(client, key))[1]) != first:
        assert key not in seen
        seen.append(key)
        rulesets += LIT.findall(page_of(client, key))
        if len(seen) == 8:
            break
    assert len(seen) == 8
    assert len(set(rulesets[:6])) == 6  # neighbours are of other rulesets


def test_without_recorded_games_there_is_no_example(client: Client, cast: None) -> None:
    Moment.objects.all().delete()
    html = page_of(client)
    assert 'class="example"' not in html
    assert 'id="home-q"' in html


@pytest.mark.django_db
def test_rules_that_no_longer_play_the_game_show_no_example(client: Client) -> None:
    store_demo()
    match = Moment.objects.filter(clause__ruleset__slug="shodra", clause__name="OiCaptures")
    for each in match:
        each.match.moves = ["a1-a8"]
        each.match.save()
    assert 'class="example"' not in page_of(client, "dlp-1408.7")


@pytest.mark.parametrize(
    ("before", "words", "after"),
    [
        ("", "Men step", " forward."),
        ("", "Men step.", ""),
        ("They ", "win", " by mate; others draw"),
        ("a " * 60, "long", " b" * 60),
    ],
)
def test_the_sentence_around_the_words_is_found(before: str, words: str, after: str) -> None:
    text = f"Kings stay. {before}{words}{after}\nAnother line. And more."
    start = len("Kings stay. ") + len(before)
    assert sentence(text, start, start + len(words)) == (before, words, after)


def test_a_long_sentence_is_cut_between_words() -> None:
    text = "first " * 60 + "here" + " last" * 60
    before, _words, after = sentence(text, 360, 364)
    assert before.startswith("… first")
    assert after.endswith("last …")
    assert len(before) <= 160 >= len(after)


@pytest.mark.parametrize("lon", [-179.9, 0.0, 179.9])
@pytest.mark.parametrize("lat", [-89.0, 0.0, 78.0])
def test_a_map_of_any_point_has_the_place_in_it(lat: float, lon: float) -> None:
    drawn = locator(Place(lat_u=int(lat * 1e6), lon_u=int(lon * 1e6)))
    assert drawn is not None
    assert drawn.x == pytest.approx(WIDTH / 2)
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", drawn.land)]
    assert all(-1 <= each <= max(WIDTH, HEIGHT) + 1 for each in numbers)


def test_a_place_of_a_name_alone_has_no_map() -> None:
    assert locator(Place(name="India")) is None


@pytest.mark.browser
def test_one_link_leads_from_the_first_screen_to_the_lit_rule_and_three_to_any_board(
    site: Page,
) -> None:
    """By keyboard alone."""
    store_demo()
    home = site.url
    site.set_viewport_size(PHONE)
    site.goto(f"{home}?example=dlp-1408.7")
    fits(site)
    site.get_by_role("link", name="takes diagonally").press("Enter")
    expect(site.locator(".light-to").first).to_be_attached()
    expect(site.locator("body")).to_contain_text("Oi: capture")
    site.goto(home)
    links = site.get_by_role("main").get_by_role("link")
    for path in ("games/", "games/shodra/", "rulesets/shodra/"):
        links.and_(site.locator(f"[href='/{path}']:not([tabindex])")).first.press("Enter")
        site.wait_for_url(f"**/{path}")
    expect(site.locator(".board-box svg").first).to_be_visible()
