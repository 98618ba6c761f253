"""How the pieces of a game look: a symbol of static/pieces.svg, or a disc with letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.manifest import Manifest, Piece

# The symbols that are named after what the pieces are.
NAMED = frozenset({
    "king", "counsellor", "elephant", "horse", "rook", "cart", "boat", "camel", "fish", "child",
    "pawn", "bishop", "queen",
})  # fmt: skip
ALSO = {"knight": "horse"}
MOST_LETTERS = 3
# What the first of two players is called whose pieces are dark, and the second.
DARK, LIGHT = frozenset({"black", "dark"}), frozenset({"white", "light"})
# With more players, each piece also carries its player's number: fills alone look too much alike.
BY_FILL = 2


@dataclass(frozen=True)
class Look:
    """A piece: its owner as a class of the style sheet, its symbol or "", name, letters.

    `mark` is the number of its owner, where fills alone would not tell the owners apart.
    """

    side: str
    symbol: str
    name: str
    letter: str
    mark: str
    title: str


@dataclass(frozen=True)
class Sheet:
    """All that is needed to draw the pieces of a game: looks by the number of the piece."""

    looks: tuple[Look | None, ...]
    dice: Mapping[int, tuple[int, ...]]
    mancala: bool
    sprite: str
    veils: tuple[str, ...] = ()  # by the number of its class, what a piece face down is called

    def as_json(self) -> dict[str, Any]:
        """The same for the page."""
        looks = [asdict(each) if each else None for each in self.looks]
        dice = {str(site): list(faces) for site, faces in self.dice.items()}
        told = {"looks": looks, "dice": dice, "mancala": self.mancala, "sprite": self.sprite}
        return told | ({"veils": list(self.veils)} if self.veils else {})


def sheet_of(
    manifest: Manifest,
    looks: Mapping[str, Mapping[str, Any]],
    sides: Mapping[str, str],
    sprite: str,
    face_down: str = "?",
) -> Sheet:
    """`looks` and `sides` are those of the ruleset: symbols and letters by name, words by owner;
    `face_down` is the label of a piece whose kind is hidden.
    """
    letters = _letters(manifest)
    count = len(manifest.players) + 1
    owners = [sides.get(str(fill_of(fill, sides)), "") for fill in range(count)]
    return Sheet(
        (None, *(_look(manifest, each, looks, sides, letters) for each in manifest.pieces)),
        {die.site: die.faces for die in manifest.dice},
        manifest.mancala,
        sprite,
        tuple(f"{side} ({face_down})".strip() for side in owners if manifest.hides),
    )


def _look(
    manifest: Manifest,
    piece: Piece,
    looks: Mapping[str, Mapping[str, Any]],
    sides: Mapping[str, str],
    letters: Mapping[str, str],
) -> Look:
    plain = plain_name(piece)
    given = looks.get(plain) or looks.get(piece.name) or looks.get(piece.label) or {}
    owned = 0 < piece.owner <= len(manifest.players)
    word = plain.split("_")[0].lower()
    known = ALSO.get(word, word)
    symbol = given.get("symbol") or (known if known in NAMED else "")
    name = given.get("name", plain)
    letter = given.get("letter", letters[plain])
    many = len(manifest.players) > BY_FILL
    title = (
        man_of(sides.get(str(piece.owner), ""), name)
        if owned and len(manifest.players) > 1
        else name
    )
    side = str(fill_of(piece.owner, sides)) if owned else ("none" if piece.owner == 0 else "all")
    return Look(side, symbol, name, letter, str(piece.owner) if many and owned else "", title)


def fill_of(owner: int, sides: Mapping[str, str]) -> int:
    """The number of the class that colours a player's pieces, as in static/js/words.js.

    The first player has light pieces, the second dark ones, unless they are called otherwise.
    """
    first, second = (sides.get(number, "").lower() for number in ("1", "2"))
    swapped = first in DARK and second in LIGHT and owner in (1, 2)
    return 3 - owner if swapped else owner


def man_of(side: str, name: str) -> str:
    """A piece with the name of its player, which is not said twice, as static/js/words.js does."""
    return name if side.lower() == name.lower() else f"{side} {name}".strip()


def plain_name(piece: Piece) -> str:
    """The name without the number of its owner, which some texts write into it."""
    digits = str(piece.owner)
    named = piece.name
    return named[: -len(digits)] if named.endswith(digits) and named != digits else named


def _letters(manifest: Manifest) -> dict[str, str]:
    """The first letters of each name, of its words if need be; "" where each side has one kind.

    Short names choose first: K for King and Kn for Knight, C for Counter and CK for CounterKing.
    """
    dice = {die.piece for die in manifest.dice}
    men = [piece for piece in manifest.pieces if piece.number not in dice]
    made = {plain_name(piece): "" for piece in manifest.pieces}
    if all(number == 1 for number in Counter(piece.owner for piece in men).values()):
        return made
    for name in sorted({plain_name(piece) for piece in men}, key=lambda each: (len(each), each)):
        choices = [each for each in _choices(name) if each]
        made[name] = next((c for c in choices if c not in made.values()), choices[-1])
    return made


def _choices(name: str) -> Iterator[str]:
    yield name[:1]
    initials = "".join(each for each in name if each.isupper() or each.isdigit())
    yield from (initials[:MOST_LETTERS], name[:2], name[:MOST_LETTERS])
