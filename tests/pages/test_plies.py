"""Every ply of a recorded game: its page, its citation, its pictures, and in frames."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image
from playwright.sync_api import Page, expect

from games.models import Match, Ruleset
from games.pictures import STYLE
from games.plies import line_mark
from tests.pages.conftest import PHONE, SHORT_GAME, stored
from tests.pages.second import random_game, stored_second
from tests.pages.test_embeds import pasted
from tests.waiting import fits

pytestmark = pytest.mark.django_db

GAME = "/rulesets/shodra/games/short"
SVG = "{http://www.w3.org/2000/svg}"


def html(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def picture(client: Client, name: str) -> bytes:
    answer = client.get(f"{GAME}{name}")
    assert answer.status_code == 200
    return answer.content


def men(text: str) -> set[str]:
    """What stands where, by the titles of a drawing."""
    return set(re.findall(r"<title>((?:White|Black) [^<]+)</title>", text))


def test_the_page_shows_the_position_the_move_and_the_clauses(client, shodra):
    page = html(client, f"{GAME}/3/")
    assert "<h1>Short game, ply 3: e4-d5</h1>" in page
    assert "A game made to show the rules." in page
    assert "White has played e4-d5." in page
    assert "White oi, d5" in men(page)
    assert len(men(page)) == 31
    assert page.count('class="light light-') == 2
    assert "Oi: capture" in page
    assert 'href="/evidence/soyot-report/"' in page
    assert 'rel="prev" href="/rulesets/shodra/games/short/2/"' in page
    assert "?match=short&amp;ply=3" in page


def test_before_the_first_move_nothing_is_lit(client, shodra):
    page = html(client, f"{GAME}/0/")
    assert "Short game: before the first move" in page
    assert "light-" not in re.search(r"<svg class=\"board.*?</svg>", page, re.DOTALL)[0]
    assert 'rel="prev"' not in page
    assert 'rel="next"' not in html(client, f"{GAME}/{len(SHORT_GAME)}/")


def test_a_move_is_written_as_its_family_writes_it_too(client):
    holes = stored_second("six-holes")
    game = {"ruleset": holes, "slug": "sown", "title": "Sown", "digest": holes.digest}
    Match.objects.create(**game, moves=random_game(holes, 1, most=1))
    page = html(client, "/rulesets/six-holes/games/sown/1/")
    assert 'such games: <span class="notation">' in page
    assert "such games" not in html(client, "/rulesets/six-holes/games/sown/0/")


@pytest.mark.parametrize("name", ["/9/", "/9.svg", "/9.png", "/3-9.gif", "/4-3.gif", "/1000000/"])
def test_beyond_the_end_there_is_nothing(client, shodra, name):
    assert "has the plies 0 to 8" in str(client.get(f"{GAME}{name}").context["said"])
    assert client.get(f"{GAME}{name}").status_code == 404
    assert client.get("/rulesets/shodra/games/none/1/").status_code == 404


def test_the_citation_names_game_ply_rules_and_an_address_that_reproduces_it(client, shodra):
    page = html(client, f"{GAME}/3/")
    mark = line_mark(Match.objects.get(), 3)
    address = f"http://testserver{GAME}/3/?line={mark}"
    (item,) = json.loads(
        re.search(r"<pre[^>]*>(\[.*?\])</pre>", page, re.DOTALL)[1]
        .replace("&quot;", '"').replace("&amp;", "&")
    )  # fmt: skip
    assert item["URL"] == address
    assert item["title"] == (
        "Short game, ply 3: e4-d5 (game made to show the rules; "
        f"rules: {shodra}, text {shodra.digest[:12]})"
    )
    assert shodra.digest in page
    assert "game short, ply 3" in page
    assert "have changed since" not in html(client, f"{GAME}/3/?line={mark}")


def test_a_game_that_was_changed_after_it_was_cited_says_so(client, shodra):
    match = Match.objects.get()
    third, sixth = line_mark(match, 3), line_mark(match, 6)
    match.moves = [*SHORT_GAME[:3], "c7-c6"]
    match.save()
    assert third == line_mark(match, 3)
    assert "no longer" not in html(client, f"{GAME}/3/?line={third}")
    assert f"This position was cited as {sixth} and is now" in html(
        client, f"{GAME}/4/?line={sixth}"
    )
    assert "&lt;b&gt;" in html(client, f"{GAME}/4/?line=<b>")


def test_the_svg_stands_alone_and_says_what_it_is(client, shodra):
    answer = client.get(f"{GAME}/3.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    text = answer.content.decode()
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "Short game, ply 3: e4-d5"
    about = root.find(f"{SVG}desc").text
    assert shodra.digest in about
    assert f"http://testserver{GAME}/3/" in about
    assert men(text) == men(html(client, f"{GAME}/3/"))
    used = {use.get("href") for use in root.iter(f"{SVG}use")}
    symbols = {f"#{symbol.get('id')}" for symbol in root.iter(f"{SVG}symbol")}
    assert used <= symbols
    assert "var(" not in text


def test_letters_may_stand_for_pieces(client, shodra):
    text = picture(client, "/3.svg?letters=1").decode()
    assert "<symbol" not in text
    assert ".piece{display:none}" in text
    assert picture(client, "/3.png") != picture(client, "/3.png?letters=1")


def test_the_png_is_that_position_in_the_size_asked_for(client, shodra):
    image = Image.open(BytesIO(picture(client, "/3.png?size=396"))).convert("RGB")
    assert image.size == (396, 396)
    # a8, dark e8 left of nothing: the paper outside, a light and a dark empty square, the lit one.
    assert image.getpixel((2, 2)) == (0xFB, 0xF7, 0xEF)
    square = lambda file, rank: image.getpixel((18 + 45 * file + 4, 18 + 45 * (8 - rank) + 4))  # noqa: E731
    assert square(0, 4) == (0xEC, 0xDC, 0xBD)
    assert square(0, 3) == (0xCD, 0xA8, 0x78)
    assert square(3, 5) not in (square(0, 4), square(0, 3))
    white, black = image.getpixel((18 + 45 * 3 + 22, 18 + 45 * 3 + 30)), (0x3B, 0x2C, 0x23)
    assert white == (0xFF, 0xFA, 0xF0)
    assert black in {image.getpixel((18 + 45 + 22, y)) for y in range(63, 108)}


@pytest.mark.parametrize("size", ["63", "1601", "x", "", "-5", "٣٠٠", "99999"])
def test_sizes_have_limits(client, shodra, size):
    assert client.get(f"{GAME}/3.png?size={size}").status_code == 404


def test_the_gif_plays_the_line_and_rests_at_its_end(client, shodra):
    image = Image.open(BytesIO(picture(client, "/2-6.gif?size=240")))
    assert (image.n_frames, image.size, image.info["loop"]) == (5, (240, 240), 0)
    frames, durations = [], []
    for number in range(image.n_frames):
        image.seek(number)
        frames.append(image.convert("RGB").tobytes())
        durations.append(image.info["duration"])
    assert len(set(frames)) == 5
    assert durations == [900, 900, 900, 900, 2500]


def test_a_gif_has_a_most_of_frames(client, shodra):
    Match.objects.update(moves=["e2-e4"] * 200)
    assert client.get(f"{GAME}/0-80.gif").status_code == 404
    assert "at most 80 plies, not 81" in str(client.get(f"{GAME}/0-80.gif").context["said"])


@pytest.mark.parametrize("name", ["/3.svg", "/3.png", "/0-3.gif"])
def test_who_has_a_picture_is_not_sent_it_again(client, shodra, name):
    first = client.get(f"{GAME}{name}")
    again = client.get(f"{GAME}{name}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(f"{GAME}{name}?letters=1", headers={"If-None-Match": first["ETag"]})
    assert other.status_code == 200
    Match.objects.update(moves=["d2-d4", *SHORT_GAME[1:]])
    assert client.get(f"{GAME}/1.svg", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_game_that_cannot_be_replayed_says_where(client, shodra):
    Match.objects.update(moves=["e2-e4", "e2-e4"])
    assert "cannot be replayed" in html(client, f"{GAME}/2/", 409)
    assert "e2-e4 is not legal" in html(client, f"{GAME}/2.png", 409)
    assert "Short game, ply 1" in html(client, f"{GAME}/1/")


def test_every_shipped_board_can_be_a_picture(client):
    for path in sorted((settings.BASE_DIR / "fixtures" / "rulesets").glob("*.json")):
        stored(path.stem, with_games=True)
    assert Match.objects.count() > 8
    for ruleset in Ruleset.objects.all():
        match = ruleset.matches.first()
        address = f"/rulesets/{ruleset.slug}/games/{match.slug}/{len(match.moves)}"
        image = Image.open(BytesIO(client.get(f"{address}.png?size=200").content))
        assert max(image.size) == 200
        assert len(image.convert("RGB").getcolors(40_000)) > 20
        assert html(client, f"{address}/")


def test_pictures_have_the_colours_of_the_pages():
    tokens = Path(settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8")
    light = re.sub(r"light-dark\((#\w+), #\w+\)", r"\1", tokens)
    assert set(re.findall(r"#[0-9a-f]{6}", STYLE)) <= set(re.findall(r"#[0-9a-f]{6}", light))


@pytest.mark.parametrize("address", [f"{GAME}/3/", "/rulesets/shodra/"])
def test_plies_and_rules_may_stand_in_frames_of_others(client, shodra, address):
    answer = client.get(f"{address}?embed=1")
    text = answer.content.decode()
    for part in ("site-head", "site-foot", "<form", "&lt;iframe"):
        assert part not in text, part
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert pasted(html(client, address))["src"] == f"http://testserver{address}?embed=1"


# In the browser


def test_the_board_leads_to_the_page_of_its_ply(site: Page, shodra: Any) -> None:
    base = site.url.rstrip("/")
    ready = site.locator(".player[data-ready]")
    site.goto(f"{base}/rulesets/shodra/?match=short&ply=3")
    ready.wait_for()
    link = site.get_by_role("link", name="Cite or save this position")
    expect(link).to_have_attribute("href", "games/short/3/")
    site.locator("[data-step='on']").click()
    expect(link).to_have_attribute("href", "games/short/4/")
    link.click()
    expect(site.get_by_role("heading", level=1)).to_have_text("Short game, ply 4: e7-e6")
    site.get_by_role("link", name="The ply before").press("Enter")
    expect(site).to_have_url(f"{base}{GAME}/3/")
    site.set_viewport_size(PHONE)
    fits(site)
    site.goto(f"{base}{GAME}/3.svg")
    assert site.evaluate("document.querySelectorAll('use').length") == 31
    site.goto(f"{base}/rulesets/shodra/?match=short&ply=3&embed=1")
    ready.wait_for()
    site.locator("[data-step='on']").click()
    expect(site).to_have_url(re.compile(r"ply=4.*embed=1"))
