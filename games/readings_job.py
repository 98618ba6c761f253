"""Readings to be played, asked for on their page: what may be asked, and how a job plays them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.job_forms import JobForm, may_add_studies, ruleset_of
from games.models import Ruleset
from games.play import RulesError
from games.readings_played import (
    CONTROLS,
    MOST_CONTROLS,
    MOST_ROUNDS,
    MOST_SEEDS,
    ROUNDS,
    SEED,
    combinations,
    plan,
)
from games.study.executors import NoCluster, executor
from jobs.asking import ask
from jobs.models import Job as Asked
from jobs.tasks import JobError, Task

KIND = "readings"
# Rounds, rules made up, and seconds: of anyone, and of those who may add studies.
ANYONE, CURATOR = (6, CONTROLS, 1_800), (MOST_ROUNDS, MOST_CONTROLS, 6 * 3600)


class ReadingsForm(JobForm):
    """How many rounds each reading is to have, from which seed, and how many rules to make up."""

    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, initial=ROUNDS)
    controls = forms.IntegerField(
        label=gettext_lazy("Rules made up by a program"), min_value=0, initial=CONTROLS
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Random seed of the first game"), min_value=0, max_value=MOST_SEEDS // 2,
        initial=SEED,
    )  # fmt: skip

    def __init__(
        self, ruleset: Ruleset, most: tuple[int, int, int], data: QueryDict | None = None
    ) -> None:
        super().__init__(ruleset, data)
        self.limit({"rounds": most[0], "controls": most[1]})
        self.mark_faults()

    def clean(self) -> dict[str, Any]:
        """Refuse rules that cannot be played, or that have too many readings."""
        given = super().clean() or {}
        try:
            self.number = len(combinations(self.ruleset.text))
        except RulesError as error:
            raise forms.ValidationError(str(error)) from error
        return given


def allowed(request: HttpRequest) -> tuple[int, int, int]:
    """How many rounds, rules made up, and seconds whoever sends this may ask for."""
    return CURATOR if may_add_studies(request) else ANYONE


def ask_for(request: HttpRequest, form: ReadingsForm) -> Asked:
    """Put the readings of a ruleset into the queue. Raises jobs.queue.Refused."""
    given, ruleset = form.cleaned_data, form.ruleset
    what = {"ruleset": ruleset.slug, "digest": ruleset.digest}
    what |= {name: given[name] for name in ("rounds", "controls", "seed")}
    return ask(
        request, KIND, what, title=(_("Readings of %(ruleset)s") % {"ruleset": ruleset})[:250],
        page=address(ruleset), total=given["rounds"] * (form.number + given["controls"]),
        seconds=allowed(request)[2],
    )  # fmt: skip


def address(ruleset: Ruleset) -> str:
    """The page of a ruleset's readings."""
    return reverse("readings", args=[ruleset.slug])


def play_readings(task: Task) -> None:
    """Play what is asked, round by round."""
    what, ruleset = task.what, ruleset_of(task)
    try:
        found = plan(ruleset, what["rounds"], what["seed"], what["controls"])
    except RulesError as error:
        raise JobError(str(error)) from error
    task.found(f"{address(ruleset)}?seed={what['seed']}")
    task.job.total = found.total
    task.stored(found.done)
    try:
        with executor(settings.JOB_PROCESSES, settings.DASK_SCHEDULER) as pool:
            found.run(
                pool,
                lambda done: task.progress(done, found.total),
                lambda: task.stored(found.done),
            )
    except NoCluster as error:
        raise JobError(str(error)) from error
    finally:
        task.job.done = found.done
