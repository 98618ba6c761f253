"""A whole game as text: `read` checks it against its rules, `write` prints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from games.matches.errors import LogError
from games.matches.replaying import by_rule, letters_of, replay, texts_of
from games.matches.sheet import Line, Sheet, parse, printed
from games.play import Outcome, Position, Rules, RulesError
from games.play.setups import begun_from, checked_from, written_setup

# How players end a game, as logs say it; what is stored is games.models.Ending.
ENDINGS = {
    "White resigns": "first resigns",
    "Black resigns": "second resigns",
    "Draw agreed": "draw agreed",
}
RESULTS = {0: "1/2-1/2", 1: "1-0", 2: "0-1"}
WINNERS = {"first resigns": 2, "second resigns": 1, "draw agreed": 0}
OPEN = "*"
LONGEST_NAME, LONGEST_DATE, LONGEST_TITLE, LONGEST_TEXT = 80, 40, 200, 20_000

Looks = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Log:
    """A game with what is told of it. `annotations` has plies from 0, `ending` is a stored one.

    `setup` is where it begins, as games.play.setups writes it, "" the usual opening. An annotation
    may begin with an empty line: its text then stands below the move.
    """

    ruleset: str
    digest: str
    moves: list[str]
    options: list[str] = field(default_factory=list)
    setup: str = ""
    title: str = ""
    players: tuple[str, str] = ("", "")
    date: str = ""
    note: str = ""
    ending: str = ""
    annotations: dict[int, str] = field(default_factory=dict)


def result_of(outcome: Outcome | None, ending: str) -> str:
    """How a game ended, as 1-0, 0-1, 1/2-1/2, or * while it goes on; of more players, who won."""
    if outcome is not None:
        return RESULTS.get(outcome.winner, f"player {outcome.winner} wins")
    return RESULTS[WINNERS[ending]] if ending else OPEN


def read(sheet: Sheet, rules: Rules, looks: Looks, digest: str) -> Log:
    """The game of a sheet, replayed by its rules, whose text has the digest.

    Raises LogError with line, ply and move.
    """
    rules = begun(sheet, rules)
    game = replay(rules, letters_of(rules, looks), sheet.plies)
    below = {game.reached[line]: text for line, text in sheet.remarks.items()}
    ending = _ending(sheet, game.position)
    return Log(
        ruleset=sheet.one("Ruleset"),
        digest=digest,
        moves=game.moves,
        options=list(sheet.headers.get("Option", [])),
        setup=written_setup(rules.start()) if sheet.one("Setup") else "",
        title=_short(sheet, "Title", LONGEST_TITLE),
        players=(_short(sheet, "White", LONGEST_NAME), _short(sheet, "Black", LONGEST_NAME)),
        date=_short(sheet, "Date", LONGEST_DATE),
        note="\n".join(sheet.headers.get("Note", [])),
        ending=ending,
        annotations=_together(game.remarks, below),
    )


def begun(sheet: Sheet, rules: Rules) -> Rules:
    """The rules, played from where the sheet says. Raises LogError."""
    try:
        return checked_from(rules, sheet.one("Setup"))
    except RulesError as error:
        raise sheet.fault("Setup", str(error)) from error


def _short(sheet: Sheet, name: str, most: int) -> str:
    value = sheet.one(name)
    if len(value) > most:
        raise sheet.fault(name, f"has {len(value)} characters: {most} at most are kept")
    return value


def _ending(sheet: Sheet, position: Position) -> str:
    """The ending by the players. Raises LogError where it, or the result, cannot be."""
    said = sheet.one("Ending")
    if said and said not in ENDINGS:
        raise sheet.fault("Ending", f"{said!r} is not one of {', '.join(ENDINGS)}")
    if said and position.outcome is not None:
        reason = f"{said!r} cannot be: the rules ended the game, {by_rule(position.outcome)}"
        raise sheet.fault("Ending", reason)
    ending = ENDINGS.get(said, "")
    result = result_of(position.outcome, ending)
    if sheet.one("Result") not in ("", result):
        raise sheet.fault("Result", f"{sheet.one('Result')!r}, but the moves lead to {result}")
    return ending


def _together(behind: dict[int, str], below: dict[int, str]) -> dict[int, str]:
    """What is said of each ply: behind the move, then in the lines below it."""
    found = dict(behind)
    for ply, text in below.items():
        found[ply] = "\n".join([behind.get(ply, ""), text]) if ply else text
    for ply, text in found.items():
        if len(text) > LONGEST_TEXT:
            reason = f"{len(text):,} characters are said: {LONGEST_TEXT:,} at most are kept"
            raise LogError(0, f"ply {ply}: {reason}")
    return {ply: found[ply] for ply in sorted(found) if found[ply].strip()}


def write(log: Log, rules: Rules, looks: Looks) -> str:
    """The text of a game.

    Raises games.play.MoveError where a move is not legal, RulesError where its position is none.
    """
    rules = begun_from(rules, log.setup)
    turns, position = texts_of(rules, letters_of(rules, looks), log.moves, log.annotations)
    lines = [Line(0, turn.text) for turn in turns]
    reached = accumulate((len(turn.labels) for turn in turns), initial=0)
    remarks = {n: log.annotations[ply] for n, ply in enumerate(reached) if ply in log.annotations}
    one = {
        "Ruleset": log.ruleset,
        "Digest": log.digest,
        "Setup": log.setup,
        "Title": log.title,
        "White": log.players[0],
        "Black": log.players[1],
        "Date": log.date,
        "Result": result_of(position.outcome, log.ending),
        "Ending": {stored: name for name, stored in ENDINGS.items()}.get(log.ending, ""),
    }
    flat = {name: " ".join(value.splitlines()) for name, value in one.items()}
    headers = {name: [value] for name, value in flat.items() if value}
    headers |= {"Option": log.options, "Note": log.note.splitlines() if log.note.strip() else []}
    return printed(Sheet(headers, lines, remarks))


__all__ = ["Log", "LogError", "parse", "read", "result_of", "write"]
