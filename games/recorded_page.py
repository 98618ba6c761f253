"""What the page of a ruleset's recorded games shows: the list, and what it may be narrowed down to.

The address holds the state: `?clause=NAME&role=ROLE&outcome=RESULT&origin=ORIGIN&page=N`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Prefetch, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _

from config.refusals import NoSuchValue
from games.models import Clause, Match, Moment, Ruleset
from games.moments import query_of
from games.narrowing import FILTERS, Narrowed, Unknown, narrowed
from games.play import RulesError
from games.rules_cache import rules_for
from games.ruleset_page import phrases, result_of, sides_of_game, usual_sides
from games.sides import named_by

PER_PAGE = 50
TWO_PLAYERS = (Match.Result.WHITE, Match.Result.BLACK, Match.Result.DRAW, Match.Result.OPEN)
MOST_ASKED = 50  # games, of how their players are called
MOST_MOMENTS = 12  # of one game; how many more there are is said


@dataclass(frozen=True)
class Field:
    """One thing to narrow down by: its choices as (value, label, how many games)."""

    name: str
    label: str
    choices: list[tuple[str, str, int]]
    chosen: str


@dataclass(frozen=True)
class Row:
    """A game of the list: the clauses that ended it, and the moments asked for with their queries.

    `more` is how many of these moments are not shown; `former` says that another text of the rules
    has replaced the one that it was played by.
    """

    match: Match
    result: str
    ended: list[Clause]
    moments: list[tuple[Moment, str]]
    more: int
    former: bool


def context(ruleset: Ruleset, params: QueryDict) -> dict[str, Any]:
    """What the template draws. Raises NoSuchValue naming what there is not, and what there is."""
    try:
        given = {name: params.get(name, "") for name in FILTERS}
        asked = narrowed(ruleset, given, _results(ruleset, given["outcome"]))
    except Unknown as error:
        raise NoSuchValue(str(error)) from error
    page: Page[Match] = Paginator(_whole(ruleset, asked), PER_PAGE).get_page(params.get("page"))
    rows = [_row(match, ruleset.digest) for match in page]
    return {
        "ruleset": ruleset,
        "asked": asked,
        "fields": _fields(ruleset, asked),
        "page": page,
        "page_query": asked.query,
        "rows": rows,
        "former": any(row.former for row in rows),
    }


def _whole(ruleset: Ruleset, asked: Narrowed) -> QuerySet[Match]:
    """The games with the moments that their rows show."""
    moments = Moment.objects.select_related("clause", "match").order_by("ply", "pk")
    ends = moments.filter(role=Moment.Role.ENDED)
    wanted = asked.moments if asked.by_moment else Moment.objects.none()
    return asked.games(ruleset.matches.order_by("pk")).prefetch_related(
        Prefetch("moments", ends, to_attr="ends"),
        Prefetch("moments", moments.filter(pk__in=wanted.values("pk")), to_attr="wanted"),
    )


def _row(match: Any, present: str) -> Row:
    ended = list({moment.clause.pk: moment.clause for moment in match.ends}.values())
    shown = [(moment, query_of(moment)) for moment in match.wanted[:MOST_MOMENTS]]
    more = max(0, len(match.wanted) - MOST_MOMENTS)
    return Row(match, result_of(match), ended, shown, more, match.digest != present)


def _fields(ruleset: Ruleset, asked: Narrowed) -> list[Field]:
    titles = [(clause.name, clause.title) for clause in ruleset.clauses.all()]
    moments = Moment.objects.filter(match__ruleset=ruleset)
    games = ruleset.matches.all()
    shown = _counts(moments, "clause__name", "match")
    roles = _counts(moments, "role", "match")
    ended = _counts(games, "result")
    return [
        _field("clause", _("Rule"), titles, shown, asked.clause),
        _field("role", _("Its role"), Moment.Role.choices, roles, asked.role),
        _field("outcome", _("Outcome"), _outcomes(ruleset, ended), ended, asked.outcome),
        _field("origin", _("Origin"), Match.Origin.choices, _counts(games, "origin"), asked.origin),
    ]


def _results(ruleset: Ruleset, asked: str) -> list[str]:
    """The results that games of the ruleset may have; its players are counted only if need be."""
    players = _players(ruleset) if asked and asked not in TWO_PLAYERS else 2
    wins = {str(player) for player in range(1, players + 1)}
    return [each for each in Match.Result.values if each in TWO_PLAYERS or each in wins]


def _players(ruleset: Ruleset) -> int:
    """How many play; two where the rules cannot be loaded."""
    try:
        return rules_for(ruleset).players
    except RulesError:
        return 2


def _outcomes(ruleset: Ruleset, counts: dict[str, int]) -> list[tuple[Any, Any]]:
    """The results to choose from: wins of a third player and further ones where there are any."""
    said = dict(Match.Result.choices) | _wins(ruleset)
    return [each for each in said.items() if each[0] in TWO_PLAYERS or each[0] in counts]


def _wins(ruleset: Ruleset) -> dict[str, str]:
    """What a win of each player is called, where players are called alike under all options."""
    won = ruleset.matches.filter(result__in=usual_sides()).order_by("pk")
    if not named_by(ruleset.pieces):
        return {}
    played = {(each.digest, *each.options): each for each in won[:MOST_ASKED]}
    names = [sides_of_game(each) for each in played.values()]
    same = bool(names) and all(each == names[0] for each in names)
    wins = phrases()["wins"]
    return {number: wins.format(side=name) for number, name in names[0].items()} if same else {}


def _field(
    name: str, label: str, choices: Iterable[tuple[Any, Any]], counts: dict[str, int], chosen: str
) -> Field:
    told = [(str(value), str(text), counts.get(value, 0)) for value, text in choices]
    return Field(name, label, told, chosen)


def _counts(rows: QuerySet[Any], by: str, of: str = "pk") -> dict[str, int]:
    counted = rows.order_by().values(by).annotate(number=Count(of, distinct=True))
    return dict(counted.values_list(by, "number"))
