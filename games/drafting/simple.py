"""Rules of the commonest kinds written from a form: board, men, moves, array, capture, goal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from games.drafting.beginning import Beginning, Said
from games.drafting.moves import MOVES

CAPTURES = ("replacement", "leap", "between", "none")
GOALS = ("mate", "take", "reach", "line", "all")
MOST_SIDE, MOST_MEN, MOST_RANKS = 20, 8, 4
NAME = re.compile(r"[A-Z][A-Za-z]{0,19}")
SYMBOLS = {
    "king": "king", "queen": "queen", "bishop": "bishop", "knight": "horse", "horse": "horse",
    "rook": "rook", "elephant": "elephant", "counsellor": "counsellor", "pawn": "pawn",
    "camel": "camel", "boat": "boat", "cart": "cart",
}  # fmt: skip


class DraftingError(ValueError):
    """What cannot be made into rules; `field` is the part of the form that it is about.

    Of one man `at` is his position, and `part` what is wrong with him.
    """

    def __init__(self, message: str, field: str, at: int | None = None, part: str = "") -> None:
        super().__init__(message)
        self.field, self.at, self.part = field, at, part


@dataclass(frozen=True)
class Man:
    """A kind of man: its name, its letter in the array, its moves, what it is promoted to."""

    name: str
    letter: str
    moves: tuple[str, ...]
    becomes: str = ""


@dataclass(frozen=True)
class Simple:
    """What the form says. `ranks` are those of the first player, from its own edge; the other
    player's men stand opposite. Without ranks, men are put on empty places one by one.
    """

    name: str
    columns: int
    rows: int
    on_points: bool
    men: tuple[Man, ...]
    ranks: tuple[str, ...]
    capture: str
    goal: str
    goal_man: str = ""
    line: int = 3

    @property
    def is_set_up(self) -> bool:
        """Whether men stand on the board at the start."""
        return any(self.ranks)

    def man(self, letter: str) -> Man | None:
        """The man of a letter."""
        return next((each for each in self.men if each.letter == letter), None)


def written(asked: Simple) -> Beginning:
    """The rules that a form asks for. Raises DraftingError naming what is wrong in it."""
    _check(asked)
    parts = list(_parts(asked))
    definitions = "\n".join(
        f'(define "{said.name}"{"" if body.startswith(chr(10)) else " "}{body})'
        for said, body in parts
    )
    text = f"{definitions}\n\n{_game(asked)}"
    return Beginning(asked.name, text, tuple(said for said, _ in parts), _looks(asked))


def _check(asked: Simple) -> None:
    if not asked.men:
        raise DraftingError("name at least one man", "men")
    for at, man in enumerate(asked.men):
        if not NAME.fullmatch(man.name):
            said = f"{man.name!r}: a name is one word of letters that begins with a capital"
            raise DraftingError(said, "men", at, "name")
        if unknown := [each for each in man.moves if each not in MOVES]:
            said = f"{man.name}: there is no move {unknown[0]!r}"
            raise DraftingError(said, "men", at, "moves")
        if man.becomes and man.becomes not in {each.name for each in asked.men}:
            said = f"{man.name} becomes {man.becomes!r}, which is no man"
            raise DraftingError(said, "men", at, "becomes")
    for what in ("name", "letter"):
        if len({getattr(man, what) for man in asked.men}) < len(asked.men):
            raise DraftingError(f"two men have the same {what}", "men")
    _check_ranks(asked)
    _check_goal(asked)


def _check_ranks(asked: Simple) -> None:
    for number, rank in enumerate(asked.ranks, start=1):
        if not rank:
            continue
        if len(rank) != asked.columns:
            said = f"rank {number} has {len(rank)} places: write {asked.columns}, with dots"
            raise DraftingError(said, f"rank{number}")
        if strange := next((each for each in rank if each != "." and not asked.man(each)), ""):
            said = f"rank {number}: no man has the letter {strange!r}"
            raise DraftingError(said, f"rank{number}")
    if 2 * len(asked.ranks) > asked.rows:
        said = f"{len(asked.ranks)} ranks each do not fit a board of {asked.rows}"
        raise DraftingError(said, "ranks")
    if asked.is_set_up and not any(man.moves for man in asked.men):
        raise DraftingError("no man has a move", "men")


def _check_goal(asked: Simple) -> None:
    if asked.goal in ("mate", "take"):
        if asked.goal_man not in {man.name for man in asked.men}:
            said = "say which man is to be mated or taken"
            if asked.goal_man:
                said = f"no man is called {asked.goal_man}"
            raise DraftingError(said, "goal_man")
        letters = [man.letter for man in asked.men if man.name == asked.goal_man]
        if sum(rank.count(letters[0]) for rank in asked.ranks) != 1:
            raise DraftingError(f"each side has to have one {asked.goal_man}", "ranks")
    if asked.goal == "mate" and asked.capture != "replacement":
        said = "mate needs men that capture by taking the place of an enemy"
        raise DraftingError(said, "capture")
    if not asked.is_set_up and asked.goal != "line":
        raise DraftingError("write at least one rank, or choose a line of men as the goal", "ranks")


def _parts(asked: Simple) -> Iterator[tuple[Said, str]]:
    """Each rule with the ludemes that define it."""
    use = " use:Vertex" if asked.on_points else ""
    places = "points" if asked.on_points else "squares"
    yield (
        Said("Board", "Board", f"The board has {asked.columns} by {asked.rows} {places}."),
        f"(board (rectangle {asked.rows} {asked.columns}){use})",
    )
    if asked.is_set_up:
        yield (
            Said("MenAtTheStart", "The men at the start", "Both sides stand opposite each other."),
            "".join(f"\n    {each}" for each in _places(asked)) + "\n",
        )
        for man in asked.men:
            yield from _moves(asked, man)
    else:
        yield (
            Said("MenAreAdded", "Adding men", "A turn puts a man on an empty place."),
            f'(move Add (piece (id "{asked.men[0].name}" Mover)) (to (sites Empty)){_then(asked)})',
        )
    if asked.capture == "between":
        yield (
            Said("CaughtBetweenTwo", "Capture", "An enemy between two men in line is taken."),
            '"Common:CaughtBetweenTwo"',
        )
    if asked.capture == "leap":
        yield (
            Said("TakesByLeap", "Capture", "A man leaps over an enemy beside it, which is taken."),
            '"Common:LeapTakes"',
        )
    yield from _goal(asked)


def _places(asked: Simple) -> Iterator[str]:
    for man in asked.men:
        for player, rows in ((1, range(1, asked.rows + 1)), (2, range(asked.rows, 0, -1))):
            found = [
                f'"{chr(65 + column)}{row}"'
                for row, rank in zip(rows, asked.ranks, strict=False)
                for column, letter in enumerate(rank)
                if letter == man.letter
            ]
            if found:
                yield f'(place "{man.name}{player}" {{{" ".join(found)}}})'


def _moves(asked: Simple, man: Man) -> Iterator[tuple[Said, str]]:
    called = man.name.lower()
    for each in (MOVES[name] for name in man.moves):
        yield (
            Said(f"{man.name}{each.verb}", man.name, each.sentence.format(man=called)),
            each.ludemes(replacing=asked.capture == "replacement"),
        )
    if man.becomes:
        yield (
            Said(
                f"{man.name}Becomes{man.becomes}", "Promotion",
                f"A {called} on the far rank becomes a {man.becomes.lower()}.",
            ),
            '(if (is In (last To) (sites Mover "FarRank")) '
            f'(promote (last To) (piece "{man.becomes}") Mover))',
        )  # fmt: skip


def _goal(asked: Simple) -> Iterator[tuple[Said, str]]:
    king = asked.goal_man
    called = king.lower()
    if asked.goal == "mate":
        told = f"A player may not leave their own {called} attacked."
        yield (
            Said("CheckMustBeAnswered", "Check", told),
            f'("Common:CheckMustBeAnswered" "{king}")',
        )
        yield (
            Said("MateWins", "Mate", f"An attacked {called} that cannot be saved loses the game."),
            f'("Common:MateWins" "{king}")',
        )
        yield (
            Said("StalemateDraws", "Stalemate", "Without a move and not attacked, it is a draw."),
            f'("Common:StalemateDraws" "{king}")',
        )
        return
    if asked.goal == "take":
        yield (
            Said(f"Taking{king}Wins", f"Taking the {called}", f"Whoever takes the {called} wins."),
            f'(if (no Pieces Next "{king}") (result Mover Win))',
        )
    elif asked.goal == "reach":
        test = '(is In (last To) (sites Mover "FarRank"))'
        if king:
            test = f'(and {test} (= (what at:(last To)) (id "{king}" Mover)))'
        yield (
            Said("FarRankWins", "The far rank", f"A {called or 'man'} on the far rank wins."),
            f"(if {test} (result Mover Win))",
        )
    elif asked.goal == "line":
        yield (
            Said("LineWins", "A line", f"{asked.line} men in a line win."),
            f"(if (is Line {asked.line}) (result Mover Win))",
        )
    if asked.is_set_up and (asked.goal == "all" or asked.capture in ("leap", "between")):
        yield (
            Said("TakingAllWins", "All men taken", "Whoever has no men left loses."),
            "(if (no Pieces Next) (result Mover Win))",
        )
    if asked.is_set_up:
        yield (
            Said("BlockedLoses", "No move", "Whoever cannot move loses."),
            "(if (no Moves Next) (result Mover Win))",
        )
    else:
        yield (
            Said("FullBoardDraws", "A full board", "A full board without a line is a draw."),
            "(if (= 0 (count Sites in:(sites Empty))) (result Mover Draw))",
        )


def _game(asked: Simple) -> str:
    names = [said.name for said, _ in _goal(asked)]
    ends = [f'"{name}"' for name in names if name != "CheckMustBeAnswered"]
    lines = ['        "Board"', *(f"        {_piece(asked, man)}" for man in asked.men)]
    if any(man.becomes for man in asked.men) or asked.goal == "reach":
        lines += ['        (regions "FarRank" P1 (sites Side N))']
        lines += ['        (regions "FarRank" P2 (sites Side S))']
    play = "(forEach Piece)" if asked.is_set_up else '"MenAreAdded"'
    if asked.goal == "mate":
        play = '"CheckMustBeAnswered"'
    start = ['        (start {"MenAtTheStart"})'] if asked.is_set_up else []
    return "\n".join([
        f'(game "{asked.name}"',
        "    (players {(player N) (player S)})",
        "    (equipment {", *lines, "    })",
        "    (rules", *start,
        f"        (play {play})",
        f"        (end {{{' '.join(ends)}}})",
        "    )", ")", "",
    ])  # fmt: skip


def _piece(asked: Simple, man: Man) -> str:
    moves = [f'"{man.name}{MOVES[name].verb}"' for name in man.moves]
    if asked.capture == "leap" and moves and asked.is_set_up:
        moves.append('"TakesByLeap"')
    if not moves or not asked.is_set_up:
        return f'(piece "{man.name}" Each)'
    after = _then(asked, man)
    either = f"(or {{{' '.join(moves)}}}{after})" if after or len(moves) > 1 else moves[0]
    return f'(piece "{man.name}" Each {either})'


def _then(asked: Simple, man: Man | None = None) -> str:
    effects = ['"CaughtBetweenTwo"'] if asked.capture == "between" else []
    if man is not None and man.becomes:
        effects.append(f'"{man.name}Becomes{man.becomes}"')
    if not effects:
        return ""
    return f" (then {effects[0] if len(effects) == 1 else '(and ' + ' '.join(effects) + ')'})"


def _looks(asked: Simple) -> dict[str, dict[str, str]]:
    return {
        man.name: {
            "symbol": SYMBOLS.get(man.name.lower(), "man"),
            "name": man.name.lower(),
            "letter": man.letter,
        }
        for man in asked.men
    }
