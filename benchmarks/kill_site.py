"""The site that benchmarks/kill.py kills: its processes by their work, restarted as by systemd."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from benchmarks.measuring import ROOT, UNLIMITED

RESTARTED = 0.1  # seconds after which systemd starts the site again (deploy/ashtapada.service)
WEB, COSTLY = 2, 2  # processes
IDLE_THREADS = 2  # of a web process that has not begun to serve: its own, and one for the parent
PATIENCE = 60.0  # seconds


class Lost(Exception):
    """No answer came: what was asked may or may not have been done."""


@dataclass(frozen=True)
class Answer:
    """What the site has answered."""

    status: int
    location: str
    text: str


@dataclass(frozen=True)
class Process:
    """A process as the system tells of it."""

    pid: int
    parent: int
    name: str
    command: bytes


class Site:
    """The site on a database and a folder, served until `stop`, whoever is killed."""

    def __init__(self, folder: Path, url: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.folder = folder
        self.env = {
            **os.environ, **UNLIMITED, "ASHTAPADA_VAR": str(folder), "DATABASE_URL": url,
            "PORT": str(self.port), "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        }  # fmt: skip
        self.env.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled once, as by the service file
        self.over = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "log"

    def manage(self, *arguments: str) -> None:
        """Run a command of the project."""
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, cwd=ROOT, env=self.env, check=True, stdout=subprocess.DEVNULL)

    def keep_up(self) -> None:
        """Serve, and serve again whenever that has ended, until it is over."""
        while not self.over.is_set():
            with self.log.open("ab") as log:
                command = [sys.executable, "-m", "config.serving"]
                self.process = subprocess.Popen(
                    command, cwd=ROOT, env=self.env, stdout=log, stderr=log
                )
            self.process.wait()
            self.over.wait(RESTARTED)

    def stop(self) -> None:
        """End all of it."""
        self.over.set()
        if self.process is not None:
            self.process.terminate()
            self.process.wait()

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Ask on a connection of its own. Raises Lost where no whole answer comes."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            got = connection.getresponse()
            text = got.read().decode(errors="replace")
        except (OSError, HTTPException) as error:
            raise Lost(f"{method} {path}: {error!r}") from error
        finally:
            connection.close()
        return Answer(got.status, got.headers.get("Location", ""), text)

    def answers(self, path: str) -> bool:
        """Whether an address is answered as it should be."""
        with contextlib.suppress(Lost):
            return self.ask("GET", path).status == 200
        return False

    def roles(self) -> dict[str, list[int]]:
        """The numbers of the processes, by what they do."""
        supervisor = self.process
        if supervisor is None or supervisor.poll() is not None:
            return {}
        every = processes()
        own = [each for each in every if each.parent == supervisor.pid]
        worker = [each.pid for each in own if each.name == "worker"]
        job = [each.pid for each in every if each.parent in worker]
        counting = [
            each.pid for each in every if each.parent in job and b"spawn_main" in each.command
        ]
        return {
            "supervisor": [supervisor.pid], "worker": worker, "job": job, "counting": counting,
            "web": [each.pid for each in own if each.name.startswith("web")],
            "costly": [each.pid for each in own if each.name.startswith("costly")],
        }  # fmt: skip

    def web_serves(self) -> bool:
        """Whether all web processes are there and answer."""
        web = self.roles().get("web", [])
        ready = len(web) == WEB and all(threads(pid) > IDLE_THREADS for pid in web)
        return ready and self.answers("/about/")

    def costly_serves(self) -> bool:
        """Whether all processes for costly calls are there."""
        return len(self.roles().get("costly", [])) == COSTLY

    def worker_looked(self, since: float) -> bool:
        """Whether a worker has looked around since a moment."""
        with contextlib.suppress(OSError):
            return (self.folder / "jobs" / "worker").stat().st_mtime > since
        return False


def processes() -> list[Process]:
    """All processes that are not dead."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            begun, _, told = (folder / "stat").read_text(errors="replace").rpartition(")")
            if told.split()[0] != "Z":
                name, command = begun.partition("(")[2], (folder / "cmdline").read_bytes()
                found.append(Process(int(folder.name), int(told.split()[1]), name, command))
    return found


def threads(pid: int) -> int:
    """How many threads a process has."""
    with contextlib.suppress(OSError):
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    return 0


def waited(what: object, seconds: float = PATIENCE) -> float:
    """Seconds until something is so, infinitely many where it is not within so many."""
    assert callable(what)
    began = time.monotonic()
    while not what():
        if time.monotonic() > began + seconds:
            return float("inf")
        time.sleep(0.05)
    return time.monotonic() - began
