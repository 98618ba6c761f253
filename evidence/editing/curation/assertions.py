"""Assertions in the content of a proposal: read, checked, and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence import dates
from evidence.claims.assertions import KINDS
from evidence.claims.identifiers import IdentifierError, canonical
from evidence.dates.reading import read_any
from evidence.drafts import GameDraft
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.models import Evidence
from evidence.sources import find_game, plain, source_of
from evidence.vocabulary import Link, Sureness, Voice
from games.models import Game

LONGEST_DATE = 60  # of EDTF
SCRIPT = re.compile(r"[A-Z][a-z]{3}")


def read(content: Content) -> None:
    """Drop blank rows; name sources and stored games in their one form."""
    for name in KINDS:
        rows = [_plainly(row) for row in content.get(name, ()) if row]
        content[name] = [READ[name](row) if name in READ else row for row in rows]


def _plainly(row: Content) -> Content:
    return row | ({"source": plain(row["source"])} if "source" in row else {})


def in_edtf(text: str) -> str:
    """EDTF where the date can be read, else the words as they were written."""
    try:
        edtf = read_any(text).edtf
    except dates.DateError:
        return plain(text)
    return edtf if len(edtf) <= LONGEST_DATE else plain(text)


def _identified(row: Content) -> Content:
    named = row.get("game", "")
    game = find_game(GameDraft(named, slug=named)) if named else None
    return row | ({"game": game.slug} if game else {})


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


def tell(name: str, row: Content) -> str:
    """One assertion on one line."""
    return told(TELL[name](row) if name in TELL else _in_words(name, row), row)


def _in_words(name: str, row: Content) -> list[str]:
    """What the fields of a row say, in the order of SAID."""
    fields: Any = KINDS[name].model._meta
    said = []
    for key in SAID[name]:
        value = row.get(key, "")
        label = str(dict(fields.get_field(key).flatchoices).get(value, value))
        said.append(str(AROUND[key]) % label if value and key in AROUND else label)
    return [said[0] or "…", *said[1:]]


def told(words: list[str], row: Content) -> str:
    """What is asserted, how surely, and by whom."""
    certainty, voice = row.get("certainty", ""), row.get("voice", "")
    said = [
        *words,
        str(Sureness(certainty).label) if certainty else "",
        str(Voice(voice).label) if voice else "",
        *(row.get(key, "") for key in ("who", "source", "locator", "reason")),
    ]
    return " · ".join(filter(None, said))


def _game_in_words(row: Content) -> list[str]:
    named = row.get("game", "")
    game = Game.objects.filter(slug=named).first()
    return [game.name if game else named, row.get("about", "")]


def _dated(row: Content) -> Content:
    return row | ({"date": in_edtf(row["date"])} if "date" in row else {})


def _wrong_date(field: str, row: Content) -> Iterator[Fault]:
    yield from wrong_date(f"{field}.date", row.get("date", ""))


def _wrong_relation(field: str, row: Content) -> Iterator[Fault]:
    if not Evidence.objects.filter(identifier=row.get("target", "")).exists():
        said = _("there is no record “%(name)s”")
        yield Fault(f"{field}.target", said % {"name": row.get("target", "")})


def _relation_in_words(row: Content) -> list[str]:
    relation = row.get("relation", "")
    return [f"{Link(relation).label if relation else '…'} {row.get('target', '…')}"]


def _known_by(row: Content) -> Content:
    """The identifiers of somebody in their one form, where that can be."""
    if "identifiers" not in row:
        return row
    try:
        return row | {"identifiers": canonical(row["identifiers"])}
    except IdentifierError:
        return row


def _wrong_person(field: str, row: Content) -> Iterator[Fault]:
    try:
        canonical(row.get("identifiers", ""))
    except IdentifierError as error:
        yield Fault(f"{field}.identifiers", str(error))


def _wrong_name(field: str, row: Content) -> Iterator[Fault]:
    if row.get("script") and not SCRIPT.fullmatch(row["script"]):
        yield Fault(f"{field}.script", _("write four letters of ISO 15924, as in Arab"))


# What is done with rows of a kind, where that differs from the others.
READ: dict[str, Callable[[Content], Content]] = {
    "identifications": _identified, "other_dates": _dated, "people": _known_by,
}  # fmt: skip
WRONG: dict[str, Callable[[str, Content], Iterator[Fault]]] = {
    "identifications": wrong_game, "other_dates": _wrong_date, "relations": _wrong_relation,
    "people": _wrong_person, "names": _wrong_name,
}  # fmt: skip
TELL: dict[str, Callable[[Content], list[str]]] = {
    "identifications": _game_in_words, "relations": _relation_in_words,
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
SAID = {
    "other_dates": ("role", "date", "as_given"),
    "people": ("name", "role", "identifiers"),
    "holdings": ("museum", "collection", "number", "folio"),
    "names": (
        "text", "of", "transliteration", "meaning", "language", "script", "passage",
    ),
}  # fmt: skip
AROUND = {"as_given": gettext_lazy("as given: %s"), "passage": gettext_lazy("sentence %s")}
