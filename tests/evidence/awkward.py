"""A record and sources whose values each format has its own trouble with."""

from __future__ import annotations

from typing import Any

from evidence.claims.game_relations import store_relations
from evidence.drafts import (
    AssertionDraft,
    CitationDraft,
    DateDraft,
    Draft,
    GameDraft,
    GameRelationDraft,
    HoldingDraft,
    IdentificationDraft,
    NameDraft,
    PersonDraft,
    PlaceDraft,
    QuotationDraft,
    RelationDraft,
)
from evidence.models import Evidence, Source
from evidence.sources import complete_game, complete_source
from evidence.storing import store
from games.models import Game

AWKWARD = (
    "a | b || c|",
    "| begins and ends |",
    "¦ broken ¦ bars",
    'says "so" and ""more"" and \'this\'',
    "''two'' ``backs`` “curly” ‘single’ «guillemets»",
    "=1+1",
    "+44 -1 @SUM(A1) =cmd|' /C calc'!A0",
    "-1--2---3 – — −",
    "@book{key, title = {x}}",
    "{braces} {{twice}} {A}b",
    "one } alone, then { another",
    "ends with {",
    "\\backslash \\n \\{ \\} \\url{x} \\\\",
    "ends with \\",
    "R&D; 100 % of $5 #1 a_b c^d ~e",
    "$x^2$ and $$ and \\$5",
    "שחמט مشرق (עברית) and back",
    "e\u0301 a\u0308 n\u0303 combining; é ä ñ composed; \u0301 first",
    "象棋 🀄 𐤀 \u200dzero\u200cwidth\ufeff",
    "a, b; c: d. [e] <f> (g) <b>h</b> &amp; &lt;",
    "TY  - BOOK ER  - ",
    "?` !` fi ffi --> <-- %20 %%",
    "null",
    "NA",
    "others and and AND more",
    "comma, and semicolon; tab",
    "1913",
)
LONG = ("a very long text | with {braces} & more " * 60)[:1990].strip()
NEWLINES = "first line\nsecond line\n\nthird | line\r\nfourth"
NAMES = (
    {"family": "de Voogt", "given": "Alex"},
    {"family": "Berg", "given": "Émile", "non-dropping-particle": "van der", "suffix": "Jr."},
    {"family": "Gogh", "given": "V.", "non-dropping-particle": "Van"},
    {"family": "Beethoven", "given": "Ludwig", "dropping-particle": "van"},
    {"family": "Plato"},
    {"family": "Smith", "suffix": "III"},
    {"family": "Comma, Inc", "given": "A., B."},
    {"literal": "Oxford, University of"},
    {"literal": "Board and Table and Others"},
    {"literal": "others"},
    {"family": "שלום", "given": "א."},
    {"family": "{Brace", "given": "} \\x"},
    {"family": "O'Neill & Sons", "given": "=1+1"},
)
WORKS = (
    {
        "type": "article-journal", "container-title": "Board & Games", "volume": "2",
        "issue": "1-2", "page": "98-115", "ISSN": "1234-5678", "DOI": "10.1234/ABC_d{5}<6>",
    },
    {
        "type": "book", "publisher": "A | B", "publisher-place": "Oxford; London",
        "edition": "2", "ISBN": "978-0-19-827403-3", "collection-title": "Études {sur} le jeu",
        "container-title": "Not where books have it", "number-of-volumes": "3",
    },
    {"type": "chapter", "container-title": "Games, {Ancient}", "page": "3", "note": "my | note"},
    {"type": "thesis", "publisher": "Yale", "genre": "Habilitation"},
    {"type": "thesis", "publisher": "Yale"},
    {"type": "classic", "language": "la", "original-date": {"date-parts": [[-44, 3, 15]]}},
    {
        "type": "webpage", "URL": "https://doi.org/10.2307/1357113",
        "accessed": {"date-parts": [[2024, 1, 2]]},
    },
    {"type": "webpage", "URL": "https://example.org/a_b%20c~d?x={y}&z=<1>#top"},
    {"type": "article", "issued": {"literal": "n.d."}},
    {"type": "manuscript", "archive": "British Library", "archive_location": "Add. 9227 | f. 1"},
    {"type": "paper-conference", "event": "Colloquium", "page": "1-2, 5--7", "number": "IV"},
    {"type": "report", "number": "7", "genre": "Technical report"},
    {"type": "document", "issued": {"date-parts": [[1970, 6]]}},
    {"type": "book", "issued": {"date-parts": [[1911], [1912]]}, "abstract": "=1+1 | {x}"},
    {"type": "map", "issued": {"date-parts": [[-331]]}, "medium": "=copper"},
    {"type": "article-newspaper", "issued": {"date-parts": [[1999, 12, 31]]}, "page": "A–B"},
)  # fmt: skip


def store_awkward() -> None:
    """Sources of all kinds, and records that cite them and say the same awkward things."""
    citations = [_source(number, text) for number, text in enumerate((*AWKWARD, LONG))]
    unparsed = [complete_source(CitationDraft(f"Unparsed {text}"))[0] for text in AWKWARD]
    cited = [*citations, *unparsed]
    for number, text in enumerate((*AWKWARD, LONG, NEWLINES)):
        _record(number, text, [cited[number % len(cited)], cited[-1 - number % len(cited)]])
        _related_games(text, cited[number % len(cited)])
    for source in cited:  # none stays without a record
        if not source.citations.exists():
            own = CitationDraft(source.citation, "p. | 3")
            store(Draft(f"cites-{source.pk}", GameDraft("Senet | Zenet"), citations=(own,)))


def _source(number: int, text: str) -> Source:
    csl = {
        "type": "document", "title": text, "language": "en",
        "author": list(NAMES[number % len(NAMES) :][:3]),
        "editor": [NAMES[-1 - number % len(NAMES)]],
        **WORKS[number % len(WORKS)],
    }  # fmt: skip
    return complete_source(CitationDraft(f"No. {number}: {text}"[:2000], csl=csl))[0]


def _asserted(text: str, line: str, source: str) -> dict[str, Any]:
    """Each kind of assertion with all that it can say, and with nothing."""
    by = AssertionDraft("doubtful", "scholar", line[:200].strip(), source, line[:200].strip(), text)
    known = complete_game(GameDraft("Named by | no record"))[0].slug
    return {
        "identifications": (
            IdentificationDraft(game=known, about=line[:300].strip(), **by.__dict__),
            IdentificationDraft(game=known),
        ),
        "other_dates": (
            DateDraft(role="text", date="05XX", as_given=text, **by.__dict__),
            DateDraft(role="copy", date="-0001"),
        ),
        "relations": (
            RelationDraft(relation="copy-of", target="lost", **by.__dict__),
            RelationDraft(relation="same-find", target="awkward-0.5"),
        ),
        "people": (
            PersonDraft(
                name=line[:200].strip(),
                role="informant",
                **by.__dict__,
                identifiers="https://viaf.org/viaf/1 https://www.wikidata.org/entity/Q42",
            ),
            PersonDraft(name="Nobody | else", role="maker"),
        ),
        "holdings": (
            HoldingDraft(
                museum=line[:200].strip(),
                collection=line[:200].strip(),
                number=line[:200].strip(),
                folio="1r | 2v",
                **by.__dict__,
            ),
            HoldingDraft(museum="A museum"),
        ),
        "names": (
            NameDraft(
                text=line[:200].strip(),
                of="piece",
                language="fa",
                script="Arab",
                transliteration=line[:200].strip(),
                meaning=line[:200].strip(),
                passage=3,
                **by.__dict__,
            ),
            NameDraft(text="a name", of="move"),
        ),
    }


def _related_games(text: str, source: Source) -> None:
    """The game of the newest record, derived from one that has none, and a variant of the first."""
    line = " ".join(text.split())[:200].strip()
    complete_game(GameDraft("Named by | no record"))
    games = Game.objects.filter(evidence__identifier__startswith="awkward-").order_by("pk")
    said = {"certainty": "doubtful", "voice": "scholar", "who": line, "locator": line}
    related = [
        GameRelationDraft(
            relation="derived-from", target="named-by-no-record", source=source.citation,
            reason=text, **said,
        ),
        GameRelationDraft(relation="variant-of", target=games[0].slug),
    ]  # fmt: skip
    newest = games.reverse()[0]
    store_relations(newest, related[: 1 if newest == games[0] else 2])


def _record(number: int, text: str, sources: list[Source]) -> None:
    one_line = " ".join(text.split())
    store(
        Draft(
            identifier=f"awkward-{number}",
            game=GameDraft(f"Game {number} {one_line}"[:200].strip()),
            title=one_line[:300].strip(),
            type="artifact",
            date="-0331~/1300",
            date_as_given=text,
            date_role="copy" if number % 2 else "",
            **_asserted(text, one_line, sources[0].citation),
            rules=text,
            content=f"{text}\n{text}",
            confidence=number,
            confidence_reason=text,
            judged_by=one_line[:200].strip(),
            places=(
                PlaceDraft(
                    name=one_line[:300].strip(), as_given=text, lat_u=1, lon_u=-179_999_999,
                    precision="site", certainty="disputed", role="made",
                ),
                PlaceDraft(name="nowhere", role="found" if number % 2 else ""),
            ),
            citations=tuple(
                CitationDraft(
                    source.citation, one_line[:200].strip(), seen="via", via=one_line,
                    pages_checked=one_line[:200].strip(),
                )
                for source in sources
            ),
            quotations=(
                QuotationDraft(text, "he", one_line[:200].strip(), None, one_line[:300].strip()),
            ),
            terms={"uncertainty": ("Graffiti",), "status": (one_line[:80].strip(), "B | b")},
            external_ids={"museum": one_line[:500].strip()},
        )
    )  # fmt: skip
    assert Evidence.objects.filter(identifier=f"awkward-{number}").exists()
