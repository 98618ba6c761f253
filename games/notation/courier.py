"""Full algebraic notation as Game Courier writes it: parts with operators, joined by `;`.

    P e2-e4     a man goes from site to site; the letter may be left out
    q-e8        a man stands on a site from now on, whatever stood there before
    @-e4        nothing stands there any more; so does e4- say
    P*e4        a man is put down
    pass

Letters are capitals for the first player's men and small for others'. `//` begins a comment. The
first part is the move itself; the parts after it are what happens besides, in this form all of it
(`e5-d6; @-d5`), where Game Courier leaves to its own rules what they do by themselves. Reading,
such parts may be left out as long as one move only is meant. Moves that change the board in the
same way have their clause in the comment, as `// Clause`.

After the Game Courier User's Guide by Fergus Duniho, chessvariants.com/play/pbm/userguide.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.notation.apart import told_apart
from games.notation.coordinates import PASS
from games.notation.deeds import CHANGES, DROPS, LEAVES, PASSES, Deed, Man, Men, Scene
from games.notation.errors import NotationError

COMMENT = "//"
EMPTY = "@"
PART = re.compile(
    r"(?:(?P<man>[^\W\d_]+|@)(?=[\s*-]))?\s*(?P<frm>\w*)(?P<operator>[-*])(?P<to>\w*)"
)
EXAMPLES = "write it as P e2-e4, Q-e8, @-e4, e4-, P*e4 or pass, parts joined by ;, with the letters"


@lru_cache(maxsize=8)
def texts(scene: Scene) -> tuple[str, ...]:
    """How each legal move of a position is written."""
    plain = ["; ".join(_parts(scene, deed)) for deed in scene.deeds]
    clauses = [deed.clause for deed in scene.deeds]
    return tuple(told_apart(plain, clauses, f"{{}} {COMMENT} {{}}"))


def _parts(scene: Scene, deed: Deed) -> Iterator[str]:
    if deed.kind == PASSES:
        yield deed.said
    elif deed.kind == DROPS:
        yield f"{_label(scene, deed.arrived)}*{scene.label(deed.to)}"
    elif deed.kind == CHANGES:
        yield f"{_label(scene, deed.arrived)}-{scene.label(deed.to)}"
    else:
        to = scene.label(deed.to) if deed.kind != LEAVES else ""
        yield f"{_label(scene, deed.man or deed.arrived)} {_from(scene, deed)}-{to}"
    done = {deed.to} if deed.kind in (DROPS, CHANGES) else set()
    yield from _besides(scene, deed, [site for site in deed.effects if site not in done])


def _from(scene: Scene, deed: Deed) -> str:
    return scene.label(deed.frm if deed.frm >= 0 else deed.to)


def _label(scene: Scene, man: Man | None) -> str:
    return scene.letters.label(man.name, man.owner) if man is not None else EMPTY


def _besides(scene: Scene, deed: Deed, sites: list[int]) -> Iterator[str]:
    """A part for each other man that moved, then for each site that is not as one would expect."""
    left = [site for site in sites if deed.after[site] is None and deed.before[site] is not None]
    for site in sites:
        man = deed.after[site]
        start = next((s for s in left if s != deed.to and deed.before[s] == man), None)
        if man is not None and start is not None:
            left.remove(start)
            yield f"{_label(scene, man)} {scene.label(start)}-{scene.label(site)}"
        elif man is not None:
            yield f"{_label(scene, man)}-{scene.label(site)}"
    empty = (site for site in sites if deed.after[site] is None)
    yield from (f"{EMPTY}-{scene.label(s)}" for s in empty if s in left or s == deed.to)


@dataclass(frozen=True)
class Claim:
    """A man as a text names it: whose it is shows only in the capital."""

    name: str
    first: bool

    def fits(self, man: Man | None) -> bool:
        """Whether a man may be the one that is meant."""
        return man is not None and man.name == self.name and self.first == (man.owner <= 1)


@dataclass(frozen=True)
class Part:
    """A part of a text: the man named, None where there is none; sites, -1 where there are none."""

    man: Claim | None
    frm: int
    operator: str
    to: int

    @property
    def moves(self) -> bool:
        """Whether something goes from a site to another, or to none."""
        return self.operator == "-" and self.frm >= 0


Standing = list[Man | Claim | None]


def find(scene: Scene, text: str) -> list[int]:
    """Which of the legal moves a text may mean. Raises NotationError where it is no move."""
    words, _, comment = text.partition(COMMENT)
    found = scene.spoken(words)
    if not found and words.strip().casefold() != PASS:
        parts = [_part(scene, word.strip()) for word in words.split(";") if word.strip()]
        if not parts:
            raise NotationError(f"{EXAMPLES} {scene.letters}")
        found = [i for i, deed in enumerate(scene.deeds) if _agrees(deed, parts)]
        whole = [i for i in found if _all_said(scene.deeds[i], parts)]
        found = whole or found
    return _by_comment(scene, found, comment.strip())


def _by_comment(scene: Scene, found: list[int], comment: str) -> list[int]:
    """Those whose own comment is the given one, if there are any: other comments say nothing."""
    if len(found) < 2 or not comment:
        return found
    written = texts(scene)
    said = [i for i in found if written[i].partition(COMMENT)[2].strip() == comment]
    return said or found


def _part(scene: Scene, word: str) -> Part:
    read = PART.fullmatch(word)
    if read is None or not (read["frm"] or read["to"]) or (read["operator"] == "*" and read["frm"]):
        raise NotationError(f"{EXAMPLES} {scene.letters}")
    part = Part(
        _claim(scene, read["man"]), _site(scene, read["frm"]), read["operator"],
        _site(scene, read["to"]),
    )  # fmt: skip
    if part.frm < 0 and read["man"] is None:
        raise NotationError(f"{word!r} says neither what nor whence: {EXAMPLES} {scene.letters}")
    return part


def _claim(scene: Scene, letter: str | None) -> Claim | None:
    if letter is None or letter == EMPTY:
        return None
    if letter.upper() not in scene.letters.pieces or letter not in (letter.upper(), letter.lower()):
        raise NotationError(f"no piece is called {letter}: the letters are {scene.letters}")
    return Claim(scene.letters.pieces[letter.upper()], letter == letter.upper())


def _site(scene: Scene, label: str) -> int:
    if label and label.casefold() not in scene.sites:
        raise NotationError(
            f"this board has no site {label!r}: its sites are {scene.label(0)} to {scene.label(-1)}"
        )
    return scene.sites[label.casefold()] if label else -1


def _agrees(deed: Deed, parts: list[Part]) -> bool:
    """Whether the first part is the move itself, and the others name effects that it has."""
    if not _is_main(deed, parts[0]):
        return False
    board = _played(deed.before, parts)
    touched = {site for part in parts[1:] for site in (part.frm, part.to) if site >= 0}
    return touched <= {*deed.changed, *deed.effects} and all(
        _same(board[site], deed.after[site]) for site in touched
    )


def _all_said(deed: Deed, parts: list[Part]) -> bool:
    board = _played(deed.before, parts)
    return all(_same(said, real) for said, real in zip(board, deed.after, strict=True))


def _same(said: Man | Claim | None, real: Man | None) -> bool:
    return said.fits(real) if isinstance(said, Claim) else said == real


def _is_main(deed: Deed, part: Part) -> bool:
    """Whether a part says how the man of a move goes, or what becomes of the site it is about."""
    if deed.kind == PASSES:
        return False
    if deed.kind in (DROPS, CHANGES):
        site = part.frm if part.moves else part.to
        leaves = part.moves and part.to < 0
        stands = part.man if not leaves else None
        return site == deed.to and (leaves or not part.moves) and _same(stands, deed.arrived)
    frm = deed.frm if deed.frm >= 0 else deed.to
    named = part.man is None or part.man.fits(deed.before[frm])
    return part.moves and (part.frm, part.to) == (frm, deed.to) and named


def _played(before: Men, parts: list[Part]) -> Standing:
    """The board after the parts, one by one."""
    board: Standing = list(before)
    for part in parts:
        man: Man | Claim | None = part.man
        if part.moves:
            man, board[part.frm] = board[part.frm], None
        if part.to >= 0:
            board[part.to] = man
    return board
