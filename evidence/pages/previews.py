"""The picture that stands for a page where its address is shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from evidence.models import Evidence, Picture
from games.models import Game, Match, Ruleset
from games.picture_views import CARD

PREVIEW_SIDE = 1200  # pixels, as evidence.pictures.redraw draws it


class Preview(NamedTuple):
    """An address on this site, its pixels as far as they are known, and what it shows."""

    address: str
    width: int
    height: int
    alt: str


def preview_of(page: Mapping[str, Any]) -> Preview:
    """What stands for a page, by what it is about: the first of KINDS that has something."""
    for find in KINDS:
        if (found := find(page)) is not None:
            return found
    return Preview(static("preview.png"), *CARD, _("A board of eight by eight squares"))


def _ply(page: Mapping[str, Any]) -> Preview | None:
    match, number = page.get("match"), page.get("number")
    if not page.get("ply") or not isinstance(match, Match) or number is None:
        return None
    address = reverse("ply-png", args=[match.ruleset.slug, match.slug, number])
    title = str(page.get("title") or match)
    return Preview(f"{address}{page.get('asked') or ''}", 0, 0, title)


def _record(page: Mapping[str, Any]) -> Preview | None:
    record = page.get("record")
    if not isinstance(record, Evidence):
        return None
    shown = next((each for each in record.pictures.all() if each.file), None)
    if shown:
        return _uploaded(shown)
    link = next(iter(record.ruleset_links.all()), None)
    return _board(link.ruleset) if link else None


def _rules(page: Mapping[str, Any]) -> Preview | None:
    match = page.get("match")
    ruleset = match.ruleset if isinstance(match, Match) else page.get("ruleset")
    return _board(ruleset) if isinstance(ruleset, Ruleset) and ruleset.slug else None


def _game(page: Mapping[str, Any]) -> Preview | None:
    game = page.get("game")
    if not isinstance(game, Game):
        return None
    ruleset = next(iter(game.rulesets.all()), None)
    if ruleset:
        return _board(ruleset)
    pictures = Picture.objects.filter(evidence__game=game).exclude(file=None)
    shown = pictures.select_related("file").first()
    return _uploaded(shown) if shown else None


def _uploaded(picture: Picture) -> Preview:
    file = picture.file
    assert file is not None  # only such are asked for
    most = min(1.0, PREVIEW_SIDE / max(file.width, file.height))
    return Preview(file.preview, round(file.width * most), round(file.height * most), picture.alt)


def _board(ruleset: Ruleset) -> Preview:
    said = _("%(rules)s: the board at the start") % {"rules": ruleset}
    return Preview(reverse("board-png", args=[ruleset.slug]), *CARD, said)


KINDS: tuple[Callable[[Mapping[str, Any]], Preview | None], ...] = (_ply, _record, _rules, _game)
