"""Contents told in words: fields with their names, each in lines; and what differs between two."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.claims.assertions import KINDS
from evidence.editing.curation import as_typed, assertions, pictures, related_games, sentences
from evidence.editing.curation.areas import in_words as area_in_words
from evidence.editing.curation.labels import clause_in_words, in_line, word
from evidence.editing.curation.merging import Clash
from evidence.editing.curation.names import CALLED, ruleset_names, with_names
from evidence.editing.curation.phrases import text_of
from evidence.editing.curation.words import Line, Steps, lines
from evidence.history.contents import Content
from evidence.places import Point, print_decimal
from evidence.quoting import marked_once
from evidence.records.labels import LABELS, label_of
from evidence.vocabulary import (
    Certainty,
    DateRole,
    EvidenceType,
    PlaceRole,
    Precision,
    Relation,
    RulesetRelation,
    Seen,
)

UNTOLD = ("identifier", "game", as_typed.NAME)
UNKNOWN = {
    "game": gettext_lazy("the game"),
    "date": gettext_lazy("the date"),
    "place": gettext_lazy("the place"),
    "judge": gettext_lazy("who rated it"),
}


class Told(NamedTuple):
    """A field in words."""

    field: str
    label: str
    lines: list[str]


class Compared(NamedTuple):
    """A field of two contents: the newer one's lines, with what changed in them."""

    field: str
    label: str
    lines: list[Line]

    @property
    def changed(self) -> bool:
        """Whether the two differ."""
        return any(line.changed for line in self.lines)


def tell(content: Content) -> list[Told]:
    """The content in the order in which it is read."""
    content = as_typed.marked(with_names(content))
    return [Told(name, label_of(name), list(_lines(name, content))) for name in _names(content)]


def _names(content: Content) -> list[str]:
    """The names of the fields that a review shows, in order."""
    names = [*LABELS, *(name for name in content if name not in LABELS and name != "terms")]
    told = [name for name in names if name in content and name not in UNTOLD]
    return [*told, *(f"terms.{vocabulary}" for vocabulary in content.get("terms", {}))]


def compare(old: Content, new: Content) -> list[Compared]:
    """All fields of either, in order, with what differs word by word."""
    return compare_told(*_beside(old, new))


def compare_told(
    before: Iterable[Told], after: Iterable[Told], order: Iterable[Told]
) -> list[Compared]:
    """The fields of `order` with what differs between their lines before and after."""
    old, new = ({told.field: told.lines for told in each} for each in (before, after))
    steps = Steps()
    return [
        Compared(field, label, lines(old.get(field, []), new.get(field, []), steps))
        for field, label, _lines in order
    ]


def differing(old: Content, new: Content) -> list[str]:
    """The names of the fields that differ, in order; which of their words takes long to find."""
    before, after, order = _beside(old, new)
    same = [told for told in before if told in after]
    return [told.label for told in order if not any(told.field == each.field for each in same)]


def _beside(old: Content, new: Content) -> tuple[list[Told], list[Told], list[Told]]:
    """The fields of both in words, and those of either in order."""
    names = _names({**old, **new, "terms": _all_terms(old, new)})
    return tell(old), tell(new), [Told(name, label_of(name), []) for name in names]


def _all_terms(old: Content, new: Content) -> Content:
    names = {**old.get("terms", {}), **new.get("terms", {})}
    return {name: names[name] for name in sorted(names)}


class ClashTold(NamedTuple):
    """A field that both changed: what each of the two says now."""

    field: str
    label: str
    theirs: list[str]
    yours: list[str]
    is_joined: bool  # whether the words of both stand in the field now


def clash_in_words(clash: Clash) -> ClashTold:
    """A clash as the page shows it."""
    theirs, yours = _clashing(clash.field, clash.theirs), _clashing(clash.field, clash.yours)
    is_joined = clash.joined not in (clash.theirs, clash.yours)
    field = {"game": "game_name"}.get(clash.field, clash.field)
    return ClashTold(field, label_of(field), theirs, yours, is_joined)


def _clashing(field: str, value: Any) -> list[str]:
    """A value in lines; nothing where it was emptied."""
    if value in (None, "", [], {}):
        return []
    if field == "game":
        return [str(value[1])]
    if "." not in field and field != "quotations":
        return [line for told in tell({field: value}) for line in told.lines]
    rows = value if isinstance(value, list) else [value]
    return [line for row in rows for line in _values(row).split("\n")]


def _values(value: Any) -> str:
    return " · ".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def _lines(name: str, content: Content) -> Iterable[str]:
    whole, _dot, vocabulary = name.partition(".")
    if vocabulary:
        return list(content[whole][vocabulary])
    value = content[name]
    if name in ROWS:
        return [ROWS[name](row, content) for row in value]
    if name in WHOLE:
        return WHOLE[name](value)
    if isinstance(value, dict):
        return [f"{key}: {each}" for key, each in value.items()]
    if isinstance(value, list):
        return [each if isinstance(each, str) else _plainly(each) for each in value]
    return str(value).split("\n")


def _plainly(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _lines_of(tell: Callable[[Content], Iterable[str]]) -> Callable[[Any], Iterable[str]]:
    """The lines of all rows, of which each has several."""
    return lambda rows: chain.from_iterable(map(tell, rows))


def _place(row: Content, _content: Content) -> str:
    said = row | {"area": area_in_words(row) or _region(row)}
    if "lat_u" in row and "lon_u" in row:
        said["point"] = print_decimal(Point(row["lat_u"], row["lon_u"]))
    if "precision" in row:
        said["precision"] = _("precise to the %(what)s") % {
            "what": word(Precision, row["precision"])
        }
    return in_line(
        said, name="", role=PlaceRole, point="", area="", certainty=Certainty, precision="",
        as_given=_("as given: %s"), note="",
    )  # fmt: skip


def _region(row: Content) -> str:
    called = row.get(CALLED) or row.get("region")
    return _("region %(name)s") % {"name": called} if called else ""


def _rulesets(links: Content) -> list[str]:
    names = ruleset_names(links)
    return [f"{word(RulesetRelation, links[slug])} {names.get(slug, slug)}" for slug in links]


def _ruleset_notes(said: Content) -> list[str]:
    names = ruleset_names(said)
    return [f"{names.get(slug, slug)}: {'; '.join(said[slug].values())}" for slug in said]


def _citation(row: Content, _content: Content) -> str:
    return in_line(
        row, citation="", locator="", note="", seen=Seen, via=_("via %s"),
        pages_checked=_("pages checked: %s"),
    )  # fmt: skip


def _phrase(row: Content, content: Content) -> str:
    """The words that are marked, and the clause that they carry."""
    text = text_of(row, content)
    words = row.get("words") or text[row.get("start", 0) : row.get("end", 0)]
    how = word(Relation, row.get("relation", Relation.DESCRIBES))
    return f"{marked_once(words)} {how} {clause_in_words(row)}"


def _quotation(row: Content, content: Content) -> str:
    position, citations = row.get("citation"), content.get("citations", ())
    said = {"rights": _("rights not known"), **row, "text": marked_once(row.get("text", ""))}
    said["citation"] = ""
    if position is not None and position < len(citations):
        said["citation"] = _("from source %(number)d") % {"number": position + 1}
    if "translator" in row:
        said["translator"] = _("translated by %(who)s") % {"who": row["translator"]}
    return in_line(
        said, text="", citation="", as_cited="", language="", translator="",
        rights="",
    )  # fmt: skip


WHOLE: dict[str, Callable[[Any], Iterable[str]]] = {
    "type": lambda value: [word(EvidenceType, value)],
    "date": lambda value: [assertions.date_in_words(value)],
    "date_role": lambda value: [word(DateRole, value)],
    "unknown": lambda names: [str(UNKNOWN.get(each, each)) for each in names],
    "rulesets": _rulesets,
    "ruleset_notes": _ruleset_notes,
    "pictures": _lines_of(pictures.tell),
    "sentences": _lines_of(sentences.tell),
    "new_sentences": _lines_of(sentences.tell),
    "passages": _lines_of(sentences.tell),
    **{name: partial(map, partial(assertions.tell, name)) for name in KINDS},
}
ROWS: dict[str, Callable[[Content, Content], str]] = {
    "places": _place,
    "citations": _citation,
    "quotations": _quotation,
    "phrases": _phrase,
    related_games.NAME: related_games.tell,
}
