"""Pages in the frames of other sites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import escape, unescape
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

FRAME = re.compile(r"<pre[^>]*data-frame[^>]*>(.*?)</pre>", re.DOTALL)
PAGES = ["/evidence/tomb-board/", "/games/senet/"]


class Frames(HTMLParser):
    """The attributes of the frames in a text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag: there is to be none but the frame."""
        assert tag == "iframe"
        self.found.append(dict(attrs))


def pasted_text(text: str) -> dict[str, str | None]:
    """The attributes of the one frame that a text makes in another page."""
    reader = Frames()
    reader.feed(text)
    (found,) = reader.found
    return found


def pasted(html: str) -> Any:
    """The same of the text that a page offers."""
    found = FRAME.search(html)
    assert found
    return pasted_text(unescape(found[1]))


@pytest.mark.parametrize("address", PAGES)
def test_an_embedded_page_is_the_content_alone(client: Client, cast: Any, address: str) -> None:
    answer = client.get(f"{address}?embed=1")
    html = answer.content.decode()
    assert "Senet" in html
    for part in ("site-head", "site-foot", "<form", "<iframe", "&lt;iframe"):
        assert part not in html, part
    assert '<base target="_blank">' in html
    assert f"http://testserver{address}?embed" not in html
    assert f'<a href="{address}">Open this page at Ashtapada</a>' in html
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "default-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("address", [*PAGES, "/evidence/tomb-board/?embed=0", "/?embed=1"])
def test_other_pages_stay_out_of_frames(client: Client, cast: Any, address: str) -> None:
    answer = client.get(address)
    html = answer.content.decode()
    assert "site-head" in html
    assert "site-foot" in html
    assert "<base" not in html
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("address", PAGES)
def test_the_page_says_how_to_embed_it(client: Client, cast: Any, address: str) -> None:
    html = client.get(address).content.decode()
    assert pasted(html)["src"] == f"http://testserver{address}?embed=1"


def test_a_title_cannot_break_out_of_the_frame(client: Client, cast: Any) -> None:
    record = cast["tomb-board"]
    record.title = 'A "board" <b>'
    record.save()
    html = client.get("/evidence/tomb-board/").content.decode()
    assert 'A "board" <b>' in pasted(html)["title"]


@pytest.mark.parametrize(
    "asked",
    [
        "?clause=OiStepsTwice",
        "?match=short&ply=3&clause=OiCaptures&role=allowed",
        "games/short/3/?line=x",
    ],
)
def test_the_frame_shows_what_the_address_says(client: Client, shodra: Any, asked: str) -> None:
    address = f"/rulesets/shodra/{asked}"
    src = pasted(client.get(address).content.decode())["src"]
    assert src == f"http://testserver{address}&embed=1"
    embedded = client.get(src).content.decode()
    assert f'<a href="{escape(address)}">Open this page at Ashtapada</a>' in embedded


def test_an_address_cannot_break_out_of_the_frame(client: Client, cast: Any) -> None:
    html = client.get("/evidence/tomb-board/", {"x": '"><script>&amp;', "embed": "0"}).content
    src = urlsplit(pasted(html.decode())["src"])
    assert parse_qs(src.query) == {"x": ['"><script>&amp;'], "embed": ["1"]}


@pytest.mark.browser
def test_the_frame_follows_what_is_chosen(site: Page, shodra: Any) -> None:
    site.goto(f"{site.url}rulesets/shodra/")
    site.locator(".player[data-complete]").wait_for()
    site.locator('[data-clause="OiCaptures"] a.clause-title').click()
    expect(site).to_have_url(re.compile("clause=OiCaptures"))
    src = pasted_text(site.locator("[data-frame]").text_content() or "")["src"]
    assert src == f"{site.url}&embed=1"
    cited = site.locator("#cite-ply a")
    expect(cited).to_have_attribute("href", "games/short/3/?clause=OiCaptures&role=allowed")
    site.goto(src or "")
    site.locator(".player[data-ready]").wait_for()
    expect(site.locator("#live")).to_contain_text("“Oi: capture”")
    site.locator("[data-step='on']").click()
    out = site.get_by_role("link", name="Open this page at Ashtapada")
    expect(out).to_have_attribute("href", re.compile(r"\?match=short&ply=3$"))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Another site: its address, and the folder of its pages."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", tmp_path
        server.shutdown()


@pytest.mark.browser
def test_a_page_of_another_site_shows_it(live_server: Any, page: Any, cast: Any, host: Any) -> None:
    address, folder = host
    record = f"{live_server.url}/evidence/tomb-board/"
    frame = '<iframe id="{0}" src="{1}" width="600" height="500"></iframe>'
    frames = frame.format("embedded", f"{record}?embed=1") + frame.format("whole", record)
    (folder / "index.html").write_text(f"<!doctype html>{frames}")
    page.goto(address)
    title = page.frame_locator("#embedded").locator("h1")
    expect(title).to_contain_text("Board from a Theban tomb")
    refused = page.frame_locator("#whole").locator("body")
    refused.wait_for(state="attached")
    assert "Theban" not in refused.inner_text()
