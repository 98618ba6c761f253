"""Assertions in the content of a proposal: read, checked, and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _

from evidence import dates
from evidence.claims.assertions import KINDS
from evidence.claims.identifiers import IdentifierError, canonical
from evidence.dates.reading import read_any
from evidence.drafts import GameDraft
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.models import Evidence
from evidence.sources import find_game, plain, source_of
from evidence.vocabulary import DateRole, Link, NameOf, PersonRole, Sureness, Voice
from games.models import Game

LONGEST_DATE = 60  # of EDTF
SCRIPT = re.compile(r"[A-Z][a-z]{3}")


def read(content: Content) -> None:
    """Drop blank rows; name sources and stored games in their one form."""
    for name in KINDS:
        content[name] = [READ[name](_plainly(row)) for row in content.get(name, ()) if row]


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
            yield from WRONG[name](field, row)
            yield from wrong_source(field, row, cited)


def wrong_source(field: str, row: Content, cited: Collection[str]) -> Iterator[Fault]:
    """A source that is neither stored nor cited by the record."""
    source = row.get("source")
    if source and source not in cited and source_of(source) is None:
        said = _("the source “%(source)s” is not stored: add it to the record’s sources")
        yield Fault(f"{field}.source", said % {"source": source})


def wrong_game(field: str, row: Content, name: str = "game") -> Iterator[Fault]:
    """A game that is not named, or not stored."""
    if not row.get(name):
        yield Fault(f"{field}.{name}", _("name the game"))
    elif not Game.objects.filter(slug=row[name]).exists():
        yield Fault(f"{field}.{name}", _("there is no game “%(name)s”") % {"name": row[name]})


def tell(name: str, row: Content) -> str:
    """One assertion on one line."""
    return told(TELL[name](row), row)


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
    if not row.get("role"):
        yield Fault(f"{field}.role", _("say what it is the date of"))
    try:
        edtf = dates.read(row.get("date", "")).edtf
    except dates.DateError as error:
        yield Fault(f"{field}.date", str(error))
    else:
        if len(edtf) > LONGEST_DATE:
            said = _("the date is longer than %(most)d characters")
            yield Fault(f"{field}.date", said % {"most": LONGEST_DATE})


def _date_in_words(row: Content) -> list[str]:
    role = row.get("role", "")
    given = _("as given: %(said)s") % {"said": row["as_given"]} if "as_given" in row else ""
    return [str(DateRole(role).label) if role else "", row.get("date", ""), given]


def _wrong_relation(field: str, row: Content) -> Iterator[Fault]:
    if not row.get("relation"):
        yield Fault(f"{field}.relation", _("say what it is to the other record"))
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
    if not row.get("name"):
        yield Fault(f"{field}.name", _("name the person"))
    if not row.get("role"):
        yield Fault(f"{field}.role", _("say what they did"))
    try:
        canonical(row.get("identifiers", ""))
    except IdentifierError as error:
        yield Fault(f"{field}.identifiers", str(error))


def _wrong_holding(field: str, row: Content) -> Iterator[Fault]:
    if not row.get("museum"):
        yield Fault(f"{field}.museum", _("name the museum or library"))


def _wrong_name(field: str, row: Content) -> Iterator[Fault]:
    if not row.get("text"):
        yield Fault(f"{field}.text", _("write the name"))
    if not row.get("of"):
        yield Fault(f"{field}.of", _("say what it is the name of"))
    if row.get("script") and not SCRIPT.fullmatch(row["script"]):
        yield Fault(f"{field}.script", _("write four letters of ISO 15924, as in Arab"))


def _person_in_words(row: Content) -> list[str]:
    role = row.get("role", "")
    said = str(PersonRole(role).label) if role else ""
    return [row.get("name", "…"), said, row.get("identifiers", "")]


def _holding_in_words(row: Content) -> list[str]:
    return [row.get(name, "") for name in ("museum", "collection", "number", "folio")]


def _name_in_words(row: Content) -> list[str]:
    of, passage = row.get("of", ""), row.get("passage")
    said = [str(NameOf(of).label) if of else ""]
    said += [row.get(name, "") for name in ("transliteration", "meaning", "language", "script")]
    at = _("sentence %(n)s") % {"n": passage} if passage else ""
    return [row.get("text", "…"), *said, at]


READ: dict[str, Callable[[Content], Content]] = {
    "identifications": _identified,
    "other_dates": _dated,
    "relations": dict,
    "people": _known_by,
    "holdings": dict,
    "names": dict,
}
WRONG: dict[str, Callable[[str, Content], Iterator[Fault]]] = {
    "identifications": wrong_game,
    "other_dates": _wrong_date,
    "relations": _wrong_relation,
    "people": _wrong_person,
    "holdings": _wrong_holding,
    "names": _wrong_name,
}
TELL: dict[str, Callable[[Any], list[str]]] = {
    "identifications": _game_in_words,
    "other_dates": _date_in_words,
    "relations": _relation_in_words,
    "people": _person_in_words,
    "holdings": _holding_in_words,
    "names": _name_in_words,
}
