"""Modules as files: NAME.wasm with NAME.json, its manifest, beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from games.engine.manifest import Manifest, ManifestError, from_json
from games.engine.play.machine import Playable


@dataclass(frozen=True)
class StoredModule:
    """A module from elsewhere. Raises ManifestError where the manifest is another module's."""

    module: bytes
    manifest: Manifest

    def __post_init__(self) -> None:
        if sha256(self.module).hexdigest() != self.manifest.sha256:
            raise ManifestError("manifest.sha256 is not that of the module")


def write_module(playable: Playable, folder: Path, name: str) -> tuple[Path, Path]:
    """Write both files; they are what a machine needs, here or in a browser."""
    module, manifest = folder / f"{name}.wasm", folder / f"{name}.json"
    module.write_bytes(playable.module)
    text = json.dumps(playable.manifest.as_json(), ensure_ascii=False, separators=(",", ":"))
    manifest.write_text(text, encoding="utf-8")
    return module, manifest


def read_module(folder: Path, name: str) -> StoredModule:
    """Read both files. Raises OSError, ManifestError."""
    try:
        data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    except ValueError as error:
        raise ManifestError(f"{name}.json is not JSON: {error}") from error
    return StoredModule((folder / f"{name}.wasm").read_bytes(), from_json(data))
