"""A record's date in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from evidence import dates
from evidence.models import Evidence


def date_words(record: Evidence) -> str:
    """As people write it: "about 600 BCE"; "undated" where no date is known."""
    return dates.read(record.date).human() if record.date else _("undated")
