"""A text of rules checked in a process of its own: `python -m games.checking`, JSON in and out.

Whoever asks bounds its time from outside; here it bounds its own memory and processor, and says
what is wrong and where, which definitions there are, which options, and how the board looks.
"""

from __future__ import annotations

import json
import re
import resource
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from games.drawing import sheet_of
from games.engine.language import LanguageError, read_and_bind
from games.frames import drawn, rooms
from games.ludemes import Definition, LudemeError, RetiredWordError, RulesError, Span
from games.ludemes.common import with_common
from games.play import Limits, MoveError, Rules, SecondRules, load_rules
from games.play.setups import begun_from
from games.play.showing import steps
from games.sides import called

MEMORY = 1024 * 1024 * 1024  # bytes
PROCESSOR = 30  # seconds
MOST_CHOICES = 24  # of all options together, compiled one by one
DEFINITION = re.compile(r'^[^\n"]*?\(\s*define\s+"([^"\n]{1,200})"', re.MULTILINE)

LIBRARY = "library"  # the name of the source of definitions that are not those of the text

Told = dict[str, Any]
Definitions = Mapping[str, Definition]


def check(asked: Mapping[str, Any]) -> Told:
    """What is wrong with a text, and what stands in it.

    Asked is `text`, `definitions` as text that it may use besides its own, `options`, `clauses`,
    `looks`, `sides`, `sprite`, `title` and the word `faceDown` of the drawing, whether to try
    `each` choice of each option, and recorded `games` to replay, each with slug, options, the
    position set up by hand ("" the usual one) and moves. Told are `problems` and `doubts`, each
    with line and column from 1 (none where it has no place), length in characters, message, the
    calls that led there and the nearest form of the language; `definitions` with their lines;
    `options`, the `board` as SVG, and the slugs of the games that are `broken` by this text;
    `untried` is the number of choices that were too many to be tried. Asked to `play`, it also
    tells what a page needs to play by this text.
    """
    text, options = str(asked["text"]), tuple(asked.get("options", ()))
    library = with_common(str(asked.get("definitions", "")), LIBRARY)
    told: Told = {
        "problems": [],
        "doubts": [],
        "definitions": definitions_in(text),
        "options": [],
        "board": "",
        "broken": [],
        "untried": 0,
    }
    try:
        names = asked.get("clauses") or None
        rules = load_rules(text, options, library, clauses=names, limits=Limits())
        told["options"] = _options(rules)
        retired = [e for e in rules.doubts if isinstance(e, RetiredWordError)]
        told["problems"] = [_problem(each) for each in retired]
        told["doubts"] = [_problem(each) for each in rules.doubts if each not in retired]
        told["board"] = _board(rules, asked)
        if asked.get("play"):
            told["play"] = _playable(rules, asked)
        if asked.get("each"):
            told["untried"] = _try_each(text, rules, library)
        told["broken"] = list(_broken(text, asked.get("games", ())))
    except RulesError as error:
        told["problems"] = _problems(error, text, options, library)
    return told


def _problems(
    error: RulesError, text: str, options: tuple[str, ...], library: Definitions | None
) -> list[Told]:
    """All faults of a text as the language has them; else why it cannot be compiled."""
    try:
        faults = read_and_bind(text, library, options).faults
    except LanguageError as refused:
        faults = refused.faults
    except RulesError:  # an option that there is not
        faults = ()
    if faults:
        return [_problem(each.error()) | {"nearest": each.nearest_form} for each in faults]
    return [_problem(each) for each in getattr(error, "missing", (error,))]


def definitions_in(text: str) -> list[Told]:
    """The names that a text defines, with their lines, also where it cannot be read as rules."""
    found: dict[str, int] = {}
    for match in DEFINITION.finditer(text):
        if "//" not in match[0].partition("(")[0]:
            found.setdefault(match[1], text.count("\n", 0, match.start(1)) + 1)
    return [{"name": name, "line": line} for name, line in found.items()]


def _try_each(text: str, rules: Rules, library: Definitions | None) -> int:
    """Compile each choice that is not in force; how many were left out.

    Raises RulesError saying for which choice.
    """
    for chosen in rules.others[:MOST_CHOICES]:
        try:
            load_rules(text, [chosen], library, limits=Limits()).start()
        except LudemeError as error:
            raise LudemeError(
                f"with {chosen}: {error.message}", error.span, error.origin
            ) from error
        except RulesError as error:
            raise RulesError(f"with {chosen}: {error}") from error
    return max(0, len(rules.others) - MOST_CHOICES)


def _broken(text: str, games: Iterable[tuple[str, list[str], str, list[str]]]) -> Iterable[str]:
    """The games that cannot be played by this text."""
    for slug, options, setup, moves in games:
        try:
            for _step in steps(begun_from(_rules_with(text, tuple(options)), setup), moves):
                pass
        except (MoveError, RulesError):
            yield slug


@lru_cache(maxsize=8)
def _rules_with(text: str, options: tuple[str, ...]) -> Rules:
    return load_rules(text, options, limits=Limits())


def _problem(error: Exception) -> Told:
    if not isinstance(error, LudemeError):
        return {"line": None, "column": None, "length": 0, "message": str(error), "calls": []}
    place = _place(error)
    line, column = place.source.line_and_column(place.start)
    rest = len(place.source.line_at(place.start)) - column + 1
    return {
        "line": line,
        "column": column,
        "length": max(1, min(place.end - place.start, rest)),
        "message": error.message,
        "calls": list(_calls(error)),
    }


def _place(error: LudemeError) -> Span:
    """Where an error stands in the text itself."""
    span, origin = error.span, error.origin
    while span.source.name == LIBRARY and origin is not None:
        span, origin = origin.call, origin.parent
    return span


def _calls(error: LudemeError) -> Iterable[Told]:
    origin = error.origin
    while origin is not None:
        line, column = origin.call.source.line_and_column(origin.call.start)
        yield {"name": origin.definition, "line": line, "column": column}
        origin = origin.parent


def _options(rules: Rules) -> list[Told]:
    return [
        {
            "name": option.heading,
            "choices": [
                {
                    "label": choice.label,
                    "value": f"{option.heading}/{choice.label}",
                    "chosen": f"{option.heading}/{choice.label}" in rules.chosen,
                }
                for choice in option.choices
            ],
        }
        for option in rules.options
    ]


def _board(rules: Rules, asked: Mapping[str, Any]) -> str:
    """The opening position; pieces that the ruleset says nothing of are discs with a letter."""
    sides = _sides(rules, asked)
    title, looks, sprite = asked["title"], asked["looks"], asked["sprite"]
    return str(
        drawn(rules, rules.start(), title, looks, sides, sprite, face_down=asked["faceDown"])
    )


def _sides(rules: Rules, asked: Mapping[str, Any]) -> dict[str, str]:
    names = {each.owner for each in rules.kinds}
    sides = {str(owner): asked["sides"].get(str(owner), str(owner)) for owner in names}
    return called(sides, rules, asked["looks"])


def _playable(rules: Rules, asked: Mapping[str, Any]) -> Told:
    """The module with its manifest, and how static/js/draft-board.js shows it."""
    usual = {str(n): asked["sides"].get(str(n), str(n)) for n in range(1, rules.players + 1)}
    sides, looks = usual | _sides(rules, asked), asked["looks"]
    told = {
        "module": b64encode(rules.module).decode(),
        "manifest": rules.manifest(),
        "clauseOf": rules.clause_of,
        "pieces": looks,
        "sides": sides,
        "sprite": asked["sprite"],
        "rooms": rooms(rules),
    }
    if isinstance(rules, SecondRules):
        sprite, unknown = asked["sprite"], asked["faceDown"]
        sheet = sheet_of(rules.engine_manifest, looks, sides, sprite, unknown)
        told["sheet"] = sheet.as_json()
    return told


def main() -> None:
    """Read what is asked, say what is found."""
    _bound(resource.RLIMIT_DATA, MEMORY)
    _bound(resource.RLIMIT_CPU, PROCESSOR)
    _bound(resource.RLIMIT_CORE, 0)
    json.dump(check(json.load(sys.stdin)), sys.stdout)


def _bound(what: int, most: int) -> None:
    """Take no more than this; whoever has started the process may have set a lower bound."""
    _soft, hard = resource.getrlimit(what)
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (least, least))


if __name__ == "__main__":
    main()
