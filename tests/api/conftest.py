"""The cast of the API's tests: four records that differ in what is known of them."""

from datetime import UTC, datetime

import pytest

from evidence.models import (
    Citation,
    ClauseCitation,
    Evidence,
    Place,
    Quotation,
    Region,
    RulesetLink,
    Source,
    Term,
)
from evidence.search.index import index_records
from games.models import Clause, Game, GameAlias, Match, Moment, Ruleset
from tests.rows import store_again

SAYAN = {
    "type": "Polygon",
    "coordinates": [[[98, 51], [103, 51], [103, 54], [98, 54], [98, 51]]],
}
RULES = '(game "Nothing" (players 2))'


@pytest.fixture
def cast(db):
    """Senet (two places, 1400 BCE), Shodra (a region), chess (undated), dice (nowhere)."""
    store_again(_store_cast)
    names = {"demo-1": "senet", "dlp-1408": "shodra", "demo-2": "chess", "demo-3": "dice"}
    records = {names[record.identifier]: record for record in Evidence.objects.all()}
    return {**records, "murray": Source.objects.get(slug="murray-1913")}


def _store_cast():
    sayan = Region.objects.create(slug="soyot", name="Soyot", kind="cultural", shape=SAYAN)
    murray = Source.objects.create(
        slug="murray-1913",
        citation="Murray, H. J. R. (1913). A History of Chess.",
        title="A History of Chess",
        year=1913,
        csl={"type": "book", "title": "A History of Chess"},
    )
    _senet(murray)
    _shodra(sayan, murray)
    chess = _record("demo-2", "Chess", type="contemporary-text", confidence=60)
    Place.objects.create(evidence=chess, lat_u=48_850_000, lon_u=2_350_000, name="Paris")
    _record("demo-3", "Dice", type="artifact", date="1900", year_from=1900, year_to=1900)
    index_records()


def _record(identifier, game, **fields):
    game, _ = Game.objects.get_or_create(name=game, slug=game.lower())
    return Evidence.objects.create(identifier=identifier, game=game, **fields)


def _senet(source):
    record = _record(
        "demo-1",
        "Senet",
        title="Board from a tomb",
        type="artifact",
        date="-1400~/-1300",
        date_as_given="about 1400 BC",
        year_from=-1400,
        year_to=-1300,
        confidence=90,
        rules="Thirty squares.",
        checked_at=datetime(2020, 1, 2, tzinfo=UTC),
    )
    GameAlias.objects.create(game=record.game, name="Game of Thirty Squares")
    Place.objects.create(
        evidence=record, lat_u=25_700_000, lon_u=32_639_167, name="Thebes", precision="site"
    )
    Place.objects.create(
        evidence=record, position=1, lat_u=40_779_447, lon_u=-73_963_440, name="New York"
    )
    cited = Citation.objects.create(evidence=record, source=source, locator="p. 30")
    Quotation.objects.create(
        evidence=record, text="hab", language="egy", citation=cited, rights="public domain"
    )
    record.terms.add(Term.objects.get_or_create(vocabulary="age", name="Adult")[0])
    record.terms.add(Term.objects.get_or_create(vocabulary="uncertainty", name="Graffiti")[0])


def _shodra(region, source):
    record = _record(
        "dlp-1408",
        "Shodra",
        portal_id="DLP.Evidence.1408",
        type="ethnography",
        date="1904-01-01/1904-12-31",
        year_from=1904,
        year_to=1904,
        confidence=100,
    )
    Place.objects.create(evidence=record, region=region, as_given="Soyot")
    ruleset = Ruleset.objects.create(
        slug="shodra",
        game=record.game,
        name="Shodra",
        kind="described",
        text=RULES,
        pieces={"Oi": {"symbol": "pawn", "name": "oi", "letter": "P", "side": "Red / Blue"}},
    )
    RulesetLink.objects.create(evidence=record, ruleset=ruleset, relation="describes")
    clause = Clause.objects.create(
        ruleset=ruleset, name="OiSteps", position=1, title="Step", text="One.", status="attested"
    )
    ClauseCitation.objects.create(clause=clause, source=source, locator="p. 1", evidence=record)
    match = Match.objects.create(
        slug="one", ruleset=ruleset, title="One", digest=ruleset.digest, moves=["e2-e4"]
    )
    Moment.objects.create(match=match, ply=1, clause=clause, role="allowed")


@pytest.fixture
def ask(client, cast):
    """GET an address below /api/v1/; gives the status and the parsed JSON."""

    def get(address, **headers):
        response = client.get(f"/api/v1/{address}", headers=headers)
        return response.status_code, response.json()

    return get
