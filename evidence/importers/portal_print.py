"""Drafts as the text of a portal page: the inverse of `evidence.importers.portal.read`."""

from __future__ import annotations

from collections.abc import Sequence

from evidence.drafts import Draft
from evidence.importers.citations import join_content
from evidence.vocabulary import Vocabulary


def print_page(game: str, drafts: Sequence[Draft]) -> str:
    """The page of a game's records, without the portal's menu and footer."""
    count = f"{len(drafts)} pieces of evidence found."
    records = ["\n".join(_lines(draft)) for draft in drafts]
    return "\n\n".join([f"Evidence for {game}", count, *records]) + "\n"


def _lines(draft: Draft) -> list[str]:
    """The fields in the portal's order; what is not known is left out."""
    values = {
        "Id": draft.portal_id or "",
        "Ruleset": draft.external_ids.get("portal_ruleset", ""),
        "Type": draft.type.replace("-", " ").capitalize(),
        "Location": "; ".join(place.as_given or place.name for place in draft.places),
        "Date": draft.date_as_given or draft.date,
        "Rules": draft.rules,
        "Content": join_content(draft.content, draft.quotations),
        "Confidence": "" if draft.confidence is None else str(draft.confidence),
        "Uncertainty factors": _words(draft, Vocabulary.UNCERTAINTY),
        "Ages": _words(draft, Vocabulary.AGE),
        "Social status": _words(draft, Vocabulary.STATUS),
        "Genders": _words(draft, Vocabulary.GENDER),
        "Spaces": _words(draft, Vocabulary.SPACE),
        "Source": "\n".join(citation.citation for citation in draft.citations),
    }
    return [f"{label} {value}" for label, value in values.items() if value]


def _words(draft: Draft, vocabulary: str) -> str:
    return ", ".join(draft.terms.get(vocabulary, ()))
