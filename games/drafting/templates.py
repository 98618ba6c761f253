"""A small, complete game of each family, to be changed into another.

To add one: a text in `texts`, and a row here with the titles and sentences of its definitions.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from games.drafting.beginning import Beginning, Said

FOLDER = Path(__file__).parent / "texts"
Rows = tuple[tuple[str, str, str], ...]

CHESS: Rows = (
    ("Board", "Board", "The game is played on eight by eight squares."),
    ("MenAtHome", "The men at the start", "Each side has two ranks of men at its own edge."),
    ("KingSteps", "King", "The king steps one square in any direction."),
    ("QueenSlides", "Queen", "The queen goes any distance in any direction."),
    ("BishopSlides", "Bishop", "The bishop goes any distance diagonally."),
    ("KnightLeaps", "Knight", "The knight leaps two squares straight and one aside."),
    ("RookSlides", "Rook", "The rook goes any distance along a rank or file."),
    ("PawnSteps", "Pawn", "The pawn steps one square straight ahead, to an empty square."),
    ("PawnCaptures", "Pawn captures", "The pawn captures one square diagonally ahead."),
    ("PawnBecomesQueen", "Promotion", "A pawn on the far rank becomes a queen."),
    ("CheckMustBeAnswered", "Check", "A player may not leave their own king in check."),
    ("MateWins", "Mate", "An attacked king that cannot be saved loses the game."),
    ("StalemateDraws", "Stalemate", "Without a move and not attacked, the game is drawn."),
)
DRAUGHTS: Rows = (
    ("Board", "Board", "The game is played on eight by eight squares."),
    ("TwelveEach", "Twelve men each", "Twelve men of each side stand on dark squares."),
    ("ManSteps", "A man steps", "A man steps one square diagonally ahead."),
    ("KingSteps", "A king steps", "A king steps one square diagonally, ahead or back."),
    ("ManLeaps", "A man leaps", "A man leaps ahead over an enemy, which is taken."),
    ("KingLeaps", "A king leaps", "A king leaps over an enemy in any diagonal direction."),
    ("ManGoesOn", "Chains of leaps", "Who has leapt leaps on while there is an enemy to take."),
    ("MustLeap", "Capture is forced", "Who can take must take."),
    ("BecomesKing", "Crowning", "A man on the far rank becomes a king."),
    ("TakingAllWins", "All men taken", "Whoever has no men left loses."),
    ("BlockedLoses", "No move", "Whoever cannot move loses."),
)
TAFL: Rows = (
    ("Board", "Board", "The game is played on seven by seven squares."),
    ("KingAndDefenders", "King and defenders", "The king stands in the middle with four men."),
    ("Attackers", "Attackers", "Eight attackers stand at the edges and begin."),
    ("MenSlide", "Men", "Men go any distance along ranks and files, and enter no corner."),
    ("KingSlides", "King", "The king goes any distance along ranks and files."),
    ("ManCaughtBetweenTwo", "Capture", "A man between two enemies in line is taken."),
    ("KingCaughtByFour", "Taking the king", "The king is taken when enemies stand on all sides."),
    ("KingTaken", "The attackers win", "The attackers win by taking the king."),
    ("KingEscapes", "The king escapes", "The defenders win when the king reaches a corner."),
    ("BlockedLoses", "No move", "Whoever cannot move loses."),
)
MORRIS: Rows = (
    ("Board", "Board", "Three squares within each other, with lines between their sides."),
    ("NineEach", "Nine men each", "Each side has nine men in hand."),
    ("SetInTurn", "Setting", "Players set their men in turn on empty points."),
    ("StepsAlongLines", "Moving", "Once all are set, a man moves to an empty point beside it."),
    ("MillTakesOne", "Mills", "Three men in a line let their player take an enemy."),
    ("TakesAnEnemy", "Taking", "Any enemy on the board may be taken."),
    ("TwoLeftLoses", "Two men left", "Whoever has fewer than three men loses."),
    ("BlockedLoses", "No move", "Whoever cannot move loses."),
)
RACE: Rows = (
    ("Board", "Board", "Three rows of ten squares, gone through to and fro."),
    ("FiveEach", "Five men each", "Ten men stand by turns on the first row."),
    ("FourSticks", "Sticks", "Four sticks with two sides are thrown."),
    ("ValuesOfTheSticks", "Throws", "As many as lie flat side up count; none counts five."),
    ("MovesOn", "Moving", "A man moves as many squares as the throw counts, to an empty one."),
    ("ChangesPlaces", "Meeting an enemy", "A man that comes upon an enemy changes places with it."),
    ("LeavesTheBoard", "Leaving", "A man goes off the end by an exact throw."),
    ("NoMovePasses", "No move", "Whoever cannot move passes."),
    ("AllOffWins", "The end", "Whoever has brought all men off wins."),
)
SOWING: Rows = (
    ("Board", "Board", "Two rows of six holes, and a store for each player."),
    ("FourInEach", "Four counters in each hole", "Each hole has four counters."),
    ("EmptyAHole", "A turn", "A player empties a hole of the own row and sows what was in it."),
    ("SowAnticlockwise", "Sowing", "Counters are sown one by one anticlockwise."),
    (
        "TwosAndThreesAreTaken", "Taking",
        "Where the last counter makes two or three in an enemy's hole, they are taken, and so are "
        "those in the holes behind it.",
    ),
    ("MoreThanHalfWins", "More than half", "Whoever has more than half of the counters wins."),
    ("RowsAreKept", "What is left", "At the end players keep the counters of their own row."),
    ("NoMoveEnds", "No move", "The game ends when a player cannot move."),
    ("CycleEnds", "Going round", "The game ends when a position returns."),
)  # fmt: skip
HUNT: Rows = (
    ("Board", "Board", "Five by five points with lines between them."),
    ("MenAtTheirPlaces", "Twelve men", "Twelve men stand at one side."),
    ("BeastInTheMiddle", "The beast", "One beast stands in the middle."),
    ("ManSteps", "Men step", "A man moves along a line to an empty point beside it."),
    ("BeastSteps", "The beast steps", "The beast moves like a man."),
    ("BeastTakesByLeap", "The beast takes", "The beast leaps over a man, which is taken."),
    ("FewMenLose", "Too few men", "The beast wins when fewer than five men are left."),
    ("ShutInLoses", "Shut in", "Whoever cannot move loses."),
)


def _look(symbol: str, name: str, letter: str) -> dict[str, str]:
    return {"symbol": symbol, "name": name, "letter": letter}


MAN = _look("man", "man", "m")
# By family: the name of the game, its rows, and how its pieces look.
FAMILIES: dict[str, tuple[str, Rows, dict[str, Any]]] = {
    "chess": ("A chess", CHESS, {
        "King": _look("king", "king", "K"), "Queen": _look("queen", "queen", "Q"),
        "Bishop": _look("bishop", "bishop", "B"), "Knight": _look("horse", "knight", "N"),
        "Rook": _look("rook", "rook", "R"), "Pawn": _look("pawn", "pawn", "P"),
    }),
    "draughts": ("A draughts", DRAUGHTS, {"Man": MAN, "King": _look("king", "king", "k")}),
    "tafl": ("A tafl", TAFL, {
        "Attacker": _look("man", "attacker", "a"), "Defender": _look("man", "defender", "d"),
        "King": _look("king", "king", "k"),
    }),
    "morris": ("A morris", MORRIS, {"Man": MAN}),
    "race": ("A race", RACE, {"Man": MAN}),
    "sowing": ("A sowing game", SOWING, {}),
    "hunt": ("A hunt", HUNT, {"Man": MAN, "Beast": _look("king", "beast", "b")}),
}  # fmt: skip


@lru_cache(maxsize=16)
def template(family: str) -> Beginning:
    """The game of a family to begin with. Raises KeyError for a family that has none."""
    name, rows, pieces = FAMILIES[family]
    text = (FOLDER / f"{family}.lud").read_text(encoding="utf-8")
    return Beginning(name, text, tuple(Said(*row) for row in rows), pieces)
