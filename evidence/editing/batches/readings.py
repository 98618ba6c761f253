"""How games, date, places and sources of a row are understood, for people to check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from evidence.drafts import Draft, PlaceDraft
from evidence.models import Source
from evidence.places import Point, print_decimal
from evidence.records.when import edtf_words
from evidence.search.reconciling import likely_game
from evidence.sources.matching import matches
from games.models import Game


class Reading(NamedTuple):
    """A field, what the row says, what is understood by it, and the page of what is stored."""

    field: str
    given: str
    understood: str
    address: str = ""


def readings(draft: Draft, games: Sequence[str]) -> list[Reading]:
    """The readings of a row, which names its game, and those that it identifies, so."""
    return [*_games(draft, games), _date(draft), *_places(draft), *_sources(draft)]


def _games(draft: Draft, given: Sequence[str]) -> Iterator[Reading]:
    slugs = [draft.game.slug, *(row.game for row in draft.identifications)]
    stored = Game.objects.in_bulk(slugs, field_name="slug")
    label = _("Game")
    for name, slug in zip(given, slugs, strict=True):
        yield _stored_game(label, name, stored[slug]) if slug in stored else _new_game(label, name)
        label = _("Identified as")


def _stored_game(label: str, given: str, game: Game) -> Reading:
    said = _("stored: %(title)s") % {"title": game.name}
    return Reading(label, given, said, game.get_absolute_url())


def _new_game(label: str, given: str) -> Reading:
    """A game that is not stored, with the stored one of which the name may be misspelt."""
    likely = likely_game(given)
    if likely is None:
        return Reading(label, given, _("a new game"))
    said = _("a new game; is “%(name)s” meant?") % {"name": likely.name}
    return Reading(label, given, said, reverse("game", args=[likely.id]))


def _date(draft: Draft) -> Reading:
    given = draft.date_as_given or draft.date or _("(nothing)")
    words = edtf_words(draft.date)
    return Reading(_("Date"), given, f"{words} ({draft.date})" if draft.date else words)


def _places(draft: Draft) -> Iterator[Reading]:
    if not draft.places:
        yield Reading(_("Place"), _("(nothing)"), _("no place is known"))
    for place in draft.places:
        given = place.as_given or place.name or _("(no name)")
        yield Reading(_("Place"), given, ", ".join(filter(None, _place(place))))


def _place(place: PlaceDraft) -> Iterator[str]:
    if place.lat_u is not None and place.lon_u is not None:
        yield _("at %(point)s") % {"point": print_decimal(Point(place.lat_u, place.lon_u))}
    elif place.region:
        yield _("in the region %(region)s") % {"region": place.region}
    else:
        yield _("by name only, not on the map")
    yield place.precision
    yield place.certainty


def _sources(draft: Draft) -> Iterator[Reading]:
    if not draft.citations:
        yield Reading(_("Source"), _("(nothing)"), _("no source is given"))
    for row in draft.citations:
        locator = f", {row.locator}" if row.locator else ""
        stored = Source.objects.filter(citation=row.citation).first()
        meant = stored or matches(row.citation).first
        if stored:
            said = _("stored: %(title)s") % {"title": stored.title or stored.citation}
        elif meant:
            said = f"{_('a new source; it may be stored already:')} {meant.citation}"
        else:
            said = _("a new source")
        address = meant.get_absolute_url() if meant else ""
        yield Reading(_("Source"), row.citation + locator, said, address)
