"""A PostgreSQL server that lives as long as one test run."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
STARTS_WITHIN = 300  # seconds: a machine may be busy


class MissingError(Exception):
    """This machine cannot run PostgreSQL; the message says what is missing."""


def binaries(packages: Path = DEBIAN, path: str | None = None) -> Path:
    """The folder of initdb and postgres: on the PATH, or Debian's newest. Raises MissingError."""
    on_path = shutil.which("initdb", path=path)
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(packages.glob("*/bin/initdb"), key=lambda initdb: float(initdb.parts[-3]))
    if not found:
        raise MissingError("PostgreSQL is not installed: apt-get install postgresql")
    return found[-1].parent


class Cluster:
    """A new cluster in a temporary folder, reached only through a socket in that folder."""

    def __init__(self) -> None:
        self.binaries = binaries()
        # PostgreSQL refuses to run as root.
        self.user = "postgres" if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="ashtapada-pg-"))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What to write into DATABASE_URL."""
        return f"postgresql://postgres@/{self.folder}/ashtapada"

    def start(self) -> None:
        """Make the cluster, wait until it answers. Raises MissingError with the server's words."""
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8"]
        self._run("initdb", "-D", str(self.folder / "data"), *options)
        self.server = subprocess.Popen(
            [self.binaries / "postgres", "-D", self.folder / "data", *self._settings()],
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("wb"),
        )
        self._wait()

    def stop(self) -> None:
        """End the server at once and delete its files; harmless when called twice."""
        if self.server:
            self.server.terminate()
            try:
                self.server.wait(timeout=5)
            except subprocess.TimeoutExpired:
                # Connections still open: SIGQUIT is PostgreSQL's immediate shutdown.
                self.server.send_signal(3)
                self.server.wait()
            self.server = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _settings(self) -> list[str]:
        values = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            # Autovacuum cannot see rows of a test's open transaction; it would note the tables as
            # empty, and the planner would believe it.
            "autovacuum": "off",
            "statement_timeout": "60s",
        }
        return [part for name, value in values.items() for part in ("-c", f"{name}={value}")]

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.binaries / program, *arguments],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise MissingError(f"PostgreSQL's {program} failed: {done.stderr.strip()}")

    def _wait(self) -> None:
        ready: list[str | Path] = [self.binaries / "pg_isready", "-q", "-h", self.folder]
        end = time.monotonic() + STARTS_WITHIN
        while subprocess.run(ready, check=False).returncode:
            if self.server is None or self.server.poll() is not None or time.monotonic() > end:
                words = (self.folder / "log").read_text(errors="replace").strip()
                raise MissingError(f"PostgreSQL did not start: {words}")
            time.sleep(0.05)
