"""What pages of records and rules say of the suggestions that helped them."""

from __future__ import annotations

from django import template
from django.db.models import QuerySet

from suggestions.answering import accepted_of
from suggestions.models import Suggestion

register = template.Library()


@register.simple_tag
def accepted_suggestions(record: str) -> QuerySet[Suggestion]:
    """The accepted suggestions on a record, in the order in which they were answered."""
    return accepted_of(record=record)


@register.simple_tag
def suggestions_on_rules(ruleset: str) -> QuerySet[Suggestion]:
    """The accepted suggestions on the clauses of a ruleset."""
    return accepted_of(ruleset=ruleset)
