"""A page of the portal beside the record that it became: what it fills, and what differs.

What curators have written stays unless they take the portal's for a field. A list of the page says
nothing of what its rows have no field for (a place's certainty, a note): that stays with the row.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from evidence.drafts import Draft, is_blank
from evidence.editing.curation.contents import HOLDS, begun_from
from evidence.editing.curation.forms.pasted import LONGEST
from evidence.editing.curation.phrases import in_words, placed
from evidence.editing.curation.pointing import named, numbered
from evidence.editing.curation.telling import tell
from evidence.editing.workflow.refusals import Refusal
from evidence.history.contents import Content, content_of
from evidence.importers import portal
from evidence.importers.portal import PortalError
from evidence.records.labels import label_of
from evidence.sources.matching import matches

KEYS = {
    "places": (("lat_u", "lon_u"), ("as_given",), ("name",), ("region",)),
    "citations": (("citation",),),
    "quotations": (("text",),),
}
IGNORED = frozenset({"identifier", "game", "portal_id", "unknown", "phrases"})
TEXTS = ("rules", "content", "quotations")


class Offer(NamedTuple):
    """A field in which the page differs from the record: what each says, and the page's value."""

    field: str
    label: str
    stored: list[str]
    portal: list[str]
    value: Any


class Again(NamedTuple):
    """A record of the page that is published already."""

    identifier: str
    offers: list[Offer]
    lost: list[str]  # marked words that are not in the portal's texts


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


def again(identifier: str, stored: Content, page: Content) -> Again:
    """What differs; `stored` is as `contents.begun_from` gives it."""
    offers = [
        Offer(field, label_of(field), _said(field, _flat(stored)[field], stored), _said(
            field, value, page), value)
        for field, value in _offered(stored, page).items()
        if not is_blank(_flat(stored).get(field)) and _flat(stored)[field] != value
    ]  # fmt: skip
    joined_all = joined(stored, page, {offer.field for offer in offers})
    lost = [row.get("words", "") for row in placed(joined_all) if "end" not in row]
    return Again(identifier, offers, lost)


def joined(stored: Content, page: Content, taken: Collection[str]) -> Content:
    """The record with its blanks filled, and the portal's in the fields that were taken.

    Marked phrases stand by their words, so that they are found again where these stand now; those
    that are not found stay in the content; it cannot be published until they are resolved.
    """
    flat = _flat(stored)
    for field, value in _offered(stored, page).items():
        if is_blank(flat.get(field)) or field in taken:
            flat[field] = value
    content = _whole(flat) | {"phrases": in_words(stored)}
    if "game_name" in taken:
        content.pop("game", None)
    unknown = stored.get("unknown", ())
    content["unknown"] = [each for each in unknown if not content.get(HOLDS[each])]
    return {name: value for name, value in content.items() if not is_blank(value)}


def _offered(stored: Content, page: Content) -> Content:
    """The fields of the page, its rows with what the stored ones say besides."""
    offered = {name: value for name, value in _flat(page).items() if name not in IGNORED}
    for name in KEYS:
        if name in offered:
            offered[name] = _enriched(name, stored.get(name, []), offered[name])
    _with_positions(offered, stored, page)
    return {name: value for name, value in offered.items() if not is_blank(value)}


def _enriched(name: str, stored: list[Content], rows: list[Content]) -> list[Content]:
    """The page's rows, each over the stored row that it is."""
    spare = list(stored)
    found = []
    for row in rows:
        same = next((each for each in spare if _is_same(name, each, row)), None)
        if same is not None:
            spare.remove(same)
        found.append(_over(same, row) if same is not None else row)
    for at, row in enumerate(rows):  # a single row that was moved or renamed is still that row
        if found[at] is row and len(stored) == len(rows) and stored[at] in spare:
            found[at] = _over(stored[at], row) if name == "places" else row
    return found


def _over(stored: Content, row: Content) -> Content:
    """What the page says over what is stored; a stored source keeps its own fields."""
    return {**stored, **{name: value for name, value in row.items() if name != "csl"}}


def _is_same(name: str, stored: Content, row: Content) -> bool:
    return any(
        all(key in row and stored.get(key) == row[key] for key in keys) for keys in KEYS[name]
    )


def _with_positions(offered: Content, stored: Content, page: Content) -> None:
    """Quotations of the page point into the citations of the page: into those that are stored."""
    cited = [row.get("citation") for row in stored.get("citations", ())]
    own = [row.get("citation") for row in page.get("citations", ())]
    if cited == own or not stored.get("citations"):
        return
    rows = named(offered.get("quotations", ()), "citation", own)
    offered["quotations"] = numbered(rows, "citation", cited)


def _flat(content: Content) -> Content:
    """The fields, those of `terms` and `external_ids` each by its own name."""
    flat = {name: value for name, value in content.items() if not isinstance(value, dict)}
    for name in ("terms", "external_ids", "rulesets", "ruleset_notes"):
        flat |= {f"{name}.{key}": value for key, value in content.get(name, {}).items()}
    return flat


def _whole(flat: Content) -> Content:
    content: Content = {}
    for name, value in flat.items():
        whole, _dot, below = name.partition(".")
        if below:
            content.setdefault(whole, {})[below] = value
        else:
            content[name] = value
    return content


def _said(field: str, value: Any, content: Content) -> list[str]:
    """A value in lines, as the pages of curation tell it."""
    rows = {name: content[name] for name in ("citations", "quotations") if name in content}
    told = tell(rows | _whole({field: value}))
    whole = field.partition(".")[0]
    return [line for each in told if each.field in (field, whole) for line in each.lines]
