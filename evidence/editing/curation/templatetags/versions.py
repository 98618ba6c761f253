"""Which version of a ruleset's text a recorded game was played by, and how to cite one."""

from __future__ import annotations

from django import template
from django.utils import timezone

from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.exporters.citing import CiteThis, Permalink, cite_rules
from games.models import Ruleset

register = template.Library()


@register.simple_tag
def versions_by_text(ruleset: Ruleset) -> dict[str, RulesetVersion]:
    """By the digest of each text of a ruleset, the last version that has it."""
    return {each.digest: each for each in ruleset.versions.order_by("number")}


@register.simple_tag
def last_version(ruleset: Ruleset) -> RulesetVersion:
    """The version that is published; a ruleset without history is its own first one."""
    versions = ruleset.versions.order_by("-number")
    last = versions.select_related("ruleset", "by", "published_by").first()
    return last or RulesetVersion(ruleset=ruleset, number=1, text=ruleset.text)


@register.simple_tag(takes_context=True)
def cite_ruleset(
    context: template.RequestContext, ruleset: Ruleset, version: RulesetVersion
) -> CiteThis:
    """The citation of a version of a ruleset."""
    address = context["request"].build_absolute_uri(version.get_absolute_url())
    at = Permalink(version.number, version.at, address)
    return cite_rules(ruleset, version.digest, at, timezone.localdate())
