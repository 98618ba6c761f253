"""Answers by what they depend on, in so many bytes of memory that all web processes share.

The memory belongs to no file: a full disk does not end a process that writes, and nothing of it
outlives the site. It is a table of places, and a ring in which the oldest answers make room. Nobody
waits for a lock, which a killed process would hold for ever. Instead each answer lies under a
checksum with its own key: one that was overwritten, or never finished, is not found.
"""

from __future__ import annotations

import json
import mmap
from hashlib import blake2b, sha256
from typing import Any

from django.http import HttpResponse

from config.bodies import MIB

ROOM = 32 * MIB
LARGEST = MIB
GROUPS = 1 << 11
IN_A_GROUP = 4  # places for answers whose keys' digests lead to the same group
CHECKSUM, LENGTH = 16, 4  # bytes
END, USED, VERSION, FIRST = 0, 1, 2, 3  # numbers before those of the places
OF_A_PLACE = 3  # numbers: a part of the key's digest, where in the ring, how long
ITEM = 8  # bytes
ATTRIBUTES = ("allowed", "xframe_options_exempt")  # which the middleware reads
Key = tuple[str, ...]


class Store:
    """The answers of one version that were stored last.

    It is shared with the processes that are forked after it was made.
    """

    def __init__(self) -> None:
        self.room = ROOM
        numbers = (FIRST + GROUPS * IN_A_GROUP * OF_A_PLACE) * ITEM
        memory = memoryview(mmap.mmap(-1, numbers + self.room))
        self._numbers = memory[:numbers].cast("Q")
        self._ring = memory[numbers:]

    def take(self) -> None:
        """Take the memory now, lest each of the first answers wait for the system to give it."""
        for start in range(0, self.room, MIB):
            self._ring[start : start + MIB] = bytes(MIB)

    @property
    def size(self) -> int:
        """Bytes of the ring that were used."""
        return self._numbers[USED]

    def get(self, version: str, key: Key) -> HttpResponse | None:
        """A copy of an answer, or None."""
        digest = _digest(version, *key)
        for place in _group(digest):
            name, start, length = self._numbers[place : place + OF_A_PLACE]
            if name == _number(digest) and start + length <= self.room:
                found = bytes(self._ring[start : start + length])
                data = found[CHECKSUM:]
                return _response(data) if found[:CHECKSUM] == _checksum(digest, data) else None
        return None

    def put(self, version: str, key: Key, response: HttpResponse) -> None:
        """Store a copy; answers of other versions are dropped."""
        self._drop_others(_number(_digest(version)))
        digest, parts = _digest(version, *key), _written(response)
        length = CHECKSUM + sum(map(len, parts))
        if length > min(LARGEST, self.room):
            return
        start = self._numbers[END]
        if start + length > self.room:
            start = 0
        self._numbers[END] = start + length
        self._numbers[USED] = max(self._numbers[USED], start + length)
        at = start
        for part in (_checksum(digest, *parts), *parts):
            self._ring[at : at + len(part)] = part
            at += len(part)
        for number, value in enumerate((_number(digest), start, length), self._free(digest)):
            self._numbers[number] = value

    def _free(self, digest: bytes) -> int:
        """The place of its group that is its own, or empty, or else holds the oldest answer."""
        group, name, end = _group(digest), _number(digest), self._numbers[END]

        def age(place: int) -> tuple[bool, bool, int]:
            there, start = self._numbers[place], self._numbers[place + 1]
            return there == name, not there, (end - start) % self.room

        return max(group, key=age)

    def clear(self) -> None:
        """Drop everything."""
        self._drop_others(0)

    def _drop_others(self, version: int) -> None:
        if self._numbers[VERSION] != version or not version:
            for number in range(FIRST, len(self._numbers), OF_A_PLACE):
                self._numbers[number] = 0
            self._numbers[END] = self._numbers[USED] = 0
            self._numbers[VERSION] = version


def _digest(*parts: str) -> bytes:
    return blake2b("\0".join(parts).encode(), digest_size=2 * ITEM).digest()


def _number(digest: bytes) -> int:
    return int.from_bytes(digest[:ITEM], "big")


def _group(digest: bytes) -> range:
    """Where the places begin at which an answer may be noted."""
    first = FIRST + _number(digest) % GROUPS * IN_A_GROUP * OF_A_PLACE
    return range(first, first + IN_A_GROUP * OF_A_PLACE, OF_A_PLACE)


def _checksum(digest: bytes, *parts: bytes) -> bytes:
    """Of some bytes under a key, by the hash that processors have instructions for."""
    summed = sha256(digest)
    for part in parts:
        summed.update(part)
    return summed.digest()[:CHECKSUM]


def _written(response: HttpResponse) -> tuple[bytes, bytes]:
    """What is kept of an answer, in two parts: a body may be too large to copy for nothing."""
    attributes = {name: getattr(response, name) for name in ATTRIBUTES if hasattr(response, name)}
    head = json.dumps([dict(response.items()), attributes]).encode()
    return len(head).to_bytes(LENGTH, "big") + head, response.content


def _response(data: bytes) -> HttpResponse:
    end = LENGTH + int.from_bytes(data[:LENGTH], "big")
    found: tuple[dict[str, str], dict[str, Any]] = json.loads(data[LENGTH:end])
    headers, attributes = found
    response = HttpResponse(data[end:], headers=headers)
    for name, value in attributes.items():
        setattr(response, name, value)
    return response


store = Store()
