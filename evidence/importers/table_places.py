"""The places of a row: points, regions and names, each with all that is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from evidence import places
from evidence.drafts import PlaceDraft
from evidence.exporters import table_columns as columns
from evidence.importers.table_cells import Arranged, CellError, Cells
from evidence.vocabulary import Certainty, PlaceRole, Precision

PLACE = tuple(column.name for column in columns.PLACE)
WORDS = {
    "precision": Precision.values,
    "certainty": Certainty.values,
    "role": ["", *PlaceRole.values],
}


class Said(NamedTuple):
    """The cells of one place, in the order of PLACE."""

    name: str
    as_given: str
    latitude: str
    longitude: str
    region: str
    precision: str
    certainty: str
    role: str


def places_of(
    table: Arranged, cells: Cells, regions: Collection[str], wrong: list[CellError]
) -> tuple[PlaceDraft, ...]:
    """The places of a row, whose faults are added to `wrong`. Raises CellError for uneven lists."""
    found = []
    for row in table.group(cells, PLACE):
        said = Said(*row)
        faults = list(_wrong(said, regions))
        wrong += faults
        if not faults:
            found.append(_place(said))
    return tuple(found)


def word_of(text: str) -> str:
    """A word of a list, however it is written."""
    return "-".join(text.casefold().split())


def _wrong(said: Said, regions: Collection[str]) -> Iterator[CellError]:
    if said.region and said.region not in regions:
        wanted = f"the region “{said.region}” is not stored: store it first"
        yield CellError("place_region", wanted)
    for name, words in WORDS.items():
        if word_of(getattr(said, name)) not in words:
            yield unknown(f"place_{name}", getattr(said, name), words)
    try:
        lat_u, _lon_u = _point(said.latitude, said.longitude)
    except CellError as error:
        yield error
        return
    if said.region and lat_u is not None:
        both = "a place is a point or a region: clear one of the two"
        yield CellError("place_region", both)


def _place(said: Said) -> PlaceDraft:
    """A place in which nothing is wrong."""
    lat_u, lon_u = _point(said.latitude, said.longitude)
    return PlaceDraft(
        said.name, said.as_given, lat_u, lon_u, said.region or None,
        word_of(said.precision), word_of(said.certainty), role=word_of(said.role),
    )  # fmt: skip


def _point(latitude: str, longitude: str) -> tuple[int | None, int | None]:
    if not latitude and not longitude:
        return None, None
    lat_u = _angle("place_latitude", latitude, 90)
    lon_u = _angle("place_longitude", longitude, 180)
    return lat_u, places.normalise_longitude(lon_u)


def _angle(column: str, text: str, most: int) -> int:
    try:
        degrees = float(text)
    except ValueError:
        degrees = float("nan")
    if not -most <= degrees <= most:
        raise CellError(column, f"“{text}” is no angle: write degrees from -{most} to {most}")
    return round(degrees * places.MICRO)


def unknown(column: str, text: str, words: Iterable[str]) -> CellError:
    """That a word is none of its list."""
    known = ", ".join(word for word in words if word)
    return CellError(column, f"“{text}” is unknown: use one of {known}, or leave it empty")
