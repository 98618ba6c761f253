"""Replay traces of play that Ludii wrote, and say where the rules here differ.

A trace is lines of JSON: a header; then for each game a `start` board, per ply the `mover`, all
`legal` moves, the one `played`, the `board` after it and who is `next`; and an `end`. Moves are
`from-to` (`=Piece` where one is placed or chosen), `pass`, or `-1--1`; boards are
`site:Piece,sSTATE,nCOUNT,vVALUE`. Equal means equal: no subset or superset of the moves counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.engine.play.trace_lines import Difference, Line, games_of
from games.play.moves import Move
from games.play.position import FirstPosition
from games.play.rules import FirstRules


def first_difference(rules: FirstRules, lines: Iterable[Line]) -> Difference | None:
    """Replay all games of a trace; None where every ply agrees."""
    for trial, game in enumerate(games_of(lines)):
        difference = _replay(rules, trial, game)
        if difference is not None:
            return difference
    return None


def _replay(rules: FirstRules, trial: int, game: list[Line]) -> Difference | None:
    position = rules.start()
    if (what := _compare("board", game[0]["start"].split(), board_words(position))) is not None:
        return Difference(trial, 0, what)
    for line in game[1:]:
        if "end" in line:
            what = _compare_end(position, line)
            return Difference(trial, position.ply, what) if what else None
        after, what = _step(position, line)
        if after is None or what:
            return Difference(trial, line["ply"], what or "")
        position = after
    return None


def _step(position: FirstPosition, line: Line) -> tuple[FirstPosition | None, str | None]:
    """The position after a line's move, and what differs there."""
    if position.mover != line["mover"]:
        return None, f"player {line['mover']} moves, here {position.mover}"
    moves = {move_word(position, move): move for move in position.legal_moves}
    ours = [move_word(position, move) for move in position.legal_moves]
    if (what := _compare("moves", line["legal"], ours)) is not None:
        return None, what
    after = position.play(moves[line["played"]])
    what = _compare(f"board after {line['played']}", line["board"].split(), board_words(after))
    if what is None and after.outcome is None and after.mover != line["next"]:
        what = f"player {line['next']} is next, here {after.mover}"
    return after, what


def _compare(name: str, theirs: list[str], ours: list[str]) -> str | None:
    missing, extra = Counter(theirs) - Counter(ours), Counter(ours) - Counter(theirs)
    if not missing and not extra:
        return None
    parts = [f"missing {' '.join(sorted(missing.elements()))}"] if missing else []
    parts += [f"too many {' '.join(sorted(extra.elements()))}"] if extra else []
    return f"{name}: {'; '.join(parts)}"


def _compare_end(position: FirstPosition, line: Line) -> str | None:
    outcome = position.outcome
    if bool(outcome) != bool(line["end"]):
        return f"the game is {'over' if line['end'] else 'not over'}, here it is not so"
    if outcome is None or not line["end"]:
        return None
    # One more than there are players means that all of them win.
    tie = position.rules.program.players + 1
    winner = 0 if line["winner"] == tie else line["winner"]
    if winner != outcome.winner:
        return f"{_winner(winner)}, here {_winner(outcome.winner)}"
    return None


def _winner(player: int) -> str:
    return f"player {player} wins" if player else "nobody wins"


def move_word(position: FirstPosition, move: Move) -> str:
    """A move as traces write it."""
    if move.frm < 0 and move.to < 0 and move.label == "pass":
        return "pass"
    if move.promotion is None:
        return f"{move.frm}-{move.to}"
    component = position.rules.program.components[move.record[6] - 1]
    return f"{move.frm}-{move.to}={component.name}{component.owner}"


def board_words(position: FirstPosition) -> list[str]:
    """The pieces as traces write them, one word for each site that holds any."""
    standing = enumerate((*position.board, *position.hands))
    return [_word(position, site, piece) for site, piece in standing if piece]


def _word(position: FirstPosition, site: int, piece: int) -> str:
    component = position.rules.program.components[piece - 1]
    # Of a stack only the top is written.
    stacked = position.rules.program.constants["STACKED"]
    count = 1 if stacked else position.count_of(site)
    parts = {
        "s": position.state_of(site),
        "n": count if count > 1 else 0,
        "v": position.value_of(site),
    }
    words = "".join(_part(letter, number) for letter, number in parts.items())
    return f"{site}:{component.name}{component.owner}{words}"


def _part(letter: str, number: int) -> str:
    return f",{letter}{number}" if number else ""
