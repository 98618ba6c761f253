"""Recorded games and their logs: from text to a stored game, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator

from django.db import transaction
from django.utils.text import slugify

from games.matches.log import Log, LogError, parse, read, write
from games.matches.sheet import Sheet
from games.models import Match, Moment, Ruleset, SavedGame
from games.play import MoveError, Rules, RulesError
from games.play.showing import shown
from games.play.turns import turns_of
from games.results import settle
from games.rules_cache import looks_of, rules_of, rules_of_game

SLUG, TOLD_APART = 60, 12
CREATED, CHANGED, UNCHANGED = "created", "changed", "unchanged"


def read_log(text: str) -> tuple[Ruleset, Log]:
    """The game that a text tells, checked against the stored rules that it names.

    Raises LogError, with the line where there is one.
    """
    sheet = parse(text)
    ruleset = _ruleset(sheet)
    digest = sheet.one("Digest").lower() or ruleset.digest
    try:
        rules = rules_of(ruleset, digest, sheet.headers.get("Option", []))
        return ruleset, read(sheet, rules, looks_of(ruleset, digest), digest)
    except RulesError as error:
        name = "Digest" if digest != ruleset.digest else "Option"
        raise sheet.fault(name, str(error)) from error


def _ruleset(sheet: Sheet) -> Ruleset:
    slug = sheet.one("Ruleset")
    ruleset = Ruleset.objects.filter(slug=slug).first() if "\0" not in slug else None
    if ruleset is None:
        known = ", ".join(Ruleset.objects.order_by("slug").values_list("slug", flat=True))
        raise sheet.fault("Ruleset", f"there is no ruleset {slug[:80]!r}; there are {known}")
    return ruleset


def log_of(match: Match | SavedGame) -> Log:
    """What is recorded of a game."""
    return Log(
        ruleset=match.ruleset.slug,
        digest=match.digest,
        moves=match.moves,
        options=match.options,
        setup=match.setup,
        title=match.title,
        players=(match.first, match.second),
        date=match.played,
        note=match.note,
        ending=match.ending,
        annotations={int(ply): text for ply, text in match.annotations.items()},
    )


def text_of(match: Match | SavedGame) -> str:
    """The log of a recorded game.

    Raises games.play.RulesError or MoveError where it cannot be replayed.
    """
    rules = rules_of(match.ruleset, match.digest, match.options)
    return write(log_of(match), rules, looks_of(match.ruleset, match.digest))


def family_turns(match: Match) -> list[str] | None:
    """The turns of a game as its family writes them; None where it has no notation of its own."""
    try:
        rules = rules_of_game(match)
        if rules.family is None:
            return None
        return [turn.text for turn in turns_of(rules, match.moves)]
    except (MoveError, RulesError):
        return None


@transaction.atomic
def store_log(ruleset: Ruleset, log: Log) -> tuple[Match, str]:
    """Record a game that has been read, with its moments; and whether that changed anything."""
    slug = slug_of(log)
    match = Match.objects.filter(slug=slug).first() or Match(slug=slug, ruleset=ruleset)
    action = CREATED if match.pk is None else CHANGED
    if match.pk is not None and log_of(match) == log:
        return match, UNCHANGED
    fill(match, log)
    match.origin = Match.Origin.LOG
    record(match)
    return match, action


def record(match: Match) -> None:
    """Store a game that has been checked, with how it ended and its moments."""
    settle(match)
    match.save()
    store_moments(match, rules_of_game(match))


def fill(match: Match | SavedGame, log: Log) -> None:
    """Write into a recorded or saved game what a log says, rules and slug aside."""
    match.title, match.note, match.played = log.title, log.note, log.date
    match.first, match.second = log.players
    match.digest, match.options, match.moves = log.digest, log.options, log.moves
    match.setup = log.setup
    match.ending = log.ending
    match.annotations = {str(ply): text for ply, text in log.annotations.items()}


def slug_of(log: Log) -> str:
    """The same for the same game: its title, and some letters that tell it from others."""
    told = [log.ruleset, log.digest, log.options, log.moves, log.title, log.players, log.date]
    told += [log.setup] if log.setup else []
    mark = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:TOLD_APART]
    return f"{slugify(log.title)[:SLUG] or 'game'}-{mark}"


def store_moments(match: Match, rules: Rules) -> None:
    """Note where each clause first shows up in a recorded game, in each of its roles."""
    clauses = {clause.name: clause for clause in match.ruleset.clauses.all()}
    match.moments.all().delete()
    Moment.objects.bulk_create(
        Moment(match=match, ply=ply, clause=clauses[name], role=role)
        for ply, name, role in first_shown(shown(rules, match.moves))
        if name in clauses
    )


def first_shown(plies: Iterable[set[tuple[str, str]]]) -> Iterator[tuple[int, str, str]]:
    """The first ply of each clause and role."""
    seen: set[tuple[str, str]] = set()
    for ply, here in enumerate(plies):
        for name, role in sorted(here - seen):
            yield ply, name, role
        seen |= here


__all__ = ["LogError", "log_of", "read_log", "slug_of", "store_log", "text_of"]
