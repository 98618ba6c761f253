"""A curator copies a page of the Ludii portal; what it says becomes drafts, or is refused."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from evidence.drafts import CitationDraft, PlaceDraft, QuotationDraft
from evidence.importers.citations import join_content, read_citations, split_content
from evidence.importers.portal import PortalError, read
from evidence.importers.portal_print import print_page

SAMPLES = settings.BASE_DIR / "tests" / "samples" / "portal"
GOOD = sorted((SAMPLES / "good").glob("*.txt"))
BAD = sorted((SAMPLES / "bad").glob("*.txt"))
SEEDS = sorted((settings.BASE_DIR.parent / "shared" / "seeds").glob("00[012]*.txt"))


MURRAY = CitationDraft(
    "Murray, H. J. R. 1913. A History of Chess. London: Oxford University Press."
)
FISKE = CitationDraft("Fiske, W. 1905. Chess in Iceland. Florence: Tipografia.")


def text_of(path: Path) -> str:
    return path.read_bytes().decode()


def sample(name: str) -> str:
    return text_of(SAMPLES / "good" / f"{name}.txt")


# Whole folders


def test_there_are_samples_of_both_kinds() -> None:
    assert len(GOOD) >= 5
    assert len(BAD) >= 20


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_page_survives_printing_and_reading(path: Path) -> None:
    drafts = read(text_of(path))
    game = re.search(r"Evidence for (.*?)\r?\n", text_of(path))[1]
    assert {draft.game.name for draft in drafts} <= {game}
    assert read(print_page(game, drafts)) == drafts


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_broken_page_is_refused_with_its_exact_message(path: Path) -> None:
    expected = path.with_suffix(".error").read_text(encoding="utf-8").removesuffix("\n")
    with pytest.raises(PortalError) as refused:
        read(text_of(path))
    assert str(refused.value) == expected


def test_no_message_waits_for_a_sample_that_is_gone() -> None:
    assert {path.stem for path in (SAMPLES / "bad").glob("*.error")} == {p.stem for p in BAD}


# What good pages say


def test_the_menu_and_the_footer_are_no_part_of_the_record() -> None:
    (draft,) = read(sample("menu_and_footer"))
    assert (draft.identifier, draft.portal_id) == ("dlp-900101", "DLP.Evidence.900101")
    assert draft.game.name == "Stenkast"
    assert draft.type == "ethnography"
    assert (draft.date, draft.date_as_given) == (
        "1888-01-01/1889-12-31",
        "1888-01-01 - 1889-12-31",
    )
    assert [(place.lat_u, place.lon_u) for place in draft.places] == [(60_166_806, 24_937_569)]
    assert draft.confidence == 90
    assert draft.terms == {
        "age": ("Child", "Adolescent"),
        "status": ("Fishers", "Sailors"),
        "gender": ("Male",),
        "space": ("Outside", "Harbour"),
    }


def test_a_quotation_leaves_the_content_and_its_locator_goes_to_the_citation() -> None:
    (draft,) = read(sample("menu_and_footer"))
    assert draft.content == ""
    assert draft.quotations == (
        QuotationDraft(
            "They throw pebbles from the pier.", citation=0, as_cited="Lindqvist 1890: 14."
        ),
    )
    assert draft.citations[0].locator == "14"


def test_two_records_of_a_page_keep_apart_what_each_says() -> None:
    board, letter = read(sample("two_records"))
    assert (board.confidence, letter.confidence) == (0, 55)
    assert board.places == (
        PlaceDraft(as_given="41.5, 12.25", lat_u=41_500_000, lon_u=12_250_000),
        PlaceDraft(as_given="41.75 N 12.5 E", lat_u=41_750_000, lon_u=12_500_000),
    )
    assert letter.places == (PlaceDraft(name="Volsci", as_given="Volsci"),)
    assert (board.date, letter.date) == ("-0332-01-01/-0322-12-31", "")
    assert [row.locator for row in board.citations] == ["", ""]
    assert [row.locator for row in letter.citations] == ["", "33"]
    assert letter.quotations[0].citation == 1


def test_what_a_page_does_not_say_stays_unknown() -> None:
    (draft,) = read(sample("nothing_but_an_id"))
    assert (draft.type, draft.date, draft.rules, draft.content) == ("", "", "", "")
    assert draft.confidence is None
    assert draft.places == draft.citations == draft.quotations == ()
    assert draft.terms == {}


def test_a_page_may_say_that_there_is_no_evidence() -> None:
    assert read(sample("no_evidence_yet")) == []


def test_text_over_several_lines_keeps_its_lines_and_paragraphs() -> None:
    (draft,) = read(sample("text_over_several_lines"))
    assert draft.rules == ("A board of six rows.\nEach side has six men.\n\nThe last to move wins.")
    assert draft.content.startswith("Two leaves of a school book.")
    assert draft.confidence == 70


def test_labels_vary_a_little() -> None:
    (draft,) = read(sample("labels_in_the_plural"))
    assert draft.external_ids == {"portal_ruleset": "Northern rules"}
    assert draft.terms["uncertainty"] == ("Incomplete", "Game not named")
    assert [row.citation[:9] for row in draft.citations] == ["Ono, K., ", "Mori, T. "]


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_at_a_line(text: str) -> None:
    page = f"Evidence for Kalo\n1 pieces of evidence found.\nId DLP.Evidence.1\nRules {text}"
    try:
        drafts = read(page)
    except PortalError as refused:
        assert refused.number >= 1
    else:
        assert drafts[0].rules or drafts[0].content or not text.strip()


# Content and its quotation


@pytest.mark.parametrize(
    ("content", "before", "words", "as_cited", "index", "locators"),
    [
        ('"A." Murray 1913: 3.', "", "A.", "Murray 1913: 3.", 0, ["3", ""]),
        ('Seen. "A." Murray 1913: 3-4.', "Seen.", "A.", "Murray 1913: 3-4.", 0, ["3-4", ""]),
        ('By X ("the Y" of Z. "A b." Fiske 1905: 9.', 'By X ("the Y" of Z.', "A b.",
         "Fiske 1905: 9.", 1, ["", "9"]),
        ('He says: "A." Murray 1913', "He says:", "A.", "Murray 1913", 0, ["", ""]),
        ('"A." Fiske and others 1905: II, 9.', "", "A.", "Fiske and others 1905: II, 9.", 1,
         ["", "II, 9"]),
        ('"A." Culin 1895: 3.', "", "A.", "Culin 1895: 3.", None, ["", ""]),
        ('"A." Fiskerton 1905: 3.', "", "A.", "Fiskerton 1905: 3.", None, ["", ""]),
        ('"A." Murray 1912: 3.', "", "A.", "Murray 1912: 3.", None, ["", ""]),
    ],
)  # fmt: skip
def test_a_quotation_is_taken_from_the_content(
    content: str, before: str, words: str, as_cited: str, index: int | None, locators: list[str]
) -> None:
    rest, quotations, citations = split_content(content, [MURRAY, FISKE])
    assert rest == before
    assert quotations == (QuotationDraft(words, citation=index, as_cited=as_cited),)
    assert [row.locator for row in citations] == locators
    assert join_content(rest, quotations) == content


@pytest.mark.parametrize(
    "content",
    [
        "No quotation at all. Murray 1913: 3.",
        'A "word" Murray 1913: 3.',
        '"A." and more.',
        '"A."',
        '"He said "go" to them." Murray 1913: 3.',
        '"He said. "Go." And went." Murray 1913: 3.',
        '"Then he said. "Go." Murray 1913: 3.',
        "“A.” Murray 1913: 3.",
        'Seen.\n"A." Murray 1913: 3.',
    ],
)
def test_what_is_not_plainly_one_quotation_stays_in_the_content(content: str) -> None:
    assert split_content(content, [MURRAY]) == (content, (), (MURRAY,))


@given(st.text('ab. "\n:?', max_size=40), st.sampled_from([" Murray 1913: 3.", " Fiske 1905.", ""]))
def test_content_and_quotation_join_to_the_pages_text(text: str, reference: str) -> None:
    content = text + reference
    rest, quotations, _ = split_content(content, [MURRAY])
    assert join_content(rest, quotations) == content


# Sources


def test_a_book_is_parsed_where_it_is_clear() -> None:
    (citation,) = read_citations(MURRAY.citation)
    assert citation.csl == {
        "type": "book",
        "author": [{"family": "Murray", "given": "H. J. R."}],
        "issued": {"date-parts": [[1913]]},
        "title": "A History of Chess",
        "publisher": "Oxford University Press",
        "publisher-place": "London",
    }


def test_an_article_is_parsed_where_it_is_clear() -> None:
    (citation,) = read_citations('Rossi, Mario. 1950. "A Board." Rivista di Prova 4: 10-12.')
    assert citation.csl == {
        "type": "article",
        "author": [{"family": "Rossi", "given": "Mario"}],
        "issued": {"date-parts": [[1950]]},
        "title": "A Board",
        "container-title": "Rivista di Prova",
    }


@pytest.mark.parametrize(
    ("text", "csl"),
    [
        ("School book of Kalo, two leaves", {}),
        (
            "Ono, K., and B. Sato. 1999. Sticks and throws.",
            {
                "type": "document",
                "author": [{"literal": "Ono, K., and B. Sato"}],
                "issued": {"date-parts": [[1999]]},
            },
        ),
    ],
)
def test_a_source_that_is_not_clear_stays_as_given(text: str, csl: dict[str, object]) -> None:
    assert read_citations(text) == (CitationDraft(text, csl=csl),)


def test_sources_are_several_only_where_each_plainly_is_one() -> None:
    both = [MURRAY.citation, FISKE.citation]
    assert [row.citation for row in read_citations("\n".join(both))] == both
    assert [row.citation for row in read_citations("; ".join(both))] == both
    assert len(read_citations(f"{MURRAY.citation}\nPlate in the back")) == 1
    assert len(read_citations("Murray 1913; Fiske 1905")) == 1


# The portal's own pages


@pytest.mark.sources
def test_everything_on_the_portals_pages_is_in_the_drafts() -> None:
    for path in SEEDS:
        page = text_of(path)
        drafts = read(page)
        printed = print_page(drafts[0].game.name, drafts).splitlines()
        body = page[page.index("Evidence for") :].partition("\u00a0")[0].splitlines()
        assert [line for line in printed if line] == [line.rstrip() for line in body if line]


@pytest.mark.sources
def test_the_portals_four_records() -> None:
    drafts = {draft.portal_id: draft for path in SEEDS for draft in read(text_of(path))}
    assert len(drafts) == 4
    chator = drafts["DLP.Evidence.2234"].places[0]
    assert (chator.lat_u, chator.lon_u) == (3_072_086, 101_518_394)
    assert drafts["DLP.Evidence.1408"].places == (PlaceDraft(name="Soyot", as_given="Soyot"),)
    cited = {key: draft.quotations[0].as_cited for key, draft in drafts.items()}
    assert cited == {
        "DLP.Evidence.2234": "Robinson 1904: 6.",
        "DLP.Evidence.1190": "Murray 1913: 342-343.",
        "DLP.Evidence.1191": "Murray 1913: 342.",
        "DLP.Evidence.1408": "Murray 1913: 372.",
    }
    assert all(draft.quotations[0].citation == 0 for draft in drafts.values())
