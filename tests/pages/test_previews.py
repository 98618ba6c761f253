"""What is shown where the address of a page is shared: every page has a picture and a title."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from games.models import Game, Match, Ruleset
from tests.demo import store_demo

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        store_demo()
        yield
        transaction.set_rollback(True)


def shared(client, address):
    page = client.get(address).content.decode()
    return {
        name: re.findall(f'"og:{name}" content="([^"]*)"', page)
        for name in ("image", "title", "image:alt")
    }  # fmt: skip


PAGES = [
    "/", "/about/", "/glossary/", "/evidence/", "/games/", "/rulesets/", "/compare/", "/concepts/",
    "/regions/", "/sources/", "/regions/europe/", "/nowhere/",
]  # fmt: skip


def test_pages_of_no_thing_of_their_own_have_the_card_of_the_site(demo, client):
    for address in PAGES:
        found = shared(client, address)
        assert found["image"] == ["http://testserver/static/preview.png"], address
        assert len(found["title"]) == len(found["image:alt"]) == 1
        assert found["title"][0].endswith("· Ashtapada")


def test_rules_records_and_games_have_their_board(demo, client):
    card = "http://testserver/rulesets/shodra/board.png"
    ruleset = Ruleset.objects.get(slug="shodra")
    record = ruleset.evidence_links.first().evidence
    for address in (
        "/rulesets/shodra/", "/rulesets/shodra/play/", "/rulesets/shodra/games/",
        record.get_absolute_url(), Game.objects.get(slug="shodra").get_absolute_url(),
    ):  # fmt: skip
        assert shared(client, address)["image"] == [card], address
    answer = client.get("/rulesets/shodra/board.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    again = client.get("/rulesets/shodra/board.png", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_a_ply_is_shared_as_its_own_picture(demo, client):
    match = Match.objects.filter(ruleset__slug="shodra").first()
    address = reverse("ply", args=["shodra", match.slug, 1])
    (image,) = shared(client, address)["image"]
    assert image == f"http://testserver/rulesets/shodra/games/{match.slug}/1.png"
    assert client.get(image).status_code == 200


def test_rules_that_cannot_run_have_the_card_of_the_site(client):
    game = Game.objects.create(slug="g", name='A "quoted" <game>')
    Ruleset.objects.create(game=game, slug="none", name='Rules of "it"', text="(nonsense")
    answer = client.get("/rulesets/none/board.png")
    assert (answer.status_code, answer["Location"]) == (302, "/static/preview.png")
    found = shared(client, "/games/g/")
    assert found["title"] == ["A &quot;quoted&quot; &lt;game&gt; · Ashtapada"]
    assert found["image:alt"] == ["Rules of &quot;it&quot;: the board at the start"]
