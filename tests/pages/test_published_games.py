"""Games of readers that are published: their page, comments, and what curators see."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from config.clients import HOUR, often
from config.times import as_time
from games.commenting import COMMENTS_SHOWN, GAMES_SHOWN, MOST_WAITING, READ_SHOWN
from games.models import Comment, Ruleset, SavedGame
from tests.pages.saved_games import (
    published,
    text,
)

pytestmark = pytest.mark.django_db


def test_a_published_game_has_a_page_with_what_is_said_of_it(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    page = text(client, f"{match.get_absolute_url()}?ply=3")
    assert "The first man falls." in page
    assert "White oi, d5" in page
    shodra_rules.text += "\n// another text\n"
    shodra_rules.save()
    assert "Played under earlier rules (" in text(client, match.get_absolute_url())


def test_a_comment_waits_for_a_curator_and_is_escaped(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    address = match.get_absolute_url()
    form = {"name": "Cyriacus <i>", "text": "Why not <script>e4-e5</script>?", "ply": "2"}
    assert client.post(f"{address}comment/", form).status_code == 302
    assert "Cyriacus" not in text(client, address)
    assert "Why not" in text(curator, "/curate/games/")
    comment = Comment.objects.get()
    curator.post(f"/curate/games/comment/{comment.pk}/", {"verdict": "accept"})
    page = client.get(address).content.decode()
    assert "Why not &lt;script&gt;e4-e5&lt;/script&gt;?" in page
    assert 'data-ply="2"' in page
    comment.refresh_from_db()
    assert (comment.state, str(comment.judged_by)) == ("shown", "carla")
    assert "127.0.0.1" not in comment.sender


def test_a_comment_that_is_refused_is_seen_by_nobody(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    client.post(f"{match.get_absolute_url()}comment/", {"name": "Cy", "text": "Buy horses"})
    comment = Comment.objects.get()
    curator.post(f"/curate/games/comment/{comment.pk}/", {"verdict": "refuse"})
    assert "Buy horses" not in text(client, match.get_absolute_url())
    assert "Buy horses" not in text(curator, "/curate/games/")


def test_a_comment_that_is_shown_can_be_hidden_and_is_kept(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    address = match.get_absolute_url()
    client.post(f"{address}comment/", {"name": "Cy", "text": "Buy horses"})
    comment = Comment.objects.get()
    curator.post(f"/curate/games/comment/{comment.pk}/", {"verdict": "accept"})
    assert "Hide this comment" in text(curator, address)
    assert "Hide this comment" not in text(client, address)
    verdict = {"verdict": "hide", "from": "game"}
    answer = curator.post(f"/curate/games/comment/{comment.pk}/", verdict)
    assert answer["Location"] == f"{address}#comments"
    for reader in (client, curator):
        assert "Buy horses" not in text(reader, address)
    comment.refresh_from_db()
    assert (comment.state, str(comment.judged_by)) == ("hidden", "carla")
    assert comment.judged is not None
    queue = text(curator, "/curate/games/")
    assert "Buy horses" in queue
    assert f"Hidden · carla · {as_time(comment.judged)}" in queue
    curator.post(f"/curate/games/comment/{comment.pk}/", {"verdict": "show"})
    assert "Buy horses" in text(client, address)


def test_who_judges_what_others_have_judged_meanwhile_is_told(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    client.post(f"{match.get_absolute_url()}comment/", {"name": "Cy", "text": "Buy horses"})
    address = f"/curate/games/comment/{Comment.objects.get().pk}/"
    for verdict in ("accept", "hide"):
        curator.post(address, {"verdict": verdict})
    for late in ("accept", "refuse", "hide"):
        answer = curator.post(address, {"verdict": late}, follow=True)
        assert "has already decided on this comment" in answer.content.decode()
        assert Comment.objects.get().state == "hidden"


def test_comments_that_were_let_through_are_listed_in_pages(
    curator: Client, shodra: Ruleset, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    fields = {"match": shodra.matches.get(), "name": "Cy", "sender": "x", "state": "shown"}
    Comment.objects.bulk_create(
        Comment(text=f"No. {n:03}.", **fields) for n in range(READ_SHOWN + 1)
    )
    with django_assert_max_num_queries(15):
        page = text(curator, "/curate/games/")
    assert (f"No. {READ_SHOWN:03}." in page, "No. 000." in page) == (True, False)
    assert "No. 000." in text(curator, "/curate/games/?page=2")


def test_comments_are_limited_in_length_and_number(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    address = f"{match.get_absolute_url()}comment/"
    for form in ({"name": "", "text": "x"}, {"name": "Cy", "text": "x" * 2001}, {"name": "Cy"}):
        assert client.post(address, form).status_code == 400
    for _ in range(MOST_WAITING):
        assert client.post(address, {"name": "Cy", "text": "x"}).status_code == 302
    assert client.post(address, {"name": "Cy", "text": "x"}).status_code == 429
    other = client.post(address, {"name": "Di", "text": "x"}, REMOTE_ADDR="192.0.2.9")
    assert other.status_code == 302
    assert Comment.objects.count() == MOST_WAITING + 1


def test_a_long_queue_is_shown_from_its_beginning_and_the_rest_is_counted(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    fields = {"match": match, "name": "Cy", "sender": "x"}
    Comment.objects.bulk_create(
        Comment(text=f"No. {n:03}.", **fields) for n in range(COMMENTS_SHOWN + 2)
    )
    told = {"ruleset": shodra_rules, "digest": shodra_rules.digest, "state": "waiting"}
    for number in range(GAMES_SHOWN + 1):
        SavedGame.objects.create(title=f"Game {number:02}", **told)
    page = text(curator, "/curate/games/")
    assert "2 more comments wait." in page
    assert "1 more game waits." in page
    assert ("No. 000." in page, f"No. {COMMENTS_SHOWN:03}." in page) == (True, False)
    assert ("Game 00" in page, f"Game {GAMES_SHOWN:02}" in page) == (True, False)


def test_only_curators_moderate(client: Client, curator: Client, shodra_rules: Ruleset) -> None:
    match = published(client, curator)
    client.post(f"{match.get_absolute_url()}comment/", {"name": "Cy", "text": "x"})
    address = f"/curate/games/comment/{Comment.objects.get().pk}/"
    client.force_login(User.objects.create_user("ann", password="x"))
    assert client.get("/curate/games/").status_code == 403
    assert client.post(address, {"verdict": "accept"}).status_code == 403
    assert Comment.objects.get().state == "waiting"
    assert curator.post(address, {"verdict": "perhaps"}).status_code == 400
    assert curator.post("/curate/games/game/1/", {"verdict": "hide"}).status_code == 400
    assert curator.post("/curate/games/log/1/", {"verdict": "accept"}).status_code == 404


def test_what_an_address_does_within_an_hour_is_counted_for_an_hour(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 500_000.0 * HOUR
    request, neighbour = rf.get("/"), rf.get("/", REMOTE_ADDR="192.0.2.7")
    monkeypatch.setattr("time.time", lambda: now)
    assert not often(request, "try", 1)
    now += HOUR - 1
    assert often(request, "try", 1)
    assert not often(neighbour, "try", 1)
    now += 1
    assert not often(request, "try", 1)
