"""Examples of what the site is for: words of a record, the rule that they state, and its place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from evidence.models import Citation, ClauseCitation, Evidence, Phrase, Place, Quotation
from evidence.vocabulary import Relation
from games.models import Clause, Moment
from games.moments import cost, query_of

MOST = 5000  # phrases, and citations of clauses, that are considered
AROUND = 150  # characters shown before and after the marked words
ENDS = re.compile(r"[.!?]\s|\n")
STATED = (Clause.Status.ATTESTED, Clause.Status.DISPUTED)
PLAYED = (Moment.Role.ALLOWED, Moment.Role.EFFECT, Moment.Role.ENDED)
BOTH = ":"  # between the parts of the key of a clause without a phrase
UNMARKED = 1  # after all phrases of its ruleset


@dataclass(frozen=True)
class Example:
    """A clause that shows up in a recorded game, and words that state it.

    The words are a marked phrase of a record, or those of the clause itself that cites it.
    `following` is the key of another example.
    """

    key: str
    following: str
    record: Evidence
    clause: Clause
    moment: Moment
    place: Place
    sentence: tuple[str, str, str]
    kind: str  # "quotation", "record" or "clause": whose words they are

    @property
    def address(self) -> str:
        """The address of the ruleset's page that shows the rule on the board."""
        return self.clause.ruleset.get_absolute_url() + query_of(self.moment)

    @property
    def citation(self) -> Citation | None:
        """The first citation of the record."""
        return self.record.citations.select_related("source").first()


def example(key: str) -> Example | None:
    """The example with that key, or else the first one; None if there are no examples."""
    keys = list(_keys())
    if not keys:
        return None
    at = keys.index(key) if key in keys else 0
    return _example(keys[at], keys[(at + 1) % len(keys)])


def _keys() -> Iterable[str]:
    """Each clause with a moment: the clearest phrase of each ruleset, then the next, and so on."""
    phrases = list(
        _phrases().values_list("clause__ruleset", "clause", "evidence__identifier", "position")
    )
    told = {clause for _ruleset, clause, *_rest in phrases}
    cited = [row for row in _cited() if row[1] not in told]
    clearest = clearest_moments({row[1] for row in (*phrases, *cited)})
    found = defaultdict(list)
    for ruleset, clause, record, position in phrases:
        if clause in clearest:
            found[ruleset].append((0, cost(clearest[clause]), f"{record}.{position}"))
    for ruleset, clause, record, name in cited:
        if clause in clearest:
            found[ruleset].append((UNMARKED, cost(clearest[clause]), BOTH.join((record, *name))))
    turns = [
        (turn, *each, ruleset)
        for ruleset, all_of_it in found.items()
        for turn, each in enumerate(sorted(all_of_it))
    ]
    return [key for _turn, _unmarked, _cost, key, _ruleset in sorted(turns)]


def _placed() -> QuerySet[Place, Any]:
    return Place.objects.exclude(lat_u=None, region=None).values("evidence")


def _phrases() -> QuerySet[Phrase]:
    """Phrases that state a rule, of records with a place on the map."""
    return Phrase.objects.filter(
        relation=Relation.DESCRIBES, clause__status__in=STATED, evidence__in=_placed()
    ).order_by("pk")[:MOST]


def _cited() -> Iterable[tuple[int, int, str, tuple[str, str]]]:
    """Clauses that cite a record with a place on the map, the first such record of each."""
    rows = ClauseCitation.objects.filter(
        relation=Relation.DESCRIBES, clause__status__in=STATED, evidence__in=_placed()
    ).exclude(clause__text="")
    seen = set()
    values = rows.values_list(
        "clause__ruleset", "clause", "evidence__identifier", "clause__ruleset__slug", "clause__name"
    )
    for ruleset, clause, record, slug, name in values.order_by("pk")[:MOST]:
        if clause not in seen:
            seen.add(clause)
            yield ruleset, clause, record, (slug, name)


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
    """The example of a key; None if what it is made of was deleted meanwhile."""
    words = _of_clause(key) if BOTH in key else _of_phrase(key)
    if words is None:
        return None
    record, clause, said, kind = words
    clearest = clearest_moments([clause.pk]).get(clause.pk)
    places = record.places.select_related("region").defer("region__shape")
    place = next((each for each in places if each.lat_u is not None or each.region), None)
    if clearest is None or place is None:
        return None
    moment = Moment.objects.select_related("match__ruleset__game", "clause").get(pk=clearest.pk)
    return Example(key, following, record, clause, moment, place, said, kind)


Words = tuple[Evidence, Clause, tuple[str, str, str], str]


def _of_phrase(key: str) -> Words | None:
    identifier, _dot, position = key.rpartition(".")
    phrases = Phrase.objects.select_related("evidence__game", "clause__ruleset__game")
    phrase = phrases.filter(evidence__identifier=identifier, position=position).first()
    if phrase is None:
        return None
    quoted = phrase.field == Phrase.Field.QUOTATION
    said = sentence(_text(phrase), phrase.start, phrase.end)
    return phrase.evidence, phrase.clause, said, "quotation" if quoted else "record"


def _of_clause(key: str) -> Words | None:
    identifier, slug, name = key.split(BOTH)
    clauses = Clause.objects.select_related("ruleset__game")
    clause = clauses.filter(ruleset__slug=slug, name=name).first()
    record = Evidence.objects.select_related("game").filter(identifier=identifier).first()
    if clause is None or record is None:
        return None
    end = ENDS.search(clause.text)
    first = clause.text[: end.start() + 1] if end else clause.text
    return record, clause, ("", first, ""), "clause"


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
