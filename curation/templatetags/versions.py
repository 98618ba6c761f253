"""Which version of a ruleset's text a recorded game was played by."""

from __future__ import annotations

from django import template

from curation.models import RulesetVersion
from games.models import Ruleset

register = template.Library()


@register.simple_tag
def versions_by_text(ruleset: Ruleset) -> dict[str, RulesetVersion]:
    """By the digest of each text of a ruleset, the last version that has it."""
    return {each.digest: each for each in ruleset.versions.order_by("number")}


@register.filter
def of_text(versions: dict[str, RulesetVersion], digest: str) -> RulesetVersion | None:
    """The version with the text of that digest, if there is one."""
    return versions.get(digest)
