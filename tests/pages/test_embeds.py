"""Pages in the frames of other sites."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

PAGES = ["/evidence/tomb-board/", "/games/senet/"]


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
    assert f'&lt;iframe src="http://testserver{address}?embed=1"' in html


def test_a_title_cannot_break_out_of_the_frame(client: Client, cast: Any) -> None:
    record = cast["tomb-board"]
    record.title = 'A "board" <b>'
    record.save()
    html = client.get("/evidence/tomb-board/").content.decode()
    assert 'title="A &quot;board&quot; &lt;b&gt;"' in html


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
