"""Sources as they are pasted: BibTeX, RIS, CSL-JSON or a DOI; those that are stored are offered."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from curation.contents import begun_from
from curation.errors import Fault, Refusal
from evidence.contents import Content, content_of
from evidence.drafts import Draft
from evidence.importers import portal
from evidence.importers.bibtex import read_bibtex
from evidence.importers.csl_json import CslError, read_csl
from evidence.importers.portal import PortalError
from evidence.importers.reference import BibliographyError, citation_text
from evidence.importers.references import BIBTEX, Known
from evidence.importers.ris import read_ris
from evidence.source_matching import matches
from evidence.sources import LONGEST_CITATION, plain

LONGEST = 200_000
MOST = 50
DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.[0-9]{4,9}/\S+)", re.IGNORECASE)


def read_pasted(text: str) -> list[Content]:
    """Rows of sources: citation, csl and, where one is stored that may be the same, `alike`.

    Raises Refusal, each fault on the field `paste`.
    """
    if len(text) > LONGEST:
        raise _refusal(_("at most %(most)d characters are read") % {"most": LONGEST})
    try:
        items = _items(text.strip())
    except BibliographyError as error:
        raise _refusal(str(error).replace(f"{HERE}, ", "")) from error
    except CslError as error:
        raise _refusal(str(error)) from error
    if len(items) > MOST:
        raise _refusal(_("these are %(n)d sources: at most %(most)d are read at once")
                       % {"n": len(items), "most": MOST})  # fmt: skip
    known = Known()
    return [_row(csl, known) for csl in items]


HERE = Path()


def _items(text: str) -> list[dict[str, Any]]:
    """CSL-JSON of each source."""
    doi = DOI.fullmatch(text)
    if doi:
        return [{"type": "document", "DOI": doi[1].rstrip(".,;")}]
    if text[:1] in ("{", "["):
        return _csl_json(text)
    if re.match(r"TY  ?-", text):
        return [each.csl for each in read_ris(HERE, text)]
    if BIBTEX.search(text):
        return [each.csl for each in read_bibtex(HERE, text)]
    raise CslError(
        _("this is neither BibTeX (@book{…), RIS (TY  - …), CSL-JSON ({…}) nor a DOI (10.…/…)")
    )


def _csl_json(text: str) -> list[dict[str, Any]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CslError(_("this is no JSON: %(why)s") % {"why": error}) from error
    return [read_csl(item)[0] for item in (found if isinstance(found, list) else [found])]


def _row(csl: dict[str, Any], known: Known) -> Content:
    citation = plain(citation_text(csl))[:LONGEST_CITATION]
    same = known.same(csl, citation)
    if same:
        return {"citation": same.citation}
    alike = known.alike(csl) or matches(citation).first
    row: Content = {"citation": citation, "csl": json.dumps(csl, ensure_ascii=False)}
    return row | ({"alike": alike.slug, "same": True} if alike else {})


def read_portal(text: str) -> list[tuple[str, Content]]:
    """The records of a page of the Ludii portal: identifier and content. Raises Refusal."""
    if len(text) > LONGEST:
        raise Refusal("faulty", [_("at most %(most)d characters are read") % {"most": LONGEST}])
    try:
        drafts = portal.read(text)
    except PortalError as error:
        raise Refusal("faulty", [str(error)]) from error
    return [(draft.identifier, _portal_content(draft)) for draft in drafts]


def _portal_content(draft: Draft) -> Content:
    content = content_of(draft)
    for row, said in zip(content.get("citations", ()), draft.citations, strict=True):
        if said.csl:
            row["csl"] = said.csl
        meant = matches(row["citation"]).sure
        if meant and meant.citation != row["citation"]:
            row["citation"] = meant.citation
            row.pop("csl", None)
    return begun_from(content) | {"unknown": []}


def _refusal(said: str) -> Refusal:
    return Refusal("faulty", [Fault("paste", said)])
