"""BibTeX, RIS and CSL-JSON hold all that a source says, and what others need of it."""

import json
from pathlib import Path

import bibtexparser
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evidence.editing.curation.forms.pasted import read_pasted
from evidence.exporters import bibtex, csl, ris
from evidence.exporters.references import item
from evidence.importers.bibtex import read_bibtex
from evidence.importers.csl_json import read_csl_json
from evidence.importers.reference import BibliographyError
from evidence.importers.references import import_references, read_references
from evidence.importers.ris import read_ris
from evidence.models import Source
from evidence.sources.bibliography.bibtex_fields import TYPES as BIBTEX_TYPES
from evidence.sources.bibliography.carried import Identity
from evidence.sources.bibliography.csl import DATES, NAMES, PARTS, TEXTS

READERS = {
    "bibtex": (bibtex.write, read_bibtex),
    "ris": (ris.write, read_ris),
    "csljson": (csl.write, read_csl_json),
}


# Any source that can be stored

any_text = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=30
)
pieces = st.sampled_from(
    ["{", "}", "\\", "--", "``", "''", "@book{a,", '"', "%", "$", "~", "^", "&", "#", "_", " and ",
     ",", "a", "É", "e\u0301", "א", "|", "=1+1", "?`", "TY  - ", "\n", "null", "others", "von "]
)  # fmt: skip
texts = st.one_of(any_text, st.lists(pieces, min_size=1, max_size=8).map("".join))
texts = texts.map(lambda text: " ".join(text.split())).filter(bool)
parts = st.fixed_dictionaries({}, optional=dict.fromkeys(PARTS[1:2] + PARTS[3:], texts))
people = st.lists(
    st.one_of(
        st.builds(lambda literal: {"literal": literal}, texts),
        st.builds(lambda family, others: {"family": family, **others}, texts, parts),
    ),
    min_size=1,
    max_size=3,
)
dates = st.one_of(
    st.builds(lambda year: {"date-parts": [[year]]}, st.integers(-3000, 2030)),
    st.just({"date-parts": [[1999, 5, 3]]}),
    st.just({"date-parts": [[1999, 5], [2000, 1]]}),
    st.builds(lambda text: {"literal": text}, texts),
)
kinds = st.sampled_from(sorted({*BIBTEX_TYPES.values(), "classic", "article"}))
sources = st.fixed_dictionaries(
    {"type": kinds, "title": texts},
    optional={
        **dict.fromkeys(TEXTS[2:], texts),
        **dict.fromkeys(NAMES, people),
        **dict.fromkeys(DATES, dates),
        "URL": texts.map("https://example.org/{}".format),
    },
)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=25)
@example(said={"type": "book", "title": "x", "translator": [{"literal": ","}]}, citation="x")
@example(said={"type": "book", "title": "x", "URL": "https://example.org/a;b"}, citation="x")
@given(said=sources, citation=texts)
def test_whatever_a_source_says_is_read_back_to_the_letter(name, said, citation):
    write, read = READERS[name]
    source = Source(slug="some-1", citation=citation, csl=said)
    [found] = read(Path("x"), "".join(write([source])))
    assert {"id": "some-1", **found.csl} == item(source)
    assert found.own == Identity("some-1", citation)
    assert found.left_out == ()


# What other programs need


def entry_of(csl, citation="Some citation"):
    text = "".join(bibtex.write([Source(slug="some-1", citation=citation, csl=csl)]))
    [entry] = bibtexparser.parse_string(text).entries
    return {name: field.value for name, field in entry.fields_dict.items()}


def test_no_style_may_lower_the_capitals_of_a_title_in_bibtex():
    fields = entry_of(
        {"type": "chapter", "title": "On Senet & Mehen", "container-title": "Games of Egypt"}
    )
    assert fields["title"] == "{On Senet \\& Mehen}"
    assert fields["booktitle"] == "{Games of Egypt}"


def test_a_doi_has_its_own_field_where_it_is_known_as_an_address_alone():
    known = {"type": "article-journal", "title": "x", "URL": "https://doi.org/10.2307/13_57113"}
    source = Source(slug="some-1", citation="Some", csl=known)
    assert entry_of(known)["doi"] == "10.2307/13_57113"
    assert "DO  - 10.2307/13_57113\r\n" in ris.reference(source)
    [found] = json.loads("".join(csl.write([source])))
    assert (found["DOI"], found["URL"]) == ("10.2307/13_57113", known["URL"])


def test_the_citation_as_given_is_no_note():
    source = Source(slug="some-1", citation="As it was given", csl={"type": "book", "title": "x"})
    assert "note" not in entry_of(source.csl)
    assert "N1  - " not in ris.reference(source)
    assert entry_of({**source.csl, "note": "Two plates"})["note"] == "Two plates"


def test_particles_and_suffixes_of_names_are_where_each_format_has_them():
    berg = {"family": "Berg", "given": "É.", "non-dropping-particle": "van der", "suffix": "Jr."}
    known = {"type": "book", "title": "x", "author": [berg]}
    assert entry_of(known)["author"] == "van der Berg, Jr., É."
    source = Source(slug="some-1", citation="Some", csl=known)
    assert "AU  - van der Berg, É., Jr.\r\n" in ris.reference(source)


@pytest.mark.django_db
def test_a_source_is_known_by_its_id_when_its_citation_was_corrected_since(tmp_path):
    source = Source.objects.create(
        slug="murray-1913", citation="Murray 1913", title="A History of Chess", year=1913,
        csl={"type": "book", "title": "A History of Chess"},
    )  # fmt: skip
    files = {"a.bib": bibtex.write, "a.ris": ris.write, "a.json": csl.write}
    for name, write in files.items():
        (tmp_path / name).write_text("".join(write([source])), newline="")
    Source.objects.update(citation="Murray, H. J. R. (1913). A History of Chess.")
    for name in files:
        counts = import_references(tmp_path / name).counts["sources"]
        assert counts == {"unchanged": 1}, name


@pytest.mark.django_db
def test_the_same_id_of_another_installation_is_another_source(tmp_path):
    file = tmp_path / "theirs.json"
    theirs = Source(slug="murray-1913", citation="Murray, K. 1913", csl={"title": "Dominoes"})
    file.write_text("".join(csl.write([theirs])))
    Source.objects.create(slug="murray-1913", citation="Murray 1913", title="A History of Chess")
    assert import_references(file).counts["sources"] == {"created": 1}
    assert Source.objects.get(citation="Murray, K. 1913").slug == "murray-1913-2"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.bib", "@book{a, title={x}, ashtapada={a}, csl-author={no JSON}}"),
        ("a.bib", "@book{a, title={x}, ashtapada={a}, csl-author={[1]}}"),
        ("a.ris", "TY  - BOOK\nTI  - x\nU1  - ashtapada: a\nU3  - csl-issued: {\nER  - \n"),
    ],
)
def test_what_was_carried_and_is_spoilt_is_refused_by_line(name, text, tmp_path):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(BibliographyError, match="line 1"):
        read_references(path)


@pytest.mark.django_db
@pytest.mark.parametrize("write", [bibtex.write, ris.write, csl.write])
def test_our_own_reference_that_is_pasted_into_the_form_is_the_stored_source(write):
    given = "Murray, H. J. R.: History of Chess (Oxford)"
    known = {"type": "book", "title": "A History of Chess", "author": [{"family": "Murray"}]}
    source = Source.objects.create(slug="murray", citation=given, csl=known)
    assert read_pasted("".join(write([source]))) == [{"citation": given}]
