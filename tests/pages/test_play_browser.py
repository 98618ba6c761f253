"""Playing in Chromium: against the computer and alone, by mouse, by keyboard and by typing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.rules_cache import rules_for
from games.ruleset_page import counted
from tests.pages.conftest import PHONE, stored
from tests.pages.test_accessibility import OPEN_ALL, findings, findings_on_a_dark_phone
from tests.waiting import becomes, fits

pytestmark = pytest.mark.browser


def open_table(site: Page, slug: str, state: str = "", query: str = "") -> None:
    """The page of a ruleset, with the part of the address after #."""
    stored(slug)
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}/rulesets/{slug}/play/{query}{state}")
    ready(site)


def ready(site: Page) -> None:
    site.locator(".play-table[data-ready]").wait_for()


def enter(site: Page, text: str) -> None:
    site.get_by_label("Type a move").fill(text)
    site.keyboard.press("Enter")


def click(site: Page, *labels: str) -> None:
    for label in labels:
        site.locator(f'.site[data-label="{label}"]').click(force=True)


def moves(site: Page) -> list[str]:
    return site.locator("#moves button").all_inner_texts()


def played(site: Page, *labels: str) -> None:
    """Wait until these moves are listed, and no others."""
    expect(site.locator("#moves button")).to_have_text(labels)


def men(site: Page) -> set[str]:
    return set(site.locator(".piece-at title").all_text_contents())


def stands(site: Page, man: str) -> None:
    """Wait until this man stands on the board, where its title says."""
    becomes(site, lambda: man in men(site), wanted=True)


def answered(site: Page, count: int) -> list[str]:
    """Moves, once there are so many and it is the reader's turn."""
    expect(site.locator("#moves button")).to_have_count(count)
    expect(site.locator("#turn")).to_have_text("Your move (White).")
    return moves(site)


@pytest.mark.parametrize("lost", ["**/module/*", "**/manifest/*"])
@pytest.mark.parametrize("path", ["shodra/", "shodra/play/", "pachisi-herklots/play/"])
def test_a_page_that_cannot_load_the_rules_says_so_plainly(
    live_server: LiveServer, page: Page, lost: str, path: str
) -> None:
    stored(path.partition("/")[0])
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route(lost, lambda route: route.abort())
    page.goto(f"{live_server.url}/rulesets/{path}")
    said = "The board of this page does not work. Reload the page to try again."
    expect(page.locator("#live")).to_have_text(said)
    becomes(page, lambda: any("fetch" in each for each in errors), wanted=True)


def test_a_game_against_the_computer_is_taken_back_resigned_and_reloaded(site: Page) -> None:
    open_table(site, "shodra")
    expect(site.locator("#turn")).to_have_text("Your move (White).")
    click(site, "e2", "e4")
    assert answered(site, 2)[0] == "e2-e4"
    enter(site, "g1 f3")
    first = answered(site, 4)
    assert first[2] == "g1-f3"
    click(site, "a2", "a3")
    answered(site, 6)
    expect(site.locator("#thought")).to_contain_text("tried 60 lines of play")

    site.get_by_role("button", name="Take back").click()
    assert answered(site, 4) == first
    standing = men(site)

    site.reload()
    ready(site)
    played(site, *first)
    becomes(site, lambda: men(site), standing)

    site.get_by_text("Resign…").click()
    expect(site.locator("#turn")).to_have_text("Your move (White).")  # until it is confirmed
    site.get_by_role("button", name="Yes, resign").click()
    expect(site.locator("#turn")).to_have_text("White resigns: Black has won.")
    expect(site.locator("#legal-count")).to_have_text("0")
    site.reload()
    ready(site)
    expect(site.locator("#turn")).to_have_text("White resigns: Black has won.")
    site.go_back()
    expect(site.locator("#turn")).to_have_text("Your move (White).")
    played(site, *first)


def test_who_plays_both_sides_agrees_on_a_draw_and_takes_it_back(site: Page) -> None:
    open_table(site, "shodra", "#you=both&moves=e2-e4")
    turn, offer = site.locator("#turn"), site.get_by_role("button", name="Offer a draw")
    offer.click()
    expect(turn).to_have_text("Both agree on a draw.")
    expect(offer).to_have_attribute("aria-disabled", "true")
    enter(site, "d7-d5")
    expect(site.locator("#typed-fault")).to_have_text("It is not your turn here.")
    site.reload()
    ready(site)
    expect(turn).to_have_text("Both agree on a draw.")
    site.get_by_role("button", name="Take back").click()
    expect(turn).to_have_text("Black to move.")
    expect(site).not_to_have_url(re.compile("agreed"))


def test_the_computer_accepts_a_draw_from_who_stands_better_only(site: Page) -> None:
    rooks = ";".join(f"{file}2:Targa%d" for file in "abcd")
    open_table(site, "shodra", f"#setup=1;e1:Noyion1;{rooks % (1, 1, 1, 1)};h8:Noyion2")
    site.get_by_role("button", name="Offer a draw").click()
    expect(site.locator("#turn")).to_have_text("Both agree on a draw.")
    base = site.url.partition("#")[0]
    site.goto(f"{base}?#setup=1;e1:Noyion1;{rooks % (2, 2, 2, 2)};h8:Noyion2".replace("2:T", "7:T"))
    ready(site)
    site.get_by_role("button", name="Offer a draw").click()
    expect(site.locator("#typed-fault")).to_contain_text("The computer declines")
    expect(site.locator("#typed-fault")).to_be_in_viewport()
    expect(site.locator("#turn")).to_have_text("Your move (White).")


# What the page asks of the computer, as it was sent to the worker.
ASKED = """
window.asked = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  if (message.limits) window.asked.push(message);
  return post.call(this, message, ...rest);
};
"""


def test_the_strongest_level_is_given_less_than_a_second(site: Page) -> None:
    """Also for the first move of all, before which it learns what its men are worth."""
    site.add_init_script(ASKED)
    open_table(site, "main-chator", "#you=2&strength=strong")
    expect(site.locator("#strength-hint")).to_contain_text("as 0.9 s allow")
    assert middle(site, "a8")[1] > middle(site, "a1")[1]  # the board is turned for Black
    expect(site.locator("#thought")).to_contain_text("lines of play")
    (asked,) = site.evaluate(
        "asked.map(({ limits, since }) => [limits.milliseconds, since <= Date.now()])"
    )
    assert asked == [900, True]


def test_all_is_done_from_the_keyboard(site: Page) -> None:
    open_table(site, "shodra")
    site.locator("svg.board").focus()
    said = site.locator("#cursor-said")
    expect(said).to_contain_text("a1: White targa")
    for key in ("ArrowUp", "ArrowRight", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        site.keyboard.press(key)
    expect(said).to_contain_text("b4:")
    assert answered(site, 2)[0] == "b2-b4"
    for _ in range(12):
        site.keyboard.press("Tab")
        if site.evaluate("document.activeElement.id") == "take-back":
            break
    site.keyboard.press("Enter")
    expect(site.locator("#moves button")).to_have_count(0)


def test_the_cursor_goes_round_a_board_of_rings(site: Page) -> None:
    open_table(site, "shatranj-ar-rumiya-1352")
    site.locator("svg.board").focus()
    said, seen = site.locator("#cursor-said"), set()
    for key in ["ArrowUp"] * 8 + ["ArrowRight"] * 8 + ["ArrowDown"] * 8 + ["ArrowLeft"] * 8:
        site.keyboard.press(key)
        seen.add(said.inner_text())
    assert len(seen) > 12


def tap(site: Page, *labels: str) -> None:
    for label in labels:
        site.locator(f'.site[data-label="{label}"]').tap(force=True)


@pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True)
def test_taps_play_on_a_phone(site: Page) -> None:
    open_table(site, "shodra")
    fits(site)
    site.evaluate(
        "document.addEventListener('click', (e) => { (window.taps ??= []).push(e.pointerType); })"
    )
    tap(site, "g1", "h3")
    assert answered(site, 2)[0] == "g1-h3"
    tap(site, "a2", "e2", "e2")  # another man is chosen, and let go
    expect(site.locator(".light-chosen")).to_have_count(0)
    tap(site, "e2")
    expect(site.locator(".light-chosen")).to_have_count(1)
    tap(site, "e3")
    first = answered(site, 4)
    assert first[2] == "e2-e3"
    site.get_by_role("button", name="Take back").tap()
    assert answered(site, 2) == first[:2]
    site.get_by_role("button", name="To the start").tap()
    stands(site, "White ot, g1")
    fits(site)
    assert set(site.evaluate("window.taps")) == {"touch"}


def test_moves_are_typed_named_and_stepped_through(site: Page) -> None:
    """By one who plays both sides."""
    open_table(site, "shodra", "#you=both")
    gone_over_by_what_is_seen(site)
    read_as_players_write(site)
    clauses = site.locator("#moves a")
    expect(clauses.nth(2)).to_have_text("Oi: capture")
    expect(clauses.nth(2)).to_have_attribute("href", "/rulesets/shodra/?clause=OiCaptures")
    expect(site.locator("#live")).to_contain_text("e4-d5 is allowed by “Oi: capture”")
    stepped_through(site)
    enter(site, "p e7-e6")
    played(site, "e2-e4", "d7-d5", "e4-d5", "e7-e6")


def gone_over_by_what_is_seen(site: Page) -> None:
    """By the keys, on a board that is turned."""
    flip = site.get_by_role("button", name="Flip the board")
    flip.click()
    site.locator("svg.board").focus()
    site.keyboard.press("ArrowDown")
    expect(site.locator("#cursor-said")).to_contain_text("a2: White oi")
    flip.click()


def read_as_players_write(site: Page) -> None:
    """Coordinates without the server, algebraic notation by it; what is no move is refused."""
    fault = site.locator("#typed-fault")
    enter(site, "e2-e5")
    expect(fault).to_contain_text("e2-e5 is not legal; do you mean")
    expect(fault).not_to_contain_text("position")
    site.route("**/play/read/", lambda route: route.abort())
    enter(site, "e2e4")
    expect(fault).to_have_text("")
    expect(site.locator("#moves button")).to_have_count(1)
    site.unroute("**/play/read/")
    for count, text in enumerate(("d5", "exd5"), start=2):
        enter(site, text)
        expect(site.locator("#moves button")).to_have_count(count)
    played(site, "e2-e4", "d7-d5", "e4-d5")


def stepped_through(site: Page) -> None:
    """Home and End lead to the start and the end; back goes move by move, and forward again."""
    site.locator("svg.board").focus()
    for key, ply in (("Home", 0), ("End", 3), ("Home", 0)):
        site.keyboard.press(key)
        expect(site.locator("#ply")).to_have_text(f"{ply} / 3")
    site.get_by_label("Type a move").press("End")
    expect(site.locator("#ply")).to_have_text("0 / 3")
    site.go_back()
    expect(site.locator("#moves button")).to_have_count(2)
    stands(site, "Black oi, d5")
    site.go_forward()
    expect(site.locator("#moves button")).to_have_count(3)
    stands(site, "White oi, d5")


def test_draws_are_offered_and_answered_where_the_rules_have_it(site: Page) -> None:
    query = "?option=Draw+offers/As+moves"
    open_table(site, "ouk-chatrang", "#you=both", query)
    said = site.get_by_role("group", name="Claims and offers")
    said.get_by_role("button", name="propose: Draw").click()
    expect(said.get_by_role("button")).to_have_text(["vote: Draw", "vote: No draw"])
    said.get_by_role("button", name="vote: Draw").click()
    expect(site.locator("#turn")).to_have_text("The game is drawn.")


def test_the_running_count_is_shown_and_claimed(site: Page) -> None:
    ruleset = stored("ouk-chatrang", with_games=True)
    match = ruleset.matches.get(slug="ouk-count-is-claimed")
    position = rules_for(ruleset, match.options).start()
    for move in match.moves[:-1]:
        position = position.play(move)
    base = "/".join(site.url.split("/")[:3])
    option = "&".join(f"option={each}" for each in match.options)
    played = ",".join(match.moves[:-1])
    site.goto(f"{base}/rulesets/ouk-chatrang/play/?{option}#you=both&moves={played}")
    ready(site)
    shown = [counted()[name].format(value=value) for name, value in position.counts.items()]
    expect(site.locator("#notices p")).to_have_text(shown)
    site.locator("#said button", has_text="Draw by count").click()
    expect(site.locator("#turn")).to_have_text("The game is drawn.")


def test_an_attack_is_told_as_on_the_page_of_the_rules(site: Page) -> None:
    ruleset = stored("chaturanga-davidson", with_games=True)
    match = ruleset.matches.get(slug="davidson-king-taken")
    base = "/".join(site.url.split("/")[:3])
    played = ",".join(match.moves[:5])
    site.goto(f"{base}/rulesets/chaturanga-davidson/play/#you=both&moves={played}")
    ready(site)
    expect(site.locator("#notices")).to_have_text("Black is notified: Attack on the king")


def test_a_text_that_means_several_moves_names_them_and_axe_finds_nothing(site: Page) -> None:
    open_table(site, "min-rek-chanh")
    enter(site, "a3-a4")
    expect(site.locator("#typed-fault")).to_contain_text("may mean a3-a4 (Man) or a3-a4 (Order)")
    enter(site, "a3-a4(OrderToRek)")
    assert answered(site, 2)[0] == "a3-a4 (Order)"
    site.evaluate(OPEN_ALL)
    site.locator("svg.board").focus()
    assert findings(site) + findings_on_a_dark_phone(site) == []


def middle(site: Page, label: str) -> tuple[float, float]:
    """Where a site stands on the screen."""
    box = site.locator(f'.site[data-label="{label}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(site: Page, frm: str, to: str) -> None:
    site.mouse.move(*middle(site, frm))
    site.mouse.down()
    site.mouse.move(*middle(site, to), steps=4)
    site.mouse.up()


def test_pieces_are_dragged_for_either_side_and_go_back_where_they_may_not_stand(
    site: Page,
) -> None:
    open_table(site, "shodra", "#you=both")
    drag(site, "e2", "e4")
    played(site, "e2-e4")
    stands(site, "White oi, e4")
    drag(site, "d7", "d2")
    played(site, "e2-e4")
    stands(site, "Black oi, d7")
    assert site.locator(".lifted, .light-chosen").count() == 0
    drag(site, "d7", "d5")
    played(site, "e2-e4", "d7-d5")
    # The address of another game, for another side.
    site.evaluate("location.hash = 'you=2&moves=e2-e4'")
    turned_for_black(site)
    site.evaluate("location.hash = 'you=1&moves=e2-e4,zz,g1-f3'")
    told_of_an_illegal_move(site)


def turned_for_black(site: Page) -> None:
    """The board."""
    expect(site.locator("#turn")).to_have_text("Your move (Black).")
    assert middle(site, "a8")[1] > middle(site, "a1")[1]
    assert middle(site, "a8")[0] > middle(site, "h8")[0]
    drag(site, "d7", "d5")
    expect(site.locator("#moves button")).to_have_count(3)
    assert moves(site)[:2] == ["e2-e4", "d7-d5"]
    site.get_by_role("button", name="Flip the board").click()
    assert middle(site, "a8")[1] < middle(site, "a1")[1]


def told_of_an_illegal_move(site: Page) -> None:
    """Who follows a wrong address."""
    fault = site.locator("#address-fault")
    wrongs = (("zz", "zz"), ("e2-e5", "e2-e5"), ("e2-e4", "e2-e4"), ("%E2%80", ""), ("%zz", ""))
    for wrong, named in wrongs:
        site.evaluate(f"location.hash = 'you=1&moves=e2-e4,{wrong},g1-f3'")
        expect(fault).to_contain_text(f"Move 2, {named}")
    expect(fault).to_contain_text("is not legal under these rules: the game stands before it.")
    answered(site, 2)
    expect(fault).to_be_visible()  # also once the computer has moved
    enter(site, "g1-f3")
    expect(fault).to_be_hidden()
