"""Polygons of a KML file. Every refusal names file and line.

Read with defusedxml: a document type, entities and references to other files are refused.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

LINE = "{line}"  # no name that a file could use
SHORTEST_RING = 4  # points, the first of them again at the end
OTHER_GEOMETRIES = ("Point", "LineString", "Model", "Track", "MultiTrack")

Point = tuple[float, float]
Ring = tuple[Point, ...]


class KmlError(ValueError):
    """What is wrong in a KML file; the message names file and line, and what would be right."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}, line {line}: {message}" if line else f"{path}: {message}")


@dataclass(frozen=True)
class KmlPolygon:
    """A polygon as drawn: rings of (longitude, latitude) in degrees, closed or not."""

    line: int
    name: str
    outer: Ring
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True)
class KmlFile:
    """The polygons of a file, what its placemarks are called, and how many other shapes it has.

    `data` is what its ExtendedData say, the first value of each name.
    """

    path: Path
    names: tuple[str, ...]
    polygons: tuple[KmlPolygon, ...]
    data: dict[str, str]
    left_out: Counter[str]


def read_kml(path: Path) -> KmlFile:
    """The polygons of a KML file. Raises KmlError."""
    root = _parsed(path)
    if _tag(root) != "kml":
        raise KmlError(path, _line(root), f"begins with <{_tag(root)}>: a KML file begins <kml>")
    marks = [element for element in root.iter() if _tag(element) == "Placemark"]
    polygons = tuple(polygon for mark in marks for polygon in _polygons(path, mark))
    left_out = Counter(tag for tag in map(_tag, root.iter()) if tag in OTHER_GEOMETRIES)
    if not polygons:
        found = ", ".join(f"{number} {tag}" for tag, number in left_out.items()) or "no shape"
        raise KmlError(path, _line(root), f"holds no Polygon ({found}): a region needs one")
    names = tuple(dict.fromkeys(filter(None, (_text(mark, "name") for mark in marks))))
    return KmlFile(path, names, polygons, _data(root), left_out)


class _LineBuilder(TreeBuilder):
    """Notes on each element the line that it begins on."""

    expat: Any = None

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        line = str(self.expat.CurrentLineNumber)
        return super().start(tag, {**attrs, LINE: line})


def _parsed(path: Path) -> Element:
    builder = _LineBuilder()
    parser = DefusedXMLParser(target=builder, forbid_dtd=True)
    builder.expat = parser.parser
    try:
        parser.feed(path.read_bytes())
        root: Element = parser.close()
    except OSError as error:
        raise KmlError(path, 0, f"cannot be read ({error.strerror})") from error
    except DefusedXmlException as error:
        line = parser.parser.CurrentLineNumber
        raise KmlError(path, line, "has a document type or entities: take them out") from error
    except ParseError as error:
        raise KmlError(path, error.position[0], f"is no XML ({error.msg})") from error
    except (LookupError, ValueError) as error:
        raise KmlError(path, 1, f"is written in an unknown encoding ({error})") from error
    return root


def _polygons(path: Path, mark: Element) -> Iterator[KmlPolygon]:
    name = _text(mark, "name")
    for polygon in (element for element in mark.iter() if _tag(element) == "Polygon"):
        outer = _rings(path, polygon, "outerBoundaryIs")
        if len(outer) != 1:
            said = f"a Polygon needs one outerBoundaryIs with a LinearRing, not {len(outer)}"
            raise KmlError(path, _line(polygon), said)
        holes = _rings(path, polygon, "innerBoundaryIs")
        yield KmlPolygon(_line(polygon), name, outer[0], tuple(holes))


def _rings(path: Path, polygon: Element, boundary: str) -> list[Ring]:
    return [
        _ring(path, coordinates)
        for side in polygon
        if _tag(side) == boundary
        for coordinates in side.iter()
        if _tag(coordinates) == "coordinates"
    ]


def _ring(path: Path, coordinates: Element) -> Ring:
    line = _line(coordinates)
    points = tuple(_point(path, line, word) for word in (coordinates.text or "").split())
    if len(points) + (points[:1] != points[-1:]) < SHORTEST_RING:
        said = f"a ring needs three points and the first again at the end, not {len(points)}"
        raise KmlError(path, line, said)
    return points


def _point(path: Path, line: int, word: str) -> Point:
    try:
        longitude, latitude, *_height = map(_number, word.split(","))
    except ValueError as error:
        said = f"“{word[:60]}” is no point: write longitude,latitude without blanks, as 101.5,3.07"
        raise KmlError(path, line, said) from error
    if abs(latitude) > 90:
        raise KmlError(path, line, f"“{word[:60]}”: latitude is -90 to 90, behind the longitude")
    if abs(longitude) > 360:
        raise KmlError(path, line, f"“{word[:60]}”: longitude is at most one turn, -360 to 360")
    return longitude, latitude


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _data(root: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in root.iter():
        if _tag(element) == "Data":
            found.setdefault(element.get("name", ""), _text(element, "value"))
    return found


def _text(element: Element, tag: str) -> str:
    texts = (child.text or "" for child in element if _tag(child) == tag)
    return " ".join(next(texts, "").split())


def _tag(element: Element) -> str:
    """The name of an element without its namespace: files have one of three, or none."""
    return element.tag.rpartition("}")[2]


def _line(element: Element) -> int:
    return int(element.get(LINE, "0"))
