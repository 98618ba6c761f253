"""Replay traces of play that Ludii wrote, with their throws, and say where the rules here differ.

Equal means equal: the multiset of legal moves, the board, the scores, the next player and the end,
at every ply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import prod

from games.engine.play.machine import Code, Machine, Move, Playable, Position
from games.engine.play.trace_lines import Difference, Line, games_of
from games.engine.play.trace_set_ups import take_over

MOST_THROWS = 1500
MOST_PATHS = 256


def first_difference(
    playable: Playable, lines: Iterable[Line], code: Code | None = None
) -> Difference | None:
    """Replay all games of a trace; None where every ply agrees."""
    machine = Machine(playable, code)
    for trial, game in enumerate(games_of(lines)):
        difference = _replay(machine, trial, game)
        if difference is not None:
            return difference
    return None


def _replay(machine: Machine, trial: int, game: list[Line]) -> Difference | None:
    machine.throw(None)
    machine.start()
    start = game[0]["start"].split()
    what = _compare("start", start, _arranged(machine, start))
    if what is not None:
        return Difference(trial, 0, what)
    paths: list[Position | None] = [None]
    for line in game[1:]:
        what, paths = _along(machine, line, paths)
        if what is not None:
            return Difference(trial, line.get("ply", -1), what)
    return None


def _arranged(machine: Machine, start: list[str]) -> list[str]:
    """The words of the board at the start; of a set-up that is drawn, as the trace has it."""
    if not machine.has("to_arrange"):
        return listed_words(machine)
    fixed = listed_words(machine)
    machine.throw([0])
    machine.play(machine.legal_moves()[0])
    ours = listed_words(machine)
    return take_over(machine, start, ours) if set(fixed) <= set(start) else ours


def _along(
    machine: Machine, line: Line, paths: list[Position | None]
) -> tuple[str | None, list[Position | None]]:
    """Play a line from each position that the trace may stand at: those after it, or what differs.

    Moves that are written alike may lead to positions that look alike. None is the position of the
    machine itself, where there is only one.
    """
    first: str | None = None
    following: dict[Position | None, None] = {}
    for path in paths:
        if path is not None:
            machine.position = path
        what, found = _line(machine, line, alone=len(paths) == 1)
        if what is None:
            following.update(dict.fromkeys(found))
        elif first is None:
            first = what
    if following:
        return None, [*following][:MOST_PATHS]
    return first, paths


def _line(machine: Machine, line: Line, *, alone: bool) -> tuple[str | None, list[Position | None]]:
    if "end" in line:
        return _end(machine, line), [None]
    if machine.mover != line["mover"]:
        return f"player {line['mover']} moves, here {machine.mover}", []
    what, moves = _legal(machine, line)
    if what is not None:
        return what, []
    if alone and len(moves) == 1 and not _may_draw(machine, line):
        machine.play(moves[0])
        return _after(machine, line), [None]
    return _after_each(machine, line, moves)


def _may_draw(machine: Machine, line: Line) -> bool:
    """Whether the rules may ask for a throw that traces do not tell: a number drawn at random."""
    return bool(machine.manifest.dice) and "dice" not in line


def _after_each(
    machine: Machine, line: Line, moves: list[Move]
) -> tuple[str | None, list[Position | None]]:
    """Play each of some moves that are written alike: the positions that agree with the trace."""
    thrown = machine.numbers("thrown") if machine.get("throw_ready") else None
    before = machine.position
    first: str | None = None
    agreeing: dict[Position | None, None] = {}
    waiting = [(move, thrown) for move in moves]
    for number, (move, faces) in enumerate(waiting):
        if number:
            machine.position = before
            machine.throw(faces)
            machine.legal_moves()
        machine.play(move)
        if machine.waits_for_throw and faces is None:
            waiting += [(move, each) for each in _all_throws(machine)]
            continue
        what = _after(machine, line)
        if what is None:
            agreeing[machine.position] = None
        else:
            first = first or what
    return (None, [*agreeing]) if agreeing else (first, [])


def _after(machine: Machine, line: Line) -> str | None:
    """Where the position after a ply differs from that of the trace."""
    name, board = f"board after {line['played']}", line["board"].split()
    what = _compare(name, board, listed_words(machine))
    if what is None and "scores" in line:
        ours = machine.numbers("score", 1, len(machine.manifest.players))
        what = None if ours == line["scores"] else f"scores {line['scores']}, here {ours}"
    if what is None and not machine.over and machine.mover != line["next"]:
        what = f"player {line['next']} is next, here {machine.mover}"
    return what


def _legal(machine: Machine, line: Line) -> tuple[str | None, list[Move]]:
    """Where the legal moves differ, and those that are written as the one played.

    A throw that the move itself replaced is written nowhere, nor is what was drawn while moves were
    listed: then it is the one with these moves.
    """
    first = _faces(machine, line)
    what, found = _moves_after(machine, line, first)
    if what is None or (first is None and not machine.waits_for_throw):
        return what, found
    for faces in _all_throws(machine):
        other, moves = _moves_after(machine, line, faces)
        if other is None:
            return None, moves
    return what, found


def _moves_after(
    machine: Machine, line: Line, faces: list[int] | None
) -> tuple[str | None, list[Move]]:
    machine.throw(faces)
    moves = machine.legal_moves()
    words = [move_word(machine, move) for move in moves]
    played = [m for m, word in zip(moves, words, strict=True) if word == line["played"]]
    return _compare("moves", line["legal"], words), played


def _all_throws(machine: Machine) -> Iterator[list[int]]:
    """Every throw of the dice, where there are few enough to try."""
    if prod(len(die.faces) for die in machine.manifest.dice) <= MOST_THROWS:
        yield from map(list, machine.manifest.throws())


def _faces(machine: Machine, line: Line) -> list[int] | None:
    """The number of the face that each die shows.

    It lies on the board after the move; where nothing was done with the throw, the faces in force
    tell it.
    """
    if "dice" not in line:
        return None
    force = [face for dice in line["dice"] for face in dice]
    lying = dict(word.split(":", 1) for word in line["board"].split())
    shown = []
    for die, value in zip(machine.manifest.dice, force, strict=False):
        here = _state_in(lying.get(str(die.site), ""))
        shown.append(here if value in (0, die.faces[here]) else die.faces.index(value))
    return shown


def _state_in(word: str) -> int:
    parts = [part for part in word.split(",")[1:] if part.startswith("s")]
    return int(parts[0][1:]) if parts else 0


def _end(machine: Machine, line: Line) -> str | None:
    if machine.over != line["end"]:
        return f"the game is {'over' if line['end'] else 'not over'}, here it is not so"
    if line["end"] and machine.get("winner") != line["winner"]:
        return f"winner {line['winner']}, here {machine.get('winner')}"
    return None


def _compare(name: str, theirs: list[str], ours: list[str]) -> str | None:
    # A piece may have a name of several words.
    theirs, ours = (" ".join(words).split() for words in (theirs, ours))
    missing, extra = Counter(theirs) - Counter(ours), Counter(ours) - Counter(theirs)
    parts = [f"missing {' '.join(sorted(missing.elements())[:8])}"] if missing else []
    parts += [f"too many {' '.join(sorted(extra.elements())[:8])}"] if extra else []
    return f"{name}: {'; '.join(parts)}" if parts else None


def move_word(machine: Machine, move: Move) -> str:
    """A move as traces write it."""
    if move.is_pass:
        return "pass"
    word = f"{move.frm}-{move.to}"
    return f"{word}={machine.label(move.label)}" if move.label else word


def listed_words(machine: Machine) -> list[str]:
    """The words of those sites that a trace lists: as many numbers as there are sites in all.

    Where a board takes more numbers than it has sites, the last hands and dice lie beyond those.
    """
    listed = sum(each.size for each in machine.manifest.containers)
    return [word for word in board_words(machine) if int(word.split(":", 1)[0]) < listed]


def board_words(machine: Machine) -> list[str]:
    """The pieces as traces write them, a word for each site that holds any.

    What has no label is part of another piece.
    """
    if machine.manifest.stacks:
        return _stack_words(machine)
    columns = [
        machine.numbers(name) if machine.has(name) else None
        for name in ("what", "state", "count", "value")
    ]
    what, state, count, value = columns
    assert what is not None and state is not None and value is not None
    return [
        f"{site}:{machine.label(piece)}"
        + _part("s", state[site])
        + (_part("n", count[site]) if count is not None and count[site] > 1 else "")
        + _part("v", value[site])
        for site, piece in enumerate(what)
        if piece and machine.label(piece)
    ]


def _stack_words(machine: Machine) -> list[str]:
    levels = machine.manifest.levels
    what, state = machine.numbers("level_what"), machine.numbers("level_state")
    value, size = machine.numbers("level_value"), machine.numbers("size")
    flat, flat_state = machine.numbers("what"), machine.numbers("state")
    words = []
    for site, piece in enumerate(flat):
        if not piece:
            continue
        if not size[site]:
            words.append(f"{site}:{machine.label(piece)}" + _part("s", flat_state[site]))
            continue
        at = range(site * levels, site * levels + size[site])
        parts = [machine.label(what[n]) + _part("s", state[n]) + _part("v", value[n]) for n in at]
        # As published, a single piece of nobody has a count, of none.
        alone = size[site] == 1 and machine.owner(piece) == 0
        words.append(f"{site}:{'/'.join(parts)}" + (",n0" if alone else ""))
    return words


def _part(letter: str, number: int) -> str:
    return f",{letter}{number}" if number else ""
