"""What is wrong in forms, with links to the fields: told at the head of the page, all at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm

from evidence.editing.workflow.refusals import Fault, Refusal


@dataclass(frozen=True)
class FieldFault(Fault):
    """A fault with what its field is called on the page, and the id that it has there."""

    label: str = ""
    anchor: str = ""


def refusal_of(*forms: BaseForm | None) -> Refusal | None:
    """The faults of all forms that were sent, if any; a row says what it is `called`."""
    sent = [form for form in forms if form is not None and form.is_bound]
    faults = [fault for form in sent for fault in _faults(form)]
    return Refusal("faulty", faults) if faults else None


def fault_at(
    form: BaseForm, name: str, said: Any, *, field: str = "", label: str = ""
) -> FieldFault:
    """A fault of one field, which may be known by another name and label."""
    if name not in form.fields:
        return FieldFault(field, str(said), label)
    bound = form[name]
    called = str(getattr(form, "called", ""))
    own = ", ".join(filter(None, (called, str(bound.label))))
    return FieldFault(field or bound.html_name, str(said), label or own, bound.auto_id)


def _faults(form: BaseForm) -> Iterator[FieldFault]:
    whole, anchor = getattr(form, "whole", ("", ""))  # what faults of no field are about
    for name in (NON_FIELD_ERRORS, *form.fields):  # in the order of the page
        for said in form.errors.get(name, ()):
            if name == NON_FIELD_ERRORS:
                yield FieldFault("", str(said), str(whole), anchor)
            else:
                yield fault_at(form, name, said)
