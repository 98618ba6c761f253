"""Pages are kept until the corpus changes, and only those that everybody sees alike."""

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse

from config.answer_cache import store as cache
from config.answer_cache.store import Store
from evidence.index import index_records
from evidence.models import Evidence

PAGES = (
    "/", "/evidence/", "/evidence/?year_from=1000", "/games/", "/sources/", "/regions/",
    "/evidence/tomb-board/", "/api/v1/evidence/", "/api/v1/evidence/tomb-board/",
    "/api/v1/rulesets/",
)  # fmt: skip


@pytest.mark.parametrize("address", PAGES)
def test_a_page_that_is_kept_costs_one_question(client, cast, address, django_assert_num_queries):
    first = client.get(address)
    with django_assert_num_queries(1):
        again = client.get(address)
    assert again.content == first.content
    assert dict(again.items()) == dict(first.items())


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
    monkeypatch.setattr(cache, "ROOM", 2 * (cache.OVERHEAD + 10) + 5)
    store = Store()
    for name in ("one", "two", "three"):
        store.put("a", (name,), HttpResponse(b"x" * 10))
    assert store.get("a", ("one",)) is None
    assert store.get("a", ("two",)).content == b"x" * 10
    assert store.get("b", ("two",)) is None
    store.put("b", ("four",), HttpResponse(b"y"))
    assert store.get("a", ("two",)) is None
    assert store.size == cache.OVERHEAD + 1
