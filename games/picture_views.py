"""Plies of recorded games as pictures: SVG and PNG of one, GIF of several."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import astuple
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Ruleset
from games.pictures import Caption, caption_of, on_card, opening_svg, svg
from games.play import MoveError, RulesError
from games.play.showing import Seen
from games.plies import Ply, plies, recorded_game
from games.rules_cache import rules_for
from games.scenes import NotSeen, Scene, asked_of, moment_query, scene_of, scenes_of

# Pixels of the longer side: usual and largest; the smallest of either.
PNG_SIZE, GIF_SIZE, SMALLEST = (720, 1600), (360, 480), 64
MOST_FRAMES = 80
CARD = (1200, 630)  # pixels, as those who show shared links want them
CARDS_LAST = 7 * 24 * 3600  # seconds in the cache
LONGEST_NUMBER = 4
BAD_REQUEST, CONFLICT = 400, 409
# A picture that is opened by itself holds a style of its own, and must do nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
TEXT = "text/plain; charset=utf-8"

Draw = Callable[[list[str]], str | bytes]


@require_safe
def svg_file(request: HttpRequest, slug: str, match: str, ply: int) -> HttpResponse:
    """A ply as SVG; `?letters=1` has letters for pieces, `?clause=NAME&role=ROLE` a moment."""
    return _picture(request, (slug, match, ply, ply), "svg+xml", lambda drawn: drawn[0])


@require_safe
def png_file(request: HttpRequest, slug: str, match: str, ply: int) -> HttpResponse:
    """A ply as PNG, `?size=` pixels along its longer side."""
    size = _size(request, *PNG_SIZE)
    return _picture(request, (slug, match, ply, ply), "png", lambda drawn: _png(drawn[0], size))


@require_safe
def gif_file(request: HttpRequest, slug: str, match: str, first: int, last: int) -> HttpResponse:
    """The plies from first to last as an animated GIF, which may end with a moment."""
    size = _size(request, *GIF_SIZE)
    if last - first >= MOST_FRAMES:
        told = {"most": MOST_FRAMES, "asked": last - first + 1}
        raise Http404(_("A GIF holds at most %(most)d plies, not %(asked)d.") % told)
    return _picture(
        request, (slug, match, first, last), "gif", lambda drawn: _kept_gif(tuple(drawn), size)
    )


@lru_cache(maxsize=16)
def _kept_gif(pictures: tuple[str, ...], size: int) -> bytes:
    from games.raster import drawn_gif  # noqa: PLC0415 - 10 MB that few processes need

    return drawn_gif(pictures, size)


def _png(picture: str, size: int) -> bytes:
    from games.raster import drawn_png  # noqa: PLC0415 - as above

    return drawn_png(picture, size)


@require_safe
def board_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of a ruleset before the first move, as SVG; why not (409) where it cannot run."""
    ruleset = get_object_or_404(Ruleset.objects.prefetch_related("clauses"), slug=slug)
    told = {"rules": ruleset, "digest": ruleset.digest}
    caption = Caption(
        _("%(rules)s: the board at the start") % told,
        _("By the rules of %(rules)s, text %(digest)s.") % told,
    )
    etag = _tag([settings.RELEASE, *astuple(caption), ruleset.pieces])
    unchanged: HttpResponse | None = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    try:
        picture = opening_svg(rules_for(ruleset), ruleset.pieces, caption)
    except RulesError as error:
        reason = _("The rules of %(rules)s cannot be run: %(error)s")
        told = {"rules": ruleset, "error": error}
        return HttpResponse(reason % told, content_type=TEXT, status=CONFLICT)
    return _answer(picture, "svg+xml", slug, etag)


@require_safe
def card_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The same board on a card of the size that links are shared with, as PNG.

    Where the rules cannot run, the card of the site.
    """
    ruleset = get_object_or_404(Ruleset.objects.prefetch_related("clauses"), slug=slug)
    etag = _tag([settings.RELEASE, ruleset.digest, ruleset.pieces, *CARD])
    unchanged: HttpResponse | None = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    key = f"card-{etag[1:-1]}"
    picture = cache.get(key)
    if picture is None:
        caption = Caption(str(ruleset), "")
        try:
            board = opening_svg(rules_for(ruleset), ruleset.pieces, caption)
        except RulesError:
            return redirect(static("preview.png"))
        picture = _png(on_card(board, *CARD), CARD[0])
        cache.set(key, picture, CARDS_LAST)
    return _answer(picture, "png", f"{slug}-card", etag)


def _picture(
    request: HttpRequest, line: tuple[str, str, int, int], kind: str, draw: Draw
) -> HttpResponse:
    """Who has the picture already is told so; where the game cannot be replayed, why (409)."""
    slug, match, first, last = line
    game = recorded_game(slug, match)
    letters = request.GET.get("letters") == "1"
    try:
        shown = list(plies(game, first, last))
    except (MoveError, RulesError) as error:
        reason = _("“%(game)s” cannot be replayed: %(error)s") % {"game": game, "error": error}
        return HttpResponse(reason, content_type=TEXT, status=CONFLICT)
    try:
        seen = asked_of(shown[-1], request.GET.get("clause", ""), request.GET.get("role", ""))
    except NotSeen as error:
        return HttpResponse(str(error), content_type=TEXT, status=BAD_REQUEST)
    caption = _caption(request, shown[-1], seen)
    etag = _etag(request, shown, caption)
    unchanged: HttpResponse | None = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    pictures = [svg(Scene(ply), _caption(request, ply), letters=letters) for ply in shown[:-1]]
    scenes = _scenes(shown[-1], seen, moving=kind == "gif")
    pictures += [svg(scene, caption, letters=letters) for scene in scenes]
    name = f"{match}-{first}" + (f"-{last}" if last != first else "")
    name += f"-{seen.clause}" if seen is not None else ""
    return _answer(draw(pictures), kind, name, etag)


def _answer(picture: str | bytes, kind: str, name: str, etag: str) -> HttpResponse:
    answer = HttpResponse(picture, content_type=f"image/{kind}")
    ending = kind.removesuffix("+xml")
    answer["ETag"] = etag
    answer["Cache-Control"] = "public, max-age=3600"
    answer["Content-Security-Policy"] = POLICY
    answer["Content-Disposition"] = f'inline; filename="{name}.{ending}"'
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _scenes(ply: Ply, seen: Seen | None, *, moving: bool) -> list[Scene]:
    return scenes_of(ply, seen) if moving and seen is not None else [scene_of(ply, seen)]


def _caption(request: HttpRequest, ply: Ply, seen: Seen | None = None) -> Caption:
    address = reverse("ply", args=[ply.match.ruleset.slug, ply.match.slug, ply.number])
    return caption_of(ply, seen, request.build_absolute_uri(f"{address}{moment_query(seen)}"))


def _etag(request: HttpRequest, shown: list[Ply], caption: Caption) -> str:
    told = [request.build_absolute_uri(), get_language(), settings.RELEASE, *astuple(caption)]
    return _tag(told + [ply.seen for ply in shown])


def _tag(told: list[Any]) -> str:
    return f'"{hashlib.sha256(repr(told).encode()).hexdigest()[:32]}"'


def _size(request: HttpRequest, usual: int, largest: int) -> int:
    """The number of pixels in the address. Raises Http404 for one that is not allowed."""
    text = request.GET.get("size", str(usual))
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
    if not SMALLEST <= number <= largest:
        told = {"least": SMALLEST, "most": largest}
        raise Http404(_("size is a number of pixels from %(least)d to %(most)d.") % told)
    return number
