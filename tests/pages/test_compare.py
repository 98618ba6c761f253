"""The page of two rulesets compared: without scripts, and moved by them."""

from __future__ import annotations

import html as html_module
import json
import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries

from games import compare_asked
from games.compare.search import Bounds
from games.models import Game, Ruleset
from tests.pages.conftest import PHONE, stored
from tests.waiting import fits

pytestmark = pytest.mark.django_db
OUK = "/compare/?a=ouk-chatrang&b=kar-ouk"


@pytest.fixture
def ouk(db: None) -> None:
    stored("ouk-chatrang")
    stored("kar-ouk")


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="compare-data" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


def men(html: str) -> list[set[str]]:
    """What stands on either board."""
    boards = re.findall(r'<svg class="board.*?</svg>', html, re.DOTALL)
    return [set(re.findall(r"<title>([^<]+)</title>", board)) for board in boards]


def test_both_boards_stand_at_the_end_of_the_line(client: Client, ouk: None) -> None:
    html = page(client, OUK)
    line = re.findall(r'data-ply="(\d)"', html)
    assert line == ["0", "1", "2", "3", "4"]
    shown = data(html)
    assert shown["ply"] == 4
    a, b = men(html)
    assert a == b
    assert len(a) == 32
    assert "White king (ang), d1" not in a
    assert "After these 4 moves the legal moves differ; after fewer they never do." in html
    assert "“The first check wins” has ended the game" in html
    assert "The game is over here: Black wins." in html


def test_an_address_reproduces_a_ply(client: Client, ouk: None) -> None:
    html = page(client, f"{OUK}&ply=0")
    assert "White king (ang), d1" in men(html)[0]
    assert 'ply=0" data-ply="0" aria-current="true"' in html
    assert data(page(client, f"{OUK}&ply=99"))["ply"] == 4
    assert data(page(client, f"{OUK}&ply=soon"))["ply"] == 4


def test_clauses_stand_side_by_side_with_their_status(client: Client, ouk: None) -> None:
    html = page(client, OUK)
    assert "22 clauses differ" in html
    assert "17 clauses are the same" in html
    assert "No clause of this name, title or kind." in html
    assert 'href="/rulesets/kar-ouk/?clause=StalemateDraws">No move left</a>' in html


def test_boards_that_are_not_the_same_are_both_shown(client: Client) -> None:
    stored("shatranj-ar-rumiya-1140")
    stored("shatranj-ar-rumiya-1352")
    html = page(client, "/compare/?a=shatranj-ar-rumiya-1140&b=shatranj-ar-rumiya-1352")
    assert "1140 has 64 spaces" in html
    assert "has spaces of these names: a5, a6, " in html
    assert "a16." in html
    assert "e12, and 4 more." in html
    assert "spaces of one name count as the same." in html
    assert "The legal moves differ from the start." in html
    assert 'data-ply="' not in html
    assert [len(each) for each in men(html)] == [32, 32]
    assert html.count("moves that only these rules allow at the start") == 2


def test_boards_that_differ_have_a_line_where_moves_are_written_alike(client: Client) -> None:
    small, large = passing("small"), passing("large")
    small.text = small.text.replace("Forward", "Orthogonal")
    large.text = small.text.replace("(square 4)", "(rectangle 4 5)").replace(
        '"Man2" 15', '"Man2" 18'
    )
    for each in (small, large):
        each.save()
    html = page(client, "/compare/?a=small&b=large")
    assert "small has 16 spaces, large has 20." in html
    assert "Only large has spaces of these names: e1, e2, e3, e4." in html
    assert "After this move the legal moves differ; before it they are the same." in html
    assert re.findall(r'data-ply="(\d)"', html) == ["0", "1"]


def passing(slug: str, more: str = "") -> Ruleset:
    """Two men that pass each other: whoever has come far enough ends the game."""
    text = (
        '(game "Pass" (players {(player N) (player S)}) (equipment {(board (square 4))'
        ' (piece "Man" Each (move Step Forward (to if:(is Empty (to)))))})'
        ' (rules (start {(place "Man1" 0) (place "Man2" 15)}) (play (forEach Piece))'
        f" (end {{{more} (if (is In (last To) (sites Row 2)) (result Mover Win))}})))"
    )
    game, _ = Game.objects.get_or_create(slug="pass", name="Pass")
    return Ruleset.objects.create(slug=slug, name=slug, game=game, kind="described", text=text)


def test_rules_that_are_the_same_are_compared_to_their_end(client: Client) -> None:
    passing("one")
    passing("two")
    html = page(client, "/compare/?a=one&b=two")
    assert "All play was compared, and the legal moves never differ." in html
    assert "3 pairs of positions were compared." in html
    assert 'id="compare-data"' not in html


def test_another_result_of_the_same_play(client: Client) -> None:
    passing("one")
    passing("two", "(if (is In (last To) (sites Row 2)) (result Mover Draw))")
    html = page(client, "/compare/?a=one&b=two")
    assert "both games are over: one: Black wins; two: a draw." in html
    assert len(men(html)) == 2


def test_a_form_for_whoever_has_not_chosen(client: Client, ouk: None) -> None:
    assert "Choose two rulesets." in page(client, "/compare/")
    html = page(client, "/compare/?a=kar-ouk")
    assert '<option value="kar-ouk" selected>' in html
    assert 'href="/compare/?a=kar-ouk">Compare with…</a>' in page(client, "/rulesets/kar-ouk/")


def test_rulesets_of_one_game_are_proposed(client: Client, ouk: None) -> None:
    Ruleset.objects.update(game=Ruleset.objects.get(slug="kar-ouk").game)
    assert 'href="/compare/?a=kar-ouk&amp;b=ouk-chatrang"' in page(client, "/compare/")


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ("a=kar-ouk&b=chess", 404, "There is no ruleset “chess”."),
        ("a=kar-ouk&b=kar-ouk", 400, "This is the same ruleset twice: choose two, or"),
    ],
)
def test_what_cannot_be_compared_is_told(
    client: Client, ouk: None, query: str, status: int, reason: str
) -> None:
    html = page(client, f"/compare/?{query}", status)
    assert reason in html
    assert 'id="compare-a"' in html


def test_a_text_that_does_not_compile_is_told_with_the_reason(client: Client, ouk: None) -> None:
    Ruleset.objects.filter(slug="kar-ouk").update(text='(game "Kar Ouk"')
    assert "These rules cannot be compared: rules, line 1" in page(client, OUK)


def test_the_page_needs_a_fixed_number_of_queries(
    client: Client, ouk: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(16):
        page(client, OUK)


def test_options_of_either_are_in_the_address_and_in_a_form(client: Client) -> None:
    stored("shodra")
    twice = "Double+step/Each+oi%27s+first+move"
    html = page(client, f"/compare/?a=shodra&b=shodra&option_b={twice}")
    assert "After these 2 moves the legal moves differ; after fewer they never do." in html
    assert "Double step/Each oi&#x27;s first move</a>" in html
    steps = re.findall(r'href="([^"]+)" data-ply="1"', html)
    assert steps == [f"?a=shodra&amp;b=shodra&amp;option_b={twice.replace('/', '%2F')}&amp;ply=1"]
    options = html_module.unescape(html)
    assert "Each oi's first move\" selected>" in options
    again = dict(re.findall(r'name="(option_[ab])"><option value="([^"]+)"', html))
    assert set(again) == {"option_a", "option_b"}


def test_options_that_there_are_not_are_told(client: Client) -> None:
    stored("shodra")
    html = page(client, "/compare/?a=shodra&b=shodra&option_b=Moon", 400)
    assert "&quot;Moon&quot; is no option" in html
    same = page(client, "/compare/?a=shodra&b=shodra", 400)
    assert 'name="option_b"' in same  # to choose others


# A text of one's own


def pasted(
    client: Client, text: str, other: str = "kar-ouk", status: int = 200, **more: str
) -> str:
    answer = client.post("/compare/", {"text": text, "with": other, **more})
    assert answer.status_code == status
    return answer.content.decode()


def text_of(slug: str) -> str:
    return Ruleset.objects.get(slug=slug).text


def test_the_same_text_pasted_never_differs_in_its_clauses(client: Client) -> None:
    passing("one")
    html = pasted(client, text_of("one"), "one")
    assert "All play was compared, and the legal moves never differ." in html


WALKS = '(define "Walks" (move Step Forward (to if:(is Empty (to)))))'


def test_definitions_that_a_text_uses_are_pasted_beside_it(client: Client) -> None:
    passing("one")
    text = text_of("one").replace("(move Step Forward (to if:(is Empty (to))))", '("Walks")')
    assert "&quot;Walks&quot; is not defined" in pasted(client, text, "one", 400)
    html = pasted(client, text, "one", definitions=f'// Ludii\n{WALKS} (define "Other" (pass))')
    assert "All play was compared, and the legal moves never differ." in html
    assert "&quot;Other&quot; (pass)" in html  # to be sent again
    own = pasted(client, WALKS.replace("Forward", "Backward") + text, "one", definitions=WALKS)
    assert "The legal moves differ from the start." in own


@pytest.mark.parametrize(
    ("definitions", "said"),
    [
        ("(define", "definitions, line 1"),
        ('(game "X")', "nothing is defined here: write (define"),
        ('(define "Walks" "Walks")', "The text cannot be compared: "),
        (f"{WALKS} // {'x' * 200_000}", "The text cannot be compared: definitions, line 1"),
    ],
)
def test_definitions_that_cannot_be_read_are_told(
    client: Client, definitions: str, said: str
) -> None:
    passing("one")
    text = text_of("one").replace("(move Step Forward (to if:(is Empty (to))))", '("Walks")')
    assert said in html_module.unescape(pasted(client, text, "one", 400, definitions=definitions))


@pytest.mark.sqlite  # the line is sought in memory
def test_a_pasted_text_and_stored_rules_are_compared_with_options_of_either(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.compare_page.OF_STRANGERS", Bounds(positions=5000))
    text = stored("shodra").text
    twice = "Double step/Each oi's first move"
    page = pasted(client, text, "shodra", option_text=f"\n{twice}\r\n")
    html = html_module.unescape(page)
    assert f"the pasted text (Shodra), {twice}" in html
    assert "After these 2 moves the legal moves differ; after fewer they never do." in html
    assert len(men(html)) == 2
    assert data(page)["ply"] == 2
    assert html.count('href="#line"') == 3
    assert "?clause=" in html
    assert '"/?clause=' not in html
    assert Ruleset.objects.count() == 1
    assert "clauses are the same" in html
    assert "worded" not in html
    both = pasted(client, text, "shodra", option_text=twice, option_with=twice)
    assert "No difference within" in both
    wrong = pasted(client, text, "shodra", 400, option_with="Double step/Never")
    assert "has no item &quot;Never&quot;" in wrong


@pytest.mark.parametrize(
    ("text", "other", "status", "said"),
    [
        ("", "kar-ouk", 400, "Paste a text, and choose the rules to compare it with."),
        ("(game)", "chess", 400, "Paste a text, and choose"),
        ("(game)", "", 400, "Paste a text, and choose"),
        ('(game "X" (players 2)', "kar-ouk", 400, "The text cannot be compared: "),
        ("<b>", "kar-ouk", 400, "&lt;b&gt;"),
        ("(" * 300, "kar-ouk", 400, "The text cannot be compared: "),
        ("x" * 200_001, "kar-ouk", 400, "The text cannot be compared: "),
        ("x" * 2_200_000, "kar-ouk", 413, "The text is too long: at most 200000 characters"),
    ],
)
def test_texts_that_cannot_be_compared_are_told(
    client: Client, ouk: None, text: str, other: str, status: int, said: str
) -> None:
    html = pasted(client, text, other, status)
    assert said in html
    assert 'id="compare-text"' in html
    assert 'id="compare-data"' not in html


def test_a_pasted_text_does_not_wait_for_others(client: Client, ouk: None) -> None:
    with compare_asked.ONE_AT_A_TIME:
        html = pasted(client, "(game)", status=503)
    assert "try again in a few seconds" in html
    assert "(game)</textarea>" in html
    pasted(client, "(game)", status=400)


@pytest.mark.browser
def test_a_text_is_pasted_and_its_line_stepped_through(site: Page, ouk: None) -> None:
    site.goto(f"{site.url.rstrip('/')}/compare/")
    site.get_by_text("Compare rules of your own").click()
    site.get_by_label("The rules, in Ludii’s").fill(text_of("ouk-chatrang"))
    site.locator("#compare-with").select_option("kar-ouk")
    site.locator(".compare-own").get_by_role("button", name="Compare").click()
    boards = site.locator(".compare-side svg.board")
    expect(boards.last.locator(".move-line")).to_have_count(1)
    site.get_by_role("link", name="Start").press("Enter")
    expect(boards.last.get_by_text("White king (ang), d1", exact=True)).to_have_count(1)
    for board in (boards.first, boards.last):
        expect(board.locator(".move-line")).to_have_count(0)
    fits(site)
    site.set_viewport_size(PHONE)
    fits(site)


@pytest.mark.browser
def test_steps_of_the_line_move_both_boards(site: Page, ouk: None) -> None:
    site.goto(site.url.rstrip("/") + OUK)
    boards = site.locator(".compare-side svg.board")
    expect(boards.first.locator(".move-line")).to_have_count(6)
    expect(boards.last.locator(".move-line")).to_have_count(1)
    site.get_by_role("link", name="Start").click()
    for board in (boards.first, boards.last):
        expect(board.get_by_text("White king (ang), d1", exact=True)).to_have_count(1)
        expect(board.locator(".move-line")).to_have_count(0)
    expect(site).to_have_url(re.compile("&ply=0$"))
    fits(site)
    site.set_viewport_size(PHONE)
    site.reload()
    expect(site.locator('[data-ply="0"]')).to_have_attribute("aria-current", "true")
    fits(site)


@pytest.mark.browser
def test_steps_move_boards_of_the_second_design(site: Page) -> None:
    for slug in ("oware", "kale"):
        stored(slug)
    site.goto(f"{site.url.rstrip('/')}/compare/?a=oware&b=kale")
    holes = site.locator(".compare-side svg.board").last.locator(".pieces")
    before = holes.inner_html()
    site.get_by_role("link", name="Start").click()
    expect(site.locator('[data-ply="0"]')).to_have_attribute("aria-current", "true")
    assert holes.inner_html() != before
