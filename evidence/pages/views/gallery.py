"""The galleries: all games and all rules, each by its board, and what narrows them down."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.refusals import NoSuchValue
from evidence.dates.words import century as century_words
from evidence.pages.views.kept import kept
from evidence.search import Query, Results, search
from evidence.search.facets import century
from evidence.search.groups import by_continent
from evidence.search.snapshot.centuries import Spans, per_century
from evidence.search.snapshot.current import counted
from games.gist import gist_of
from games.models import Game, Ruleset

PER_PAGE = 60
MANY = 3  # players: so many, or more
NAMES = ("family", "region", "century", "playable", "players", "chance")

Options = list[tuple[str, str]]
Grouped = list[tuple[str, Options]]  # under headings; "" for those that need none


@dataclass(frozen=True)
class Filter:
    """One of the filters of a gallery: its values in words, and the one that is chosen."""

    name: str
    label: str
    groups: Grouped
    chosen: str


class Narrowing:
    """What an address asks a gallery for. Raises NoSuchValue for a value that it does not offer."""

    def __init__(self, request: HttpRequest, names: Iterable[str]) -> None:
        self.filters = []
        for name in names:
            label, groups = _offered(name)
            chosen = request.GET.get(name, "")
            if chosen and not any(chosen in dict(options) for _heading, options in groups):
                raise NoSuchValue(
                    _("The filter “%(filter)s” has no value “%(value)s”.")
                    % {"filter": label, "value": chosen}
                )
            self.filters.append(Filter(name, label, groups, chosen))
        self.chosen = {each.name: each.chosen for each in self.filters if each.chosen}

    @property
    def query(self) -> str:
        """The query string of what is chosen, to which a page can be added."""
        return urlencode(self.chosen) + "&" if self.chosen else ""

    def records(self) -> Results | None:
        """The records of the region, and surely of the century; None where neither is chosen."""
        if not {"region", "century"} & self.chosen.keys():
            return None
        first, last = _years(self.chosen["century"]) if "century" in self.chosen else (None, None)
        region = self.chosen.get("region")
        return search(Query(region=region, year_from=first, year_to=last, open_ends="exclude"))

    def allows(self, ruleset: Ruleset) -> bool:
        """Whether the rules have the players and the chance that are asked for."""
        players, chance = self.chosen.get("players"), self.chosen.get("chance")
        if not (players or chance):
            return True
        gist = gist_of(ruleset.text)
        if players and str(min(gist.players, MANY)) != players:
            return False
        return not chance or gist.chance == (chance == "yes")


def _offered(name: str) -> tuple[str, Grouped]:
    """The label of a filter and its values in words."""
    if name == "region":
        return _("Region"), _regions(search(Query()).counts.count("region"))
    if name == "century":
        return _("Century"), _centuries(search(Query()).counts.spans())
    label, options = _few(name)
    return label, [("", options)]


def _few(name: str) -> tuple[str, Options]:
    """The same of a filter whose values need no headings."""
    yes, no = "yes", "no"
    if name == "family":
        return _("Family"), [
            (value, str(capfirst(label))) for value, label in Game.Category.choices
        ]
    if name == "playable":
        return _("Playable here"), [(yes, _("Playable")), (no, _("Not playable yet"))]
    if name == "players":
        some = [(str(n), ngettext("%d player", "%d players", n) % n) for n in range(1, MANY)]
        return _("Players"), [*some, (str(MANY), _("Three or more players"))]
    return _("Chance"), [(yes, _("With dice or another chance")), (no, _("Without chance"))]


def _regions(counts: Collection[str]) -> Grouped:
    return [(heading, [*items]) for heading, items in by_continent(counts)]


def _centuries(spans: Spans) -> Grouped:
    """Centuries that dates touch without their open ends, by the millennium that they are in."""
    near, groups = spans.near(), dict[str, Options]()
    for number, count in per_century(near.first, near.last, near.counts).items():
        if count:
            key = str(century(100 * number + 1))
            words = century_words(*_named(key)) or key
            groups.setdefault(_millennium(int(key)), []).append((key, words))
    return list(groups.items())


def _millennium(number: int) -> str:
    count = (abs(number) + 9) // 10
    return (_("Millennium %d CE") if number > 0 else _("Millennium %d BCE")) % count


def _named(key: str) -> tuple[int, int]:
    """The years after which a century is named: 1100 to 1199 for the 12th."""
    number = int(key)
    return (
        (number * 100 - 100, number * 100 - 1)
        if number > 0
        else (number * 100 + 1, number * 100 + 100)
    )


def _years(key: str) -> tuple[int, int]:
    """The years that the facet counts as a century: 1101 to 1200 for the 12th."""
    number = int(key)
    first = number * 100 - 99 if number > 0 else number * 100 + 1
    assert century(first) == number
    return first, first + 99


@kept
def games(request: HttpRequest) -> HttpResponse:
    """Every game, or those of some filters, by family: those with a board, then the others."""
    asked = Narrowing(request, NAMES)
    rulesets = Ruleset.objects.order_by("name")
    rows = Game.objects.prefetch_related("aliases", Prefetch("rulesets", rulesets))
    if "family" in asked.chosen:
        rows = rows.filter(category=asked.chosen["family"])
    records = asked.records()
    if records is not None:
        rows = rows.filter(slug__in=list(records.counts.count("game")))
    shown = [game for game in rows.order_by("name") if _is_wanted(game, asked)]
    shown.sort(key=lambda game: not game.rulesets.all())  # those with a board first
    groups: dict[str, list[Game]] = {str(label): [] for _value, label in Game.Category.choices}
    for row in counted(shown, "games"):
        groups.setdefault(row.get_category_display(), []).append(row)
    context = {"groups": groups.items(), "found": len(shown), "total": Game.objects.count()}
    return render(request, "games/games.html", {**context, "asked": asked})


def _is_wanted(game: Game, asked: Narrowing) -> bool:
    """Whether one of its rulesets is as asked; of a game without rules nothing is known of that."""
    rulesets = list(game.rulesets.all())
    playable = asked.chosen.get("playable")
    if playable and bool(rulesets) != (playable == "yes"):
        return False
    if not {"players", "chance"} & asked.chosen.keys():
        return True
    return any(asked.allows(each) for each in rulesets)


@kept
def rulesets(request: HttpRequest) -> HttpResponse:
    """All rules with their boards, or those of some filters, by family and game."""
    return _rules(request, {"heading": _("Rules"), "playing": False})


@kept
def play_list(request: HttpRequest) -> HttpResponse:
    """The same to play at once: each board leads to the table."""
    return _rules(request, {"heading": _("Play"), "playing": True})


def _rules(request: HttpRequest, said: dict[str, Any]) -> HttpResponse:
    asked = Narrowing(request, [name for name in NAMES if name != "playable"])
    rows = Ruleset.objects.select_related("game").annotate(rules=Count("clauses"))
    if "family" in asked.chosen:
        rows = rows.filter(game__category=asked.chosen["family"])
    records = asked.records()
    if records is not None:
        rows = rows.filter(slug__in=list(records.counts.count("ruleset")))
    rows = rows.order_by("game__category", "game__name", "name")
    shown = [each for each in rows if asked.allows(each)]
    page = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
    for each in page:
        each.gist = gist_of(each.text)  # type: ignore[attr-defined]
    context = {
        **said,
        "asked": asked,
        "rulesets": page,
        "found": len(shown),
        "total": Ruleset.objects.count(),
        "page_query": asked.query,
    }
    return render(request, "games/rulesets.html", context)
