"""What stands beside a step of a story: a record, a map, a rule on the board, or a position.

To add a kind of figure: its keys in `evidence.records.stories`, a row in FIGURES, a template in
templates/stories.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString

from evidence.models import Evidence, Place
from evidence.pages.locator import Locator, Overview, locator, overview
from evidence.pages.views.shared import Listed
from evidence.records.examples import clearest_moments
from evidence.records.stories import Step
from evidence.search import Query, QueryError, search
from games.models import Clause, Moment, Ruleset
from games.moments import ply_seen, query_of, role_seen
from games.pictures import on_page
from games.play import MoveError, RulesError
from games.play.showing import Seen
from games.plies import Ply, ply_of, recorded_game
from games.scenes import NotSeen, asked_of, scene_of
from games.sentences import sentence

MOST_LISTED = 6  # records beside a map
MOST_DRAWN = 400  # records whose places a map draws


@dataclass(frozen=True)
class Figure:
    """What stands beside a step: `kind` names its template."""

    kind: str
    record: Evidence | None = None
    place: Place | None = None
    locator: Locator | None = None
    overview: Overview | None = None
    listed: list[Evidence] = field(default_factory=list)
    count: int = 0
    clause: Clause | None = None
    ruleset: Ruleset | None = None
    board: SafeString | str = ""
    said: str = ""
    address: str = ""


class NoFigure(LookupError):
    """What a step shows is not stored any more, or cannot be replayed."""


def figure_of(step: Step) -> Figure | None:
    """What a step shows; None where it shows nothing, or what it showed is gone."""
    for key, made in FIGURES.items():
        if key in step:
            try:
                return made(step)
            except (Http404, MoveError, NoFigure, NotSeen, QueryError, RulesError):
                return None
    return None


def records_of(step: Step) -> list[Evidence]:
    """The records that a step rests on beside its figure, in the order of the story."""
    wanted = list(step.get("records", ()))
    found = _records().in_bulk(wanted, field_name="identifier")
    return [found[identifier] for identifier in wanted if identifier in found]


def _records() -> Any:
    return Evidence.objects.select_related("game").prefetch_related(
        "places__region", "citations__source", "pictures__file"
    )


def _record(step: Step) -> Figure:
    record = _records().filter(identifier=step["record"]).first()
    if record is None:
        raise NoFigure(step["record"])
    places = [each for each in record.places.all() if each.lat_u is not None or each.region]
    place = places[0] if places else None
    return Figure(
        "record",
        record=record,
        place=place,
        locator=locator(place) if place else None,
        address=record.get_absolute_url(),
    )


def _map(step: Step) -> Figure:
    results = search(Query.from_params(QueryDict(step["map"])))
    places = Place.objects.filter(evidence__in=results.pks(0, MOST_DRAWN)).select_related("region")
    return Figure(
        "map",
        overview=overview(places),
        listed=Listed(results)[:MOST_LISTED],
        count=results.count,
        address=f"{reverse('evidence')}?{step['map']}",
    )


def _clause(step: Step) -> Figure:
    clauses = Clause.objects.select_related("ruleset__game")
    clause = clauses.filter(ruleset__slug=step["ruleset"], name=step["clause"]).first()
    if clause is None:
        raise NoFigure(step["clause"])
    moment = _moment(clause, step)
    if moment is None:
        return replace(_start(step), clause=clause)  # one that only denies shows up in no game
    ply = ply_of(moment.match, ply_seen(moment))
    seen = asked_of(ply, clause.name, role_seen(moment))
    said = sentence(ply, seen, {clause.name: clause.title}) if seen else ""
    address = clause.ruleset.get_absolute_url() + query_of(moment)
    return _board(ply, seen, said, address, clause)


def _moment(clause: Clause, step: Step) -> Moment | None:
    """The moment of a game that the step names, or else the clearest."""
    moments = Moment.objects.select_related("match__ruleset__game", "clause")
    if "match" in step:
        own = moments.filter(clause=clause, match__slug=step["match"]).order_by("ply")
        return own.filter(ply=step["ply"]).first() if "ply" in step else own.first()
    found = clearest_moments([clause.pk]).get(clause.pk)
    return moments.get(pk=found.pk) if found else moments.filter(clause=clause).first()


def _position(step: Step) -> Figure:
    match = recorded_game(step["ruleset"], step["match"])
    ply = ply_of(match, step.get("ply", 0))
    address = reverse("ply", args=[match.ruleset.slug, match.slug, ply.number])
    return _board(ply, None, "", address)


def _start(step: Step) -> Figure:
    ruleset = Ruleset.objects.filter(slug=step["ruleset"]).first()
    match = ruleset.matches.order_by("pk").first() if ruleset else None
    if ruleset is None or match is None:
        raise NoFigure(step["ruleset"])
    return _board(ply_of(match, 0), None, "", ruleset.get_absolute_url())


def _board(
    ply: Ply, seen: Seen | None, said: str, address: str, clause: Clause | None = None
) -> Figure:
    board = on_page(scene_of(ply, seen), said or str(ply.match.ruleset))
    return Figure(
        "board", clause=clause, ruleset=ply.match.ruleset, board=board, said=said, address=address
    )


# By the key that a step has for it; the first of these counts.
FIGURES: dict[str, Callable[[Step], Figure]] = {
    "record": _record,
    "map": _map,
    "clause": _clause,
    "match": _position,
    "ruleset": _start,
}
