"""What is clear in citations as authors write them, and quotations that end in a reference.

Nothing is guessed: what does not have one of the forms below stays as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from evidence.drafts import CitationDraft, QuotationDraft

# Author. Year. the rest
CITATION = re.compile(r"(?P<authors>[^\"]+?) (?P<year>[12][0-9]{3})[a-z]?\. (?P<rest>.+)")
ONE_AUTHOR = re.compile(r"(?P<family>[^,;&()]+), (?P<given>(?!.*\band\b)[^,;&()]+)")
INITIAL = re.compile(r"(?:^|[ .-])[^\W\d_]\.$")
BOOK = re.compile(r"(?P<title>[^\"]+?)\. (?P<place>[^:.\"]+): (?P<publisher>[^:\"0-9]+?)\.?")
ARTICLE = re.compile(r"\"(?P<title>[^\"]+?)[.,]?\" (?P<container>[^0-9]*?[^0-9,\s])[, ]+[0-9].*")

# Content that ends in `"the exact words" Author Year: locator.`
QUOTED = re.compile(r'(?P<before>.*)"(?P<words>[^"]+)" (?P<reference>[^"]+)', re.DOTALL)
SENTENCE_END = re.compile(r".*[.!?:…)\]] ", re.DOTALL)
REFERENCE = re.compile(
    r"(?P<author>[^\W\d_][^\d\":;]{1,80}?),? (?P<year>[0-9]{3,4})[a-z]?"
    r"(?:: ?(?P<locator>[^\":]{1,100}?))?\.?"
)


def read_citations(text: str) -> tuple[CitationDraft, ...]:
    """The citations of a Source field; several only where each one plainly is one."""
    for parts in (text.splitlines(), text.split("; ")):
        given = [" ".join(part.split()) for part in parts if part.strip()]
        if len(given) > 1 and all(CITATION.fullmatch(part) for part in given):
            return tuple(read_citation(part) for part in given)
    return (read_citation(" ".join(text.split())),)


def read_citation(text: str) -> CitationDraft:
    """A citation as given, with the CSL fields that are clear in it."""
    match = CITATION.fullmatch(text)
    if match is None:
        return CitationDraft(text)
    csl = {
        "author": [_author(match["authors"])],
        "issued": {"date-parts": [[int(match["year"])]]},
        **_work(match["rest"]),
    }
    return CitationDraft(text, csl=csl)


def _author(text: str) -> dict[str, str]:
    text = text.strip()
    if not INITIAL.search(text):
        text = text.removesuffix(".")
    match = ONE_AUTHOR.fullmatch(text)
    return match.groupdict() if match else {"literal": text}


def _work(rest: str) -> dict[str, Any]:
    book = BOOK.fullmatch(rest)
    if book:
        return {
            "type": "book",
            "title": book["title"],
            "publisher": book["publisher"],
            "publisher-place": book["place"],
        }
    article = ARTICLE.fullmatch(rest)
    if article:
        return {
            "type": "article",
            "title": article["title"],
            "container-title": article["container"],
        }
    return {"type": "document"}


def split_content(
    content: str, citations: Sequence[CitationDraft]
) -> tuple[str, tuple[QuotationDraft, ...], tuple[CitationDraft, ...]]:
    """Words of the curator, the quotation after them, and the citations with its locator.

    `join_content` gives the content back to the letter. All of it stays together unless it ends
    in one quotation in straight quotes, opened where a sentence begins, and its reference.
    """
    match = QUOTED.fullmatch(content)
    reference = REFERENCE.fullmatch(match["reference"]) if match else None
    if match is None or reference is None or not _begins_sentence(match["before"]):
        return content, (), tuple(citations)
    index = _cited(reference, citations)
    quotation = QuotationDraft(match["words"], citation=index, as_cited=match["reference"])
    cited = [
        replace(citation, locator=reference["locator"] or "") if position == index else citation
        for position, citation in enumerate(citations)
    ]
    return match["before"].removesuffix(" "), (quotation,), tuple(cited)


def join_content(content: str, quotations: Sequence[QuotationDraft]) -> str:
    """The inverse of `split_content`."""
    quoted = [f'"{quotation.text}" {quotation.as_cited}' for quotation in quotations]
    return " ".join([content, *quoted] if content else quoted)


def _begins_sentence(before: str) -> bool:
    """Whether a quote after these words opens one: none is open, and no sentence is."""
    if before.count('"') % 2:
        return False
    return not before or bool(SENTENCE_END.fullmatch(before))


def _cited(reference: re.Match[str], citations: Sequence[CitationDraft]) -> int | None:
    """The position of the one citation whose first author and year the reference names."""
    found = [
        position
        for position, citation in enumerate(citations)
        if _agrees(reference, citation.citation)
    ]
    return found[0] if len(found) == 1 else None


def _agrees(reference: re.Match[str], citation: str) -> bool:
    match = CITATION.fullmatch(citation)
    if match is None:
        return False
    first_name = re.split(r",| and | & ", match["authors"])[0].rstrip(".").casefold()
    author = reference["author"].casefold()
    same_name = author == first_name or re.match(re.escape(first_name) + r"\b", author)
    return bool(same_name) and match["year"] == reference["year"]
