"""The form of a record: what it keeps, refuses and reads; pasted sources and portal pages."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.http import QueryDict

from evidence.editing.curation.forms.record import RecordForm
from evidence.editing.curation.life import begin
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.shapes import ContentFields
from evidence.editing.curation.steps import take
from evidence.models import Evidence, RecordVersion, Source
from tests.curation.conftest import MURRAY
from tests.curation.pages import fields, refusal, words
from tests.curation.test_life import accepted

pytestmark = pytest.mark.django_db
PORTAL = settings.BASE_DIR / "tests" / "samples" / "portal" / "good"


def test_a_record_is_written_sent_published_and_read(client, ada, bede):
    client.force_login(ada)
    blank = fields(client.get("/curate/new/"))
    answer = client.post(
        "/curate/new/",
        blank
        | {
            "game_name": "Round chess",
            "type": "historical-text",
            "date": "about 1140",
            "rules": "The board is round.",
            "places-0-name": "Constantinople",
            "places-0-point": "41°0'36\"N, 28°58'48\"E",
            "citations-0-citation": MURRAY,
            "citations-0-locator": "p. 342",
            "quotations-0-text": "a round board",
            "quotations-0-citation": "1",
            "status": "Nobility, Royalty",
            "uncertainty": ["Incomplete"],
            "why": "read in Murray",
            "deed": "send",
        },
    )
    proposal = Proposal.objects.get()
    assert answer["Location"] == f"/curate/{proposal.pk}/"
    assert (proposal.state, proposal.why) == ("review", "read in Murray")
    assert proposal.content == {
        "game_name": "Round chess",
        "type": "historical-text",
        "date": "1140~",
        "as_typed": ["41°0'36\"N, 28°58'48\"E"],
        "rules": "The board is round.",
        "places": [
            {
                "name": "Constantinople",
                "as_given": "41°0'36\"N, 28°58'48\"E",
                "lat_u": 41_010_000,
                "lon_u": 28_980_000,
            }
        ],
        "citations": [{"citation": MURRAY, "locator": "p. 342"}],
        "quotations": [{"text": "a round board", "citation": 0}],
        "terms": {"status": ["Nobility", "Royalty"], "uncertainty": ["Incomplete"]},
    }
    client.force_login(bede)
    page = client.get(f"/curate/{proposal.pk}/")
    assert "about 1140 (1140~)" in words(page)
    step = {"step": "accept", "number": proposal.number, "why": "good"}
    client.post(f"/curate/{proposal.pk}/step/", step)
    shown = words(client.get(f"/evidence/{proposal.identifier}/"))
    assert "The board is round." in shown
    assert "Nobility" in shown


def given(content):
    rows = [*content["other_dates"], *content["places"]]
    return [content.get("date_as_given"), *(row.get("as_given") for row in rows)]


def test_as_given_never_speaks_of_another_value(client, ada, bede):
    """While a draft is written, and when what is published is changed."""
    client.force_login(ada)
    typed = {
        "date": "late 19th century", "other_dates-0-role": "made", "title": "Board",
        "other_dates-0-date": "late 19th century", "places-0-point": "37.4N, 6.0W",
        "game_name": "Senet", "type": "artifact", "citations-0-citation": MURRAY,
        "citations-0-locator": "p. 1",
    }  # fmt: skip
    client.post("/curate/new/", fields(client.get("/curate/new/")) | typed | {"why": "seen"})
    draft = Proposal.objects.get()
    assert given(draft.content) == ["late 19th century", "late 19th century", "37.4N, 6.0W"]
    page = client.get(draft.get_absolute_url())
    assert words(page).count("between 1867 and 1899 ([1867..1899])") == 2
    assert "as_typed" not in words(page)

    form = fields(client.get(f"/curate/{draft.pk}/edit/"))
    assert form["other_dates-0-date"] == "between 1867 and 1899"
    client.post(f"/curate/{draft.pk}/edit/", form | {"title": "A board"})
    draft.refresh_from_db()
    assert given(draft.content) == ["late 19th century", "late 19th century", "37.4N, 6.0W"]

    form = fields(client.get(f"/curate/{draft.pk}/edit/")) | {"deed": "send"}
    client.post(
        f"/curate/{draft.pk}/edit/", form | {"date": "1950", "places-0-point": "50.0N, 10.0E"}
    )
    draft.refresh_from_db()
    assert given(draft.content) == [None, "late 19th century", "50.0N, 10.0E"]

    take("accept", draft, number=draft.number, person=bede, why="good")
    client.force_login(bede)
    address = f"/evidence/{draft.identifier}/edit/"
    form = fields(client.get(address)) | {"other_dates-0-date": "1950", "why": "the museum says"}
    client.post(address, form | {"places-0-point": "51.5, 10.5", "deed": "save"})
    assert given(Proposal.objects.get(base=1).content) == [None, None, None]


def test_a_form_that_nobody_changes_changes_nothing(client, ada, bede, content):
    content |= {"external_ids": {"wikidata": "Q1"}, "checked_against": ["https://example.org/a"]}
    content["judged_by"] = "Murray"
    content["places"].append({"name": "Anatolia", "certainty": "disputed", "note": "perhaps"})
    record = accepted(ada, bede, content).identifier
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{record}/edit/"))
    client.post(f"/evidence/{record}/edit/", sent | {"deed": "save"})
    change = Proposal.objects.get(base=1)
    assert change.content | {"identifier": record} == RecordVersion.objects.get().content


def test_a_content_has_nothing_that_the_form_would_lose():
    form = RecordForm.sent(QueryDict())
    assert form.is_valid()
    left = set(ContentFields().fields) - set(form.content({}))
    assert left == {"game", "confidence", "external_ids"}  # they are there where they say something


@pytest.mark.parametrize("museum", ["Cairo, JE 62060", ""])
def test_the_museum_is_a_field_and_other_identifiers_stay(client, ada, bede, content, museum):
    content |= {"external_ids": {"wikidata": "Q1", "museum": "Cairo, JE 62059"}}
    record = accepted(ada, bede, content).identifier
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{record}/edit/"))
    assert sent["museum"] == "Cairo, JE 62059"
    client.post(f"/evidence/{record}/edit/", sent | {"museum": museum, "deed": "save"})
    wanted = {"wikidata": "Q1"} | ({"museum": museum} if museum else {})
    assert Proposal.objects.get(base=1).content["external_ids"] == wanted


def test_what_cannot_be_read_is_told_beside_its_field_and_stays(client, ada):
    client.force_login(ada)
    sent = {"confidence": "300", "title": "x" * 301, "places-0-region": "\x01"}
    answer = client.post("/curate/new/", sent)
    assert answer.status_code == 400
    assert not Proposal.objects.exists()
    html = answer.content.decode()
    assert 'value="300"' in html
    assert "write a whole number from 0 to 100" in html
    assert "x" * 301 in html
    told, places = refusal(answer)
    assert told.startswith("Not saved:")
    assert places == ["id_title", "id_confidence"]


def test_what_publishing_still_needs_is_told_before_it_is_sent(client, ada):
    client.force_login(ada)
    blank = fields(client.get("/curate/new/"))
    typed = {"citations-0-citation": MURRAY, "deed": "save"}
    answer = client.post("/curate/new/", blank | typed, follow=True)
    form = client.get(f"/curate/{Proposal.objects.get().pk}/edit/").content.decode()
    assert answer.status_code == 200
    assert "give a source and where in it" in form
    assert form.index("give a source and where in it") < form.index('value="send"')


def test_what_a_draft_still_needs_is_asked_for_at_its_fields(client, ada):
    """As hints, with links to them; a form that is sent counts its rows with the blank ones."""
    content = {
        "title": "Board", "date": "long ago", "confidence": 60, "people": [{"name": "Murray"}],
        "places": [{"name": "Thebes"}, {"point": "nowhere"}], "citations": [{"citation": MURRAY}],
        "terms": {"age": ["Ancient"]},
    }  # fmt: skip
    address = f"{begin(ada, content).get_absolute_url()}edit/"
    client.force_login(ada)
    page = client.get(address)
    html, sent = page.content.decode(), fields(page)
    links = re.findall(r'<li><a href="#([^"]+)"', html)
    wanted = ["game_name", "type", "citations-0-citation", "date", "places-1-point"]
    assert links == [f"id_{each}" for each in [*wanted, "people-0-role", "age", "judged_by"]]
    assert all(f' id="{each}"' in html and f' id="{each}_asked"' in html for each in links)
    assert 'aria-describedby="id_type_asked"' in html
    assert "errorlist" not in html and "aria-invalid" not in html
    sent |= {"date": "1140", "age": [], "places-2-point": sent.pop("places-1-point")}
    sent["places-1-name"] = ""
    told = client.post(address, sent | {"autosave": "1"}).json()
    links = re.findall(r'<a href="#id_([^"]+)"', told["asked"])
    assert "date" not in links and "places-2-point" in links


@pytest.mark.parametrize(
    "typed, said",
    [
        ({}, ["Title: give a title or a game"]),
        ({"unidentified": "on"}, ["Title: give a title or a game"]),
        ({"title": "Board", "date": "long ago"}, ["Date: “long ago” is"]),
        (
            {"confidence": "120", "date": "long ago"},
            [
                "Confidence: write a whole number",
                "Title: give a title",
                "Date: “long ago” is",
                "Rated by: say",
            ],
        ),
        ({"title": "Board", "confidence": "60"}, ["Rated by: say who rated the confidence"]),
    ],
)
def test_what_nobody_could_review_is_not_sent_and_all_of_it_is_told(client, ada, typed, said):
    client.force_login(ada)
    blank = fields(client.get("/curate/new/"))
    answer = client.post("/curate/new/", blank | typed | {"deed": "send"})
    assert answer.status_code in (400, 409)
    told, places = refusal(answer)
    assert all(each in told for each in said)
    assert len(places) == len(said)
    assert 'action="/curate/new/"' in answer.content.decode()  # not where a link had led
    assert not Proposal.objects.exists()


def test_who_sends_what_cannot_be_published_yet_is_told_so(client, ada):
    client.force_login(ada)
    sent = fields(client.get("/curate/new/")) | {"title": "Board", "deed": "send"}
    page = client.post("/curate/new/", sent, follow=True)
    left = len(page.context["missing"])
    assert [str(each) for each in page.context["messages"]] == [
        "Saved and sent to review.",
        f"{left} points, listed below, have to be settled before it can be published.",
    ]
    edit = f"{Proposal.objects.get().get_absolute_url()}edit/"
    page = client.post(edit, fields(client.get(edit)) | {"title": "Box"}, follow=True)
    assert [str(each) for each in page.context["messages"]] == ["Saved."]


@pytest.mark.parametrize("content", [{}, {"unknown": ["game"]}, {"title": "B", "date": "long ago"}])
def test_a_draft_says_what_it_is_not_sent_for(client, ada, content):
    draft = begin(ada, content)
    client.force_login(ada)
    page = client.get(draft.get_absolute_url())
    answer = client.post(f"/curate/{draft.pk}/step/", {"step": "send", "number": "1"})
    assert answer.status_code == 409
    listed = {(fault.field, fault.said) for fault in page.context["missing"]}
    assert {(each.field, each.said) for each in answer.context["refusal"].faults} <= listed


def test_one_more_row_keeps_what_is_typed(client, ada):
    client.force_login(ada)
    sent = {"title": "Typed", "places-0-name": "Thebes", "deed": "add-places"}
    html = client.post("/curate/new/", sent).content.decode()
    assert 'value="Typed"' in html
    assert 'value="Thebes"' in html
    assert 'name="places-1-name"' in html
    assert not Proposal.objects.exists()


BIBTEX = "@book{m, author={Murray, H. J. R.}, title={A History of Chess}, year={1913}}"
RIS = "TY  - BOOK\nAU  - Bell, R. C.\nTI  - Board and Table Games\nPY  - 1960\nER  - \n"
CSL = '[{"type": "book", "title": "Dice", "issued": {"date-parts": [[1999]]}}]'


@pytest.mark.parametrize(
    ("pasted", "citation"),
    [
        (BIBTEX, "Murray, H. J. R. (1913). A History of Chess."),
        (RIS, "Bell, R. C. (1960). Board and Table Games."),
        (CSL, "(1999). Dice."),
        ("https://doi.org/10.1000/182", "https://doi.org/10.1000/182"),
    ],
)
def test_sources_are_pasted(client, ada, bede, content, pasted, citation):
    client.force_login(ada)
    answer = client.post("/curate/new/", {"paste": pasted, "deed": "paste"})
    sent = fields(answer)
    assert sent["citations-0-citation"] == citation
    client.post("/curate/new/", sent | {"citations-0-locator": "p. 1", "deed": "save"})
    (row,) = Proposal.objects.get().content["citations"]
    assert (row["citation"], row["locator"]) == (citation, "p. 1")
    assert row["csl"]["type"] in ("book", "document")


def test_a_source_that_may_be_stored_is_offered_and_one_that_is_is_taken(client, ada):
    stored = Source.objects.create(
        slug="murray", citation="Murray 1913", title="A History of Chess", year=1913
    )
    client.force_login(ada)
    answer = client.post("/curate/new/", {"paste": BIBTEX, "deed": "paste"})
    assert "It is the same: use the stored one" in words(answer)
    client.post("/curate/new/", fields(answer) | {"deed": "save"})
    assert Proposal.objects.get().content["citations"] == [{"citation": "Murray 1913"}]
    stored.csl = {"DOI": "10.1000/182"}
    stored.title = ""
    stored.save()
    again = client.post("/curate/new/", {"paste": "doi:10.1000/182", "deed": "paste"})
    assert "citations-0-alike" in fields(again) or fields(again)["citations-0-citation"]


@pytest.mark.parametrize("pasted", ["", "hello", "@book{", "{", "[" * 5000, "TY  - X", "[3]"])
def test_what_is_pasted_and_is_no_source_is_refused(client, ada, pasted):
    client.force_login(ada)
    answer = client.post("/curate/new/", {"paste": pasted, "deed": "paste", "title": "Kept"})
    assert answer.status_code == 400
    assert 'value="Kept"' in answer.content.decode()
    assert "errorlist" in answer.content.decode()


def test_a_page_of_the_portal_becomes_drafts(client, ada):
    client.force_login(ada)
    text = (PORTAL / "two_records.txt").read_text()
    answer = client.post("/curate/portal/", {"text": text})
    assert answer["Location"] == "/curate/"
    assert Proposal.objects.count() == 2
    assert not Evidence.objects.exists()
    assert {each.identifier for each in Proposal.objects.all()} == {"dlp-900101", "dlp-900102"} or (
        Proposal.objects.filter(identifier__startswith="dlp-").count() == 2
    )
    rated = [each.content for each in Proposal.objects.all() if "confidence" in each.content]
    assert rated and {each["judged_by"] for each in rated} == {"the Ludii portal"}
    wrong = client.post("/curate/portal/", {"text": "nonsense"})
    assert wrong.status_code == 400
    assert "nonsense" in words(wrong)
