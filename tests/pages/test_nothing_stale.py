"""After each kind of write visitors see what is stored now, on every page that is cached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.answer_cache.store import store as cache
from config.answer_cache.views import cached_for_visitors
from evidence.archive.reading import import_corpus
from evidence.archive.writing import export_corpus
from evidence.editing.curation import life, published
from evidence.editing.curation.rulesets import life as rules_life
from evidence.editing.curation.steps import take
from evidence.editing.suggestions.answering import answer
from evidence.editing.suggestions.models import Suggestion
from evidence.models import Region, Source
from evidence.storing.joining import join
from games.commenting import judge_comment
from games.models import Clause, Comment, Game, Match, Ruleset
from people.matrix import Role
from tests.pages.conftest import make_cast, make_shodra
from tests.signing import person

CONTENT = {
    "game_name": "Senet", "title": "Another board", "type": "artifact", "date": "-1300",
    "rules": "Thirty squares.", "confidence": 50, "places": [{"name": "Thebes"}],
    "citations": [{"citation": "A new book", "locator": "p. 1"}],
}  # fmt: skip
ADDRESSES = ("/evidence/", "/evidence/tomb-board/", "/rulesets/shodra/", "/sources/")
TIME = re.compile(rb'"timeStamp":"[^"]*"')


@pytest.fixture
def ada() -> User:
    return person("ada", Role.CURATOR)


@pytest.fixture(autouse=True)
def site(transactional_db: None) -> None:
    make_cast()
    make_shodra()
    cache.clear()


def shown(addresses: tuple[str, ...]) -> dict[str, bytes]:
    """What a visitor is given at each address; features say when they were made."""
    visitor = Client()
    return {each: TIME.sub(b"", visitor.get(each).content) for each in addresses}


def check(name: str, deed, *addresses: str) -> None:
    """Let something be written that shows, and look whether it does at once, on each page."""
    before = shown(addresses)
    deed()
    now = shown(addresses)
    same = [each for each in addresses if now[each] == before[each]]
    assert not same, f"{name}: stale"
    cache.clear()
    assert now == shown(addresses), f"{name}: something else than without the cache"


def proposed(one: User, other: User, content, record: str = "") -> None:
    draft = life.begin(one, content, record=record, why="read in a book")
    draft = take("send", draft, number=draft.number, person=one, why="please look")
    take("accept", draft, number=draft.number, person=other, why="checked")


def rules_published(one: User, other: User) -> None:
    rules = Ruleset.objects.get(slug="shodra")
    draft = rules_life.begin(one, rules, f"{rules.text}\n", "read again", {"name": "Shadra"})
    rules_life.take("publish", draft, number=1, person=other)


def test_a_page_is_stale_after_a_write(ada, admin_client, tmp_path):
    bede = person("bede", Role.CURATOR)
    board, api = "/evidence/tomb-board/", "/api/v1/evidence/tomb-board/"
    lists = ("/", "/evidence/", "/games/", "/api/v1/evidence/", "/ogc/collections/evidence/items")
    check("a record is published", lambda: proposed(ada, bede, CONTENT), *lists)
    change = {**CONTENT, "title": "A board indeed"}
    check("a record is edited", lambda: proposed(ada, bede, change, "tomb-board"), board, api)
    reason = {"person": bede, "why": "looked at again"}
    check("a record is withdrawn", lambda: published.withdraw("tomb-board", number=2, **reason),
          *lists, board, api)  # fmt: skip
    check("a record is restored", lambda: published.restore("tomb-board", 1, number=3, **reason),
          "/evidence/", board, api)  # fmt: skip
    murray = Source.objects.filter(slug="murray-1913")
    check("a source is edited", lambda: murray.update(citation="Murray 1914", title="A History"),
          "/sources/", "/sources/murray-1913/", "/api/v1/sources/", "/evidence/soyot-report/",
          "/rulesets/shodra/")  # fmt: skip
    other = Source.objects.exclude(slug="murray-1913")[0]
    check("sources are joined", lambda: join(other, murray.get(), by=ada, why="one book"),
          "/sources/", "/api/v1/sources/")  # fmt: skip
    check("a region is renamed", lambda: Region.objects.filter(slug="soyot").update(name="Tuva"),
          "/regions/", "/regions/soyot/", "/api/v1/regions/")  # fmt: skip
    check("rules are published", lambda: rules_published(ada, bede),
          "/rulesets/", "/rulesets/shodra/", "/rulesets/shodra/games/", "/api/v1/rulesets/",
          "/api/v1/rulesets/shodra/")  # fmt: skip
    check("a clause is edited", lambda: Clause.objects.update(title="Another title"),
          "/rulesets/shodra/", "/api/v1/rulesets/shodra/")  # fmt: skip
    comment = Comment.objects.create(match=Match.objects.get(), name="Olga", text="Well played")
    for verdict in ("accept", "hide"):
        judge_comment(comment, ada, verdict)
        page = Client().get("/rulesets/shodra/games/short/").content
        assert (b"Well played" in page) == (verdict == "accept")
    one = Suggestion.objects.create(record="tomb-board", text="Older", name="Olga", named=True)
    check(
        "a suggestion is accepted",
        lambda: answer(one, state="accepted", before="waiting", by=ada, words="Indeed"),
        board,
    )
    check("a suggestion is taken back",
          lambda: answer(one, state="waiting", before="accepted", by=ada), board)  # fmt: skip
    table = tmp_path / "table.csv"
    table.write_text("identifier,game,title\nnew-one,Senet,A third board\n", encoding="utf-8")
    with (tmp_path / "out").open("w") as out:
        check("a command imports", lambda: call_command("import_csv", str(table), stdout=out),
              "/evidence/", "/api/v1/evidence/", "/games/senet/")  # fmt: skip
    check("an administrator edits", lambda: renamed_in_admin(admin_client),
          "/games/senet/", "/games/", "/api/v1/games/", board, api)  # fmt: skip
    export_corpus(tmp_path / "archive.zip")
    call_command("flush", interactive=False, verbosity=0)
    check("an archive is restored", lambda: import_corpus(tmp_path / "archive.zip"),
          *lists, board, api, "/rulesets/shodra/")  # fmt: skip


def renamed_in_admin(client: Client) -> None:
    where = reverse("admin:games_game_change", args=[Game.objects.get(slug="senet").pk])
    sent = dict(fields_of(client.get(where)))
    assert client.post(where, {**sent, "name": "Zenet"}).status_code == 302


def fields_of(page) -> Iterator[tuple[str, object]]:
    """What the form of the admin would send if nobody typed anything."""
    forms = [page.context["adminform"].form]
    for each in page.context["inline_admin_formsets"]:
        forms += [each.formset.management_form, *each.formset.initial_forms]
    for form in forms:
        for bound in form:
            value = bound.value()
            yield bound.html_name, "" if value is None else value


def test_readers_who_are_signed_in_are_neither_given_cached_pages_nor_are_theirs_cached(ada):
    curator = Client()
    curator.force_login(ada)
    own = {each: curator.get(each).content for each in ADDRESSES}
    assert cache.size == 0
    visitors = shown(ADDRESSES)
    assert cache.size
    record = "/evidence/tomb-board/"
    assert b"Propose a change" in own[record]
    assert b"Propose a change" not in visitors[record]
    assert b"Propose a change" in curator.get(record).content


def test_a_visitor_with_a_session_a_token_or_a_message_is_not_answered_from_the_cache():
    for headers, cookies in (
        ({"authorization": "Bearer nothing"}, {}),
        ({}, {"sessionid": "someone"}),
        ({}, {"messages": "something"}),
    ):
        cache.clear()
        client = Client(headers=headers)
        client.cookies.load(cookies)
        for each in ("/evidence/", "/api/v1/evidence/"):
            client.get(each)
        assert cache.size == 0, (headers, cookies)


def test_requests_that_are_answered_from_the_cache_count_for_the_limit(settings):
    settings.API_RATE = settings.PAGE_RATE = 3
    for address in ("/api/v1/games/", "/games/"):
        statuses = [Client().get(address).status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]


def test_what_is_refused_is_not_cached():
    for address in ("/evidence/nothing/", "/api/v1/evidence/nothing/", "/api/v1/games/?limit=x"):
        for headers in ({}, {"if-none-match": "*"}):
            assert Client().get(address, headers=headers).status_code in (400, 404)
    assert cache.size == 0


def test_a_page_with_a_form_that_acts_is_not_cached(rf):
    request = rf.get("/")
    cached_for_visitors(lambda request: HttpResponse(get_token(request)))(request)
    assert cache.size == 0


def test_an_answer_that_sets_a_cookie_is_not_cached(rf):
    response = HttpResponse("a page")
    response.set_cookie("a", "b")
    assert "ETag" not in cached_for_visitors(lambda request: response)(rf.get("/"))
    assert cache.size == 0


def test_a_page_says_the_day_on_which_it_is_read(monkeypatch):
    days = [date(2026, 11, 23), date(2026, 11, 24)]
    pages = []
    for day in days:
        monkeypatch.setattr(timezone, "localdate", lambda day=day: day)
        pages.append(Client().get("/evidence/tomb-board/"))
    assert pages[0].content != pages[1].content
    assert pages[0]["ETag"] != pages[1]["ETag"]
