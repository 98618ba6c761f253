from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.found_moments import find_moments
from games.models import Match, Ruleset
from tests.pages.conftest import stored


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/rulesets/shodra/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="ruleset-data" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


def standing(html: str) -> set[str]:
    return set(re.findall(r"<title>((?:White|Black) [^<]+)</title>", html))


def test_clauses_stand_in_reading_order_with_status_and_citation(
    client: Client, shodra: Ruleset
) -> None:
    html = page(client)
    names = re.findall(r'data-clause="(\w+)"', html)
    assert names == list(shodra.clauses.values_list("name", flat=True))
    assert "sign-disputed" in html
    assert 'href="/evidence/soyot-report/">record soyot-report</a>' in html
    assert "p. 372" in html


def test_rules_and_each_version_of_them_can_be_cited(client: Client, shodra: Ruleset) -> None:
    for address in ("/rulesets/shodra/", "/rulesets/shodra/versions/1/"):
        html = client.get(address).content.decode()
        block = html[html.index('<fieldset class="cite"') :]
        assert block.count("http://testserver/rulesets/shodra/versions/1/") == 6
        assert "(rules of Shodra), version 1" in block
        assert f"SHA-256 of the text: {shodra.digest}" in block
        for key in ("apa", "chicago-author-date", "modern-language-association", "ris", "csl"):
            assert f'<label for="cite-{key}">' in block


def test_concepts_lead_to_the_evidence_for_them(client: Client, shodra: Ruleset) -> None:
    html = page(client)
    links = re.findall(r'href="/concepts/([a-z-]+)/" title="([^"]+)">([^<]+)</a>', html)
    assert [slug for slug, _, _ in links] == list(
        shodra.concepts.values_list("concept__slug", flat=True)
    )
    meaning = "A piece may go two empty squares straight ahead in one move."
    assert ("double-step", meaning, "Double step") in links
    assert client.get("/evidence/?concept=double-step").status_code == 200


def test_the_board_shows_the_opening_before_any_script_runs(
    client: Client, shodra: Ruleset
) -> None:
    men = standing(page(client))
    assert len(men) == 32
    assert {"White noyion, e1", "Black noyion, e8", "White oi, a2"} <= men


def test_clauses_follow_all_that_differs_between_options(client: Client, shodra: Ruleset) -> None:
    """A script that fetches the board of other options reads the page up to its clauses."""
    script = (settings.BASE_DIR / "static" / "js" / "recorded.js").read_text()
    found = re.search(r"CLAUSES = '(.*)'", script)
    assert found
    player, clauses = client.get("/rulesets/shodra/").content.decode().split(found[1])
    for part in ('class="board-box"', 'class="options"', 'id="former"', 'id="ruleset-data"'):
        assert part in player
        assert part not in clauses


def test_the_board_shows_the_usual_opening_though_another_game_comes_first(
    client: Client, shodra: Ruleset
) -> None:
    shodra.matches.update(setup="1;c3:Noyion1;c8:Noyion2;a2:Oi1", moves=["a2-a3"])
    Match.objects.create(slug="usual", ruleset=shodra, title="Usual", digest=shodra.digest)
    assert data(page(client))["match"] == "usual"
    assert len(standing(page(client))) == 32


def test_an_address_reproduces_a_position(client: Client, shodra: Ruleset) -> None:
    men = standing(page(client, "?match=short&ply=3"))
    assert len(men) == 31
    assert "White oi, d5" in men
    assert not {"White oi, e2", "White oi, e4", "Black oi, d5"} & men


def test_a_clause_leads_to_its_first_moment(client: Client, shodra: Ruleset) -> None:
    html = page(client, "?clause=OiCaptures")
    seen = data(html)
    assert (seen["match"], seen["ply"], seen["role"]) == ("short", 3, "allowed")
    assert "White oi, d5" in standing(html)


def test_a_clause_leads_to_its_clearest_moment(client: Client, shodra: Ruleset) -> None:
    find_moments(shodra, games=8, seed=1)
    for clause in shodra.clauses.filter(moments__cost__isnull=False).distinct():
        clearest = clause.moments.exclude(cost=None).order_by("cost").first()
        assert clearest
        seen = data(page(client, f"?clause={clause.name}"))
        best = {m.match.slug for m in clause.moments.filter(cost=clearest.cost)}
        assert seen["match"] in best, clause


def test_an_option_changes_the_board_and_leaves_the_game_out(
    client: Client, shodra: Ruleset
) -> None:
    html = page(client, "?option=Noyions/On+the+d+file")
    assert "White noyion, d1" in standing(html)
    assert data(html)["match"] == ""
    assert "No game is recorded for these options" in html
    assert '<option value="Noyions/On the d file" selected>' in html


def test_the_usual_options_spelt_out_keep_the_game(client: Client, shodra: Ruleset) -> None:
    html = page(client, "?option=Noyions/On+the+e+file")
    assert data(html)["match"] == "short"


def test_a_ply_beyond_the_end_is_the_end(client: Client, shodra: Ruleset) -> None:
    assert data(page(client, "?ply=99"))["ply"] == 8
    assert data(page(client, "?ply=soon"))["ply"] == 0


@pytest.mark.parametrize(
    ("page", "name", "value"),
    [
        ("/rulesets/shodra/", "match", "nothing"),
        ("/rulesets/shodra/", "clause", "Nothing"),
        ("/rulesets/shodra/", "digest", "0a0a"),
        ("/rulesets/shodra/study/", "study", "99999"),
        ("/rulesets/shodra/study/", "job", "99999"),
        ("/rulesets/shodra/readings/", "seed", "rice"),
        ("/rulesets/shodra/readings/", "draws", "many"),
        ("/rulesets/shodra/games/", "origin", "nowhere"),
        ("/rulesets/", "family", "zebra"),
        ("/play/", "family", "zebra"),
        ("/games/", "region", "nowhere"),
    ],
)
def test_what_a_page_does_not_have_is_named_and_the_page_linked(
    client: Client, shodra: Ruleset, page: str, name: str, value: str
) -> None:
    answer = client.get(page, {name: value})
    html = answer.content.decode()
    assert answer.status_code == 404
    assert value in html.partition("<h1>")[2]
    assert f'<a href="{page}">Open the page without this value</a>' in html
    assert "There is nothing at" not in html


@pytest.mark.parametrize("address", ["/rulesets/nothing/?clause=Board", "/nowhere/?x=1"])
def test_what_is_at_no_address_is_said_of_the_address(client: Client, db: None, address: str):
    html = client.get(address).content.decode()
    assert f"There is nothing at <code>{address.partition('?')[0]}</code>" in html
    assert "without this value" not in html


def test_an_option_that_there_is_not_is_refused_with_the_reason(
    client: Client, shodra: Ruleset
) -> None:
    answer = client.get("/rulesets/shodra/?option=Noyions/On+the+moon")
    assert answer.status_code == 400
    assert "On the moon" in answer.content.decode()


def test_rules_that_do_not_compile_are_shown_with_the_reason(
    client: Client, shodra: Ruleset
) -> None:
    Ruleset.objects.filter(pk=shodra.pk).update(text='(game "Shodra"')
    html = page(client)
    assert "These rules cannot be run" in html
    assert "Oi: step" in html


def test_the_page_needs_a_fixed_number_of_queries(
    client: Client, shodra: Ruleset, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(16):
        page(client)


@pytest.mark.django_db
def test_the_round_board_has_men_on_every_ring(client: Client) -> None:
    stored("shatranj-ar-rumiya-1140")
    html = client.get("/rulesets/shatranj-ar-rumiya-1140/").content.decode()
    assert html.count('class="site"') == 64
    men = standing(html)
    assert len(men) == 32
    assert all(any(man.split(", ")[1].startswith(ring) for man in men) for ring in "abcd")


@pytest.mark.django_db
def test_before_any_script_runs_a_player_is_told_of_an_attack(client: Client) -> None:
    stored("chaturanga-davidson", with_games=True)
    address = "/rulesets/chaturanga-davidson/?match=davidson-king-taken&ply="
    told = "Black is notified: Attack on the king"
    assert f"<p>{told}</p>" in client.get(f"{address}5").content.decode()
    assert f"<p>{told}</p>" not in client.get(f"{address}4").content.decode()


@pytest.mark.django_db
def test_before_any_script_runs_the_count_is_shown(client: Client) -> None:
    stored("ouk-chatrang", with_games=True)
    address = "/rulesets/ouk-chatrang/?match=ouk-count-is-claimed&ply=36"
    said = "<p>Moves counted towards a draw: 8</p><p>The count ends in a draw at: 8</p>"
    assert said in client.get(address).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "match", "shown"),
    [
        ("chess-modern", {"moves": ["e2-e4"]}, []),
        (
            "chess-modern",
            {"moves": ["g1-f3", "g8-f6"]},
            ["Moves in a row without a capture or a pawn’s move: 2"],
        ),
        ("kalmyk-1769", {"moves": ["e2-e4"]}, []),
    ],
)
def test_variables_that_only_serve_the_rules_are_not_shown(
    client: Client, slug: str, match: dict[str, Any], shown: list[str]
) -> None:
    ruleset = stored(slug)
    made = {"slug": "one", "title": "One", "digest": ruleset.digest, **match}
    ruleset.matches.create(origin=Match.Origin.EXAMPLE, result="*", **made)
    moves = len(match["moves"])
    html = client.get(f"/rulesets/{slug}/?match=one&ply={moves}").content.decode()
    notices = re.search(r'id="notices"[^>]*>(.*?)</div>', html)
    assert notices is not None
    assert re.findall(r"<p>(.*?)</p>", notices[1]) == shown
