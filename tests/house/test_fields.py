"""Fields of forms are written letter by letter as Django's own templates write them."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from config.fields import WRITTEN, Renderer

MARKUP = "\"'><b>&amp; \n"
VALUES = [None, "", MARKUP, mark_safe("&amp;"), 0, 1234567, 1.5, True, False,
          datetime.date(2026, 1, 2), gettext_lazy("Games")]  # fmt: skip
ATTRIBUTES = [
    {},
    {"id": "id_x", "class": MARKUP, "required": True, "disabled": False, "min": 1234567},
    {"title": gettext_lazy("Games"), "data-x": mark_safe("&amp;"), "step": 0.5, MARKUP: None},
]
CHOICES = [
    ("", "---"),
    (MARKUP, MARKUP),
    (1, gettext_lazy("Games")),
    (MARKUP, [(1234567, 1234567), (True, mark_safe("&lt;"))]),
]
WIDGETS: list[Any] = [
    forms.TextInput, forms.NumberInput, forms.EmailInput, forms.URLInput, forms.HiddenInput,
    forms.PasswordInput, forms.CheckboxInput, forms.DateInput, forms.Textarea, forms.Select,
    forms.NullBooleanSelect, forms.SelectMultiple, forms.RadioSelect, forms.CheckboxSelectMultiple,
    forms.ClearableFileInput, forms.MultipleHiddenInput, forms.SearchInput, forms.TelInput,
]  # fmt: skip


@pytest.mark.parametrize("widget", WIDGETS)
def test_a_field_is_what_its_template_writes(widget):
    made = widget()
    if hasattr(made, "choices"):
        made.choices = CHOICES
    for value in VALUES:
        given = [value, 1] if getattr(made, "allow_multiple_selected", False) else value
        given = [value] if widget is forms.MultipleHiddenInput else given
        for attributes in ATTRIBUTES:
            ours, theirs = (
                made.render(MARKUP, given, attributes, each())
                for each in (Renderer, DjangoTemplates)
            )
            assert ours == theirs


def test_the_usual_kinds_of_fields_need_no_template():
    assert {widget.template_name for widget in WIDGETS} & set(WRITTEN) > {
        "django/forms/widgets/text.html",
        "django/forms/widgets/textarea.html",
        "django/forms/widgets/select.html",
    }


def test_an_option_with_a_template_of_its_own_keeps_it():
    class Own(forms.Select):
        option_template_name = "django/forms/widgets/radio_option.html"

    made = Own(choices=CHOICES)
    assert made.render("x", 1, {}, Renderer()) == made.render("x", 1, {}, DjangoTemplates())
    assert 'type="select"' in made.render("x", 1, {}, Renderer())
