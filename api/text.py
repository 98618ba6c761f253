"""JSON as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def json_text(value: Any) -> str:
    """A value as JSON in as few characters as it takes."""
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))


def json_bytes(value: Any) -> bytes:
    """The same as it is sent: in UTF-8."""
    return json_text(value).encode()


def with_list(
    head: dict[str, Any], name: str, pieces: Iterable[bytes], texts: Mapping[str, str] | None = None
) -> bytes:
    """An object as JSON, with more fields: `texts`, and a list of what is JSON already."""
    more = "".join([f',"{each}":{text}' for each, text in (texts or {}).items()])
    return b'%b%b,"%b":[%b]}' % (
        json_bytes(head)[:-1], more.encode(), name.encode(), b",".join(pieces),
    )  # fmt: skip
