"""What the board shows of a moment: which position, which sites are lit, which moves are drawn.

static/js/scene.js and board.js show and draw the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.places import Place
from games.frames import places
from games.models import Moment
from games.moments import SETUP
from games.play import Move, Position
from games.play.showing import Seen, seen_at
from games.plies import Ply

MOST_ARROWS = 12  # more would hide the board: where they lead is crossed instead
WHOLE = ("whole", 0)  # the board, where no site of it is meant

Light = tuple[str, int]


class NotSeen(LookupError):
    """A clause or a role that does not show up at a ply; the message has those that do."""


@dataclass(frozen=True)
class Scene:
    """A ply, with the clause that it is shown for; `earlier` is the position that its move left.

    Without a clause the move is lit, and no more.
    """

    ply: Ply
    seen: Seen | None = None
    earlier: bool = False

    @property
    def position(self) -> Position:
        """What stands on the board."""
        return self.ply.before if self.earlier and self.ply.before else self.ply.position

    @cached_property
    def moves(self) -> list[Move]:
        """The move that led here, where the scene is about it."""
        about = self.seen is None or self.seen.role != Moment.Role.FORBADE
        return [self.ply.move] if self.ply.move and about else []

    @cached_property
    def forbidden(self) -> list[Move]:
        """The moves that the clause forbids here."""
        if self.seen is None:
            return []
        if not self.earlier:
            return list(self.seen.moves)
        clause, refused = self.seen.clause, self.position.forbidden
        return [each.move for each in refused if each.clause == clause]

    @property
    def lights(self) -> list[Light]:
        """What is lit: (kind, site), as BoardView.light has them."""
        lit = list(dict.fromkeys(self._lights()))
        return lit if lit or self.seen is None else [WHOLE]

    def _lights(self) -> Iterator[Light]:
        found = [("from", move.frm) for move in self.moves] + [("to", m.to) for m in self.moves]
        for move in self.forbidden:
            found += [("from", move.frm), ("forbidden", move.to)]
            if len(self.forbidden) > MOST_ARROWS or not self._is_on(move.frm):
                found.append(("crossed", move.to))
        if self.seen is not None and not self.earlier:
            found += [("effect", site) for site in self.seen.sites]
        if any(move.frm < 0 and move.to < 0 for move in (*self.moves, *self.forbidden)):
            yield WHOLE
        yield from (light for light in found if self._is_on(light[1]))

    def _is_on(self, site: int) -> bool:
        return site in self._places

    def marks(self, view: tuple[float, float, float, float]) -> str:
        """The same as SVG, on a drawing whose view is x, y, width and height."""
        drawn = [self._mark(kind, site, view) for kind, site in self.lights]
        if self.seen is not None:
            drawn += [self._arrow(move, "move-line") for move in self.moves]
            few = self.forbidden if len(self.forbidden) <= MOST_ARROWS else []
            drawn += [self._arrow(move, "move-line forbidden") for move in few]
        return "".join(drawn)

    def _mark(self, kind: str, number: int, view: tuple[float, float, float, float]) -> str:
        if kind == "whole":
            x, y, width, height = view
            return (
                f'<rect class="light light-whole" x="{x + 2:g}" y="{y + 2:g}" '
                f'width="{width - 4:g}" height="{height - 4:g}"/>'
            )
        place = self._places[number]
        if kind == "crossed":
            cross = _cross(place.x, place.y, place.room * 0.4)
            return f'<path class="move-line forbidden" data-site="{number}" d="{cross}"/>'
        return f'<path class="light light-{kind}" data-site="{number}" d="{place.path}"/>'

    def _arrow(self, move: Move, name: str) -> str:
        if not (self._is_on(move.frm) and self._is_on(move.to)):
            return ""
        barred, start, end = name != "move-line", self._places[move.frm], self._places[move.to]
        (ax, ay), (bx, by) = (start.x, start.y), (end.x, end.y)
        length = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        short = end.room * (0.25 if barred else 0.42)
        x, y = bx - ux * short, by - uy * short
        wings = [(x - ux * 9 - side * uy * 5, y - uy * 9 + side * ux * 5) for side in (1, -1)]
        head = f"M{_point(*wings[0])}L{_point(x, y)}L{_point(*wings[1])}"
        return (
            f'<g class="{name}"><path class="shaft" d="M{_point(ax, ay)}L{_point(x, y)}"/>'
            f'<path d="{_cross(x, y, 5) if barred else head}"/></g>'
        )

    @cached_property
    def _places(self) -> dict[int, Place]:
        return places(self.ply.rules)


def clauses_at(ply: Ply) -> list[Seen]:
    """The clauses that show up at a ply, as games.play.showing.seen_at."""
    return seen_at(ply.rules, ply.position, ply.move)


def asked_of(ply: Ply, clause: str, role: str) -> Seen | None:
    """The clause that an address asks to see at a ply; None where it asks for neither.

    Raises NotSeen.
    """
    if not clause and not role:
        return None
    here = clauses_at(ply)
    for each in here:
        if clause in ("", each.clause) and role in ("", each.role):
            return each
    told = {
        "game": ply.match,
        "ply": ply.number,
        "asked": " ".join(filter(None, [clause[:80], role[:80]])),
        "here": ", ".join(f"{each.clause} {each.role}" for each in here) or _("none"),
    }
    raise NotSeen(
        _("“%(asked)s” does not show up at ply %(ply)d of “%(game)s”; there: %(here)s.") % told
    )


def moment_query(seen: Seen | None) -> str:
    """What follows the address of a ply's page, or of a picture, to see the clause there."""
    return f"?{urlencode({'clause': seen.clause, 'role': seen.role})}" if seen is not None else ""


def scenes_of(ply: Ply, seen: Seen) -> list[Scene]:
    """A moment as it goes on: what stood before it, and then the moment itself."""
    played = ply.move is not None and seen.role != Moment.Role.FORBADE
    return [Scene(ply, seen, earlier=True) if played else Scene(ply), Scene(ply, seen)]


def scene_of(ply: Ply, seen: Seen | None) -> Scene:
    """The one drawing of a moment: a move that a clause allows is seen best before it."""
    return Scene(ply, seen, earlier=seen is not None and seen.role == Moment.Role.ALLOWED)


def role_told(seen: Seen) -> str:
    """What a clause does at a ply, in words."""
    if seen.role == SETUP:
        return _("sets up the game")
    if seen.role == Moment.Role.FORBADE:
        number = len(seen.moves)
        return ngettext("forbids %(n)d move", "forbids %(n)d moves", number) % {"n": number}
    return str(Moment.Role(seen.role).label)


def _cross(x: float, y: float, half: float) -> str:
    whole = f"{2 * half:.6g}"
    return f"M{_point(x - half, y - half)}l{whole} {whole}m-{whole} 0l{whole} -{whole}"


def _point(x: float, y: float) -> str:
    return f"{x:.6g} {y:.6g}"
