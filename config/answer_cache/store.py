"""Answers by what they depend on, in so many bytes of memory; those used longest ago make room."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, NamedTuple

from django.http import HttpResponse

from config.bodies import KIB, MIB

ROOM = 32 * MIB
LARGEST = MIB
OVERHEAD = KIB  # of an answer beside its body
ATTRIBUTES = ("allowed", "xframe_options_exempt")  # which the middleware reads
Key = tuple[str, ...]


class Answer(NamedTuple):
    """What an answer is made of again."""

    body: bytes
    headers: dict[str, str]
    attributes: dict[str, Any]

    @property
    def size(self) -> int:
        """Bytes that it takes, roughly."""
        return len(self.body) + OVERHEAD


class Store:
    """The answers of one version that were asked for last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = ""
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self.size = 0

    def get(self, version: str, key: Key) -> HttpResponse | None:
        """A copy of an answer, or None."""
        with self._lock:
            found = self._answers.get(key) if version == self._version else None
            if found is None:
                return None
            self._answers.move_to_end(key)
        return _response(found)

    def put(self, version: str, key: Key, response: HttpResponse) -> None:
        """Store a copy; answers of other versions are dropped."""
        answer = _answer(response)
        with self._lock:
            if version != self._version:
                self._answers.clear()
                self._version, self.size = version, 0
            if answer.size > LARGEST:
                return
            old = self._answers.pop(key, None)
            self._answers[key] = answer
            self.size += answer.size - (old.size if old else 0)
            while self.size > ROOM:
                _key, last = self._answers.popitem(last=False)
                self.size -= last.size

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._answers.clear()
            self.size = 0


def _answer(response: HttpResponse) -> Answer:
    attributes = {name: getattr(response, name) for name in ATTRIBUTES if hasattr(response, name)}
    return Answer(response.content, dict(response.items()), attributes)


def _response(answer: Answer) -> HttpResponse:
    response = HttpResponse(answer.body, headers=answer.headers)
    for name, value in answer.attributes.items():
        setattr(response, name, value)
    return response


store = Store()
