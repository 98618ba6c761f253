"""Pictures in the content of a proposal: read, checked, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.editing.curation.labels import clause_in_words, in_line, word
from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.models import PictureFile
from evidence.models.pictures import WHOLE
from evidence.pictures.rows import MARKS, REGION
from evidence.pictures.storing import is_address
from evidence.quoting import marked_once
from evidence.vocabulary import PICTURE_LICENCES, Relation
from games.models import Clause

REQUIRED = {
    "alt": gettext_lazy("say what can be seen, for people who cannot see it"),
    "licence": gettext_lazy("choose a licence or rights statement"),
    "holder": gettext_lazy("say who holds the rights"),
    "credit": gettext_lazy("say how the picture has to be credited"),
}


def read(content: Content) -> None:
    """Drop blank rows; marks of a picture that is dropped go with it."""
    content["pictures"] = [_read(row) for row in content.get("pictures", ()) if _is_there(row)]


def _is_there(row: Content) -> bool:
    return any(name != MARKS for name in row)


def _read(row: Content) -> Content:
    marks = [mark for mark in row.get(MARKS, ()) if set(mark) - {"relation"}]
    rest = {name: value for name, value in row.items() if name != MARKS}
    return rest | ({MARKS: marks} if marks else {})


def wrong(content: Content) -> Iterator[Fault]:
    """Pictures that are nowhere or lack their rights, and marks that lead nowhere."""
    rows = content.get("pictures", ())
    digests = {row["file"] for row in rows if "file" in row}
    kept = set(PictureFile.objects.filter(digest__in=digests).values_list("digest", flat=True))
    for position, row in enumerate(rows):
        field = f"pictures.{position}"
        if "file" not in row and "address" not in row:
            yield Fault(f"{field}.address", _("give its address, or upload a picture"))
        if "file" in row and row["file"] not in kept:
            yield Fault(f"{field}.address", _("the uploaded picture is not here: upload it again"))
        yield from wrong_rights(f"{field}.", row)
        for number, mark in enumerate(row.get(MARKS, ())):
            yield from _wrong_mark(f"{field}.{MARKS}.{number}", mark)


def wrong_rights(prefix: str, row: Content) -> Iterator[Fault]:
    """What has to be said of every picture, and what is no address."""
    for name, said in REQUIRED.items():
        if not row.get(name):
            yield Fault(f"{prefix}{name}", str(said))
    for name in ("address", "licence"):
        if not is_address(row.get(name, "")):
            yield Fault(f"{prefix}{name}", _("it has to begin with https:// or http://"))


def _wrong_mark(field: str, mark: Content) -> Iterator[Fault]:
    if not set(REGION) <= set(mark):
        yield Fault(f"{field}.x", _("draw it on the picture, or give all four numbers"))
    elif mark["x"] + mark["width"] > WHOLE:
        yield Fault(f"{field}.width", _("it goes over the right edge of the picture"))
    elif mark["y"] + mark["height"] > WHOLE:
        yield Fault(f"{field}.height", _("it goes over the lower edge of the picture"))
    if "clause" in mark or "ruleset" in mark:
        yield from _wrong_clause(field, mark)
    elif "note" not in mark:
        yield Fault(f"{field}.note", _("choose a clause, or say what can be seen there"))


def _wrong_clause(field: str, mark: Content) -> Iterator[Fault]:
    named = Clause.objects.filter(ruleset__slug=mark.get("ruleset"), name=mark.get("clause"))
    clause = named.first()
    if clause is None:
        yield Fault(f"{field}.clause", _("choose the clause that can be seen there"))
    elif mark.get("part", 0) > clause.parts.count():
        yield Fault(f"{field}.part", _("the clause has no such part"))


def tell(row: Content) -> Iterator[str]:
    """A picture on one line, and each of its marks."""
    said = row | {"file": _uploaded(row)}
    if "caption" in row:
        said["caption"] = marked_once(row["caption"])
    said["licence"] = PICTURE_LICENCES.get(row.get("licence", ""), row.get("licence", ""))
    yield in_line(
        said, file="", address="", caption="", alt=_("shows: %s"), holder="", credit="",
        licence="",
    )  # fmt: skip
    for number, mark in enumerate(row.get(MARKS, ()), 1):
        yield _("mark %(n)d: %(said)s") % {"n": number, "said": _mark(mark)}


def _uploaded(row: Content) -> str:
    """When the file was uploaded, which sets it apart from one that replaces it."""
    if "file" not in row:
        return ""
    kept = PictureFile.objects.filter(digest=row["file"]).first()
    if kept is None:
        return _("uploaded picture %s") % str(row["file"])[:12]
    when: str = date_format(kept.uploaded_at, "DATETIME_FORMAT")
    return _("picture uploaded on %s") % when


def _mark(mark: Content) -> str:
    said = mark | {"x": ", ".join(_percent(mark.get(name)) for name in REGION), "clause": ""}
    if "clause" in mark:
        how = word(Relation, mark.get("relation", Relation.DESCRIBES))
        said["clause"] = f"{how} {clause_in_words(mark)}"
    return in_line(said, x="", clause="", note="")


def _percent(thousandths: Any) -> str:
    return "…" if thousandths is None else f"{thousandths / 10:g} %"
