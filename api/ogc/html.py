"""The same answers as pages for people; what does not fit in a table is a link away."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from rest_framework.renderers import BaseRenderer

Data = dict[str, Any]


class HTML(BaseRenderer):
    """A page in the site's look. The view names its `heading`, links and perhaps `collection`."""

    media_type = "text/html"
    format = "html"
    charset = "utf-8"

    def render(
        self, data: Data, media_type: str | None = None, context: Mapping[str, Any] | None = None
    ) -> str:
        """The page for the JSON of an answer."""
        view, request = (context or {})["view"], (context or {})["request"]
        collection = getattr(view, "collection", None)
        brief = collection.brief if collection else ()
        shown = {
            "data": data,
            "heading": _title(data) or view.heading,
            "collection": collection,
            "links": view.links,
            "names": brief,
            "rows": [(one["id"], _values(one, brief)) for one in data.get("features", ())],
            "facts": _facts(data),
            "paths": _paths(data),
            "geometry": json.dumps(data.get("geometry")) if data.get("geometry") else "",
            "geometry_type": (data.get("geometry") or {}).get("type", ""),
        }
        return render_to_string("ogc/page.html", shown, request._request)


def _title(data: Data) -> str:
    return str(data.get("title") or data.get("id") or "")


def _values(feature: Data, names: tuple[str, ...]) -> list[tuple[str, Any]]:
    return [(name, feature["properties"][name]) for name in names]


def _facts(data: Data) -> list[tuple[str, Any]]:
    """A feature's properties, or a schema's with what they mean."""
    if data.get("type") == "Feature":
        return list(data["properties"].items())
    if "$schema" in data:
        columns = data["properties"]["properties"]["properties"]
        return [
            (name, f"{about['type']}: {about['description']}") for name, about in columns.items()
        ]
    return []


def _paths(data: Data) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Of an API's definition: each address, what it is, and its parameters."""
    parts = data.get("components", {}).get("parameters", {})
    return [
        (path, about["get"]["summary"], _parameters(about, parts))
        for path, about in data.get("paths", {}).items()
    ]


def _parameters(about: Data, parts: Data) -> list[tuple[str, str]]:
    entries = [*about["get"]["parameters"], *about.get("parameters", ())]
    named = [parts[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in entries]
    return [(one["name"], one.get("description", "")) for one in named]
