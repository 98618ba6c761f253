"""Short algebraic notation for any ruleset: `Nf3`, `exd6`, `R1a3`, `e8=Q`, `O-O`, `P*e4`.

A man's letter; from where, as far as that is needed; `x` where something is captured; the site it
goes to; `=` and what it becomes. A man put down is `P*e4`, one that leaves the board `Ne4-`, one
that is taken off where it stands `xe4`. Where moves still look the same, the clause follows in
brackets, as with coordinates. Marks for check and mate are read and left aside, never written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from games.notation.apart import CLAUSE, told_apart
from games.notation.coordinates import PASS
from games.notation.deeds import CHANGES, DROPS, LEAVES, MOVES, PASSES, STAYS, Deed, Man, Scene
from games.notation.errors import NotationError

MARKS = re.compile(r"(\s*e\.p\.)?\s*[+#!?]*$")
CASTLING = re.compile(r"[O0]-[O0](-[O0])?")
EXAMPLES = "write it as Nf3, Rxa5, R1a3, e8=Q, O-O, P*e4 or pass, with the letters"

# Men that castle short start this far from each other at most.
SHORT = 3


@lru_cache(maxsize=8)
def texts(scene: Scene) -> tuple[str, ...]:
    """How each legal move of a position is written."""
    plain = [_text(scene, deed) for deed in scene.deeds]
    return tuple(told_apart(plain, [deed.clause for deed in scene.deeds]))


def _text(scene: Scene, deed: Deed) -> str:
    if deed.kind == PASSES:
        return deed.said
    if deed.kind == LEAVES:
        return f"{_letter(scene, deed.man)}{scene.label(deed.frm)}-"
    if deed.kind == MOVES:
        return castling_of(scene, deed) or _move(scene, deed)
    return _in_place(scene, deed)


def _in_place(scene: Scene, deed: Deed) -> str:
    site = scene.label(deed.to)
    if deed.kind == CHANGES:
        return f"{site}{_becomes(scene, deed)}" if deed.becomes else f"x{site}"
    return f"{_letter(scene, deed.arrived)}{'*' if deed.kind == DROPS else ''}{site}"


def _move(scene: Scene, deed: Deed) -> str:
    takes = "x" if deed.captures else ""
    start = f"{_letter(scene, deed.man)}{_hint(scene, deed)}"
    return f"{start}{takes}{scene.label(deed.to)}{_becomes(scene, deed)}"


def _letter(scene: Scene, man: Man | None) -> str:
    return scene.letters.of[man.name] if man is not None else ""


def _becomes(scene: Scene, deed: Deed) -> str:
    """`=Q`; here a piece that has no letter elsewhere needs one."""
    return f"={scene.letters.label(deed.becomes, 1)}" if deed.becomes is not None else ""


def _hint(scene: Scene, deed: Deed) -> str:
    """As much of where a man comes from as tells it from others of its kind."""
    rivals = {
        each.frm
        for each in scene.deeds
        if each.kind == MOVES and (each.to, each.man) == (deed.to, deed.man)
    } - {deed.frm}
    if not rivals and not (deed.captures and not _letter(scene, deed.man)):
        return ""
    taken = {hint for rival in rivals for hint in scene.hints[rival]}
    return next(hint for hint in scene.hints[deed.frm] if hint not in taken)


def castling_of(scene: Scene, deed: Deed) -> str | None:
    """`O-O` or `O-O-O` where two men of a player pass each other on one line, else None."""
    others = [site for site in deed.changed if site not in (deed.frm, deed.to)]
    starts = [site for site in others if deed.before[site] is not None]
    if len(deed.changed) != 4 or len(others) != 2 or len(starts) != 1 or deed.becomes is not None:
        return None
    start, end = starts[0], sum(others) - starts[0]
    men = [deed.man, deed.before[start]]
    if deed.after[end] != men[1] or len({man.owner for man in men if man is not None}) != 1:
        return None
    places = [scene.board.sites[site] for site in (deed.frm, start, deed.to, end)]
    king, rook, king_to, rook_to = (place.x for place in places)
    level = len({round(place.y, 3) for place in places}) == 1
    if not level or (king - rook) * (king_to - rook_to) >= 0:
        return None
    return "O-O" if abs(king - rook) <= SHORT else "O-O-O"


@dataclass(frozen=True)
class Wanted:
    """What a text says of a move; `man` is a piece's name, None where a site only changes."""

    kinds: tuple[int, ...]
    man: str | None
    site: str
    hint: str = ""
    captures: bool = False
    becomes: str | None = None

    def fits(self, scene: Scene, deed: Deed) -> bool:
        """Whether a move may be the one that is meant."""
        if deed.kind not in self.kinds or (self.captures and not deed.captures):
            return False
        man = deed.arrived if deed.kind in (DROPS, STAYS) else deed.man
        if deed.kind != CHANGES and (man is None or man.name != self.man):
            return False
        place = deed.frm if deed.kind == LEAVES else deed.to
        comes = not self.hint or self.hint in scene.hints[deed.frm]
        becomes = self.becomes in (None, deed.becomes)
        return scene.label(place) == self.site and comes and becomes


def find(scene: Scene, text: str) -> list[int]:
    """Which of the legal moves a text may mean. Raises NotationError where it is no move."""
    word = MARKS.sub("", text.strip())
    clause = CLAUSE.search(word)
    word = CLAUSE.sub("", word).strip()
    found = list(_find(scene, MARKS.sub("", word)))
    if len(found) > 1 or clause is not None:
        written = texts(scene)
        whole = f"{word}({clause[1]})" if clause else word
        exact = [index for index in found if written[index] == whole]
        found = exact if exact or clause is not None else found
    return found


def _find(scene: Scene, word: str) -> Iterator[int]:
    """The same for a text without brackets and marks."""
    if (spoken := scene.spoken(word)) or word.casefold() == PASS:
        yield from spoken
        return
    if CASTLING.fullmatch(word):
        name = word.replace("0", "O")
        yield from (i for i, deed in enumerate(scene.deeds) if castling_of(scene, deed) == name)
        return
    meanings = list(_meanings(scene, word))
    if not meanings:
        raise NotationError(f"{EXAMPLES} {scene.letters} and {_span(scene)}")
    for index, deed in enumerate(scene.deeds):
        if any(meaning.fits(scene, deed) for meaning in meanings):
            yield index


def _span(scene: Scene) -> str:
    return f"sites {scene.label(0)} to {scene.label(-1)}"


def _meanings(scene: Scene, word: str) -> Iterator[Wanted]:
    """What a text may say, whether or not any legal move does it."""
    body, equals, promotion = word.partition("=")
    becomes = scene.letters.pieces.get(promotion.strip("() ").upper()) if equals else None
    if equals and becomes is None:
        return
    for letter, man in scene.letters.pieces.items():
        if body.startswith(letter):
            rest = body[len(letter) :]
            yield from (replace(each, becomes=becomes) for each in _after_letter(scene, man, rest))
    changes = body.removeprefix("x")
    if (body != changes) != bool(equals) and changes in scene.sites:
        yield Wanted((CHANGES,), None, changes, becomes=becomes)


def _after_letter(scene: Scene, man: str, rest: str) -> Iterator[Wanted]:
    if rest.startswith("*") and rest[1:] in scene.sites:
        yield Wanted((DROPS,), man, rest[1:])
    if rest.endswith("-") and rest[:-1] in scene.sites:
        yield Wanted((LEAVES,), man, rest[:-1])
    known = {hint for hints in scene.hints.values() for hint in hints}
    for cut in range(len(rest)):
        hint, site = rest[:cut], rest[cut:]
        come = hint[:-1] if hint.endswith(("x", "-")) else hint
        if site in scene.sites and (not come or come in known):
            kinds = (MOVES,) if hint else (MOVES, STAYS)
            yield Wanted(kinds, man, site, come, captures=hint.endswith("x"))
