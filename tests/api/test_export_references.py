"""BibTeX, CSL-JSON and RIS: of a query, of a record, of a source; read back by their libraries."""

import json

import bibtexparser
import pytest
import rispy

from evidence.models import Citation, Source
from evidence.records.licence import LICENCE_URL

BLANK = "Stein & Co. 2004. 100% {of} it_all: C# \\ ~ ^, $5."


@pytest.fixture
def library(cast):
    """Besides Murray's book: an article, a chapter, and a citation that nobody has parsed."""
    article = Source.objects.create(
        slug="parlett-1999",
        citation="Parlett, D. & Ng, A. (1999). On Senet. Board Game Studies, 2(1), 98-115.",
        title="On Senet",
        year=1999,
        csl={
            "type": "article-journal",
            "title": "On Senet",
            "author": [{"family": "Parlett", "given": "D."}, {"family": "Ng", "given": "A."}],
            "issued": {"date-parts": [[1999]]},
            "container-title": "Board Game Studies",
            "volume": "2",
            "issue": "1",
            "page": "98-115",
            "URL": "https://example.org/a_b?c=1&d=2",
        },
    )
    chapter = Source.objects.create(
        slug="muller-1880",
        citation="Müller, K. (1880). 象棋. In G. Smith (Ed.), Games. Oxford.",
        csl={
            "type": "chapter",
            "title": "象棋",
            "author": [{"literal": "Müller and Sons"}],
            "editor": [{"family": "Smith", "given": "G.", "suffix": "Jr."}],
            "container-title": "Games",
        },
        year=1880,
    )
    blank = Source.objects.create(slug="stein", citation=BLANK)
    for position, source in enumerate((article, chapter, blank), 1):
        Citation.objects.create(evidence=cast["senet"], source=source, position=position)
    return cast


@pytest.fixture
def take(client, library):
    def get(address):
        response = client.get(f"/api/v1/{address}")
        return response, b"".join(response).decode()

    return get


def test_bibtex_is_read_back(take):
    response, text = take("export/?format=bibtex")
    assert response["Content-Type"] == "application/x-bibtex; charset=utf-8"
    parsed = bibtexparser.parse_string(text)
    assert parsed.failed_blocks == []
    entries = {entry.key: entry for entry in parsed.entries}
    assert list(entries) == ["murray-1913", "parlett-1999", "muller-1880", "stein"]
    article = entries["parlett-1999"]
    assert article.entry_type == "article"
    fields = {key: field.value for key, field in article.fields_dict.items()}
    assert fields.pop("ashtapada-citation").startswith("Parlett, D. \\& Ng")
    assert fields == {
        "author": "Parlett, D. and Ng, A.",
        "title": "{On Senet}",
        "journal": "Board Game Studies",
        "year": "1999",
        "pages": "98--115",
        "volume": "2",
        "number": "1",
        "url": "https://example.org/a_b?c=1&d=2",
        "ashtapada": "parlett-1999",
        "ashtapada-licence": LICENCE_URL,
    }
    assert entries["muller-1880"]["author"] == "{Müller and Sons}"
    assert entries["muller-1880"]["editor"] == "Smith, Jr., G."
    assert entries["muller-1880"]["year"] == "1880"


def test_what_bibtex_would_misread_is_escaped(take):
    text = take("sources/stein/references/?format=bibtex")[1]
    assert (
        r"Stein \& Co. 2004. 100\% \{of\} it\_all: C\# \textbackslash{} \textasciitilde{} "
        r"\textasciicircum{}, \$5."
    ) in text
    assert text.startswith("@misc{stein,")


def test_csl_json_has_each_source_once(take):
    items = json.loads(take("export/?format=csljson")[1])
    assert [item["id"] for item in items] == [
        "murray-1913", "parlett-1999", "muller-1880", "stein",
    ]  # fmt: skip
    assert items[0] == {
        "id": "murray-1913",
        "type": "book",
        "title": "A History of Chess",
        "issued": {"date-parts": [[1913]]},
        "custom": {
            "ashtapada": {
                "source": "murray-1913",
                "citation": "Murray, H. J. R. (1913). A History of Chess.",
                "licence": LICENCE_URL,
            }
        },
    }
    own = {"ashtapada": {"source": "stein", "citation": BLANK, "licence": LICENCE_URL}}
    assert items[3] == {"id": "stein", "type": "document", "title": BLANK, "custom": own}
    assert json.loads(take("export/?format=csljson&game=chess")[1]) == []


def test_ris_is_read_back(take):
    text = take("export/?format=ris")[1]
    assert text.count("\r\n") == text.count("\n")
    found = {entry["id"]: entry for entry in rispy.loads(text)}
    assert list(found) == ["murray-1913", "parlett-1999", "muller-1880", "stein"]
    article = found["parlett-1999"]
    assert article["type_of_reference"] == "JOUR"
    assert article["authors"] == ["Parlett, D.", "Ng, A."]
    assert (article["secondary_title"], article["volume"], article["number"]) == (
        "Board Game Studies", "2", "1",
    )  # fmt: skip
    assert (article["start_page"], article["end_page"], article["year"]) == ("98", "115", "1999")
    assert found["stein"]["title"] == BLANK


def test_only_the_sources_of_the_records_that_match(take):
    keys = [item["id"] for item in json.loads(take("export/?format=csljson&game=senet")[1])]
    assert len(keys) == 4
    assert json.loads(take("export/?format=csljson&game=dice")[1]) == []


def test_the_references_of_a_record_stand_in_its_order(take):
    response, text = take("evidence/demo-1/references/?format=ris")
    assert response["Content-Disposition"] == 'attachment; filename="demo-1.ris"'
    assert [entry["id"] for entry in rispy.loads(text)] == [
        "murray-1913", "parlett-1999", "muller-1880", "stein",
    ]  # fmt: skip
    assert take("evidence/DLP.Evidence.1408/references/?format=csljson")[1] == "[]\n"


def test_where_a_record_cites_its_sources_stands_in_its_references(take, library):
    Citation.objects.filter(source__slug="stein").update(locator="p. 41, fig. 29")
    Citation.objects.filter(source__slug="muller-1880").update(locator="372")
    stein = Source.objects.get(slug="stein")
    Citation.objects.create(evidence=library["senet"], source=stein, position=9, locator="pl. 2")
    address = "evidence/demo-1/references/?format="
    entries = {
        each.key: each for each in bibtexparser.parse_string(take(f"{address}bibtex")[1]).entries
    }
    assert entries["stein"]["annote"] == "Cited: p. 41, fig. 29; pl. 2"
    assert "annote" not in entries["parlett-1999"].fields_dict
    found = {each["id"]: each for each in rispy.loads(take(f"{address}ris")[1])}
    assert found["muller-1880"]["notes"] == ["Cited: 372"]
    *_, last = json.loads(take(f"{address}csljson")[1])
    assert last["locator"] == "p. 41, fig. 29; pl. 2"
    assert "Cited" not in take("export/?format=bibtex")[1]


@pytest.mark.parametrize(
    ("csl", "kind", "tag"),
    [
        ({"type": "thesis", "publisher": "Yale"}, "phdthesis", "THES"),
        ({"type": "thesis", "genre": "Master's thesis"}, "mastersthesis", "THES"),
        ({"type": "article"}, "misc", "UNPB"),
        ({"type": "article", "container-title": "Board Game Studies"}, "article", "JOUR"),
    ],
)
def test_theses_and_preprints_are_what_they_are(take, csl, kind, tag):
    Source.objects.filter(slug="stein").update(csl={"title": "Boards", **csl})
    [entry] = bibtexparser.parse_string(take("sources/stein/references/?format=bibtex")[1]).entries
    assert entry.entry_type == kind
    school = entry.get("school")
    assert (school.value if school else "") == csl.get("publisher", "")
    assert f"TY  - {tag}\r\n" in take("sources/stein/references/?format=ris")[1]


def test_the_reference_of_a_source(take):
    items = json.loads(take("sources/parlett-1999/references/?format=csljson")[1])
    assert [item["page"] for item in items] == ["98-115"]


@pytest.mark.parametrize("address", ["evidence/none/references/", "sources/none/references/"])
def test_there_are_no_references_of_what_there_is_not(client, db, address):
    response = client.get(f"/api/v1/{address}?format=ris")
    assert response.status_code == 404
    assert "“none”" in response.json()["error"]["message"]


def test_a_format_of_references_that_there_is_not(take, client):
    response = client.get("/api/v1/sources/stein/references/?format=endnote")
    assert "bibtex, csljson, ris" in response.json()["error"]["message"]
