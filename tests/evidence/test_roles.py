"""What a date is the date of, and what happened at a place."""

import pytest
from django.http import QueryDict

from api.records import Writer
from evidence.drafts import DateDraft, Draft, GameDraft, PlaceDraft
from evidence.editing.curation.contents import begun_from, missing, read
from evidence.editing.curation.forms.record import RecordForm
from evidence.editing.curation.telling import tell
from evidence.history.contents import content_of, draft_of
from evidence.models import Evidence, OtherDate, Place, RecordVersion
from evidence.records.stored import as_draft
from evidence.sources import StoreError
from evidence.storing import store

pytestmark = pytest.mark.django_db

TOLD = DateDraft("probable", who="Austin 1934", role="text", date="05XX", as_given="6th century")
COURT = PlaceDraft("Constantinople", lat_u=41_000_000, lon_u=29_000_000, role="setting")


def zeno(**more):
    said = {"date": "0474/0491", "date_role": "event", "other_dates": (TOLD,), "places": (COURT,)}
    return Draft("zeno", GameDraft("Tabula"), **said | more)


@pytest.fixture
def record(db):
    store(zeno())
    return Evidence.objects.get()


def test_roles_and_other_dates_are_stored_with_the_record_and_its_history(record):
    assert as_draft(record).other_dates == (TOLD,)
    assert (record.date_role, Place.objects.get().role) == ("event", "setting")
    assert (record.year_from, record.year_to) == (474, 491)
    content = RecordVersion.objects.get().content
    assert content_of(draft_of(content)) == content
    assert content["other_dates"] == [
        {"certainty": "probable", "who": "Austin 1934", "role": "text", "date": "05XX",
         "as_given": "6th century"}
    ]  # fmt: skip
    assert store(zeno()).action == "unchanged"


def test_a_format_that_knows_no_roles_leaves_them(record):
    plain = PlaceDraft("Constantinople", lat_u=41_000_000, lon_u=29_000_000)
    page = Draft("zeno", GameDraft("Tabula"), date="0474/0491", places=(plain,))
    assert store(page).action == "unchanged"
    assert Place.objects.get().role == "setting"
    moved = PlaceDraft("Constantinople", lat_u=41_500_000, lon_u=29_000_000)
    store(Draft("zeno", GameDraft("Tabula"), places=(plain, moved)))
    assert [place.role for place in Place.objects.order_by("position")] == ["setting", ""]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (DateDraft(date="1300"), "a role and a date"),
        (DateDraft(role="text"), "a role and a date"),
        (DateDraft(role="text", date="long ago"), "long ago"),
        (DateDraft(role="birth", date="1300"), "role"),
    ],
)
def test_a_date_that_cannot_be_stored_is_refused_whole(record, row, said):
    with pytest.raises(StoreError, match=said):
        store(zeno(other_dates=(row,), title="New"))
    assert OtherDate.objects.count() == 1
    assert Evidence.objects.get().title == ""


def test_a_role_that_is_none_is_refused(record):
    with pytest.raises(StoreError, match="date_role"):
        store(zeno(date_role="birth"))


def test_the_api_says_what_dates_are_of_beside_what_it_said(record, client):
    after = client.get("/api/v1/evidence/zeno/").json()
    assert (after["date"]["edtf"], after["date"]["year_from"]) == ("0474/0491", 474)
    assert (after["date_role"], after["places"][0]["role"]) == ("event", "setting")
    (other,) = after["other_dates"]
    assert (other["role"], other["year_from"], other["year_to"]) == ("text", 500, 599)
    assert (other["certainty"], other["who"], other["source"]) == ("probable", "Austin 1934", None)
    assert Writer("").shapes([record.pk])[record.pk]["other_dates"] == [other]
    for years, count in (("year_from=560&year_to=590", 0), ("year_from=474&year_to=480", 1)):
        assert client.get(f"/api/v1/evidence/?{years}").json()["count"] == count


def test_the_page_says_what_each_date_and_place_is_of(record, client):
    page = client.get("/evidence/zeno/").content.decode()
    assert "(event described)" in page
    assert "Text written: <time" in page
    assert "Austin 1934" in page
    assert "Setting of the event: <span" in page


def test_the_form_gives_roles_and_other_dates(record):
    content = begun_from(RecordVersion.objects.get().content)
    form = RecordForm.of(content)
    sent = {f"{each.prefix}-{name}": each.initial.get(name, "")
            for kind in ("places", "other_dates") for each in form.rows[kind]
            for name in each.fields}  # fmt: skip
    sent |= {name: form.main.initial.get(name) or "" for name in form.main.fields}
    data = QueryDict(mutable=True)
    data.update({name: value for name, value in sent.items() if value})
    back = RecordForm.sent(data)
    assert back.is_valid(), back.errors()
    kept = read(back.content(content))
    assert kept["other_dates"] == content["other_dates"]
    assert (kept["date_role"], kept["places"][0]["role"]) == ("event", "setting")


def test_a_proposal_reads_other_dates_and_names_what_is_wrong_in_them(db):
    rows = [{"role": "text", "date": "6th century"}, {"date": "1300"}, {"role": "copy"},
            {"role": "found", "date": "long ago"}]  # fmt: skip
    content = read({"game_name": "Tabula", "other_dates": rows})
    assert content["other_dates"][0]["date"] == "05XX"
    faults = [each.field for each in missing(content) if each.field.startswith("other_dates")]
    assert faults == ["other_dates.1.role", "other_dates.2.date", "other_dates.3.date"]
    told = {each.field: each.lines for each in tell(content | {"date_role": "event"})}
    assert told["other_dates"][0] == "text written · 6th century CE (05XX)"
    assert told["date_role"] == ["event described"]


def test_an_administrator_writes_dates_in_words(record, admin_client):
    said = {"evidence": record.pk, "position": 1, "role": "copy", "date": "10th century"}
    assert admin_client.post("/admin/evidence/otherdate/add/", said).status_code == 302
    rows = RecordVersion.objects.order_by("number").last().content["other_dates"]
    assert rows[1] == {"role": "copy", "date": "09XX"}
    wrong = admin_client.post("/admin/evidence/otherdate/add/", said | {"date": "long ago"})
    assert "long ago" in wrong.context["errors"][0][0]
