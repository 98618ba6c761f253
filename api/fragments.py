"""Records as pieces of JSON text, kept while they stay as they are: pages are made of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from api.records import Writer
from api.text import json_bytes
from evidence.search.versions import BEFORE_ALL, Version, changed_since

KEPT = 10_000  # records; some 2 KB each


Write = Callable[[str, Sequence[int]], dict[int, Any]]


class Fragments:
    """The pieces written last, of one version of the corpus.

    `write` gives what belongs to some records, by their ids, for a site such as
    https://example.org.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._version = BEFORE_ALL
        self._pieces: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def of(self, site: str, pks: Sequence[int], version: Version) -> list[bytes]:
        """The records with these ids, in order, as they are in a version; those gone left out."""
        self._follow(version)
        known = {pk: piece for pk in pks if (piece := self._pieces.get((site, pk)))}
        lacking = [pk for pk in pks if pk not in known]
        if lacking:
            made = {pk: json_bytes(shape) for pk, shape in self._write(site, lacking).items()}
            self._keep(site, made, version)
            known |= made
        return [known[pk] for pk in pks if pk in known]

    def _follow(self, version: Version) -> None:
        """Forget what is not as it was; all of it where names may have changed."""
        with self._lock:
            if version == self._version:
                return
            changed = changed_since(self._version)
            if not changed:
                self._pieces.clear()
            for key in [key for key in self._pieces if key[1] in (changed or ())]:
                del self._pieces[key]
            self._version = version

    def _keep(self, site: str, pieces: dict[int, bytes], version: Version) -> None:
        with self._lock:
            if version != self._version:
                return
            self._pieces.update({(site, pk): piece for pk, piece in pieces.items()})
            while len(self._pieces) > KEPT:
                self._pieces.popitem(last=False)


fragments = Fragments(lambda site, pks: Writer(site).shapes(pks))
