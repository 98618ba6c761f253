"""Modules played in Node by the code of the pages."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.engine.play.machine import Playable
from games.engine.play.stored import write_module
from tests.machine import PROJECT

LIBRARY = (PROJECT / "static" / "js" / "engine").as_uri()
TYPED = ("--no-warnings", "--experimental-default-type=module")
LOADED = """
import { readFileSync } from "node:fs";
const [library, module, manifest, asked] = process.argv.slice(1);
const { machineOf } = await import(`${library}/machine.js`);
const machine = await machineOf(readFileSync(module), JSON.parse(readFileSync(manifest, "utf8")));
"""


def node() -> str:
    """The program itself; skips where there is none."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not installed: apt-get install nodejs")
    return found


def printed(script: str, playable: Playable, folder: Path, asked: object = None) -> Any:
    """What a script prints as JSON; it begins with `library`, an address, `machine` and `asked`."""
    paths = map(str, write_module(playable, folder, "rules"))
    command = [node(), *TYPED, "--input-type=module", "-e", LOADED + script, LIBRARY, *paths]
    command.append(json.dumps(asked))
    run = subprocess.run(command, capture_output=True, check=True, text=True)
    return json.loads(run.stdout)
