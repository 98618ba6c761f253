"""Count the records by how they lead to a board, and list those that lead to none with why."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.records.kin import leading
from evidence.vocabulary import RulesetRelation


class Command(BaseCommand):
    help = (
        "Counts the records by the strongest kind of their links with rulesets, and lists those "
        "without, each with its reason; exits with 1 if one has none."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        found = leading()
        led = found.kinds.total()
        self.stdout.write(f"{led} of {led + len(found.without)} records lead to a board")
        for kind in RulesetRelation:
            self.stdout.write(f"  {kind.label}: {found.kinds[kind.value]}")
        for record in found.without:
            reason = record.no_ruleset or "NO REASON GIVEN"
            self.stdout.write(f"{record.identifier}  {record}: {reason}")
        if found.unexplained:
            named = ", ".join(record.identifier for record in found.unexplained)
            raise CommandError(f"no ruleset and no reason: {named}")
