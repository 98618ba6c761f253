"""Costly calls are done by processes of their own, which are bounded; when full, at once 503."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from api import views_export
from config import costly as calls
from config.costly import Busy, ask_at, costly, costly_pieces
from config.door import Door
from config.serving.costly import inbox, work
from evidence.editing.curation.rulesets import checking
from evidence.exporters.selection import Selection
from evidence.search import Query
from games import compare_asked, compare_page, compared, raster
from games.models import Ruleset
from tests.pages.conftest import stored
from tests.processes import wait_for


@costly
def where(number: int) -> tuple[int, int]:
    return number, os.getpid()


@costly
def refused(said: str) -> None:
    raise ValueError(said)


@costly
def greedy() -> int:
    return len(bytearray(2 * 1024**3))


@costly
def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


HELD = 64 * 1024**2
FOREVER: list[bytes] = []


@costly
def hold() -> int:
    FOREVER.append(b"x" * HELD)
    return os.getpid()


@costly_pieces
def pieces(number: int) -> Iterator[bytes]:
    yield from (b"%d" % each for each in range(number))


@pytest.fixture
def nobody() -> Iterator[socket.socket]:
    """Calls are asked for, and nobody does them."""
    asking, taking = inbox()
    ask_at(asking)
    before = calls.client.set("")  # an earlier test's request may have left its address
    yield taking
    calls.client.reset(before)
    ask_at(None)
    asking.close()
    taking.close()


@pytest.fixture
def process(
    nobody: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> Iterator[multiprocessing.process.BaseProcess]:
    monkeypatch.setattr("config.serving.costly.RECYCLED", 4 * 1024**3)
    process = copied(nobody, monkeypatch)
    yield process
    process.kill()
    process.join()


def data_held() -> int:
    """The bytes of this process that count towards the limit of its data."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmData:")[1].split()[0]) * 1024


def copied(
    nobody: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> multiprocessing.process.BaseProcess:
    """A copy of this process that does calls, as urgently as other tests do theirs."""
    # A connection that an earlier test has left open is not the copy's to look at or to close.
    monkeypatch.setattr("config.serving.costly.close_old_connections", lambda: None)
    monkeypatch.setattr("config.serving.costly.NICE", 0)
    # The process of the tests holds more than the site does, and the more the later it is.
    monkeypatch.setattr("config.serving.costly.MEMORY", data_held() + 4 * HELD)
    gc.freeze()  # all that the tests hold would be looked through, and so copied, after each call
    process = multiprocessing.get_context("fork").Process(target=work, args=(nobody, lambda: None))
    process.start()
    return process


def test_a_call_is_done_by_the_process_for_it(process):
    assert where(7) == (7, process.pid)
    assert list(pieces(3)) == [b"0", b"1", b"2"]


def test_without_such_a_process_it_is_done_here():
    assert where(7) == (7, os.getpid())


def test_what_a_call_raises_is_raised_here(process):
    with pytest.raises(ValueError, match="such a text"):
        refused("such a text")


def test_a_call_that_needs_too_much_memory_fails_and_the_process_goes_on(process):
    with pytest.raises(MemoryError):
        greedy()
    assert where(1)[1] == process.pid


def test_a_process_that_dies_is_told_as_busy(process):
    with pytest.raises(Busy):
        killed()


def test_when_all_places_are_taken_the_next_call_is_refused_at_once(process):
    first, second = pieces(2), pieces(2)  # which hold a place until they are read
    with pytest.raises(Busy):
        where(1)
    assert [*first, *second] == [b"0", b"1"] * 2
    assert where(1)


def test_one_address_has_one_place(process):
    token = calls.client.set("192.0.2.1")
    try:
        held = pieces(2)
        with pytest.raises(Busy):
            where(1)
        calls.client.set("192.0.2.2")
        assert where(1)
        held.close()
    finally:
        calls.client.reset(token)


def test_a_queue_that_nobody_empties_fills_up(nobody, monkeypatch):
    monkeypatch.setattr(calls, "SECONDS", 0.01)
    monkeypatch.setattr(calls, "AT_A_TIME", 10_000)
    for _ in range(1000):  # far more than a queue of datagrams holds
        with pytest.raises(Busy):
            where(1)


def test_a_process_that_has_grown_makes_way(nobody, monkeypatch):
    monkeypatch.setattr("config.serving.costly.RECYCLED", HELD // 2)
    process = copied(nobody, monkeypatch)
    assert where(1)[1] == process.pid
    assert hold() == process.pid
    wait_for(lambda: process.exitcode is not None)
    assert process.exitcode == 0


@pytest.mark.parametrize(
    ("path", "kind"), [("/compare/", "text/html"), ("/api/v1/compare/", "json")]
)
def test_busy_is_told_as_503_with_retry_after(path, kind):
    def view(request: HttpRequest) -> HttpResponse:
        raise AssertionError

    answer = Door(view).process_exception(RequestFactory().get(path), Busy())
    assert answer is not None
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert kind in answer["Content-Type"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (compare_asked._pasted, ("(game)", "", Ruleset(), [], [])),
        (compare_asked._stored, ([Ruleset(), Ruleset()], [[], []], "")),
        (compare_page.rulesets_compared, (Ruleset(), Ruleset(), "")),
        (compared.stored_compared, (Ruleset(), [], Ruleset(), [])),
        (checking.check, ("(game)  // of which nothing is known",)),
        (raster.drawn_png, ("<svg/>", 100)),
        (raster.drawn_gif, (("<svg/>",), 100)),
        (views_export._bytes, ("geojson", views_export.Asked(Selection(Query())))),
    ],
)
def test_a_web_process_compiles_compares_draws_and_exports_nothing_itself(
    nobody, monkeypatch, function, arguments
):
    monkeypatch.setattr(calls, "SECONDS", 0.01)
    with pytest.raises(Busy):  # where nobody does it, it is not done
        function(*arguments)


@pytest.mark.django_db
def test_the_api_leaves_stored_texts_to_the_process_for_it(nobody, monkeypatch, client):
    monkeypatch.setattr(calls, "SECONDS", 0.01)
    for slug in ("ouk-chatrang", "kar-ouk"):
        stored(slug)
    Ruleset.objects.update(text="(game")  # whoever compiles it finds a fault
    answer = client.get("/api/v1/compare/?a=ouk-chatrang&b=kar-ouk")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
