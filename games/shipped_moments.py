"""Moments shipped with the rulesets: what `manage.py find_moments --write` found for their texts.

A search of all rulesets takes minutes; a new site has its moments at once. A file is for one text
of rules: a first line {"digest", "games"}, then one line for each game, as `_line` writes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from games.found_moments import note, slug_of, title
from games.models import Clause, Match, Moment, Ruleset
from games.shipped_lines import read_lines, write_lines

FOLDER: Path = settings.BASE_DIR / "fixtures" / "moments"


def write(ruleset: Ruleset, games: int, folder: Path = FOLDER) -> None:
    """Write what a search of so many games has stored for a ruleset."""
    matches = ruleset.matches.filter(origin=Match.Origin.FOUND).prefetch_related("moments__clause")
    ordered = sorted(matches, key=lambda match: int(match.slug.rpartition("-")[2]))
    lines = [{"digest": ruleset.digest, "games": games}, *map(_line, ordered)]
    write_lines(ruleset, folder, lines)


def _line(match: Match) -> dict[str, Any]:
    """A game up to its last ply, at which all its moments are; that of its title is the first."""
    moments = [(each.clause, each.role, each.cost) for each in match.moments.all()]
    moments.sort(key=lambda each: (title(*each[:2]) != match.title, each[0].name, each[1]))
    return {
        "seed": match.seed,
        "options": match.options,
        "result": match.result,
        "moves": match.moves,
        "moments": [[clause.name, role, cost] for clause, role, cost in moments],
    }


def store(ruleset: Ruleset, folder: Path = FOLDER) -> bool:
    """Store the moments shipped for the text of a ruleset in place of those found before.

    False where none are shipped for it, or they are of clauses that it lacks. Raises ShippedError.
    """
    lines = read_lines(ruleset, folder)
    if not lines:
        return False
    head, *games = lines
    clauses = {clause.name: clause for clause in ruleset.clauses.all()}
    names = {name for game in games for name, _role, _cost in game["moments"]}
    if head["digest"] != ruleset.digest or not names <= set(clauses):
        return False
    with transaction.atomic():
        ruleset.matches.filter(origin=Match.Origin.FOUND).delete()
        for number, game in enumerate(games, 1):
            _put(ruleset, clauses, number, game, head["games"])
    return True


def _put(
    ruleset: Ruleset, clauses: dict[str, Clause], number: int, game: dict[str, Any], games: int
) -> None:
    """Store the game with this number, found among so many."""
    clause, role, _cost = game["moments"][0]
    match = Match.objects.create(
        slug=slug_of(ruleset, number), ruleset=ruleset, digest=ruleset.digest,
        title=title(clauses[clause], role), note=note(games), origin=Match.Origin.FOUND,
        **{name: game[name] for name in ("seed", "options", "result", "moves")},
    )  # fmt: skip
    Moment.objects.bulk_create(
        Moment(match=match, ply=len(match.moves), clause=clauses[name], role=role, cost=cost)
        for name, role, cost in sorted(game["moments"])
    )
