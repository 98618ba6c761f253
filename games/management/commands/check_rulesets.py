"""Check every stored ruleset: it compiles with every option, and its recorded games replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ludemes.denials import never_shown
from games.models import Match, Ruleset
from games.play import MoveError, RulesError
from games.play.showing import shown
from games.rules_cache import rules_for, rules_of_game


class Command(BaseCommand):
    help = (
        "Compile every ruleset with each of its options, replay its recorded games, and check that "
        "every clause shows up where its moments say. Prints clauses / clauses that fired / "
        "clauses that deny what could not be shown."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for ruleset in _each():
            faults = list(faults_of(ruleset))
            fired = fired_clauses(ruleset) if not faults else set[str]()
            clauses = {clause.name for clause in ruleset.clauses.all()}
            denials = clauses & denials_of(ruleset)
            unseen = sorted(clauses - fired - denials)
            faults += [f"{name}: shows up in no recorded game" for name in unseen]
            line = f"{ruleset.slug}: {len(clauses)} clauses / {len(clauses & fired)} fired"
            self.stdout.write(line + (f" / {len(denials)} never shown" if denials else ""))
            for fault in faults:
                self.stdout.write(f"  {fault}")
            wrong += len(faults)
        if wrong:
            raise CommandError("1 fault" if wrong == 1 else f"{wrong} faults")


def _each() -> Iterator[Ruleset]:
    """One at a time: with more than a thousand clauses at once SQLite refuses the query."""
    rulesets = Ruleset.objects.prefetch_related("clauses", "matches__moments__clause")
    return rulesets.iterator(chunk_size=1)


def faults_of(ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with a ruleset, in words: doubts, options, clauses, games, moments."""
    try:
        rules = rules_for(ruleset)
        for option in rules.options:
            for choice in option.choices:
                chosen = rules_for(ruleset, [f"{option.heading}/{choice.label}"])
                yield from (str(doubt) for doubt in chosen.doubts)
    except RulesError as error:
        yield str(error)
        return
    yield from (str(doubt) for doubt in rules.doubts)
    for clause in ruleset.clauses.all():
        if clause.name not in rules.expansion.definitions:
            yield f"{clause.name}: the text defines no such clause"
    for match in ruleset.matches.all():
        yield from _faults_of_match(ruleset, match)


def _faults_of_match(ruleset: Ruleset, match: Match) -> Iterator[str]:
    if match.digest != ruleset.digest and match.origin == Match.Origin.EXAMPLE:
        yield f"{match.slug}: recorded under another text of the rules"
    try:
        plies = shown(rules_of_game(match), match.moves)
    except (MoveError, RulesError) as error:
        yield f"{match.slug}: {error}"
        return
    for moment in match.moments.all():
        here = plies[moment.ply] if moment.ply < len(plies) else set()
        if (moment.clause.name, moment.role) not in here:
            where = f"{match.slug}, ply {moment.ply}"
            yield f"{where}: {moment.clause.name} does not show up ({moment.role})"


def denials_of(ruleset: Ruleset) -> frozenset[str]:
    """The clauses that only say what there is not, so that no game can show them."""
    try:
        return never_shown(rules_for(ruleset).expansion)
    except RulesError:
        return frozenset()


def fired_clauses(ruleset: Ruleset) -> set[str]:
    """The clauses that have a moment in a recorded game."""
    return {moment.clause.name for match in ruleset.matches.all() for moment in match.moments.all()}
