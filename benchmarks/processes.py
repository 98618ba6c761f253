"""The site as `make serve` runs it, in processes of its own, and the memory that these hold."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from benchmarks.measuring import ROOT


def family(pid: int, without: str = "") -> list[int]:
    """A process and all that descend from it, but for processes of that name and their children."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            head, _, stat = (folder / "stat").read_text().rpartition(")")
            if head.partition("(")[2] != without:
                parents[int(folder.name)] = int(stat.split()[1])
    members = [pid]
    for member in members:
        members += [child for child, parent in parents.items() if parent == member]
    return members


def memory(pid: int, without: str = "") -> float:
    """How many MB a process and its descendants hold, each shared page counted once.

    `without` is the name of processes that are left out, with their children.
    """
    total = 0
    for member in family(pid, without):
        with contextlib.suppress(OSError):
            told = Path(f"/proc/{member}/smaps_rollup").read_text()
            total += int(re.findall(r"^Pss:\s+(\d+)", told, re.MULTILINE)[0])
    return total / 1024


@contextlib.contextmanager
def serving(env: dict[str, str], log: IO[bytes] | int) -> Iterator[tuple[int, int]]:
    """The site with the demo corpus in the folder ASHTAPADA_VAR of `env`: its process, its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {**os.environ, **env, "PORT": str(port)}
    manage = [sys.executable, "manage.py", "prepare"]
    subprocess.run(manage, check=True, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    program = [sys.executable, "-m", "config.serving"]
    process = subprocess.Popen(program, cwd=ROOT, env=env, stdout=log, stderr=log)
    try:
        wait_for(port, process)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until all of the site works. Raises RuntimeError where it has ended."""
    while process.poll() is None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").close()
            return
        time.sleep(0.5)
    raise RuntimeError("the site has ended")
