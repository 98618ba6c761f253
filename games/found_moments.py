"""Moments found among random games, stored as recorded games that end with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from games.checking import MOST_CHOICES
from games.finding import Found, find
from games.models import Clause, Match, Moment, Ruleset
from games.play import RulesError
from games.results import settle
from games.rules_cache import rules_for
from games.weighing import weigh

LONGEST_SLUG = 80
GAMES, SEED = 300, 1  # unless others are asked for

Options = tuple[str, ...]
Shown = tuple[Options, Found]  # a moment, and the options that it was found under
Told = tuple[int, str, str]


@dataclass(frozen=True)
class Summary:
    """What a search found, and whether storing it changed anything.

    `unseen` are the titles of the clauses that none of the games shows.
    """

    clauses: int
    moments: int
    games: int
    changed: bool
    unseen: list[str]


def find_moments(ruleset: Ruleset, games: int = GAMES, seed: int = SEED) -> Summary:
    """Search random games of a ruleset under its usual options, and keep what is clearest.

    Clauses that these options lack are searched for with the first option that has them. What an
    earlier search found is replaced; the same search again changes nothing. Games that were not
    found so are left alone. Raises games.play.RulesError.
    """
    clauses = {clause.name: clause for clause in ruleset.clauses.all()}
    found = [
        (options, each)
        for options, wanted in _searches(ruleset, set(clauses))
        for each in find(rules_for(ruleset, options), games, seed)
        if each.clause in wanted
    ]
    with transaction.atomic():
        changed = _store(ruleset, clauses, found, games)
    seen = {each.clause for _options, each in found}
    return Summary(
        clauses=len(seen),
        moments=len(found),
        games=len({(options, each.moves) for options, each in found}),
        changed=changed,
        unseen=[clause.title for name, clause in clauses.items() if name not in seen],
    )


def _searches(ruleset: Ruleset, names: set[str]) -> Iterator[tuple[Options, set[str]]]:
    """Under which options to search, and for which clauses: the usual ones, then one other each."""
    usual = rules_for(ruleset)
    yield (), names & set(usual.clauses)
    lacked = names - set(usual.clauses)
    for choice in usual.others[:MOST_CHOICES]:
        if not lacked:
            return
        here = lacked & _clauses_with(ruleset, choice)
        if here:
            yield (choice,), here
        lacked -= here


def _clauses_with(ruleset: Ruleset, choice: str) -> set[str]:
    try:
        return set(rules_for(ruleset, [choice]).clauses)
    except RulesError:
        return set()


def _store(ruleset: Ruleset, clauses: dict[str, Clause], found: list[Shown], games: int) -> bool:
    """Whether anything is not as it was stored."""
    stored = {match.slug: match for match in ruleset.matches.filter(origin=Match.Origin.FOUND)}
    changed = False
    for slug, options, moments in _by_game(ruleset, found):
        match = stored.pop(slug, None) or Match(slug=slug, ruleset=ruleset)
        first = moments[0]
        fields = {
            "title": title(clauses[first.clause], first.role),
            "note": note(games),
            "digest": ruleset.digest,
            "options": list(options),
            "moves": list(first.moves),
            "origin": Match.Origin.FOUND,
            "seed": first.number,
        }
        told = sorted({(each.ply, each.clause, each.role) for each in moments})
        changed |= _put(match, fields, told, clauses)
    Match.objects.filter(pk__in=[match.pk for match in stored.values()]).delete()
    return changed or bool(stored)


def _by_game(ruleset: Ruleset, found: list[Shown]) -> Iterator[tuple[str, Options, list[Found]]]:
    """Moments with the same options and moves are one game; each has a slug by its place."""
    games: dict[tuple[Options, tuple[str, ...]], list[Found]] = {}
    for options, each in found:
        games.setdefault((options, each.moves), []).append(each)
    for number, ((options, _moves), moments) in enumerate(games.items(), 1):
        yield slug_of(ruleset, number), options, moments


def slug_of(ruleset: Ruleset, number: int) -> str:
    """The slug of the game found with this number; 1 is the first."""
    ending = f"-found-{number}"
    return ruleset.slug[: LONGEST_SLUG - len(ending)] + ending


def title(clause: Clause, role: str) -> str:
    """What a found game is called: the first clause that it shows, and how."""
    titles = {
        Moment.Role.ALLOWED: _("“%(clause)s” allows a move"),
        Moment.Role.FORBADE: _("“%(clause)s” forbids a move"),
        Moment.Role.EFFECT: _("“%(clause)s” takes effect"),
        Moment.Role.ENDED: _("“%(clause)s” ends the game"),
    }
    return titles[Moment.Role(role)] % {"clause": clause.title}


def note(games: int) -> str:
    """What is noted of a game found among that many."""
    return _("Found among %(games)d random games; not a historical game.") % {"games": games}


def _put(
    match: Match, fields: dict[str, object], told: list[Told], clauses: dict[str, Clause]
) -> bool:
    rows = match.moments.values_list("ply", "clause__name", "role") if match.pk else []
    same = all(getattr(match, name) == value for name, value in fields.items())
    if match.pk and same and sorted(rows) == told:
        return False
    for name, value in fields.items():
        setattr(match, name, value)
    settle(match)
    match.save()
    match.moments.all().delete()
    Moment.objects.bulk_create(
        Moment(match=match, ply=ply, clause=clauses[name], role=role) for ply, name, role in told
    )
    weigh(match)
    return True
