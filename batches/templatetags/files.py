"""What other pages say of files that wait."""

from __future__ import annotations

from django import template

from batches.models import Batch

register = template.Library()


@register.simple_tag
def files_in_review() -> int:
    """How many files wait for somebody to publish them."""
    return Batch.objects.filter(state=Batch.State.REVIEW).count()
