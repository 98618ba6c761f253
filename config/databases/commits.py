"""What a transaction does last, right before it is committed.

Locks that everybody takes are taken there, so that nobody who holds one waits for another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


class BeforeCommit:
    """A deed given to `transaction.on_commit` that is done before the commit, as a part of it.

    It is done at once outside a transaction, and not at all where what it stands in is rolled back.
    """

    def __call__(self) -> None:
        """Do it alone."""
        self.do([self])

    @classmethod
    def do(cls, deeds: Sequence[Any]) -> None:
        """Do all of this kind that a transaction was given."""
        raise NotImplementedError


class DoesLast(BaseDatabaseWrapper):
    """A connection that does such deeds."""

    def commit(self) -> None:
        """Do what is to be done last, and commit."""
        deeds = [each[1] for each in self.run_on_commit if isinstance(each[1], BeforeCommit)]
        for kind in dict.fromkeys(type(deed) for deed in deeds):
            kind.do([deed for deed in deeds if type(deed) is kind])
        after = [each for each in self.run_on_commit if not isinstance(each[1], BeforeCommit)]
        self.run_on_commit = after
        super().commit()
