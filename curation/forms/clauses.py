"""The rulesets that a record may bear on, and the clauses that its marked phrases may carry."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from games.models import Ruleset

MOST = 12  # rulesets whose clauses are offered
Group = tuple[str, list[tuple[str, str]]]


def ruleset_names() -> list[tuple[str, str]]:
    """All rulesets by slug and name."""
    return list(Ruleset.objects.order_by("name").values_list("slug", "name"))


def clauses_for(game: str, rulesets: Sequence[str]) -> list[Group]:
    """Clauses of the rulesets that are linked and of those of the game; of all where none is."""
    known = Ruleset.objects.order_by("name").only("slug", "name").prefetch_related("clauses")
    wanted = known.filter(Q(slug__in=rulesets) | Q(game__name=game))
    return [
        (
            str(ruleset),
            [(f"{ruleset.slug}/{row.name}", row.title) for row in ruleset.clauses.all()],
        )
        for ruleset in list(wanted[:MOST]) or known[:MOST]
    ]
