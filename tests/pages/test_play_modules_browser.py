"""Playing rules of the engine's second design in Chromium: throws, seeds, hands, many players."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Clause, Game, Ruleset
from games.play import load_rules
from tests.engine.site_texts import ALL
from tests.pages.conftest import PHONE
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.waiting import fits

pytestmark = pytest.mark.browser
MOST_PLIES = 200
MOST_BYTES = 350_000  # of a page, whatever board it shows
TRANSFERRED = """() => performance.getEntries().reduce((sum, { encodedBodySize }) =>
    sum + (encodedBodySize ?? 0), 0)"""


def stored(name: str) -> Ruleset:
    """One of the texts with its definitions as clauses."""
    text = ALL[name]
    game, _ = Game.objects.get_or_create(name=name, defaults={"slug": name})
    ruleset = Ruleset.objects.create(slug=name, game=game, name=name, kind="original", text=text)
    for position, clause in enumerate(re.findall(r'\(define "(\w+)"', text)):
        Clause.objects.create(
            ruleset=ruleset, position=position, name=clause, title=f"Clause {clause}",
            text=clause, status="attested",
        )  # fmt: skip
    return ruleset


def open_table(site: Page, name: str, state: str = "") -> None:
    stored(name)
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}/rulesets/{name}/play/{state}")
    ready(site)


def ready(site: Page) -> None:
    site.locator(".play-table[data-ready]").wait_for()


def click(site: Page, label: str) -> None:
    site.locator(f'.site[data-label="{label}"]').click(force=True)


def over(site: Page) -> bool:
    return site.locator("#turn").inner_text().startswith("The game is over")


def make_a_move(site: Page) -> None:
    """Choose the first of the legal moves by its sites."""
    count = site.locator("#moves button").count()
    label = site.locator("#legal-moves button").first.text_content() or ""
    bare = re.sub(r"^\[.*\] |=.*$", "", label)
    if bare.startswith("@"):  # from the hand of whoever is to move
        black = "Black" in (site.locator("#turn").text_content() or "")
        bare = f"Hand{2 if black else 1}-{bare[1:]}"
    placed = re.fullmatch(r"(?:[A-Za-z]+@)?([a-z]+\d+)", bare)  # Stone@d4, or a hole alone
    start, _, end = bare.partition("-")
    if placed:
        click(site, placed[1])
    elif not end:
        site.locator("#said button").first.click()
    else:
        for each in dict.fromkeys(filter(None, (start, end))):
            click(site, each)
    expect(site.locator("#moves button")).to_have_count(count + 1)


def men(site: Page) -> list[str]:
    return sorted(site.locator(".pieces title").all_text_contents())


def test_a_race_is_played_to_its_end_by_clicking_and_its_link_shows_it(site: Page) -> None:
    open_table(site, "run-home")
    throw, turn = site.get_by_role("button", name="Throw", exact=True), site.locator("#turn")
    for _ in range(MOST_PLIES):
        if over(site):
            break
        expect(turn).to_contain_text("to throw.")
        throw.click()
        expect(throw).to_have_attribute("aria-disabled", "true")
        expect(site.locator("#notices")).to_contain_text("the chance of ")
        make_a_move(site)
    expect(turn).to_have_text(re.compile(r"The game is over: (White|Black) wins\."))
    expect(site.locator("#live")).to_contain_text("Clause Home")
    plies, standing = site.locator("#moves button").all_inner_texts(), men(site)
    assert all(re.match(r"\[[12] [12]\] ", ply) for ply in plies)

    site.goto("about:blank")
    site.go_back()
    ready(site)

    expect(site.locator("#moves button")).to_have_text(plies)
    assert men(site) == standing


def test_a_whole_turn_is_typed_and_read_as_its_family_writes_it(site: Page) -> None:
    open_table(site, "run-home")
    typed, moves = site.get_by_label("Type a move"), site.locator("#moves")
    typed.fill("22: hand/4")
    typed.press("Enter")
    expect(moves.locator("button")).to_have_text(["[2 2] @d1"])
    expect(moves.locator(".family")).to_have_text(["22: hand/4"])
    assert site.evaluate("decodeURIComponent(location.hash)") == "#moves=[2 2] Hand1-d1"

    typed.fill("11: 99/100")
    typed.press("Enter")
    expect(site.locator("#typed-fault")).to_contain_text("11: 99/100")

    site.evaluate("location.hash = 'moves=22: hand%2F4'")
    expect(moves.locator("button")).to_have_text(["[2 2] @d1"])


def called_by_their_numbers(site: Page) -> None:
    """Spaces of a race."""
    site.get_by_label("Show the names of spaces").check()
    names = site.locator(".numbers text").all_text_contents()
    assert sorted(map(int, names)) == list(range(1, 17))
    site.locator('.site[data-label="h2"]').hover(force=True)
    expect(site.locator("#cursor-said")).to_have_text("Space 9: empty")


def test_a_move_is_typed_after_a_throw_and_a_wrong_one_is_told_the_true_reason(site: Page) -> None:
    """A throw stays thrown when the page is loaded again."""
    open_table(site, "run-home")
    called_by_their_numbers(site)
    typed, fault = site.get_by_label("Type a move"), site.locator("#typed-fault")
    typed.fill("@d1")
    typed.press("Enter")
    expect(fault).to_have_text("Throw first: the moves depend on the throw.")

    site.get_by_role("button", name="Throw", exact=True).click()
    legal = site.locator("#legal-moves button")
    expect(legal).to_have_count(1)
    label = legal.text_content() or ""
    notices = site.locator("#notices")
    expect(notices).to_contain_text("the chance of ")
    said = notices.inner_text()
    site.reload()
    ready(site)
    expect(notices).to_have_text(said)
    expect(legal).to_have_text([label])
    for wrong in ("@h1", "Hand1-h1"):
        typed.fill(wrong)
        typed.press("Enter")
        expect(fault).to_contain_text("is not legal; legal are ")
        expect(fault).not_to_contain_text("ask for a throw")
    typed.fill("@" + label.partition("@")[2])
    typed.press("Enter")
    expect(site.locator("#moves button")).to_have_text([label])


def test_a_pass_says_what_it_is_about(site: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ALL["run-home"].replace('(or "Enter" "Run")', '"Kept"')
    monkeypatch.setitem(ALL, "kept-throw", f'(define "Kept" (move Pass))\n{kept}')
    open_table(site, "kept-throw")
    site.get_by_role("button", name="Throw", exact=True).click()
    expect(site.locator("#turn")).to_have_text(
        "White to move; the only legal move is to pass: Clause Kept."
    )
    expect(site.locator("#said .family")).to_have_text("Clause Kept")
    expect(site.locator("#legal-moves .family").first).to_have_text("Clause Kept")


def test_an_offer_of_a_draw_is_always_answered(site: Page) -> None:
    site.route("**/opponent-worker*.js", lambda route: None)  # the computer thinks and thinks
    open_table(site, "six-holes", "#you=2")
    offer, fault = site.get_by_role("button", name="Offer a draw"), site.locator("#typed-fault")
    offer.click(force=True)
    expect(fault).to_contain_text("offer a draw when it is your turn")
    site.unroute("**/opponent-worker*.js")
    open_table(site, "run-home", "#you=1")
    offer.click()
    expect(fault).to_contain_text("The computer declines")


def test_a_hole_is_sown_by_one_click_and_by_the_keyboard(site: Page) -> None:
    open_table(site, "six-holes")
    expect(site.locator(".pieces .seed")).to_have_count(48)
    first = site.locator("#legal-moves button").first.text_content() or ""
    hole = first.split("-")[0]
    click(site, hole)
    expect(site.locator("#moves button")).to_have_text([first])
    expect(site.locator("#live")).to_contain_text("Clause Sow")
    site.get_by_role("button", name="Take back").click()
    expect(site.locator("#moves button")).to_have_count(0)

    site.locator("svg.board").focus()
    for _ in range(14):
        if hole in site.locator("#cursor-said").inner_text():
            break
        site.keyboard.press("ArrowRight")
    expect(site.locator("#cursor-said")).to_have_text(f"{hole}: Seed × 4")
    site.keyboard.press("Enter")
    expect(site.locator("#moves button")).to_have_text([first])
    site.get_by_role("button", name="Take back").click()
    expect(site.locator("#moves button")).to_have_count(0)
    named_as_typed_moves_name_them(site)


def named_as_typed_moves_name_them(site: Page) -> None:
    """Holes."""
    site.get_by_label("Show the names of spaces").check()
    names = site.locator(".numbers text").all_text_contents()
    assert sorted(names) == [*"ABCDEF", *"abcdef"]

    for name in ("A", "b"):
        site.get_by_label("Type a move").fill(name)
        site.get_by_label("Type a move").press("Enter")
        expect(site.locator("#moves .family").last).to_have_text(name)


def test_a_site_alone_is_typed_where_a_man_is_set(site: Page) -> None:
    """The keys go on from where the board was touched."""
    open_table(site, "join-the-sides")
    click(site, "c3")
    expect(site.locator("#moves button")).to_have_text(["Stone@c3"])
    expect(site.locator("#cursor-said")).to_have_text(re.compile("c3: .*[Ss]tone"))
    site.get_by_role("button", name="Take back").click()
    expect(site.locator("#moves button")).to_have_count(0)
    typed, moves = site.get_by_label("Type a move"), site.locator("#moves button")
    for text in ("B2", "@c3", "Stone@a1"):
        typed.fill(text)
        typed.press("Enter")
        expect(typed).to_have_value("")
    expect(moves).to_have_text(["Stone@b2", "Stone@c3", "Stone@a1"])
    assert "b2-b2=Stone1" in site.evaluate("decodeURIComponent(location.hash)")


def test_three_players_are_told_apart_and_have_places(site: Page) -> None:
    open_table(site, "three-players")
    for _ in range(16):
        if over(site):
            break
        make_a_move(site)
    expect(site.locator("#turn")).to_contain_text("The game is over: places: 1. Player")
    marks = site.locator(".pieces .stone-letter").all_text_contents()
    assert set(marks) == {"1", "2", "3"}


@pytest.mark.parametrize("name", ALL)
def test_every_family_fits_a_phone_and_axe_finds_nothing(site: Page, name: str) -> None:
    site.set_viewport_size(PHONE)
    open_table(site, name)
    fits(site)
    assert site.evaluate(TRANSFERRED) < MOST_BYTES
    site.evaluate(OPEN_ALL)
    assert findings(site, colours=False) == []  # they are those of test_families_browser.py
    assert load_rules(ALL[name]).design == 2


@pytest.mark.parametrize(("name", "clause"), [("dogs-and-hare", "HareStep"), ("run-home", "Hit")])
def test_a_clause_is_found_in_random_games_and_lit(site: Page, name: str, clause: str) -> None:
    stored(name)
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}/rulesets/{name}/")
    site.locator(".player[data-ready]").wait_for()
    site.get_by_role("link", name=f"Clause {clause}").first.click()
    expect(site.locator("#live")).to_contain_text(f"“Clause {clause}”")
    expect(site.locator("#moves button").nth(1)).to_be_visible()
    expect(site.locator(".marks .light").first).to_be_attached()


def test_dice_are_thrown_on_the_page_of_the_rules(site: Page) -> None:
    stored("run-home")
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}/rulesets/run-home/")
    site.locator(".player[data-ready]").wait_for()
    expect(site.locator("#legal-count")).to_have_text("0")
    site.get_by_role("button", name="Throw the dice for White").click()
    expect(site.locator("#legal-count")).not_to_have_text("0")
    expect(site.locator("#notices")).to_contain_text("the chance of ")
