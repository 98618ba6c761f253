"""Pictures on their way: uploaded into a draft, marked in the form, reviewed, published."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.formats import date_format

from evidence.editing.curation.contents import missing, read
from evidence.editing.curation.life import begin, save
from evidence.editing.curation.merging import merge
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.published import restore, withdraw
from evidence.editing.curation.telling import tell
from evidence.editing.workflow.refusals import Refusal
from evidence.models import ClausePart, Evidence, Picture, PictureFile, RecordVersion
from evidence.pictures.encoding import MOST_BYTES
from evidence.pictures.files import keep
from games.holding import holds
from games.models import Clause, Game, Ruleset
from tests.curation.pages import fields, refusal, words
from tests.curation.test_life import accepted
from tests.evidence import picture_files as files

pytestmark = pytest.mark.django_db

CC0 = "https://creativecommons.org/publicdomain/zero/1.0/"
RIGHTS = {"alt": "A round board", "licence": CC0, "holder": "A library", "credit": "A. B."}
MANIFEST = "https://library.example/iiif/9/manifest.json"


@pytest.fixture
def clause(db):
    game = Game.objects.create(slug="rumiya", name="Shatranj ar-Rumiya")
    ruleset = Ruleset.objects.create(game=game, slug="round", name="Round board", text="")
    return Clause.objects.create(ruleset=ruleset, name="Board", position=0, title="A round board")


def upload(client, proposal, data, **more):
    file = SimpleUploadedFile("leaf.jpg", data, "image/jpeg")
    return client.post(f"/curate/{proposal.pk}/pictures/", RIGHTS | more | {"upload": file})


def test_a_picture_is_uploaded_marked_reviewed_and_published(client, ada, bede, content, clause):
    client.force_login(ada)
    blank = fields(client.get("/curate/new/"))
    sent = blank | {"game_name": "Shatranj ar-Rumiya", "title": "Leaf", "deed": "picture"}
    answer = client.post("/curate/new/", sent)
    proposal = Proposal.objects.get()
    assert answer["Location"] == f"/curate/{proposal.pk}/pictures/"
    assert "upload" in client.get(answer["Location"]).cookies
    answer = upload(client, proposal, files.with_metadata(), caption="Leaf 2")
    assert answer["Location"] == f"/curate/{proposal.pk}/edit/#s-pictures"
    file = PictureFile.objects.get()
    assert file.uploaded_by == ada
    form = fields(client.get(f"/curate/{proposal.pk}/edit/"))
    assert (form["pictures-0-file"], form["pictures-0-caption"]) == (file.digest, "Leaf 2")
    mark = {"picture": 1, "x": "10", "y": "12.5", "width": "50", "height": "20.04"}
    mark |= {"clause": "round/Board", "note": "the rim"}
    form |= {f"marks-0-{name}": value for name, value in mark.items()}
    client.post(f"/curate/{proposal.pk}/edit/", form | {"deed": "save"})
    proposal.refresh_from_db()
    (row,) = proposal.content["pictures"]
    assert row["marks"] == [
        {"x": 100, "y": 125, "width": 500, "height": 200, "ruleset": "round", "clause": "Board",
         "relation": "describes", "note": "the rim"}
    ]  # fmt: skip
    again = fields(client.get(f"/curate/{proposal.pk}/edit/"))
    assert (again["marks-0-y"], again["marks-0-clause"]) == ("12.5", "round/Board")
    content |= {"judged_by": "Murray"}
    save(proposal, proposal.content | content, number=proposal.number, person=ada)
    client.post(f"/curate/{proposal.pk}/step/", {"step": "send", "number": proposal.number + 1})
    client.force_login(bede)
    page = client.get(f"/curate/{proposal.pk}/")
    assert file.preview in page.content.decode()
    said = "mark 1: 10 %, 12.5 %, 50 %, 20 % · describes Round board: “A round board” · the rim"
    assert said in words(page)
    assert f"picture uploaded on {date_format(file.uploaded_at, 'j F Y, H:i')} UTC ·" in words(page)
    assert file.digest[:12] not in words(page)
    assert client.get(file.thumb).status_code == 200
    client.post(f"/curate/{proposal.pk}/step/", {"step": "accept", "number": proposal.number + 1})
    client.logout()
    record = Evidence.objects.get()
    html = client.get(record.get_absolute_url()).content.decode()
    assert f'src="{file.preview}"' in html and 'alt="A round board"' in html
    assert '<rect x="100" y="125" width="500" height="200">' in html
    assert 'href="/rulesets/round/?clause=Board" data-mark="mark-1-1"' in html
    assert "Leaf 2" in words(client.get(record.get_absolute_url()))
    assert file.thumb in client.get("/evidence/").content.decode()
    (hold,) = holds(clause.ruleset, "Board")
    assert "1 marked region of a picture" in hold.said
    assert RecordVersion.objects.get().content["pictures"] == [row]


def test_a_form_that_nobody_changes_keeps_pictures_and_marks(client, ada, bede, content, clause):
    digest = keep(files.jpeg(), ada).digest
    rim = {"x": 1, "y": 0, "width": 999, "height": 1000, "ruleset": "round", "clause": "Board"}
    stain = {"x": 0, "y": 0, "width": 5, "height": 5, "relation": "describes", "note": "a stain"}
    marks = [rim | {"relation": "mentions"}, stain]
    other = RIGHTS | {"address": MANIFEST, "licence": "https://library.example/terms"}
    content["pictures"] = [RIGHTS | {"file": digest, "marks": marks}, other]
    content["judged_by"] = "Murray"
    record = accepted(ada, bede, content).identifier
    client.force_login(bede)
    sent = fields(client.get(f"/evidence/{record}/edit/"))
    client.post(f"/evidence/{record}/edit/", sent | {"deed": "save"})
    change = Proposal.objects.get(base=1)
    assert change.content | {"identifier": record} == RecordVersion.objects.get().content
    sent |= {"pictures-0-remove": "on", "deed": "save"}
    client.post(f"/curate/{change.pk}/edit/", sent | {"number": 1})
    change.refresh_from_db()
    assert change.content["pictures"] == [other]


@pytest.mark.parametrize(
    ("data", "more", "said"),
    [
        (files.SVG, {}, "SVG"),
        (files.jpeg()[:1000], {}, "damaged"),
        (files.png_of(30_000, 30_000), {}, "30000 × 30000 pixels"),
        (b"", {}, "The file is empty."),
        (files.jpeg(), {"alt": ""}, "Say what can be seen"),
        (files.jpeg(), {"licence": ""}, "Choose a licence"),
        (files.jpeg(), {"licence": "mine"}, "It has to begin with https://"),
        (files.jpeg(), {"credit": ""}, "Say how the picture has to be credited"),
        (files.jpeg(), {"address": "javascript:alert(1)"}, "It has to begin with https://"),
        (b"x" * (MOST_BYTES + 100_000), {}, "at most 20 MB"),
    ],
    ids=["svg", "cut off", "bomb", "empty", "alt", "no licence", "licence", "credit", "script",
         "heavy"],
)  # fmt: skip
def test_a_bad_picture_is_refused_at_its_field_and_changes_nothing(client, ada, data, more, said):
    proposal = begin(ada, {"title": "Leaf"})
    client.force_login(ada)
    answer = upload(client, proposal, data, **more)
    assert answer.status_code in (400, 413)
    assert said in words(answer)
    assert refusal(answer)[0].startswith("Not saved:") or answer.status_code == 413
    proposal.refresh_from_db()
    assert (proposal.number, proposal.content) == (1, {"title": "Leaf"})
    assert not PictureFile.objects.exists()


def test_a_picture_elsewhere_needs_no_file(client, ada):
    proposal = begin(ada, {"title": "Leaf"})
    client.force_login(ada)
    at = f"/curate/{proposal.pk}/pictures/"
    assert "Choose a file, or give an address." in words(client.post(at, RIGHTS))
    assert client.post(at, RIGHTS | {"address": MANIFEST}).status_code == 302
    proposal.refresh_from_db()
    assert proposal.content["pictures"] == [RIGHTS | {"address": MANIFEST}]
    assert "Picture 1" in words(client.get(f"/curate/{proposal.pk}/edit/"))


def test_a_part_of_a_clause_is_chosen_below_it(client, ada, clause):
    for position, text in enumerate(("The board is round.", "It has four rings.")):
        ClausePart.objects.create(clause=clause, position=position, text=text)
    digest = keep(files.jpeg(), ada).digest
    mark = {"x": 0, "y": 0, "width": 9, "height": 9, "ruleset": "round", "clause": "Board"}
    mark |= {"relation": "describes", "part": 2}
    row = RIGHTS | {"file": digest, "marks": [mark]}
    proposal = begin(ada, {"game_name": "Shatranj ar-Rumiya", "pictures": [row]})
    client.force_login(ada)
    page = client.get(f"/curate/{proposal.pk}/edit/")
    assert '<option value="round/Board#2" selected>– It has four rings.</option>' in (
        page.content.decode()
    )
    for chosen, part in (("round/Board#1", 1), ("round/Board", None), ("round/Board#0", None)):
        sent = fields(client.get(f"/curate/{proposal.pk}/edit/"))
        sent |= {"marks-0-clause": chosen, "deed": "save"}
        client.post(f"/curate/{proposal.pk}/edit/", sent)
        proposal.refresh_from_db()
        assert proposal.content["pictures"][0]["marks"][0].get("part") == part


def test_only_who_may_write_a_draft_adds_pictures_to_it(client, ada, bede, dodo, content):
    proposal = begin(bede, {"title": "Leaf"})
    for person, status in ((ada, 404), (dodo, 403)):
        client.force_login(person)
        assert upload(client, proposal, files.jpeg()).status_code == status
    record = accepted(ada, bede, content)
    client.force_login(ada)
    assert upload(client, record, files.jpeg())["Location"] == record.get_absolute_url()
    assert not PictureFile.objects.exists()


def faults(*pictures):
    content = read({"pictures": list(pictures)})
    return [each.field for each in missing(content) if each.field.startswith("pictures")]


def test_what_a_picture_lacks_is_named_at_its_place(ada, clause):
    digest = keep(files.jpeg(), ada).digest
    assert faults(RIGHTS | {"file": digest}) == []
    assert faults({"caption": "x"}) == [
        f"pictures.0.{name}" for name in ("address", "alt", "licence", "holder", "credit")
    ]
    assert faults({}, RIGHTS | {"file": "0" * 64}) == ["pictures.0.address"]
    wrong = [
        {"x": 1, "note": "?"}, {"x": 900, "y": 0, "width": 200, "height": 1, "note": "?"},
        {"x": 0, "y": 900, "width": 1, "height": 200, "note": "?"},
        {"x": 0, "y": 0, "width": 1, "height": 1},
        {"x": 0, "y": 0, "width": 1, "height": 1, "ruleset": "round", "clause": "Dice"},
        {"x": 0, "y": 0, "width": 1, "height": 1, "ruleset": "round", "clause": "Board", "part": 9},
        {},
    ]  # fmt: skip
    assert faults(RIGHTS | {"file": digest, "marks": wrong}) == [
        f"pictures.0.marks.{each}"
        for each in ("0.x", "1.width", "2.height", "3.note", "4.clause", "5.part")
    ]


def test_a_withdrawn_record_comes_back_with_its_pictures(client, ada, bede, content):
    file = keep(files.jpeg(), ada)
    content["pictures"] = [RIGHTS | {"file": file.digest}]
    name = accepted(ada, bede, content).identifier
    withdraw(name, number=1, person=bede, why="a mistake")
    assert client.get(file.thumb).status_code == 404
    restore(name, 1, number=2, person=bede, why="no mistake")
    assert client.get(file.thumb).status_code == 200
    assert Picture.objects.get().evidence.identifier == name


@pytest.mark.parametrize(
    "row",
    [
        {"marks": [{"x": 1.5}]}, {"marks": [{"x": 1001}]}, {"marks": [{"width": 0}]},
        {"marks": "x"}, {"marks": [{"style": "x"}]}, {"src": "x"}, {"alt": 5}, "x",
        {"file": "0" * 65},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_picture_is_refused_by_shape(db, row):
    with pytest.raises(Refusal):
        read({"pictures": [row]})


def test_two_people_mark_one_picture(db):
    mark = {"x": 0, "y": 0, "width": 5, "height": 5, "note": "a stain"}
    base = {"pictures": [RIGHTS | {"file": "a" * 64, "marks": [mark]}]}
    theirs = {"pictures": [RIGHTS | {"file": "a" * 64, "marks": [mark, mark | {"x": 9}]}]}
    yours = {"pictures": [RIGHTS | {"file": "a" * 64, "marks": [mark], "caption": "Leaf"}]}
    joined = merge(base, theirs, yours)
    (picture,) = joined.content["pictures"]
    assert (picture["caption"], len(picture["marks"])) == ("Leaf", 2)


def test_versions_tell_pictures_in_words(db):
    (told,) = tell({"pictures": [RIGHTS | {"file": "a" * 64, "marks": [{"note": "a stain"}]}]})
    assert told.label == "Pictures"
    assert told.lines == [
        "uploaded picture aaaaaaaaaaaa · shows: A round board · A library · A. B. · CC0 1.0",
        "mark 1: …, …, …, … · a stain",
    ]


def test_an_administrator_marks_a_picture_as_a_version(ada, bede, content, clause, admin_client):
    digest = keep(files.jpeg(), ada).digest
    content["pictures"] = [RIGHTS | {"file": digest}]
    accepted(ada, bede, content)
    picture = Picture.objects.get()
    address = f"/admin/evidence/picture/{picture.pk}/change/"
    sent = RIGHTS | {"position": 0, "file": picture.file_id, "caption": "Leaf"}
    sent |= {"marks-TOTAL_FORMS": 1, "marks-INITIAL_FORMS": 0, "marks-0-position": 0}
    sent |= {f"marks-0-{name}": 5 for name in ("x", "y", "width", "height")}
    sent |= {"marks-0-relation": "describes", "marks-0-clause": clause.pk}
    assert admin_client.post(address, sent).status_code == 302
    last = RecordVersion.objects.order_by("number").last().content["pictures"][0]
    assert (last["caption"], last["marks"][0]["clause"]) == ("Leaf", "Board")
    wrong = admin_client.post(address, sent | {"marks-0-x": 999})
    assert wrong.status_code == 200


def test_all_that_is_wrong_with_a_picture_is_told_at_once(client, ada, content):
    client.force_login(ada)
    proposal = begin(ada, content)
    page = words(client.get(f"/curate/{proposal.pk}/pictures/"))
    assert all(f"{name} (required)" in page for name in ("Credit", "Holder", "Licence"))
    assert "Caption (required)" not in page
    told, _places = refusal(upload(client, proposal, b"no picture", credit=""))
    assert "This is not a JPEG" in told and "has to be credited" in told
    told, places = refusal(upload(client, proposal, files.with_metadata(), credit=""))
    assert "Choose the file again" in told
    assert places == ["id_upload", "id_credit"]
    assert not PictureFile.objects.exists()
