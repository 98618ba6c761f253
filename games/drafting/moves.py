"""How men may move, for the form of simple rules: the ludemes of each, and its words.

A move to where an enemy stands captures only in games that capture by replacement.
"""

from __future__ import annotations

from dataclasses import dataclass

EMPTY = "(to if:(is Empty (to)))"
TO_ENEMY, TO_EITHER = '"Common:ToEnemy"', '"Common:ToEmptyOrEnemy"'
ONLY_ENEMY = "(to if:(is Enemy (who at:(to))) (apply (remove (to))))"
KNIGHT = "{{F F R F} {F F L F}}"


@dataclass(frozen=True)
class Move:
    """One way to move: what it adds to the name of the man, its form, and what it says."""

    verb: str
    form: str  # `{to}` is where it may go
    sentence: str  # `{man}` is the name of the man
    slides: bool = False
    only_captures: bool = False
    never_captures: bool = False

    def ludemes(self, *, replacing: bool) -> str:
        """Its form where men capture by taking the place of an enemy, or where they do not."""
        return self.form.replace("{to}", self._to(replacing=replacing)).replace(" )", ")")

    def _to(self, *, replacing: bool) -> str:
        if self.only_captures:
            return ONLY_ENEMY
        if self.slides:
            return TO_ENEMY if replacing else ""
        return TO_EITHER if replacing and not self.never_captures else EMPTY


# By the name that the form sends.
MOVES: dict[str, Move] = {
    "step-straight": Move(
        "StepsStraight", "(move Step Orthogonal {to})", "The {man} steps one place straight."
    ),
    "step-diagonal": Move(
        "StepsDiagonally", "(move Step Diagonal {to})", "The {man} steps one place diagonally."
    ),
    "step-ahead": Move(
        "StepsAhead", "(move Step Forward {to})", "The {man} steps one place straight ahead."
    ),
    "step-diagonal-ahead": Move(
        "StepsDiagonallyAhead", "(move Step (directions {FL FR}) {to})",
        "The {man} steps one place diagonally ahead.",
    ),
    "slide-straight": Move(
        "SlidesStraight", "(move Slide Orthogonal {to})",
        "The {man} goes any distance straight.", slides=True,
    ),
    "slide-diagonal": Move(
        "SlidesDiagonally", "(move Slide Diagonal {to})",
        "The {man} goes any distance diagonally.", slides=True,
    ),
    "leap-knight": Move(
        "LeapsAside", f"(move Leap {KNIGHT} {{to}})",
        "The {man} leaps two places straight and one aside.",
    ),
    "move-ahead": Move(
        "MovesAhead", "(move Step Forward {to})",
        "The {man} moves one place straight ahead and does not capture so.", never_captures=True,
    ),
    "capture-diagonal-ahead": Move(
        "CapturesDiagonallyAhead", "(move Step (directions {FL FR}) {to})",
        "The {man} captures one place diagonally ahead.", only_captures=True,
    ),
}  # fmt: skip
