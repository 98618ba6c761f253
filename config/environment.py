"""Read settings from the environment; refuse malformed values with the remedy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
    "PRAGMA cache_size=-65536; PRAGMA foreign_keys=ON;",
    "timeout": 20,
}


def flag(env: Mapping[str, str], name: str, default: bool) -> bool:
    """A yes-or-no value. Raises ImproperlyConfigured for any other word."""
    word = env.get(name, "").strip().lower()
    if not word:
        return default
    if word in TRUE | FALSE:
        return word in TRUE
    raise ImproperlyConfigured(f"{name}={env[name]!r} is not a yes or no: write 1 or 0")


def names(env: Mapping[str, str], name: str, default: str) -> list[str]:
    """A comma-separated list without empty items. Raises ImproperlyConfigured for blanks inside."""
    items = [item.strip() for item in env.get(name, default).split(",") if item.strip()]
    for item in items:
        if " " in item:
            raise ImproperlyConfigured(f"{name}: {item!r} holds a blank: separate items by commas")
    return items


def origins(env: Mapping[str, str], name: str) -> list[str]:
    """A list of web origins. Raises ImproperlyConfigured for one without http:// or https://."""
    items = names(env, name, "")
    for item in items:
        if not item.startswith(("http://", "https://")):
            raise ImproperlyConfigured(f"{name}: {item!r} needs a scheme: https://{item}")
    return items


def database(env: Mapping[str, str], default: str) -> dict[str, Any]:
    """Django's DATABASES entry for DATABASE_URL. Raises ImproperlyConfigured, naming the remedy."""
    url = env.get("DATABASE_URL", "").strip() or default
    remedy = "write sqlite:///path/to/file or postgresql://user:password@host:5432/name"
    if urlsplit(url).scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ImproperlyConfigured(f"DATABASE_URL={url!r} is not understood: {remedy}")
    try:
        entry: dict[str, Any] = environ.Env.db_url_config(url)
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL={url!r}: {error}; {remedy}") from error
    if not entry.get("NAME"):
        raise ImproperlyConfigured(f"DATABASE_URL={url!r} names no database: {remedy}")
    entry["CONN_MAX_AGE"] = None
    entry["CONN_HEALTH_CHECKS"] = True
    if entry["ENGINE"] == "django.db.backends.sqlite3":
        entry["OPTIONS"] = SQLITE_OPTIONS
    return entry


def secret_key(env: Mapping[str, str], folder: Path) -> str:
    """SECRET_KEY, or one made once and kept in `folder`. Raises ImproperlyConfigured if short."""
    given = env.get("SECRET_KEY", "").strip()
    if given:
        if len(given) < 32:
            raise ImproperlyConfigured("SECRET_KEY is too short: use at least 32 characters")
        return given
    kept = folder / "secret_key"
    if not kept.exists():
        descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(get_random_secret_key())
    return kept.read_text()
