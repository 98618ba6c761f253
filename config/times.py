"""Times on pages: an element with the time in ISO 8601, and in words with its zone.

The zone is UTC on the whole site, as a page is the same for all who read it; `static/js/clock.js`
says it so, too. `config/formats` has the order of the words in each language.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils.formats import date_format
from django.utils.html import format_html

register = template.Library()


@register.filter
def as_time(at: datetime | None) -> str:
    """A day and its time, as in “2 May 2026, 08:05 UTC”."""
    return "" if at is None else _element(at, date_format(at.astimezone(UTC), "DATETIME_FORMAT"))


@register.filter
def as_day(at: date | None) -> str:
    """A day; its time on hover, where one is known."""
    if not isinstance(at, datetime):
        return "" if at is None else _element(at, date_format(at, "DATE_FORMAT"))
    return _element(at, date_format(at.astimezone(UTC), "DATE_FORMAT"), hover=True)


@register.filter
def as_ago(at: datetime | None) -> str:
    """How long ago something was; its time on hover."""
    return "" if at is None else _element(at, naturaltime(at), hover=True)


def _element(at: date, words: str, *, hover: bool = False) -> str:
    if not isinstance(at, datetime):
        return format_html('<time datetime="{}">{}</time>', at.isoformat(), words)
    at = at.astimezone(UTC)
    iso = at.isoformat(timespec="seconds").replace("+00:00", "Z")
    if not hover:
        return format_html('<time datetime="{}">{}</time>', iso, words)
    said = date_format(at, "DATETIME_FORMAT")
    return format_html('<time datetime="{}" title="{}">{}</time>', iso, said, words)
