"""Values of fields as JSON has them, and back: the same text for the same value, always."""

from __future__ import annotations

import base64
import datetime
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Field

Encode = Callable[[Any], Any]
LARGEST_FLOAT = 1e16  # from here on PostgreSQL hands out whole numbers for such floats


def line_of(row: dict[str, Any]) -> bytes:
    """A row as a line of JSON, names in order; a half surrogate pair stays an escape."""
    text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"{text}\n".encode("utf-8", "backslashreplace")


def encoder(field: Field[Any, Any]) -> Encode:
    """What makes a field's value JSON. Raises TypeError for a kind of field that is not known."""
    kind = field.get_internal_type()
    if kind not in ENCODERS:
        raise TypeError(f"evidence.archive.values.ENCODERS says nothing of {kind}, as {field} is")
    return ENCODERS[kind]


def decode(field: Field[Any, Any], encode: Encode, value: Any) -> Any:
    """The value of a field, from JSON. Raises ValueError, saying what is wrong."""
    if value is None:
        if not field.null:
            raise ValueError(f"“{field.name}” may not be null")
        return None
    try:
        if isinstance(value, str) and field.get_internal_type() == "BinaryField":
            found = base64.b64decode(value, validate=True)
        else:
            found = field.to_python(value)
        same = encode(found) == value and type(encode(found)) is type(value)
    except (ValidationError, ValueError, TypeError, OverflowError, AttributeError):
        same = False
    if not same:
        said = json.dumps(value)[:80]
        raise ValueError(f"{said} is not what an export writes for “{field.name}”")
    return found


def _same(value: Any) -> Any:
    return value


def _moment(value: datetime.datetime) -> str:
    return value.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")


def _json(value: Any) -> Any:
    """What either database hands out alike: one way to write each number."""
    if isinstance(value, dict):
        return {name: _json(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_json(each) for each in value]
    if isinstance(value, float):
        return int(value) if abs(value) >= LARGEST_FLOAT else value + 0.0  # no negative zero
    return value


def _bytes(value: bytes | memoryview) -> str:
    return base64.b64encode(bytes(value)).decode()


def _day(value: datetime.date) -> str:
    return value.isoformat()


def _text(value: Decimal | UUID) -> str:
    return str(value)


PLAIN = (
    "AutoField", "BigAutoField", "SmallAutoField",
    "CharField", "SlugField", "TextField", "URLField", "EmailField", "BooleanField", "FloatField",
    "IntegerField", "BigIntegerField", "SmallIntegerField", "PositiveIntegerField",
    "PositiveSmallIntegerField", "PositiveBigIntegerField",
)  # fmt: skip
ENCODERS: dict[str, Encode] = {
    **dict.fromkeys(PLAIN, _same),
    "JSONField": _json,
    "DateTimeField": _moment,
    "DateField": _day,
    "DecimalField": _text,
    "UUIDField": _text,
    "BinaryField": _bytes,
}
