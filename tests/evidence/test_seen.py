"""How a source was seen: stored beside its note, shown, told to machines, and never lost."""

from __future__ import annotations

import pytest

from api.records import Writer
from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.editing.curation.contents import read
from evidence.editing.curation.telling import tell
from evidence.history import revision
from evidence.importers.table_store import Options, import_table
from evidence.models import Citation, Evidence, RecordVersion, Source
from evidence.records.stored import as_draft
from evidence.sources import StoreError
from evidence.storing import store
from evidence.storing.joining import join
from evidence.storing.undoing import undo
from tests.curation.pages import fields

pytestmark = pytest.mark.django_db

BOOK = "Moura, J. (1883). Le Royaume du Cambodge."
VIA = CitationDraft(BOOK, "p. 9", seen="via", via="Murray 1913", pages_checked="pp. 1-3")


def record(*cited):
    return Draft("one", GameDraft("Chess"), title="Chess", citations=cited)


@pytest.fixture
def stored(db):
    store(record(VIA))
    return Evidence.objects.get()


def cited():
    return as_draft(Evidence.objects.get()).citations


def test_the_page_says_how_it_was_seen_unless_the_note_does(stored, client):
    page = client.get("/evidence/one/").content.decode()
    assert "Cited via another source: Murray 1913" in page
    assert "Pages checked: pp. 1-3" in page
    Citation.objects.update(note="Not seen; via Murray 1913.")
    page = client.get("/evidence/one/?again=1").content.decode()
    assert "Cited via another source" not in page and "Not seen; via Murray 1913." in page


def test_the_api_has_it_beside_the_fields_that_it_had(stored, client):
    (shape,) = client.get("/api/v1/evidence/one/").json()["sources"]
    said = {"locator": "p. 9", "note": "", "seen": "via", "via": "Murray 1913",
            "pages_checked": "pp. 1-3"}  # fmt: skip
    assert {name: shape[name] for name in said} == said
    written = Writer("http://testserver").shapes([stored.pk])[stored.pk]["sources"][0]
    assert list(written) == list(shape) and written == shape


def test_it_is_part_of_the_history_and_undone_with_its_act(stored):
    assert RecordVersion.objects.get().content["citations"][0]["via"] == "Murray 1913"
    with revision("seen at last") as act:
        store(record(CitationDraft(BOOK, "p. 9", seen="seen")), whole=True)
    assert (cited()[0].seen, cited()[0].via) == ("seen", "")
    undo(act.row, by=None, why="no")
    assert cited() == (VIA,)
    assert store(record(VIA)).action == "unchanged"


def test_a_table_which_has_no_column_for_it_takes_nothing_away(stored, tmp_path, client):
    table = tmp_path / "records.csv"
    table.write_bytes(b"".join(client.get("/api/v1/export/?format=csv")))
    assert not import_table(table, Options(update=True)).changed
    assert cited() == (VIA,)


def test_joined_sources_keep_it(stored):
    into = Source.objects.create(slug="other", citation="Moura 1883")
    join(Source.objects.get(citation=BOOK), into, by=None)
    assert cited()[0].own == ("Moura 1883", *VIA.own[1:])


def test_an_unknown_way_to_see_it_is_refused(stored):
    with pytest.raises(StoreError):
        store(record(CitationDraft(BOOK, "p. 9", seen="dreamt")))
    assert cited() == (VIA,)


def test_the_form_has_it_and_proposals_say_it_in_words(stored, client, django_user_model):
    content = read({"citations": [{"citation": BOOK, "seen": "via", "via": "Murray 1913"}]})
    (told,) = tell(content)
    assert told.lines == [f"{BOOK} · cited via another source · via Murray 1913"]
    user = django_user_model.objects.create_superuser("root")
    client.force_login(user)
    form = fields(client.get("/evidence/one/edit/"))
    assert (form["citations-0-seen"], form["citations-0-via"]) == ("via", "Murray 1913")
    assert form["citations-0-pages_checked"] == "pp. 1-3"
