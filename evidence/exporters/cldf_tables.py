"""The tables of the CLDF export as its metadata describes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from evidence.claims.assertions import NUMBERS
from evidence.exporters.plain_kinds import PLAIN_KINDS
from evidence.exporters.selection import Selection
from evidence.exporters.table_columns import YEARS
from evidence.records.licence import LICENCE_NOTE, LICENCE_URL
from evidence.sources.bibliography.carried import OWN

TERMS = "http://cldf.clld.org/v1.0/terms.rdf#"
UNKNOWN_PLACE = "unknown"
GAME, CONCEPT = "game", "concept"  # the two kinds of parameters
IDENTIFIER = {"base": "string", "format": "[a-zA-Z0-9_\\-]+"}
Described = dict[str, Any]


class CldfTable(NamedTuple):
    """A file, what CLDF calls it (nothing for tables of our own), its columns and references."""

    url: str
    about: str
    columns: tuple[Described, ...]
    component: str = ""
    references: tuple[tuple[str, str], ...] = ()  # a column, and the file whose ID it is

    @property
    def names(self) -> list[str]:
        """The header."""
        return [column["name"] for column in self.columns]

    @property
    def described(self) -> Described:
        """The table as CSVW describes it."""
        schema: Described = {"columns": list(self.columns), "primaryKey": ["ID"]}
        if self.references:
            schema["foreignKeys"] = [
                {
                    "columnReference": [column],
                    "reference": {"resource": url, "columnReference": ["ID"]},
                }
                for column, url in self.references
            ]
        kind = {"dc:conformsTo": TERMS + self.component} if self.component else {}
        return {"url": self.url, **kind, "dc:description": self.about, "tableSchema": schema}


def _column(name: str, about: str = "", *, term: str = "", **more: Any) -> Described:
    meant = {"propertyUrl": TERMS + term} if term else {}
    said = {"dc:description": about} if about else {}
    return {"name": name, **meant, "datatype": "string", **said, **more}


def _key(name: str = "ID") -> Described:
    return _column(name, term="id", datatype=IDENTIFIER, required=True)


def _one(name: str, about: str = "", *, term: str = "") -> Described:
    """A reference that must be there."""
    more = {"dc:extent": "singlevalued"} if term else {}
    return _column(name, about, term=term, required=True, **more)


def _several(name: str, about: str = "", *, term: str = "") -> Described:
    return _column(name, about, term=term, separator=";")


def _number(name: str, about: str = "") -> Described:
    return _column(name, about, datatype="integer")


def _json(name: str, about: str = "") -> Described:
    return _column(name, about, datatype="json")


def _degrees(name: str, most: int) -> Described:
    datatype = {"base": "decimal", "minimum": -most, "maximum": most}
    return _column(name, term=name.lower(), datatype=datatype)


VALUES = CldfTable(
    "values.csv",
    "each place of each record: the game is attested there",
    (
        _key(),
        _one("Language_ID", term="languageReference"),
        _one("Parameter_ID", term="parameterReference"),
        _column("Value", "what kind of evidence attests the game there", term="value"),
        _column("Comment", "what the piece of evidence shows", term="comment"),
        _several("Source", term="source"),
        _column("Date", "EDTF (ISO 8601-2)"),
        _number("Year_From", f"earliest possible. {YEARS}"),
        _number("Year_To", f"latest possible. {YEARS}"),
        _number("Confidence", "0 to 100; empty: not judged"),
        _column("Address", "page of the record", datatype="anyURI"),
        _column("Licence", LICENCE_NOTE),
        _one("Record_ID", "the record, which may have several places"),
        _column("Place_Name"),
        _column("Place_As_Given", "the place as the source or the page writes it"),
        _column("Place_Precision", "how closely the place is known"),
        _column("Place_Certainty", "how surely it is that place"),
        _column("Place_Note"),
        _column("Place_Role", "what happened there"),
    ),
    "ValueTable",
    (
        ("Language_ID", "languages.csv"),
        ("Parameter_ID", "parameters.csv"),
        ("Record_ID", "records.csv"),
    ),
)
LANGUAGES = CldfTable(
    "languages.csv",
    "places; those of a people whose language is known have its codes",
    (
        _key(),
        _column("Name", term="name"),
        _degrees("Latitude", 90),
        _degrees("Longitude", 180),
        _column("Region", "slug of the region, for an area instead of a point"),
        _column("Glottocode", "the first, where there are several", term="glottocode"),
        _column("ISO639P3code", "the first, where there are several", term="iso639P3code"),
    ),
    "LanguageTable",
)
PARAMETERS = CldfTable(
    "parameters.csv",
    "games, and the concepts that rulesets share",
    (
        _key(),
        _column("Name", term="name"),
        _column("Description", term="description"),
        _column("Kind", f"“{GAME}” or “{CONCEPT}”"),
        _column("Native_Name"),
        _column("Category"),
        _column("Origin"),
        _json("Aliases", "other names, a list"),
        _json("External_IDs", "an object"),
    ),
    "ParameterTable",
)
RECORDS = CldfTable(
    "records.csv",
    "the records whole, but for their places, sources and quotations",
    (
        _key(),
        _one("Game_ID"),
        _column("Portal_ID", "DLP.Evidence.N, where the record comes from the Ludii portal"),
        _column("Title"),
        _column("Type"),
        _column("Date", "EDTF (ISO 8601-2)"),
        _column("Date_As_Given"),
        _column("Date_Role", "what the date is the date of"),
        _column("Rules", "what the piece shows, in the curator's words"),
        _column("Content", "description of the piece itself"),
        _number("Confidence", "0 to 100; empty: not judged"),
        _column("Confidence_Reason"),
        _column("Judged_By"),
        _json("Checked_Against", "addresses, a list"),
        _json("Terms", "words by vocabulary, an object"),
        _json("External_IDs", "an object"),
        _several("Ruleset_IDs", "rulesets that the record bears on"),
        _several("Ruleset_Relations", "how it bears on each of them"),
    ),
    references=(("Game_ID", "parameters.csv"), ("Ruleset_IDs", "rulesets.csv")),
)
CITATIONS = CldfTable(
    "citations.csv",
    "where in its sources a record rests, in its order",
    (
        _key(),
        _one("Record_ID"),
        _several("Source", term="source"),
        _column("Locator"),
        _column("Note"),
        _column("Seen", "how: seen, part, copy, via or unseen; empty: not stated"),
        _column("Via", "through which other source"),
        _column("Pages_Checked"),
    ),
    references=(("Record_ID", "records.csv"),),
)
QUOTATIONS = CldfTable(
    "quotations.csv",
    "exact words of sources, with the rights that are stated with each",
    (
        _key(),
        _one("Record_ID"),
        _column("Text"),
        _column("Language_Tag", "BCP 47"),
        _column("Translator"),
        _column("Citation_ID"),
        _column("As_Cited", "the reference that follows the words, as given"),
        _column("Rights", "empty: not known"),
    ),
    references=(("Record_ID", "records.csv"), ("Citation_ID", "citations.csv")),
)
PHRASES = CldfTable(
    "phrases.csv",
    "phrases of a record that carry a clause: characters from Start to End, counted from 0",
    (
        _key(),
        _one("Record_ID"),
        _one("Clause_ID"),
        _column("Field", "rules, content or quotation"),
        _column("Quotation_ID"),
        _number("Start"),
        _number("End"),
        _column("Relation"),
        _number("Part", "number of the part of the clause, from 1; empty: all of it"),
    ),
    references=(
        ("Record_ID", "records.csv"),
        ("Clause_ID", "clauses.csv"),
        ("Quotation_ID", "quotations.csv"),
    ),
)
ASSERTED = (
    _column("Certainty", "certain, probable, doubtful or rejected; empty: not stated"),
    _column("Voice", "witness, report, scholar or curator"),
    _column("Said_By", "where that is no source"),
    _several("Source", term="source"),
    _column("Locator"),
    _column("Reason"),
)
IDENTIFICATIONS = CldfTable(
    "identifications.csv",
    "games that a record, or a part of what it describes, is evidence of",
    (_key(), _one("Record_ID"), _one("Game_ID"), _column("About", "which part"), *ASSERTED),
    references=(("Record_ID", "records.csv"), ("Game_ID", "parameters.csv")),
)
OTHER_DATES = CldfTable(
    "dates.csv",
    "dates of a record beside the leading one",
    (
        _key(),
        _one("Record_ID"),
        _column("Date", "EDTF (ISO 8601-2)"),
        _column("Role", "what it is the date of"),
        _column("As_Given"),
        *ASSERTED,
    ),
    references=(("Record_ID", "records.csv"),),
)
RELATIONS = CldfTable(
    "relations.csv",
    "what a record is to another one",
    (
        _key(),
        _one("Record_ID"),
        _column("Relation"),
        _column("Other_Record", "its identifier; it may not be in the dataset"),
        *ASSERTED,
    ),
    references=(("Record_ID", "records.csv"),),
)
GAME_RELATIONS = CldfTable(
    "game-relations.csv",
    "what a game is to another one",
    (_key(), _one("Game_ID"), _column("Relation"), _one("Other_Game_ID"), *ASSERTED),
    references=(("Game_ID", "parameters.csv"), ("Other_Game_ID", "parameters.csv")),
)
PLAIN = {
    name: CldfTable(
        told.url,
        told.about,
        (
            _key(),
            _one("Record_ID"),
            *(
                _number(field.title(), about) if field in NUMBERS
                else _column(field.title(), about)
                for field, about in told.columns.items()
            ),
            *ASSERTED,
        ),
        references=(("Record_ID", "records.csv"),),
    )
    for name, told in PLAIN_KINDS.items()
}  # fmt: skip
OF_RECORDS = (IDENTIFICATIONS, OTHER_DATES, RELATIONS, *PLAIN.values())
LATER = (*OF_RECORDS, GAME_RELATIONS)  # tables that older datasets lack
LATER_COLUMNS = (
    "Place_Role",
    "Date_Role",
    "Seen",
    "Via",
    "Pages_Checked",
)  # so they do these columns
RULESETS = CldfTable(
    "rulesets.csv",
    "executable rules of the games",
    (
        _key(),
        _one("Game_ID"),
        _column("Name", term="name"),
        _column("Kind"),
        _column("Summary"),
        _column("Rules", "in Ludii's game description language"),
        _several("Concept_IDs"),
    ),
    references=(("Game_ID", "parameters.csv"), ("Concept_IDs", "parameters.csv")),
)
CLAUSES = CldfTable(
    "clauses.csv",
    "the rules of each ruleset one by one, in their order, and how surely each is known",
    (
        _key(),
        _one("Ruleset_ID"),
        _column("Name", "of the definition in the rules"),
        _column("Title", term="name"),
        _column("Text", term="description"),
        _column("Status", "attested, inferred, disputed or borrowed"),
        _column("Reason", "why inferred, disputed or borrowed"),
        _several("Concept_IDs", "concepts that the ruleset has by this clause"),
        _several("Source", term="source"),
    ),
    references=(("Ruleset_ID", "rulesets.csv"), ("Concept_IDs", "parameters.csv")),
)
EVERY = (
    VALUES, LANGUAGES, PARAMETERS, RECORDS, CITATIONS, QUOTATIONS, PHRASES, *OF_RECORDS, RULESETS,
    CLAUSES, GAME_RELATIONS,
)  # fmt: skip


def metadata(selection: Selection, tables: Iterable[CldfTable] = EVERY) -> Described:
    """The description that `cldf validate` reads."""
    found = selection.counts
    return {
        "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
        "dc:conformsTo": f"{TERMS}StructureDataset",
        "rdf:ID": OWN,
        "dc:title": "Historical evidence for traditional games",
        "dc:license": LICENCE_URL,
        "dc:rights": LICENCE_NOTE,
        "dc:identifier": selection.site,
        "dc:bibliographicCitation": f"Ashtapada. {selection.prefix}",
        "dc:source": "sources.bib",
        "dc:description": (
            "A parameter is a game, a language is a place, a value is a piece of evidence that "
            "attests the game there. Further parameters are concepts, which rulesets have by their "
            f"clauses. {found.count} records; left out for want of a date: "
            f"{found.undated_left_out}, for want of a place on the map: "
            f"{found.unlocated_left_out}. Records without any place belong to “{UNKNOWN_PLACE}”. "
            f"{YEARS}"
        ),
        "tables": [table.described for table in tables],
    }
