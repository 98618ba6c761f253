"""The cast of the page tests: six pieces of evidence that differ in what is known of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import BoundedSemaphore
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from evidence.drafts import CitationDraft, Draft, GameDraft, PlaceDraft, QuotationDraft
from evidence.models import ClauseCitation, Evidence, Region, Source
from evidence.storing import store
from games.models import Clause, Game, Match, Moment, Ruleset
from games.stored_concepts import store_concepts
from people.matrix import Role
from tests.rows import store_again
from tests.signing import person
from tests.tabs import EMPTY

SAYAN = {
    "type": "Polygon",
    "coordinates": [[[98, 51], [103, 51], [103, 54], [98, 54], [98, 51]]],
}
MURRAY = "Murray, H. J. R. (1913). A History of Chess. Oxford."


PHONE = {"width": 390, "height": 844}
RULES = settings.BASE_DIR / "fixtures" / "rulesets"
SHORT_GAME = ["e2-e4", "d7-d5", "e4-d5", "e7-e6", "f1-d3", "d8-e7", "e1-e2", "e7-f6"]
MOMENTS = [
    (0, "PiecesBehindOi", "effect"),
    (1, "OiStepsTwice", "allowed"),
    (3, "OiCaptures", "allowed"),
    (3, "CaptureByReplacement", "effect"),
    (6, "MerzeSteps", "allowed"),
    (8, "MerzeSteps", "allowed"),
]


def stored(slug: str, *, with_games: bool = False) -> Ruleset:
    """A ruleset of the demo corpus with its clauses, without citations; recorded games if asked."""
    store_again(_store_ruleset, slug, with_games)
    return Ruleset.objects.get(slug=slug)


def _store_ruleset(slug: str, with_games: bool) -> None:
    shipped = next(RULES.rglob(f"{slug}.json"))
    told = json.loads(shipped.read_text())
    game, _ = Game.objects.get_or_create(name=told["game"], defaults={"slug": slug})
    ruleset = Ruleset.objects.create(
        slug=slug, game=game, name=told["name"],
        kind=told["kind"], text=shipped.with_suffix(".lud").read_text(), pieces=told["pieces"],
    )  # fmt: skip
    for position, clause in enumerate(told["clauses"]):
        fields = {key: clause[key] for key in ("name", "title", "text", "status", "reason")}
        Clause.objects.create(ruleset=ruleset, position=position, **fields)
    store_concepts(ruleset)
    for match in told["matches"] if with_games else []:
        record(ruleset, match)


def record(ruleset: Ruleset, told: dict[str, Any]) -> Match:
    """A recorded game as a ruleset's file tells of it."""
    fields = {key: told[key] for key in ("slug", "title", "options", "moves")}
    fields["setup"] = told.get("setup", "")
    match = Match.objects.create(ruleset=ruleset, digest=ruleset.digest, **fields)
    clauses = {clause.name: clause for clause in ruleset.clauses.all()}
    for moment in told["moments"]:
        Moment.objects.create(match=match, **{**moment, "clause": clauses[moment["clause"]]})
    return match


@pytest.fixture
def site(live_server: LiveServer, page: Page, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page that must neither complain nor ask anybody else for anything, at the front page's
    address, where it shows nothing until it is loaded again.

    Checks of rules that a page before it began may still run on a slow machine: none is refused.
    """
    monkeypatch.setattr(
        "evidence.editing.curation.rulesets.checking.AT_A_TIME", BoundedSemaphore(1000)
    )
    complaints: list[str] = []
    asked: set[str] = set()

    def heard(said: ConsoleMessage) -> None:
        if not late(said):
            complaints.append(f"{page.url}: {said.text}")

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("request", lambda request: asked.add(request.url))
    with_nothing(page, live_server.url)
    yield page
    assert complaints == []
    own = (live_server.url, "data:", "blob:")
    assert [url for url in asked if not url.startswith(own)] == []


def late(said: ConsoleMessage) -> bool:
    """Whether Chromium only says that a busy machine has not drawn with a preloaded font in time.

    That each of them is used is shown by test_layout_shifts.py.
    """
    return "was preloaded using link preload but not used within a few seconds" in said.text


def with_nothing(page: Page, site: str) -> None:
    """Be at the front page's address without its page: most tests open another one at once."""
    if not page.url.startswith(site):
        page.goto(f"{site}{EMPTY}")
    page.evaluate("history.replaceState(null, '', '/')")


@pytest.fixture
def shodra(db: None) -> Ruleset:
    """Shodra with one short game; its captures rest on a record."""
    return make_shodra()


@pytest.fixture
def cast(db: None) -> dict[str, Evidence]:
    """Senet, shodra (an area), byzantine chess, an undated board, a board from nowhere, a doubt."""
    return make_cast()


@pytest.fixture
def shodra_rules(db: None) -> Ruleset:
    """Shodra without games or citations."""
    return stored("shodra")


@pytest.fixture
def curator(db: None) -> Client:
    """A client at which Carla, a curator, is signed in."""
    client = Client()
    client.force_login(person("carla", Role.CURATOR))
    return client


def make_shodra() -> Ruleset:
    """What the fixture is."""
    store_again(_store_shodra)
    return Ruleset.objects.get(slug="shodra")


def _store_shodra() -> None:
    ruleset = stored("shodra")
    match = Match.objects.create(
        slug="short", ruleset=ruleset, title="Short game", digest=ruleset.digest, moves=SHORT_GAME
    )
    clauses = {clause.name: clause for clause in ruleset.clauses.all()}
    for ply, name, role in MOMENTS:
        Moment.objects.create(match=match, ply=ply, clause=clauses[name], role=role)
    store(Draft("soyot-report", GameDraft("Shodra"), citations=(CitationDraft("Murray 1913"),)))
    ClauseCitation.objects.create(
        clause=clauses["OiCaptures"],
        source=Source.objects.get(citation="Murray 1913"),
        evidence=Evidence.objects.get(identifier="soyot-report"),
        locator="p. 372",
    )


def make_cast() -> dict[str, Evidence]:
    """What the fixture is."""
    store_again(_store_cast)
    return {record.identifier: record for record in Evidence.objects.all()}


def _store_cast() -> None:
    Region.objects.create(slug="soyot", name="Soyot", kind="cultural", shape=SAYAN)
    for draft in DRAFTS:
        store(draft)


DRAFTS = [
    Draft(
        "tomb-board",
        GameDraft("Senet", native_name="znt", category="race", aliases=("Thirty Squares",)),
        title="Board from a Theban tomb",
        type="artifact",
        date="-1399~",
        date_as_given="about 1400 BC",
        rules="Thirty squares in three rows.",
        content="A box of wood & ivory.",
        confidence=90,
        places=(PlaceDraft(name="Thebes", lat_u=25_720_000, lon_u=32_610_000, precision="town"),),
        citations=(CitationDraft("Carnarvon & Carter (1912). Five Years at Thebes.", "p. 56"),),
    ),
    Draft(
        "soyot-shodra",
        GameDraft("Shodra", category="war"),
        portal_id="DLP.Evidence.1408",
        title="Chess of the Soyot",
        type="ethnography",
        date="1913",
        rules="An oi may go two squares on the first turn.",
        confidence=100,
        confidence_reason="first-hand",
        judged_by="a curator",
        places=(PlaceDraft(name="Soyot", region="soyot"),),
        citations=(CitationDraft(MURRAY, "p. 372", csl={"URL": "https://example.org/murray"}),),
        quotations=(
            QuotationDraft(
                "Five words of a source.",
                language="en",
                citation=0,
                rights="public domain",
            ),
        ),
        terms={
            "age": ("Adult",),
            "gender": ("Male",),
            "uncertainty": ("Written about a foreign culture",),
        },
    ),
    Draft(
        "round-chess",
        GameDraft("Shatranj ar-Rumiya", category="war"),
        title="Round chess",
        type="historical-text",
        date="1140",
        places=(
            PlaceDraft(
                name="Constantinople", lat_u=41_010_000, lon_u=28_980_000, certainty="disputed"
            ),
        ),
        citations=(CitationDraft(MURRAY, "pp. 342-343"),),
    ),
    Draft(
        "undated-mill",
        GameDraft("Mill", category="space"),
        title="Mill scratched on a step",
        type="artifact",
        confidence=15,
        confidence_reason="could be of any age",
        places=(
            PlaceDraft(name="Qurna", lat_u=25_730_000, lon_u=32_620_000, certainty="probable"),
        ),
    ),
    Draft(
        "lost-letter",
        GameDraft("Mill", category="space"),
        title="A letter that names the mill",
        type="contemporary-text",
        date="1201/1350",
    ),
    Draft("bare-record", GameDraft("Unknown game")),
]
