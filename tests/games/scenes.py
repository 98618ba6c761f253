"""Legal moves made by hand, on a board of four by four: what no ruleset here does."""

from __future__ import annotations

from games.boards import rectangle
from games.notation.deeds import Deed, Man, Men, Scene
from games.notation.letters import Letters

BOARD = rectangle(4, 4)
LETTERS = Letters({"King": "K", "Rook": "R", "Man": ""}, ["King", "Rook", "Man"])


def men(text: str) -> Men:
    """`a1:King1 b2:Man2` as what stands on each site."""
    placed = dict(word.split(":") for word in text.split())
    return tuple(
        Man(placed[site.label][:-1], int(placed[site.label][-1])) if site.label in placed else None
        for site in BOARD.sites
    )


def deed(label: str, before: str, after: str, clause: str = "Rule") -> Deed:
    """The move `a1-b2` between two positions; `-` or words alone name no site."""
    ends = label.split("-") if "-" in label else ["", ""]
    frm, to = (BOARD.site(end) if end else -1 for end in ends)
    label = "pass" if label == "-" else label
    return Deed(label, (frm, to, None), frm, to, clause, men(before), men(after))


def scene(*deeds: Deed) -> Scene:
    """A position in which these are the legal moves."""
    return Scene(BOARD, (), LETTERS, deeds, "[here]")


def here(before: str, *moves: tuple[str, str] | tuple[str, str, str]) -> Scene:
    """A position with its legal moves: each coordinates, the board after, perhaps a clause."""
    return scene(*(deed(move[0], before, *move[1:]) for move in moves))
