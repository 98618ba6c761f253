"""Which column of a table is which of ours."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.editing.batches.columns import column_label
from evidence.editing.batches.models import Batch
from evidence.exporters.table_columns import SEPARATOR
from evidence.importers.table_mapping import NAMES, READ

# What may be the same for all rows.
FIXED = {
    "game_name": gettext_lazy("Game of all rows"),
    "type": gettext_lazy("Type of all rows"),
    "source_citation": gettext_lazy("Source of all rows"),
    "museum": gettext_lazy("Museum of all rows"),
}
PREFIX, SAME = "column-", "same-"


class ColumnsForm(forms.Form):
    """A choice for each column of the file, and values that all rows have."""

    separator = forms.CharField(
        label=gettext_lazy("Separator between several values in a cell"),
        max_length=10, strip=False, initial=SEPARATOR,
    )  # fmt: skip
    update = forms.BooleanField(
        label=gettext_lazy("Overwrite fields that already have a value"), required=False
    )

    def __init__(self, batch: Batch, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"update": batch.update}, label_suffix="")
        self.batch = batch
        said = batch.columns
        self.fields["separator"].initial = next(
            (each["separator"] for each in said.values() if "separator" in each), SEPARATOR
        )
        ours = {each["column"]: name for name, each in said.items() if "column" in each}
        choices = [("", _("(left out)")), *((name, column_label(name)) for name in READ)]
        for index, name in enumerate(batch.header):
            self.fields[f"{PREFIX}{index}"] = forms.ChoiceField(
                label=name or _("(no name)"), choices=choices, required=False,
                initial=ours.get(name, ""), disabled=not name,
            )  # fmt: skip
        for name, label in FIXED.items():
            self.fields[f"{SAME}{name}"] = forms.CharField(
                label=label, required=False, max_length=1000,
                initial=said.get(name, {}).get("value", ""),
            )  # fmt: skip

    @property
    def chosen(self) -> dict[str, Any]:
        """What `Batch.choose` takes."""
        return {"columns": self.columns, "update": self.cleaned_data["update"]}

    @property
    def rows(self) -> list[tuple[str, Any, list[str]]]:
        """Each column of the file: its name, its field, and what the first rows say."""
        return [
            (name, self[f"{PREFIX}{index}"],
             [row[index] for row in self.batch.sample if index < len(row)])
            for index, name in enumerate(self.batch.header)
        ]  # fmt: skip

    @property
    def same(self) -> list[Any]:
        """The fields for what all rows have."""
        return [self[f"{SAME}{name}"] for name in FIXED]

    def clean(self) -> dict[str, Any]:
        """Refuse two columns for one of ours, and tables without what is needed."""
        given = super().clean() or {}
        columns: dict[str, dict[str, str]] = {}
        for index, name in enumerate(self.batch.header):
            ours = given.get(f"{PREFIX}{index}")
            if not ours:
                continue
            if ours in columns:
                self.add_error(f"{PREFIX}{index}", _("This is chosen for another column too."))
            columns[ours] = {"column": name}
            if given.get("separator", SEPARATOR) != SEPARATOR:
                columns[ours]["separator"] = given["separator"]
        for ours in FIXED:
            if value := given.get(f"{SAME}{ours}"):
                if ours in columns:
                    self.add_error(f"{SAME}{ours}", _("A column is chosen for this too."))
                columns[ours] = {"value": value}
        if not {"identifier", "accession_number"} & columns.keys():
            said = _(
                "Choose the column of the identifier, or of the accession number beside its "
                "museum: it names a record for good, and finds it when the table is imported again."
            )
            self.add_error(None, said)
        if not {"game", "game_name"} & columns.keys():
            self.add_error(None, _("Choose the column of the game, or write the game of all rows."))
        self.columns = {name: columns[name] for name in NAMES if name in columns}
        return given
