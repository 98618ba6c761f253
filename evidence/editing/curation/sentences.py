"""Sentences of sources in the content of a proposal: read, checked, and in words.

A row with a `number` is a passage that the record has. It corrects that passage, or withdraws it;
passages that no row names stay as they are. `had` has the claims that rested on it when the draft
was begun: what differs in `claims` is changed, so that claims of others meanwhile stay.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from evidence.editing.curation.assertions import wrong_source
from evidence.editing.curation.labels import clause_in_words, in_line
from evidence.editing.curation.pointing import numbered
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.models import Claim, ClausePart, Passage
from games.models import Clause

NAME, CLAIMS, HAD, WITHDRAWN = "sentences", "claims", "had", "withdrawn"
PASSAGE = ("text", "kind", "language", "by", "locator", "rights", "voice", "bearing")
CLAIM = ("stance", "who", "certainty", "reason")


def sentences_of(identifier: str, passages: list[Content]) -> list[Content]:
    """The passages of a version as rows, with the claims that rest on them now."""
    claims = _stored_claims(identifier)
    numbers = [row["number"] for row in passages]
    rows = numbered(passages, "original", numbers)
    return [_with_claims(row, claims[row["number"]]) for row in rows]


def _with_claims(row: Content, claims: list[Content]) -> Content:
    return row | ({CLAIMS: claims, HAD: claims} if claims else {})


def _stored_claims(identifier: str) -> dict[int, list[Content]]:
    """The claims that rest on the passages of a record, by their numbers."""
    found: dict[int, list[Content]] = defaultdict(list)
    rows = Claim.objects.filter(passage__evidence__identifier=identifier)
    for passage, said in said_of(rows):
        found[passage.passage.number].append(said)
    return found


def said_of(rows: Any) -> Iterator[tuple[Any, Content]]:
    """Claims that rest on passages, each with what a proposal says of it."""
    claims = list(rows.select_related("part__clause__ruleset", "passage"))
    clauses = {claim.part.clause_id for claim in claims}
    parts: dict[int, list[int]] = defaultdict(list)
    stored = ClausePart.objects.filter(clause__in=clauses).order_by("position", "pk")
    for clause, pk in stored.values_list("clause", "pk"):
        parts[clause].append(pk)
    for claim in claims:
        clause, among = claim.part.clause, parts[claim.part.clause_id]
        said: Content = {"ruleset": clause.ruleset.slug, "clause": clause.name}
        if len(among) > 1:
            said["part"] = among.index(claim.part_id) + 1
        if claim.voice not in Passage.Voice.values:
            said["claimed_by"] = claim.voice
        rest = {name: getattr(claim, name) for name in CLAIM}
        yield claim, said | {name: value for name, value in rest.items() if value}


def read(content: Content) -> None:
    """Drop blank rows; name sources in their one form."""
    rows = content.get(NAME, ())
    kept = [at for at, row in enumerate(rows) if row]
    content[NAME] = numbered(map(_read, filter(None, rows)), "original", kept)


def _read(row: Content) -> Content:
    voice = row.get("voice", Passage.Voice.WITNESS)
    claims = {
        name: [_without_voice(claim, voice) for claim in row.get(name, ()) if claim]
        for name in (CLAIMS, HAD)
    }
    return {name: value for name, value in (row | claims).items() if value != []}


def _without_voice(claim: Content, voice: str) -> Content:
    """A claim of the passage itself does not say again who speaks."""
    return {k: v for k, v in claim.items() if (k, v) != ("claimed_by", voice)}


def wrong(content: Content) -> Iterator[Fault]:
    """Sentences without words or source, and claims about clauses that are none."""
    rows = content.get(NAME, ())
    cited = {row.get("citation") for row in content.get("citations", ())}
    numbers = Counter(row["number"] for row in rows if "number" in row)
    for position, row in enumerate(rows):
        field = f"{NAME}.{position}"
        if numbers[row.get("number")] > 1:
            yield Fault(f"{field}.text", _("another row is the same sentence: remove one of them"))
        if WITHDRAWN in row:
            continue
        if not row.get("text"):
            yield Fault(f"{field}.text", _("write the sentence, as the source has it or in short"))
        if not row.get("kind"):
            yield Fault(f"{field}.kind", _("say whether these are the words of the source"))
        if not row.get("source") and not row.get("by"):
            yield Fault(f"{field}.source", _("say which source it is from"))
        yield from wrong_source(field, row, cited)
        if row.get("original") == position:
            yield Fault(f"{field}.original", _("it cannot be the translation of itself"))
        for at, claim in enumerate(row.get(CLAIMS, ())):
            yield from _wrong_claim(f"{field}.{CLAIMS}.{at}", claim, row)


def _wrong_claim(field: str, claim: Content, row: Content) -> Iterator[Fault]:
    if "clause" not in claim:
        yield Fault(f"{field}.clause", _("choose the clause that the claim is about"))
        return
    if row.get("bearing") == Passage.Bearing.NONE:
        yield Fault(f"{field}.clause", _("the sentence states no rule, but names a clause"))
    if "stance" not in claim:
        yield Fault(f"{field}.stance", _("say what it does to the clause"))
    if claim.get("claimed_by") in Passage.Voice.values:
        yield Fault(f"{field}.claimed_by", _("the sentence says otherwise who speaks in it"))
    parts = parts_of(claim)
    if not parts:
        yield Fault(f"{field}.clause", _("choose the clause that the sentence is about"))
    elif claim.get("part", 1) > len(parts):
        yield Fault(f"{field}.clause", _("the clause has no such part"))


def parts_of(claim: Content) -> list[ClausePart]:
    """The parts of the clause that a claim names, in order."""
    clauses = Clause.objects.filter(ruleset__slug=claim.get("ruleset"), name=claim["clause"])
    return list(ClausePart.objects.filter(clause__in=clauses).order_by("position", "pk"))


def begun(base: list[Content], rows: list[Content]) -> list[Content]:
    """The sentences of a version with the claims that they had when the rows were begun."""
    had = {row["number"]: row.get(HAD, []) for row in rows if "number" in row}
    return [row | {CLAIMS: had.get(row["number"], row.get(CLAIMS, []))} for row in base]


def tell(row: Content) -> Iterator[str]:
    """A sentence on one line, and each of its claims on another."""
    yield in_line(
        row | ({"number": _("withdrawn")} if WITHDRAWN in row else {"number": ""}),
        number="", text="", kind=Passage.Kind, voice=Passage.Voice, bearing=Passage.Bearing,
        language="", by="", source="", locator="", rights="",
    )  # fmt: skip
    for claim in () if WITHDRAWN in row else row.get(CLAIMS, ()):
        yield f"→ {_claim(claim)}"


def _claim(claim: Content) -> str:
    said = claim | {"clause": clause_in_words(claim)}
    if "statement" in claim:
        said["statement"] = _("new part: %(text)s") % {"text": claim["statement"]}
    return in_line(
        said, claimed_by=Claim.Voice, certainty=Claim.Certainty, stance=Claim.Stance, clause="",
        statement="", who="", reason="",
    )  # fmt: skip
