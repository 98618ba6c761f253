"""Read settings from the environment; refuse malformed values with the remedy.

Every function takes the environment as a mapping and raises ImproperlyConfigured for a value that
it does not understand; the message names the variable, what is wrong, and what would be right.
A blank value counts as absent.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
DJANGOS, OURS = "django.db.backends.", "config.databases."
SQLITE = f"{OURS}sqlite3"
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
    "PRAGMA cache_size=-65536; PRAGMA foreign_keys=ON;",
    "timeout": 20,
}
DATABASE_REMEDY = "write sqlite:///path/to/file or postgresql://user:password@host:5432/name"

MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465, "consolemail": 25}
MAIL_REMEDY = "write smtp+tls://user:password@host:587, smtp+ssl://… or smtp://…, or consolemail://"


def given(env: Mapping[str, str], name: str) -> str:
    """The value without blanks around it; empty where there is none."""
    return env.get(name, "").strip()


def flag(env: Mapping[str, str], name: str, default: bool) -> bool:
    """A yes-or-no value."""
    word = given(env, name).lower()
    if not word:
        return default
    if word in TRUE | FALSE:
        return word in TRUE
    raise ImproperlyConfigured(f"{name}={env[name]!r} is not a yes or no: write 1 or 0")


def tiles(env: Mapping[str, str], name: str) -> str:
    """The address of map tiles, with {z}, {x} and {y} in it."""
    text = given(env, name)
    told = all(part in text for part in ("{z}", "{x}", "{y}"))
    if text and not (told and re.fullmatch(r"https?://[\w.:-]+/[\w./{}?&=@%-]*", text)):
        raise ImproperlyConfigured(
            f"{name}={text!r} is no address of tiles: write one such as "
            "https://tiles.example.org/{z}/{x}/{y}.png"
        )
    return text


def number(env: Mapping[str, str], name: str, default: int, most: int, least: int = 1) -> int:
    """A whole number from `least` to `most`, such as a TCP port."""
    text = given(env, name)
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise ImproperlyConfigured(
            f"{name}={text!r} is not a number from {least} to {most}: write one, such as {default}"
        )
    return int(text)


def one_of(env: Mapping[str, str], name: str, words: Sequence[str]) -> str:
    """One of some words; the first where there is none."""
    word = given(env, name) or words[0]
    if word not in words:
        raise ImproperlyConfigured(f"{name}={word!r} is not known: write {' or '.join(words)}")
    return word


def names(env: Mapping[str, str], name: str, default: str = "") -> list[str]:
    """A comma-separated list without empty items."""
    text = given(env, name) or default
    items = [item.strip() for item in text.split(",") if item.strip()]
    for item in items:
        if " " in item:
            raise ImproperlyConfigured(f"{name}: {item!r} holds a blank: separate items by commas")
    return items


def hosts(env: Mapping[str, str], name: str, default: str) -> list[str]:
    """A list of host names, without scheme, path or port."""
    items = names(env, name, default)
    for item in items:
        if "/" in item:
            bare = urlsplit(item).hostname or item.strip("/").split("/")[0]
            raise ImproperlyConfigured(f"{name}: {item!r} is not a host name: write {bare}")
    return items


def listening(env: Mapping[str, str], port: int) -> tuple[str, int] | str:
    """Where the site listens: host and port, or the path of a socket, as in unix:/run/site.sock."""
    if given(env, "LISTEN").startswith("unix:"):
        path = given(env, "LISTEN").removeprefix("unix:")
        if not Path(path).parent.is_dir():
            raise ImproperlyConfigured(
                f"LISTEN: {path!r} is in a folder that does not exist: make {Path(path).parent}"
            )
        return path
    return hosts(env, "LISTEN", "127.0.0.1")[0], port


def origins(env: Mapping[str, str], name: str) -> list[str]:
    """A list of web origins, each with http:// or https:// and without a path."""
    items = names(env, name)
    for item in items:
        if not item.startswith(("http://", "https://")):
            raise ImproperlyConfigured(f"{name}: {item!r} needs a scheme: write https://{item}")
        if re.search(r"//[^/]*/", item):
            bare = "/".join(item.split("/")[:3])
            raise ImproperlyConfigured(f"{name}: {item!r} has a path: write {bare}")
    return items


def origin(env: Mapping[str, str], name: str) -> str:
    """One web origin without a path; empty where there is none."""
    items = origins(env, name)
    if len(items) > 1:
        raise ImproperlyConfigured(f"{name}={env[name]!r} names several: write one, {items[0]}")
    return items[0] if items else ""


def folder(env: Mapping[str, str], name: str, default: Path) -> Path:
    """A folder that can be written to, made if there is none."""
    path = Path(given(env, name) or default).expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}: the folder {path} cannot be used ({error.strerror}): "
            "change its owner or name another"
        ) from error
    return path


def database(env: Mapping[str, str], name: str, default: Path) -> dict[str, Any]:
    """Django's DATABASES entry for a database URL, or for a SQLite file at `default`."""
    url = given(env, name)
    entry: dict[str, Any] = {"ENGINE": SQLITE, "NAME": str(default)}
    if url:
        entry = read_database_url(name, url)
    entry["CONN_MAX_AGE"] = None
    entry["CONN_HEALTH_CHECKS"] = True
    if entry["ENGINE"] == SQLITE:
        entry["OPTIONS"] = SQLITE_OPTIONS
    else:
        entry["OPTIONS"] = postgresql_options(env) | entry.get("OPTIONS", {})
    return entry


def postgresql_options(env: Mapping[str, str]) -> dict[str, Any]:
    """How long a connection may take to open, and a statement to run; 0 is no limit.

    `manage.py` sets the limit of statements to 0: migrations and imports take what they need.
    """
    seconds = number(env, "STATEMENT_TIMEOUT", default=30, least=0, most=86_400)
    return {"connect_timeout": 5, "options": f"-c statement_timeout={seconds * 1000}"}


def read_database_url(name: str, url: str) -> dict[str, Any]:
    """ENGINE, NAME, HOST … of a URL. Errors show it without user and password."""
    shown = f"{name}={re.sub('//[^/]*@', '//…@', url)!r}"
    try:
        parts = urlsplit(url)
        problem = url_problem(parts)
        entry: dict[str, Any] = {} if problem else environ.Env.db_url_config(url)
    except ValueError as error:
        raise ImproperlyConfigured(f"{shown}: {error}; {DATABASE_REMEDY}") from error
    if not problem:
        entry["ENGINE"] = entry["ENGINE"].replace(DJANGOS, OURS)
    problem = problem or name_problem(entry)
    if problem:
        raise ImproperlyConfigured(f"{shown} {problem}")
    return entry


def url_problem(parts: SplitResult) -> str:
    """What is wrong with the form of a database URL, and the remedy; empty if nothing is."""
    if parts.scheme not in {"sqlite", "postgres", "postgresql"}:
        return f"is not understood: {DATABASE_REMEDY}"
    if parts.scheme == "sqlite" and parts.netloc:
        return f"names a host: {DATABASE_REMEDY}, with three strokes"
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    unknown = [option for option in options if parts.scheme == "sqlite" or not is_libpq(option)]
    if unknown:
        return f"has the unknown option {unknown[0]!r}: leave it out"
    return ""


def name_problem(entry: dict[str, Any]) -> str:
    """What is wrong with the database that a URL names, and the remedy; empty if nothing is."""
    if entry["NAME"] in {"", ":memory:"}:
        return f"names no database: {DATABASE_REMEDY}"
    home = Path(entry["NAME"]).parent
    if entry["ENGINE"] == SQLITE and not home.is_dir():
        return f"is in a folder that does not exist: make {home} first"
    return ""


def is_libpq(option: str) -> bool:
    """Whether PostgreSQL's client library knows a connection option of that name."""
    # A site on SQLite does without it, and saves 9 MB.
    from psycopg import ProgrammingError, conninfo  # noqa: PLC0415

    try:
        conninfo.make_conninfo(**{option: ""})
    except ProgrammingError:
        return False
    return True


def secret_key(env: Mapping[str, str], name: str, kept: Path) -> str:
    """The key that signs cookies: as given, or one made once and kept in the file `kept`."""
    key = given(env, name) or kept_key(name, kept)
    if len(key) < 32:
        where = name if given(env, name) else f"the key in {kept}"
        raise ImproperlyConfigured(f"{where} is too short: use at least 32 characters")
    return key


def kept_key(name: str, kept: Path) -> str:
    """The content of the file, which only its owner can read; it is written if there is none."""
    try:
        if not kept.exists():
            descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(get_random_secret_key())
        return kept.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} is not set and {kept} cannot be used ({error.strerror}): set {name}"
        ) from error


def mail(env: Mapping[str, str], name: str, default: Path) -> dict[str, Any]:
    """Django's EMAIL_ settings for a mail server's URL, or for files in the folder `default`."""
    url = given(env, name)
    if not url:
        backend = "django.core.mail.backends.filebased.EmailBackend"
        return {"EMAIL_BACKEND": backend, "EMAIL_FILE_PATH": default}
    try:
        parts = urlsplit(url)
        usual = MAIL_PORTS[parts.scheme]
        port = parts.port or usual
        entry: dict[str, Any] = environ.Env.email_url_config(url)
    except (KeyError, ValueError):
        parts = urlsplit("")
    if not parts.hostname and parts.scheme != "consolemail":
        shown = re.sub("//[^/]*@", "//…@", url)
        raise ImproperlyConfigured(f"{name}={shown!r} is not understood: {MAIL_REMEDY}")
    return {key: value for key, value in entry.items() if value} | {"EMAIL_PORT": port}


def scheduler(env: Mapping[str, str], name: str) -> str:
    """The address of a Dask scheduler, as in tcp://host:8786; empty where there is none."""
    address = given(env, name)
    if address and not re.fullmatch(r"(tcp|tls|ws|wss)://[^\s/]+:[0-9]{1,5}", address):
        raise ImproperlyConfigured(
            f"{name}={address!r} is not the address of a Dask scheduler: write tcp://host:8786"
        )
    return address
