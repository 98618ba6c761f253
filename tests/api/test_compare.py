"""/api/v1/compare/: two rulesets."""

from urllib.parse import urlencode

import pytest

from games.models import Ruleset
from tests.pages.conftest import stored


@pytest.fixture
def ouk(cast):
    stored("ouk-chatrang")
    stored("kar-ouk")


def test_the_line_that_tells_two_rulesets_apart(ask, ouk):
    status, answer = ask("compare/?a=ouk-chatrang&b=kar-ouk")
    assert (status, answer["a"]["slug"], answer["b"]["slug"]) == (200, "ouk-chatrang", "kar-ouk")
    assert answer["a"]["url"] == "http://testserver/api/v1/rulesets/ouk-chatrang/"
    difference = answer["difference"]
    assert (difference["kind"], len(difference["line"])) == ("moves", 4)
    assert difference["line"][2] == {
        "a": "d1-c3", "b": "d1-c3", "clause_a": "KingLeaps", "clause_b": "KingLeaps",
    }  # fmt: skip
    assert {(each["how"], each["refused"]) for each in difference["only_a"]} == {
        ("over", "FirstCheckWins")
    }
    assert (difference["only_b"], difference["winner_a"], difference["winner_b"]) == ([], None, 2)
    assert answer["search"]["plies"] == 4
    assert answer["search"]["stopped"] == ""
    assert answer["ending"] is None
    assert (answer["apart"], answer["sites_a"], answer["sites_b"]) == ("", [], [])


def test_clauses_that_answer_each_other(ask, ouk):
    clauses = ask("compare/?a=ouk-chatrang&b=kar-ouk")[1]["clauses"]
    differing = [each for each in clauses if each["relation"] == "both"]
    stalemate = next(each for each in differing if each["a"]["name"] == each["b"]["name"])
    assert (stalemate["a"]["status"], stalemate["b"]["status"]) == ("disputed", "inferred")
    check = next(each for each in clauses if each["relation"] == "only-b")
    assert check["a"] is None


def test_boards_that_are_not_the_same(ask, cast):
    stored("shatranj-ar-rumiya-1140")
    stored("shatranj-ar-rumiya-1352")
    answer = ask("compare/?a=shatranj-ar-rumiya-1140&b=shatranj-ar-rumiya-1352")[1]
    assert (answer["apart"], answer["difference"]["line"]) == ("boards", [])
    assert len(answer["difference"]["only_a"]) == len(answer["difference"]["only_b"]) == 14
    assert (answer["sites_a"][0], answer["sites_b"][0]) == ("a5", "e1")
    assert answer["search"]["positions"] == 1


def test_rules_are_compared_with_options_of_either(ask, ouk):
    spoken = "Draw offers/As moves"
    query = {"a": "ouk-chatrang", "b": "ouk-chatrang", "option_b": spoken}
    status, answer = ask(f"compare/?{urlencode(query)}")
    assert (status, spoken in answer["options_a"], spoken in answer["options_b"]) == (
        200,
        False,
        True,
    )
    assert [each["move"] for each in answer["difference"]["only_b"]] == ["propose:Draw"]
    query["option_a"] = spoken
    status, answer = ask(f"compare/?{urlencode(query)}")
    assert (status, answer["error"]["parameter"]) == (400, "b")
    query["option_b"] = "Draw offers/By post"
    status, answer = ask(f"compare/?{urlencode(query)}")
    assert (status, answer["error"]["parameter"]) == (400, "option_b")
    assert 'has no item "By post"' in answer["error"]["message"]


@pytest.mark.parametrize(
    ("query", "status", "parameter", "message"),
    [
        ("a=kar-ouk", 400, "b", "Name a ruleset, as in b=shodra."),
        ("a=kar-ouk&b=chess", 404, "b", "There is no ruleset “chess”."),
        ("a=kar-ouk&b=kar-ouk", 400, "b", "This is “kar-ouk” twice: name two, or other options."),
    ],
)
def test_what_cannot_be_compared(ask, ouk, query, status, parameter, message):
    found, answer = ask(f"compare/?{query}")
    error = answer["error"]
    assert (found, error["parameter"], error["message"]) == (status, parameter, message)


def test_a_text_that_does_not_compile_is_a_fault_of_the_site(ask, ouk):
    Ruleset.objects.filter(slug="kar-ouk").update(text='(game "Kar Ouk"')
    status, answer = ask("compare/?a=ouk-chatrang&b=kar-ouk")
    assert status == 500
    assert "cannot be compared: rules, line 1, column 1" in answer["error"]["message"]
