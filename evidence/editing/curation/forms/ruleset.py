"""The form beside a ruleset’s text: its clauses with their citations, and its pieces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _

from evidence.editing.curation.forms.fields import area_field, number_field, text_field
from evidence.editing.curation.forms.sources import slugs_for
from evidence.editing.curation.rulesets.contents import CLAUSE, Cited, Content
from evidence.sources import LONGEST_CITATION, plain
from evidence.vocabulary import Relation
from games.models import Clause

NAMED = re.compile(r"(clause|piece)-([0-9]{1,3})-(?:citation-([0-9]{1,2})-)?[a-z]+", re.ASCII)
SYMBOLS = (
    ("king", _("king")), ("counsellor", _("counsellor")), ("queen", _("queen")),
    ("elephant", _("elephant")), ("bishop", _("bishop")), ("horse", _("horse")),
    ("rook", _("rook")), ("cart", _("cart")), ("boat", _("boat")), ("camel", _("camel")),
    ("fish", _("fish")), ("fish-turned", _("fish, turned over")), ("child", _("child")),
    ("pawn", _("pawn")), ("man", _("man")),
    ("stone", _("stone, seen from above")),
)  # fmt: skip
LAST = 10_000
Row = TypeVar("Row", bound=forms.Form)


class CitationRow(forms.Form):
    """One citation of a clause."""

    source = text_field(
        _("Source"), LONGEST_CITATION, _("as it is cited; some of its words are enough"),
        list="sources",
    )  # fmt: skip
    locator = text_field(_("Where in it"), 200, _("pp. 342-343, fol. 12r, plate 4"))
    evidence = text_field(
        _("Record"), 60, _("its identifier, if there is one"),
        list="records", spellcheck="false", notation=True,
    )  # fmt: skip
    relation = forms.ChoiceField(label=_("The source"), choices=Relation.choices)
    remove = forms.BooleanField(label=_("Remove this citation"), required=False)


class ClauseRow(forms.Form):
    """One clause, with its citations, the last of which is blank."""

    name = text_field(
        _("Name of its definition"), 80, _("as in (define “Name” …)"),
        list="definitions", spellcheck="false", notation=True,
    )  # fmt: skip
    title = text_field(_("Title"), 120)
    text = area_field(_("The sentence"), 5000, 3, _("what the rule is, in your own words"))
    status = forms.ChoiceField(label=_("How it is known"), choices=Clause.Status.choices)
    reason = area_field(_("Why inferred, disputed or borrowed"), 5000, 2)
    order = number_field(_("Place in the order"), 1, LAST - 1)
    remove = forms.BooleanField(label=_("Remove this clause"), required=False)

    def __init__(
        self, data: Any = None, *, citations: Iterable[CitationRow] = (), **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.citations = list(citations)

    @property
    def called(self) -> str:
        """What the clause is called so far."""
        return str(self["title"].value() or self["name"].value() or "")

    @property
    def known(self) -> str:
        """How it is known so far, in words."""
        return str(dict(Clause.Status.choices).get(str(self["status"].value() or ""), ""))

    @property
    def cited(self) -> int:
        """How many citations it has so far."""
        return sum(bool(each["source"].value()) for each in self.citations)

    @property
    def is_wrong(self) -> bool:
        """Whether a field has not the right size, or none of its choices."""
        return any(each.is_bound and not each.is_valid() for each in (self, *self.citations))


class PieceRow(forms.Form):
    """How one piece is called and drawn."""

    piece = text_field(_("Name in the text"), 80, spellcheck="false", notation=True)
    name = text_field(_("What it is called"), 80)
    letter = text_field(_("Letter"), 4)
    side = text_field(
        _("Its player"), 80, _("unless White or Black; if both have such pieces: Red / Black")
    )
    symbol = forms.ChoiceField(label=_("Drawn as"), choices=SYMBOLS)
    remove = forms.BooleanField(label=_("Remove this piece"), required=False)

    @property
    def called(self) -> str:
        """What the piece is called so far."""
        return str(self["name"].value() or self["piece"].value() or "")


ANCHORS = {
    "text": "text", "name": "names-title", "summary": "names-title", "order": "clauses-title",
    "pieces": "pieces-title",
}  # fmt: skip


class BesideForm:
    """All clauses and pieces, each kind with a blank row at its end."""

    def __init__(self, clauses: list[ClauseRow], pieces: list[PieceRow]) -> None:
        self.clauses, self.pieces = clauses, pieces
        for row in clauses:
            prefix = _next(f"{row.prefix}-citation", row.citations)
            row.citations.append(CitationRow(prefix=prefix))
        clauses.append(_blank(clauses))
        pieces.append(PieceRow(prefix=_next("piece", pieces), initial={"symbol": "man"}))

    @classmethod
    def of(cls, content: Content) -> BesideForm:
        """The form that shows a content."""
        cited = Cited(content)
        clauses = [_clause(at, row, cited) for at, row in enumerate(content["clauses"])]
        pieces = [
            PieceRow(prefix=f"piece-{at}", initial={"piece": name, **look})
            for at, (name, look) in enumerate(sorted(content["pieces"].items()))
        ]
        return cls(clauses, pieces)

    @classmethod
    def sent(cls, data: Any) -> BesideForm:
        """The form as somebody has sent it; rows that say nothing are left out."""
        numbers = _numbers(data)
        clauses = _sent(ClauseRow, data, "clause", numbers, "name", "title", "text")
        for row in clauses:
            row.citations = _sent(CitationRow, data, f"{row.prefix}-citation", numbers, "source")
        return cls(clauses, _sent(PieceRow, data, "piece", numbers, "piece"))

    def anchor(self, field: str, _line: int | None) -> str:
        """The id of what a field is about on the page of the editor; "" where it is nowhere."""
        kind, _dot, name = field.partition(".")
        rows = [row.prefix for row in self.clauses if row["name"].value() == name]
        return str(rows[0]) if kind == "clauses" and rows else ANCHORS.get(field, "")

    def add_clauses(self, names: Iterable[str]) -> None:
        """Add a row for each of these definitions that is no clause, before the blank one."""
        there = {row["name"].value() for row in self.clauses}
        for name in (each for each in names if each not in there):
            blank = self.clauses.pop()
            said = {"name": name, "title": spaced(name), "status": Clause.Status.INFERRED}
            row = ClauseRow(prefix=blank.prefix, initial=said, citations=blank.citations)
            self.clauses.append(row)
            self.clauses.append(_blank(self.clauses))

    @property
    def rows(self) -> list[forms.Form]:
        """All rows, each a form of its own."""
        cited = [each for row in self.clauses for each in row.citations]
        return [*self.clauses, *self.pieces, *cited]

    def is_valid(self) -> bool:
        """Whether each field has the right size and one of its choices."""
        return not [row for row in self.rows if row.is_bound and not row.is_valid()]

    @property
    def is_bound(self) -> bool:
        """Whether somebody has sent it."""
        return any(row.is_bound for row in self.rows)

    def content(self) -> Content:
        """What a valid form says, but for what it takes out."""
        kept = _kept(self.clauses)
        rows = [each.cleaned_data for row in kept for each in row.citations if each.is_bound]
        slugs = slugs_for(row["source"] for row in rows)
        return {
            "clauses": [_said(row, slugs) for row in sorted(kept, key=_place)],
            "pieces": _looks(self.pieces),
        }


def pieces_sent(data: Any) -> Content:
    """How pieces look by the rows that were sent, those that are wrong left out."""
    rows = _sent(PieceRow, data, "piece", _numbers(data), "piece")
    return _looks(row for row in rows if row.is_valid())


def _looks(rows: Iterable[PieceRow]) -> Content:
    return {
        row["piece"]: {key: row[key] for key in ("symbol", "name", "letter")}
        | ({"side": row["side"]} if row["side"] else {})
        for row in (each.cleaned_data for each in _kept(rows))
    }


def spaced(name: str) -> str:
    """The name of a definition as words: MateWins → Mate wins."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).split()
    return " ".join([*words[:1], *(word.lower() for word in words[1:])])


def _blank(rows: list[ClauseRow]) -> ClauseRow:
    prefix = _next("clause", rows)
    return ClauseRow(prefix=prefix, citations=[CitationRow(prefix=f"{prefix}-citation-0")])


def _clause(at: int, row: Content, cited: Cited) -> ClauseRow:
    values = {name: row[name] for name in CLAUSE} | {"order": at + 1}
    prefix = f"clause-{at}"
    citations = [
        CitationRow(
            prefix=f"{prefix}-citation-{number}",
            initial=each | {"source": cited.citation(each).source.citation},
        )
        for number, each in enumerate(row["citations"])
    ]
    return ClauseRow(prefix=prefix, initial=values, citations=citations)


def _kept(rows: Iterable[Row]) -> list[Row]:
    """The rows that were sent, but for those that are taken out."""
    return [row for row in rows if row.is_bound and not row.cleaned_data["remove"]]


def _said(row: ClauseRow, slugs: Mapping[str, str]) -> Content:
    said = row.cleaned_data
    clause: Content = {name: said[name].replace("\r\n", "\n") for name in CLAUSE}
    clause["citations"] = [
        {
            "source": slugs[plain(each["source"])],
            "locator": each["locator"],
            "evidence": each["evidence"] or None,
            "relation": each["relation"],
        }
        for each in (cited.cleaned_data for cited in _kept(row.citations))
    ]
    return clause


def _place(row: ClauseRow) -> tuple[int, int, int]:
    """Where a clause goes: one that was moved goes before the one whose place it takes, if it
    moved up, and behind it if it moved down.
    """
    number = _number(row)
    order = row.cleaned_data["order"] or LAST
    return order, (order > number + 1) - (order < number + 1), number


def _number(row: forms.Form) -> int:
    return int(str(row.prefix).rpartition("-")[2])


def _next(prefix: str, rows: Iterable[forms.Form]) -> str:
    return f"{prefix}-{max(map(_number, rows), default=-1) + 1}"


def _numbers(data: Mapping[str, Any]) -> Mapping[str, set[int]]:
    """The numbers of the rows that were sent, by what their prefixes begin with."""
    numbers: dict[str, set[int]] = defaultdict(set)
    for match in filter(None, map(NAMED.fullmatch, data)):
        kind, number, citation = match.groups()
        numbers[kind].add(int(number))
        if citation:
            numbers[f"{kind}-{int(number)}-citation"].add(int(citation))
    return numbers


def _sent(
    kind: type[Row], data: Any, prefix: str, numbers: Mapping[str, set[int]], *telling: str
) -> list[Row]:
    """The rows of a kind that say something in one of some fields."""
    return [
        kind(data, prefix=f"{prefix}-{at}")
        for at in sorted(numbers[prefix])
        if any(data.get(f"{prefix}-{at}-{name}", "").strip() for name in telling)
    ]
