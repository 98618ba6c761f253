"""What deploy/ ships: nginx before the site refuses by the head, and hands on whole requests."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from config.bodies import KIB, MIB, UPLOAD, USUAL
from config.uploads import _signer
from tests.house.test_serving import HALF_A_BODY, PROJECT, answers, sent
from tests.processes import wait_for
from tests.waiting import HANGS

DEPLOY = PROJECT / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
MAIN = """
daemon off; pid {folder}/pid; error_log /dev/null; worker_rlimit_nofile 8192;
{user}
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site.conf;
}}
"""


def configuration(folder: Path, port: int) -> Path:
    """The shipped files with other paths and another port."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("/run/ashtapada/site.sock", f"{folder}/site.sock")
    text = text.replace("/etc/nginx/ashtapada-proxy.conf", f"{folder}/proxy.conf")
    text = text.replace("listen 80 ", f"listen 127.0.0.1:{port} ")
    text = re.sub(r"\n *listen \[::\].*", "", text)
    (folder / "site.conf").write_text(text, encoding="utf-8")
    shutil.copy(DEPLOY / "ashtapada-proxy.conf", folder / "proxy.conf")
    user = "user root;" if os.geteuid() == 0 else ""
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder, user=user), encoding="utf-8")
    return main


@pytest.fixture(scope="module")
def behind_nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """gunicorn on a socket, started as the service file says, and nginx before it; the port."""
    tmp_path = tmp_path_factory.mktemp("nginx")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {
        **os.environ, "ASHTAPADA_VAR": str(tmp_path / "var"), "DEBUG": "1",
        "LISTEN": f"unix:{tmp_path}/site.sock", "WEB_SERVER": "gunicorn", "PROXIES": "1",
        "SECRET_KEY": "k" * 40,
    }  # fmt: skip
    env.pop("DATABASE_URL", None)
    programs = [
        [sys.executable, "-m", "config.serving"],
        [
            str(NGINX),
            "-e",
            "/dev/null",
            "-p",
            str(tmp_path),
            "-c",
            str(configuration(tmp_path, port)),
        ],
    ]
    running = [
        subprocess.Popen(each, cwd=PROJECT, env=env, stdout=subprocess.DEVNULL) for each in programs
    ]
    try:
        wait_for((tmp_path / "site.sock").exists)
        wait_for(lambda: answers(port))
        yield port
    finally:
        for each in reversed(running):
            each.terminate()
            each.wait(timeout=HANGS)


def status(port: int, path: bytes, length: int, cookie: str = "") -> bytes:
    """How a form of that length is answered, of which nothing is sent."""
    head = (
        b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nCookie: %s\r\n"
        b"Content-Type: multipart/form-data; boundary=edge\r\n\r\n"
    )
    with sent(port, head % (path, length, cookie.encode())) as connection:
        return connection.recv(4096)[9:12]


if NGINX:  # Debian's package would start a server of its own, so it is not installed for this

    def test_nginx_refuses_what_is_too_large_by_the_head(behind_nginx):
        for path in (b"/accounts/login/", b"/rulesets/shodra/games/log/", b"/curate/tables/"):
            assert status(behind_nginx, path, 400 * MIB) == b"413"
        assert status(behind_nginx, b"/curate/tables/", 50 * MIB) == b"413"

    def test_connections_that_are_never_done_do_not_reach_the_site(behind_nginx):
        held = [sent(behind_nginx, said) for said in (b"G", HALF_A_BODY) * 25]
        assert answers(behind_nginx)
        for connection in held:
            connection.close()

    def test_an_upload_with_a_pass_is_taken(behind_nginx, settings):
        settings.SECRET_KEY = "k" * 40
        cookie = f"upload={_signer().sign('1')}"
        body = b"--edge--\r\n".ljust(3 * MIB)
        headers = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=edge"}
        connection = http.client.HTTPConnection("127.0.0.1", behind_nginx)
        connection.request("POST", "/curate/tables/", body, headers)
        # It reached the site, which has no database: whatever it says, not that it is too large.
        assert connection.getresponse().status != HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        connection.close()


def test_nginx_takes_as_much_as_the_site_does():
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    units = {"k": KIB, "m": MIB}
    found = re.findall(r"client_max_body_size (\d+)([km]);", text)
    assert [int(number) * units[unit] for number, unit in found] == [USUAL, UPLOAD, UPLOAD]


SERVICES = ["ashtapada.service", "ashtapada-worker@.service"]
UNITS = [*SERVICES, "ashtapada-prepare.service"]


def known(program: tuple[str, str]) -> bool:
    return program == ("-m", "config.serving") or (
        program[0] == "manage.py" and program[1] in ("migrate", "collectstatic", "work")
    )


@pytest.mark.parametrize("name", UNITS)
def test_units_start_programs_that_there_are(name):
    text = (DEPLOY / name).read_text(encoding="utf-8")
    programs = re.findall(r"^ExecStart(?:Pre)?=\S+/python (\S+) ?(\S*)", text, re.MULTILINE)
    assert programs
    assert all(map(known, programs))


@pytest.mark.parametrize("name", SERVICES)
def test_units_are_started_again_at_once_with_compiled_code_and_nothing_before(name):
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for line in ("Restart=always", "RestartSec=100ms", "StartLimitIntervalSec=0"):
        assert f"\n{line}\n" in text
    assert "PYTHONPYCACHEPREFIX=/var/cache/ashtapada\n" in text
    assert "ExecStartPre" not in text


def test_tables_are_given_up_where_the_database_comes_late():
    text = (DEPLOY / "ashtapada-prepare.service").read_text(encoding="utf-8")
    found = re.search(r'^ExecStartPre=/bin/sh -c "until \S+/python (manage\.py [^>]+)', text, re.M)
    assert found
    assert found.end() < text.index("migrate --noinput")
    environment = {**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    command = f"{sys.executable} {found[1]}"
    asked = subprocess.run(
        command, shell=True, check=False, cwd=DEPLOY.parent, env=environment, capture_output=True
    )
    assert asked.returncode != 0
    assert b"OperationalError" in asked.stderr


@pytest.mark.parametrize("name", SERVICES)
def test_units_are_given_the_folders_that_they_write_to(name):
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for line in ("StateDirectory=ashtapada", "CacheDirectory=ashtapada"):
        assert f"\n{line}\n" in text
