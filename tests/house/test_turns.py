"""An answer is made once, however many ask for it at the same time."""

from __future__ import annotations

from threading import Event, Thread

from config.answer_cache import turns
from config.answer_cache.turns import in_turn
from tests.processes import wait_for
from tests.waiting import HANGS

KEY, OTHER = ("/evidence/",), ("/about/",)


class Maker:
    """Somebody who begins an answer, and ends when told to."""

    def __init__(self) -> None:
        self.begun, self.told, self.ended = Event(), Event(), False
        self.thread = Thread(target=self._make)

    def _make(self) -> None:
        with in_turn(KEY) as others:
            assert not others
            self.begun.set()
            self.told.wait(HANGS)
            self.ended = True

    def __enter__(self) -> Maker:
        self.thread.start()
        assert self.begun.wait(HANGS)
        return self

    def __exit__(self, *_: object) -> None:
        self.told.set()
        self.thread.join()
        assert not turns._turns  # nothing is left of them


def test_who_asks_for_an_answer_that_is_being_made_waits_for_it(monkeypatch):
    monkeypatch.setattr(turns, "LONGEST", HANGS)
    seen: list[tuple[bool, bool]] = []

    def wait() -> None:
        with in_turn(KEY) as others:
            seen.append((others, maker.ended))

    with Maker() as maker:
        with in_turn(OTHER) as others:
            assert not others
        waiting = Thread(target=wait)
        waiting.start()
        wait_for(lambda: turns._turns[KEY].wanted > 1)
        maker.told.set()
        waiting.join()
    assert seen == [(True, True)]


def test_nobody_waits_for_ever_for_an_answer_that_does_not_come(monkeypatch):
    monkeypatch.setattr(turns, "LONGEST", 0.01)
    with Maker() as maker, in_turn(KEY) as others:
        assert others
        assert not maker.ended


def test_a_view_may_ask_for_its_own_address():
    with in_turn(KEY), in_turn(KEY):
        pass
    assert not turns._turns
