"""Find the legal move that a text means, in any notation; or say which of three things is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from games.notation import algebraic, courier
from games.notation.apart import CLAUSE
from games.notation.coordinates import read_move
from games.notation.deeds import Scene
from games.notation.errors import AmbiguousMove, IllegalMove, NotationError, UnreadableMove

# No move takes more characters; longer texts would only take long to read.
LONGEST = 500

Reader = Callable[[Scene, str], list[int]]
Writer = Callable[[Scene], Sequence[str]]


def _labels(scene: Scene) -> list[str]:
    return [deed.label for deed in scene.deeds]


def _by_coordinates(scene: Scene, text: str) -> list[int]:
    """Moves with that label, or by those coordinates where no clause is named."""
    named = [i for i, deed in enumerate(scene.deeds) if deed.label == text]
    if spoken := named or scene.spoken(text):
        return spoken
    wanted = read_move(scene.board, CLAUSE.sub("", text), scene.hands)
    if CLAUSE.search(text) is not None:
        return []
    deeds = enumerate(scene.deeds)
    return [i for i, deed in deeds if deed.coordinates == wanted and not deed.passes]


# Each notation with its writer and its reader; more than one may read a text.
NOTATIONS: dict[str, tuple[Writer, Reader]] = {
    "coordinates": (_labels, _by_coordinates),
    "algebraic": (algebraic.texts, algebraic.find),
    "courier": (courier.texts, courier.find),
}


def find(scene: Scene, text: str, notations: Sequence[str] = tuple(NOTATIONS)) -> int:
    """The number of the legal move that a text means.

    Raises UnreadableMove, IllegalMove or AmbiguousMove; all quote text and position.
    """
    if len(text) > LONGEST:
        reason = f"it has {len(text)} characters, and no move has over {LONGEST}"
        message = f"{text[:60]!r}… is no move in the position {scene.position}: {reason}"
        raise UnreadableMove(text, message)
    found: dict[int, str] = {}
    faults: list[NotationError] = []
    for name in notations:
        try:
            for number in NOTATIONS[name][1](scene, text):
                found.setdefault(number, name)
        except NotationError as error:
            faults.append(error)
    if len(found) == 1:
        return next(iter(found))
    if found:
        message = f"{text} may mean {_meanings(scene, found)} in the position {scene.position}"
        raise AmbiguousMove(text, message)
    if len(faults) == len(notations):
        message = f"{text!r} is no move in the position {scene.position}: {_why(faults)}"
        raise UnreadableMove(text, message)
    message = f"{text} is not legal in the position {scene.position}"
    raise IllegalMove(text, f"{message}{_instead(scene, text, notations)}")


def _meanings(scene: Scene, found: dict[int, str]) -> str:
    written = {name: NOTATIONS[name][0](scene) for name in set(found.values())}
    return " or ".join(dict.fromkeys(written[name][number] for number, name in found.items()))


def _why(faults: list[NotationError]) -> str:
    return "; or ".join(dict.fromkeys(map(str, faults)))


def _instead(scene: Scene, text: str, notations: Sequence[str]) -> str:
    """Legal moves that look like the text."""
    written = [each for name in notations for each in NOTATIONS[name][0](scene)]
    like = get_close_matches(text, dict.fromkeys(written), 3)
    return f"; do you mean {' or '.join(like)}?" if like else ""
