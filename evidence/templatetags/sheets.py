"""The template tag of style sheets that are fetched together."""

from __future__ import annotations

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from config.sheets import SHEETS
from config.storage import HashedFiles

register = template.Library()


@register.simple_tag
def sheets(name: str) -> SafeString:
    """The sheets that a name stands for: as one where they were collected, else one by one."""
    collected = isinstance(staticfiles_storage, HashedFiles)
    names = (name,) if collected else SHEETS[name]
    return format_html_join(
        "\n",
        '<link rel="stylesheet" href="{}">',
        ((staticfiles_storage.url(each),) for each in names),
    )
