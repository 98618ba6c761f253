"""The front door."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from evidence.models import Evidence
from evidence.pages.locator import Locator, locator
from evidence.pages.views.kept import kept
from evidence.pages.views.shared import Listed, query_map, query_timeline
from evidence.records.examples import Example, example
from evidence.search import Query, search
from games.models import Game, Ruleset
from games.moments import ply_seen
from games.pictures import on_page
from games.play import MoveError, RulesError
from games.plies import ply_of
from games.scenes import NotSeen, Scene, asked_of, scene_of
from games.sentences import sentence

NEWEST = 8
LOOKED_AT = 500  # records, the least certain, for one that says why


@dataclass(frozen=True)
class FirstThing:
    """Something to try, and what it shows."""

    title: str
    text: str
    href: str


@kept
def home(request: HttpRequest) -> HttpResponse:
    """An example of a rule and its source, the corpus on a map and in time, the newest records.

    `?example=RECORD.NUMBER` chooses the example.
    """
    everything = search(Query())
    context = {
        "counts": _counts(everything.count),
        "example": _shown(request.GET.get("example", "")),
        "map": query_map(everything, everything),
        "timeline": query_timeline(everything, everything),
        "newest": Listed(everything)[:NEWEST],
        "first_things": _first_things(),
    }
    return render(request, "evidence/home.html", context)


@dataclass(frozen=True)
class Shown:
    """An example with its drawings: the board that shows the rule, what it shows, the map.

    `other` is the board on the other side of the move, where a move is shown.
    """

    example: Example
    board: SafeString
    other: SafeString | None
    said: str
    map: Locator | None
    earlier: bool  # the move is still to be made on `board`


def _shown(key: str) -> Shown | None:
    """The requested example; None if there is none, or if its game cannot be replayed."""
    found = example(key)
    if found is None:
        return None
    moment = found.moment
    try:
        ply = ply_of(moment.match, ply_seen(moment))
        seen = asked_of(ply, moment.clause.name, moment.role)
    except (Http404, MoveError, NotSeen, RulesError):
        return None  # rules that have changed since the moment was found
    if seen is None:
        return None
    said = sentence(ply, seen, {moment.clause.name: moment.clause.title})
    scene = scene_of(ply, seen)
    other = Scene(ply, seen, earlier=not scene.earlier)
    moved = on_page(other, said) if scene.moves and ply.before is not None else None
    return Shown(found, on_page(scene, said), moved, said, locator(found.place), scene.earlier)


def _counts(records: int) -> dict[str, int]:
    return {
        "records": records,
        "games": Game.objects.count(),
        "rulesets": Ruleset.objects.count(),
        "undated": search(Query(undated="only")).count,
        "unlocated": search(Query(unlocated="only")).count,
    }


def _first_things() -> list[FirstThing]:
    """A ruleset to play, a record that disputes another, the deepest past."""
    things = [_playable(), _doubtful(), _oldest()]
    return [thing for thing in things if thing]


def _playable() -> FirstThing | None:
    ruleset = (
        Ruleset.objects.annotate(recorded=Count("matches")).order_by("-recorded", "pk").first()
    )
    if ruleset is None:
        return None
    return FirstThing(
        _("See a rule at work: %s") % ruleset,
        _("Select one of its rules to see it in play on the board."),
        ruleset.get_absolute_url(),
    )


def _doubtful() -> FirstThing | None:
    least = search(Query(ordering="confidence")).pks(0, LOOKED_AT)
    doubtful = Evidence.objects.filter(~Q(confidence_reason=""), pk__in=least, confidence__lte=50)
    record = doubtful.select_related("game").order_by("confidence", "pk").first()
    if record is None:
        return None
    return FirstThing(
        _("Read a doubtful record: %s") % record,
        _("Doubts are recorded with the evidence: confidence %d of 100, and why.")
        % (record.confidence or 0),
        record.get_absolute_url(),
    )


def _oldest() -> FirstThing | None:
    years = Evidence.objects.exclude(year_to=None).order_by("year_to").values_list("year_to")
    if not years.exists():
        return None
    return FirstThing(
        _("Go back before the common era"),
        _("Everything possibly dated before the year 1, including the oldest claims."),
        reverse("evidence") + "?year_to=0",
    )
