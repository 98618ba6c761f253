"""Sources found by parts of their citations, and by the letter that these begin with."""

from __future__ import annotations

from functools import reduce
from operator import and_

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Substr, Upper

from evidence.models import Source


def sources_with(text: str) -> QuerySet[Source]:
    """The sources whose citation or title holds each of the words, or parts of words.

    The database compares, which tells diacritics apart, and SQLite capitals beyond A to Z as well.
    """
    parts = (Q(citation__icontains=part) | Q(title__icontains=part) for part in text.split())
    return Source.objects.filter(reduce(and_, parts, Q()))


def letters(rows: QuerySet[Source]) -> list[str]:
    """The letters that the citations of some sources begin with, in order."""
    first = rows.order_by().values_list(Upper(Substr("citation", 1, 1))).annotate(n=Count("pk"))
    return sorted(letter for letter, _n in first if letter.isalpha())
