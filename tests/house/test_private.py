"""What lies in the site's folder can be read by its owner alone, also what lay there before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config.private import close, start

SQLITE = {"ENGINE": "config.databases.sqlite3"}
WRITE = """
from django.core.mail import send_mail
from django.db import connection
connection.cursor().execute("CREATE TABLE t (a)")
send_mail("A link", "for a new password", None, ["ann@example.org"])
"""


def open_to_others(folder: Path) -> list[str]:
    """The files and folders that somebody else may do something with."""
    found = [folder, *folder.rglob("*")]
    return [str(path) for path in found if path.lstat().st_mode & 0o077]


@pytest.fixture
def var(tmp_path):
    """A site's folder as it used to be."""
    folder = tmp_path / "var"
    (folder / "mail").mkdir(parents=True)
    for name in ("site.sqlite3", "site.sqlite3-wal", "site.sqlite3-shm", "mail/letter.log"):
        (folder / name).write_text("private")
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    return folder


@pytest.fixture(autouse=True)
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_files_that_others_could_read_are_closed_at_start_up(var):
    assert len(open_to_others(var)) == 6
    start(var, {**SQLITE, "NAME": str(var / "site.sqlite3")})
    assert open_to_others(var) == []
    assert (var / "mail/letter.log").read_text() == "private"


def test_a_database_elsewhere_is_closed_with_its_journal(var, tmp_path):
    elsewhere = var.rename(tmp_path / "elsewhere")
    var.mkdir()
    start(var, {**SQLITE, "NAME": str(elsewhere / "site.sqlite3")})
    assert sorted(Path(path).name for path in open_to_others(elsewhere)) == [
        "elsewhere", "letter.log", "mail",
    ]  # fmt: skip


def test_a_link_is_not_followed_and_files_that_vanish_do_no_harm(var, tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("somebody else's")
    outside.chmod(0o644)
    (var / "link").symlink_to(outside)
    close([var / "link", var / "gone"])
    assert outside.stat().st_mode & 0o777 == 0o644


def test_a_folder_that_everybody_writes_to_is_left_alone(var):
    var.chmod(0o1777)
    start(var, {**SQLITE, "NAME": str(var / "other.sqlite3")})
    assert var.stat().st_mode & 0o7777 == 0o1777
    assert (var / "mail/letter.log").stat().st_mode & 0o777 == 0o644


def test_the_database_and_the_mail_are_made_for_the_owner_alone(tmp_path):
    folder = tmp_path / "var"
    env = {**os.environ, "ASHTAPADA_VAR": str(folder)}
    for name in ("DATABASE_URL", "EMAIL_URL"):
        env.pop(name, None)
    # The folder itself is made by the settings, before anything is written to it.
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", WRITE]
    subprocess.run(command, cwd=settings.BASE_DIR, env=env, check=True, capture_output=True)
    made = {path.name for path in folder.rglob("*")}
    assert {"ashtapada.sqlite3", "secret_key", "mail"} <= made
    assert list((folder / "mail").iterdir())
    assert open_to_others(folder) == []
