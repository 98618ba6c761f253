"""The addresses of the tiles of the base map."""

from __future__ import annotations

import gzip
import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from config import door
from evidence.places.atlas.archive import Key, shipped

FOLDER = f"/tiles/{shipped().version}/"


def test_a_tile_is_sent_as_it_is_stored_and_stays_for_a_year(client: Client) -> None:
    answer = client.get(f"{FOLDER}0/0/0.pbf", headers={"accept-encoding": "gzip"})
    assert answer.content == shipped().tile(Key(0, 0, 0))
    assert answer["Content-Encoding"] == "gzip"
    assert answer["Content-Type"] == "application/vnd.mapbox-vector-tile"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Accept-Encoding" in answer["Vary"]
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_a_client_that_takes_no_gzip_has_the_tile_plain(client: Client) -> None:
    plain = client.get(f"{FOLDER}0/0/0.pbf")
    assert "Content-Encoding" not in plain
    assert plain.content == gzip.decompress(shipped().tile(Key(0, 0, 0)) or b"")


def test_open_sea_is_empty_and_beyond_the_world_is_nothing(client: Client) -> None:
    sea = next(
        Key(5, x, y) for x in range(32) for y in range(32) if not shipped().tile(Key(5, x, y))
    )
    assert client.get(FOLDER + sea.name).status_code == 204
    for beyond in ("0/1/0", "6/0/0", "5/0/32", f"{10**9}/0/0", "5/-1/0"):
        assert client.get(f"{FOLDER}{beyond}.pbf").status_code == 404, beyond


def test_a_page_of_before_an_update_has_tiles_that_no_cache_keeps(client: Client) -> None:
    answer = client.get("/tiles/other/1/0/0.pbf")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")


def test_tiles_are_not_counted_as_pages(client: Client) -> None:
    assert FOLDER.startswith(door.NOT_COUNTED)
    assert client.get("/tiles/x/0/0/0.pbf").cookies == {}


@pytest.mark.browser
def test_the_map_names_what_is_in_sight_in_a_text_beside_it(site: Page, cast: object) -> None:
    site.goto(f"{site.url}evidence/#map=53.5,107,5.2")
    site.locator(".map[data-ground]").wait_for()
    words = site.locator("#map-words")
    expect(words).to_have_text(re.compile(r"^Names in view, .*Lake Baikal"))
    expect(words).not_to_contain_text("London")
    expect(site.locator(".map")).to_have_attribute("aria-describedby", "map-words")
    expect(site.locator(".map canvas")).to_have_attribute("aria-hidden", "true")
