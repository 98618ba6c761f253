"""The columns of the CSV export, and the rule for cells that hold several values."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from evidence.exporters.plain_kinds import PLAIN_KINDS

SEPARATOR = " | "
LINE, DOUBLED = "|", "||"
FORMERLY = "¦"  # what exports wrote for a vertical line before it was doubled
RULE = (
    f"Several values of a cell are joined with “{SEPARATOR}”; a vertical line within a value is "
    f"doubled, “{DOUBLED}”. Columns that begin with the same word (place_, ruleset, source, "
    "quotation, identified_, other_date_, related_, person_, held_, name_) list their values in "
    "the same order, with an empty value where one is not known. Text that begins with =, +, -, @, "
    "a tab or a line break has an apostrophe before it, so that no spreadsheet takes it for a "
    "formula (numbers and EDTF dates have none); imports remove it."
)
YEARS = (
    "Years are astronomical: 0 is 1 BCE, -331 is 332 BCE. An empty year is open or not known; "
    "a record without either is undated."
)


class Column(NamedTuple):
    """A column: its name, what it holds, its CSVW data type, and whether it holds several."""

    name: str
    about: str
    datatype: str = "string"
    several: bool = False


def several(name: str, about: str, datatype: str = "string") -> Column:
    """A column whose cells may hold several values."""
    return Column(name, about, datatype, several=True)


RECORD = (
    Column("identifier", "ours, permanent"),
    Column("portal_id", "DLP.Evidence.N, where the record comes from the Ludii portal"),
    Column("address", "page of the record", "anyURI"),
    Column("title", ""),
    Column("game", "slug of the game"),
    Column("game_name", ""),
    Column("type", "what kind of evidence it is"),
    Column("date_edtf", "EDTF (ISO 8601-2)"),
    Column("date_text", "the date as people write it"),
    Column("date_as_given", "the date as the source or the page writes it"),
    Column("date_role", "what the date is the date of"),
    Column("year_from_astronomical", f"earliest possible year. {YEARS}", "integer"),
    Column("year_to_astronomical", f"latest possible year. {YEARS}", "integer"),
    Column("rules", "what this piece of evidence shows, in the curator's words"),
    Column("content", "description of the piece itself"),
    Column("confidence", "0 to 100; empty is not rated, which is not 100", "integer"),
    Column("confidence_reason", ""),
    Column("judged_by", "who rated the confidence"),
    Column("museum", "holding institution and inventory number"),
    several("checked_against", "addresses of pages that the record was checked against", "anyURI"),
    Column(
        "version", "number of the record's version, as in its address below versions/", "integer"
    ),
)
NUMBER = Column("place_number", "1 for the record's first place; empty: no place", "integer")
PLACE = (
    several("place_name", ""),
    several("place_as_given", "the place as the source or the page writes it"),
    several("place_latitude", "degrees north, WGS 84", "number"),
    several("place_longitude", "degrees east, WGS 84", "number"),
    several("place_region", "slug of the region, where the place is an area and not a point"),
    several("place_precision", "how closely the place is known"),
    several("place_certainty", "how surely it is that place"),
    several("place_role", "what happened there"),
)
REGIONS = (several("regions", "slugs of the regions that the places lie in"),)
RULESETS = (
    several("ruleset", "slug of a ruleset that the record bears on"),
    several("ruleset_relation", "how it bears on it"),
)
TERMS = (
    several("uncertainty", "uncertainty factors"),
    several("ages", "of the players"),
    several("genders", "of the players"),
    several("social_statuses", "of the players"),
    several("spaces", "where it was played"),
)
SOURCES = (
    several("source", "slug of the source, as in the exports of sources"),
    several("source_citation", "the citation as it was given"),
    several("source_locator", "where in the source, as in p. 372"),
    several("source_seen", "how it was seen for the record: seen, part, copy, via or unseen"),
    several("source_via", "through which other source"),
    several("source_pages_checked", "pages that were read for the record"),
)
QUOTATIONS = (
    several("quotation_text", "exact words of a source"),
    several("quotation_language", "BCP 47"),
    several("quotation_translator", ""),
    several("quotation_reference", "the reference that follows the words, as given"),
    several("quotation_rights", "rights of the words; empty: not known"),
)


def _asserted(said: str) -> tuple[Column, ...]:
    """Who makes an assertion, how surely, where and why."""
    return (
        several(f"{said}_certainty", "certain, probable, doubtful or rejected; empty: not stated"),
        several(f"{said}_voice", "witness, report, scholar or curator"),
        several(f"{said}_by", "who says so, where that is no stored source"),
        several(f"{said}_source", "citation of the source that says so"),
        several(f"{said}_locator", "where in that source"),
        several(f"{said}_reason", ""),
    )


IDENTIFICATIONS = (
    several("identified_game", "slug of a game that the record, or a part of it, is evidence of"),
    several("identified_game_name", ""),
    several("identified_about", "which part; empty: the whole"),
    *_asserted("identified"),
)
OTHER_DATES = (
    several("other_date_edtf", "a date beside the leading one"),
    several("other_date_role", "what it is the date of"),
    several("other_date_as_given", ""),
    *_asserted("other_date"),
)
RELATIONS = (
    several("related_how", "what the record is to another one"),
    several("related_record", "identifier of the other record"),
    *_asserted("related"),
)
PLAIN = {
    name: (
        *(several(f"{told.prefix}_{field}", about) for field, about in told.columns.items()),
        *_asserted(told.prefix),
    )
    for name, told in PLAIN_KINDS.items()
}
ASSERTIONS = (*IDENTIFICATIONS, *OTHER_DATES, *RELATIONS, *chain.from_iterable(PLAIN.values()))
LAST = (
    Column("licence", "on what terms the row may be used; quotations keep rights of their own"),
    Column("licence_address", "", "anyURI"),
)
