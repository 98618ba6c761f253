"""What pages tell machines, read as linked data."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pyld import jsonld

from evidence.drafts import DateDraft, Draft, GameDraft, IdentificationDraft, RelationDraft
from evidence.exporters.linked import coverage
from evidence.models import Evidence, Source
from evidence.storing import store

SCHEMA = "http://schema.org/"
CONTEXT = Path(__file__).parent.parent / "samples" / "linked" / "schema-org-context.json"
# Properties of schema.org 29 that are used, and the types that may have them.
PROPERTIES = {
    "Thing": "name alternateName url description identifier sameAs",
    "CreativeWork": (
        "about abstract author citation dateCreated dateModified datePublished editor genre "
        "inLanguage isAccessibleForFree isPartOf keywords license publisher spatialCoverage "
        "temporalCoverage translator encodingFormat mentions isBasedOn translationOfWork "
        "exampleOfWork workExample"
    ),
    "Event": "startDate endDate",
    "Role": "roleName about mentions",
    "ArchiveComponent": "holdingArchive itemLocation",
    "Chapter": "pagination",
    "Article": "pagination",
    "Dataset": "distribution",
    "DataDownload": "contentUrl",
    "Place": "geo containedInPlace",
    "GeoCoordinates": "latitude longitude",
    "GeoShape": "box",
    "Person": "familyName",
}
PARENTS = {
    "CreativeWork": "Thing", "Chapter": "CreativeWork", "Article": "CreativeWork",
    "ScholarlyArticle": "Article", "NewsArticle": "Article", "Book": "CreativeWork",
    "Manuscript": "CreativeWork", "Thesis": "CreativeWork", "WebPage": "CreativeWork",
    "Dataset": "CreativeWork", "DataDownload": "CreativeWork", "Game": "CreativeWork",
    "Place": "Thing", "GeoCoordinates": "Thing", "GeoShape": "Thing", "Person": "Thing",
    "Organization": "Thing", "ArchiveComponent": "CreativeWork",
    "ArchiveOrganization": "Organization", "Event": "Thing", "Role": "Thing",
}  # fmt: skip


def offline(url: str, options: Any) -> dict[str, Any]:
    assert url == "https://schema.org/"
    return {"contextUrl": None, "documentUrl": url, "document": json.loads(CONTEXT.read_text())}


def allowed(kind: str) -> set[str]:
    names = set(PROPERTIES.get(kind, "").split())
    return names | allowed(PARENTS[kind]) if kind in PARENTS else names


def check(node: Any) -> None:
    """Refuse a property that schema.org does not have for the node's type."""
    if isinstance(node, list):
        for part in node:
            check(part)
    elif isinstance(node, dict) and "@type" in node and "@value" not in node:
        (kind,) = node["@type"]
        for name, values in node.items():
            if not name.startswith("@"):
                assert name.removeprefix(SCHEMA) in allowed(kind.removeprefix(SCHEMA)), (kind, name)
                check(values)


def read(client: Client, address: str) -> dict[str, Any]:
    """The one description in a page, as it was written; it expands and holds nothing unknown."""
    html = client.get(address).content.decode()
    (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    head = html.partition("</head>")[0]
    assert text in head
    written: dict[str, Any] = json.loads(text)
    (expanded,) = jsonld.expand(written, {"documentLoader": offline})
    check(expanded)
    assert len(expanded) >= len(written) - 1
    return written


def test_a_record_says_when_where_and_after_whom(client: Client, cast: Any) -> None:
    told = read(client, "/evidence/tomb-board/")
    assert told["@id"] == "http://testserver/evidence/tomb-board/"
    assert told["temporalCoverage"] == "-1399"
    assert told["spatialCoverage"] == [
        {
            "@type": "Place",
            "name": "Thebes",
            "geo": {"@type": "GeoCoordinates", "latitude": 25.72, "longitude": 32.61},
        }
    ]
    assert told["about"]["name"] == "Senet"
    assert told["citation"][0]["name"].startswith("Carnarvon & Carter (1912).")
    assert told["isPartOf"]["@type"] == "Dataset"
    assert told["license"].startswith("https://creativecommons.org/")


def test_a_record_says_how_it_is_identified_dated_and_related(client: Client, cast: Any) -> None:
    store(
        Draft(
            "tomb-board", GameDraft("Senet"), date_role="made",
            identifications=(IdentificationDraft("doubtful", who="Kendall", game="senet"),),
            other_dates=(DateDraft(role="found", date="1910"),),
            relations=(RelationDraft(relation="copy-of", target="bare-record"),
                       RelationDraft(relation="same-find", target="elsewhere")),
        )
    )  # fmt: skip
    told = read(client, "/evidence/tomb-board/")
    assert (told["about"]["@type"], told["about"]["roleName"]) == ("Role", "doubtful; Kendall")
    assert told["about"]["about"]["name"] == "Senet"
    made, found, other = told["mentions"]
    assert (made["name"], made["startDate"]) == ("object made", "-1399")
    assert found == {"@type": "Event", "name": "found", "startDate": "1910", "endDate": "1910"}
    assert other["url"] == "http://testserver/evidence/elsewhere/"
    assert told["isBasedOn"][0]["@id"] == "http://testserver/evidence/bare-record/"


def test_what_is_not_known_is_not_told(client: Client, cast: Any) -> None:
    told = read(client, "/evidence/bare-record/")
    for name in ("temporalCoverage", "spatialCoverage", "citation", "abstract", "genre"):
        assert name not in told


def test_every_page_of_the_cast_is_linked_data(client: Client, cast: Any) -> None:
    for record in Evidence.objects.all():
        read(client, record.get_absolute_url())
        assert read(client, record.game.get_absolute_url())["@type"] == "Game"
    for source in Source.objects.all():
        read(client, source.get_absolute_url())


def test_a_source_tells_its_authors(client: Client, db: None) -> None:
    source = Source.objects.create(
        slug="parlett",
        citation="Parlett (1999)",
        year=1999,
        csl={
            "type": "article-journal",
            "title": "On Senet",
            "author": [{"family": "Parlett", "given": "David"}, {"literal": "The Museum"}],
            "container-title": "Board Game Studies",
            "page": "98-115",
            "URL": "https://example.org/x",
        },
    )
    told = read(client, source.get_absolute_url())
    assert told["@type"] == "ScholarlyArticle"
    assert told["author"] == [
        {"@type": "Person", "familyName": "Parlett", "name": "David Parlett"},
        {"@type": "Organization", "name": "The Museum"},
    ]
    assert (told["datePublished"], told["isPartOf"]["name"]) == ("1999", "Board Game Studies")
    assert told["pagination"] == "98-115"
    Source.objects.update(csl={**source.csl, "type": "book"})
    assert "pagination" not in read(client, source.get_absolute_url())


def test_a_game_tells_its_names_and_a_region_its_box(client: Client, cast: Any) -> None:
    senet = read(client, cast["tomb-board"].game.get_absolute_url())
    assert senet["alternateName"] == ["znt", "Thirty Squares"]
    soyot = read(client, "/regions/soyot/")
    assert soyot["geo"] == {"@type": "GeoShape", "box": "51.0 98.0 54.0 103.0"}


def test_the_home_page_tells_of_the_data_set(client: Client, cast: Any) -> None:
    told = read(client, "/")
    assert told["@type"] == "Dataset"
    for file in told["distribution"]:
        answer = client.get(file["contentUrl"].removeprefix("http://testserver"))
        assert answer["Content-Type"].startswith(file["encodingFormat"])


def test_a_title_cannot_end_the_script(client: Client, cast: Any) -> None:
    title = "</script><script>alert(1)</script> & <!--"
    Evidence.objects.filter(identifier="tomb-board").update(title=title)
    assert read(client, "/evidence/tomb-board/")["name"] == title


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (None, None, ""),
        (0, 0, "0000"),
        (-331, -321, "-0331/-0321"),
        (None, 1400, "../1400"),
        (-12000, None, "-12000/.."),
    ],
)
def test_years_are_written_as_iso_8601(first: int | None, last: int | None, expected: str) -> None:
    assert coverage(first, last) == expected
