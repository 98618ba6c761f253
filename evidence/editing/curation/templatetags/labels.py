"""The names of the fields that faults are in."""

from __future__ import annotations

from django import template

from evidence.editing.curation.labels import label_of

register = template.Library()
register.filter("label", label_of)
