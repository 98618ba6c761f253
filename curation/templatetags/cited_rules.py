"""How to cite the rules that a page shows."""

from __future__ import annotations

from django import template
from django.utils import timezone

from curation.models import RulesetVersion
from evidence.citing import CiteThis, Permalink, cite_rules
from games.models import Ruleset

register = template.Library()


@register.simple_tag(takes_context=True)
def cite_ruleset(
    context: template.RequestContext, ruleset: Ruleset, version: RulesetVersion | None = None
) -> CiteThis:
    """The citation of a version of a ruleset, of its last one unless another is given."""
    versions = ruleset.versions.order_by("-number").select_related("ruleset")
    found = version or versions.first()
    found = found or RulesetVersion(ruleset=ruleset, number=1, text=ruleset.text)
    address = context["request"].build_absolute_uri(found.get_absolute_url())
    return cite_rules(
        ruleset, found.digest, Permalink(found.number, found.at, address), timezone.localdate()
    )
