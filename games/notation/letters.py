"""The letters of pieces, as a ruleset gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.notation.errors import NotationError

# What a piece without a letter is called where a letter is needed.
PAWN = "P"


class Letters:
    """A letter for each piece, no two alike, capitals aside; one piece may have none ("")."""

    def __init__(self, letters: Mapping[str, str], pieces: Iterable[str]) -> None:
        """`letters` has one for each name; `pieces` are the names that need one.

        Raises NotationError for letters that are missing, shared, or not letters.
        """
        names = tuple(dict.fromkeys(pieces))
        missing = [name for name in names if name not in letters]
        if missing:
            raise NotationError(f"no letter is given for {', '.join(missing)}")
        self.of = {name: letters[name].upper() for name in names}
        self.pieces: dict[str, str] = {}
        for name, letter in self.of.items():
            if letter and not (letter.isalpha() and letter != letter.lower()):
                raise NotationError(f"{letter!r} is no letter for {name}: write one such as {PAWN}")
            self._add(letter, name)
        if "" in self.pieces:
            self._add(PAWN, self.pieces[""])

    def _add(self, letter: str, name: str) -> None:
        other = self.pieces.setdefault(letter, name)
        if other != name:
            shared = f"the letter {letter}" if letter else "no letter"
            raise NotationError(f"{other} and {name} have {shared}: give each its own")

    def label(self, name: str, owner: int) -> str:
        """The letter of a player's piece: a capital for the first player's, else small."""
        letter = self.of[name] or PAWN
        return letter.lower() if owner > 1 else letter

    def __str__(self) -> str:
        return ", ".join(f"{letter or 'none'} {name}" for name, letter in self.of.items())
