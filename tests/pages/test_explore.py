from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.models import Region
from evidence.storing import store


def titles(html: str) -> list[str]:
    return re.findall(r'<a class="title" href="[^"]+">([^<]+)</a>', html)


def test_everything_is_listed_newest_first(client: Client, cast: Any) -> None:
    html = client.get("/evidence/").content.decode()
    assert titles(html) == [
        "Unknown game, bare-record",
        "A letter that names the mill",
        "Mill scratched on a step",
        "Round chess",
        "Chess of the Soyot",
        "Board from a Theban tomb",
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("type=artifact", ["Mill scratched on a step", "Board from a Theban tomb"]),
        ("game=senet", ["Board from a Theban tomb"]),
        ("region=soyot", ["Chess of the Soyot"]),
        ("q=thebes", ["Board from a Theban tomb"]),
        ("confidence_min=95", ["Chess of the Soyot"]),
        ("year_from=1450+BCE&year_to=1+BCE", ["Board from a Theban tomb"]),
        ("year_from=-1449&year_to=0", ["Board from a Theban tomb"]),
        ("undated=only", ["Unknown game, bare-record", "Mill scratched on a step"]),
        ("unlocated=only", ["Unknown game, bare-record", "A letter that names the mill"]),
        ("bbox=25,20,35,30", ["Mill scratched on a step", "Board from a Theban tomb"]),
    ],
)
def test_a_filter_finds(client: Client, cast: Any, query: str, found: list[str]) -> None:
    assert titles(client.get(f"/evidence/?{query}").content.decode()) == found


def test_what_a_filter_leaves_out_is_counted_and_can_be_included(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?year_from=1100").content.decode()
    assert "2 undated left out" in html
    assert 'href="?year_from=1100&amp;undated=include"' in html
    included = client.get("/evidence/?year_from=1100&undated=include").content.decode()
    assert "Mill scratched on a step" in titles(included)


def test_what_may_be_of_the_years_stands_last_and_is_marked(client: Client, cast: Any) -> None:
    store(Draft("graffito", GameDraft("Senet"), title="Graffito on a temple", date="../1908"))
    html = client.get("/evidence/?year_to=-1000").content.decode()
    assert titles(html) == ["Board from a Theban tomb", "Graffito on a temple"]
    assert html.count("possibly: beginning unknown") == 1
    assert "1 of them is of these years only possibly" in html
    assert "possibly:" not in client.get("/evidence/?year_to=1950").content.decode()
    assert "possibly: end" not in client.get("/evidence/").content.decode()


def test_years_are_shown_as_people_write_them(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?year_from=-331").content.decode()
    assert 'value="332 BCE"' in html
    assert "<title>from 332 BCE · Explore the evidence" in html


def test_filters_left_empty_count_as_absent(client: Client, cast: Any) -> None:
    answer = client.get("/evidence/?q=&year_from=&year_to=&region=&undated=&confidence_min=")
    assert answer.status_code == 200
    assert "6 pieces of evidence" in answer.content.decode()


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ("year_from=long+ago", "year_from", "“long ago” isn’t a year: write one such as 332 BCE"),
        ("year_from=1900&year_to=1800", "year_to", "The years end before they begin: 1800 is"),
        ("region=atlantis", "region", "There is no region “atlantis”."),
        ("confidence_min=200", "confidence_min", "200 is out of bounds."),
        ("type=rumour", "type", "“rumour” is not a choice."),
    ],
)
def test_an_error_stands_beside_its_field(
    client: Client, cast: Any, query: str, field: str, message: str
) -> None:
    answer = client.get(f"/evidence/?{query}")
    assert answer.status_code == 400
    beside = re.search(rf'id="error-{field}"[^>]*>([^<]*)<', answer.content.decode())
    assert beside
    assert beside[1].startswith(message)
    assert answer.content.decode().count(message) == 1


@pytest.mark.parametrize(
    ("words", "years"),
    [
        ("year_from=12th+century&year_to=13th+century", "year_from=1101&year_to=1300"),
        ("year_from=2nd+century+BCE&year_to=1140", "year_from=-199&year_to=1140"),
    ],
)
def test_centuries_are_read_as_years(client: Client, cast: Any, words: str, years: str) -> None:
    in_words, in_years = (client.get(f"/evidence/?{query}") for query in (words, years))
    assert in_words.status_code == 200
    assert titles(in_words.content.decode()) == titles(in_years.content.decode()) != []


def test_a_drawn_area_is_named_and_can_be_cleared(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?polygon=-20,-40,60,-40,60,60,-20,60&q=").content.decode()
    assert re.search(r'in the drawn area<span class="no-print"> \(<a href="\?">clear<', html)


def test_what_was_typed_is_kept_beside_the_error(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?year_from=long+ago&q=mill").content.decode()
    assert 'value="long ago"' in html
    assert 'value="mill"' in html


def test_a_shared_link_with_foreign_parameters_opens_and_names_them(
    client: Client, cast: Any
) -> None:
    """Mail programs and social networks add their own to links; the API refuses them."""
    others = "fbclid=x&utm_source=y&utm_source=z"
    answer = client.get(f"/evidence/?q=shodra&{others}&page=1")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "They are ignored: fbclid, utm_source." in html
    assert 'value="shodra"' in html
    assert "fbclid=" not in html
    plain = client.get("/evidence/?q=shodra").content.decode()
    assert re.search(r'<strong id="total">[^<]*', html)[0] in plain  # type: ignore[index]
    assert "ignored" not in plain
    assert client.get(f"/take-away/?q=shodra&{others}").status_code == 200
    assert client.get(f"/api/v1/evidence/?q=shodra&{others}").status_code == 400


def test_a_foreign_parameter_beside_a_filter_that_is_not_valid(client: Client, cast: Any) -> None:
    answer = client.get("/evidence/?<b>=1&year_from=long+ago")
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert html.count('class="error"') <= 1


def test_records_of_which_something_is_not_known_can_be_asked_for(
    client: Client, cast: Any
) -> None:
    for query in ("type=none", "region=none", "source=none&ruleset=none", "confidence_min=none"):
        answer = client.get(f"/evidence/?{query}")
        assert answer.status_code == 200, query
    assert "In no region" in client.get("/evidence/?region=none").content.decode()
    assert "not rated" in client.get("/evidence/?confidence_min=none").content.decode()


def test_no_match_says_what_to_do(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?q=zeppelin").content.decode()
    assert "No record fits these filters." in html
    assert "widen the years" in html


def test_pages_state_the_total_and_keep_the_filters(client: Client, cast: Any) -> None:
    from evidence.drafts import Draft, GameDraft
    from evidence.search.index import together
    from evidence.storing import store

    with together():
        for number in range(52):
            store(Draft(f"bulk-{number}", GameDraft("Bulk"), date="1800"))
    html = client.get("/evidence/?game=bulk").content.decode()
    assert "1 to 50 of 52 · page 1 of 2" in html
    assert 'href="?game=bulk&amp;page=2"' in html
    assert len(titles(client.get("/evidence/?game=bulk&page=2").content.decode())) == 2


def test_the_same_answer_for_machines_is_named_and_there(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?type=artifact&year_from=-1500").content.decode()
    twins = re.findall(r'<link rel="alternate" type="([^"]+)" href="([^"]+)"', html)
    assert [kind for kind, _ in twins] == ["application/json", "application/geo+json"]
    for kind, address in twins:
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith(kind)


def imported(script: str) -> set[str]:
    """A script of ours and all that it imports, directly or not."""
    found, left = set(), {script}
    while left:
        name = left.pop()
        found.add(name)
        text = (settings.BASE_DIR / "static" / "js" / name).read_text()
        there = re.findall(r'from "\./([\w/-]+\.js)"', text)
        left |= {str(PurePath(name).parent / each) for each in there} - found
    return found


def test_no_script_waits_for_another_to_ask_for_it(client: Client, cast: Any) -> None:
    html = client.get("/evidence/").content.decode()
    told = re.findall(r'<link rel="modulepreload" href="[^"]*/js/([\w/-]+\.js)', html)
    assert set(told) == imported("explore.js") - {"explore.js"}


@pytest.mark.parametrize("path", ["/", "/evidence/", "/evidence/soyot-shodra/"])
def test_scripts_leave_the_way_to_what_is_painted_first(
    client: Client, cast: Any, path: str
) -> None:
    html = client.get(path).content.decode()
    links = re.findall(r'<link rel="modulepreload"[^>]*>', html)
    scripts = re.findall(
        r'<script type="module" src="[^"]*/(?:search-box|map|explore)\.[^>]*>', html
    )
    assert scripts
    assert [each for each in (*links, *scripts) if 'fetchpriority="low"' not in each] == []


def test_what_was_there_by_a_year_was_not_there_for_ever(client: Client, db: None) -> None:
    """A date without a known beginning counts from where it is known, if that is asked for."""
    for name, date in (("by-1908", "../1908"), ("since-1300", "1300/.."), ("in-1140", "1140")):
        store(Draft(name, GameDraft("Senet"), date=date, title=name))

    def listed(query: str) -> set[str]:
        html = client.get(f"/evidence/?{query}").content.decode()
        return set(re.findall(r'class="title" href="/evidence/(.*?)/["?]', html))

    assert listed("year_from=1101&year_to=1200") == {"by-1908", "in-1140"}
    assert listed("year_from=1101&year_to=1200&open_ends=exclude") == {"in-1140"}
    assert listed("year_from=1901&year_to=2000&open_ends=exclude") == {"by-1908"}
    assert listed("year_from=1201&year_to=1300&open_ends=exclude") == {"since-1300"}
    html = client.get("/evidence/?year_from=1101&year_to=1200&open_ends=exclude").content.decode()
    assert "1 left out whose start or end is unknown" in html
    assert 'href="?year_from=1101&amp;year_to=1200"' in html


@pytest.mark.parametrize(
    ("query", "begins"),
    [
        ("", [-74, 40, 105, 56]),
        ("?region=lake", [100, 50, 105, 56]),
        ("?polygon=90,40,130,40,130,60,90,60", [90, 40, 105, 56]),
    ],
)
def test_a_map_begins_within_the_region_or_area_asked_for(
    client: Client, db: None, query: str, begins: list[float]
) -> None:
    """A board found in Siberia that lies in a museum of New York does not widen the map."""
    ring = [[100, 50], [110, 50], [110, 60], [100, 60], [100, 50]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    Region.objects.create(slug="lake", name="Lake", shape=shape)
    found = (
        PlaceDraft(lat_u=50_000_000, lon_u=100_000_000),
        PlaceDraft(lat_u=56_000_000, lon_u=105_000_000),
    )
    kept = PlaceDraft(lat_u=40_000_000, lon_u=-74_000_000)
    store(Draft("board", GameDraft("Shodra"), places=(*found, kept)))
    html = client.get(f"/evidence/{query}").content.decode()
    bounds = re.search(r'data-bounds="([^"]*)"', html)
    assert bounds is not None
    assert [round(float(each)) for each in bounds[1].split(",")] == begins
