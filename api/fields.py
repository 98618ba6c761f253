"""Fields that several JSON shapes share."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from rest_framework import serializers
from rest_framework.reverse import reverse

from evidence.search.snapshot import Snapshot
from evidence.search.snapshot.current import current_snapshot
from evidence.vocabulary import Vocabulary

YEAR = "astronomical year: 0 is 1 BCE, -331 is 332 BCE; null where open or not known"


class PageField(serializers.URLField):
    """The address of the page for people."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="get_absolute_url", read_only=True, **kwargs)

    def to_representation(self, value: str) -> str:
        """An absolute address."""
        return str(self.context["request"].build_absolute_uri(value))


class EvidenceLink(serializers.URLField):
    """The address of the list of evidence for this slug."""

    def __init__(self, parameter: str) -> None:
        self.parameter = parameter
        super().__init__(source="slug", read_only=True, help_text="its evidence, as a list")

    def to_representation(self, value: str) -> str:
        """An absolute address."""
        address = reverse("api:evidence", request=self.context["request"])
        return f"{address}?{urlencode({self.parameter: value})}"


class EvidenceCount(serializers.IntegerField):
    """How many records a game, a region, a source … has; `of` is its name in the snapshot."""

    def __init__(self, of: str, **kwargs: Any) -> None:
        self.of = of
        super().__init__(source="pk", read_only=True, **kwargs)

    def to_representation(self, value: int) -> int:
        """The number in the present version of the corpus."""
        return self._snapshot.total(self.of, value)

    @cached_property
    def _snapshot(self) -> Snapshot:
        return current_snapshot()


class TermsField(serializers.ListField):
    """The words of one vocabulary among a record's terms."""

    child = serializers.CharField()

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        super().__init__(source="terms", read_only=True)

    def to_representation(self, data: Any) -> list[str]:
        """Names in the order of the alphabet."""
        return [term.name for term in data.all() if term.vocabulary == self.vocabulary]


def link(name: str, key: str = "slug") -> serializers.HyperlinkedIdentityField:
    """The absolute address of an object of the API."""
    return serializers.HyperlinkedIdentityField(view_name=f"api:{name}", lookup_field=key)
