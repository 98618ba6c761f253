"""Scripts of the pages run in Node, with the module and the manifest of some rules."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.play import Rules
from tests.games.cast import PROJECT

FLAGS = ["--no-warnings", "--experimental-default-type=module", "--input-type=module"]
LIBRARY = (PROJECT / "static" / "js").as_uri()
LOADED = """
import { readFileSync } from "node:fs";
const [library, module, manifest, asked] = process.argv.slice(1);
const { loadRules } = await import(`${library}/play.js`);
const url = (path, type) => `data:${type};base64,${readFileSync(path).toString("base64")}`;
const rules = await loadRules(url(module, "application/wasm"), url(manifest, "application/json"));
"""


def told(script: str, rules: Rules, folder: Path, asked: object) -> Any:
    """What a script prints as JSON; it begins with `library`, an address, `rules` and `asked`."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: apt-get install nodejs")
    module, manifest = folder / "rules.wasm", folder / "manifest.json"
    module.write_bytes(rules.module)
    manifest.write_text(json.dumps(rules.manifest()), encoding="utf-8")
    command = [node, *FLAGS, "-e", LOADED + script, LIBRARY, str(module), str(manifest)]
    command.append(json.dumps(asked))
    run = subprocess.run(command, capture_output=True, check=True, text=True)
    return json.loads(run.stdout)
