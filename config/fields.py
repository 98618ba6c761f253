"""Fields of forms written without a template each: a form of three hundred takes half the time.

What is written is what Django's own templates write, letter by letter. Other kinds of fields, and
the frames around them, are left to those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeData

FOLDER = "django/forms/widgets"
INPUTS = ("checkbox", "color", "date", "datetime", "email", "hidden", "input", "number", "password",
          "search", "tel", "text", "time", "url")  # fmt: skip
OPTION = f"{FOLDER}/select_option.html"

Told = Mapping[str, Any]


class Renderer(DjangoTemplates):
    """As FORM_RENDERER names it."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        """A field, or whatever else the template shows."""
        write = WRITTEN.get(template_name)
        field = context.get("widget", {})
        if write is None or not all(each == OPTION for each in _templates(field)):
            return super().render(template_name, context, request)
        return write(field).strip()


def _templates(field: Any) -> Iterator[str]:
    """The templates of its options, if it has any."""
    for _name, options, _index in field.get("optgroups", ()):
        yield from (each["template_name"] for each in options)


def _input(field: Told) -> str:
    value = "" if field["value"] is None else f' value="{_said(field["value"])}"'
    name = _shown(field["name"])
    return f'<input type="{_shown(field["type"])}" name="{name}"{value}{_attributes(field)}>'


def _textarea(field: Told) -> str:
    value = _shown(field["value"]) if field["value"] else ""
    return f'<textarea name="{_shown(field["name"])}"{_attributes(field)}>\n{value}</textarea>'


def _select(field: Told) -> str:
    groups = "".join(
        _group(name, "".join(f"\n  {_option(each)}\n" for each in options))
        for name, options, _index in field["optgroups"]
    )
    return f'<select name="{_shown(field["name"])}"{_attributes(field)}>{groups}\n</select>'


def _group(name: Any, options: str) -> str:
    if not name:
        return options
    return f'\n  <optgroup label="{_shown(name)}">{options}\n  </optgroup>'


def _option(option: Told) -> str:
    value, label = _said(option["value"]), _shown(option["label"])
    return f'<option value="{value}"{_attributes(option)}>{label}</option>'


def _attributes(field: Told) -> str:
    return "".join(
        f" {_shown(name)}" if value is True else f' {_shown(name)}="{_said(value)}"'
        for name, value in field["attrs"].items()
        if value is not False
    )


def _said(value: Any) -> str:
    """As a template has `value|stringformat:'s'`."""
    text = str(value)
    return text if isinstance(value, SafeData) else escape(text)


def _shown(value: Any) -> str:
    """As a template has `value`."""
    return conditional_escape(value if isinstance(value, str) else localize(value))


WRITTEN: dict[str, Callable[[Told], str]] = {
    **{f"{FOLDER}/{name}.html": _input for name in INPUTS},
    f"{FOLDER}/textarea.html": _textarea,
    f"{FOLDER}/select.html": _select,
}
