"""The tables of the CLDF export as its metadata describes them."""

from __future__ import annotations

from typing import Any

from evidence.exporters.selection import Selection
from evidence.exporters.table_columns import YEARS
from evidence.licence import LICENCE_NOTE, LICENCE_URL

TERMS = "http://cldf.clld.org/v1.0/terms.rdf#"
UNKNOWN_PLACE = "unknown"
IDENTIFIER = {"base": "string", "format": "[a-zA-Z0-9_\\-]+"}
Described = dict[str, Any]


def _column(name: str, term: str = "", datatype: Any = "string", **more: Any) -> Described:
    about = {"propertyUrl": TERMS + term} if term else {}
    return {"name": name, **about, "datatype": datatype, **more}


def _key(name: str, term: str) -> Described:
    return _column(name, term, IDENTIFIER, required=True)


def _degrees(name: str, term: str, most: int) -> Described:
    return _column(name, term, {"base": "decimal", "minimum": -most, "maximum": most})


VALUES = (
    _key("ID", "id"),
    _column("Language_ID", "languageReference", required=True, **{"dc:extent": "singlevalued"}),
    _column("Parameter_ID", "parameterReference", required=True, **{"dc:extent": "singlevalued"}),
    _column("Value", "value", **{"dc:description": "what kind of evidence attests the game there"}),
    _column("Comment", "comment", **{"dc:description": "what the piece of evidence shows"}),
    _column("Source", "source", separator=";"),
    _column("Date", **{"dc:description": "EDTF (ISO 8601-2)"}),
    _column("Year_From", datatype="integer", **{"dc:description": f"earliest possible. {YEARS}"}),
    _column("Year_To", datatype="integer", **{"dc:description": f"latest possible. {YEARS}"}),
    _column("Confidence", datatype="integer", **{"dc:description": "0 to 100; empty: not rated"}),
    _column("Address", datatype="anyURI", **{"dc:description": "page of the record"}),
    _column("Licence", **{"dc:description": LICENCE_NOTE}),
)
LANGUAGES = (
    _key("ID", "id"),
    _column("Name", "name"),
    _degrees("Latitude", "latitude", 90),
    _degrees("Longitude", "longitude", 180),
    _column("Region", **{"dc:description": "slug of the region, for an area instead of a point"}),
)
PARAMETERS = (_key("ID", "id"), _column("Name", "name"), _column("Description", "description"))


def metadata(selection: Selection) -> Described:
    """The description that `cldf validate` reads."""
    found = selection.counts
    return {
        "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
        "dc:conformsTo": f"{TERMS}StructureDataset",
        "dc:title": "Historical evidence for traditional games",
        "dc:license": LICENCE_URL,
        "dc:rights": LICENCE_NOTE,
        "dc:identifier": selection.site,
        "dc:bibliographicCitation": f"Ashtapada. {selection.prefix}",
        "dc:source": "sources.bib",
        "dc:description": (
            "A parameter is a game, a language is a place, a value is a piece of evidence that "
            f"attests the game there. {found.count} records; left out for want of a date: "
            f"{found.undated_left_out}, for want of a place on the map: "
            f"{found.unlocated_left_out}. Records without any place belong to “{UNKNOWN_PLACE}”. "
            f"{YEARS}"
        ),
        "tables": [
            _table("values.csv", "ValueTable", VALUES, _references()),
            _table("languages.csv", "LanguageTable", LANGUAGES),
            _table("parameters.csv", "ParameterTable", PARAMETERS),
        ],
    }


def _table(
    url: str, kind: str, columns: tuple[Described, ...], keys: list[Described] | None = None
) -> Described:
    schema: Described = {"columns": list(columns), "primaryKey": ["ID"]}
    if keys:
        schema["foreignKeys"] = keys
    return {"url": url, "dc:conformsTo": TERMS + kind, "tableSchema": schema}


def _references() -> list[Described]:
    return [
        {
            "columnReference": [column],
            "reference": {"resource": url, "columnReference": ["ID"]},
        }
        for column, url in (("Language_ID", "languages.csv"), ("Parameter_ID", "parameters.csv"))
    ]
