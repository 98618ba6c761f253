"""Storing the pictures of a record: checked as a whole, then written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError

from evidence.drafts import MarkDraft, PictureDraft
from evidence.models import Evidence, Picture, PictureFile, PictureMark
from evidence.models.pictures import WEB, WHOLE
from evidence.pictures.rows import MARK, PICTURE
from evidence.sources import StoreError, check_fields
from evidence.vocabulary import Relation
from games.models import Clause

FIELD = "pictures"
REQUIRED = {
    "alt": "an alternative text: what can be seen",
    "licence": "a licence or rights statement",
    "holder": "a holder of the rights",
    "credit": "a credit",
}


def check(pictures: Iterable[PictureDraft]) -> None:
    """Raise StoreError for a picture that is nowhere, lacks its rights, or is wrongly marked."""
    for number, row in enumerate(pictures, 1):
        for said in wrong(row):
            raise StoreError(f"picture {number}: {said}", FIELD)


def wrong(row: PictureDraft) -> Iterable[str]:
    """What is wrong with a picture, without a look at what is stored."""
    if not row.file and not row.address:
        yield "it needs an uploaded file, or the address of a manifest or image"
    for name, said in REQUIRED.items():
        if not getattr(row, name).strip():
            yield f"it needs {said}"
    for name in ("address", "licence"):
        if not is_address(getattr(row, name)):
            yield f"{name} has to begin with https:// or http://"
    for number, mark in enumerate(row.marks, 1):
        yield from (f"mark {number}: {said}" for said in wrong_mark(mark))


def wrong_mark(mark: MarkDraft) -> Iterable[str]:
    """What is wrong with a mark, without a look at its clause."""
    if not _inside(mark.x, mark.width) or not _inside(mark.y, mark.height):
        yield f"it has to lie on the picture, whose sides are {WHOLE} long"
    if mark.relation not in Relation.values:
        yield f"{mark.relation!r} is not one of {', '.join(Relation.values)}"
    if bool(mark.ruleset) != bool(mark.clause) or (mark.part and not mark.clause):
        yield "a clause is named by its ruleset and its name, a part by its clause and number"
    if not mark.clause and not mark.note:
        yield "it needs a clause or a note"


def _inside(start: int, length: int) -> bool:
    return start >= 0 and length > 0 and start + length <= WHOLE


def is_address(text: str) -> bool:
    """Whether a text is blank, or an address that a browser may be sent to."""
    try:
        if text:
            WEB(text)
    except ValidationError:
        return False
    return True


def write(record: Evidence, before: Any, wanted: Iterable[PictureDraft]) -> None:
    """Make the pictures of a record the wanted ones, in order; rows keep their ids by position."""
    spare = list(record.pictures.all()) if before else []
    for position, draft in enumerate(wanted):
        row = spare.pop(0) if spare else Picture(evidence=record)
        for name in PICTURE:
            setattr(row, name, file_of(draft.file) if name == "file" else getattr(draft, name))
        row.position = position
        check_fields(row)
        row.save()
        _write_marks(row, draft.marks)
    for row in spare:
        row.delete()


def file_of(digest: str) -> PictureFile | None:
    """The uploaded picture of that digest; None for a blank one. Raises StoreError."""
    if not digest:
        return None
    found = PictureFile.objects.filter(digest=digest).first()
    if found is None:
        raise StoreError(f"no picture is stored as {digest[:12]}: upload it first", FIELD)
    return found


def _write_marks(picture: Picture, wanted: Iterable[MarkDraft]) -> None:
    picture.marks.all().delete()
    rows = [
        PictureMark(picture=picture, position=position, **_values(mark))
        for position, mark in enumerate(wanted)
    ]
    for row in rows:
        check_fields(row)
    PictureMark.objects.bulk_create(rows)


def _values(mark: MarkDraft) -> dict[str, Any]:
    values = {name: getattr(mark, name) for name in MARK if name != "ruleset"}
    return values | {"clause": clause_of(mark)}


def clause_of(mark: MarkDraft) -> Clause | None:
    """The clause of a mark; None where it has none. Raises StoreError."""
    if not mark.clause:
        return None
    clause = Clause.objects.filter(ruleset__slug=mark.ruleset, name=mark.clause).first()
    if clause is None:
        said = f"the ruleset {mark.ruleset} has no clause {mark.clause}: a region is marked for it"
        raise StoreError(said, FIELD)
    if mark.part and mark.part > clause.parts.count():
        raise StoreError(f"the clause {mark.clause} has no part {mark.part}", FIELD)
    return clause
