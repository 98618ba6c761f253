"""Galleries of games and rules are narrowed down by what is known of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from evidence.drafts import Draft, GameDraft
from evidence.storing import store
from games.gist import gist_of
from games.models import Ruleset
from tests.pages.conftest import stored


def test_games_are_narrowed_by_region_century_and_rules(
    client: Client, cast: Any, shodra_rules: Ruleset
) -> None:
    def listed(query: str) -> str:
        return client.get(f"/games/?{query}").content.decode().partition("</form>")[2]

    assert 'href="/games/shodra/"' in listed("region=soyot")
    assert 'href="/games/senet/"' not in listed("region=soyot")
    assert 'href="/games/senet/"' in listed("century=-14")
    assert 'href="/games/shodra/"' not in listed("century=-14")
    assert (
        'label="Millennium 2 BCE"><option value="-14" selected>'
        in client.get("/games/?century=-14").content.decode()
    )
    assert 'src="/rulesets/shodra/board.svg"' in listed("playable=yes")
    assert 'href="/games/senet/"' in listed("playable=no")
    assert 'href="/games/shodra/"' in listed("players=2&chance=no")
    assert "Nothing fits all of these filters" in listed("players=3")
    assert client.get("/games/?century=banana").status_code == 404


@pytest.mark.usefixtures("cast")
def test_what_is_dated_before_a_year_alone_is_of_its_century(client: Client) -> None:
    store(Draft("by-1283", GameDraft("Shodra"), date="/1283"))
    page = client.get("/games/?century=13").content.decode()
    assert 'href="/games/shodra/"' in page.partition("</form>")[2]
    assert 'href="/games/senet/"' not in page.partition("</form>")[2]
    assert 'href="/games/shodra/"' not in client.get("/games/?century=-14").content.decode()
    assert 'value="-10"' not in page  # nothing is surely of then


@pytest.mark.django_db
def test_the_gallery_of_play_leads_to_the_tables(client: Client) -> None:
    stored("shodra")
    html = client.get("/play/").content.decode()
    assert '<a class="title" href="/rulesets/shodra/play/">' in html
    assert "2 players" in html
    assert "with chance" not in html


@pytest.mark.parametrize(
    ("text", "players", "chance"),
    [
        ('(define "Two" (dice num:2)) (game "G" (players 4) (equipment {"Two"}))', 4, True),
        ('(game "G" (players {(player N) (player S) (player E)})) // (dice num:2)', 3, False),
        (
            '(define "Lots" (dice num:2)) (game "(players 5)" (rules (play)))',
            2,
            False,
        ),
        ("(game", 2, False),
    ],
)
def test_players_and_chance_are_read_from_the_text(text: str, players: int, chance: bool) -> None:
    assert gist_of(text) == (players, chance)
