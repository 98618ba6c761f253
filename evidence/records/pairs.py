"""Two records side by side: the same questions asked of both, and whether they answer alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from evidence.models import Citation, Evidence, Place
from evidence.records.when import date_words
from evidence.vocabulary import Vocabulary
from games.models import Ruleset

Answer = list[str]


@dataclass(frozen=True)
class Row:
    """A question with the answer of either record; an empty one is not known."""

    label: str
    a: Answer
    b: Answer

    @property
    def same(self) -> bool:
        """Whether both answer, and alike."""
        return bool(self.a) and self.a == self.b


def rows(a: Evidence, b: Evidence) -> list[Row]:
    """What is known of either of two records; what is known of neither is left out."""
    asked = [Row(label, answer(a), answer(b)) for label, answer in _questions()]
    return [row for row in asked if row.a or row.b]


def ruleset_pairs(a: Evidence, b: Evidence) -> list[tuple[Ruleset, Ruleset]]:
    """Each ruleset of the first with each other one of the second."""
    return [
        (one.ruleset, other.ruleset)
        for one in a.ruleset_links.all()
        for other in b.ruleset_links.all()
        if one.ruleset_id != other.ruleset_id
    ]


def _questions() -> Iterator[tuple[str, Callable[[Evidence], Answer]]]:
    yield _("Game"), lambda record: [str(record.game)]
    yield _("Type"), lambda record: _said(record.get_type_display())
    yield _("Date"), lambda record: _said(date_words(record) if record.date else "")
    yield _("Date as given"), lambda record: _said(record.date_as_given)
    yield _("Places"), lambda record: [_place(place) for place in record.places.all()]
    yield _("Confidence"), _confidence
    yield _("What it shows"), lambda record: _said(record.rules)
    yield _("About this source"), lambda record: _said(record.content)
    yield _("Quotations"), lambda record: [each.text for each in record.quotations.all()]
    yield _("Sources"), lambda record: [_citation(each) for each in record.citations.all()]
    for vocabulary in Vocabulary:
        yield str(vocabulary.label), _terms(vocabulary)
    yield _("Rulesets"), _rulesets


def _said(text: str) -> Answer:
    return [text] if text else []


def _citation(citation: Citation) -> str:
    return str(citation)


def _place(place: Place) -> str:
    more = [place.precision and place.get_precision_display()]
    more.append(place.certainty and place.get_certainty_display())
    return ", ".join([str(place), *(str(word) for word in more if word)])


def _confidence(record: Evidence) -> Answer:
    if record.confidence is None:
        return []
    told = _("%(number)d of 100") % {"number": record.confidence}
    return [f"{told}: {record.confidence_reason}" if record.confidence_reason else told]


def _terms(vocabulary: Vocabulary) -> Callable[[Evidence], Answer]:
    return lambda record: sorted(
        str(term) for term in record.terms.all() if term.vocabulary == vocabulary
    )


def _rulesets(record: Evidence) -> Answer:
    return [
        f"{link.ruleset} ({link.get_relation_display()})" for link in record.ruleset_links.all()
    ]
