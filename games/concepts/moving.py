"""Concepts of boards, of how pieces move, and of promotion."""

from __future__ import annotations

from collections.abc import Iterator

from games.concepts.endings import royals
from games.concepts.forms import (
    Forms,
    argument,
    directions,
    is_ludeme,
    name_of,
    part,
    texts_in,
    words_in,
)
from games.ludemes.printer import write_node
from games.ludemes.tree import Braces, Form, Node, Number, Word, opened

FORWARD = {"Forward", "N", "S"}
SIDEWAYS = {"Leftward", "Rightward", "Leftwards", "Rightwards", "E", "W"}
BACKWARD = {"Backward", "Backwards", "BL", "BR", "BLL", "BRR"}
TURNS = {"L", "R"}
TWO = 2
OTHER = {"P1": 2, "P2": 1}  # whose pieces stand opposite
Region = tuple[str, str]  # "P1" or "P2", and the sites as they are written

# Boards


def square_boards(forms: Forms) -> Iterator[Form]:
    """Boards made of rows of squares or holes, and not of the points of such a grid."""
    for board in forms.find("board"):
        if forms.holds(board, "square", "rectangle") and not _is_of_points(board):
            yield board


def _is_of_points(board: Form) -> bool:
    """Whether pieces stand on the points or lines of a board."""
    used = (item.node for item in board.items if item.name == "use")
    return any(write_node(each) != "Cell" for each in used)


def ring_boards(forms: Forms) -> Iterator[Form]:
    """Boards whose rings are told by the number of their spaces."""
    for board in forms.find("board"):
        rings = forms.find("concentric", within=board)
        if any(isinstance(each, Braces) for ring in rings for each in ring.arguments()):
            yield board


# Ways of moving


def slides(forms: Forms) -> Iterator[Form]:
    """Moves over any number of empty sites."""
    return (move for move in forms.moves("Slide") if _exactly(move) is None)


def leaps(forms: Forms) -> Iterator[Form]:
    """Leaps by a walk that turns."""
    return (move for move in forms.moves("Leap") if TURNS & set(words_in(argument(move, 1))))


def two_square_leaps(forms: Forms) -> Iterator[Form]:
    """Hops over whatever there is, and leaps by a walk of two steps straight on."""
    for move in forms.moves("Hop", "Leap"):
        if is_ludeme(move, "move Hop"):
            if _over_anything(move) and not directions(move) <= SIDEWAYS:
                yield move
        elif any(_straight(walk) for walks in move.arguments()[1:] for walk in opened(walks)):
            yield move


def hops(forms: Forms) -> Iterator[Form]:
    """Hops that need something to hop over."""
    return (move for move in forms.moves("Hop") if not _over_anything(move))


def double_steps(forms: Forms) -> Iterator[Form]:
    """Moves of exactly two squares straight ahead."""
    for move in forms.moves("Slide"):
        ahead = directions(move)
        if _exactly(move) == TWO and ahead and ahead <= FORWARD:
            yield move


def king_leaps(forms: Forms) -> Iterator[Form]:
    """Leaps of a piece on which the game depends."""
    kings = royals(forms)
    return (move for move in leaps(forms) if forms.piece_of(move) in kings)


def castlings(forms: Forms) -> Iterator[Form]:
    """Moves that take another piece along, and long moves to the side of a royal piece."""
    kings = royals(forms)
    for move in forms.moves("Slide", "Hop"):
        aside = directions(move)
        along = any(forms.holds(then, "slide", "fromTo") for then in move.thens())
        alone = bool(aside) and aside <= SIDEWAYS and forms.piece_of(move) in kings
        if kings and (along or alone):
            yield move


def divergent(forms: Forms) -> Iterator[Form]:
    """Steps that only capture, and go where the piece does not step without capturing."""
    steps = forms.moves("Step")
    ahead: dict[str, set[str]] = {}
    for move in steps:
        if _to_empty(forms, move):
            ahead.setdefault(forms.piece_of(move), set()).update(_ways(move))
    for move in steps:
        plain = ahead.get(forms.piece_of(move))
        if plain and _to_enemy(forms, move) and _ways(move) - plain:
            yield move


def passes(forms: Forms) -> Iterator[Form]:
    """Turns that may be passed by choice."""
    yield from forms.moves("Pass")


# Promotion


def promotions(forms: Forms) -> Iterator[Form]:
    """Where a piece becomes another."""
    yield from forms.find("promote", "move Promote")


def retreats(forms: Forms) -> Iterator[Form]:
    """Steps backward that lead to promotion."""
    chosen = bool(forms.find("move Promote"))
    for move in forms.moves("Step"):
        ways = directions(move)
        if (
            ways
            and ways <= BACKWARD
            and any(_promotes(forms, each, chosen) for each in move.thens())
        ):
            yield move


def home_ranks(forms: Forms) -> Iterator[Form]:
    """Promotions on the sites from which the enemy's pieces of the same kind start."""
    starts = {
        (name_of(place), write_node(sites))
        for place in forms.find("place")
        if (sites := argument(place, 1)) is not None
    }
    for form in promotions(forms):
        guard, piece = forms.around(form, "if"), forms.piece_of(form)
        reached = _reached(forms, guard) if guard is not None else ()
        if any((f"{piece}{OTHER[owner]}", region) in starts for owner, region in reached):
            yield form


def _promotes(forms: Forms, node: Node, chosen: bool) -> bool:
    return forms.holds(node, "promote", "move Promote") or (
        chosen and forms.holds(node, "set Pending")
    )


def _reached(forms: Forms, guard: Form) -> set[Region]:
    """The regions that a piece must have reached where an `if` holds."""
    return forms.once(f"reached {id(guard)}", lambda _: set(_asked(forms, guard)))


def _asked(forms: Forms, guard: Form) -> Iterator[Region]:
    regions = forms.once("regions", _regions)
    for inside in forms.find("is In", within=argument(guard, 0)):
        if is_ludeme(argument(inside, 1), "last To", "to"):
            for name in texts_in(argument(inside, 2)):
                yield from regions.get(name, [])


def _regions(forms: Forms) -> dict[str, list[Region]]:
    """The regions of the two players by name."""
    found: dict[str, list[Region]] = {}
    for region in forms.find("regions"):
        owner = next((word for word in words_in(argument(region, 1)) if word in OTHER), None)
        sites = argument(region, 2)
        if owner is not None and sites is not None:
            found.setdefault(name_of(region), []).append((owner, write_node(sites)))
    return found


# What a move says of the sites on its way and at its end


def _ways(move: Form) -> set[str]:
    """The directions of a move; that of the piece itself where none is said in words."""
    return directions(move) or {"its own"}


def _exactly(move: Form) -> int | float | None:
    """How far a move must go: `(between (exact 2) …)`."""
    between = part(move, "between")
    exact = part(between, "exact") if between is not None else None
    number = argument(exact, 0) if exact is not None else None
    return number.value if isinstance(number, Number) else None


def _over_anything(hop: Form) -> bool:
    between = part(hop, "between")
    condition = between.named("if") if between is not None else None
    return isinstance(condition, Word) and condition.name == "True"


def _straight(walk: Node) -> bool:
    return isinstance(walk, Braces) and words_in(walk) == ["F"] * TWO


def _to_empty(forms: Forms, move: Form) -> bool:
    goal = part(move, "to")
    condition = goal.named("if") if goal is not None else None
    return forms.holds(condition, "is Empty", "sites Empty") and not forms.holds(goal, "apply")


def _to_enemy(forms: Forms, move: Form) -> bool:
    goal = part(move, "to")
    condition = goal.named("if") if goal is not None else None
    return forms.holds(condition, "is Enemy") and not forms.holds(condition, "is Empty", "or")
