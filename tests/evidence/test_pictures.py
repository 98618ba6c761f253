"""Pictures of records: drawn anew, kept with their rights, in every version of the record."""

import json
import re
from functools import cache
from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from PIL import Image
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from api.shapes_evidence import EvidenceSerializer, with_all
from evidence.drafts import Draft, GameDraft, MarkDraft, PictureDraft
from evidence.history.contents import content_of, draft_of
from evidence.models import Evidence, Picture, PictureFile, PictureMark, RecordVersion
from evidence.pictures.encoding import MOST_BYTES, SIZES, PictureError, encoded
from evidence.pictures.files import keep, keep_encoded, path_of, read, storage
from evidence.records.stored import as_draft
from evidence.sources import StoreError
from evidence.storing import store
from games.models import Clause, Game, Ruleset
from people.groups import give_role
from people.matrix import Role
from tests.evidence import picture_files as files

CC0 = "https://creativecommons.org/publicdomain/zero/1.0/"
RIGHTS = {"alt": "A board of nine squares", "licence": CC0, "holder": "A museum", "credit": "A. B."}
REMOTE = PictureDraft(address="https://museum.example/iiif/9/manifest.json", **RIGHTS)


def opened(found, size="full"):
    return Image.open(BytesIO(found.sizes[size]))


def test_a_photograph_becomes_three_sizes_without_what_it_says_of_people():
    found = encoded(files.with_metadata())
    assert (found.kind, found.width, found.height) == ("jpeg", 300, 400)
    for size, data in found.sizes.items():
        image = opened(found, size)
        assert not image.getexif() and not {"exif", "comment", "icc_profile"} & set(image.info)
        assert b"ecret" not in data
    assert max(opened(found, "thumb").size) == 360
    assert encoded(files.with_metadata()).digest == found.digest


def test_what_is_large_is_made_smaller_and_what_is_small_stays():
    found = encoded(files.written(files.board((4000, 2000)), "JPEG"))
    sizes = {size: opened(found, size).size for size in found.sizes}
    assert sizes == {"full": (3000, 1500), "preview": (1200, 600), "thumb": (360, 180)}


@pytest.mark.parametrize(
    ("mode", "kind", "becomes"),
    [
        ("RGB", "PNG", "jpeg"), ("P", "PNG", "png"), ("1", "TIFF", "png"), ("L", "TIFF", "jpeg"),
        ("CMYK", "TIFF", "jpeg"), ("RGBA", "WEBP", "jpeg"), ("I;16", "TIFF", "jpeg"),
        ("F", "TIFF", "jpeg"), ("RGB", "WEBP", "jpeg"), ("LA", "PNG", "jpeg"),
    ],
)  # fmt: skip
def test_each_kind_of_picture_that_scanners_and_cameras_write_is_read(mode, kind, becomes):
    image = files.board(mode="L").convert("I").convert("I;16") if mode == "I;16" else None
    assert encoded(files.written(image or files.board(mode=mode), kind)).kind == becomes


def test_transparency_stays():
    image = files.board(mode="RGBA")
    image.putalpha(120)
    found = encoded(files.written(image, "PNG"))
    assert (found.kind, opened(found, "preview").mode) == ("png", "RGBA")


def test_text_in_a_picture_and_behind_it_is_gone():
    assert b"Secret" not in encoded(files.with_text()).sizes["full"]
    assert b"script" not in encoded(files.polyglot()).sizes["full"]
    assert encoded(files.with_huge_exif()).width == 400


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (files.SVG, "SVG"),
        (b'<?xml version="1.0"?>' + files.SVG, "SVG"),
        (b"%PDF-1.7 ...", "not a JPEG"),
        (lambda: files.written(files.board(), "GIF"), "not a JPEG"),
        (lambda: files.jpeg()[:2000], "damaged"),
        (files.png_of(64, 64, b"\0" * 100), "damaged"),
        (files.png_of(30_000, 30_000), "30000 × 30000 pixels"),
        (files.png_of(100_000, 1), "100000 × 1 pixels"),
        (files.text_bomb, "damaged"),
        (lambda: files.written(files.board((20, 20)), "PNG"), "20 × 20 pixels"),
        (b"\0" * (MOST_BYTES + 1), "too large"),
    ],
    ids=[
        "nothing", "svg", "xml", "pdf", "gif", "cut off", "half a png", "bomb", "thin", "text bomb",
        "small", "heavy",
    ],
)  # fmt: skip
def test_what_is_no_picture_or_too_much_of_one_is_refused_with_the_reason(data, said):
    with pytest.raises(PictureError, match=said):
        encoded(data() if callable(data) else data)


def test_a_program_that_dies_refuses_the_picture(monkeypatch, tmp_path):
    program = tmp_path / "dies.py"
    for text in ("import os; os.abort()", "x = bytearray(10**12)", "print('nonsense')"):
        program.write_text(text)
        monkeypatch.setattr("evidence.pictures.encoding.PROGRAM", program)
        with pytest.raises(PictureError, match="within the limits"):
            encoded(files.jpeg())


@pytest.mark.django_db
def test_a_picture_is_kept_once_in_the_storage():
    file = keep(files.jpeg())
    assert keep(files.jpeg()) == file
    assert all(storage().exists(path_of(file, size)) for size in SIZES)
    assert Image.open(BytesIO(read(file, "thumb"))).size == (360, 270)
    with pytest.raises(PictureError):
        keep(files.SVG)
    assert PictureFile.objects.count() == 1


@pytest.fixture
def clause(db):
    game = Game.objects.create(slug="merels", name="Merels")
    ruleset = Ruleset.objects.create(game=game, slug="nine", name="Nine squares", text="")
    return Clause.objects.create(ruleset=ruleset, name="Board", position=0, text="Nine squares.")


@cache
def drawn():
    return encoded(files.jpeg())


@pytest.fixture
def file(db):
    return keep_encoded(drawn())


def leaf(*pictures, **more):
    return Draft("leaf", GameDraft("Merels"), pictures=pictures, **more)


def marked(file, *marks):
    return PictureDraft(file=file.digest, caption="Leaf 2", **RIGHTS, marks=marks)


WHOLE = MarkDraft(100, 100, 525, 700, ruleset="nine", clause="Board")
NOTED = MarkDraft(0, 0, 50, 50, note="a stain")


@pytest.fixture
def record(clause, file):
    store(leaf(marked(file, WHOLE, NOTED), REMOTE))
    return Evidence.objects.get()


def test_pictures_and_their_marks_are_stored_with_the_record_and_its_history(record, file):
    both = (marked(file, WHOLE, NOTED), REMOTE)
    assert as_draft(record).pictures == both
    content = RecordVersion.objects.get().content
    assert content_of(draft_of(content)) == content
    assert content["pictures"][0]["marks"][1]["note"] == "a stain"
    assert store(leaf(*both)).action == "unchanged"
    kept = list(Picture.objects.values_list("pk", flat=True))
    assert store(leaf(marked(file, NOTED), REMOTE)).action == "changed"
    assert list(Picture.objects.values_list("pk", flat=True)) == kept
    assert PictureMark.objects.get().note == "a stain"
    store(Draft("leaf", GameDraft("Merels"), title="No word of pictures"))
    assert Picture.objects.count() == 2
    store(leaf(title="None"), whole=True)
    assert not Picture.objects.exists()
    store(draft_of(RecordVersion.objects.get(number=1).content), whole=True)
    assert as_draft(record).pictures == both


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (PictureDraft(**RIGHTS), "an uploaded file"),
        (PictureDraft(file="0" * 64, **RIGHTS), "upload it first"),
        (PictureDraft(address="javascript:alert(1)", **RIGHTS), "address has to begin"),
        (PictureDraft(address="https://a.example/m", **RIGHTS | {"alt": " "}), "alternative text"),
        (PictureDraft(address="https://a.example/m", **RIGHTS | {"licence": ""}), "a licence"),
        (
            PictureDraft(address="https://a.example/m", **RIGHTS | {"licence": "free"}),
            "licence has",
        ),
        (PictureDraft(address="https://a.example/m", **RIGHTS | {"holder": ""}), "a holder"),
        (PictureDraft(address="https://a.example/m", **RIGHTS | {"credit": ""}), "a credit"),
        (PictureDraft(address=f"https://a.example/{'m' * 2000}", **RIGHTS), "address"),
    ],
)
def test_a_picture_that_lacks_something_is_refused_whole(record, picture, said):
    with pytest.raises(StoreError, match=said):
        store(leaf(picture, title="New"))
    assert Picture.objects.count() == 2 and Evidence.objects.get().title == ""


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (MarkDraft(900, 0, 101, 10, note="x"), "on the picture"),
        (MarkDraft(-1, 0, 10, 10, note="x"), "on the picture"),
        (MarkDraft(0, 0, 0, 10, note="x"), "on the picture"),
        (MarkDraft(0, 0, 10, 10), "a clause or a note"),
        (MarkDraft(0, 0, 10, 10, ruleset="nine", note="x"), "named by its ruleset"),
        (MarkDraft(0, 0, 10, 10, part=1, note="x"), "named by its ruleset"),
        (MarkDraft(0, 0, 10, 10, ruleset="nine", clause="Dice"), "no clause Dice"),
        (MarkDraft(0, 0, 10, 10, ruleset="nine", clause="Board", part=9), "no part 9"),
        (MarkDraft(0, 0, 10, 10, ruleset="nine", clause="Board", relation="is"), "not one of"),
        (MarkDraft(0, 0, 10, 10, note="x" * 301), "note"),
    ],
)
def test_a_mark_that_leads_nowhere_is_refused_whole(record, file, mark, said):
    with pytest.raises(StoreError, match=said):
        store(leaf(marked(file, mark), title="New"))
    assert PictureMark.objects.count() == 2 and Evidence.objects.get().title == ""


def test_the_database_refuses_a_mark_beside_its_picture(record):
    picture = Picture.objects.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        PictureMark.objects.create(picture=picture, x=990, y=0, width=20, height=10)


@pytest.mark.parametrize(
    ("size", "shown"),
    [((300, 200), (300, 200)), ((3000, 1000), (900, 300)), ((100, 1120), (50, 560))],
)
def test_a_page_leaves_room_for_a_picture_that_is_not_there_yet(size, shown):
    assert PictureFile(width=size[0], height=size[1]).shown == shown


def person(model, name, role):
    found = model.objects.create_user(name)
    give_role(found, role)
    return found


def test_only_pictures_of_published_records_are_served_to_everybody(
    record, client, django_user_model
):
    file = PictureFile.objects.get()
    answer = client.get(file.thumb)
    assert answer["Content-Type"] == "image/jpeg"
    assert b"".join(answer.streaming_content) == read(file, "thumb")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "max-age=86400" in answer["Cache-Control"]
    again = client.get(file.thumb, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    record.delete()
    assert client.get(file.thumb).status_code == 404
    for name, role, status in (("ann", Role.CONTRIBUTOR, 404), ("cy", Role.CURATOR, 200)):
        client.force_login(person(django_user_model, name, role))
        answer = client.get(file.thumb)
        assert answer.status_code == status
        assert answer.headers.get("Cache-Control", "private").startswith("private")


def test_who_uploaded_a_picture_sees_it(client, django_user_model):
    ann = person(django_user_model, "ann", Role.CONTRIBUTOR)
    file = keep(files.jpeg(quality=50), ann)
    client.force_login(ann)
    assert client.get(file.full).status_code == 200
    for wrong in ("/pictures/huge/", "/pictures/thumb/x"):
        assert client.get(f"{wrong}{file.digest}.jpg").status_code == 404
    assert client.get(file.full.replace(".jpg", ".png")).status_code == 404
    storage().delete(path_of(file, "full"))
    assert client.get(file.full).status_code == 404


def test_the_api_gives_pictures_beside_what_it_gave(record, client):
    shape = client.get("/api/v1/evidence/leaf/").json()
    first, second = shape["pictures"]
    file = PictureFile.objects.get()
    assert first["file"]["preview"] == f"http://testserver{file.preview}"
    assert (first["holder"], first["licence"], first["alt"]) == (
        "A museum", CC0, "A board of nine squares",
    )  # fmt: skip
    board, stain = first["marks"]
    assert (board["x"], board["width"], board["clause"]) == (10.0, 52.5, "Board")
    assert board["region"] == "xywh=percent:10,10,52.5,70"
    assert (stain["ruleset"], stain["note"]) == (None, "a stain")
    assert (second["file"], second["address"]) == (None, REMOTE.address)
    request = Request(APIRequestFactory().get("/"))
    read_back = with_all(Evidence.objects.all()).get()
    said = EvidenceSerializer(read_back, context={"request": request}).data
    assert json.loads(JSONRenderer().render(said)) | {"version": 1} == shape
    bare = store(Draft("bare", GameDraft("Merels"))).identifier
    assert client.get(f"/api/v1/evidence/{bare}/").json()["pictures"] == []


def test_linked_data_names_the_picture_with_its_rights(record, client):
    page = client.get("/evidence/leaf/").content.decode()
    said = json.loads(page.partition('<script type="application/ld+json">')[2].partition("<")[0])
    first, second = said["image"]
    assert first["contentUrl"] == f"http://testserver{PictureFile.objects.get().full}"
    assert (first["license"], second["url"]) == (CC0, REMOTE.address)


def test_the_rules_show_the_region_that_shows_a_clause(record, client):
    page = client.get("/rulesets/nine/").content.decode()
    cut = page.partition('class="cutting"')[2]
    assert 'viewBox="32.0 24.0 226.0 222.0"' in cut
    assert f'<image href="{PictureFile.objects.get().preview}" width="400" height="300"/>' in cut
    assert 'href="/evidence/leaf/#pictures"' in cut and "CC0 1.0" in cut
    assert "a stain" not in cut


def content_of_meta(page, name):
    return re.findall(f'<meta property="{name}" content="([^"]*)"', page)


def test_a_shared_link_shows_the_picture_of_a_record(record, client):
    page = client.get("/evidence/leaf/").content.decode()
    (image,) = content_of_meta(page, "og:image")
    assert image == f"http://testserver{PictureFile.objects.get().preview}"
    assert content_of_meta(page, "og:image:alt") == ["A board of nine squares"]
    assert content_of_meta(page, "og:image:width") == ["400"]
    game = client.get("/games/merels/").content.decode()
    assert content_of_meta(game, "og:image") == ["http://testserver/rulesets/nine/board.png"]
    Ruleset.objects.all().delete()
    game = client.get("/games/merels/").content.decode()
    assert content_of_meta(game, "og:image") == [image]
