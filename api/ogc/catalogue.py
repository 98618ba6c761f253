"""The collections: which there are, how each is searched, and what its features look like.

To add one: a subclass of Collection, its columns in `columns`, and its name in COLLECTIONS.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from api.features import Shape, outlines_of, record_feature, region_feature
from api.fragments import Fragments
from api.ogc import columns, extents, values
from api.ogc.columns import Column
from api.ogc.extents import Extent
from api.paging import Found
from api.records import Writer
from api.shapes_games import regions
from api.text import json_bytes
from evidence.models import Evidence, Region
from evidence.search import PARAMETERS, Box, Query, search
from evidence.search.shapes import current_shapes
from evidence.search.snapshot.current import counted
from evidence.search.values import Params, QueryError
from evidence.search.versions import current_version

STANDARD = ("bbox", "datetime", "limit")
OURS = tuple(name for name in PARAMETERS if name != "bbox")


@dataclass(frozen=True)
class Listed:
    """All ids of a small collection, the highest first."""

    ids: Sequence[int]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.ids)

    def pks(self, first: int = 0, most: int | None = None) -> list[int]:
        """A stretch of them."""
        return list(self.ids[first : None if most is None else first + most])

    def around(self, pk: int) -> tuple[int, int]:
        """How many are higher, and how many with this one."""
        higher, upto = (bisect_left(self.ids, -each, key=lambda one: -one) for each in (pk, pk - 1))
        return higher, upto


class Collection(ABC):
    """Features of one kind."""

    id: ClassVar[str]
    title: ClassVar[str]
    description: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]
    brief: ClassVar[tuple[str, ...]]  # the columns of a table for people
    parameters: ClassVar[tuple[str, ...]] = STANDARD

    @abstractmethod
    def find(self, params: Params) -> Found:
        """The features that are asked for. Raises QueryError."""

    @abstractmethod
    def extent(self) -> Extent:
        """Where and when its features are, worked out from them."""

    @abstractmethod
    def pk(self, key: str) -> int | None:
        """The id in the database of the feature with this key, or None."""

    @abstractmethod
    def features(self, pks: Sequence[int], root: str) -> list[Shape]:
        """The features of these ids, in their order; what is gone meanwhile is left out.

        `root` is the site's, such as https://example.org.
        """

    def texts(self, pks: Sequence[int], root: str) -> list[bytes]:
        """The same as JSON."""
        return [json_bytes(feature) for feature in self.features(pks, root)]


class EvidenceCollection(Collection):
    """One feature per record, with all of its places as its geometry."""

    id = "evidence"
    title = "Evidence"
    description = (
        "Records of evidence for traditional games. The time of a feature is the range of years in "
        "which its date may fall. Filtering by bbox or datetime keeps features without a place or "
        "a date."
    )
    columns = columns.EVIDENCE
    brief = ("title", "game_name", "type", "date_text", "places")
    parameters = (*STANDARD, *OURS)

    def find(self, params: Params) -> Found:
        """Search; records without a place or a date stay unless left out expressly."""
        return search(self.query(params))

    def query(self, params: Params) -> Query:
        """The query that the parameters stand for. Raises QueryError."""
        for name in OURS:
            values.refuse_empty(params, name)
        ours = MultiValueDict({name: params.getlist(name) for name in OURS if name in params})
        query = Query.from_params(ours)
        span = values.read_datetime(params)
        if span and query.asks_years:
            raise QueryError(
                "datetime",
                _("A date is asked for twice. Use datetime, or year_from and year_to."),
            )
        return replace(
            query,
            box=values.read_bbox(params),
            year_from=span.year_from if span else query.year_from,
            year_to=span.year_to if span else query.year_to,
            undated=query.undated or "include",
            unlocated=query.unlocated or "include",
        )

    def extent(self) -> Extent:
        """Of all records."""
        return extents.of_records()

    def pk(self, key: str) -> int | None:
        """The record with this identifier."""
        return Evidence.objects.filter(identifier=key).values_list("pk", flat=True).first()

    def features(self, pks: Sequence[int], root: str) -> list[Shape]:
        """Records with their places."""
        found = _features(root, pks)
        return [found[pk] for pk in pks if pk in found]

    def texts(self, pks: Sequence[int], root: str) -> list[bytes]:
        """The same as JSON, kept while they stay as they are."""
        return _texts.of(root, pks, current_version())


def _features(root: str, pks: Sequence[int]) -> dict[int, Shape]:
    shapes = Writer(root, quotations=False).shapes(pks)
    outlines = outlines_of(shapes.values())
    return {
        pk: record_feature(shape, outlines, columns.properties(columns.EVIDENCE, shape, root))
        for pk, shape in shapes.items()
    }


_texts = Fragments(_features)


class RegionCollection(Collection):
    """One feature per region."""

    id = "regions"
    title = "Regions"
    description = (
        "Parts of the world, and lands of peoples and realms, as outlines. They have no time, so "
        "datetime keeps all of them."
    )
    columns = columns.REGION
    brief = ("name", "kind", "evidence_count")

    def find(self, params: Params) -> Found:
        """The regions that meet the box."""
        values.read_datetime(params)
        box = values.read_bbox(params)
        rows = Region.objects.order_by("-pk").values_list("pk", flat=True)
        return Listed(list(rows if box is None else rows.filter(pk__in=_meeting(box))))

    def extent(self) -> Extent:
        """Of all regions."""
        return extents.of_regions()

    def pk(self, key: str) -> int | None:
        """The region with this slug."""
        return Region.objects.filter(slug=key).values_list("pk", flat=True).first()

    def features(self, pks: Sequence[int], root: str) -> list[Shape]:
        """Regions with their outlines and counts."""
        rows = counted(regions(shapes=True).filter(pk__in=pks), "regions")
        found = {row.pk: row for row in rows}
        return [
            region_feature(found[pk], columns.properties(self.columns, found[pk], root))
            for pk in pks
            if pk in found
        ]


COLLECTIONS: dict[str, Collection] = {
    collection.id: collection for collection in (EvidenceCollection(), RegionCollection())
}


def _meeting(box: Box) -> set[int]:
    """The regions that meet a box; the meridian at 180° is both ends of the map."""
    shapes = current_shapes()
    found = shapes.touching(box)
    for end, other in ((box.east, -180.0), (box.west, 180.0)):
        if end == -other:
            found |= shapes.touching((other, box.south, other, box.north))
    return found
