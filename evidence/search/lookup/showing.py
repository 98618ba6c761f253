"""Entries as pages and programs show them: a name, what it is, and the words that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from evidence.models import Evidence
from evidence.records.when import date_words
from evidence.search.lookup.answers import Entry
from evidence.search.lookup.asked import Asked
from evidence.search.lookup.index import Hit
from evidence.search.lookup.things import Kind
from evidence.words import words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LABELS: dict[Kind, StrOrPromise] = {
    Kind.GAME: _("Games"),
    Kind.RULESET: _("Rules"),
    Kind.CONCEPT: _("Kinds of rules"),
    Kind.REGION: _("Regions"),
    Kind.PLACE: _("Places"),
    Kind.PERSON: _("People"),
    Kind.RECORD: _("Records"),
    Kind.STORY: _("Stories"),
    Kind.CLAUSE: _("Clauses"),
    Kind.SOURCE: _("Sources"),
    Kind.TERM: _("Glossary"),
}
TOKEN = re.compile(r"\S+")
WORD = re.compile(r"(\w+)")
BEFORE, AFTER = 8, 24  # words of a snippet around the first that fits


@dataclass(frozen=True)
class Shown:
    """An entry to be shown. `also` is another name that fits, `snippet` the text around words that
    do; in both these are marked, as they are in `title` and `under`, which are name and about.
    """

    kind: Kind
    key: str
    name: str
    address: str
    about: str = ""
    also: SafeString | str = ""
    snippet: SafeString | str = ""
    score: float = 0.0
    title: SafeString | str = ""
    under: SafeString | str = ""

    @property
    def label(self) -> StrOrPromise:
        """What kind it is of, in words."""
        return self.kind.label


def shown(asked: Asked, entries: Iterable[Entry]) -> list[Shown]:
    """Entries with what is shown of them; records are read from the database at once."""
    entries = list(entries)
    records = _records([each.record for each in entries if each.record])
    found = []
    for each in entries:
        if each.hit:
            found.append(_thing(asked, each, each.hit))
        elif each.record in records:
            found.append(_record(asked, each, records[each.record]))
    return found


def _records(pks: Sequence[int]) -> dict[int, Evidence]:
    rows = Evidence.objects.filter(pk__in=pks).select_related("game").order_by()
    return {record.pk: record for record in rows.prefetch_related("places", "quotations")}


def _thing(asked: Asked, entry: Entry, hit: Hit) -> Shown:
    thing = hit.thing
    also = marked(asked, hit.name) if hit.name not in ("", thing.name, thing.about) else ""
    snippet = snippet_of(asked, thing.text) or opening(thing.text)
    return Shown(
        thing.kind, thing.key, thing.name, thing.address, str(thing.about), also, snippet,
        entry.score, marked(asked, thing.name), marked(asked, str(thing.about)),
    )  # fmt: skip


def _record(asked: Asked, entry: Entry, record: Evidence) -> Shown:
    texts = [record.rules, record.content, *(each.text for each in record.quotations.all())]
    snippets = (snippet_of(asked, text) for text in texts)
    places = [str(place) for place in record.places.all()]
    about = " · ".join([str(record.game), date_words(record), *places[:1]])
    snippet = next(filter(None, snippets), "") or opening(record.rules or record.content)
    return Shown(
        Kind.RECORD, record.identifier, str(record), record.get_absolute_url(), about, "", snippet,
        entry.score, marked(asked, str(record)), marked(asked, about),
    )  # fmt: skip


def marked(asked: Asked, text: str) -> SafeString:
    """A text with the words that are asked for marked."""
    return _joined(asked, TOKEN.findall(text))


def opening(text: str) -> str:
    """How a text begins, where none of its words are asked for."""
    tokens = TOKEN.findall(text)
    return " ".join(tokens[:AFTER]) + (" …" if len(tokens) > AFTER else "")


def snippet_of(asked: Asked, text: str) -> SafeString | str:
    """The words around those that are asked for, where these stand closest; "" without any."""
    tokens = TOKEN.findall(text)
    hits = [at for at, token in enumerate(tokens) if _fits(asked, token)]
    if not hits:
        return ""
    start = max(hits, key=lambda at: (sum(at <= other < at + AFTER for other in hits), -at))
    first, last = max(0, start - BEFORE), min(len(tokens), start + AFTER)
    told = _joined(asked, tokens[first:last])
    return format_html("{}{}{}", "… " if first else "", told, " …" if last < len(tokens) else "")


def _joined(asked: Asked, tokens: Iterable[str]) -> SafeString:
    return format_html_join(" ", "{}", ((_marked(asked, token),) for token in tokens))


def _marked(asked: Asked, token: str) -> str | SafeString:
    """A token with its word marked if it is asked for, not the punctuation around it."""
    if not _fits(asked, token):
        return token
    parts = WORD.split(token)
    if not any(_fits(asked, part) for part in parts):  # one word in several parts: wei-qi
        return format_html("<mark>{}</mark>", token)
    told = ((format_html("<mark>{}</mark>", p) if _fits(asked, p) else p,) for p in parts)
    return format_html_join("", "{}", told)


def _fits(asked: Asked, token: str) -> bool:
    return any(map(asked.fits, words(token)))
