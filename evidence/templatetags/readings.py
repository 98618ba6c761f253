"""The parts of clauses, and the passages beside them, on the page of a ruleset."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django import template
from django.db.models import Prefetch

from evidence.claims.reading import Reading, read
from evidence.models import Claim, ClausePart, PictureMark
from evidence.pictures.showing import Cutting
from games.models import Ruleset

register = template.Library()


@register.simple_tag
def reading_of(ruleset: Ruleset) -> Reading:
    """Its passages with what they bear on."""
    return read(ruleset)


@register.simple_tag
def entered_parts(ruleset: Any) -> dict[str, list[ClausePart]]:
    """The entered parts by the name of their clause, for `games.ruleset_page.whole_rulesets`."""
    if not ruleset.in_parts:
        return {}
    claims = Claim.objects.select_related("passage__source", "citation__source")
    parts = ClausePart.objects.filter(clause__ruleset=ruleset, derived=False)
    found: dict[str, list[ClausePart]] = defaultdict(list)
    for part in parts.select_related("clause").prefetch_related(Prefetch("claims", claims)):
        found[part.clause.name].append(part)
    return dict(found)


@register.simple_tag
def cuttings_of(ruleset: Any) -> dict[str, list[Cutting]]:
    """The regions of pictures that show its clauses, by name; of `whole_rulesets`, as above."""
    if not ruleset.in_pictures:
        return {}
    marks = PictureMark.objects.filter(clause__ruleset=ruleset).exclude(picture__file=None)
    read = marks.select_related("clause", "picture__file", "picture__evidence__game")
    found: dict[str, list[Cutting]] = defaultdict(list)
    for mark in read.order_by("picture__evidence__identifier", "picture__position", "position"):
        found[mark.clause.name].append(Cutting(mark))  # type: ignore[union-attr]
    return dict(found)
