"""Form, API, table, portal page and admin site read the same words as the same date."""

from __future__ import annotations

import pytest

from evidence.admin.forms import EvidenceForm
from evidence.editing.curation.contents import read
from evidence.editing.curation.readings import date_reading
from evidence.importers import portal
from evidence.importers.table_store import Options, import_table
from evidence.models import Evidence

pytestmark = pytest.mark.django_db

WORDS = {
    "c. 1350 BC": "-1349~",
    "1200 BCE": "-1199",
    "12th cent.": "11XX",
    "1890s": "189X",
    "late 18th century": "[1767..1799]",
    "2600-2400 BC": "-2599/-2399",
    "about 1880": "1880~",
    "-0331": "-0331",  # EDTF counts astronomically wherever it is written
}
FOREIGN = "ca. 600–550 v. Chr."
PAGE = "Evidence for Senet\n1 piece of evidence found.\nId DLP.Evidence.1\nDate {}\n"


def by_form(words, _folder):
    return read({"date": words})["date"]


def by_table(words, folder):
    path = folder / "one.csv"
    path.write_text(f"id,game,date\na,Senet,{words}\n")
    import_table(path, Options())
    return Evidence.objects.get().date


def by_portal(words, _folder):
    return portal.read(PAGE.format(words))[0].date


def by_admin(words, _folder):
    form = EvidenceForm({"date": words})
    form.is_valid()
    return form.errors.get("date") or form.cleaned_data["date"]


READERS = (by_form, by_table, by_portal, by_admin)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("words", WORDS)
def test_the_same_words_are_the_same_date_everywhere(reader, words, tmp_path):
    assert reader(words, tmp_path) == WORDS[words]


def test_another_language_is_refused_everywhere_with_the_same_reason(tmp_path):
    reason = "is German, and dates are read in English: write ca. 600–550 BCE"
    assert reason in date_reading(FOREIGN)["wrong"]
    assert by_form(FOREIGN, tmp_path) == FOREIGN  # a draft keeps it, and is not published with it
    assert reason in str(by_admin(FOREIGN, tmp_path))
    for reader in (by_table, by_portal):
        with pytest.raises(ValueError, match=reason):
            reader(FOREIGN, tmp_path)
    assert not Evidence.objects.exists()


def test_a_date_that_is_still_to_come_is_pointed_out():
    assert date_reading("9999") == {"said": "9999 (9999): a date that is still to come"}
    assert date_reading("1999") == {"said": "1999 (1999)"}
