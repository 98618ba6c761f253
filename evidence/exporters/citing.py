"""How to cite a record, rules, a source or a search: in three styles, as BibTeX, RIS and CSL-JSON.

What may change is cited by the version that is read, at the address where this stays.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from evidence.exporters import bibtex, ris
from evidence.exporters.csl import exported
from evidence.exporters.references import item, year
from evidence.exporters.styles import STYLES, composed
from evidence.history.contents import Content
from evidence.models import Evidence, Source
from evidence.records.when import date_words, edtf_words
from games.locators import cited
from games.models import Ruleset
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
    ris: str
    csl_json: str
    rests_on: tuple[str, ...] = ()


class Permalink(NamedTuple):
    """A version: its number, when it was published, if that is known, and where it stays."""

    number: int
    at: datetime | None
    address: str


def cite(record: Evidence, at: Permalink, today: date) -> CiteThis:
    """The citation of `record` as a version has it, naming the sources it rests on."""
    told = f"{record} ({record.game}, {date_words(record)})"
    citations = [(each.source.citation, each.locator) for each in record.citations.all()]
    return _cite_record(record.identifier, told, citations, at, today)


def cite_version(content: Content, at: Permalink, today: date) -> CiteThis:
    """The same of a record as it was in a version with this content."""
    identifier, game = content["identifier"], content["game_name"]
    name = content.get("title") or f"{game}, {identifier}"
    told = f"{name} ({game}, {edtf_words(content.get('date', ''))})"
    rows = content.get("citations", ())
    citations = [(row["citation"], row.get("locator", "")) for row in rows]
    return _cite_record(identifier, told, citations, at, today)


def _cite_record(
    identifier: str, told: str, citations: list[tuple[str, str]], at: Permalink, today: date
) -> CiteThis:
    rests_on = tuple(cited(*citation) for citation in citations)
    csl = {"id": identifier, "title": told, **_version(at, today)}
    note = "Rests on: " + "; ".join(rests_on) if rests_on else ""
    published = f"{SITE}, record {identifier}, version {at.number}"
    return _cited(csl, published, today, note, rests_on)


def cite_rules(ruleset: Ruleset, digest: str, at: Permalink, today: date) -> CiteThis:
    """The citation of a ruleset as a version has it, with the SHA-256 of its text."""
    csl = {
        "id": f"{ruleset.slug}-{at.number}",
        "title": _("%(ruleset)s (rules of %(game)s)") % {"ruleset": ruleset, "game": ruleset.game},
        **_version(at, today),
    }
    published = f"{SITE}, ruleset {ruleset.slug}, version {at.number}"
    return _cited(csl, published, today, f"SHA-256 of the text: {digest}")


def _version(at: Permalink, today: date) -> Item:
    """What is the same of all that is cited by its version."""
    issued = {"issued": _parts(at.at.date())} if at.at else {}
    return {
        "type": "webpage",
        "author": [{"literal": SITE}],
        "version": str(at.number),
        **issued,
        **_read(at.address, today),
    }


def cite_source(source: Source, today: date) -> CiteThis:
    """The citation of a source; in no style where nobody has entered its parts yet."""
    csl = item(source)
    if "URL" in csl and "issued" not in csl:
        csl["accessed"] = _parts(today)
    styles = _in_styles(csl) if source.csl.get("title") else ()
    return CiteThis(
        styles, bibtex.entry(source), ris.reference(source), _csl_json(exported(source))
    )


def cite_search(asked: str, count: int, address: str, today: date) -> CiteThis:
    """The citation of what a search found at `address` on `today`, `asked` for in words.

    It names no version of the corpus: none stays to be looked at. The day and the number of
    records tell whether the answer is another by now; each record has versions that stay.
    """
    csl = {
        "id": f"{SITE.lower()}-search-{today.isoformat()}",
        "type": "dataset",
        "author": [{"literal": SITE}],
        "title": _("Evidence for traditional games: %(asked)s (%(count)d records)")
        % {"asked": asked or _("all records"), "count": count},
        **_read(address, today),
    }
    return _cited(csl, SITE, today)


def cite_ply(ply: Ply, title: str, address: str, today: date) -> CiteThis:
    """The citation of one ply of a recorded game, called `title`, with its origin and its rules.

    `address` reproduces it, and tells when what stands there has changed since.
    """
    match, digest = ply.match, ply.match.digest
    origin = match.get_origin_display()
    told = {"title": title, "origin": origin, "rules": match.ruleset, "digest": digest[:12]}
    csl = {
        "id": f"{match.slug}-ply-{ply.number}",
        "type": "webpage",
        "author": [{"literal": SITE}],
        "title": _("%(title)s (game %(origin)s; rules: %(rules)s, text %(digest)s)") % told,
        **_read(address, today),
    }
    rules = [_("rules %(digest)s") % {"digest": digest}, *match.options]
    published = f"{SITE}, game {match.slug}, ply {ply.number}"
    return _cited(csl, published, today, "; ".join(rules))


def _read(address: str, today: date) -> Item:
    return {"URL": address, "accessed": _parts(today)}


def _parts(day: date) -> Item:
    return {"date-parts": [[day.year, day.month, day.day]]}


def _cited(
    csl: Item, published: str, today: date, note: str = "", rests_on: tuple[str, ...] = ()
) -> CiteThis:
    """Something read here, with a note that every format for programs carries."""
    version = f"Version {csl['version']}" if "version" in csl else ""
    noted = csl | ({"note": note} if note else {})
    return CiteThis(
        _in_styles(csl | {"title": _with_version(csl), "version": ""}),
        _misc(noted, published, today),
        ris.composed(noted, csl["id"], [version]),
        _csl_json(noted),
        rests_on,
    )


def _with_version(csl: Item) -> str:
    """The title with the version, which not every style gives."""
    if "version" not in csl:
        return str(csl["title"])
    return _("%(title)s, version %(number)s") % {"title": csl["title"], "number": csl["version"]}


def _in_styles(csl: Item) -> tuple[Style, ...]:
    found = (Style(key, label, composed(csl, key)) for key, label in STYLES.items())
    return tuple(style for style in found if style.html)


def _misc(csl: Item, published: str, today: date) -> str:
    """A BibTeX entry of something that is read here."""
    fields = {
        "author": f"{{{SITE}}}",
        "title": bibtex.protected(csl["title"]),
        "year": year(csl),
        "version": csl.get("version", ""),
        "url": csl["URL"],
        "urldate": today.isoformat(),
        "howpublished": bibtex.escaped(published),
        "note": bibtex.escaped(csl.get("note", "")),
    }
    return bibtex.composed("misc", csl["id"], fields)


def _csl_json(csl: Item) -> str:
    return json.dumps([csl], ensure_ascii=False, indent=2)
