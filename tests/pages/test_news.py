"""Feed readers, search engines and reference managers find what they ask for."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from django.test import Client

ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_feed_has_the_newest_records(client: Client, cast: Any) -> None:
    root = ElementTree.fromstring(client.get("/feed/").content)
    links = [each.find(f"{ATOM}link").get("href") for each in root.findall(f"{ATOM}entry")]
    assert "http://testserver/evidence/soyot-shodra/" in links
    assert len(links) == 6


def test_the_sitemaps_have_every_page(client: Client, cast: Any) -> None:
    assert "Sitemap: http://testserver/sitemap.xml" in client.get("/robots.txt").content.decode()
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    found = []
    for each in root.findall(".//{*}loc"):
        answer = client.get(each.text.removeprefix("http://testserver"))
        assert answer["Content-Type"] == "application/xml"
        found += [loc.text for loc in ElementTree.fromstring(answer.content).findall(".//{*}loc")]
    assert "http://testserver/evidence/soyot-shodra/" in found
    assert "http://testserver/help/" in found
    assert client.get("/sitemap/records-2.xml").status_code == 404


def test_reference_managers_read_a_record(client: Client, cast: Any) -> None:
    html = client.get("/evidence/soyot-shodra/").content.decode()
    assert '<meta name="citation_title" content="' in html
    assert '<meta name="citation_author" content="Ashtapada">' in html
    assert 'class="Z3988" title="ctx_ver=Z39.88-2004&amp;' in html


def test_a_record_leads_on_through_the_search_that_one_came_from(client: Client, cast: Any) -> None:
    listed = client.get("/evidence/?unlocated=exclude&ordering=year_from").content.decode()
    links = [part.partition('"')[0] for part in listed.split('class="title" href="')[1:]]
    first, second = links[0].replace("&amp;", "&"), links[1]
    html = client.get(first).content.decode()
    assert f'rel="next" href="{second}"' in html
    assert 'rel="prev"' not in html
    assert "1 of" in html
    assert f'rel="canonical" href="http://testserver{first.partition("?")[0]}"' in html
    for asked in ("in=type%3Dbanana", "in=" + "a" * 3000):
        assert 'class="walk' not in client.get(f"/evidence/tomb-board/?{asked}").content.decode()
