"""Pieces and dice as elements. static/js/engine/figures.js makes the same ones."""

from __future__ import annotations

from collections.abc import Sequence

from games.drawing.elements import Element, element
from games.drawing.looks import Look, Sheet
from games.drawing.places import Place
from games.drawing.standing import Standing

# Seeds in rows, so that as many as there usually are can be counted at a glance.
ROWS = (
    (), (1,), (2,), (1, 2), (2, 2), (2, 1, 2), (3, 3), (2, 3, 2), (3, 2, 3), (3, 3, 3),
    (3, 4, 3), (4, 3, 4), (4, 4, 4),
)  # fmt: skip
FEW_SEEDS = 6  # more have their number beside them
MOST_LEVELS = 6  # of a stack that are drawn; the number beside it counts all
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
LONG = 4  # faces of a die that is longer than wide


def figure(sheet: Sheet, place: Place, standing: Standing) -> Element:
    """What stands on a place, with its text alternative."""
    if standing.face is not None:
        return die(sheet.dice[place.number], place, standing.face)
    title = f"{title_of(sheet, standing)}, {place.name}"
    look = _look(sheet, standing.piece)
    if standing.veil:
        side = "none" if standing.veil == "who" else look.side
        attributes = {"class": f"piece-at side-{side} veiled", "data-site": place.number}
        mark = look.mark if standing.veil == "what" else ""
        return element("g", attributes, element("title", {}, title), *veiled(place, mark))
    if sheet.mancala:
        drawn = seeds(place, standing.count)
    elif len(standing.levels) > 1:
        drawn = stack(sheet, place, standing.levels)
    else:
        drawn = man(sheet, look, place.x, place.y, place.room)
        drawn += number(place, standing.count) if standing.count > 1 else []
    attributes = {"class": f"piece-at side-{look.side}", "data-site": place.number}
    return element("g", attributes, element("title", {}, title), *drawn)


def title_of(sheet: Sheet, standing: Standing) -> str:
    """What stands there in words: the parts of a stack from above, equal neighbours counted."""
    if standing.veil:
        side = _look(sheet, standing.piece).side
        owner = int(side) if standing.veil == "what" and side.isdigit() else 0
        return sheet.veils[owner]
    if len(standing.levels) > 1:
        parts: list[tuple[str, int]] = []
        for piece in reversed(standing.levels):
            title = _look(sheet, piece).title
            if parts and parts[-1][0] == title:
                parts[-1] = title, parts[-1][1] + 1
            else:
                parts.append((title, 1))
        return " / ".join(_times(*part) for part in parts)
    times = standing.count if sheet.mancala else max(standing.count, 1)
    return _times(_look(sheet, standing.piece).title, times)


def _times(title: str, count: int) -> str:
    return f"{title} × {count}" if count != 1 else title


def _look(sheet: Sheet, piece: int) -> Look:
    look = sheet.looks[piece]
    assert look is not None
    return look


def man(sheet: Sheet, look: Look, x: float, y: float, size: float) -> list[Element]:
    """A piece: its symbol, which the page may show as letters, or a disc; its owner's number."""
    half = size / 2
    if look.symbol:
        corner = {"x": x - half, "y": y - half, "width": size, "height": size}
        drawn = [
            element("use", {"class": "piece", "href": f"{sheet.sprite}#{look.symbol}", **corner}),
            element("circle", {"class": "piece-disc", "cx": x, "cy": y, "r": half * 0.84}),
            _text("piece-letter", x, y, size * 0.5, look.letter),
        ]
        return drawn + _badge(look.mark, x + half * 0.7, y + half * 0.7, size)
    drawn = [element("circle", {"class": "stone", "cx": x, "cy": y, "r": half * 0.84})]
    inside = look.letter or look.mark
    if inside:
        wide = 0.5 if len(inside) == 1 else 0.4
        drawn.append(_text("stone-letter", x, y, size * wide, inside))
    if look.letter:
        drawn += _badge(look.mark, x + half * 0.7, y + half * 0.7, size)
    return drawn


def veiled(place: Place, mark: str) -> list[Element]:
    """A piece face down: all look alike, but for their owner."""
    x, y, half = place.x, place.y, place.room / 2
    return [
        element("circle", {"class": "stone", "cx": x, "cy": y, "r": half * 0.84}),
        element("circle", {"class": "stone back", "cx": x, "cy": y, "r": half * 0.62}),
        _text("stone-letter", x, y, half, "?"),
        *_badge(mark, x + half * 0.7, y + half * 0.7, place.room),
    ]


def _text(name: str, x: float, y: float, size: float, text: str) -> Element:
    return element("text", {"class": name, "x": x, "y": y + size * 0.36, "font-size": size}, text)


def _badge(text: str, x: float, y: float, size: float) -> list[Element]:
    if not text:
        return []
    return [
        element("circle", {"class": "badge", "cx": x, "cy": y, "r": size * 0.19}),
        _text("badge-text", x, y, size * 0.28, text),
    ]


def number(place: Place, count: int) -> list[Element]:
    """How many there are, at the upper right of the room."""
    off = place.room * 0.36
    return _badge(str(count), place.x + off, place.y - off, place.room * 1.1)


def seeds(place: Place, count: int) -> list[Element]:
    """Seeds in rows; the number beside them where they are many, alone where they are too many."""
    if count >= len(ROWS):
        return [_text("seed-number", place.x, place.y, place.room * 0.5, str(count))]
    rows = ROWS[count]
    step = place.room * 0.2
    rise = place.room * 0.1 if count > FEW_SEEDS else 0.0
    drawn = [
        element(
            "circle",
            {
                "class": "seed",
                "cx": place.x + (n - (row - 1) / 2) * step,
                "cy": place.y - rise + (line - (len(rows) - 1) / 2) * step,
                "r": place.room * 0.085,
            },
        )
        for line, row in enumerate(rows)
        for n in range(row)
    ]
    if count > FEW_SEEDS:
        off = place.room * 0.33
        drawn.append(_text("seed-count", place.x, place.y + off, place.room * 0.28, str(count)))
    return drawn


def stack(sheet: Sheet, place: Place, levels: Sequence[int]) -> list[Element]:
    """A pile seen a little from the side: each part's rim shows below the next, and the height."""
    shown = levels[-MOST_LEVELS:]
    size = place.room * 0.8
    rise = place.room * min(0.13, 0.36 / len(shown))
    base = place.y + rise * (len(shown) - 1) / 2 + place.room * 0.04
    drawn: list[Element] = []
    for level, piece in enumerate(shown):
        look, y = _look(sheet, piece), base - rise * level
        if level < len(shown) - 1:
            part = [element("circle", {"class": "stone", "cx": place.x, "cy": y, "r": size * 0.42})]
        else:
            part = man(sheet, look, place.x, y, size)
        drawn.append(element("g", {"class": f"level side-{look.side}"}, *part))
    return drawn + number(place, len(levels))


def die(faces: tuple[int, ...], place: Place, face: int) -> Element:
    """A die with the value of its face: sticks have two faces, long dice four."""
    value = faces[face] if 0 <= face < len(faces) else 0
    attributes = {"class": _die_class(faces, value), "data-site": place.number}
    title = element("title", {}, f"{place.name}: {value}")
    wide, high = _die_shape(len(faces))
    width, height = place.room * wide, place.room * high
    body = {
        "class": "die-body", "x": place.x - width / 2, "y": place.y - height / 2,
        "width": width, "height": height, "rx": min(width, height) * (0.45 if wide < 0.5 else 0.16),
    }  # fmt: skip
    return element("g", attributes, title, element("rect", body), *_face(faces, place, value))


def _die_class(faces: tuple[int, ...], value: int) -> str:
    blank = len(faces) == 2 and value == min(faces)
    return "die blank" if blank else "die"


def _die_shape(faces: int) -> tuple[float, float]:
    if faces == 2:
        return 0.34, 0.92
    return (0.54, 0.9) if faces == LONG else (0.8, 0.8)


def _face(faces: tuple[int, ...], place: Place, value: int) -> list[Element]:
    x, y, room = place.x, place.y, place.room
    if len(faces) == 2:
        return _text_in_stick(faces, place, value)
    if value not in PIPS:
        return [_text("die-number", x, y, room * 0.5, str(value))]
    across, down = (room * 0.13 if len(faces) == LONG else room * 0.2), room * 0.2
    return [
        element(
            "circle",
            {"class": "pip", "cx": x + px * across, "cy": y + py * down, "r": room * 0.075},
        )
        for px, py in PIPS[value]
    ]


def _text_in_stick(faces: tuple[int, ...], place: Place, value: int) -> list[Element]:
    if value == min(faces) == 0:
        return []
    return [_text("die-number", place.x, place.y, place.room * 0.3, str(value))]
