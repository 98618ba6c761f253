"""Records as their JSON shape, many at a time.

What `api.shapes_evidence.EvidenceSerializer` declares is written here by plain loops over a fixed
number of queries: for a page of fifty that is ten times as fast, and a test holds the two together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.db.models import Exists, Model, OuterRef, QuerySet
from django.urls import reverse

from evidence import dates
from evidence.claims.assertions import KINDS, PLAIN
from evidence.drafts import CITATION
from evidence.models import (
    Citation,
    Evidence,
    Identification,
    OtherDate,
    Passage,
    Phrase,
    Picture,
    PictureFile,
    PictureMark,
    Place,
    Quotation,
    RecordRelation,
    RulesetLink,
    Source,
)
from evidence.pictures.encoding import SIZES
from evidence.records.licence import LICENCE_SHAPE
from evidence.records.stored import LINK_NOTES
from evidence.records.when import edtf_words
from evidence.vocabulary import Vocabulary
from games.models import Game

Shape = dict[str, Any]
By = dict[int, list[Shape]]
Few = dict[Any, list[int]]

RECORD = (
    "pk", "identifier", "portal_id", "title", "type", "game__slug", "game__name", "date",
    "date_as_given", "date_role", "year_from", "year_to", "rules", "content", "no_ruleset",
    "confidence",
    "confidence_reason", "judged_by", "external_ids", "checked_against", "added_at", "checked_at",
    "changed_at",
)  # fmt: skip
PLACE = (
    "name", "as_given", "lat_u", "lon_u", "region__slug", "precision", "certainty", "note", "role",
)  # fmt: skip
TERMS = {
    Vocabulary.UNCERTAINTY: "uncertainty",
    Vocabulary.AGE: "ages",
    Vocabulary.GENDER: "genders",
    Vocabulary.STATUS: "social_statuses",
    Vocabulary.SPACE: "spaces",
}
# By the names of the shape, where the database has each.
PHRASE = {
    "field": "field", "quotation": "quotation", "start": "start", "end": "end",
    "ruleset": "clause__ruleset__slug", "clause": "clause__name", "part": "part",
    "relation": "relation",
}  # fmt: skip
QUOTATION = {
    "text": "text", "language": "language", "translator": "translator",
    "source": "citation__source__slug", "locator": "citation__locator", "as_cited": "as_cited",
    "rights": "rights",
}  # fmt: skip
PASSAGE = {
    "number": "number", "kind": "kind", "text": "text", "language": "language",
    "original": "original__number", "by": "by", "source": "source__slug", "locator": "locator",
    "rights": "rights", "voice": "voice", "bearing": "bearing",
}  # fmt: skip
PLAIN_KINDS = {name: KINDS[name] for name in PLAIN}
FEW: tuple[Any, ...] = (
    Passage,
    Identification,
    OtherDate,
    RecordRelation,
    *(kind.model for kind in PLAIN_KINDS.values()),
    Picture,
)  # what few records have: asked for where there are any
PICTURE = ("address", "alt", "caption", "licence", "holder", "credit")
REGION = ("x", "y", "width", "height")
MARK = {
    **{name: name for name in REGION}, "ruleset": "clause__ruleset__slug", "clause": "clause__name",
    "part": "part", "relation": "relation", "note": "note",
}  # fmt: skip
ASSERTED = ("certainty", "voice", "who", "source__slug", "locator", "reason")


class Writer:
    """Writes records; `site` is where addresses begin, as in https://example.org."""

    def __init__(self, site: str, *, quotations: bool = True) -> None:
        self.site = site
        self.quotations = quotations
        self._addresses: dict[str, tuple[str, str]] = {}

    def shapes(self, pks: Sequence[int]) -> dict[int, Shape]:
        """The JSON shapes of these records by id; those that are gone are left out."""
        found = (Exists(model.objects.filter(evidence=OuterRef("pk"))) for model in FEW)
        records = Evidence.objects.filter(pk__in=pks).order_by().values_list(*RECORD, *found)
        rows = {row[0]: row for row in records}
        few = {
            model: [pk for pk, row in rows.items() if row[len(RECORD) + at]]
            for at, model in enumerate(FEW)
        }
        linked = _Linked(self, pks, few)
        return {pk: self._shape(row[: len(RECORD)], linked) for pk, row in rows.items()}

    def address(self, name: str, key: str) -> str:
        """The absolute address of an object of the API, or of a page, by its slug."""
        if name not in self._addresses:
            before, _, after = reverse(name, args=["-slug-"]).partition("-slug-")
            self._addresses[name] = (self.site + before, after)
        before, after = self._addresses[name]
        return f"{before}{key}{after}"

    def _shape(self, row: tuple[Any, ...], linked: _Linked) -> Shape:
        record = dict(zip(RECORD, row, strict=True))
        pk, identifier = record["pk"], record["identifier"]
        game = record["game__slug"]
        terms = linked.terms.get(pk, {})
        shape = {
            "identifier": identifier,
            "portal_id": record["portal_id"],
            "url": self.address("api:record", identifier),
            "page": self.address("record", identifier),
            "title": record["title"],
            "type": record["type"],
            "game": {
                "slug": game,
                "name": record["game__name"],
                "url": self.address("api:game", game),
            },
            "identifications": linked.identifications(pk, game, record["game__name"]),
            "rulesets": linked.rulesets.get(pk, []),
            "date": _date(
                record["date"],
                record["date_as_given"],
                record["year_from"],
                record["year_to"],
            ),
            "date_role": record["date_role"],
            "other_dates": linked.other_dates.get(pk, []),
            "relations": linked.relations.get(pk, []),
            **{name: rows.get(pk, []) for name, rows in linked.plain.items()},
            "places": linked.places.get(pk, []),
            "regions": linked.regions.get(pk, []),
            "rules": record["rules"],
            "content": record["content"],
            "no_ruleset": record["no_ruleset"],
            "quotations": linked.quotations.get(pk, []),
            "phrases": linked.phrases.get(pk, []),
            "passages": linked.passages.get(pk, []),
            "pictures": linked.pictures.get(pk, []),
            "confidence": record["confidence"],
            "confidence_reason": record["confidence_reason"],
            "judged_by": record["judged_by"],
            **{name: terms.get(vocabulary.value, []) for vocabulary, name in TERMS.items()},
            "sources": linked.citations.get(pk, []),
            "external_ids": record["external_ids"],
            "checked_against": record["checked_against"],
            "added_at": _moment(record["added_at"]),
            "checked_at": _moment(record["checked_at"]),
            "changed_at": _moment(record["changed_at"]),
            "licence": LICENCE_SHAPE,
        }
        if not self.quotations:
            del shape["quotations"]
        return shape


class _Linked:
    """What belongs to some records, by the record's id; `few` names those that have any."""

    def __init__(self, writer: Writer, pks: Sequence[int], few: Few) -> None:
        self.writer = writer
        self.pks = pks
        self.terms = self._terms()
        self.regions = _grouped(
            self._of(Evidence.regions.through).order_by("region__name"),
            ("region__slug",),
            lambda slug: slug,
        )
        self.rulesets = _grouped(
            self._of(RulesetLink).order_by("pk"),
            ("relation", "ruleset__slug", "ruleset__name", *LINK_NOTES),
            self._relation,
        )
        self.places = _grouped(
            self._of(Place).order_by("evidence", "position"),
            PLACE,
            _place,
        )
        self.citations = _grouped(
            self._of(Citation).order_by("evidence", "position"),
            ("source_id", *CITATION[1:]),
            self._citation(),
        )
        self.phrases = _grouped(
            self._of(Phrase).order_by("evidence", "position"),
            PHRASE.values(),
            lambda *row: dict(zip(PHRASE, row, strict=True)),
        )
        self._identified = self._asserted(
            few[Identification], Identification, ("game__slug", "game__name", "about"),
            self._identification,
        )  # fmt: skip
        self.other_dates = self._asserted(
            few[OtherDate], OtherDate, ("role", "date", "as_given"), _other_date
        )
        self.relations = self._asserted(
            few[RecordRelation], RecordRelation, ("relation", "target"), self._related
        )
        self.plain = {
            name: self._asserted(few[kind.model], kind.model, kind.own, partial(_plain, kind.own))
            for name, kind in PLAIN_KINDS.items()
        }
        self.passages = self._passages(few[Passage]) if few[Passage] else {}
        self.pictures = self._pictures(few[Picture]) if few[Picture] else {}
        self.quotations = self._quotations() if writer.quotations else {}

    def _of(self, model: type[Model]) -> QuerySet[Any]:
        return model._default_manager.filter(evidence_id__in=self.pks)

    def _terms(self) -> dict[int, dict[str, list[str]]]:
        found: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        rows = self._of(Evidence.terms.through).order_by("term__vocabulary", "term__name")
        for pk, vocabulary, name in rows.values_list(
            "evidence_id", "term__vocabulary", "term__name"
        ):
            found[pk][vocabulary].append(name)
        return found

    def _asserted(
        self, pks: list[int], model: type[Model], names: Iterable[str], make: Callable[..., Shape]
    ) -> By:
        if not pks:
            return {}
        rows = model._default_manager.filter(evidence_id__in=pks)
        return _grouped(rows.order_by("evidence", "position", "pk"), (*names, *ASSERTED), make)

    def identifications(self, pk: int, slug: str, name: str) -> list[Shape]:
        """Those of a record, with its primary game first, entered or not; perhaps none."""
        rows = self._identified.get(pk, [])
        first = [row for row in rows if row["game"]["slug"] == slug]
        others = [row for row in rows if row["game"]["slug"] != slug]
        if not first and slug != Game.UNIDENTIFIED:
            first = [self._identification(slug, name, "")]
        return [*first, *others]

    def _identification(self, slug: str, name: str, about: str, *asserted: str | None) -> Shape:
        url = self.writer.address("api:game", slug)
        return {"game": {"slug": slug, "name": name, "url": url}, "about": about} | _asserted(
            asserted or ("", "", "", None, "", "")
        )

    def _related(self, relation: str, target: str, *asserted: str | None) -> Shape:
        record = {
            "identifier": target,
            "url": self.writer.address("api:record", target),
            "page": self.writer.address("record", target),
        }
        return {"relation": relation, "record": record} | _asserted(asserted)

    def _relation(self, relation: str, slug: str, name: str, *notes: str) -> Shape:
        url = self.writer.address("api:ruleset", slug)
        return {
            "relation": relation,
            **dict(zip(LINK_NOTES, notes, strict=True)),
            "ruleset": {"slug": slug, "name": name, "url": url},
        }

    def _citation(self) -> Callable[..., Shape]:
        sources: dict[int, Shape] = {}
        cited = Source.objects.filter(citations__evidence_id__in=self.pks).distinct()
        for source in cited.order_by():
            sources[source.pk] = {
                "slug": source.slug,
                "citation": source.citation,
                "title": source.title,
                "year": source.year,
                "csl": source.csl,
                "url": self.writer.address("api:source", source.slug),
            }
        return lambda source, *said: (
            {"source": sources[source]} | dict(zip(CITATION[1:], said, strict=True))
        )

    def _passages(self, read: Sequence[int]) -> By:
        """Without quotations, what curators have put in their own words."""
        rows = Passage.objects.filter(evidence__in=read).order_by("evidence", "number")
        if not self.writer.quotations:
            rows = rows.filter(kind=Passage.Kind.PARAPHRASE)
        return _grouped(rows, PASSAGE.values(), lambda *row: dict(zip(PASSAGE, row, strict=True)))

    def _pictures(self, shown: Sequence[int]) -> By:
        marks: By = defaultdict(list)
        rows = PictureMark.objects.filter(picture__evidence__in=shown)
        for pk, *row in rows.order_by("picture", "position", "pk").values_list(
            "picture_id", *MARK.values()
        ):
            marks[pk].append(_mark(dict(zip(MARK, row, strict=True))))
        found: By = defaultdict(list)
        pictures = Picture.objects.filter(evidence__in=shown).select_related("file")
        for picture in pictures.order_by("evidence", "position", "pk"):
            said = {name: getattr(picture, name) for name in PICTURE}
            file = self._file(picture.file) if picture.file else None
            found[picture.evidence_id].append({"file": file} | said | {"marks": marks[picture.pk]})
        return found

    def _file(self, file: PictureFile) -> Shape:
        sizes = {size: self.writer.site + file.address(size) for size in SIZES}
        return {"digest": file.digest, "width": file.width, "height": file.height} | sizes

    def _quotations(self) -> By:
        return _grouped(
            self._of(Quotation).order_by("evidence", "position"),
            QUOTATION.values(),
            lambda *row: dict(zip(QUOTATION, row, strict=True)) | {"locator": row[4] or ""},
        )


def _grouped(
    rows: QuerySet[Any], names: Iterable[str], make: Callable[..., Any]
) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for pk, *row in rows.values_list("evidence_id", *names):
        found[pk].append(make(*row))
    return found


def _asserted(values: Sequence[str | None]) -> Shape:
    """How sure an assertion is and who makes it, as ASSERTED reads it."""
    names = (name.partition("__")[0] for name in ASSERTED)
    return dict(zip(names, values, strict=True))


def _plain(names: Sequence[str], *row: Any) -> Shape:
    """An assertion whose fields are words and numbers; identifiers are a list."""
    shape = dict(zip(names, row, strict=False))
    if "identifiers" in shape:
        shape["identifiers"] = shape["identifiers"].split()
    return shape | _asserted(row[len(names) :])


def _mark(row: Shape) -> Shape:
    """A mark in per cent, and as others write a region of a picture."""
    percent = [row[name] / 10 for name in REGION]
    region = f"xywh=percent:{','.join(f'{each:g}' for each in percent)}"
    return row | dict(zip(REGION, percent, strict=True)) | {"region": region}


def _place(
    name: str, as_given: str, lat_u: int | None, lon_u: int | None, region: str | None, *rest: str
) -> Shape:
    precision, certainty, note, role = rest
    return {
        "name": name,
        "as_given": as_given,
        "latitude": None if lat_u is None else lat_u / 1_000_000,
        "longitude": None if lon_u is None else lon_u / 1_000_000,
        "region": region,
        "precision": precision,
        "certainty": certainty,
        "note": note,
        "role": role,
    }


def _date(edtf: str, given: str, first: int | None, last: int | None) -> Shape:
    return {
        "edtf": edtf,
        "text": edtf_words(edtf),
        "as_given": given,
        "year_from": first,
        "year_to": last,
    }


def _other_date(role: str, edtf: str, given: str, *asserted: str | None) -> Shape:
    span = dates.read(edtf)
    date = _date(edtf, given, span.year_from, span.year_to)
    return date | {"role": role} | _asserted(asserted)


def _moment(at: datetime | None) -> str | None:
    """An instant as DRF writes it."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")
