"""Fields of the forms of curation with what stands around them: a form has three hundred of them.

As templates that are included, these took half of the time of such a page.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.forms import BoundField
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def form_field(field: BoundField) -> str:
    """The field below its label, with its hint, what is wrong, and what it still lacks."""
    name, hint, errors = field.auto_id, field.help_text, field.errors
    return format_html(
        '<div class="field"><label for="{}">{}</label>\n{}{}{}{}</div>\n',
        field.id_for_label,
        field.label,
        field,
        format_html('<p class="hint" id="{}_helptext">{}</p>', name, hint) if hint else "",
        format_html('<ul class="errorlist" id="{}_error">{}</ul>', name, _items(errors))
        if errors
        else "",
        form_asked(field),
    )


def _items(said: Any) -> str:
    return format_html_join("", "<li>{}</li>", ((each,) for each in said))


@register.simple_tag
def form_asked(field: BoundField) -> str:
    """What the field lacks before its record can be published; nothing where that is nothing."""
    asked = getattr(field.field, "asked", ())
    if not asked:
        return ""
    return format_html(
        '<p class="hint asked" id="{0}_asked" data-of="{0}"><strong>{1}:</strong>'
        " <span>{2}</span></p>\n",
        field.auto_id,
        _("Before it can be published"),
        " ".join(asked),
    )


@register.simple_tag
def form_given(field: BoundField) -> str:
    """A field for what the source gives, which says where its words are only what was typed."""
    return format_html(
        '<div>{}<p class="reading small" id="{}_typed" data-typed aria-live="polite">{}</p>'
        "</div>\n",
        form_field(field),
        field.auto_id,
        was_typed() if getattr(field.field, "was_typed", False) else "",
    )


@register.simple_tag
def was_typed() -> str:
    """What is said of words that nobody has given as those of the source."""
    return _(
        "The form has copied this from what was typed. Change it if the source has other words."
    )


@register.simple_tag
def form_check(field: BoundField) -> str:
    """A box to be ticked, with its label behind it."""
    return format_html(
        '<div class="field"><label class="check">{} {}</label>{}</div>\n',
        field, field.label, field.errors or "",
    )  # fmt: skip
