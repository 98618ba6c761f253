"""Entries as pages and programs show them: a name, what it is, and the words that fit."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from evidence.naming import place_name, record_name
from evidence.records.when import edtf_words
from evidence.search.lookup.answers import Entry
from evidence.search.lookup.asked import Asked
from evidence.search.lookup.index import Hit
from evidence.search.lookup.reading import Record, quotations_of
from evidence.search.lookup.things import Kind

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

    asked: Asked
    kind: Kind
    key: str
    name: str
    address: str
    about: str = ""
    also: SafeString | str = ""
    snippet: SafeString | str = ""
    score: float = 0.0

    @property
    def title(self) -> SafeString:
        """Its name with the words that fit marked."""
        return marked(self.asked, self.name)

    @property
    def under(self) -> SafeString:
        """What it is, with the words that fit marked."""
        return marked(self.asked, self.about)

    @property
    def label(self) -> StrOrPromise:
        """What kind it is of, in words."""
        return self.kind.label


def shown(asked: Asked, entries: Iterable[Entry]) -> list[Shown]:
    """Entries with what is shown of them; records are read from the database at once."""
    entries = list(entries)
    pks = [each.record for each in entries if each.record]
    records = {record.pk: record for record in asked.reading.records_of(pks)}
    quotations = quotations_of(pks)
    found = []
    for each in entries:
        pk = each.record
        if each.hit:
            found.append(_thing(asked, each, each.hit))
        elif pk in records:
            found.append(_record(asked, each, records[pk], quotations[pk]))
    return found


def _thing(asked: Asked, entry: Entry, hit: Hit) -> Shown:
    thing = hit.thing
    also = marked(asked, hit.name) if hit.name not in ("", thing.name, thing.about) else ""
    snippet = snippet_of(asked, thing.text) or opening(thing.text)
    return Shown(
        asked, thing.kind, thing.key, thing.name, thing.address, str(thing.about), also, snippet,
        entry.score,
    )  # fmt: skip


def _record(asked: Asked, entry: Entry, record: Record, quotations: Sequence[str]) -> Shown:
    snippets = (snippet_of(asked, text) for text in (record.rules, record.content, *quotations))
    first = [place_name(*each) for each in record.places[:1]]
    about = " · ".join([record.game, edtf_words(record.date), *first])
    snippet = next(filter(None, snippets), "") or opening(record.rules or record.content)
    name = record_name(record.title, record.game, record.identifier)
    address = reverse("record", args=[record.identifier])
    return Shown(
        asked, Kind.RECORD, record.identifier, name, address, about, "", snippet, entry.score
    )


def marked(asked: Asked, text: str) -> SafeString:
    """A text with the words that are asked for marked."""
    return _joined(asked, TOKEN.findall(text))


def opening(text: str) -> SafeString:
    """How a text begins, as HTML, where none of its words are asked for."""
    tokens = TOKEN.findall(text)
    return escape(" ".join(tokens[:AFTER]) + (" …" if len(tokens) > AFTER else ""))


def snippet_of(asked: Asked, text: str) -> SafeString | str:
    """The words around those that are asked for, where these stand closest; "" without any."""
    tokens = TOKEN.findall(text)
    hits = [at for at, hit in enumerate(map(asked.found_in.__getitem__, tokens)) if hit]
    if not hits:
        return ""
    start = max(hits, key=lambda at: (bisect_left(hits, at + AFTER) - bisect_left(hits, at), -at))
    first, last = max(0, start - BEFORE), min(len(tokens), start + AFTER)
    told = _joined(asked, tokens[first:last])
    before, after = "… " if first else "", " …" if last < len(tokens) else ""
    return mark_safe(f"{before}{told}{after}")  # noqa: S308 - told is HTML


def _joined(asked: Asked, tokens: Iterable[str]) -> SafeString:
    """Tokens between blanks, those marked that are asked for."""
    parts: list[str] = []
    for fits, group in groupby(tokens, asked.found_in.__getitem__):
        run = list(group)
        parts += [_marked(asked, token) for token in run] if fits else [escape(" ".join(run))]
    return mark_safe(" ".join(parts))  # noqa: S308 - each part is escaped


def _marked(asked: Asked, token: str) -> str:
    """A token as HTML with its word marked, not the punctuation around it."""
    parts = WORD.split(token)
    if not any(asked.found_in[part] for part in parts):  # one word in several parts: wei-qi
        parts = [token]
    told = (f"<mark>{escape(p)}</mark>" if asked.found_in[p] else escape(p) for p in parts)
    return "".join(told)
