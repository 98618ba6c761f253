"""A solution as lines for people to read."""

from __future__ import annotations

from collections.abc import Iterator

from games.solve.expected import Expected, OpeningThrow
from games.solve.solution import FirstMove, Solution


def lines(solution: Solution | Expected) -> Iterator[str]:
    """The value of the opening, what is counted, and best play."""
    return _expected(solution) if isinstance(solution, Expected) else _certain(solution)


def _expected(solution: Expected) -> Iterator[str]:
    yield f"value: player 1 wins {solution.chance:.6%} of games of best play"
    yield (
        f"positions: {solution.positions:,}, of which {solution.ends:,} are ends of games and "
        f"{solution.even:,} are even; {solution.sweeps:,} sweeps"
    )
    for each in solution.throws:
        yield f"throw {_throw(each)}"


def _throw(each: OpeningThrow) -> str:
    values = " ".join(map(str, each.values)) or "none"
    moves = "; ".join(f"{one.move} {one.chance:.4%}" for one in each.moves)
    return f"{values} ({each.likely:.2%}): {moves}"


def _certain(solution: Solution) -> Iterator[str]:
    yield f"value: {value_text(solution.winner, solution.moves)}"
    first, second = solution.won
    yield (
        f"positions: {solution.positions:,}, of which player 1 wins {first:,}, player 2 "
        f"{second:,}, nobody {solution.drawn:,}; {solution.ends:,} are ends of games"
    )
    if solution.longest > 0:
        yield f"longest win: {_moves(solution.longest)}"
    yield f"first moves: {'; '.join(map(_first, solution.first_moves))}"
    if solution.line:
        yield f"best play: {' '.join(solution.line)}"


def value_text(winner: int, moves: int) -> str:
    """Who wins, and in how many moves of both players."""
    if winner == 0:
        return "nobody can force a win"
    if moves < 0:
        return f"player {winner} wins by going on for ever"
    return f"player {winner} wins in {_moves(moves)}"


def _moves(count: int) -> str:
    return f"{count} {'move' if count == 1 else 'moves'}"


def _first(each: FirstMove) -> str:
    value = {0: "drawn"}.get(each.winner, f"player {each.winner} wins")
    return f"{each.move} {value}" + (f" in {each.moves}" if each.moves > 0 else "")
