"""What search keeps beside the records."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evidence.models.fields import WordsField


class CorpusChange(models.Model):
    """A change of what search reads, by number in the order of commits; the newest is the version.

    The token tells apart two changes that got the same number, one of which was undone.
    """

    number = models.BigIntegerField(primary_key=True)
    token = models.CharField(max_length=22)
    pks = models.JSONField(null=True, help_text=_("records stored or deleted; null: all, perhaps"))
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.number}-{self.token}"


class SearchText(models.Model):
    """The words of a record, for text search; written by `evidence.search.text` alone.

    SQLite answers from an FTS5 table that triggers keep in step with this one: a migration that
    makes this table anew there has to make the triggers anew as well.
    """

    evidence = models.OneToOneField(
        "evidence.Evidence", models.CASCADE, primary_key=True, related_name="search_text"
    )
    words = WordsField()

    def __str__(self) -> str:
        return str(self.words)[:60]
