"""Columns and fields of imported files are called as the form of a record calls them."""

from __future__ import annotations

import re

import pytest

from evidence.drafts import Draft
from evidence.editing.batches.columns import GROUPS, column_label
from evidence.editing.batches.forms import ColumnsForm
from evidence.editing.batches.models import Batch
from evidence.editing.curation.forms import assertions, fields
from evidence.importers.table_mapping import READ
from evidence.records.labels import label_of, shared_label
from tests.batches.test_batches import looked, stored  # noqa: F401 - a fixture

FORMS = {
    "place": fields.PlaceRow, "quotation": fields.QuotationRow, "source": fields.CitationRow,
    "identified": assertions.IdentificationRow, "other_date": assertions.DateRow,
    "person": assertions.PersonRow, "held": assertions.HoldingRow, "name": assertions.NameRow,
}  # fmt: skip
IN_A_FILE = {
    ("source", "seen"),
    ("identified", "game"),
    ("other_date", "edtf"),
    ("name", "text"),
    ("place", "region"),
}  # where the form says “by you”, or a column needs more words than a field


def test_every_column_that_is_read_has_words_of_its_own() -> None:
    labels = [column_label(name) for name in READ]
    assert len(set(labels)) == len(READ)
    assert not [label for label in labels if "_" in label]


@pytest.mark.parametrize("group", FORMS)
def test_the_words_are_those_of_the_form(group: str) -> None:
    said = {name: str(words) for name, words in GROUPS[group][1].items()}
    form = {name: str(field.label) for name, field in FORMS[group].base_fields.items()}
    differing = {name for name in said.keys() & form.keys() if said[name] != form[name]}
    assert differing <= {name for about, name in IN_A_FILE if about == group}


def test_all_fields_of_a_record_have_names() -> None:
    known = Draft.__dataclass_fields__.keys() - {"identifier", "terms"}
    assert [name for name in known if label_of(name) == name] == []
    assert shared_label("publisher-place") == "Publisher place"
    assert shared_label("DOI") == "DOI"


@pytest.mark.django_db
def test_the_choice_and_the_preview_say_them(curator, stored) -> None:  # noqa: F811
    batch = looked(curator)
    page = curator.get(f"{batch.get_absolute_url()}?rows=changed").content.decode()
    assert '<option value="place_latitude" selected>Place: Latitude</option>' in page
    assert {"Date", "Type"} <= set(re.findall('data-label="Field">([^<]*)<', page))
    choices = ColumnsForm(Batch(header=["x"], columns={})).fields["column-0"].choices
    assert [str(label) for value, label in choices if value == label] == []
