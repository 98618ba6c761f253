"""Elements of SVG as data: a name, attributes and children, which are elements or text.

Tests compare them with those of static/js/engine/figures.js, so both round in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import floor
from typing import Any

from games.boards.drawing import quoted

Element = tuple[str, Mapping[str, Any], list[Any]]


def short(value: float) -> float:
    """A length to a hundredth of a pixel; halves go up, as in JavaScript."""
    return floor(value * 100 + 0.5) / 100


def element(name: str, attributes: Mapping[str, Any], *children: Any) -> Element:
    """An element with its numbers rounded."""
    rounded = {
        key: short(value) if isinstance(value, int | float) else value
        for key, value in attributes.items()
    }
    return name, rounded, list(children)


def written(elements: Iterable[Any]) -> str:
    """Elements and text as SVG."""
    return "".join(_written(each) for each in elements)


def _written(each: Any) -> str:
    if isinstance(each, str):
        return escape(each, quote=False)
    name, attributes, children = each
    inside = "".join(f" {key}={quoted(_value(value))}" for key, value in attributes.items())
    return f"<{name}{inside}>{written(children)}</{name}>" if children else f"<{name}{inside}/>"


def _value(value: Any) -> str:
    return f"{value:.8g}" if isinstance(value, float) else str(value)
