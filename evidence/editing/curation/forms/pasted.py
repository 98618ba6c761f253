"""Sources as they are pasted: BibTeX, RIS, CSL-JSON or a DOI; those that are stored are offered."""

from __future__ import annotations

import json
import re
from pathlib import Path

from django.utils.translation import gettext as _

from evidence.editing.workflow.refusals import Fault, Refusal
from evidence.history.contents import Content
from evidence.importers.bibtex import read_bibtex
from evidence.importers.csl_json import CslError, identity_of, read_csl
from evidence.importers.own_exports import named
from evidence.importers.reference import BibliographyError, Reference, citation_text
from evidence.importers.references import BIBTEX, Known
from evidence.importers.ris import read_ris
from evidence.sources import LONGEST_CITATION, plain
from evidence.sources.matching import matches

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
    return [_row(item, known) for item in items]


HERE = Path()


def _items(text: str) -> list[Reference]:
    """The sources one by one."""
    doi = DOI.fullmatch(text)
    if doi:
        return [Reference(1, "", {"type": "document", "DOI": doi[1].rstrip(".,;")})]
    if text[:1] in ("{", "["):
        return _csl_json(text)
    if re.match(r"TY  ?-", text):
        return read_ris(HERE, text)
    if BIBTEX.search(text):
        return read_bibtex(HERE, text)
    raise CslError(
        _("this is neither BibTeX (@book{…), RIS (TY  - …), CSL-JSON ({…}) nor a DOI (10.…/…)")
    )


def _csl_json(text: str) -> list[Reference]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CslError(_("this is not JSON: %(why)s") % {"why": error}) from error
    items = found if isinstance(found, list) else [found]
    return [Reference(1, "", read_csl(item)[0], own=identity_of(item)) for item in items]


def _row(reference: Reference, known: Known) -> Content:
    """A source that one of our own exports names is known by its id."""
    own = named(reference) if reference.own else None
    csl = own.csl if own else reference.csl
    citation = (own.citation if own else plain(citation_text(csl)))[:LONGEST_CITATION]
    same = (own and own.source) or known.same(csl, citation)
    if same:
        return {"citation": same.citation}
    alike = known.alike(csl) or matches(citation).first
    row: Content = {"citation": citation, "csl": json.dumps(csl, ensure_ascii=False)}
    return row | ({"alike": alike.slug, "same": True} if alike else {})


def _refusal(said: str) -> Refusal:
    return Refusal("faulty", [Fault("paste", said)])
