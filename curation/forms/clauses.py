"""The clauses that a marked phrase may carry, by ruleset."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Clause, Ruleset

MOST = 12  # rulesets whose clauses are offered
Group = tuple[str, list[tuple[str, str]]]


def clauses_for(game: str, rulesets: Sequence[str]) -> list[Group]:
    """Clauses of the rulesets that are linked and of those of the game; of all where none is."""
    known = Ruleset.objects.order_by("name")
    wanted = known.filter(slug__in=rulesets) | known.filter(game__name=game)
    found = list((wanted if wanted.exists() else known)[:MOST])
    rows = Clause.objects.filter(ruleset__in=found).select_related("ruleset")
    return [
        (
            ruleset.name,
            [
                (f"{ruleset.slug}/{row.name}", row.title)
                for row in rows.order_by("position")
                if row.ruleset_id == ruleset.pk
            ],
        )
        for ruleset in found
    ]
