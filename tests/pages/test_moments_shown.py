"""What a clause does at a ply: on the ply's page, and in pictures to take away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image
from playwright.sync_api import Page, expect

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.models import ClauseCitation, Evidence, Source
from evidence.storing import store
from games.models import Clause, Match, Ruleset
from games.moments import ply_seen, role_seen
from games.play.showing import steps
from games.plies import line_mark, ply_of
from games.rules_cache import rules_of_game
from games.scenes import asked_of, clauses_at
from tests.pages.conftest import stored
from tests.pages.test_plies import GAME, SVG, html, picture

pytestmark = pytest.mark.django_db

CAPTURE = "?clause=OiCaptures&role=allowed"


def marks(text: str) -> str:
    found = re.search(r'<g class="marks">(.*?)</g><g class="pieces">', text, re.DOTALL)
    assert found
    return found[1]


def listed(page: str) -> set[tuple[str, str]]:
    """The clauses in their roles that a ply's page leads to on the ruleset's page."""
    section = page.partition('id="clauses"')[2].partition("</section>")[0]
    hrefs = [unescape(href) for href in re.findall(r'<a href="(/rulesets/[^"]+)"', section)]
    asked = [parse_qs(urlsplit(href).query) for href in hrefs]
    return {(each["clause"][0], each["role"][0]) for each in asked}


def test_a_plys_page_names_every_clause_that_shows_up_there(client: Client) -> None:
    ruleset = stored("kar-ouk", with_games=True)
    known = set(ruleset.clauses.values_list("name", flat=True))
    for match in ruleset.matches.all()[:2]:
        rules = rules_of_game(match)
        for ply, (before, move, after) in enumerate(steps(rules, match.moves), 1):
            here = listed(html(client, f"/rulesets/kar-ouk/games/{match.slug}/{ply}/"))
            assert (move.clause, "allowed") in here
            barred = {each.clause for each in after.forbidden} & known
            assert {clause for clause, role in here if role == "forbade"} == barred
            assert {each.clause for each in after.effects} & known <= {name for name, _ in here}
            assert before.ply == ply - 1


def test_before_the_first_move_clauses_set_up_the_game(client, shodra):
    roles = {(clause, role) for clause, role in listed(html(client, f"{GAME}/0/"))}
    assert {("Board", "setup"), ("PiecesBehindOi", "setup"), ("NoyionsFaceEachOther", "setup")} <= (
        roles
    )
    assert not any(role in ("effect", "allowed") for _, role in roles)


def test_every_moment_that_is_stored_is_seen_where_it_leads_to(client: Client) -> None:
    ruleset = stored("kar-ouk", with_games=True)
    forbade = 0
    for match in ruleset.matches.all():
        for moment in match.moments.select_related("clause", "match"):
            here = {(s.clause, s.role) for s in clauses_at(ply_of(match, ply_seen(moment)))}
            assert (moment.clause.name, role_seen(moment)) in here, moment
            forbade += moment.role == "forbade"
    assert forbade == 4


def test_a_position_set_up_by_hand_is_not_called_the_opening(client, shodra):
    Match.objects.update(setup="1;c3:Noyion1;c8:Noyion2;a2:Oi1", moves=["a2-a3"])
    page = html(client, f"{GAME}/0/")
    assert "The position that was set up." in page
    assert "The opening position." not in page
    assert listed(page) == {("Board", "setup")}
    assert "The opening position." not in html(client, f"{GAME}/1/")


def test_a_moments_page_lights_it_says_it_and_offers_its_pictures(client, shodra):
    page = html(client, f"{GAME}/3/{CAPTURE}")
    said = "White, move 2: e4-d5 is allowed by “Oi: capture”"
    assert f"<title>Short game, ply 3. {said} ·" in page
    assert re.search(rf"<figcaption>{said} \(\w+\): Murray 1913, p. 372", page)
    assert 'class="move-line"' in marks(page)
    assert "White oi, e4" in page  # the position before
    query = CAPTURE.replace("&", "&amp;")
    for name in ("3.svg", "3.png", "0-3.gif"):
        assert f'href="{GAME}/{name}{query}"' in page
    assert f"{GAME}/3/{query}&amp;line=" in page
    assert "match=short&amp;ply=3&amp;clause=OiCaptures&amp;role=allowed" in page


def test_a_moment_that_is_gone_since_it_was_cited_is_said_to_be(client, shodra):
    cited = f"{GAME}/3/{CAPTURE}&line={line_mark(Match.objects.get(), 3)}"
    assert "have changed since" not in html(client, cited)
    Match.objects.update(moves=["e2-e4", "d7-d5", "a2-a3"])
    page = html(client, cited)
    assert "have changed since" in page
    assert "White has played a2-a3." in page


def test_the_picture_of_a_moment_names_clause_and_source(client, shodra):
    root = ElementTree.fromstring(picture(client, f"/3.svg{CAPTURE}"))
    assert root.find(f"{SVG}title").text.endswith("e4-d5 is allowed by “Oi: capture”")
    about = root.find(f"{SVG}desc").text
    assert "Murray 1913, p. 372" in about
    assert f"http://testserver{GAME}/3/{CAPTURE}" in about
    assert shodra.digest in about


def test_pictures_of_a_moment_differ_from_those_of_the_ply(client, shodra):
    plain, moment = picture(client, "/3.png"), picture(client, f"/3.png{CAPTURE}")
    effect = picture(client, "/3.png?clause=CaptureByReplacement&role=effect")
    assert len({plain, moment, effect}) == 3
    assert Image.open(BytesIO(moment)).size == Image.open(BytesIO(plain)).size


def test_the_gif_of_a_moment_ends_with_what_was_before_it_and_the_moment(client, shodra):
    frames = lambda name: Image.open(BytesIO(picture(client, name))).n_frames  # noqa: E731
    assert frames("/0-3.gif") == 4
    assert frames(f"/0-3.gif{CAPTURE}") == 5
    assert frames("/0-0.gif?clause=PiecesBehindOi&role=setup") == 2


@pytest.mark.parametrize("name", ["3.svg", "3.png", "1-3.gif"])
@pytest.mark.parametrize(
    "query", ["?clause=Nothing", "?clause=OiCaptures&role=effect", "?role=setup", "?clause=<b>"]
)
def test_what_does_not_show_up_is_refused_with_what_does(client, shodra, name, query):
    answer = client.get(f"{GAME}/{name}{query}")
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    told = answer.content.decode()
    assert "there: OiCaptures allowed, CaptureByReplacement effect" in told
    page = client.get(f"{GAME}/3/{query}")
    assert page.status_code == 404
    assert "OiCaptures allowed" in str(page.context["said"])


def test_the_tag_of_a_moments_picture_follows_what_it_says(client, shodra):
    address = f"{GAME}/3.svg{CAPTURE}"
    first = client.get(address)["ETag"]
    asked = {"If-None-Match": first}
    assert client.get(address, headers=asked).status_code == 304
    assert client.get(f"{GAME}/3.svg?clause=OiCaptures", headers=asked).status_code == 200
    Clause.objects.filter(name="OiCaptures").update(title="How oi take")
    changed = client.get(address, headers=asked)
    assert changed.status_code == 200
    assert "“How oi take”" in changed.content.decode()
    shodra.clauses.get(name="OiCaptures").citations.update(locator="p. 373")
    assert client.get(address, headers={"If-None-Match": changed["ETag"]}).status_code == 200


def test_moments_can_be_looked_at_in_frames(client, shodra):
    page = html(client, f"{GAME}/3/?embed=1&clause=OiCaptures")
    assert "clause=CaptureByReplacement&amp;role=effect&amp;embed=1" in page


# In the browser

DRAWN = """() => [...document.querySelectorAll(".marks > *")].map((mark) => [
  mark.getAttribute("class"), mark.dataset.site ?? "",
  [...mark.querySelectorAll("path")].concat(mark).map((each) => each.getAttribute("d") ?? "")
    .join(" "),
])"""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def drawn_in(page: Page) -> list[tuple[str, str, list[float]]]:
    """Class, site and the numbers of the path of each mark on the board."""
    return [
        (name, site, [round(float(number), 1) + 0.0 for number in NUMBER.findall(path)])
        for name, site, path in page.evaluate(DRAWN)
    ]


def cite(ruleset: Ruleset) -> None:
    """Give every clause a source, and half of them a record that is known so surely."""
    draft = Draft(
        "report", GameDraft("Report"), confidence=80, citations=(CitationDraft("Murray"),)
    )
    store(draft)
    source, record = Source.objects.get(), Evidence.objects.get()
    for clause in ruleset.clauses.all():
        evidence = record if clause.position % 2 else None
        fields = {"source": source, "evidence": evidence, "locator": f"p. {clause.position}"}
        ClauseCitation.objects.create(clause=clause, **fields)


def moments_of(ruleset: Ruleset) -> Iterator[tuple[Match, int, Any]]:
    """Each clause in each role, where it shows up first in the recorded games."""
    met = set()
    for match in ruleset.matches.all():
        for number in range(len(match.moves) + 1):
            for seen in clauses_at(ply_of(match, number)):
                if (seen.clause, seen.role) not in met:
                    met.add((seen.clause, seen.role))
                    yield match, number, seen


def of_each_kind(moments: Iterator[tuple[Match, int, Any]]) -> Iterator[tuple[Match, int, Any]]:
    """The first of those in the same role, with as many sites: these are drawn alike."""
    met = set()
    for match, number, seen in moments:
        if (kind := (seen.role, min(len(seen.sites), 2))) not in met:
            met.add(kind)
            yield match, number, seen


def test_a_plys_page_draws_and_says_what_the_rulesets_page_does(site: Page) -> None:
    """On a round board: what is drawn on a square one, below, differs by where its sites lie."""
    slug = "shatranj-ar-rumiya-1140"
    ruleset = stored(slug, with_games=True)
    cite(ruleset)
    base = f"{site.url.rstrip('/')}/rulesets/{slug}/"
    roles = set()
    for match, number, seen in of_each_kind(moments_of(ruleset)):
        query = f"clause={seen.clause}&role={seen.role}"
        site.goto(f"{base}?match={match.slug}&ply={number}&{query}")
        site.locator(".player[data-ready]").wait_for()
        drawn, said = drawn_in(site), site.locator("#live").inner_text()
        men = site.locator(".piece-at").count()
        site.goto(f"{base}games/{match.slug}/{number}/?{query}")
        assert drawn_in(site) == drawn, query
        assert drawn
        assert site.locator(".piece-at").count() == men
        assert site.locator("figcaption").inner_text().startswith(said), query
        roles.add(seen.role)
    assert roles >= {"setup", "allowed", "effect", "forbade"}


def test_many_forbidden_moves_are_counted_and_crossed_where_they_lead(site: Page) -> None:
    stored("main-chator", with_games=True)
    ply, query = 5, "clause=RajahNotLeftInCheck&role=forbade"
    match = Match.objects.get(slug="main-chator-rajah")
    seen = asked_of(ply_of(match, ply), "RajahNotLeftInCheck", "forbade")
    assert seen
    assert len(seen.moves) == 19
    base = f"{site.url.rstrip('/')}/rulesets/main-chator/"
    site.goto(f"{base}?match=main-chator-rajah&ply={ply}&{query}")
    site.locator(".player[data-ready]").wait_for()
    expect(site.locator("#live")).to_contain_text("” forbids 19 moves, among them ")
    drawn = drawn_in(site)
    crossed = {site for name, site, _path in drawn if name == "move-line forbidden"}
    assert crossed == {str(move.to) for move in seen.moves}
    site.goto(f"{base}games/main-chator-rajah/{ply}/?{query}")
    assert drawn_in(site) == drawn
    expect(site.locator("figcaption")).to_contain_text("” forbids 19 moves, among them ")
