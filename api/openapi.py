"""How the OpenAPI document tells of an operation: what it is, in a line."""

from __future__ import annotations

from inspect import getdoc
from typing import Any

from drf_spectacular.openapi import AutoSchema

from api.shapes_assertions import EXAMPLES


def with_examples(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """The document with an example of each shape that stands in others and has no address."""
    for name, example in EXAMPLES.items():
        result["components"]["schemas"][name]["examples"] = [example]
    return result


class Operation(AutoSchema):
    """Summaries are docstrings: the view's for what is read, the method's for what is done."""

    def get_summary(self) -> str | None:
        """One line."""
        told = self.view if self.method == "GET" else getattr(self.view, self.method.lower())
        return (getdoc(told) or "").partition("\n")[0].partition(". ")[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]
        """Nothing: docstrings go on with what Python raises, which is no concern of clients."""
        return ""
