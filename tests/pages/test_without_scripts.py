"""Pages say of themselves only what they are without a script."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/rulesets/shodra/", "/rulesets/shodra/play/"])
def test_nothing_is_said_to_be_on_its_way_for_ever(client: Client, path: str) -> None:
    stored("shodra", with_games=True)
    html = client.get(path).content.decode()
    shown = re.sub(r"<script.*?</script>|<[^>]*>", " ", html, flags=re.DOTALL)
    assert "being loaded" in html  # for the script, which says it
    assert "being loaded" not in shown
    assert "needs JavaScript" in shown


def test_the_caption_of_a_clause_is_there_without_a_script(client: Client) -> None:
    stored("shodra", with_games=True)
    html = client.get("/rulesets/shodra/?clause=OiCaptures").content.decode()
    said = re.search(r'id="live"[^>]*>([^<]*)</p>', html)
    assert said is not None
    assert "is allowed by “Oi: capture” (attested)" in said[1]
