"""/api/v1/rulesets/: texts, clauses, and compiled rules."""

import hashlib

from tests.api.conftest import RULES


def test_rulesets_in_a_list_have_no_text(ask):
    status, answer = ask("rulesets/")
    assert (status, answer["count"]) == (200, 1)
    shodra = answer["results"][0]
    assert "text" not in shodra
    assert shodra["digest"] == hashlib.sha256(RULES.encode()).hexdigest()
    assert shodra["module"] == "http://testserver/api/v1/rulesets/shodra/module/"
    assert shodra["manifest"] == "http://testserver/api/v1/rulesets/shodra/manifest/"
    assert shodra["evidence"] == "http://testserver/api/v1/evidence/?ruleset=shodra"


def test_a_ruleset_with_its_text_and_where_each_clause_comes_from(ask):
    status, shodra = ask("rulesets/shodra/")
    assert (status, shodra["text"]) == (200, RULES)
    assert shodra["pieces"] == {"Oi": {"symbol": "pawn", "name": "oi", "letter": "P"}}
    clause = shodra["clauses"][0]
    assert (clause["name"], clause["status"]) == ("OiSteps", "attested")
    cited = clause["citations"][0]
    assert (cited["source"]["slug"], cited["locator"]) == ("murray-1913", "p. 1")
    assert (cited["relation"], cited["evidence"]) == ("describes", "dlp-1408")
    assert shodra["records"] == [{"relation": "describes", "identifier": "dlp-1408"}]


def test_a_recorded_game_says_at_which_ply_a_clause_shows_up(ask):
    match = ask("rulesets/shodra/")[1]["matches"][0]
    assert match["moves"] == ["e2-e4"]
    assert match["moments"] == [{"ply": 1, "clause": "OiSteps", "role": "allowed"}]


def test_an_unknown_ruleset_is_named(ask):
    for address in ("rulesets/fide/", "rulesets/fide/module/", "rulesets/fide/manifest/"):
        status, answer = ask(address)
        assert (status, answer["error"]["message"]) == (404, "There is no ruleset “fide”.")
