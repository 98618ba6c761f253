"""The journey in Chromium: the front door, the list, a record, its rules, a moment on the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from evidence.models import Source
from games.models import Clause, Game, Ruleset
from games.rules_cache import rules_for
from tests.demo import store_demo
from tests.pages.conftest import PHONE, RULES, stored
from tests.waiting import becomes

pytestmark = pytest.mark.browser


def test_from_the_front_door_to_a_moment_on_the_board(site: Page) -> None:
    store_demo()
    site.reload()
    expect(site.get_by_role("heading", level=1)).to_be_visible()
    site.locator(".map").scroll_into_view_if_needed()
    expect(site.locator(".map .land").first).to_be_attached()
    expect(site.locator(".map[data-drawn]")).to_be_visible()
    assert site.locator(".map .spot").count() > 20
    assert site.locator(".timeline a").count() > 10

    site.get_by_role("combobox", name="Search everything").fill("soyot")
    site.get_by_role("button", name="Search").click()
    site.locator('a.title[href="/evidence/dlp-1408/"]').click()
    site.locator(".map").scroll_into_view_if_needed()
    expect(site.locator(".map path.area")).to_be_visible()

    site.locator('a.clause-link[href="/rulesets/shodra/?clause=OiCaptures"]').click()
    player(site)
    expect(site.locator("#moves [aria-current]")).to_have_count(1)
    played = site.locator("#moves [aria-current]").inner_text()
    assert played == f"{lit(site, 'from')[0]}-{lit(site, 'to')[0]}"
    live = site.locator("#live")
    expect(live).to_contain_text(f"{played} is allowed by “Oi: capture” (attested)")
    expect(live.get_by_role("link").first).to_have_attribute("href", "/evidence/dlp-1408/")
    scale = live.get_by_role("link", name="confidence in the record: 100 of 100")
    expect(scale).to_have_attribute("href", "/about/#confidence")


def player(page: Page) -> None:
    page.locator(".player[data-ready]").wait_for()


def lit(page: Page, kind: str) -> list[str]:
    """Labels of the sites with that light."""
    return page.locator(f".marks .light-{kind}").evaluate_all(
        "marks => marks.map(({ dataset: { site } }) => "
        "document.querySelector(`.site[data-site='${site}']`).dataset.label)"
    )


def lights(page: Page, kind: str, *labels: str) -> None:
    """Wait until the sites with that light are these."""
    becomes(page, lambda: lit(page, kind), list(labels))


def open_rules(page: Page, query: str = "") -> None:
    page.goto(f"{page.url.rstrip('/')}/rulesets/shodra/{query}")
    player(page)


def choose(page: Page, clause: str) -> None:
    page.locator(f'[data-clause="{clause}"] a.clause-title').click()


def stands(page: Page, label: str, man: str) -> None:
    """Wait until this man, or none, stands there."""
    number = page.locator(f'.site[data-label="{label}"]').get_attribute("data-site")
    men = page.locator(f'.piece-at[data-site="{number}"] title')
    expect(men).to_have_text([man] if man else [])


def test_the_board_beside_the_clauses(site: Page, shodra: Ruleset) -> None:
    """One page, gone through as a reader does."""
    open_rules(site)
    stepped_through_by_keys_and_buttons(site)
    played_from_the_keyboard(site)
    site.get_by_role("button", name="Back to the game shown").click()
    jumps_to_its_moments(site)
    lights_its_clause(site)
    told_apart_from_a_move(site)
    stand_for_pieces(site)


def stepped_through_by_keys_and_buttons(site: Page) -> None:
    """The game that is shown."""
    expect(site.locator("#ply")).to_have_text("0 / 8")
    site.keyboard.press("ArrowRight")
    site.keyboard.press("ArrowRight")
    expect(site.locator("#ply")).to_have_text("2 / 8")
    stands(site, "d5", "Black oi, d5")
    site.keyboard.press("ArrowLeft")
    stands(site, "d5", "")
    site.get_by_role("button", name="To the end").click()
    expect(site.locator("#ply")).to_have_text("8 / 8")
    site.keyboard.press("Home")
    expect(site.locator("#ply")).to_have_text("0 / 8")
    expect(site.get_by_role("button", name="Back", exact=True)).to_have_attribute(
        "aria-disabled", "true"
    )


def jumps_to_its_moments(site: Page) -> None:
    """A clause, one after the other."""
    choose(site, "MerzeSteps")
    lights(site, "to", "e7")
    expect(site.locator('[data-clause="MerzeSteps"]')).to_have_class(re.compile("chosen"))
    site.get_by_role("button", name="Show another").click()
    lights(site, "to", "f6")
    choose(site, "MerzeSteps")
    lights(site, "to", "e7")


def told_apart_from_a_move(site: Page) -> None:
    """An effect and a set-up."""
    choose(site, "CaptureByReplacement")
    expect(site.locator("#live")).to_contain_text("“Capture” takes effect")
    lights(site, "effect", "d5")
    choose(site, "PiecesBehindOi")
    expect(site.locator("#live")).to_contain_text("The opening position, as “Array” sets it up")
    expect(site.locator("#ply")).to_have_text("0 / 8")


def lights_its_clause(site: Page) -> None:
    """A move that is chosen."""
    site.locator("#moves").get_by_role("button", name="f1-d3").click()
    expect(site.locator('[data-clause="TabaLeaps"]')).to_have_class(re.compile("chosen"))
    lights(site, "to", "d3")


def stand_for_pieces(site: Page) -> None:
    """Letters."""
    letter = site.locator(".piece-letter").first
    expect(letter).to_be_hidden()
    site.get_by_label("Letters").check()
    expect(letter).to_be_visible()


def played_from_the_keyboard(site: Page) -> None:
    """Every legal move."""
    site.get_by_text("Legal moves here (24)").click()
    site.locator("#legal-moves").get_by_role("button", name="a2-a3").focus()
    site.keyboard.press("Enter")
    stands(site, "a3", "White oi, a3")


def test_a_clause_chosen_on_a_phone_is_read_beside_the_board(site: Page, shodra: Ruleset) -> None:
    site.set_viewport_size(PHONE)
    site.goto(site.url + "rulesets/shodra/")
    player(site)
    said = site.locator("#clause-said")
    site.locator("#clause-OiCaptures .clause-title").click()
    expect(said).to_be_in_viewport()
    expect(said).to_have_text(shodra.clauses.get(name="OiCaptures").text)
    site.locator("[data-step=first]").click()
    expect(said).to_be_hidden()


def test_a_clause_that_no_game_shows_is_looked_for_among_random_games(
    site: Page, shodra: Ruleset
) -> None:
    """What they do not show either is said with their number."""
    Clause.objects.create(
        ruleset=shodra, name="MerzeSteps2", position=99, title="Never", text="-", status="inferred"
    )
    open_rules(site)
    choose(site, "TabaLeaps")
    expect(site.locator("#game-title")).to_have_text("Found just now among random games")
    live = site.locator("#live")
    expect(live).to_contain_text("is allowed by “")
    said = live.inner_text()
    assert len(lit(site, "from")) == len(lit(site, "to")) == 1
    site.reload()
    player(site)
    expect(live).to_have_text(said)

    choose(site, "MerzeSteps2")
    expect(live).to_contain_text("Looking for “Never” among random games")
    expect(live).to_contain_text(re.compile(r"None of [1-9]\d* random games shows “Never”"))


def test_a_move_is_seen_on_the_position_before_it_and_played_on_from(
    site: Page, shodra: Ruleset
) -> None:
    open_rules(site)
    choose(site, "OiCaptures")
    before = site.get_by_role("button", name="The position before")
    expect(before).to_have_attribute("aria-pressed", "true")
    stands(site, "e4", "White oi, e4")
    stands(site, "d5", "Black oi, d5")
    lights(site, "from", "e4")
    lights(site, "to", "d5")
    expect(site).to_have_url(re.compile("clause=OiCaptures"))
    before.press("Enter")
    stands(site, "e4", "")
    stands(site, "d5", "White oi, d5")
    said = site.locator("#live").inner_text()
    site.reload()
    player(site)
    stands(site, "e4", "")
    expect(site.locator("#live")).to_have_text(said)
    before.click()
    site.keyboard.press("ArrowRight")
    stands(site, "d5", "White oi, d5")
    expect(site.locator("#ply")).to_have_text("3 / 8")
    choose(site, "OiCaptures")
    site.get_by_role("link", name="Play on").click()
    site.wait_for_url("**/rulesets/shodra/play/**")
    expect(site.locator("#moves li a")).to_have_count(2)
    stands(site, "e4", "White oi, e4")


def test_the_reader_plays_on_and_comes_back(site: Page, shodra: Ruleset) -> None:
    open_rules(site, "?ply=2")
    site.locator('.site[data-label="g1"]').click(force=True)
    expect(site.locator(".marks .target")).to_have_count(3)
    site.locator('.site[data-label="f3"]').click(force=True)
    stands(site, "f3", "White ot, f3")
    expect(site.locator("#live")).to_contain_text("g1-f3 is allowed by “Ot”")
    expect(site.locator("#ply")).to_have_text("3 / 3")
    site.get_by_role("button", name="Back to the game shown").click()
    expect(site.locator("#ply")).to_have_text("2 / 8")
    stands(site, "g1", "White ot, g1")


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
    site.get_by_text(f"Legal moves here ({len(expected)})").click()
    buttons = site.locator("#legal-moves button")
    expect(buttons).to_have_count(len(expected))
    assert sorted(buttons.all_text_contents()) == expected


def test_a_mark_on_the_map_leads_to_its_record_by_keyboard(site: Page, cast: Any) -> None:
    site.goto(f"{site.url}evidence/?game=senet")
    expect(site.locator(".map[data-drawn]")).to_be_visible()
    mark = site.locator(".map .spot").first
    assert mark.get_attribute("aria-label")
    mark.focus()
    site.keyboard.press("Enter")
    expect(site.locator(".leaflet-popup a[href^='/evidence/']").first).to_be_visible()


PATHS = [
    "", "evidence/", "evidence/soyot-shodra/", "evidence/bare-record/", "rulesets/shodra/",
    "games/", "games/senet/", "regions/", "regions/soyot/", "sources/", "accounts/login/",
    "ogc/?f=html", "ogc/collections/evidence/items?f=html", "api/docs/",
]  # fmt: skip


def test_nothing_sticks_out_on_a_phone(site: Page, cast: Any) -> None:
    Ruleset.objects.create(
        slug="shodra", game=Game.objects.get(name="Shodra"), name="Shodra", kind="described",
        text=(RULES / "shodra.lud").read_text(),
    )  # fmt: skip
    long = f"https://example.org/{'a' * 40}/detail.aspx?id=455"
    Source.objects.filter(citation__startswith="Murray").update(csl={"URL": long})
    site.set_viewport_size(PHONE)
    base = site.url
    for path in PATHS:
        site.goto(f"{base}{path}")
        assert site.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path


def test_a_clause_of_another_game_leads_there(site: Page) -> None:
    stored("shatranj-ar-rumiya-1140", with_games=True)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/shatranj-ar-rumiya-1140/?match=rumiya-1140-fers")
    player(site)
    choose(site, "StalemateDraws")
    site.wait_for_url("**/*match=rumiya-1140-stalemate*")
    player(site)
    expect(site.locator("#live")).to_contain_text("ends the game: a draw")


def test_of_two_clauses_the_one_chosen_last_is_shown(site: Page) -> None:
    stored("kar-ouk", with_games=True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    site.route(re.compile("match=kar-ouk-sideways"), hold)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/kar-ouk/?match=kar-ouk-first-check")
    player(site)
    choose(site, "KingLeapsSideways")  # in a game of other options, which is not here yet
    becomes(site, lambda: len(held), 1)
    choose(site, "FishSteps")
    expect(site).to_have_url(re.compile("clause=FishSteps"))
    held[0].continue_()
    site.locator(".player[data-complete]").wait_for()
    expect(site.locator('[data-clause="FishSteps"]')).to_have_class(re.compile("chosen"))
    expect(site).to_have_url(re.compile("match=kar-ouk-first-check.*clause=FishSteps"))


def test_a_player_is_told_of_an_attack_and_may_play_on(site: Page) -> None:
    stored("chaturanga-davidson", with_games=True)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/chaturanga-davidson/?match=davidson-king-taken&ply=5")
    player(site)
    notices = site.locator("#notices")
    expect(notices).to_have_text("Black is notified: Attack on the king")
    move = site.locator("#legal-moves button", has_text="h7-h6")
    site.get_by_text("Legal moves here").click()
    move.click()
    expect(site.locator("#ply")).to_have_text("6 / 6")
    expect(notices).to_have_text("")


LIMIT = "The count ends in a draw at: 8"


def counted(moves: int) -> str:
    return f"Moves counted towards a draw: {moves}"


def test_the_count_that_is_running_is_shown(site: Page) -> None:
    stored("ouk-chatrang", with_games=True)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/ouk-chatrang/?match=ouk-count-is-claimed&ply=34")
    player(site)
    expect(site.locator("#notices p")).to_have_count(0)
    site.keyboard.press("ArrowRight")
    expect(site.locator("#notices p")).to_have_text([counted(7), LIMIT])
    site.keyboard.press("ArrowRight")
    expect(site.locator("#notices p")).to_have_text([counted(8), LIMIT])
