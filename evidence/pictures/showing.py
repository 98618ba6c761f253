"""Pictures as pages show them: with their marks in order, of a record or of a draft of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from evidence.models import Picture, PictureFile, PictureMark
from evidence.models.pictures import WHOLE
from evidence.pictures.rows import MARK, MARKS, REGION
from evidence.pictures.storing import is_address
from evidence.vocabulary import Relation
from games.models import Clause

AROUND = 20  # thousandths of a picture


@dataclass(frozen=True)
class ShownMark:
    """A mark with its number on the page, and the clause that it leads to."""

    name: str
    row: PictureMark
    clause: Clause | None

    @property
    def rules(self) -> str:
        """The address of the ruleset of its clause."""
        return self.clause.ruleset.get_absolute_url() if self.clause else ""

    @property
    def address(self) -> str:
        """Where its clause can be seen in play."""
        return f"{self.rules}?{urlencode({'clause': self.clause.name})}" if self.clause else ""

    @property
    def words(self) -> str:
        """What can be seen there: the note, and the part or the title of the clause."""
        return ": ".join(filter(None, (self.row.note, self._clause)))

    @property
    def _clause(self) -> str:
        if self.clause is None:
            return ""
        parts = list(self.clause.parts.all()) if self.row.part else []
        part = parts[(self.row.part or 1) - 1].text if len(parts) >= (self.row.part or 1) else ""
        title = str(self.clause.title)
        return _("%(clause)s (%(part)s)") % {"clause": title, "part": part} if part else title

    @property
    def relation(self) -> str:
        """What it does to the clause, where it does not simply show it."""
        said = self.row.relation
        return "" if said == Relation.DESCRIBES else str(dict(Relation.choices).get(said, said))


@dataclass(frozen=True)
class Shown:
    """A picture with its marks."""

    row: Picture
    marks: Sequence[ShownMark]


@dataclass(frozen=True)
class Cutting:
    """A region of a picture by itself, with a little around it, as another page shows it."""

    row: PictureMark

    @property
    def box(self) -> str:
        """The viewBox that cuts it out of the picture."""
        file, row = self.file, self.row
        across, down = file.width / WHOLE, file.height / WHOLE
        left, top = max(0, row.x - AROUND), max(0, row.y - AROUND)
        right = min(WHOLE, row.x + row.width + AROUND)
        bottom = min(WHOLE, row.y + row.height + AROUND)
        sides = (left * across, top * down, (right - left) * across, (bottom - top) * down)
        return " ".join(f"{side:.1f}" for side in sides)

    @property
    def file(self) -> PictureFile:
        """The picture; only marks of uploaded ones are cut out."""
        assert self.row.picture.file is not None
        return self.row.picture.file

    @property
    def words(self) -> str:
        """What can be seen there."""
        return self.row.note or self.row.picture.alt


def of_record(record: Any) -> list[Shown]:
    """The pictures of a record; no query if they were prefetched by `picture_rows.prefetch`."""
    return [
        Shown(row, _numbered(at, ((mark, mark.clause) for mark in row.marks.all())))
        for at, row in enumerate(record.pictures.all(), 1)
    ]


def of_content(rows: Iterable[Mapping[str, Any]]) -> list[Shown]:
    """Those of the content of a proposal, as far as they can be shown."""
    rows = list(rows)
    wanted = {row["file"] for row in rows if row.get("file")}
    files = {file.digest: file for file in PictureFile.objects.filter(digest__in=wanted)}
    found = []
    for at, row in enumerate(rows, 1):
        values = {name: value for name, value in row.items() if name not in (MARKS, "file")}
        if not is_address(values.get("address", "")):
            values["address"] = ""
        if not is_address(values.get("licence", "")):
            values["licence"] = ""
        picture = Picture(**values, file=files.get(row.get("file", "")))
        marks = [mark for mark in row.get(MARKS, ()) if set(REGION) <= set(mark)]
        found.append(Shown(picture, _numbered(at, ((_row(m), _clause(m)) for m in marks))))
    return found


def _numbered(picture: int, marks: Iterable[tuple[PictureMark, Clause | None]]) -> list[ShownMark]:
    return [
        ShownMark(f"mark-{picture}-{at}", row, clause) for at, (row, clause) in enumerate(marks, 1)
    ]


def _row(mark: Mapping[str, Any]) -> PictureMark:
    return PictureMark(
        **{name: mark[name] for name in MARK if name in mark and name not in ("ruleset", "clause")}
    )


def _clause(mark: Mapping[str, Any]) -> Clause | None:
    named = Clause.objects.filter(ruleset__slug=mark.get("ruleset"), name=mark.get("clause"))
    return named.select_related("ruleset").first()
