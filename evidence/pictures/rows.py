"""Pictures of a record and their marks: rows as drafts, drafts as JSON, and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from django.db.models import Prefetch

from evidence.drafts import MarkDraft, PictureDraft
from evidence.models import Picture, PictureMark

MARKS = "marks"
PICTURE = tuple(field.name for field in fields(PictureDraft) if field.name != MARKS)
MARK = tuple(field.name for field in fields(MarkDraft))
REGION = ("x", "y", "width", "height")


def prefetch() -> tuple[Prefetch[Any], ...]:
    """All that drafts of pictures say, in two queries; one where there are none."""
    marks = PictureMark.objects.select_related("clause__ruleset").prefetch_related("clause__parts")
    return (
        Prefetch("pictures", Picture.objects.select_related("file")),
        Prefetch("pictures__marks", marks),
    )


def drafts_of(pictures: Iterable[Picture]) -> tuple[PictureDraft, ...]:
    """The drafts of a record's pictures."""
    return tuple(_draft(row) for row in pictures)


def _draft(row: Picture) -> PictureDraft:
    said = {name: getattr(row, name) for name in PICTURE if name != "file"}
    marks = tuple(map(_mark, row.marks.all()))
    return PictureDraft(file=row.file.digest if row.file else "", **said, marks=marks)


def _mark(row: PictureMark) -> MarkDraft:
    return MarkDraft(
        x=row.x,
        y=row.y,
        width=row.width,
        height=row.height,
        ruleset=row.clause.ruleset.slug if row.clause else "",
        clause=row.clause.name if row.clause else "",
        part=row.part,
        relation=row.relation,
        note=row.note,
    )


def content_of(pictures: Iterable[PictureDraft]) -> list[dict[str, Any]]:
    """The JSON of drafts; what is blank is left out."""
    rows = []
    for each in pictures:
        marks = [_said(mark, MARK) for mark in each.marks]
        rows.append(_said(each, PICTURE) | ({MARKS: marks} if marks else {}))
    return rows


def drafts_from(rows: Iterable[dict[str, Any]]) -> tuple[PictureDraft, ...]:
    """The drafts that have this JSON."""
    return tuple(
        PictureDraft(**row | {MARKS: tuple(MarkDraft(**mark) for mark in row.get(MARKS, ()))})
        for row in rows
    )


def _said(row: object, names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in names}
    return {name: value for name, value in values.items() if value is not None and value != ""}
