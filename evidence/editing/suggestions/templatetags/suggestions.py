"""What pages of records and rules say of the suggestions that helped them."""

from __future__ import annotations

from django import template

from evidence.editing.suggestions.answering import accepted_of

register = template.Library()
register.simple_tag(accepted_of, name="accepted_suggestions")
