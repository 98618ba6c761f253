"""One design of the engine at work, asked over standard input: a line of JSON, a line back.

    python benchmarks/design_worker.py TREE first|second

Imports the engine from the source tree TREE. Requests: {"open": PATH, "library": DIR or null} gives
{"compile": milliseconds}; {"moves": seconds} and {"leaves": seconds} give a rate, leaves with the
counts for each depth. Times are those of the processor, so that other programs disturb them less.
An answer {"error": …} says why a text cannot be played.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PLIES = 5000
GAMES = 30
MOST_LEAVES = 1 << 31  # the second design counts in 32 bits


class First:
    """The first design, without limits."""

    def __init__(self, text: str, library: Any) -> None:
        from games.play import load

        self.rules = load(text, definitions=library, limits=None)
        self.seed = 0
        self.rules.perft(1)  # the module for counting is compiled when it is first needed

    def moves(self) -> int:
        """Play games at random; their plies."""
        self.seed += GAMES
        return int(self.rules.playouts(GAMES, self.seed).plies)

    def leaves(self, depth: int) -> int:
        """The leaves at a depth."""
        return int(self.rules.perft(depth))


class Second:
    """The second design."""

    def __init__(self, text: str, library: Any) -> None:
        from games.engine.language import read_and_bind
        from games.engine.lowering.compile import compile_typed
        from games.engine.play.machine import Machine

        bound = read_and_bind(text, library, strict=True)
        self.machine = Machine(compile_typed(bound.root))
        self.machine.set("seed", 7)

    def moves(self) -> int:
        """Play games at random; their plies."""
        return self.machine.call("random_games", GAMES, PLIES)

    def leaves(self, depth: int) -> int:
        """The leaves at a depth."""
        self.machine.start()
        return self.machine.call("leaves", depth)


def spent(call: Callable[[], Any]) -> float:
    """Processor time of one call in seconds."""
    gc.collect()
    start = time.process_time()
    call()
    return time.process_time() - start


def compiled(design: type[First | Second], text: str, library: Any) -> tuple[Any, float]:
    """A game, and the least time of three that it took to make."""
    made: list[Any] = []
    times = [spent(lambda: made.append(design(text, library))) for _ in range(3)]
    return made[-1], min(times) * 1000


def moves_a_second(game: Any, least: float) -> float:
    """Plies of random games in a second of processor time, over at least so many seconds."""
    plies, start = 0, time.process_time()
    while (took := time.process_time() - start) < least:
        plies += game.moves()
    return plies / took


def leaves_a_second(game: Any, least: float) -> tuple[list[int], float]:
    """Leaves from depth 1 on, to the first depth that takes long enough; the rate of the last."""
    counts: list[int] = []
    while True:
        took = spent(lambda: counts.append(game.leaves(len(counts) + 1)))
        growth = counts[-1] / counts[-2] if len(counts) > 1 else counts[-1]
        if took >= least or len(counts) == 6 or counts[-1] * growth >= MOST_LEAVES:
            return counts, counts[-1] / took


def main() -> None:
    """Answer until the input ends."""
    tree, name = sys.argv[1:]
    sys.path.insert(0, tree)
    game: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            if "open" in asked:
                from games.ludemes import Library

                library = Library(Path(asked["library"])) if asked["library"] else None
                text = Path(asked["open"]).read_text(encoding="utf-8")
                design: type[First | Second] = First if name == "first" else Second
                game, answer["compile"] = compiled(design, text, library)
            elif "moves" in asked:
                answer["moves"] = moves_a_second(game, asked["moves"])
            else:
                answer["counts"], answer["leaves"] = leaves_a_second(game, asked["leaves"])
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {str(error).splitlines()[0][:90]}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
