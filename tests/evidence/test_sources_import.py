"""BibTeX and RIS into sources: completed, never emptied, refused by line, once however often."""

import io
import string
from pathlib import Path

import bibtexparser
import pytest
import rispy
from bibtexparser.model import Entry, Field
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st
from pylatexenc.latexencode import unicode_to_latex

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.exporters import bibtex, ris
from evidence.importers.bibtex import read_bibtex
from evidence.importers.reference import BibliographyError, citation_text
from evidence.importers.references import read_references
from evidence.importers.ris import read_ris
from evidence.models import Source
from evidence.search import search
from evidence.search.query import Query
from evidence.sources.bibliography.latex import MARKUP, plain_address, plain_text
from evidence.storing import store
from tests.demo import store_demo

SAMPLES = Path(__file__).parent.parent / "samples" / "bibliography"
BAD = sorted(path for path in (SAMPLES / "bad").iterdir() if path.suffix != ".error")
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "austrogames" / "Sources.bib"
BIB, RIS = SAMPLES / "good.bib", SAMPLES / "good.ris"
MURRAY = "Murray, H. J. R. (1913). A History of Chess. Oxford: Clarendon Press."

pytestmark = pytest.mark.django_db


def run(file: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("import_sources", str(file), *options, stdout=out)
    return out.getvalue()


def stored() -> list[tuple]:
    return list(Source.objects.order_by("pk").values_list("slug", "citation", "csl", "year"))


# Reading


def test_a_bibtex_entry_is_read_with_its_letters_names_and_strings():
    murray, moyle, handy, undated, odd = read_references(BIB)
    assert murray.csl == {
        "type": "book", "title": "A History of Chess", "publisher": "Clarendon Press",
        "publisher-place": "Oxford", "author": [{"family": "Murray", "given": "H. J. R."}],
        "issued": {"date-parts": [[1913]]},
    }  # fmt: skip
    assert (murray.place, murray.left_out) == ("line 5, entry Murray1913", ("keywords",))
    assert moyle.csl["title"] == "An Account of the Game of Tāgāti'a"
    assert moyle.csl["issued"] == {"date-parts": [[1970, 6]]}
    assert moyle.csl["DOI"] == "10.1234/ABC_d.5"
    assert (moyle.csl["issue"], moyle.csl["page"]) == ("2", "233-244")
    assert handy.csl["author"] == [
        {"family": "Berg", "given": "Émile", "non-dropping-particle": "van der", "suffix": "Jr."},
        {"literal": "Māori Board"},
        {"family": "Regan", "given": "A."},
        {"literal": "others"},
    ]
    assert (handy.csl["title"], handy.csl["URL"]) == (
        "Games: 100% of them",
        "https://example.org/a_b%20c",
    )
    assert undated.csl["issued"] == {"literal": "n.d."}
    assert odd.left_out == ("@podcast (read as a document)",)


def test_a_ris_record_is_read_with_its_names_dates_and_pages():
    murray, moyle, edited = read_references(RIS)
    assert murray.csl == read_references(BIB)[0].csl
    assert moyle.csl == read_references(BIB)[1].csl
    assert edited.csl["editor"] == [{"family": "Mead", "given": "M.", "suffix": "Jr."}]
    assert (edited.csl["collection-title"], edited.csl["issued"]) == (
        "Studies",
        {"literal": "n.d."},
    )


def test_a_file_is_known_by_how_it_begins_if_its_ending_tells_nothing(tmp_path):
    for sample in (BIB, RIS):
        copy = tmp_path / f"{sample.suffix[1:]}.txt"
        copy.write_text(sample.read_text())
        assert read_references(copy) == read_references(sample)


def test_there_are_bad_samples():
    assert len(BAD) > 12


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name)
def test_a_bad_file_is_refused_by_line_and_entry_and_nothing_is_stored(path):
    expected = Path(f"{path}.error").read_text().rstrip("\n")
    with pytest.raises(CommandError) as refused:
        run(path)
    assert str(refused.value).replace(str(path), path.name) == f"{expected}\nNothing was stored."
    assert stored() == []


def test_one_bad_entry_refuses_the_good_ones_before_it(tmp_path):
    mixed = tmp_path / "mixed.bib"
    mixed.write_text(f"{BIB.read_text()}\n@book{{Late, author = {{B}}}}\n")
    with pytest.raises(CommandError, match="entry Late: has no title"):
        run(mixed)
    assert stored() == []


def test_of_many_faults_the_first_twenty_are_told_and_the_number_of_the_others(tmp_path):
    many = tmp_path / "many.bib"
    many.write_text("\n".join(f"@book{{k{n}, year = {{1900}}}}" for n in range(30)))
    with pytest.raises(BibliographyError) as refused:
        read_references(many)
    assert len(str(refused.value).splitlines()) == 21
    assert str(refused.value).endswith("and 10 faults more")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"M{\=a}ori", "Māori"),
        (r"{\'E}l{\`e}ve \ss", "Élève ß"),
        ("The {RNA} World", "The RNA World"),
        (r"50\% of \emph{this}", "50% of this"),
        ("100% sure of it", "100% sure of it"),
        ("a~b   c", "a b c"),
        (r"\url{https://x.org/a%20b_c}", "https://x.org/a%20b_c"),
    ],
)
def test_letters_written_the_latex_way(written, read):
    assert plain_text(written) == read


def test_what_is_not_parsed_is_what_latex_makes_of_it():
    """One command has all of the other text parsed, too."""
    signs = [*map(chr, range(32, 127)), "é", "“", "«", "¿", "象"]
    pairs = [f"x{one}{two}y" for one in signs for two in signs]
    plain = " ".join(pair for pair in pairs if not MARKUP.search(pair))
    assert len(plain) > 30_000
    assert plain_text(plain) == plain_text(plain + r" \O").removesuffix(" Ø")


def test_nothing_in_an_address_is_a_command():
    assert plain_address(r"https://x.org/a\_b%20c~d") == "https://x.org/a_b%20c~d"


# Storing


def test_sources_are_stored_once_with_a_citation_made_from_their_fields():
    assert "5 sources: 5 created, 0 changed, 0 unchanged" in run(BIB)
    murray = Source.objects.get(slug="murray-1913-a-history-of-chess")
    assert (murray.citation, murray.title, murray.year) == (MURRAY, "A History of Chess", 1913)
    before = stored()
    assert "5 sources: 0 created, 0 changed, 5 unchanged" in run(BIB)
    assert stored() == before


def test_the_same_source_from_bibtex_and_ris_is_one():
    run(BIB)
    assert "3 sources: 1 created, 0 changed, 2 unchanged" in run(RIS)


def test_a_dry_run_stores_nothing():
    said = run(BIB, "--dry-run")
    assert said.startswith("dry run, nothing was changed\n5 sources: 5 created")
    assert "keywords: 1" in said
    assert stored() == []


def test_blanks_are_filled_and_nothing_is_emptied_or_changed(tmp_path):
    mine = Source.objects.create(
        slug="mine", citation="Moyle on tāgāti'a, 1970", title="",
        csl={"DOI": "10.1234/abc_D.5", "volume": "97", "note": "read it"},
    )  # fmt: skip
    said = run(BIB)
    assert "4 created, 1 changed" in said
    assert "line 14, entry Moyle1970: DOI, volume of mine" in said
    mine.refresh_from_db()
    assert mine.citation == "Moyle on tāgāti'a, 1970"
    assert (mine.title, mine.year) == ("An Account of the Game of Tāgāti'a", 1970)
    assert (mine.csl["volume"], mine.csl["note"], mine.csl["issue"]) == ("97", "read it", "2")


def test_a_source_of_the_same_title_and_year_is_offered_not_merged():
    mine = Source.objects.create(
        slug="mine", citation="HJR Murray, Hist. of Chess", title="A history of chess", year=1913
    )
    said = run(BIB)
    assert "4 created, 0 changed, 0 unchanged, 1 left out" in said
    assert "line 5, entry Murray1913: the same title and year as mine" in said
    assert Source.objects.filter(year=1913).count() == 1
    assert "1 changed" in run(BIB, "--duplicates", "complete")
    mine.refresh_from_db()
    assert mine.csl["publisher"] == "Clarendon Press"
    assert "0 changed, 5 unchanged" in run(BIB, "--duplicates", "complete")
    assert "1 created" in run(BIB, "--duplicates", "add")
    assert "5 unchanged" in run(BIB, "--duplicates", "add")


def test_a_doi_under_another_title_is_offered_not_merged():
    Source.objects.create(
        slug="mine", citation="Other", title="Another", csl={"DOI": "10.1234/ABC_d.5"}
    )
    assert "entry Moyle1970: the same DOI as mine" in run(BIB)


def test_records_are_found_by_the_title_that_their_source_has_got():
    cited = CitationDraft("Moyle on the disc game", csl={"DOI": "10.1234/ABC_d.5"})
    store(Draft("record-1", GameDraft("Tagatia"), citations=(cited,)))
    wanted = Query(q="account")
    assert search(wanted).count == 0
    run(BIB)
    assert search(wanted).count == 1


def test_a_citation_too_long_to_be_stored_is_refused_with_its_entry(tmp_path):
    long = tmp_path / "long.bib"
    long.write_text(f"@book{{Long, title = {{{'word ' * 500}}}}}")
    with pytest.raises(CommandError, match="line 1, entry Long: a citation has 1 to 2000"):
        run(long)


# Our own exports


@pytest.mark.parametrize("written_as", [bibtex, ris])
def test_what_this_project_has_exported_is_known_again(written_as, tmp_path):
    store_demo()
    store(Draft("record-1", GameDraft("Tagatia"), citations=(CitationDraft("Notes -- nobody's"),)))
    file = tmp_path / ("sources.ris" if written_as is ris else "sources.bib")
    cited = dict.fromkeys(Source.objects.values_list("pk", flat=True), "p. 41, fig. 29")
    file.write_text("".join(written_as.write(Source.objects.all(), cited)), newline="")
    before = list(Source.objects.order_by("pk").values_list("slug", "citation", "title", "year"))
    number = len(before)
    said = run(file)
    assert f"{number} sources: 0 created, 0 changed, {number} unchanged" in said
    assert before == list(
        Source.objects.order_by("pk").values_list("slug", "citation", "title", "year")
    )


@pytest.mark.parametrize("written_as", [bibtex, ris])
def test_sources_come_back_from_an_export_into_an_empty_database(written_as, tmp_path):
    run(BIB)
    Source.objects.create(slug="notes-of-nobody", citation="Notes of nobody")
    before = set(Source.objects.values_list("slug", "citation", "title", "year"))
    file = tmp_path / ("sources.ris" if written_as is ris else "sources.bib")
    file.write_text("".join(written_as.write(Source.objects.all())), newline="")
    Source.objects.all().delete()
    run(file)
    assert set(Source.objects.values_list("slug", "citation", "title", "year")) == before


# There and back


LETTERS = string.ascii_letters + string.digits + " .,:;!?()'&%$#_-–āéßøčЖ中"
words = st.text(LETTERS, min_size=1, max_size=40).map(lambda text: " ".join(text.split()))
words = words.filter(lambda text: any(c.isalnum() for c in text))
words = words.filter(lambda text: "''" not in text and "--" not in text)  # a quote, a dash
name = st.text("abcdeéāčß", min_size=1, max_size=8).map(str.capitalize)
names = st.lists(st.builds(lambda f, g: {"family": f, "given": g}, name, name), max_size=3)
articles = st.fixed_dictionaries(
    {
        "type": st.just("article-journal"),
        "title": words,
        "container-title": words,
        "author": names,
        "issued": st.integers(1000, 2026).map(lambda year: {"date-parts": [[year]]}),
        "volume": st.integers(1, 99).map(str),
        "page": st.tuples(st.integers(1, 99), st.integers(100, 999)).map("{0[0]}-{0[1]}".format),
    }
)
articles = articles.map(lambda csl: {key: value for key, value in csl.items() if value})


def flat(csl: dict, join: str) -> dict[str, str]:
    authors = [f"{name['family']}, {name['given']}" for name in csl.get("author", ())]
    return {
        "title": csl["title"],
        "journal": csl["container-title"],
        "author": join.join(authors),
        "year": str(csl["issued"]["date-parts"][0][0]),
        "volume": csl["volume"],
        "pages": csl["page"],
    }


@given(articles)
def test_what_is_written_as_bibtex_is_read_back(csl):
    fields = flat(csl, " and ")
    entry = Entry(
        "article",
        "k",
        [Field(k, unicode_to_latex(v, unknown_char_warning=False)) for k, v in fields.items() if v],
    )
    text = bibtexparser.write_string(bibtexparser.Library([entry]))
    [found] = read_bibtex(Path("k.bib"), text)
    plain_dashes = {key: tidy(value) for key, value in found.csl.items()}
    assert plain_dashes == {key: tidy(value) for key, value in csl.items()}


def tidy(value):
    """BibTeX has one way to write what may be two kinds of dash or quote."""
    return value.replace("’", "'").replace("–", "-") if isinstance(value, str) else value


@given(articles)
def test_what_is_written_as_ris_is_read_back(csl):
    first, last = csl["page"].split("-")
    text = rispy.dumps(
        [
            {
                "type_of_reference": "JOUR",
                "title": csl["title"],
                "journal_name": csl["container-title"],
                "authors": [f"{name['family']}, {name['given']}" for name in csl.get("author", ())],
                "year": str(csl["issued"]["date-parts"][0][0]),
                "volume": csl["volume"],
                "start_page": first,
                "end_page": last,
            }
        ]
    )
    [found] = read_ris(Path("k.ris"), text)
    assert found.csl == csl


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    for read in (read_bibtex, read_ris):
        try:
            found = read(Path("x"), text)
        except BibliographyError:
            continue
        assert all(citation_text(reference.csl) for reference in found)


PIECES = ["@book{a,", "title = {x}", "}", "{", '"', ",", "\n", "\\", "author={, and ,}", "#"]
PIECES += ["TY  - BOOK\n", "TI  - x\n", "ER  - \n", "AU  - ,\n"]


@given(st.lists(st.sampled_from(PIECES), max_size=15))
def test_any_pieces_of_both_formats_are_read_or_refused(pieces):
    text = "".join(pieces)
    for read in (read_bibtex, read_ris):
        try:
            found = read(Path("x"), text)
        except BibliographyError:
            continue
        assert all("title" in reference.csl for reference in found)


@pytest.mark.sources
def test_the_219_entries_of_austrogames_are_read_and_stored_once():
    assert "219 sources: 219 created" in run(REAL)
    assert "219 sources: 0 created, 0 changed, 219 unchanged" in run(REAL)
    assert Source.objects.filter(citation__contains="\\").count() == 0
    assert Source.objects.filter(title__contains="Māori").exists()
