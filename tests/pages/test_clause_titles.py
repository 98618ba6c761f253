"""Readers tell moves apart by the titles of clauses, never by the names in the rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.clause_titles import named, titled
from games.models import Clause
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def titles() -> dict[str, str]:
    """Of the clauses of Min Rek Chanh, where a man may go with or without an order."""
    stored("min-rek-chanh")
    return dict(Clause.objects.values_list("name", "title"))


def read(client: Client, text: str) -> dict[str, Any]:
    answer = client.post("/rulesets/min-rek-chanh/play/read/", {"text": text, "played": ""})
    return answer.json()


@pytest.mark.parametrize("text", ["b1-b2 (Order)", "b1-b2(order)", "b1-b2(OrderToRek)"])
def test_a_move_is_read_as_the_list_of_moves_writes_it(
    client: Client, titles: dict[str, str], text: str
) -> None:
    assert read(client, text) == {"move": "b1-b2(OrderToRek)"}


@pytest.mark.parametrize("text", ["b1-b2", "Mb2", "b1-b2 (Nonsense)", "b1-b9 (Order)", "b1-h8"])
def test_no_refusal_names_a_clause_as_the_rules_do(
    client: Client, titles: dict[str, str], text: str
) -> None:
    reason = read(client, text)["reason"]
    assert not [name for name in titles if f"({name}" in reason], reason


def test_names_and_titles_lead_to_each_other(titles: dict[str, str]) -> None:
    for name, title in titles.items():
        for number in ("", " 2"):
            move = f"b1-b2({name}{number})"
            shown = titled(move, titles)
            assert shown == f"b1-b2 ({title}{number})"
            assert named(shown, titles) == move
