"""Sources as people name them: by what is cited, in full or in some of its words."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from evidence.models import Evidence, Source
from evidence.sources import plain
from games.models import Game, Ruleset

MOST_LOOKED_FOR = 20  # by some of their words
MOST_WORDS = 12
MOST_OFFERED = 200


def slugs_for(typed: Iterable[str]) -> dict[str, str]:
    """For what was typed the slug of the one source that it names; what names none stays so."""
    wanted = {plain(each) for each in typed} - {""}
    named = {each: each for each in wanted}
    known = Source.objects.filter(Q(citation__in=wanted) | Q(slug__in=wanted))
    found = {word: row.slug for row in known for word in (row.slug, row.citation)}
    named |= {each: found[each] for each in wanted & found.keys()}
    for each in sorted(wanted - found.keys())[:MOST_LOOKED_FOR]:
        alike = _with_all_words(each)
        if len(alike) == 1:
            named[each] = alike[0]
    return named


def _with_all_words(typed: str) -> list[str]:
    """The slugs of at most two sources that are cited with all these words."""
    rows = Source.objects.all()
    for word in typed.split()[:MOST_WORDS]:
        rows = rows.filter(citation__icontains=word)
    return list(rows.values_list("slug", flat=True)[:2])


def offered(game: Game | None, ruleset: Ruleset | None) -> list[str]:
    """What is cited for a game and its rules, to choose from."""
    about = Q(clause_citations__clause__ruleset=ruleset) if ruleset else Q()
    about |= Q(citations__evidence__game=game) if game else Q()
    if not about:
        return []
    rows = Source.objects.filter(about).order_by("citation").distinct()
    return list(rows.values_list("citation", flat=True)[:MOST_OFFERED])


def records_offered(game: Game | None) -> list[tuple[str, str]]:
    """The records of a game by identifier, to choose from."""
    rows = Evidence.objects.filter(game=game).select_related("game").order_by("identifier")
    return [(row.identifier, str(row)) for row in rows[:MOST_OFFERED]] if game else []
