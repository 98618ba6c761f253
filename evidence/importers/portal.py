"""The Ludii portal's evidence pages, as text, into drafts.

A draft holds what the page says, nothing else. The page's own address of a record is its id:
DLP.Evidence.1408 becomes dlp-1408 here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from evidence import places
from evidence.dates.reading import read_any
from evidence.drafts import Draft, GameDraft
from evidence.importers.citations import read_citations, split_content
from evidence.importers.portal_lines import PortalError
from evidence.importers.portal_page import Field, Page, read_page
from evidence.vocabulary import CLOSED_TERMS, EvidenceType, Vocabulary

__all__ = ["PortalError", "read"]

ID = re.compile(r"DLP\.Evidence\.(?P<number>[1-9][0-9]{0,8})")
# The portal's wording is the value with blanks; labels are for people and may be translated.
TYPES = {value.replace("-", " "): value for value in EvidenceType.values}


def read(text: str) -> list[Draft]:
    """The records of one page. Raises PortalError for the first line that does not fit."""
    page = read_page(text)
    drafts: dict[str, Draft] = {}
    for record in page.records:
        draft = _draft(page, record)
        if draft.identifier in drafts:
            raise PortalError(
                f"{draft.portal_id} stands on this page twice: leave one", record[0].line
            )
        drafts[draft.identifier] = draft
    return list(drafts.values())


def _draft(page: Page, record: tuple[Field, ...]) -> Draft:
    values: dict[str, Any] = {}
    terms: dict[str, tuple[str, ...]] = {}
    for field in record:
        try:
            if field.label in TERMS:
                terms[TERMS[field.label]] = _terms(TERMS[field.label], field.value)
            else:
                values |= READERS[field.label](field.value, page)
        except ValueError as error:
            raise PortalError(f"{field.label}: {error}", field.line) from error
    content, quotations, citations = split_content(
        values.pop("content", ""), values.pop("citations", ())
    )
    return Draft(
        game=GameDraft(page.game),
        content=content,
        quotations=quotations,
        citations=citations,
        terms=terms,
        **values,
    )


# One reader per label: the value as it stands on the page → fields of a draft. Raises ValueError.


def _id(value: str, page: Page) -> dict[str, Any]:
    match = ID.fullmatch(value)
    if match is None:
        raise ValueError(f"“{value}” is no id of the portal: write DLP.Evidence. and its number")
    return {"identifier": f"dlp-{match['number']}", "portal_id": value}


def _game(value: str, page: Page) -> dict[str, Any]:
    if value != page.game:
        raise ValueError(f"“{value}” is not “{page.game}”, for which the page gives evidence")
    return {}


def _ruleset(value: str, page: Page) -> dict[str, Any]:
    return {"external_ids": {"portal_ruleset": value}}


def _type(value: str, page: Page) -> dict[str, Any]:
    if value.lower() not in TYPES:
        known = ", ".join(name.capitalize() for name in TYPES)
        raise ValueError(f"“{value}” is unknown: the types are {known}")
    return {"type": TYPES[value.lower()]}


def _location(value: str, page: Page) -> dict[str, Any]:
    return {"places": tuple(places.read_places(value))}


def _date(value: str, page: Page) -> dict[str, Any]:
    return {"date": read_any(value).edtf, "date_as_given": value}


def _rules(value: str, page: Page) -> dict[str, Any]:
    return {"rules": value}


def _content(value: str, page: Page) -> dict[str, Any]:
    return {"content": value}


def _confidence(value: str, page: Page) -> dict[str, Any]:
    if not re.fullmatch(r"[0-9]{1,3}", value) or int(value) > 100:
        raise ValueError(f"“{value}” is out of range: write a whole number from 0 to 100")
    return {"confidence": int(value)}


def _source(value: str, page: Page) -> dict[str, Any]:
    return {"citations": read_citations(value)}


READERS: dict[str, Callable[[str, Page], dict[str, Any]]] = {
    "Id": _id,
    "Game": _game,
    "Ruleset": _ruleset,
    "Type": _type,
    "Location": _location,
    "Date": _date,
    "Rules": _rules,
    "Content": _content,
    "Confidence": _confidence,
    "Source": _source,
}
TERMS: dict[str, str] = {
    "Uncertainty factors": Vocabulary.UNCERTAINTY.value,
    "Ages": Vocabulary.AGE.value,
    "Social status": Vocabulary.STATUS.value,
    "Genders": Vocabulary.GENDER.value,
    "Spaces": Vocabulary.SPACE.value,
}


def _terms(vocabulary: str, value: str) -> tuple[str, ...]:
    words = [word.strip() for word in value.split(",")]
    if not all(words):
        raise ValueError("nothing stands between two commas: write a word or leave the comma out")
    closed = {word.lower(): word for word in CLOSED_TERMS.get(vocabulary, ())}
    for word in words:
        if closed and word.lower() not in closed:
            raise ValueError(f"“{word}” is unknown: the words are {', '.join(closed.values())}")
    return tuple(dict.fromkeys(closed.get(word.lower(), word) for word in words))
