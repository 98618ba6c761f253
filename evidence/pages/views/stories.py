"""Stories: all of them, and one step of one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from evidence.models import Story
from evidence.pages.views.kept import kept
from evidence.pages.views.story_figures import figure_of, records_of
from evidence.records.stories import TEXTS


@kept
def stories(request: HttpRequest) -> HttpResponse:
    """Every story, with what it is about and its steps."""
    return render(request, "stories/list.html", {"stories": Story.objects.all()})


@kept
def story(request: HttpRequest, slug: str) -> HttpResponse:
    """One step of a story; `?step=N` chooses it, and what is no step is the first."""
    found = get_object_or_404(Story, slug=slug)
    number = _number(request.GET.get("step", ""), len(found.steps))
    return render(request, "stories/story.html", _context(found, number))


def _context(story: Story, number: int) -> dict[str, Any]:
    step = story.steps[number - 1] if story.steps else {}
    figure = figure_of(step)
    return {
        "story": story,
        "number": number,
        "last": len(story.steps),
        "step": step,
        "figure": figure,
        "missing": figure is None and bool(set(step) - TEXTS),
        "records": records_of(step),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < len(story.steps) else None,
        "following": _following(story),
        "title": _("%(story)s, step %(number)d") % {"story": story, "number": number},
    }


def _number(asked: str, last: int) -> int:
    """The step that is asked for; steps count from 1."""
    return next((number for number in range(1, last + 1) if asked == str(number)), 1)


def _following(story: Story) -> Story | None:
    """The story after this one; after the last the first."""
    every = list(Story.objects.all())
    at = every.index(story)
    return every[(at + 1) % len(every)] if len(every) > 1 else None
