"""How to cite a record, a source or a search: in three styles, as BibTeX and as CSL-JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from evidence.exporters import bibtex
from evidence.exporters.references import item
from evidence.models import Citation, Evidence, Source
from evidence.styles import STYLES, composed
from evidence.when import date_words
from games.plies import Ply

SITE = "Ashtapada"
Item = dict[str, Any]


@dataclass(frozen=True)
class Style:
    """A reference in one style; `key` names the style in the page."""

    key: str
    label: str
    html: SafeString


@dataclass(frozen=True)
class CiteThis:
    """One thing cited in every way; `rests_on` are the sources of a record as they were given."""

    styles: tuple[Style, ...]
    bibtex: str
    csl_json: str
    rests_on: tuple[str, ...] = ()


def cite(record: Evidence, address: str, today: date) -> CiteThis:
    """The citation of `record`, read at `address` on `today`, naming the sources it rests on."""
    changed = record.changed_at
    csl = {
        "id": record.identifier,
        "type": "webpage",
        "author": [{"literal": SITE}],
        "title": f"{record} ({record.game}, {date_words(record)})",
        "issued": _parts(changed.date()),
        **_read(address, today),
    }
    rests_on = tuple(_given(citation) for citation in record.citations.all())
    fields = {
        "howpublished": f"{SITE}, record {bibtex.escaped(record.identifier)}",
        "year": str(changed.year),
        "note": bibtex.escaped("Rests on: " + "; ".join(rests_on)) if rests_on else "",
    }
    return CiteThis(_in_styles(csl), _misc(csl, fields, today), _csl_json(csl), rests_on)


def cite_source(source: Source, today: date) -> CiteThis:
    """The citation of a source; in no style where nobody has entered its parts yet."""
    csl = item(source)
    if "URL" in csl and "issued" not in csl:
        csl["accessed"] = _parts(today)
    styles = _in_styles(csl) if source.csl.get("title") else ()
    return CiteThis(styles, bibtex.entry(source), _csl_json(item(source)))


def cite_search(asked: str, count: int, address: str, today: date, version: str = "") -> CiteThis:
    """The citation of what a search found at `address` on `today`, `asked` for in words.

    `version` is the corpus's, where it has one.
    """
    csl = {
        "id": f"{SITE.lower()}-search-{today.isoformat()}",
        "type": "dataset",
        "author": [{"literal": SITE}],
        "title": _("Evidence for traditional games: %(asked)s (%(count)d records)")
        % {"asked": asked or _("all records"), "count": count},
        "version": version,
        **_read(address, today),
    }
    csl = {name: value for name, value in csl.items() if value}
    fields = {"howpublished": SITE, "version": bibtex.escaped(version)}
    return CiteThis(_in_styles(csl), _misc(csl, fields, today), _csl_json(csl))


def cite_ply(ply: Ply, title: str, address: str, today: date) -> CiteThis:
    """The citation of one ply of a recorded game, called `title`, with the rules it was played by.

    `address` reproduces it, and tells when what stands there has changed since.
    """
    match, digest = ply.match, ply.match.digest
    told = {"title": title, "rules": match.ruleset, "digest": digest[:12]}
    csl = {
        "id": f"{match.slug}-ply-{ply.number}",
        "type": "webpage",
        "author": [{"literal": SITE}],
        "title": _("%(title)s (rules: %(rules)s, text %(digest)s)") % told,
        **_read(address, today),
    }
    rules = [_("rules %(digest)s") % {"digest": digest}, *match.options]
    fields = {
        "howpublished": f"{SITE}, recorded game {bibtex.escaped(match.slug)}, ply {ply.number}",
        "note": bibtex.escaped("; ".join(rules)),
    }
    return CiteThis(_in_styles(csl), _misc(csl, fields, today), _csl_json(csl))


def _read(address: str, today: date) -> Item:
    return {"URL": address, "accessed": _parts(today)}


def _parts(day: date) -> Item:
    return {"date-parts": [[day.year, day.month, day.day]]}


def _given(citation: Citation) -> str:
    text = citation.source.citation.strip().rstrip(".")
    locator = citation.locator
    repeated = locator.replace("pp. ", "").replace("p. ", "") in text
    return text if repeated else f"{text}, {locator}"


def _in_styles(csl: Item) -> tuple[Style, ...]:
    found = (Style(key, label, composed(csl, key)) for key, label in STYLES.items())
    return tuple(style for style in found if style.html)


def _misc(csl: Item, fields: dict[str, str], today: date) -> str:
    """A BibTeX entry of something that is read here."""
    common = {
        "author": f"{{{SITE}}}",
        "title": bibtex.escaped(csl["title"]),
        "url": csl["URL"],
        "urldate": today.isoformat(),
    }
    return bibtex.composed("misc", csl["id"], common | fields)


def _csl_json(csl: Item) -> str:
    return json.dumps([csl], ensure_ascii=False, indent=2)
