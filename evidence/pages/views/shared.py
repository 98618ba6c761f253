"""What several pages need: lists, the timeline, the same content for machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.http import urlencode
from shapely.geometry import shape as from_geojson

from evidence.exporters.formats import REFERENCES
from evidence.models import Evidence, Picture, Region
from evidence.pages.charts import Timeline, timeline
from evidence.pages.maps import extent, unlocated
from evidence.pages.views.filters import address
from evidence.search import Results, in_order, search
from evidence.search.drawn import area
from evidence.search.shapes import current_shapes
from evidence.search.snapshot.marks import Window
from evidence.search.values import write_degrees

Box = tuple[float, float, float, float]


def named_regions(path: str) -> Prefetch[Any]:
    """Regions to prefetch without their shapes, which take long to read and are not shown."""
    return Prefetch(path, Region.objects.only("slug", "name"))


def thumbs() -> Prefetch[Any]:
    """The uploaded pictures of records, of which lists show the first."""
    uploaded = Picture.objects.exclude(file=None).select_related("file")
    return Prefetch("pictures", uploaded, to_attr="thumbs")


class Listed(Sequence[Evidence]):
    """The records of a search as a page of a list shows them, in order, cut as a list is."""

    def __init__(self, results: Results) -> None:
        self.results = results

    def __len__(self) -> int:
        return self.results.count

    @overload
    def __getitem__(self, part: int) -> Evidence: ...

    @overload
    def __getitem__(self, part: slice) -> list[Evidence]: ...

    def __getitem__(self, part: int | slice) -> Evidence | list[Evidence]:
        if isinstance(part, int):
            return self[part : part + 1][0]
        first = part.start or 0
        pks = self.results.listed(first, part.stop - first)
        regions = named_regions("places__region")
        records = Evidence.objects.select_related("game").prefetch_related(regions, thumbs())
        return in_order(pks, records.defer("content", "rules"))


@dataclass(frozen=True)
class Map:
    """What templates/parts/map.html hands to the map: where to ask for cells, or all that it draws.

    `bounds` is the part of the world to begin with, as "west,south,east,north"; `outline` a region
    to draw without records; `polygon` the area that is searched; `unlocated` counts the records
    that are on no map.
    """

    cells: str = ""
    bounds: str = ""
    outline: str = ""
    polygon: str = ""
    unlocated: int = 0
    data: dict[str, Any] | None = None

    @property
    def query(self) -> str:
        """The search whose cells are asked for, as the list has it."""
        return "".join(self.cells.partition("?")[1:])

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not (self.data or self.bounds or self.outline or self.polygon)


def of_any_date(results: Results) -> Results:
    """The same search without its years, undated records as usual."""
    query = replace(results.query, year_from=None, year_to=None, undated=None)
    return results if query == results.query else search(query)


def query_map(results: Results, any_date: Results) -> Map:
    """The map of all records of a search. It begins with the places of those of any date."""
    return Map(
        cells=reverse("api:cells") + address(results.query),
        bounds=",".join(map(write_degrees, _beginning(any_date) or ())),
        polygon=dict(results.query.params()).get("polygon", ""),
        unlocated=unlocated(results),
    )


def _beginning(results: Results) -> Window | None:
    """Where the records found lie; of that, what lies within the region or area asked for.

    A record that has a place there may have others far away, such as that of its museum.
    """
    found, query = extent(results), results.query
    asked = _window(_boxes(area(query.polygon))) if query.polygon else None
    if query.region and not asked:
        asked = _window_of(query.region)
    if found is None or asked is None:
        return found
    south, north = max(asked.south, found.south), min(asked.north, found.north)
    west, east = asked.west, asked.east
    if west <= east:  # where it crosses 180°, so may what is found
        west, east = max(west, found.west), min(east, found.east)
    if south > north or (west > east and asked.west <= asked.east):
        return asked  # a place by its name alone
    return Window(west, south, east, north)


def _window_of(region: str) -> Window | None:
    """What a region takes up."""
    shapes = current_shapes()
    found = Region.objects.filter(slug=region).values_list("pk", flat=True).first()
    if found not in shapes.ids:
        return None
    return _window(_boxes(shapes.geometries[shapes.ids.index(found)]))


def bounds_of(region: Region) -> str:
    """The part of the world that a region takes up; a west greater than its east crosses 180°."""
    return _written(_window(_boxes(from_geojson(region.shape))))


def bounds_of_record(record: Evidence) -> str:
    """The same of all places of a record, and "" where it has none."""
    boxes: list[Box] = []
    shapes = current_shapes(only_places=True)
    for place in record.places.all():
        if place.longitude is not None and place.latitude is not None:
            boxes.append((place.longitude, place.latitude, place.longitude, place.latitude))
        elif place.region_id in shapes.ids:
            boxes += _boxes(shapes.geometries[shapes.ids.index(place.region_id)])
    return _written(_window(boxes)) if boxes else ""


def _boxes(shape: Any) -> list[Box]:
    return [part.bounds for part in getattr(shape, "geoms", [shape])]


def _window(boxes: list[Box]) -> Window:
    """What holds all boxes."""
    west, east = _shortest_way(boxes)
    return Window(west, min(box[1] for box in boxes), east, max(box[3] for box in boxes))


def _written(window: Window) -> str:
    return ",".join(map(write_degrees, window))


def _shortest_way(parts: Iterable[Box]) -> tuple[float, float]:
    """From west to east round all parts, leaving out the widest gap between them."""
    spans: list[tuple[float, float]] = []
    for west, _south, east, _north in sorted(parts):
        if spans and west <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(east, spans[-1][1]))
        else:
            spans.append((west, east))
    following = [*spans[1:], (spans[0][0] + 360, 0.0)]
    gaps = [after[0] - before[1] for before, after in zip(spans, following, strict=True)]
    last = gaps.index(max(gaps))
    return spans[(last + 1) % len(spans)][0], spans[last][1]


def query_timeline(results: Results, any_date: Results) -> Timeline:
    """The timeline of the records of any date; each century narrows the query to itself."""
    query = results.query

    def link(first: int | None, last: int) -> str:
        narrowed = replace(any_date.query, year_from=first, year_to=last)
        return reverse("evidence") + address(narrowed)

    return timeline(any_date.counts.spans(), link, (query.year_from, query.year_to))


def twins(path: str, params: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same content for machines: (media type, address) below the API's root."""
    root = reverse("api:root")
    json = urlencode(params)
    geojson = urlencode([*params, ("format", "geojson")])
    return [
        ("application/json", f"{root}{path}?{json}".rstrip("?")),
        ("application/geo+json", f"{root}{path}?{geojson}"),
    ]


def references(path: str) -> list[tuple[str, str]]:
    """Reference files below an address of the API: (format, address)."""
    root = reverse("api:root")
    return [
        (label, f"{root}{path}references/?format={name}")
        for name, (label, _about) in REFERENCES.items()
    ]
