"""References in three styles, compared with what the styles' manuals ask for."""

import json
from datetime import UTC, date, datetime

import pytest
import rispy
from citeproc.model import CitationStylesElement

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.exporters import styles
from evidence.exporters.citing import (
    Permalink,
    cite,
    cite_rules,
    cite_search,
    cite_source,
    cite_version,
)
from evidence.exporters.styles import STYLES, composed
from evidence.history.contents import content_of
from evidence.models import Evidence, Source
from evidence.records.stored import as_draft
from evidence.storing import store
from games.models import Ruleset

APA, CHICAGO, MLA = STYLES
TODAY = date(2026, 11, 21)
BOOK = {
    "id": "murray",
    "type": "book",
    "title": "A history of chess",
    "author": [{"family": "Murray", "given": "H. J. R."}],
    "issued": {"date-parts": [[1913]]},
    "publisher": "Clarendon Press",
    "publisher-place": "Oxford",
}
ARTICLE = {
    "id": "parlett",
    "type": "article-journal",
    "title": "Rules of senet, old & new",
    "language": "en",
    "author": [{"family": "Parlett", "given": "David"}, {"family": "Ng", "given": "A."}],
    "issued": {"date-parts": [[1999]]},
    "container-title": "Board Game Studies",
    "volume": "2",
    "issue": "1",
    "page": "98-115",
}
EDITED = {
    "id": "games",
    "type": "book",
    "title": "Games",
    "editor": [{"family": "Stempin", "given": "Anna"}, {"family": "Crist", "given": "Walter"}],
    "issued": {"date-parts": [[2018]]},
    "publisher": "Muzeum",
}
PAGE = {
    "id": "page",
    "type": "webpage",
    "title": "Roman board",
    "container-title": "Archaeology Magazine",
    "issued": {"date-parts": [[2019, 5, 6]]},
    "URL": "https://example.org/a?b=1&c=2",
}
SCROLL = {
    "id": "scroll",
    "type": "manuscript",
    "title": "Mālavikā",
    "author": [{"literal": "A Scribe"}],
    "issued": {"date-parts": [[-599]], "circa": True},
}
CLASSIC = {
    "id": "juegos",
    "type": "classic",
    "title": "Libro de los juegos",
    "author": [{"literal": "Alfonso X"}],
    "issued": {"date-parts": [[1283]]},
}


@pytest.mark.parametrize(
    ("item", "style", "expected"),
    [
        (BOOK, APA, "Murray, H. J. R. (1913). <i>A history of chess</i>. Clarendon Press."),
        (BOOK, CHICAGO, "Murray, H. J. R. 1913. <i>A history of chess</i>. Clarendon Press."),
        (BOOK, MLA, "Murray, H. J. R. <i>A history of chess</i>. Clarendon Press, 1913."),
        (
            ARTICLE,
            APA,
            "Parlett, D., &amp; Ng, A. (1999). Rules of senet, old &amp; new. <i>Board Game "
            "Studies</i>, <i>2</i>(1), 98–115.",
        ),
        (
            ARTICLE,
            CHICAGO,
            "Parlett, D., and A. Ng. 1999. ‘Rules of Senet, Old &amp; New’. <i>Board Game "
            "Studies</i> 2 (1): 98–115.",
        ),
        (
            ARTICLE,
            MLA,
            "Parlett, D., and A. Ng. ‘Rules of Senet, Old &amp; New’. <i>Board Game Studies</i>, "
            "vol. 2, no. 1, 1999, pp. 98–115.",
        ),
        (EDITED, APA, "Stempin, A., &amp; Crist, W. (Eds.). (2018). <i>Games</i>. Muzeum."),
        (EDITED, CHICAGO, "Stempin, A., and W. Crist, eds. 2018. <i>Games</i>. Muzeum."),
        (EDITED, MLA, "Stempin, A., and W. Crist, editors. <i>Games</i>. Muzeum, 2018."),
        (
            PAGE,
            APA,
            "Roman board. (2019, May 6). Archaeology Magazine. https://example.org/a?b=1&amp;c=2",
        ),
        (
            PAGE,
            CHICAGO,
            "‘Roman board’. 2019. Archaeology Magazine, May 6. https://example.org/a?b=1&amp;c=2.",
        ),
        (
            PAGE,
            MLA,
            "‘Roman board’. <i>Archaeology Magazine</i>. 6 May 2019, "
            "https://example.org/a?b=1&amp;c=2.",
        ),
        (SCROLL, APA, "A Scribe. (ca. 600 B.C.E.). <i>Mālavikā</i> [Unpublished manuscript]."),
        (SCROLL, CHICAGO, "A Scribe. [600 BC?]. ‘Mālavikā’. Unpublished manuscript."),
        (SCROLL, MLA, "A Scribe. ‘Mālavikā’. Circa 600 BC."),
        (CLASSIC, CHICAGO, "Alfonso X. 1283. <i>Libro de los juegos</i>."),
    ],
)
def test_a_reference_reads_as_its_style_asks(item, style, expected):
    assert composed(item, style) == expected


@pytest.mark.parametrize(
    ("editors", "expected"),
    [
        ([{"family": "Stempin", "given": "Anna"}], "Stempin, A. (Ed.). (2018)."),
        ([{"literal": "Museum of Games"}], "Museum of Games (Ed.). (2018)."),
    ],
)
def test_one_editor_stands_in_the_place_of_the_author(editors, expected):
    assert composed({**EDITED, "editor": editors}, APA) == f"{expected} <i>Games</i>. Muzeum."


@pytest.mark.parametrize(("style", "shown"), [(APA, "‘ox’"), (CHICAGO, "“ox”"), (MLA, "“ox”")])
def test_marks_inside_of_a_title_in_marks_are_of_the_other_kind(style, shown):
    assert f"On the {shown}" in composed({**PAGE, "title": "On the ‘ox’"}, style)


@pytest.mark.parametrize("style", STYLES)
def test_markup_in_a_title_stays_text(style):
    html = composed({**PAGE, "title": "<script>x</script>\x02<b>bold\x03"}, style)
    assert "<script" not in html
    assert "<b>" not in html
    assert "\x02" not in html


@pytest.mark.parametrize("style", STYLES)
def test_styles_do_not_remember_the_reference_before(style):
    first = composed({**BOOK, "title": "One"}, style)
    composed({**PAGE, "title": "Two"}, style)
    again = composed({**BOOK, "title": "Three"}, style)
    assert again == first.replace("One", "Three")


@pytest.fixture
def record(db):
    store(
        Draft(
            "tomb-board",
            GameDraft("Senet"),
            title="Board from a Theban tomb",
            date="-1399~",
            citations=(CitationDraft("Carnarvon & Carter (1912). Five Years at Thebes.", "p. 56"),),
        )
    )
    return Evidence.objects.get()


AT = Permalink(3, datetime(2026, 3, 4, 5, 6, tzinfo=UTC), "https://example.org/evidence/tomb/3/")


def test_a_record_is_cited_by_its_version_with_the_sources_it_rests_on(record):
    cited = cite(record, AT, TODAY)
    title = "Board from a Theban tomb (Senet, about 1400 BCE), version 3"
    assert [(style.label, style.html) for style in cited.styles] == [
        ("APA", f"Ashtapada. (2026, March 4). <i>{title}</i>. {AT.address}"),
        (
            "Chicago",
            "Ashtapada. 2026. ‘Board from a Theban tomb (Senet, about 1400 BCE), version 3’. "
            f"March 4. {AT.address}.",
        ),
        ("MLA", f"Ashtapada. <i>{title}</i>. 4 Mar. 2026, {AT.address}."),
    ]
    assert cited.rests_on == ("Carnarvon & Carter (1912). Five Years at Thebes, p. 56",)
    assert cited.bibtex.startswith("@misc{tomb-board,\n  author = {{Ashtapada}},\n")
    assert r"Rests on: Carnarvon \& Carter" in cited.bibtex
    assert "  urldate = {2026-11-21},\n" in cited.bibtex
    assert "record tomb-board, version 3}" in cited.bibtex
    [item] = json.loads(cited.csl_json)
    assert (item["version"], item["URL"]) == ("3", AT.address)
    [read] = rispy.loads(cited.ris)
    assert (read["type_of_reference"], read["year"], read["urls"], read["notes"]) == (
        "ELEC", "2026", [AT.address], [item["note"], "Version 3"],
    )  # fmt: skip
    assert item["note"] == f"Rests on: {cited.rests_on[0]}"


def test_a_version_is_cited_as_the_record_was_when_that_was_its_last(record):
    content = content_of(as_draft(record))
    assert cite_version(content, AT, TODAY) == cite(record, AT, TODAY)


def test_rules_are_cited_by_their_version_and_text(record):
    ruleset = Ruleset(slug="senet", game=record.game, name="Senet as found", text="(game)")
    cited = cite_rules(ruleset, "b694" * 16, AT, TODAY)
    title = "Senet as found (rules of Senet), version 3"
    assert cited.styles[0].html == f"Ashtapada. (2026, March 4). <i>{title}</i>. {AT.address}"
    assert "ruleset senet, version 3}" in cited.bibtex
    digest = f"SHA-256 of the text: {'b694' * 16}"
    assert f"note = {{{digest}}}" in cited.bibtex
    assert rispy.loads(cited.ris)[0]["notes"] == [digest, "Version 3"]
    assert json.loads(cited.csl_json)[0]["note"] == digest
    undated = cite_rules(ruleset, "b694" * 16, AT._replace(at=None), TODAY)
    assert "Ashtapada. (n.d.). <i>Senet as found" in undated.styles[0].html


def test_a_search_is_cited_with_its_address_and_the_day():
    cited = cite_search("senet, artifact", 12, "https://example.org/?q=senet", TODAY)
    assert [style.html for style in cited.styles] == [
        "Ashtapada. (n.d.). <i>Evidence for traditional games: senet, artifact (12 records)</i> "
        "[Data set]. Retrieved 21 November 2026, from https://example.org/?q=senet",
        "Ashtapada. n.d. ‘Evidence for traditional games: senet, artifact (12 records)’. "
        "Accessed 21 November 2026. https://example.org/?q=senet.",
        "Ashtapada. ‘Evidence for traditional games: senet, artifact (12 records)’. "
        "https://example.org/?q=senet. Accessed 21 Nov. 2026.",
    ]


def test_a_source_that_nobody_has_parsed_is_in_no_style(db):
    source = Source.objects.create(slug="a", citation="Carnarvon & Carter (1912). Five Years.")
    cited = cite_source(source, TODAY)
    assert cited.styles == ()
    assert "Carnarvon \\& Carter" in cited.bibtex


def test_a_source_with_its_parts_is_in_every_style(db):
    csl = {name: value for name, value in ARTICLE.items() if name != "id"}
    source = Source.objects.create(slug="a", citation="Parlett", csl=csl)
    cited = cite_source(source, TODAY)
    assert [style.html for style in cited.styles] == [composed(ARTICLE, key) for key in STYLES]


def test_styles_are_searched_anew_for_each_reference(monkeypatch):
    items = [BOOK, ARTICLE, EDITED, PAGE]
    quick = [composed(item, style) for item in items for style in STYLES]
    asked = []
    search = CitationStylesElement.xpath_search
    monkeypatch.setattr(
        CitationStylesElement, "xpath_search", lambda *told: asked.append(told) or search(*told)
    )
    again = [{**item, "id": "again"} for item in items]
    assert [composed(item, style) for item in again for style in STYLES] == quick
    assert len(asked) == 0
    monkeypatch.setattr(styles, "_looked_up_once", lambda style: style)
    styles._style.cache_clear()
    anew = [{**item, "id": "anew"} for item in items]
    assert [composed(item, style) for item in anew for style in STYLES] == quick
    assert len(asked) > 100 * len(items)
    styles._style.cache_clear()
