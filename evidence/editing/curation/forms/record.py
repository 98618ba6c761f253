"""The whole form of a record: from a content to fields, and from what is sent to a content."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any

from django import forms
from django.http import QueryDict

from evidence.dates.reading import in_words
from evidence.editing.curation import as_typed
from evidence.editing.curation.forms import assertions
from evidence.editing.curation.forms.clauses import clauses_for, ruleset_names
from evidence.editing.curation.forms.fields import (
    CitationRow,
    PhraseRow,
    PlaceRow,
    QuotationRow,
    RecordFields,
    RulesetRow,
)
from evidence.editing.curation.forms.pictures import MarkRow, PictureRow, pictures_from
from evidence.editing.curation.forms.rows import READ, links_from, row_values
from evidence.editing.curation.forms.sentences import ClaimRow, SentenceRow, nest, sentences_from
from evidence.editing.curation.forms.unsaid import unsaid
from evidence.editing.workflow.form_faults import FieldFault, fault_at
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.records.labels import label_of

ROWS: dict[str, type[forms.Form]] = {
    **assertions.ROWS,
    "game_relations": assertions.GameRelationRow,
    "places": PlaceRow,
    "citations": CitationRow,
    "quotations": QuotationRow,
    "phrases": PhraseRow,
    "sentences": SentenceRow,
    "claims": ClaimRow,
    "pictures": PictureRow,
    "marks": MarkRow,
    "rulesets": RulesetRow,
}
NESTED = {"marks": ("pictures", "picture"), "claims": ("sentences", "sentence")}
SEVERAL = [
    whole for whole, _field in NESTED.values()
]  # a review shows a row of these on several lines
WANTED = ("places", "citations")
# The rows of which a content has one each, by whose order faults name them, where some have none.
TELLING = dict.fromkeys((*assertions.ROWS, "sentences"), assertions.telling)
TELLING["game_relations"] = assertions.changing
MOST_ROWS = 200
NAMED = re.compile(rf"({'|'.join(ROWS)})-([0-9]{{1,3}})-[a-z_]+", re.ASCII)
PLAIN = (
    "game_name", "title", "type", "date", "date_as_given", "date_role", "rules",
    "content", "no_ruleset",
    "confidence_reason", "judged_by", "portal_id",
)  # fmt: skip
CLOSED, OPEN = ("uncertainty", "age", "gender"), ("status", "space")
MUSEUM = "museum"
UNKNOWN = {"unidentified": "game", "undated": "date", "unlocated": "place", "unjudged": "judge"}
Rows = dict[str, list[dict[str, Any]]]  # what each row of a kind is made with, in order
More = Mapping[str, dict[str, Any]]  # what rows of each kind need beside their values
RowsOf = Mapping[str, list[forms.Form]]
Place = tuple[Fault, forms.Form | None, str]


class RecordForm:
    """The fields of a record, and the rows of its places, sources, quotations and rulesets."""

    def __init__(
        self, main: RecordFields, game: str, rulesets: Collection[str], rows: Rows
    ) -> None:
        self.main = main
        self._more = _more(game, rulesets, rows)
        self.rows = {
            name: [kind(**row, **self._more[name]) for row in rows[name]]
            for name, kind in ROWS.items()
        }

    @classmethod
    def of(cls, content: Content, why: str = "") -> RecordForm:
        """The form that shows a content; a record without place or source has a blank row."""
        rows: Rows = {
            name: [
                {"initial": row, "prefix": f"{name}-{at}"}
                for at, row in enumerate(row_values(name, content) or [{}] * (name in WANTED))
            ]
            for name in ROWS
        }
        main = RecordFields(initial=_main_values(content) | {"why": why})
        return cls(main, content.get("game_name", ""), content.get("rulesets", {}), rows)

    @classmethod
    def sent(cls, data: QueryDict) -> RecordForm:
        """The form as somebody has sent it. Raises nothing: what is wrong stands at its field."""
        numbers: dict[str, set[int]] = {name: set() for name in ROWS}
        for match in filter(None, map(NAMED.fullmatch, data)):
            if int(match[2]) < MOST_ROWS:
                numbers[match[1]].add(int(match[2]))
        linked = {name.removesuffix("ruleset"): value for name, value in data.items()
                  if name.endswith("-ruleset")}  # fmt: skip
        slugs = [str(value) for row, value in linked.items() if f"{row}remove" not in data]
        rows: Rows = {
            name: [{"data": data, "prefix": f"{name}-{number}"} for number in sorted(found)]
            for name, found in numbers.items()
        }
        return cls(RecordFields(data), data.get("game_name", ""), slugs, rows)

    def is_valid(self) -> bool:
        """Whether each field has the right size and one of its choices, and no row is lost."""
        every = [self.main, *(row for rows in self.rows.values() for row in rows)]
        for form in every:
            form.is_valid()
        for row, name, said in list(unsaid(self.rows)):
            row.add_error(name, said)
        return all(form.is_valid() for form in every)

    def errors(self) -> list[FieldFault]:
        """What is wrong with each field."""
        rows = [(f"{name}.{at}.", row) for name, rows in self.rows.items()
                for at, row in enumerate(rows)]  # fmt: skip
        return [
            fault_at(form, name, said, field=f"{prefix}{name}", label=_label(f"{prefix}{name}"))
            for prefix, form in [("", self.main), *rows]
            for name in form.fields
            for said in form.errors.get(name, ())
        ]

    def content(self, kept: Content) -> Content:
        """What the form says; of `kept`, that for which it has no field.

        A field that is wrong says what an empty one says.
        """
        said = _cleaned(self.main)
        content: Content = {name: said[name] for name in PLAIN}
        if "game" in kept and kept.get("game_name") == said["game_name"]:
            content["game"] = kept["game"]
        if said["confidence"] is not None:
            content["confidence"] = said["confidence"]
        content["as_typed"] = kept.get("as_typed", [])
        content["unknown"] = [name for box, name in UNKNOWN.items() if said[box]]
        content["terms"] = {name: said[name] for name in CLOSED if said[name]}
        content["terms"] |= {name: _words(said[name]) for name in OPEN if said[name].strip()}
        if ids := _external(kept.get("external_ids", {}), said["museum"]):
            content["external_ids"] = ids
        content["checked_against"] = [
            *filter(None, map(str.strip, said["checked_against"].splitlines()))
        ]
        for name in (*assertions.ROWS, *READ):
            read = READ.get(name, dict)
            content[name] = [read(row) if row else {} for row in self._said(name)]
        rows = [_cleaned(row) for row in self.rows["sentences"]]
        content["sentences"] = sentences_from(rows, self._said("claims"))
        content["pictures"] = pictures_from(self._said("pictures"), self._said("marks"))
        rows = [_cleaned(row) for row in self.rows["game_relations"]]
        content["game_relations"] = assertions.game_relations_from(rows)
        return content | links_from(self._said("rulesets"))

    def _said(self, name: str) -> list[dict[str, Any]]:
        """The rows; one that is taken out stays as a blank one, so that the others keep places."""
        rows = [_cleaned(row) for row in self.rows[name]]
        return [{} if row.pop("remove") else row for row in rows]

    def blame(self, faults: Iterable[Fault]) -> list[Fault]:
        """Put faults of the content beside the fields that they are about; gives where they are."""
        places = [self._place(fault, self.rows) for fault in faults]  # while rows are valid
        return [_said_at(_refuse, *place) for place in places]

    def ask(self, faults: Iterable[Fault]) -> list[Fault]:
        """Say at its field, as a hint, what the content has to have; gives where that is."""
        rows = {name: self._filled(name) for name in self.rows}
        return [_said_at(_hint, *self._place(fault, rows)) for fault in faults]

    def take_over(self, content: Content) -> dict[str, str]:
        """Say below fields as given that their words were only typed; gives the words by id."""
        rows = {name: self._filled(name) for name in self.rows}
        found = {}
        for path, words in as_typed.taken_over(content):
            _fault, form, name = self._place(Fault(path, ""), rows)
            if form is not None:
                field: Any = form.fields[name]
                field.was_typed = form[name].value() == words
                found[form[name].auto_id] = words
        return found

    def anchor(self, field: str, line: int | None) -> str:
        """The id of what a field, or a line of it, is about in the form; "" where it is nowhere."""
        if field in self.rows:
            at = line - 1 if line and field not in SEVERAL and not self.main.is_bound else 0
            field = f"{field}.{at}"
        _fault, form, name = self._place(Fault(field, ""), self.rows)
        return form[name].auto_id if form is not None and name in form.fields else ""

    def _filled(self, name: str) -> list[forms.Form]:
        """The rows of a kind without blank ones, which a content does not have."""
        rows, read = self.rows[name], READ.get(name, dict)
        if name in TELLING or not all(row.is_bound for row in rows):
            return rows
        said = zip(rows, self._said(name), strict=True)
        return [row for row, values in said if values and any(read(values).values())]

    def _place(self, fault: Fault, rows: RowsOf) -> Place:
        """The form and the field that a fault is about; of a whole row it is the first one."""
        form, name = self._where(fault.field, rows)
        if form is not None and (not name or (name in form.fields and form[name].is_hidden)):
            name = form.visible_fields()[0].name
        return fault, form, name

    def _where(self, field: str, among: RowsOf) -> tuple[forms.Form | None, str]:
        whole, _dot, below = field.partition(".")
        if whole in WANTED and not below:
            return next(iter(self.rows[whole]), None), ""
        if whole == "rulesets":  # which a content knows by their slugs
            said = ((row, assertions.values_of(row).get("ruleset")) for row in among[whole])
            return next((row for row, slug in said if slug == below), None), "ruleset"
        if whole in self.rows:
            rows = among[whole]
            return self._at(TELLING[whole](rows) if whole in TELLING else rows, below)
        names = {
            "terms": below.partition(".")[0], "game": "game_name", "external_ids": MUSEUM,
        }  # fmt: skip
        return self.main, names.get(whole, whole)

    def _at(self, rows: list[forms.Form], path: str) -> tuple[forms.Form | None, str]:
        """The row and the field of `0.name`; marks and claims are rows of their own."""
        number, _dot, name = path.partition(".")
        if not number.isdigit() or int(number) >= len(rows):
            return None, ""
        row, (kind, _dot, below) = rows[int(number)], name.partition(".")
        if kind not in NESTED:
            return row, {"part": "clause"}.get(name, name)  # a part is chosen with its clause
        whole, field = NESTED[kind]
        mine = self.rows[whole].index(row) + 1
        told = assertions.telling(self.rows[kind])
        mine_told = [each for each in told if (assertions.values_of(each).get(field) or 1) == mine]
        return self._at(mine_told, below)

    def add_row(self, name: str, values: Content | None = None) -> None:
        """One more row, blank or with these values; a blank one that is there gives way."""
        if name not in self.rows or len(self.rows[name]) >= MOST_ROWS:
            return
        rows = self.rows[name]
        if values and rows and _is_blank(rows[-1]):
            rows.pop()
        used = [int(str(row.prefix).rpartition("-")[2]) for row in rows]
        prefix = f"{name}-{max(used, default=-1) + 1}"
        rows.append(ROWS[name](initial=values or {}, prefix=prefix, **self._more[name]))

    @property
    def groups(self) -> dict[str, tuple[list[forms.Form], forms.Form]]:
        """The rows of each kind, and a blank one to copy."""
        others = nest(self.rows["sentences"], self.rows["claims"])
        return {
            name: (rows, ROWS[name](prefix=f"{name}-__", **self._more[name]))
            for name, rows in {**self.rows, "claims": others}.items()
        }


def _said_at(
    say: Callable[[forms.Form, str, str], None], fault: Fault, form: forms.Form | None, name: str
) -> Fault:
    if isinstance(fault, FieldFault) or form is None or name not in form.fields:
        return fault
    say(form, name, fault.said)
    return fault_at(form, name, fault.said, field=fault.field, label=_label(fault.field))


def _refuse(form: forms.Form, name: str, said: str) -> None:
    form.is_valid()
    form.add_error(name, said)


def _hint(form: forms.Form, name: str, said: str) -> None:
    """Let the template say it below the field, and screen readers with the field."""
    field: Any = form.fields[name]
    field.asked = [*getattr(field, "asked", ()), said]
    told = ("helptext", "asked") if field.help_text else ("asked",)
    ids = " ".join(f"{form[name].auto_id}_{each}" for each in told)
    field.widget.attrs["aria-describedby"] = ids


def _label(field: str) -> str:
    """What a content calls a field; empty where the form alone has it."""
    label = label_of(field)
    return label if label != field else ""


def _cleaned(form: forms.Form) -> dict[str, Any]:
    wrong = {name: _empty(form.fields[name]) for name in form.errors if name in form.fields}
    return wrong | form.cleaned_data


def _empty(field: forms.Field) -> Any:
    with suppress(forms.ValidationError):
        return field.clean(None)
    return None


def _more(game: str, rulesets: Collection[str], rows: Rows) -> More:
    """What rows need beside their values."""
    claims = {"clauses": clauses_for(game, rulesets)}
    phrases = claims | {"quotations": len(rows["quotations"])}
    marks = claims | {"pictures": len(rows["pictures"])}
    names = {"names": ruleset_names()}
    return defaultdict(dict, phrases=phrases, marks=marks, rulesets=names, claims=claims)


def _main_values(content: Content) -> Content:
    terms = content.get("terms", {})
    unknown = content.get("unknown", ())
    return (
        {name: content.get(name, "") for name in (*PLAIN, "confidence")}
        | {"date": in_words(content.get("date", ""))}
        | {box: name in unknown for box, name in UNKNOWN.items()}
        | {name: terms.get(name, []) for name in CLOSED}
        | {name: ", ".join(terms.get(name, [])) for name in OPEN}
        | {"museum": content.get("external_ids", {}).get(MUSEUM) or ""}
        | {"checked_against": "\n".join(content.get("checked_against", ()))}
    )


def _external(kept: Mapping[str, str], museum: str) -> Content:
    """Identifiers elsewhere, of which the form has that of the museum alone."""
    others = {name: value for name, value in kept.items() if name != MUSEUM}
    return others | ({MUSEUM: museum} if museum else {})


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _is_blank(row: forms.Form) -> bool:
    if row.is_bound:
        return not any(value for value in row.cleaned_data.values()) if row.is_valid() else False
    return not any(row.initial.values())
