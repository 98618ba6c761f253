"""Studies asked for on the page of a ruleset: what may be asked, and how it is counted as a job."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.clients import numbered
from games.job_forms import JobForm, may_add_studies, ruleset_of
from games.models import Ruleset
from games.play import RulesError
from games.rules_cache import rules_for
from games.study import Design
from games.study.design import DesignError
from games.study.executors import NoCluster, executor
from games.study_page import titles_of
from games.studying import MOST_SEEDS, Job, job
from jobs import queue
from jobs.asking import ask
from jobs.models import Job as Asked
from jobs.tasks import JobError, Task

KIND = "study"
GAMES, SEED = 1000, 1

# Games and seconds: of anyone, and of those who may add studies.
ANYONE, CURATOR = (5_000, 900), (200_000, 6 * 3600)


class StudyForm(JobForm):
    """What to count: how many games from which seed, with which options, compared with what.

    `option` is given once for each option, and `instead` once for each that is to be another one.
    """

    games = forms.IntegerField(label=gettext_lazy("Games"), min_value=1, initial=GAMES)
    seed = forms.IntegerField(
        label=gettext_lazy("First random seed"), min_value=0, max_value=MOST_SEEDS // 2,
        initial=SEED,
    )  # fmt: skip
    without = forms.ChoiceField(label=gettext_lazy("Without"))

    def __init__(self, ruleset: Ruleset, most: int, data: QueryDict | None = None) -> None:
        super().__init__(ruleset, data)
        self.options = _given(data, "option")
        self.instead = _given(data, "instead")
        clauses = [(clause.name, clause.title) for clause in ruleset.clauses.all()]
        without: Any = self.fields["without"]
        without.required, without.choices = False, [("", _("(nothing left out)")), *clauses]
        self.limit({"games": most})
        self.mark_faults()

    def clean(self) -> dict[str, Any]:
        """Refuse options that are not there, and clauses that cannot be left out."""
        given = super().clean() or {}
        try:
            chosen = rules_for(self.ruleset, self.options).chosen
            other = (*chosen, *self.instead)
            if rules_for(self.ruleset, other).chosen == chosen:
                self.instead = ()
            if without := given.get("without"):
                names = tuple(self.ruleset.clauses.values_list("name", flat=True))
                Design(self.ruleset.text, other, without, clauses=names).rules()
        except DesignError as error:
            self.add_error("without", str(error))
        except RulesError as error:
            raise forms.ValidationError(str(error)) from error
        return given

    @property
    def what(self) -> dict[str, Any]:
        """What the job is told."""
        given = self.cleaned_data
        return {
            "ruleset": self.ruleset.slug,
            "digest": self.ruleset.digest,
            "options": list(self.options),
            "instead": list(self.instead),
        } | {name: given[name] for name in ("games", "seed", "without")}


def _given(data: QueryDict | None, name: str) -> tuple[str, ...]:
    return tuple(filter(None, data.getlist(name))) if data else ()


def allowed(request: HttpRequest) -> tuple[int, int]:
    """How many games whoever sends this may ask for, and how many seconds they may take."""
    return CURATOR if may_add_studies(request) else ANYONE


def ask_for(request: HttpRequest, form: StudyForm) -> Asked:
    """Put a study into the queue. Raises jobs.queue.Refused."""
    what, ruleset = form.what, form.ruleset
    return ask(
        request, KIND, what, title=_title(ruleset, what)[:250], page=address(ruleset),
        total=what["games"] * len(_parts(what)), seconds=allowed(request)[1],
    )  # fmt: skip


def ask_for_first(slugs: Iterable[str]) -> int:
    """Put a study of each of these rulesets that never had one into the queue; how many.

    One whose study was cancelled, or has failed, had one.
    """
    asked = 0
    for ruleset in Ruleset.objects.filter(slug__in=slugs, studies=None).order_by("slug"):
        page = address(ruleset)
        if Asked.objects.filter(kind=KIND, page=page).exists():
            continue
        what = {
            "ruleset": ruleset.slug, "digest": ruleset.digest, "options": [], "instead": [],
            "games": GAMES, "seed": SEED, "without": "",
        }  # fmt: skip
        try:
            queue.ask(
                KIND, what, title=_title(ruleset, what)[:250], page=page, total=GAMES,
                seconds=CURATOR[1], asker=f"{numbered(f'first {ruleset.slug}'):016x}",
                most=queue.MOST_OF_PEOPLE,
            )  # fmt: skip
        except queue.Refused:
            break
        asked += 1
    return asked


def _title(ruleset: Ruleset, what: dict[str, Any]) -> str:
    title = _("Study of “%(ruleset)s”") % {"ruleset": ruleset}
    if name := what["without"]:
        title += _(", leaving out “%(clause)s”") % {"clause": titles_of(ruleset).get(name, name)}
    if what["instead"]:
        title += _(", with %(options)s") % {"options": ", ".join(what["instead"])}
    return title


def address(ruleset: Ruleset) -> str:
    """The page of a ruleset's studies."""
    return reverse("study", args=[ruleset.slug])


def count_study(task: Task) -> None:
    """Count what is asked: with something to compare, the rules as they are first."""
    jobs = _jobs(ruleset_of(task), task.what)
    stored = partial(_stored, task, jobs)
    stored()
    try:
        ready = {each.design: each.counted for each in jobs}
        with executor(settings.JOB_PROCESSES, settings.DASK_SCHEDULER, ready) as found:
            for each in jobs:
                each.run(found, partial(_tell, task, jobs, each), stored)
    except NoCluster as error:
        raise JobError(str(error)) from error
    finally:
        _keep(task, jobs)


def _parts(what: dict[str, Any]) -> list[tuple[list[str], str]]:
    """Options and the clause left out: of the rules as they are, then of what to compare."""
    options, instead, without = what["options"], what.get("instead", []), what["without"]
    other = [([*options, *instead], without)] if instead or without else []
    return [(options, ""), *other]


def _jobs(ruleset: Ruleset, what: dict[str, Any]) -> list[Job]:
    try:
        return [job(ruleset, what["games"], what["seed"], *part) for part in _parts(what)]
    except (RulesError, ValueError) as error:
        raise JobError(str(error)) from error


def _tell(task: Task, jobs: list[Job], now: Job, done: int) -> None:
    """Say how many games of all parts are counted, and where what is kept can be seen."""
    others = sum(each.study.done for each in jobs if each is not now)
    task.progress(others + done, sum(each.study.games for each in jobs))


def _stored(task: Task, jobs: list[Job]) -> None:
    """Say how many games are stored, with the batch that they came with, and where to see them."""
    task.found(_found(jobs))
    task.stored(sum(each.study.done for each in jobs))


def _keep(task: Task, jobs: list[Job]) -> None:
    """At the end stands what is stored, which may be a little less than was counted."""
    task.job.done = sum(each.study.done for each in jobs)
    task.found(_found(jobs))


def _found(jobs: list[Job]) -> str:
    kept = [each.study for each in jobs if each.study.done]
    pairs = zip(("study", "other"), kept, strict=False)
    query = "&".join(f"{name}={study.pk}" for name, study in pairs)
    return f"{address(jobs[0].study.ruleset)}?{query}" if kept else ""
