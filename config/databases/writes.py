"""Which version of its data the site shows: a random token that every write renews as it commits.

A connection looks at each statement. A transaction that writes what visitors may see renews the
token right before its commit, so whoever reads the new token reads the new data, in every process.
Nobody waits for the token's row but others who are about to commit, and no savepoint holds it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "answer_cache_siteversion"
READ = f"SELECT token FROM {TABLE} WHERE id = 1"  # noqa: S608
RENEW = (
    f"INSERT INTO {TABLE} (id, token) VALUES (1, %s) "  # noqa: S608
    "ON CONFLICT (id) DO UPDATE SET token = excluded.token"
)
READING = re.compile(
    r"[\s(]*(SELECT|EXPLAIN|PRAGMA|SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|SET|SHOW|ANALYZE|VACUUM"
    r"|LOCK|DECLARE|FETCH|CLOSE|VALUES|WITH\b(?!.*\b(INSERT|UPDATE|DELETE)))\b",
    re.IGNORECASE | re.DOTALL,
)
WRITING = re.compile(
    r"\s*(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE|DELETE FROM)\s+\"?(\w+)\"?", re.IGNORECASE
)
RETURNING = re.compile(r"\bRETURNING\b", re.IGNORECASE)
CHANGING = re.compile(r"\s*(UPDATE|DELETE FROM)\b", re.IGNORECASE)  # rows that are stored already

# Tables that no cached answer shows anything of. Any other table counts as shown.
NEVER_CACHED = frozenset({
    TABLE,
    "account_emailaddress",
    "account_emailconfirmation",
    "batches_batch",
    "batches_batchevent",
    "curation_editing",
    "django_admin_log",
    "evidence_corpuschange",  # always with what has changed
    "django_session",
    "games_playedreading",  # as games_study
    "games_sharedgame",
    "games_study",  # stored batch by batch; their page is made anew each time
    "jobs_job",
    "knox_authtoken",
    "mfa_authenticator",
    "people_accountevent",
    "people_invitation",
    "people_tokenname",
    "sqlite_stat1",
})  # fmt: skip


class RenewsVersion(BaseDatabaseWrapper):
    """A connection that renews the token with whatever visitors may see."""

    _wrote = False  # since the transaction began
    _unseen = False  # since the token was renewed last
    _has_table: bool | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._unseen_at: dict[str, bool] = {}  # savepoints
        self.execute_wrappers.append(self._watched)

    def site_version(self) -> str:
        """The token as this connection sees it, with what its transaction has written; or ""."""
        if self._unseen:
            return self._renew()
        with self.cursor() as cursor:
            cursor.execute(READ)
            found = cursor.fetchone()
        return found[0] if found else ""

    def note_write(self) -> None:
        """Say that something was written past Django's cursor, as by COPY."""
        if self.get_autocommit():
            self._renew()
        else:
            self._wrote = self._unseen = True

    def commit(self) -> None:
        """Renew the token as the last thing of a transaction, and commit."""
        if self._wrote:
            self._renew()
        super().commit()
        self._forget()

    def rollback(self) -> None:
        """Undo a transaction, and what was noted of it."""
        super().rollback()
        self._forget()

    def savepoint(self) -> str | None:
        """Begin a part that may be undone, and remember what its token stands for."""
        sid = super().savepoint()
        if sid is not None:
            self._unseen_at[sid] = self._unseen
        return sid

    def savepoint_rollback(self, sid: str) -> None:
        """Undo a part; the token is again what it was where the part began."""
        super().savepoint_rollback(sid)
        self._unseen = self._unseen_at.get(sid, self._wrote)

    def connect(self) -> None:
        """Connect; nothing is written yet."""
        self._forget()
        self._has_table = None
        super().connect()

    def _forget(self) -> None:
        self._wrote = self._unseen = False
        self._unseen_at = {}

    def _watched(
        self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any
    ) -> Any:
        """Run a statement, and note whether it writes."""
        if isinstance(sql, str) and READING.match(sql):
            return execute(sql, params, many, context)
        written = WRITING.match(sql) if isinstance(sql, str) else None
        if written and written[1].lower() in NEVER_CACHED:
            return execute(sql, params, many, context)
        if written is None:  # perhaps one that makes or drops the table itself
            self._has_table = None
        elif self.get_autocommit() and not (self.vendor == "sqlite" and RETURNING.search(sql)):
            with transaction.atomic(using=self.alias):
                return self._noted(execute, sql, params, many, context)
        return self._noted(execute, sql, params, many, context)

    def _noted(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        result = execute(sql, params, many, context)
        if _changed_nothing(sql, context):
            return result
        # On SQLite a statement that returns rows is not over yet, so that both commit together.
        self.note_write()
        return result

    def _renew(self) -> str:
        """The new token; "" where its table is still to be made."""
        if not self._has_table:
            self._has_table = TABLE in self.introspection.table_names()
        self._unseen = False
        if not self._has_table:
            return ""
        token = secrets.token_urlsafe(12)
        with self.cursor() as cursor:
            cursor.execute(RENEW, [token])
        return token


def _changed_nothing(sql: Any, context: Any) -> bool:
    """Whether a statement changes stored rows, and found none; not known of those that return."""
    return (
        isinstance(sql, str)
        and CHANGING.match(sql) is not None
        and RETURNING.search(sql) is None
        and context["cursor"].rowcount == 0
    )
