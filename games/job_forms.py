"""What the forms, views and jobs have in common that play or count something of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.models import Ruleset
from jobs.models import Job
from jobs.queue import Refused
from jobs.tasks import JobError, Task

BAD_REQUEST, CONFLICT = 400, 409


class JobForm(forms.Form):
    """What a job is to do with a ruleset."""

    def __init__(self, ruleset: Ruleset, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.ruleset = ruleset

    def limit(self, most: Mapping[str, int]) -> None:
        """Give number fields the highest value that whoever asks may enter."""
        for name, number in most.items():
            field: Any = self.fields[name]
            field.max_value = number
            field.validators.append(MaxValueValidator(number))
            field.widget.attrs["max"] = number

    def mark_faults(self) -> None:
        """Lead screen readers from each wrong field to its message, once all fields are set up."""
        for name, field in self.fields.items():
            if self.data and name in self.errors:
                field.widget.attrs |= {"aria-invalid": "true", "aria-describedby": f"error-{name}"}


def started(
    form: JobForm,
    ask: Callable[[], Job],
    shown: Callable[..., HttpResponse],
    page: str,
) -> HttpResponse:
    """The page with the job that was asked for, or `shown` with what is wrong."""
    if not form.is_valid():
        return shown(form, status=BAD_REQUEST)
    try:
        asked = ask()
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return shown(form, status=CONFLICT, other_job=refusal.job)
    return redirect(f"{page}?job={asked.pk}#job-{asked.pk}")


def may_add_studies(request: HttpRequest) -> bool:
    """Whether whoever sends this may have more counted than anybody."""
    return bool(request.user.has_perm("games.add_study"))


def ruleset_of(task: Task) -> Ruleset:
    """The ruleset that a job is about. Raises JobError where its text is another one by now."""
    ruleset = Ruleset.objects.filter(slug=task.what["ruleset"]).first()
    if ruleset is None or ruleset.digest != task.what["digest"]:
        raise JobError(_("The rules have changed since this was requested."))
    return ruleset
