"""Examples of what the site is for: words of a record, the rule that they state, and its place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from evidence.models import Citation, Evidence, Phrase, Place, Quotation
from evidence.vocabulary import Relation
from games.models import Clause, Moment
from games.moments import cost, query_of

MOST = 2000  # marked phrases that are considered
AROUND = 150  # characters shown before and after the marked words
ENDS = re.compile(r"[.!?]\s|\n")
STATED = (Clause.Status.ATTESTED, Clause.Status.DISPUTED)
PLAYED = (Moment.Role.ALLOWED, Moment.Role.EFFECT, Moment.Role.ENDED)


@dataclass(frozen=True)
class Example:
    """A phrase whose clause shows up in a recorded game; `following` is the key of another."""

    key: str
    following: str
    phrase: Phrase
    moment: Moment
    place: Place
    sentence: tuple[str, str, str]

    @property
    def address(self) -> str:
        """The address of the ruleset's page that shows the rule on the board."""
        return self.phrase.clause.ruleset.get_absolute_url() + query_of(self.moment)

    @property
    def citation(self) -> Citation | None:
        """The first citation of the record."""
        return self.record.citations.select_related("source").first()

    @property
    def record(self) -> Evidence:
        """The record that has the phrase."""
        return self.phrase.evidence


def example(key: str) -> Example | None:
    """The example with that key, or else the first one; None if there are no examples."""
    keys = list(_keys())
    if not keys:
        return None
    at = keys.index(key) if key in keys else 0
    return _example(keys[at], keys[(at + 1) % len(keys)])


def _keys() -> Iterable[str]:
    """Each phrase with a moment: the clearest of each ruleset, then the next of each, and so on."""
    phrases = _phrases().values_list(
        "clause__ruleset", "clause", "evidence__identifier", "position"
    )
    clearest = clearest_moments({clause for _ruleset, clause, *_rest in phrases})
    found = defaultdict(list)
    for ruleset, clause, record, position in phrases:
        if clause in clearest:
            found[ruleset].append((cost(clearest[clause]), record, position))
    turns = [
        (turn, ruleset, f"{record}.{position}")
        for ruleset, each in found.items()
        for turn, (_cost, record, position) in enumerate(sorted(each))
    ]
    return [key for _turn, _ruleset, key in sorted(turns)]


def _phrases() -> QuerySet[Phrase]:
    """Phrases that state a rule, of records with a place on the map."""
    placed = Place.objects.exclude(lat_u=None, region=None).values("evidence")
    return Phrase.objects.filter(
        relation=Relation.DESCRIBES, clause__status__in=STATED, evidence__in=placed
    ).order_by("pk")[:MOST]


def clearest_moments(clauses: Iterable[int]) -> dict[int, Moment]:
    """For each clause the moment at which a move shows it most clearly, if there is one."""
    moments = Moment.objects.filter(clause__in=clauses, role__in=PLAYED, ply__gt=0)
    found: dict[int, Moment] = {}
    for moment in moments.order_by("pk"):
        kept = found.get(moment.clause_id)
        if kept is None or cost(moment) < cost(kept):
            found[moment.clause_id] = moment
    return found


def _example(key: str, following: str) -> Example | None:
    identifier, _dot, position = key.rpartition(".")
    phrases = Phrase.objects.select_related("evidence__game", "clause__ruleset__game")
    phrase = phrases.filter(evidence__identifier=identifier, position=position).first()
    clearest = clearest_moments([phrase.clause_id]).get(phrase.clause_id) if phrase else None
    if phrase is None or clearest is None:
        return None  # deleted meanwhile
    moment = Moment.objects.select_related("match__ruleset__game", "clause").get(pk=clearest.pk)
    places = phrase.evidence.places.select_related("region")
    place = next(each for each in places if each.lat_u is not None or each.region is not None)
    words = sentence(_text(phrase), phrase.start, phrase.end)
    return Example(key, following, phrase, moment, place, words)


def _text(phrase: Phrase) -> str:
    record = phrase.evidence
    if phrase.field == Phrase.Field.QUOTATION and phrase.quotation is not None:
        quotations: list[Quotation] = list(record.quotations.all())
        return quotations[phrase.quotation].text
    return str(getattr(record, phrase.field))


def sentence(text: str, start: int, end: int) -> tuple[str, str, str]:
    """The sentence around some characters of a text: before them, themselves, after them."""
    begins = max((found.end() for found in ENDS.finditer(text, 0, start)), default=0)
    ends = ENDS.search(text, max(start, end - 1))
    before, after = text[begins:start], text[end : ends.start() + 1 if ends else None]
    if len(before) > AROUND:
        before = "… " + before[-AROUND:].partition(" ")[2]
    if len(after) > AROUND:
        after = after[:AROUND].rpartition(" ")[0] + " …"
    return before, text[start:end], after.rstrip("\n")
