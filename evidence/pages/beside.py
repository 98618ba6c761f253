"""What stands beside the rules of a record, by how long their list is, and the place they share."""

from __future__ import annotations

from evidence.models import Evidence, RulesetLink

# Heights on a wide page, in pixels: they only decide which part of the page goes where.
CLAUSE, RULES, BOARD = 37, 170, 330
LETTER, TEXTS, SOURCE, PICTURE, PASSAGE = 0.45, 200, 60, 400, 130
MOST_OPEN, FOLDED = 12, 115  # passages; more are folded
EMPTY = 220  # what may stay empty beside the rules
WHERE_AND_DOUBTS = 850


def wide_parts(record: Evidence, pictures: int, passages: int) -> set[str]:
    """Which of "where" and "facts" stand at the left, below what the record says.

    One of them does always, so that neither column has a hole; both do beside a very long list.
    """
    overhang = _height_of_rules(record) - _height_of_texts(record, pictures, passages) - EMPTY
    if overhang <= 0:
        return {"facts"}
    return {"where", "facts"} if overhang > WHERE_AND_DOUBTS else {"where"}


def _height_of_rules(record: Evidence) -> float:
    return sum(
        BOARD if link.shows_board else RULES + CLAUSE * len(link.ruleset.clauses.all())
        for link in record.ruleset_links.all()
    )


def _height_of_texts(record: Evidence, pictures: int, passages: int) -> float:
    written = LETTER * (len(record.rules) + len(record.content)) + TEXTS
    shown = PASSAGE * passages if passages <= MOST_OPEN else FOLDED
    return written + shown + SOURCE * len(record.citations.all()) + PICTURE * pictures


def common_locators(record: Evidence) -> dict[int, str]:
    """By ruleset, where in its source the record has its rules, if one place is given for all."""
    found = {link.ruleset_id: _locators(record, link) for link in record.ruleset_links.all()}
    return {pk: next(iter(each)) for pk, each in found.items() if len(each) == 1}


def _locators(record: Evidence, link: RulesetLink) -> set[str]:
    return {
        citation.locator
        for clause in link.ruleset.clauses.all()
        for citation in clause.citations.all()
        if citation.evidence_id == record.pk and citation.locator
    }
