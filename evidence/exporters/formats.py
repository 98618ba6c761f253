"""The formats that records can be taken away in, by their names in addresses, and what each is."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

RECORDS = {
    "csv": ("CSV", _("a table, a row for each record")),
    "csvw": ("CSVW", _("what the columns of the table mean (CSV on the Web)")),
    "jsonl": ("JSON lines", _("each line a record in the shape of the API")),
    "geojson": ("GeoJSON", _("one FeatureCollection")),
    "geojsonl": ("GeoJSON lines", _("features, one a line")),
    "geojsonseq": ("GeoJSON sequence", _("a text sequence after RFC 8142")),
    "lpf": ("Linked Places", _("GeoJSON-LD, a feature for each place of each record")),
    "cldf": ("CLDF", _("a StructureDataset with its sources, as a ZIP file")),
}
REFERENCES = {
    "bibtex": ("BibTeX", _("the sources that the records cite")),
    "ris": ("RIS", _("the sources that the records cite")),
    "csljson": ("CSL-JSON", _("the sources that the records cite")),
}
