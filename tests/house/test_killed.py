"""Nothing of a game between two is lost when the server is killed, between moves or in one."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.house.test_serving import PROJECT
from tests.waiting import HANGS

BEGIN = """
import django; django.setup()
from tests.pages.conftest import stored
from games.between import Opening, begin
game = begin(stored("shodra"), [], Opening(1))
print(game.first_key, game.second_key, game.watching)
"""


class Site:
    """A site of its own, served by gunicorn in a process group that can be killed."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.env = {
            **os.environ, "ASHTAPADA_VAR": str(folder), "PORT": str(port), "DEBUG": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        self.env.pop("DATABASE_URL", None)
        self.server: subprocess.Popen[str] | None = None

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=PROJECT, env=self.env, text=True, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def serve(self) -> None:
        self.server = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"],
            cwd=PROJECT, env=self.env, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert self.server.stdout is not None
        assert self.address in self.server.stdout.readline()

    def kill(self) -> None:
        """SIGKILL to the server and all of its workers."""
        if self.server is None:
            return
        os.killpg(self.server.pid, signal.SIGKILL)
        self.server.communicate()
        self.server = None

    def state(self, key: str) -> dict[str, Any]:
        with urllib.request.urlopen(
            f"{self.address}/between/{key}/state/", timeout=HANGS
        ) as answer:
            return json.load(answer)

    def move(self, key: str, ply: int, move: str) -> dict[str, Any]:
        body = urllib.parse.urlencode({"deed": "move", "ply": ply, "move": move}).encode()
        address = f"{self.address}/between/{key}/act/"
        with urllib.request.urlopen(address, body, timeout=HANGS) as answer:
            return json.load(answer)


@pytest.fixture
def site(tables: Path, tmp_path: Path) -> Iterator[Site]:
    shutil.copy(tables, tmp_path / "ashtapada.sqlite3")
    made = Site(tmp_path)
    try:
        yield made
    finally:
        made.kill()


@pytest.mark.sqlite
def test_a_game_goes_on_after_its_server_was_killed_between_moves_and_while_it_plays(
    site: Site,
) -> None:
    first, second, watching = site.run("-c", BEGIN).split()
    site.serve()
    assert site.state(watching)["moves"] == []
    assert site.move(first, 0, shuffle(0))["state"]["moves"] == [shuffle(0)]
    site.kill()

    site.serve()
    assert site.state(watching)["moves"] == [shuffle(0)]
    with ThreadPoolExecutor(1) as thread:
        playing = thread.submit(answered, site, (first, second), [shuffle(0)])
        while len(site.state(watching)["moves"]) < 2:
            pass
        site.kill()
        known = playing.result()

    site.serve()
    stands = site.state(watching)["moves"]
    assert stands[: len(known)] == known
    assert len(stands) - len(known) in (0, 1)  # stored, and killed before it could be said
    ply = len(stands)
    assert site.move((first, second)[ply % 2], ply, shuffle(ply))["state"]["ply"] == ply + 1


def shuffle(ply: int) -> str:
    """Knights out and home again, for ever."""
    return ("b1-c3", "b8-c6", "c3-b1", "c6-b8")[ply % 4]


def answered(site: Site, keys: tuple[str, str], known: list[str]) -> list[str]:
    """The moves that the server said it has played, these first, until it answers no more."""
    while len(known) < 900:
        try:
            known = site.move(keys[len(known) % 2], len(known), shuffle(len(known)))["state"][
                "moves"
            ]
        except (OSError, HTTPException, ValueError):  # cut short, in whatever part of the answer
            return known
    raise AssertionError("the server was not killed in time")
