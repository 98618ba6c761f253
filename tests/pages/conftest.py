"""The cast of the page tests: six pieces of evidence that differ in what is known of them."""

from __future__ import annotations

import pytest

from evidence.drafts import CitationDraft, Draft, GameDraft, PlaceDraft, QuotationDraft
from evidence.models import Evidence, Region
from evidence.store import store

SAYAN = {
    "type": "Polygon",
    "coordinates": [[[98, 51], [103, 51], [103, 54], [98, 54], [98, 51]]],
}
MURRAY = "Murray, H. J. R. (1913). A History of Chess. Oxford."


@pytest.fixture
def cast(db: None) -> dict[str, Evidence]:
    """Senet, shodra (an area), byzantine chess, an undated board, a board from nowhere, a doubt."""
    Region.objects.create(slug="soyot", name="Soyot", kind="cultural", shape=SAYAN)
    for draft in DRAFTS:
        store(draft)
    return {record.identifier: record for record in Evidence.objects.all()}


DRAFTS = [
    Draft(
        "tomb-board",
        GameDraft("Senet", native_name="znt", category="race", aliases=("Thirty Squares",)),
        title="Board from a Theban tomb",
        type="artifact",
        date="-1399~",
        date_as_given="about 1400 BC",
        rules="Thirty squares in three rows.",
        content="A box of wood & ivory.",
        confidence=90,
        places=(PlaceDraft(name="Thebes", lat_u=25_720_000, lon_u=32_610_000, precision="town"),),
        citations=(CitationDraft("Carnarvon & Carter (1912). Five Years at Thebes.", "p. 56"),),
    ),
    Draft(
        "soyot-shodra",
        GameDraft("Shodra", category="war"),
        portal_id="DLP.Evidence.1408",
        title="Chess of the Soyot",
        type="ethnography",
        date="1913",
        rules="An oi may go two squares on the first turn.",
        confidence=100,
        confidence_reason="first-hand",
        judged_by="a curator",
        places=(PlaceDraft(name="Soyot", region="soyot"),),
        citations=(CitationDraft(MURRAY, "p. 372", csl={"URL": "https://example.org/murray"}),),
        quotations=(
            QuotationDraft(
                "Five words of a source.",
                language="en",
                citation=0,
                rights="public domain",
            ),
        ),
        terms={
            "age": ("Adult",),
            "gender": ("Male",),
            "uncertainty": ("Written about a foreign culture",),
        },
    ),
    Draft(
        "round-chess",
        GameDraft("Shatranj ar-Rumiya", category="war"),
        title="Round chess",
        type="historical-text",
        date="1140",
        places=(
            PlaceDraft(
                name="Constantinople", lat_u=41_010_000, lon_u=28_980_000, certainty="disputed"
            ),
        ),
        citations=(CitationDraft(MURRAY, "pp. 342-343"),),
    ),
    Draft(
        "undated-mill",
        GameDraft("Mill", category="space"),
        title="Mill scratched on a step",
        type="artifact",
        confidence=15,
        confidence_reason="could be of any age",
        places=(
            PlaceDraft(name="Qurna", lat_u=25_730_000, lon_u=32_620_000, certainty="probable"),
        ),
    ),
    Draft(
        "lost-letter",
        GameDraft("Mill", category="space"),
        title="A letter that names the mill",
        type="contemporary-text",
        date="1201/1350",
    ),
    Draft("bare-record", GameDraft("Unknown game")),
]
