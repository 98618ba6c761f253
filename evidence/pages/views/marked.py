"""Texts of a record with their marked phrases as links to the clauses that they carry."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import escape, format_html, linebreaks
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from evidence.models import Evidence, Phrase
from evidence.vocabulary import BORNE_OUT


def marked(record: Evidence, text: str, field: str, quotation: int | None = None) -> SafeString:
    """One text as paragraphs; a phrase that no longer lies inside it is not marked."""
    phrases = [
        row for row in record.phrases.all() if (row.field, row.quotation) == (field, quotation)
    ]
    html = "".join(_parts(text, sorted(phrases, key=lambda row: row.start)))
    return mark_safe(linebreaks(html))  # noqa: S308 - each part is escaped


def marked_texts(record: Evidence) -> set[tuple[str, int | None]]:
    """The fields, and the quotations by number, that have marked phrases."""
    return {(row.field, row.quotation) for row in record.phrases.all()}


def _parts(text: str, phrases: Iterable[Phrase]) -> Iterable[str]:
    at = 0
    for phrase in phrases:
        if at <= phrase.start < phrase.end <= len(text):
            yield escape(text[at : phrase.start])
            yield _link(phrase, text[phrase.start : phrase.end])
            at = phrase.end
    yield escape(text[at:])


def _link(phrase: Phrase, words: str) -> SafeString:
    clause, part = phrase.clause, phrase.stated
    address = clause.ruleset.get_absolute_url()
    status = part.status_label if part else clause.status_words
    told = _("“%(clause)s”, %(status)s") % {
        "clause": f"{clause.title}: {part.text}" if part else clause.title,
        "status": status,
    }
    return format_html(
        '<a class="phrase phrase-{}" href="{}?{}" data-rules="{}" data-clause="{}" title="{}">'
        "{}</a>{}",
        part.status if part else clause.status,
        address,
        urlencode({"clause": clause.name}),
        address,
        clause.name,
        told,
        words,
        _relation(phrase),
    )


def _relation(phrase: Phrase) -> SafeString | str:
    """What the phrase does to the clause, where it does not speak for it."""
    if phrase.relation in BORNE_OUT:
        return ""
    return format_html('<small class="phrase-relation">{}</small>', phrase.get_relation_display())
