"""The rulesets that a content is linked with: what cannot be so, and what is worth a look."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from games.models import Ruleset


def wrong(content: Content) -> Iterator[Fault]:
    """Rulesets that are not stored, and notes on others than those."""
    linked = content.get("rulesets", {})
    known = set(Ruleset.objects.filter(slug__in=linked).values_list("slug", flat=True))
    for slug in linked:
        if slug not in known:
            yield Fault("rulesets", _("there is no ruleset “%(slug)s”") % {"slug": slug})
    for slug in content.get("ruleset_notes", {}):
        if slug not in linked:
            said = _("a note on “%(slug)s”, which the record is not linked to")
            yield Fault("ruleset_notes", said % {"slug": slug})


def of_other_games(content: Content) -> Iterator[Fault]:
    """Rulesets of games that the record is not said to be of: to be looked at, and no more.

    A record may well mention another game's rules, or show its board.
    """
    linked, called = content.get("rulesets", {}), content.get("game_name", "")
    if not linked or not called:
        return
    games = {content.get("game"), *(row.get("game") for row in content.get("identifications", ()))}
    rulesets = Ruleset.objects.filter(slug__in=linked).select_related("game").defer("text")
    found = {each.slug: each for each in rulesets if each.game.slug not in games}
    said = _(
        "“%(ruleset)s” has the rules of %(its_game)s, and the record is of %(game)s: check that "
        "this is meant; it can be published so"
    )
    for slug in filter(found.get, linked):
        told = {"ruleset": found[slug].name, "its_game": found[slug].game.name, "game": called}
        yield Fault(f"rulesets.{slug}", said % told, stops=False)
