"""How the OpenAPI document tells of an operation: what it is in a line, and whether it asks who."""

from __future__ import annotations

from inspect import getdoc
from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import AllowAny


class Operation(AutoSchema):
    """Summaries are docstrings: the view's for what is read, the method's for what is done."""

    def get_summary(self) -> str | None:
        """One line."""
        told = self.view if self.method == "GET" else getattr(self.view, self.method.lower())
        return (getdoc(told) or "").partition("\n")[0].partition(". ")[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]
        """Nothing: docstrings go on with what Python raises, which is no concern of clients."""
        return ""

    def get_auth(self) -> list[dict[str, Any]]:
        """A token, where one is needed; what is open to everybody shows no lock."""
        everybody = any(isinstance(each, AllowAny) for each in self.view.get_permissions())
        return [] if everybody else super().get_auth()
