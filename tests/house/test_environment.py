"""What the environment may say, and how a malformed value is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment
from tests.waiting import HANGS

PROJECT = Path(__file__).resolve().parent.parent.parent
REMEDY = "write sqlite:///path/to/file or postgresql://user:password@host:5432/name"


def refusal(read, *arguments, **keywords) -> str:
    with pytest.raises(ImproperlyConfigured) as caught:
        read(*arguments, **keywords)
    return str(caught.value)


@pytest.mark.parametrize(
    ("word", "meaning"), [("1", True), ("Yes", True), ("off", False), ("0", False), ("  ", True)]
)
def test_a_flag_is_a_yes_or_no_and_blank_is_the_default(word, meaning):
    assert environment.flag({"DEBUG": word}, "DEBUG", default=True) is meaning


def test_a_flag_that_is_neither_is_refused():
    message = refusal(environment.flag, {"DEBUG": "perhaps"}, "DEBUG", default=False)
    assert message == "DEBUG='perhaps' is not a yes or no: write 1 or 0"


@pytest.mark.parametrize("text", ["http", "0", "65536", "-1", "80.0", "٨٠٠٠", "8000 8001"])
def test_a_port_that_is_none_is_refused(text):
    message = refusal(environment.number, {"PORT": text}, "PORT", default=8000, most=65535)
    assert message == (f"PORT={text!r} is not a number from 1 to 65535: write one, such as 8000")


def test_a_port_is_read_and_blank_is_the_default():
    assert environment.number({"PORT": " 8123 "}, "PORT", default=8000, most=65535) == 8123
    assert environment.number({"PORT": ""}, "PORT", default=8000, most=65535) == 8000


def test_a_scheduler_has_an_address_with_a_port():
    env = {"DASK_SCHEDULER": " tcp://10.0.0.7:8786 "}
    assert environment.scheduler(env, "DASK_SCHEDULER") == "tcp://10.0.0.7:8786"
    assert environment.scheduler({}, "DASK_SCHEDULER") == ""
    message = refusal(environment.scheduler, {"DASK_SCHEDULER": "10.0.0.7"}, "DASK_SCHEDULER")
    assert message == (
        "DASK_SCHEDULER='10.0.0.7' is not the address of a Dask scheduler: write tcp://host:8786"
    )


def test_hosts_are_separated_by_commas():
    env = {"ALLOWED_HOSTS": " ashtapada.example, ,10.0.0.7"}
    assert environment.hosts(env, "ALLOWED_HOSTS", "") == ["ashtapada.example", "10.0.0.7"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.org b.org", "ALLOWED_HOSTS: 'a.org b.org' holds a blank: separate items by commas"),
        ("https://a.org/x", "ALLOWED_HOSTS: 'https://a.org/x' is not a host name: write a.org"),
        ("a.org/", "ALLOWED_HOSTS: 'a.org/' is not a host name: write a.org"),
    ],
)
def test_a_host_that_is_none_is_refused(text, said):
    assert refusal(environment.hosts, {"ALLOWED_HOSTS": text}, "ALLOWED_HOSTS", "") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.org", "ORIGINS: 'a.org' needs a scheme: write https://a.org"),
        ("https://a.org/x", "ORIGINS: 'https://a.org/x' has a path: write https://a.org"),
    ],
)
def test_an_origin_that_is_none_is_refused(text, said):
    assert refusal(environment.origins, {"ORIGINS": text}, "ORIGINS") == said


def test_a_folder_is_made_where_there_is_none(tmp_path):
    env = {"ASHTAPADA_VAR": str(tmp_path / "new" / "var")}
    assert environment.folder(env, "ASHTAPADA_VAR", Path("unused")).is_dir()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("in the way")
    env = {"ASHTAPADA_VAR": str(tmp_path / "file" / "var")}
    assert refusal(environment.folder, env, "ASHTAPADA_VAR", tmp_path) == (
        f"ASHTAPADA_VAR: the folder {tmp_path}/file/var cannot be used (Not a directory): "
        "change its owner or name another"
    )


def test_a_folder_of_someone_else_is_refused():
    """/proc is there, but not even root can write into it."""
    message = refusal(environment.folder, {"V": "/proc/1"}, "V", Path("unused"))
    assert message.startswith("V: the folder /proc/1 cannot be used (")


def database(url: str) -> dict:
    return environment.database({"DATABASE_URL": url}, "DATABASE_URL", Path("/var/x #1.sqlite3"))


def test_without_a_url_the_database_is_a_file_of_any_name():
    entry = database("")
    assert (entry["ENGINE"], entry["NAME"]) == (environment.SQLITE, "/var/x #1.sqlite3")
    assert entry["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert entry["CONN_MAX_AGE"] is None


def test_a_postgresql_url_is_read():
    entry = database("postgresql://ann:p%40ss@db.example:5433/games?sslmode=require")
    names = ["ENGINE", "USER", "PASSWORD", "HOST", "PORT", "NAME", "OPTIONS"]
    assert [entry[name] for name in names] == [
        "config.databases.postgresql",
        "ann",
        "p@ss",
        "db.example",
        5433,
        "games",
        {
            "sslmode": "require",
            "connect_timeout": 5,
            "options": "-c statement_timeout=30000",
        },
    ]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("games.sqlite3", f"'games.sqlite3' is not understood: {REMEDY}"),
        ("mysql://h/games", f"'mysql://h/games' is not understood: {REMEDY}"),
        (
            "postgresql://ann:secret@h:pg/games",
            "'postgresql://…@h:pg/games': Port could not be cast to integer value as 'pg'; "
            + REMEDY,
        ),
        ("postgresql://ann@h", f"'postgresql://…@h' names no database: {REMEDY}"),
        ("postgresql://[::1/games", f"'postgresql://[::1/games': Invalid IPv6 URL; {REMEDY}"),
        (
            "postgresql://h/games?colour=red",
            "'postgresql://h/games?colour=red' has the unknown option 'colour': leave it out",
        ),
        ("sqlite://", f"'sqlite://' names no database: {REMEDY}"),
        ("sqlite://games/x", f"'sqlite://games/x' names a host: {REMEDY}, with three strokes"),
        (
            "sqlite:////nowhere/games.sqlite3",
            "'sqlite:////nowhere/games.sqlite3' is in a folder that does not exist: "
            "make /nowhere first",
        ),
        (
            "sqlite:////tmp/games.sqlite3?timeout=5",
            "'sqlite:////tmp/games.sqlite3?timeout=5' has the unknown option 'timeout': "
            "leave it out",
        ),
    ],
)
def test_a_database_url_that_is_none_is_refused_without_telling_the_password(url, said):
    assert refusal(database, url) == f"DATABASE_URL={said}"


def test_a_secret_key_is_made_once_and_only_its_owner_can_read_it(tmp_path):
    kept = tmp_path / "secret_key"
    first = environment.secret_key({}, "SECRET_KEY", kept)
    assert environment.secret_key({}, "SECRET_KEY", kept) == first
    assert environment.secret_key({}, "SECRET_KEY", tmp_path / "other") != first
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_short_secret_key_is_refused(tmp_path):
    said = refusal(environment.secret_key, {"SECRET_KEY": "boat"}, "SECRET_KEY", tmp_path / "k")
    assert said == "SECRET_KEY is too short: use at least 32 characters"
    (tmp_path / "k").write_text("")
    said = refusal(environment.secret_key, {}, "SECRET_KEY", tmp_path / "k")
    assert said == f"the key in {tmp_path}/k is too short: use at least 32 characters"


COMMANDS = [["manage.py", "check"], ["manage.py", "migrate"], ["manage.py", "create_demo_curator"]]


@pytest.mark.parametrize("command", [*COMMANDS, ["-m", "gunicorn", "-c", "config/gunicorn.py"]])
def test_the_site_refuses_to_start_and_says_why_in_one_line(command, tmp_path):
    env = {**os.environ, "ASHTAPADA_VAR": str(tmp_path), "PORT": "eighty"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "Refused to start: PORT='eighty' is not a number from 1 to 65535: write one, such as 8000\n"
    )


# Mail


def test_without_a_mail_server_messages_become_files(tmp_path):
    found = environment.mail({}, "EMAIL_URL", tmp_path)
    assert found["EMAIL_BACKEND"].endswith("filebased.EmailBackend")
    assert found["EMAIL_FILE_PATH"] == tmp_path


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp+tls://ann:p%40ss@mail.example", ("mail.example", 587, "ann", "p@ss", True, None)),
        ("smtp+ssl://mail.example:4650", ("mail.example", 4650, None, None, None, True)),
        ("smtp://mail.example", ("mail.example", 25, None, None, None, None)),
    ],
)
def test_the_url_of_a_mail_server_is_read(tmp_path, url, expected):
    found = environment.mail({"EMAIL_URL": url}, "EMAIL_URL", tmp_path)
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert tuple(found.get(f"EMAIL_{name}") for name in names) == expected
    assert found["EMAIL_BACKEND"].endswith("smtp.EmailBackend")


@pytest.mark.parametrize("url", ["mail.example", "imap://a:b@c", "smtp://", "smtp://c:port"])
def test_a_mail_url_that_is_none_is_refused_with_the_remedy(tmp_path, url):
    message = refusal(environment.mail, {"EMAIL_URL": url}, "EMAIL_URL", tmp_path)
    assert "write smtp+tls://user:password@host:587" in message
    assert "a:b" not in message
