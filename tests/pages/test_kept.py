"""Pages are kept until the corpus changes, and only those that everybody sees alike."""

import os
import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from config.answer_cache import store as cache
from config.answer_cache.store import Store
from config.databases.writes import NEVER_CACHED, TABLE
from evidence.models import Evidence
from evidence.search.index import index_records

PAGES = (
    "/", "/evidence/", "/evidence/?year_from=1000", "/games/", "/sources/", "/regions/",
    "/evidence/tomb-board/", "/api/v1/evidence/", "/api/v1/evidence/tomb-board/",
    "/api/v1/rulesets/",
)  # fmt: skip
RULES = "/rulesets/shodra/"
OF_RULES = ("/rulesets/", RULES, f"{RULES}games/", f"/api/v1{RULES}")
TABLES = re.compile(r'(?:FROM|JOIN) "?(\w+)')


@pytest.mark.parametrize("address", PAGES)
def test_a_page_that_is_kept_costs_one_question(client, cast, address, django_assert_num_queries):
    first = client.get(address)
    with django_assert_num_queries(1):
        again = client.get(address)
    assert again.content == first.content
    assert dict(again.items()) == dict(first.items())


@pytest.mark.parametrize("address", [*PAGES, *OF_RULES])
def test_no_cached_page_shows_a_table_whose_writes_leave_it_cached(client, cast, shodra, address):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).has_header("ETag")
    read = {table for each in asked for table in TABLES.findall(each["sql"])}
    assert read
    assert not read & (NEVER_CACHED - {TABLE, "evidence_corpuschange"})  # changes with the others


def test_a_change_of_the_corpus_shows_at_once(client, cast):
    assert "A new title" not in client.get("/evidence/").content.decode()
    record = Evidence.objects.first()
    Evidence.objects.filter(pk=record.pk).update(title="A new title")
    index_records([record.pk])
    assert "A new title" in client.get("/evidence/").content.decode()


def test_a_browser_that_has_the_page_is_told_so_until_it_changes(client, cast):
    etag = client.get("/evidence/")["ETag"]
    again = client.get("/evidence/", headers={"if-none-match": etag})
    assert (again.status_code, again["ETag"], again["Cache-Control"]) == (304, etag, "no-cache")
    index_records([Evidence.objects.first().pk])
    assert client.get("/evidence/", headers={"if-none-match": etag}).status_code == 200


def test_who_is_logged_in_has_a_page_of_their_own(client, cast):
    before = client.get("/evidence/").content
    client.force_login(get_user_model().objects.create_user("olga"))
    page = client.get("/evidence/")
    assert "Log out olga" in page.content.decode()
    assert "ETag" not in page
    client.logout()
    assert client.get("/evidence/").content == before


def test_what_is_refused_is_not_kept(client, cast):
    for _ in range(2):
        page = client.get("/evidence/?year_from=soon")
        assert page.status_code == 400
        assert "ETag" not in page


def test_pages_of_other_hosts_and_without_compression_are_others(client, cast, settings):
    settings.ALLOWED_HOSTS = ["a.example", "b.example"]
    pages = [client.get("/", headers={"host": host}) for host in ("a.example", "b.example")]
    assert [b"http://a.example/" in page.content for page in pages] == [True, False]
    packed = client.get("/evidence/", headers={"host": "a.example", "accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    plain = client.get("/evidence/", headers={"host": "a.example"})
    assert "Content-Encoding" not in plain


def test_the_cache_has_so_much_room_and_forgets_other_versions(monkeypatch):
    monkeypatch.setattr(cache, "ROOM", 25_000)
    store = Store()
    for name in ("one", "two", "three"):
        store.put("a", (name,), HttpResponse(name[0].encode() * 10_000))
    assert store.get("a", ("one",)) is None
    assert store.get("a", ("two",)).content == b"t" * 10_000
    assert store.get("b", ("two",)) is None
    store.put("b", ("four",), HttpResponse(b"y"))
    assert store.get("a", ("two",)) is None
    assert 0 < store.size < 1000
    store.put("b", ("five",), HttpResponse(b"z" * 25_000))
    assert store.get("b", ("five",)) is None
    assert store.get("b", ("four",)).content == b"y"


def test_what_one_process_has_stored_is_found_by_another_with_its_headers():
    store = Store()
    if not (child := os.fork()):
        answer = HttpResponse(b"\0\xffpage", headers={"ETag": 'W/"1"', "Content-Encoding": "gzip"})
        answer.xframe_options_exempt = True
        store.put("a", ("/", "en"), answer)
        os._exit(0)
    os.waitpid(child, 0)
    found = store.get("a", ("/", "en"))
    assert found.content == b"\0\xffpage"
    assert dict(found.items()) == {
        "ETag": 'W/"1"', "Content-Encoding": "gzip", "Content-Type": "text/html; charset=utf-8",
    }  # fmt: skip
    assert found.xframe_options_exempt
    assert store.get("a", ("/", "de")) is None
    assert store.get("b", ("/", "en")) is None


def test_an_answer_that_another_process_has_overwritten_is_not_given(monkeypatch):
    """Two that store at the same moment may do so at the same place in memory."""
    store = Store()
    store.put("a", ("one",), HttpResponse(b"x" * 100))
    store._numbers[cache.END] = 0
    store.put("a", ("two",), HttpResponse(b"y" * 100))
    assert store.get("a", ("one",)) is None
    assert store.get("a", ("two",)).content == b"y" * 100
    store._ring[50] ^= 1
    assert store.get("a", ("two",)) is None


def test_a_site_of_a_thousand_addresses_has_all_its_answers(monkeypatch):
    """With one place for each key every tenth would be lost: those that meet push out others."""
    store = Store()
    for number in range(1000):
        store.put("a", (f"/{number}/",), HttpResponse(f"page {number}".encode()))
    there = [store.get("a", (f"/{number}/",)) for number in range(1000)]
    assert [each and each.content.decode() for each in there] == [f"page {n}" for n in range(1000)]


def test_where_too_many_keys_meet_the_oldest_makes_room(monkeypatch):
    monkeypatch.setattr(cache, "GROUPS", 1)
    store = Store()
    for name in "abcd":
        store.put("v", (name,), HttpResponse(name.encode()))
    store.put("v", ("a",), HttpResponse(b"again"))
    store.put("v", ("e",), HttpResponse(b"e"))
    found = {name: store.get("v", (name,)) for name in "abcde"}
    assert [name for name, each in found.items() if each is None] == ["b"]


def test_processes_that_store_at_the_same_time_give_no_wrong_answer(monkeypatch):
    monkeypatch.setattr(cache, "ROOM", 50_000)
    monkeypatch.setattr(cache, "GROUPS", 2)
    store, children = Store(), []
    for part in range(3):
        if not (child := os.fork()):
            wrong = 0
            for number in range(2000):
                name = f"{(number * 7 + part) % 20}"
                store.put("a", (name,), HttpResponse(name.encode() * (number % 3000)))
                found = store.get("a", (f"{number % 20}",))
                wrong += bool(found and found.content.strip(f"{number % 20}".encode()))
            os._exit(min(wrong, 100))
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
