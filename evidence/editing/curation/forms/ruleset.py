"""The form of what is said of a ruleset beside its text: clauses with citations, and pieces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from evidence.editing.curation.forms.fields import area_field, text_field
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
)  # fmt: skip
LAST = 10_000


class ClauseRow(forms.Form):
    """One clause."""

    name = text_field(
        _("Name of its definition"), 80, _("as in (define “Name” …)"),
        list="definitions", spellcheck="false", **{"class": "notation"},
    )  # fmt: skip
    title = text_field(_("Title"), 120)
    text = area_field(_("The sentence"), 5000, 3, _("what the rule is, in your own words"))
    status = forms.ChoiceField(label=_("How it is known"), choices=Clause.Status.choices)
    reason = area_field(_("Why inferred, disputed or borrowed"), 5000, 2)
    order = forms.IntegerField(
        label=_("Place in the order"),
        required=False,
        min_value=1,
        max_value=LAST - 1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    remove = forms.BooleanField(label=_("Remove this clause"), required=False)


class CitationRow(forms.Form):
    """One citation of a clause."""

    source = text_field(
        _("Source"), LONGEST_CITATION, _("as it is cited; some of its words are enough"),
        list="sources",
    )  # fmt: skip
    locator = text_field(_("Where in it"), 200, _("pp. 342-343, fol. 12r, plate 4"))
    evidence = text_field(
        _("Record"), 60, _("its identifier, if there is one"),
        list="records", spellcheck="false", **{"class": "notation"},
    )  # fmt: skip
    relation = forms.ChoiceField(label=_("The source"), choices=Relation.choices)
    remove = forms.BooleanField(label=_("Remove this citation"), required=False)


class PieceRow(forms.Form):
    """How one piece is called and drawn."""

    piece = text_field(_("Name in the text"), 80, spellcheck="false", **{"class": "notation"})
    name = text_field(_("What it is called"), 80)
    letter = text_field(_("Letter"), 4)
    side = text_field(
        _("Its player"), 80, _("unless White or Black; if both have such pieces: Red / Black")
    )
    symbol = forms.ChoiceField(label=_("Drawn as"), choices=SYMBOLS)
    remove = forms.BooleanField(label=_("Remove this piece"), required=False)


class Shown:
    """A clause of the form with its citations, the last of which is blank."""

    def __init__(self, row: ClauseRow, citations: list[CitationRow]) -> None:
        self.row, self.citations = row, citations

    @property
    def name(self) -> str:
        """The name that it has so far."""
        return str(self.row["name"].value() or "")

    @property
    def title(self) -> str:
        """What the clause is called so far."""
        return str(self.row["title"].value() or self.name)

    @property
    def status(self) -> str:
        """How it is known, so far."""
        return str(self.row["status"].value() or "")

    @property
    def label(self) -> str:
        """The same in words."""
        return str(dict(Clause.Status.choices).get(self.status, ""))

    @property
    def cited(self) -> int:
        """How many citations it has so far."""
        return sum(bool(each["source"].value()) for each in self.citations)

    @property
    def is_wrong(self) -> bool:
        """Whether a field has not the right size, or none of its choices."""
        forms_of = (self.row, *self.citations)
        return any(each.is_bound and not each.is_valid() for each in forms_of)


class BesideForm:
    """All clauses and pieces, each kind with a blank row at its end."""

    def __init__(self, clauses: list[Shown], pieces: list[PieceRow]) -> None:
        self.clauses, self.pieces = clauses, pieces

    @classmethod
    def of(cls, content: Content) -> BesideForm:
        """The form that shows a content."""
        cited = Cited(content)
        clauses = [_clause(at, row, cited) for at, row in enumerate(content["clauses"])]
        pieces = [
            PieceRow(prefix=f"piece-{at}", initial={"piece": name, **look})
            for at, (name, look) in enumerate(sorted(content["pieces"].items()))
        ]
        return cls(clauses, pieces)._with_blanks()

    @classmethod
    def sent(cls, data: Any) -> BesideForm:
        """The form as somebody has sent it; rows that say nothing are left out."""
        clauses, pieces = _numbers(data)
        shown = [
            Shown(
                ClauseRow(data, prefix=f"clause-{at}"),
                [
                    CitationRow(data, prefix=f"clause-{at}-citation-{number}")
                    for number in sorted(clauses[at])
                    if data.get(f"clause-{at}-citation-{number}-source", "").strip()
                ],
            )
            for at in sorted(clauses)
            if any(
                data.get(f"clause-{at}-{name}", "").strip() for name in ("name", "title", "text")
            )
        ]
        rows = [
            PieceRow(data, prefix=f"piece-{at}")
            for at in sorted(pieces)
            if data.get(f"piece-{at}-piece", "").strip()
        ]
        return cls(shown, rows)._with_blanks()

    @classmethod
    def content_sent(cls, data: Any) -> Content | None:
        """What a form says that was sent; None where something in it is wrong."""
        form = cls.sent(data)
        return form.content() if form.is_valid() else None

    def _with_blanks(self) -> BesideForm:
        for each in (*self.clauses, Shown(ClauseRow(prefix=_next("clause", self._rows)), [])):
            prefix = f"{each.row.prefix}-citation"
            each.citations.append(CitationRow(prefix=_next(prefix, each.citations)))
            if each not in self.clauses:
                self.clauses.append(each)
        self.pieces.append(PieceRow(prefix=_next("piece", self.pieces), initial={"symbol": "man"}))
        return self

    def add_clauses(self, names: Iterable[str]) -> None:
        """Add a row for each of these definitions that is no clause, before the blank one."""
        blank = self.clauses.pop()
        there = {each.name for each in self.clauses}
        for name in (each for each in names if each not in there):
            row = ClauseRow(
                prefix=blank.row.prefix,
                initial={"name": name, "title": spaced(name), "status": Clause.Status.INFERRED},
            )
            citation = CitationRow(prefix=f"{row.prefix}-citation-0")
            self.clauses.append(Shown(row, [citation]))
            blank = Shown(ClauseRow(prefix=_next("clause", self._rows)), [])
            blank.citations.append(CitationRow(prefix=f"{blank.row.prefix}-citation-0"))
        self.clauses.append(blank)

    @property
    def _rows(self) -> list[ClauseRow]:
        return [each.row for each in self.clauses]

    def is_valid(self) -> bool:
        """Whether each field has the right size and one of its choices."""
        rows = [*self._rows, *self.pieces, *(row for c in self.clauses for row in c.citations)]
        return not [row for row in rows if row.is_bound and not row.is_valid()]

    @property
    def is_bound(self) -> bool:
        """Whether somebody has sent it."""
        return any(row.is_bound for row in (*self._rows, *self.pieces))

    def content(self) -> Content:
        """What a valid form says, but for what it takes out."""
        said = [each for each in self.clauses if each.row.is_bound]
        kept = [each for each in said if not each.row.cleaned_data["remove"]]
        rows = [row.cleaned_data for each in kept for row in each.citations if row.is_bound]
        slugs = slugs_for(row["source"] for row in rows)
        return {
            "clauses": [_said(each, slugs) for each in sorted(kept, key=_place)],
            "pieces": _looks(row for row in self.pieces if row.is_bound),
        }


def pieces_sent(data: Any) -> Content:
    """How pieces look by the rows that were sent, those that are wrong left out."""
    _, numbers = _numbers(data)
    rows = [PieceRow(data, prefix=f"piece-{at}") for at in sorted(numbers)]
    return _looks(row for row in rows if row.is_valid() and row.cleaned_data["piece"])


def _looks(rows: Iterable[PieceRow]) -> Content:
    said = [row.cleaned_data for row in rows]
    return {
        row["piece"]: {key: row[key] for key in ("symbol", "name", "letter")}
        | ({"side": row["side"]} if row["side"] else {})
        for row in said
        if not row["remove"]
    }


def spaced(name: str) -> str:
    """The name of a definition as words: MateWins → Mate wins."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).split()
    return " ".join([*words[:1], *(word.lower() for word in words[1:])])


def _clause(at: int, row: Content, cited: Cited) -> Shown:
    values = {name: row[name] for name in CLAUSE} | {"order": at + 1}
    prefix = f"clause-{at}"
    citations = [
        CitationRow(
            prefix=f"{prefix}-citation-{number}",
            initial=each | {"source": cited.citation(each).source.citation},
        )
        for number, each in enumerate(row["citations"])
    ]
    return Shown(ClauseRow(prefix=prefix, initial=values), citations)


def _said(shown: Shown, slugs: Mapping[str, str]) -> Content:
    row = shown.row.cleaned_data
    clause: Content = {name: row[name].replace("\r\n", "\n") for name in CLAUSE}
    cited = [each.cleaned_data for each in shown.citations if each.is_bound]
    clause["citations"] = [
        {
            "source": slugs[plain(each["source"])],
            "locator": each["locator"],
            "evidence": each["evidence"] or None,
            "relation": each["relation"],
        }
        for each in cited
        if not each["remove"]
    ]
    return clause


def _place(shown: Shown) -> tuple[int, int, int]:
    """Where a clause goes: one that was moved goes before the one whose place it takes, if it
    moved up, and behind it if it moved down.
    """
    number = _number(shown.row)
    order = shown.row.cleaned_data["order"] or LAST
    return order, (order > number + 1) - (order < number + 1), number


def _number(row: forms.Form) -> int:
    return int(str(row.prefix).rpartition("-")[2])


def _next(prefix: str, rows: Iterable[forms.Form]) -> str:
    return f"{prefix}-{max(map(_number, rows), default=-1) + 1}"


def _numbers(data: Mapping[str, Any]) -> tuple[dict[int, set[int]], set[int]]:
    """The numbers of the clauses that were sent with those of their citations, and of pieces."""
    clauses: dict[int, set[int]] = defaultdict(set)
    pieces: set[int] = set()
    for match in filter(None, map(NAMED.fullmatch, data)):
        number = int(match[2])
        if match[1] == "piece":
            pieces.add(number)
        else:
            clauses[number] |= {int(match[3])} if match[3] else set()
    return clauses, pieces
