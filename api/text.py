"""JSON as text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def json_text(value: Any) -> str:
    """A value as JSON in as few characters as it takes."""
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))


def json_bytes(value: Any) -> bytes:
    """The same as it is sent: in UTF-8."""
    return json_text(value).encode()


def with_list(head: dict[str, Any], name: str, pieces: Iterable[bytes]) -> bytes:
    """An object as JSON, with one more field: a list of what is JSON already."""
    return b'%b,"%b":[%b]}' % (json_bytes(head)[:-1], name.encode(), b",".join(pieces))
