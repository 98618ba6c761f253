"""Assertions in the content of a proposal: their values read, checked, and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence import dates
from evidence.claims.assertions import KINDS
from evidence.claims.identifiers import IdentifierError, canonical
from evidence.dates.reading import read_any
from evidence.drafts import GameDraft
from evidence.editing.curation.labels import in_line, word
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.models import Evidence
from evidence.quoting import quoted
from evidence.records.when import edtf_words
from evidence.sources import find_game, plain, source_of
from evidence.vocabulary import DateRole, Link, NameOf, PersonRole, Sureness, Voice
from games.models import Game

LONGEST_DATE = 60  # of EDTF
SCRIPT = re.compile(r"[A-Z][a-z]{3}")


def in_edtf(text: str) -> str:
    """EDTF where the date can be read, else the words as they were written."""
    try:
        edtf = read_any(text).edtf
    except dates.DateError:
        return plain(text)
    return edtf if len(edtf) <= LONGEST_DATE else plain(text)


def slug_of(named: str) -> str:
    """The slug of the stored game that is called so, else what was written."""
    game = find_game(GameDraft(named, slug=named))
    return game.slug if game else named


def known_by(identifiers: str) -> str:
    """The identifiers of somebody in their one form, where that can be."""
    with suppress(IdentifierError):
        return canonical(identifiers)
    return identifiers


def wrong(content: Content) -> Iterator[Fault]:
    """Rows that name no game, or a game or a source that is not stored."""
    cited = {row.get("citation") for row in content.get("citations", ())}
    for name in KINDS:
        for position, row in enumerate(content.get(name, ())):
            field = f"{name}.{position}"
            for key, said in NEEDED.get(name, {}).items():
                if not row.get(key):
                    yield Fault(f"{field}.{key}", str(said))
            if name in WRONG:
                yield from WRONG[name](field, row)
            yield from wrong_source(field, row, cited)


def wrong_source(field: str, row: Content, cited: Collection[str]) -> Iterator[Fault]:
    """A source that is neither stored nor cited by the record."""
    source = row.get("source")
    if source and source not in cited and source_of(source) is None:
        said = _("the source “%(source)s” is not stored: add it to the record’s sources")
        yield Fault(f"{field}.source", said % {"source": source})


def wrong_date(field: str, text: str) -> Iterator[Fault]:
    """A date that cannot be read, in EDTF or in words, or is too long to be stored."""
    try:
        edtf = read_any(text).edtf
    except dates.DateError as error:
        yield Fault(field, str(error))
        return
    if len(edtf) > LONGEST_DATE:
        said = _("the date is longer than %(most)d characters")
        yield Fault(field, said % {"most": LONGEST_DATE})


def wrong_game(field: str, row: Content, name: str = "game") -> Iterator[Fault]:
    """A game that is not named, or not stored."""
    if not row.get(name):
        yield Fault(f"{field}.{name}", _("name the game"))
    elif not Game.objects.filter(slug=row[name]).exists():
        yield Fault(f"{field}.{name}", _("there is no game “%(name)s”") % {"name": row[name]})


def date_in_words(edtf: str) -> str:
    """A date as people write it, and in EDTF where that differs; else what was typed."""
    words = edtf
    with suppress(dates.DateError):
        words = edtf_words(edtf)
    return words if words == edtf else f"{words} ({edtf})"


def tell(name: str, row: Content) -> str:
    """One assertion on one line, with how surely it is made, and by whom."""
    said = TELL[name](row) if name in TELL else row
    first = next(iter(SAID[name]))
    return in_line({first: "…", **said}, **SAID[name], **BY)


def _with_name(row: Content) -> Content:
    game = Game.objects.filter(slug=row.get("game", "")).first()
    return row | {"game": game.name if game else row.get("game", "")}


def _wrong_date(field: str, row: Content) -> Iterator[Fault]:
    yield from wrong_date(f"{field}.date", row.get("date", ""))


def _wrong_relation(field: str, row: Content) -> Iterator[Fault]:
    if not Evidence.objects.filter(identifier=row.get("target", "")).exists():
        said = _("there is no record “%(name)s”")
        yield Fault(f"{field}.target", said % {"name": row.get("target", "")})


def _dated(row: Content) -> Content:
    return row | ({"date": date_in_words(row["date"])} if "date" in row else {})


def _related(row: Content) -> Content:
    target = row.get("target", "…")
    title = Evidence.objects.filter(identifier=target).values_list("title", flat=True).first()
    named = f"{quoted(title)} ({target})" if title else target
    return row | {"relation": f"{word(Link, row.get('relation', '…'))} {named}"}


def _wrong_person(field: str, row: Content) -> Iterator[Fault]:
    try:
        canonical(row.get("identifiers", ""))
    except IdentifierError as error:
        yield Fault(f"{field}.identifiers", str(error))


def _wrong_name(field: str, row: Content) -> Iterator[Fault]:
    if row.get("script") and not SCRIPT.fullmatch(row["script"]):
        yield Fault(f"{field}.script", _("write four letters of ISO 15924, as in Arab"))


# What is done with rows of a kind, where that differs from the others.
WRONG: dict[str, Callable[[str, Content], Iterator[Fault]]] = {
    "identifications": wrong_game, "other_dates": _wrong_date, "relations": _wrong_relation,
    "people": _wrong_person, "names": _wrong_name,
}  # fmt: skip
TELL: dict[str, Callable[[Content], Content]] = {
    "identifications": _with_name, "other_dates": _dated, "relations": _related,
}  # fmt: skip
NEEDED = {
    "other_dates": {"role": gettext_lazy("say what it is the date of")},
    "relations": {"relation": gettext_lazy("say what it is to the other record")},
    "people": {"name": gettext_lazy("name the person"), "role": gettext_lazy("say what they did")},
    "holdings": {"museum": gettext_lazy("name the museum or library")},
    "names": {
        "text": gettext_lazy("write the name"), "of": gettext_lazy("say what it is the name of"),
    },
}  # fmt: skip
# The fields of rows that `in_line` prints.
SAID: dict[str, dict[str, Any]] = {
    "identifications": {"game": "", "about": ""},
    "other_dates": {"role": DateRole, "date": "", "as_given": gettext_lazy("as given: %s")},
    "relations": {"relation": ""},
    "people": {"name": "", "role": PersonRole, "identifiers": ""},
    "holdings": {"museum": "", "collection": "", "number": "", "folio": ""},
    "names": {
        "text": "", "of": NameOf, "transliteration": "", "meaning": "", "language": "",
        "script": "", "passage": gettext_lazy("sentence %s"),
    },
}  # fmt: skip
BY = {"certainty": Sureness, "voice": Voice, "who": "", "source": "", "locator": "", "reason": ""}
