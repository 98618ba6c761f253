"""How to cite a record: in words, as BibTeX and as CSL-JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from evidence.models import Citation, Evidence
from evidence.when import date_words

SITE = "Ashtapada"
BIBTEX_SPECIALS = re.compile(r"([&%$#_{}])")


@dataclass(frozen=True)
class CiteThis:
    """The same citation three ways."""

    words: str
    bibtex: str
    csl_json: str


def cite(record: Evidence, address: str, today: date) -> CiteThis:
    """The citation of `record`, read at `address` on `today`, naming the sources it rests on."""
    rests_on = [_source(citation) for citation in record.citations.all()]
    year = record.changed_at.year
    title = f"{record} ({record.game}, {date_words(record)})"
    return CiteThis(
        _words(title, record.identifier, year, address, today, rests_on),
        _bibtex(title, record.identifier, year, address, today, rests_on),
        json.dumps(
            [_csl(title, record.identifier, year, address, today)], ensure_ascii=False, indent=2
        ),
    )


def _source(citation: Citation) -> str:
    text = citation.source.citation.strip().rstrip(".")
    locator = citation.locator
    repeated = locator.replace("pp. ", "").replace("p. ", "") in text
    return text if repeated else f"{text}, {locator}"


def _words(
    title: str, identifier: str, year: int, address: str, today: date, rests_on: list[str]
) -> str:
    read = f"{today.day} {today:%B %Y}"
    text = f"{title}. Record {identifier}, {SITE}, {year}. {address} (read {read})."
    return f"{text} Rests on: {'; '.join(rests_on)}." if rests_on else text


def _bibtex(
    title: str, identifier: str, year: int, address: str, today: date, rests_on: list[str]
) -> str:
    fields = {
        "title": _escape(title),
        "howpublished": f"{SITE}, record {_escape(identifier)}",
        "year": str(year),
        "url": address,
        "urldate": today.isoformat(),
        "note": _escape("Rests on: " + "; ".join(rests_on)) if rests_on else "",
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{identifier},", *lines, "}"])


def _escape(text: str) -> str:
    return BIBTEX_SPECIALS.sub(r"\\\1", text)


def _csl(title: str, identifier: str, year: int, address: str, today: date) -> dict[str, Any]:
    return {
        "id": identifier,
        "type": "entry",
        "title": title,
        "container-title": SITE,
        "issued": {"date-parts": [[year]]},
        "accessed": {"date-parts": [[today.year, today.month, today.day]]},
        "URL": address,
    }
