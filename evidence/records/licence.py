"""On what terms the data may be used; stated with every record."""

LICENCE = "CC BY 4.0"
LICENCE_URL = "https://creativecommons.org/licenses/by/4.0/"
LICENCE_NOTE = (
    "Summaries and descriptions are under this licence; quotations keep the rights stated with "
    "each of them."
)

LICENCE_SHAPE = {"name": LICENCE, "url": LICENCE_URL, "note": LICENCE_NOTE}
