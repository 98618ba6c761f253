"""A record's date in words."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from evidence import dates
from evidence.models import Evidence


def date_words(record: Evidence) -> str:
    """As people write it: "about 600 BCE"; "undated" where no date is known."""
    return edtf_words(record.date)


def edtf_words(date: str) -> str:
    """The same of a date in EDTF."""
    return _words(date, get_language())


@lru_cache(maxsize=10_000)
def _words(date: str, _language: str | None) -> str:
    return dates.read(date).human() if date else _("undated")
