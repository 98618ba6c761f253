"""/api/v1/rulesets/: texts, clauses, and compiled rules."""

import hashlib
from urllib.parse import urlencode

import pytest
import wasmtime
from django.conf import settings

from games.models import Clause, Ruleset
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
    oi = {"symbol": "pawn", "name": "oi", "letter": "P", "side": "Red / Blue"}
    assert shodra["pieces"] == {"Oi": oi}
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


@pytest.fixture
def playable(cast):
    """The cast's Shodra with the text that ships, so that it can be compiled."""
    ruleset = Ruleset.objects.get(slug="shodra")
    ruleset.text = (settings.BASE_DIR / "fixtures" / "rulesets" / "shodra.lud").read_text()
    ruleset.save()
    Clause.objects.create(
        ruleset=ruleset, name="OtLeaps", position=2, title="Ot", text="Leaps.", status="attested"
    )
    return ruleset


def test_the_module_is_webassembly_that_runs(client, playable):
    response = client.get("/api/v1/rulesets/shodra/module/", headers={"accept": "application/wasm"})
    assert (response.status_code, response["Content-Type"]) == (200, "application/wasm")
    module = wasmtime.Module(wasmtime.Engine(), response.content)
    assert [export.name for export in module.exports]


def test_the_manifest_says_how_to_read_it(ask, playable):
    status, manifest = ask("rulesets/shodra/manifest/")
    assert status == 200
    sites = manifest["board"]["sites"]
    assert (len(sites), len(manifest["start"])) == (64, 64)
    assert {"a1", "h8"} <= {site["label"] for site in sites}
    assert manifest["components"][0] is None
    assert "OtLeaps" in manifest["clauses"]


def test_options_change_the_rules(ask, client, playable):
    _, manifest = ask("rulesets/shodra/manifest/")
    twice = "Double step/Each oi's first move"
    assert twice not in manifest["options"]
    _, changed = ask(f"rulesets/shodra/manifest/?{urlencode({'option': twice})}")
    assert twice in changed["options"]
    address = "/api/v1/rulesets/shodra/module/"
    usual, other = (client.get(address, asked).content for asked in ({}, {"option": twice}))
    assert usual != other


@pytest.mark.parametrize("part", ["module", "manifest"])
def test_an_option_that_there_is_not_is_refused(ask, playable, part):
    status, answer = ask(f"rulesets/shodra/{part}/?option=Colour/Red")
    assert (status, answer["error"]["parameter"]) == (400, "option")
    assert "Colour" in answer["error"]["message"]


def test_a_text_that_does_not_compile_is_our_fault(ask):
    status, answer = ask("rulesets/shodra/module/")
    assert (status, answer["error"]["parameter"]) == (500, None)
    assert answer["error"]["message"].startswith("The text of “shodra” does not compile")
