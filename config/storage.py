"""How static files are named, joined and compressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.sheets import SHEETS, joined

Paths = dict[str, tuple[Any, str]]


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with hashes, also where one script imports another, so that browsers keep them all.

    Style sheets that are fetched together are files of their own beside those they consist of.
    """

    support_js_module_import_aggregation = True

    def post_process(self, paths: Paths, *, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Name and compress what was collected, and the joined sheets with it."""
        more = () if dry_run else SHEETS
        for name in more:
            self._join(name, paths)
        everything = paths | {name: (self, name) for name in more}
        yield from super().post_process(everything, dry_run=dry_run, **options)

    def _join(self, name: str, paths: Paths) -> None:
        def read(part: str) -> str:
            storage, path = paths[part]
            with storage.open(path) as file:
                return bytes(file.read()).decode()

        if self.exists(name):
            self.delete(name)
        self._save(name, ContentFile(joined(name, read).encode()))
