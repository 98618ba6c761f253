"""/api/v1/search/ and /api/v1/search/suggestions/."""

from __future__ import annotations

import pytest

from evidence.search.index import index_records


def test_everything_is_found_in_one_list(ask, cast):
    status, answer = ask("search/?q=shodra")
    assert status == 200
    assert answer["results"][0]["page"] == "http://testserver/games/shodra/"
    assert {each["kind"] for each in answer["results"]} >= {"game", "record"}
    assert answer["counts"]["game"] == 1
    assert answer["count"] == sum(answer["counts"].values())
    assert (answer["searched"], answer["corrected"], answer["more"]) == ("shodra", False, False)


def test_one_kind_page_by_page(ask, cast):
    whole = ask("search/?q=board")[1]
    kinds = [each["kind"] for each in ask("search/?q=board&kind=record")[1]["results"]]
    assert set(kinds) == {"record"}
    assert ask("search/")[1]["results"] == []
    keys = [
        each["key"]
        for page in (1, 2)
        for each in ask(f"search/?q=board&limit=1&page={page}")[1]["results"]
    ]
    assert keys == [each["key"] for each in whole["results"][:2]]
    assert ask("search/?q=board&page=400")[1]["results"] == []


def test_what_was_meant_is_said(ask, cast):
    answer = ask("search/?q=shorda")[1]
    assert (answer["searched"], answer["corrected"]) == ("shodra", True)
    assert ask("search/?q=shodra%20qqqqq")[1]["left_out"] == ["qqqqq"]


def test_snippets_are_html_whichever_words_are_asked_for(ask, cast):
    cast["senet"].rules = "<b>Thirty</b> squares & more."
    cast["senet"].save()
    index_records()
    for words, told in [
        ("tomb", "&lt;b&gt;Thirty&lt;/b&gt; squares &amp; more."),
        ("squares", "&lt;b&gt;Thirty&lt;/b&gt; <mark>squares</mark> &amp; more."),
    ]:
        results = ask(f"search/?q={words}&kind=record")[1]["results"]
        assert [each["snippet"] for each in results] == [told]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [("q=!", "q"), (f"q={'x' * 201}", "q"), ("q=a&kind=b", "kind"),
     ("q=a&limit=101", "limit"), ("q=a&page=0", "page"), ("q=a&nothing=1", "nothing")],
)  # fmt: skip
def test_what_cannot_be_followed_is_refused(ask, db, query, parameter):
    status, answer = ask(f"search/?{query}")
    assert (status, answer["error"]["parameter"]) == (400, parameter)


def test_suggestions_go_on_from_what_is_typed(ask, cast):
    found = ask("search/suggestions/?q=shod")[1]["suggestions"]
    assert found[0] == {
        "kind": "game", "label": "Game", "key": "shodra", "name": "Shodra", "about": "",
        "page": "http://testserver/games/shodra/",
    }  # fmt: skip
    assert ask("search/suggestions/?q=")[1] == {"suggestions": []}
