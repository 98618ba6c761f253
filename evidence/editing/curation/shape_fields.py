"""The fields of which shapes of contents are made: what may be left out, and how long it may be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django import forms
from rest_framework import serializers

from evidence.drafts import is_blank

LONGEST = 100_000  # characters of a text
MOST = 200  # rows of a list
MOST_PASSAGES = 9999


class Text(serializers.CharField):
    """A text that may be left out, in the form that `read` gives it; its lines end as here."""

    def __init__(self, most: int, *, read: Callable[[str], str] = str, **more: Any) -> None:
        more = {"required": False, "allow_blank": True, "allow_null": True} | more
        super().__init__(max_length=most, **more)
        self.read = read

    def to_internal_value(self, data: Any) -> str:
        """The text. Raises ValidationError for anything else, numbers too."""
        if not isinstance(data, str):
            self.fail("invalid")
        return self.read(super().to_internal_value(data.replace("\r\n", "\n").replace("\r", "\n")))


class Word(serializers.ChoiceField):
    """One of some words, or nothing."""

    def __init__(self, choices: Any, **more: Any) -> None:
        super().__init__(choices, required=False, allow_blank=True, allow_null=True, **more)


class Number(serializers.IntegerField):
    """A whole number, or nothing; true, 1.0 and "1" are none."""

    def __init__(self, least: int, most: int, **more: Any) -> None:
        super().__init__(min_value=least, max_value=most, required=False, allow_null=True, **more)

    def to_internal_value(self, data: Any) -> int:
        """The number. Raises ValidationError."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Fields(serializers.Serializer[Any]):
    """Fields of which each may be left out; others are refused, what is blank or false dropped."""

    def to_internal_value(self, data: Any) -> Any:
        """The fields that are filled in. Raises ValidationError, for unknown fields too."""
        if isinstance(data, Mapping):
            unknown = [str(name)[:60] for name in data if name not in self.fields]
            if unknown:
                known = ", ".join(self.fields)
                raise serializers.ValidationError(
                    dict.fromkeys(unknown, f"there is no such field: use {known}")
                )
        said = super().to_internal_value(data)
        return {
            key: said[key] for key in said if said[key] is not False and not is_blank(said[key])
        }


def shape_of(row: type[forms.Form], *, leave: Collection[str] = (), **own: Any) -> type[Fields]:
    """The shape of what a row of the form says: its fields with their sizes, choices and hints.

    `own` has the fields that differ, and those that the row has not, each behind the one that it
    follows in `own`, or at the end. Those in `leave` are the form's alone. The shape is called
    and described as the row.
    """
    names = [name for name in row.base_fields if name not in ("remove", *leave)]
    at = len(names)
    for name in own:
        if name not in names:
            names.insert(at, name)
        at = names.index(name) + 1
    called = row.__name__.removesuffix("Row") + "Fields"
    shape: type[Fields] = type(called, (Fields,), {"__doc__": row.__doc__})
    fields = {name: own.get(name) or _as_shape(row.base_fields[name]) for name in names}
    shape._declared_fields = fields  # else they stand in the order in which they were made
    return shape


def _as_shape(field: Any) -> Word | Text:
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return Word([each for each in choices if each[0]])
    return Text(field.max_length, read=field.read, help_text=field.api or None)
