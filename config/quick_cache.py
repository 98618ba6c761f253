"""A cache in files that are written quickly: large, and most of them read once or never."""

from __future__ import annotations

import pickle
import zlib
from typing import IO, Any

from django.core.cache.backends.filebased import FileBasedCache

LEVEL = 1  # of zlib: a third of the time of its usual level, for an eighth more bytes


class QuickFileCache(FileBasedCache):
    """Files that Django reads as its own, packed at another level."""

    def _write_content(self, file: IO[bytes], timeout: Any, value: Any) -> None:
        expiry = self.get_backend_timeout(timeout)
        file.write(pickle.dumps(expiry, self.pickle_protocol))
        file.write(zlib.compress(pickle.dumps(value, self.pickle_protocol), LEVEL))
