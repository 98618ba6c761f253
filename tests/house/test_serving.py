"""Gunicorn serves the site, says where, and refuses a port that is taken."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as held:
        yield held


def serve(port: int, folder: Path) -> subprocess.Popen[str]:
    env = {**os.environ, "ASHTAPADA_VAR": str(folder), "PORT": str(port), "DEBUG": "1"}
    env.pop("DATABASE_URL", None)
    return subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"],
        cwd=PROJECT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_port_that_is_taken_is_refused_in_one_line(taken, tmp_path):
    port = taken.getsockname()[1]
    said = serve(port, tmp_path).communicate(timeout=30)
    assert said == (
        "",
        f"Refused to start: 127.0.0.1:{port} cannot be had (Address already in use): "
        f"name another port, as in make serve PORT={port % 65535 + 1}\n",
    )


def test_the_address_is_said_once_the_site_answers(taken, tmp_path):
    port = taken.getsockname()[1]
    taken.close()
    server = serve(port, tmp_path)
    assert server.stdout is not None
    try:
        address = f"http://127.0.0.1:{port}"
        assert server.stdout.readline() == f"Ashtapada is at {address}  (Ctrl+C ends it)\n"
        with urllib.request.urlopen(f"{address}/favicon.ico") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "image/svg+xml"
            assert "wasm" not in answer.headers["Content-Security-Policy"]
        # A worker keeps to the policy of its own file, and runs rules.
        with urllib.request.urlopen(f"{address}/static/js/opponent-worker.js") as answer:
            assert "'wasm-unsafe-eval'" in answer.headers["Content-Security-Policy"]
    finally:
        server.terminate()
        server.communicate(timeout=30)
