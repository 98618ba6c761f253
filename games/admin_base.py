"""Django's admin classes under names that the type checker and Django both accept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest

if TYPE_CHECKING:
    PlainAdmin = admin.ModelAdmin[Any]
    StackedInline = admin.StackedInline[Any, Any]
    TabularInline = admin.TabularInline[Any, Any]
    ModelForm = forms.ModelForm[Any]
else:
    PlainAdmin = admin.ModelAdmin
    StackedInline = admin.StackedInline
    TabularInline = admin.TabularInline
    ModelForm = forms.ModelForm

__all__ = ["ModelAdmin", "ModelForm", "StackedInline", "TabularInline"]


class ModelAdmin(PlainAdmin):
    """The admin of a model: a JSON field that is left empty gets its default."""

    def formfield_for_dbfield(
        self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        """The form field; one of JSON that may not be null reads an empty text as its default."""
        if isinstance(db_field, models.JSONField) and not db_field.null:
            kwargs["form_class"] = partial(_Json, without=db_field.get_default)
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class _Json(forms.JSONField):
    def __init__(self, *, without: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.without = without

    def clean(self, value: Any) -> Any:
        read = super().clean(value)
        return self.without() if read is None else read
