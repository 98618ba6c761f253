"""The journey in Chromium: the front door, the list, a record, its rules, a moment on the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from games.engine import rules_for
from games.models import Game, Ruleset
from tests.pages.conftest import PHONE, RULES, stored

pytestmark = pytest.mark.browser


def test_from_the_front_door_to_a_moment_on_the_board(site: Page) -> None:
    call_command("load_corpus", verbosity=0)
    site.reload()
    expect(site.get_by_role("heading", level=1)).to_be_visible()
    expect(site.locator(".map .land").first).to_be_attached()
    assert site.locator(".map .spot").count() > 20
    assert site.locator(".timeline a").count() > 10

    site.get_by_role("searchbox", name="Search the evidence").fill("soyot")
    site.get_by_role("button", name="Search").click()
    site.locator('a.title[href="/evidence/dlp-1408/"]').click()
    expect(site.locator(".map path.area")).to_be_visible()

    site.locator('a.clause-link[href="/rulesets/shodra/?clause=OiCaptures"]').click()
    player(site)
    played = site.locator("#moves [aria-current]").inner_text()
    assert played == f"{lit(site, 'from')[0]}-{lit(site, 'to')[0]}"
    live = site.locator("#live")
    expect(live).to_contain_text(f"{played} is allowed by “Oi: capture” (attested)")
    expect(live.get_by_role("link")).to_have_attribute("href", "/evidence/dlp-1408/")


def player(page: Page) -> None:
    page.locator(".player[data-ready]").wait_for()


def lit(page: Page, kind: str) -> list[str]:
    """Labels of the sites with that light."""
    numbers = page.locator(f".marks .light-{kind}").evaluate_all(
        "marks => marks.map((mark) => mark.dataset.site)"
    )
    names = [page.locator(f'.site[data-site="{number}"]') for number in numbers]
    return [name.get_attribute("data-label") or "" for name in names]


def open_rules(page: Page, query: str = "") -> None:
    page.goto(f"{page.url.rstrip('/')}/rulesets/shodra/{query}")
    player(page)


def choose(page: Page, clause: str) -> None:
    page.locator(f'[data-clause="{clause}"] a.clause-title').click()


def man_on(page: Page, label: str) -> str:
    number = page.locator(f'.site[data-label="{label}"]').get_attribute("data-site")
    men = page.locator(f'.piece-at[data-site="{number}"] title')
    return (men.text_content() or "") if men.count() else ""


def test_arrow_keys_and_buttons_step_through_the_game(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    expect(site.locator("#ply")).to_have_text("0 / 8")
    site.keyboard.press("ArrowRight")
    site.keyboard.press("ArrowRight")
    expect(site.locator("#ply")).to_have_text("2 / 8")
    assert man_on(site, "d5") == "Black oi, d5"
    site.keyboard.press("ArrowLeft")
    assert man_on(site, "d5") == ""
    site.get_by_role("button", name="To the end").click()
    expect(site.locator("#ply")).to_have_text("8 / 8")
    site.keyboard.press("Home")
    expect(site.locator("#ply")).to_have_text("0 / 8")
    expect(site.get_by_role("button", name="Back", exact=True)).to_have_attribute(
        "aria-disabled", "true"
    )


def test_a_clause_jumps_to_its_moments_one_after_the_other(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    choose(site, "MerzeSteps")
    assert lit(site, "to") == ["e7"]
    expect(site.locator('[data-clause="MerzeSteps"]')).to_have_class(re.compile("chosen"))
    site.get_by_role("button", name="Show another").click()
    assert lit(site, "to") == ["f6"]
    choose(site, "MerzeSteps")
    assert lit(site, "to") == ["e7"]


def test_an_effect_and_a_set_up_are_told_apart_from_a_move(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    choose(site, "CaptureByReplacement")
    expect(site.locator("#live")).to_contain_text("“Capture” takes effect")
    assert lit(site, "effect") == ["d5"]
    choose(site, "PiecesBehindOi")
    expect(site.locator("#live")).to_contain_text("The opening position, as “Array” sets it up")
    expect(site.locator("#ply")).to_have_text("0 / 8")


def test_a_clause_that_no_game_shows_says_so(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    choose(site, "StalemateDraws")
    expect(site.locator("#live")).to_contain_text("No recorded game shows “Stalemate” yet")


def test_choosing_a_move_lights_its_clause(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    site.locator("#moves").get_by_role("button", name="f1-d3").click()
    expect(site.locator('[data-clause="TabaLeaps"]')).to_have_class(re.compile("chosen"))
    assert lit(site, "to") == ["d3"]


def test_the_reader_plays_on_and_comes_back(site: Page, shodra: Ruleset) -> None:
    open_rules(site, "?ply=2")
    site.locator('.site[data-label="g1"]').click(force=True)
    targets = site.locator(".marks .target").evaluate_all("dots => dots.length")
    assert targets == 3
    site.locator('.site[data-label="f3"]').click(force=True)
    assert man_on(site, "f3") == "White ot, f3"
    expect(site.locator("#live")).to_contain_text("g1-f3 is allowed by “Ot”")
    expect(site.locator("#ply")).to_have_text("3 / 3")
    site.get_by_role("button", name="Back to the recorded game").click()
    expect(site.locator("#ply")).to_have_text("2 / 8")
    assert man_on(site, "g1") == "White ot, g1"


def test_every_legal_move_can_be_played_from_the_keyboard(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    site.get_by_text("Legal moves here (24)").click()
    site.locator("#legal-moves").get_by_role("button", name="a2-a3").focus()
    site.keyboard.press("Enter")
    assert man_on(site, "a3") == "White oi, a3"


def test_the_address_reproduces_what_is_seen(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    choose(site, "OiCaptures")
    said = site.locator("#live").inner_text()
    site.goto(site.url)
    player(site)
    expect(site.locator("#live")).to_have_text(said)
    assert lit(site, "to") == ["d5"]


def test_letters_stand_for_pieces(site: Page, shodra: Ruleset) -> None:
    open_rules(site)
    letter = site.locator(".piece-letter").first
    expect(letter).to_be_hidden()
    site.get_by_label("Letters").check()
    expect(letter).to_be_visible()


def test_two_moves_between_the_same_squares_are_offered_by_the_title_of_their_clause(
    site: Page,
) -> None:
    stored("min-rek-chanh")
    site.goto(f"{site.url.rstrip('/')}/rulesets/min-rek-chanh/")
    player(site)
    site.locator('.site[data-label="a3"]').click(force=True)
    site.locator('.site[data-label="a4"]').click(force=True)
    choices = site.locator("#choices").get_by_role("button")
    expect(choices).to_have_text(["a3-a4 (Man)", "a3-a4 (Order)"])
    choices.nth(1).click()
    expect(site.locator("#moves [aria-current]")).to_have_text("a3-a4 (Order)")
    expect(site.locator("#live")).to_contain_text("White, move 1: a3-a4 is allowed by “Order”")


def test_browser_and_server_agree_on_the_legal_moves(site: Page) -> None:
    ruleset = stored("shatranj-ar-rumiya-1140")
    expected = sorted(move.label for move in rules_for(ruleset).start().legal_moves)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/shatranj-ar-rumiya-1140/")
    player(site)
    shown = site.locator("#legal-moves button").evaluate_all(
        "buttons => buttons.map((button) => button.textContent)"
    )
    assert sorted(shown) == expected


def test_a_mark_on_the_map_leads_to_its_record_by_keyboard(site: Page, cast: Any) -> None:
    site.goto(f"{site.url}evidence/?game=senet")
    mark = site.locator(".map .spot").first
    assert mark.get_attribute("aria-label")
    mark.focus()
    site.keyboard.press("Enter")
    expect(site.locator(".leaflet-popup a[href^='/evidence/']").first).to_be_visible()


PATHS = [
    "", "evidence/", "evidence/soyot-shodra/", "evidence/bare-record/", "rulesets/shodra/",
    "games/", "games/senet/", "regions/", "regions/soyot/", "sources/", "accounts/login/",
]  # fmt: skip


def test_nothing_sticks_out_on_a_phone(site: Page, cast: Any) -> None:
    Ruleset.objects.create(
        slug="shodra", game=Game.objects.get(name="Shodra"), name="Shodra", kind="described",
        text=(RULES / "shodra.lud").read_text(),
    )  # fmt: skip
    site.set_viewport_size(PHONE)
    base = site.url
    for path in PATHS:
        site.goto(f"{base}{path}")
        assert site.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path


ALL = sorted(path.stem for path in RULES.glob("*.lud"))


# Chooses clauses one after the other: for each, what is said and which lights are on.
CHOOSE_EACH = """names => names.map((name) => {
  document.querySelector(`[data-clause="${name}"] a.clause-title`).click();
  const lit = (kind) => document.querySelectorAll(`.marks .light-${kind}`).length;
  return [document.getElementById("live").textContent, lit("forbidden"), lit("to")];
})"""


@pytest.mark.parametrize("slug", ALL)
def test_every_clause_can_be_seen_to_decide(site: Page, slug: str) -> None:
    ruleset, base = stored(slug, with_games=True), site.url.rstrip("/")
    unseen = {clause.name: clause for clause in ruleset.clauses.all()}
    for match in ruleset.matches.prefetch_related("moments__clause"):
        shown = dict.fromkeys(moment.clause.name for moment in match.moments.all())
        names = [name for name in shown if name in unseen]
        if not names:
            continue
        site.goto(f"{base}/rulesets/{slug}/?match={match.slug}")
        player(site)
        for name, (said, forbidden, to) in zip(
            names, site.evaluate(CHOOSE_EACH, names), strict=True
        ):
            clause = unseen.pop(name)
            assert f"“{clause.title}”" in said
            assert "No recorded game" not in said
            assert f"({clause.get_status_display()})" in said
            assert ("forbids" in said) == (forbidden > 0)
            assert not (forbidden and to)
    assert list(unseen) == []


def test_a_clause_of_another_game_leads_there(site: Page) -> None:
    stored("shatranj-ar-rumiya-1140", with_games=True)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/shatranj-ar-rumiya-1140/?match=rumiya-1140-fers")
    player(site)
    choose(site, "StalemateDraws")
    site.wait_for_url("**/*match=rumiya-1140-stalemate*")
    player(site)
    expect(site.locator("#live")).to_contain_text("ends the game: a draw")


def test_a_player_is_told_of_an_attack_and_may_play_on(site: Page) -> None:
    stored("chaturanga-davidson", with_games=True)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/chaturanga-davidson/?match=davidson-king-taken&ply=5")
    player(site)
    notices = site.locator("#notices")
    expect(notices).to_have_text("Black is told: Attack on the king")
    move = site.locator("#legal-moves button", has_text="h7-h6")
    site.get_by_text("Legal moves here").click()
    move.click()
    expect(site.locator("#ply")).to_have_text("6 / 6")
    expect(notices).to_have_text("")


def test_the_count_that_is_running_is_shown(site: Page) -> None:
    stored("ouk-chatrang", with_games=True)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/ouk-chatrang/?match=ouk-count-is-claimed&ply=34")
    player(site)
    expect(site.locator("#notices p")).to_have_count(0)
    site.keyboard.press("ArrowRight")
    expect(site.locator("#notices p")).to_have_text(["Count 7", "Limit 8"])
    site.keyboard.press("ArrowRight")
    expect(site.locator("#notices p")).to_have_text(["Count 8", "Limit 8"])
