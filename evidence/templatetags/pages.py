"""Template tags of the evidence pages."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from evidence.models import Evidence
from evidence.when import date_words

register = template.Library()


@register.simple_tag
def when(record: Evidence) -> SafeString:
    """The date in words, its EDTF on hover."""
    if not record.date:
        return format_html('<span class="soft">{}</span>', date_words(record))
    return format_html('<time title="EDTF {}">{}</time>', record.date, date_words(record))
