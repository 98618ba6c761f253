"""A text of rules with what is said of it in words: fields in lines, and what differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from evidence.editing.curation.labels import in_line, word
from evidence.editing.curation.ruleset_models import RulesetSave, RulesetVersion
from evidence.editing.curation.rulesets.contents import Cited, Content
from evidence.editing.curation.telling import Compared, Told, compare_told
from evidence.editing.curation.words import lines
from evidence.models import Claim, Source
from evidence.vocabulary import Relation
from games.models import Clause, Ruleset

LONGEST_TITLE = 90
Version = RulesetVersion | RulesetSave


def tell(content: Content, cited: Cited | None = None) -> list[Told]:
    """All fields but the text, in the order in which they are read."""
    cited = cited or Cited(content)
    told = [
        Told("name", _("Name"), [content["name"], word(Ruleset.Kind, content["kind"])]),
        Told("summary", _("Summary"), content["summary"].split("\n")),
        Told("pieces", _("Pieces"), [_piece(*each) for each in sorted(content["pieces"].items())]),
    ]
    order = [row["title"] or row["name"] for row in content["clauses"]]
    told.append(Told("order", _("Order of the clauses"), order))
    told += [_clause(row, cited) for row in content["clauses"]]
    if content.get("let_go"):
        said = _("Clauses that go with their moments")
        told.append(Told("let_go", said, list(content["let_go"])))
    return told


def compare(old: Content | None, new: Content) -> list[Compared]:
    """All fields of either with what differs; with nothing (None) to compare, all is new."""
    cited = Cited(*([old, new] if old else [new]))
    before, after = tell(old, cited) if old else [], tell(new, cited)
    kept = {told.field for told in after}
    return compare_told(
        before, after, [*after, *(each for each in before if each.field not in kept)]
    )


def changed(old: Content | None, new: Content) -> list[Compared]:
    """The fields that differ, with what differs."""
    return [field for field in compare(old, new) if field.changed]


def what_differs(old: Version, new: Version) -> list[str]:
    """The names of what differs: the text, and, where both are known, fields beside it."""
    names = [_("The text")] if old.text != new.text else []
    if old.content is None or new.content is None:
        return names
    return [*names, *(field.label for field in changed(old.content, new.content))]


def compared(label: str, old: object, new: object) -> Compared:
    """What differs in something that is said of a draft alone, as its reason."""
    return Compared("", label, lines(str(old).split("\n"), str(new).split("\n")))


def _piece(name: str, look: Mapping[str, Any]) -> str:
    told = {"name": name} | {key: look.get(key, "") for key in ("symbol", "letter")}
    return (
        f"{name}: {look.get('name', '')}"
        + " · "
        + _("drawn as %(symbol)s, letter %(letter)s") % told
        + (f" · {look['side']}" if look.get("side") else "")
    )


def _clause(row: Content, cited: Cited) -> Told:
    said = [row["title"], *row["text"].split("\n"), word(Clause.Status, row["status"])]
    if row["reason"]:
        said += row["reason"].split("\n")
    said += [_citation(each, cited) for each in row["citations"]]
    for part in row.get("parts", ()):
        said += [part["text"], *map(_claim, part["claims"])]
    label = _("Clause “%(name)s”") % {"name": row["name"]}
    return Told(f"clauses.{row['name']}", label, said)


def _citation(row: Content, cited: Cited) -> str:
    source = cited.sources.get(row["source"])
    said = f"{word(Relation, row['relation'])}: {_short(source) if source else row['source']}"
    record = _("record %(record)s") % {"record": row["evidence"]} if row["evidence"] else ""
    return in_line({**row, "source": said, "evidence": record}, source="", locator="", evidence="")


def _claim(row: Content) -> str:
    said = row | {
        "stance": f"{word(Claim.Voice, row['voice'])} {word(Claim.Stance, row['stance'])}"
    }
    if passage := row.get("passage"):
        told = {"record": passage[0], "n": passage[1]}
        said["passage"] = _("passage %(n)d of record %(record)s") % told
    return in_line(said, stance="", who="", passage="", certainty=Claim.Certainty, reason="")


def _short(source: Source) -> str:
    said = source.citation
    return said if len(said) <= LONGEST_TITLE else f"{said[:LONGEST_TITLE]}…"
