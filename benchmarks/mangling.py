"""Rules texts that nobody would write, made from those that somebody did.

Each text follows from the choices of a `Choices`: a `random.Random` for texts that come again with
their number, or the bytes of a fuzzer that looks for choices that lead somewhere new.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from games.compiler import program  # noqa: F401 - it fills the tables
from games.compiler.conditions import conditions
from games.compiler.dispatch import Table, first_word
from games.compiler.effects import effects
from games.compiler.moves import moves
from games.compiler.regions import dynamic_regions, static_regions
from games.compiler.values import numbers
from games.ludemes import RulesError, expand
from games.ludemes.reader import read
from games.ludemes.tree import Form, walk

Tokens = list[str]
Some = TypeVar("Some")

TOKEN = re.compile(r'"[^"]*"|<[\w:]+>|[<>!]=|-?\d+\.\.-?\d+|-?\d+(?:\.\d+)?|[A-Za-z]\w*:?|\S')
COMMENT = re.compile(r"//[^\n]*")
CLOSING = {"(": ")", "{": "}"}
LONGEST_FORM = 60
LONGEST_TEXT = 12_000
BOMB_LENGTH = 150_000

# Which words of a frame are filled with forms of which tables.
TABLES: dict[str, tuple[Table[Any], ...]] = {
    "MOVES": (moves,),
    "TEST": (conditions,),
    "EFFECT": (effects,),
    "NUMBER": (numbers,),
    "SITES": (static_regions, dynamic_regions),
}

FRAMES = [
    """(game "G" (players 2) (equipment {(board BOARD) (piece "Man" Each (move Step)) HAND
       (piece "King" P1 MOVES) (regions "Home" P1 SITES) (map "Map" {(pair 1 NUMBER)})})
       (rules (start {(place "Man1" SITES) (place "Man2" SITES) (place "King1" 4)})
       (play (forEach Piece)) (end (if TEST (result Mover Win)))))""",
    """(game "G" (players {(player N) (player S)}) (equipment {(board BOARD)
       (piece "Man" Each MOVES) (piece "King" Each MOVES)})
       (rules (start {(place "Man1" 0) (place "Man2" 8) (place "King1" 4)})
       (play (forEach Piece)) (end {(if TEST (result Next Loss))})))""",
    """(game "G" (players 2) (equipment {(board (square 3)) (piece "Man" Each
       (move Step (to if:TEST (apply EFFECT)) (then EFFECT)))}) (rules
       (start {(place "Man1" 0) (place "Man2" 8)}) (play (forEach Piece))
       (end (if TEST (result Mover Win)))))""",
    """(game "G" (players 2) (equipment {(board (square 4)) (piece "Man" Each
       (or MOVES (move Slide (then (set State at:NUMBER NUMBER))))) HAND}) (rules
       (start {(place "Man1" 0) (place "Man2" 8)}) (play (forEach Piece))
       (end (if (= NUMBER NUMBER) (result Mover Win)))))""",
    """(game "G" (players 3) (equipment {(board BOARD) (piece "Man" Each
       (move Step (then EFFECT))) (piece "King" Neutral)}) (rules
       (start {(place "Man1" 0) (place "Man2" 1) (place "Man3" 2) (place "King0" 3)})
       phases:{(phase "A" (play MOVES) (nextPhase TEST "B")) (phase "B" (play (forEach Piece)))}
       (end (if TEST (result P1 Win)))))""",
]  # fmt: skip
BOARDS = ["(square 3)", "(square 3)", "(square 4)", "(concentric {1 4 8})", "(hex 2)"]
HANDS = ["", "", "(hand Each)", "(hand P1 size:3)"]
PLAIN = {
    "MOVES": ["(move Step)", "(move Slide)"],
    "TEST": ["(no Pieces Next)", "(is Empty 1)", "(= 1 2)"],
    "EFFECT": ["(moveAgain)", "(set Counter)"],
    "NUMBER": ["1", "(counter)"],
    "SITES": ["(sites Bottom)", "1", "(sites Top)"],
}
NAMES = ['"Man"', '"Man1"', '"King"', '"King1"', '"Home"', '"Map"', '"A1"', '"B"', '"Hand1"']
NUMBERS = [
    "0", "1", "-1", "2", "3", "4", "7", "8", "9", "16", "17", "63", "64", "127", "128", "255",
    "256", "257", "1000", "1600", "4095", "4096", "10000", "32767", "32768", "65535", "65536",
    "100000", "1000000", "8388608", "2147483647", "-2147483648", "99999999999", "0.5", "1.5",
    "-2.25", "0..1", "0..3", "0..50", "3..0", "0..5000", "0..9999", "-5..5",
]  # fmt: skip
STRAY = [
    "(", ")", "{", "}", "~", "#1", "#2", "#7", "<", ">", "*", "=", "()", "{}", "if:", "at:",
    "to:", "from:", "of:", "steps:", "before:", "after:", "min:", "max:", "Each", "Next",
    "Mover", "Prev", "All", "P1", "P2", "P3", "P16", "Neutral", "Player", "Off", "End",
    "Undefined", "Infinity", "True", "False", "N", "SE", "Forward", "FL", "Adjacent",
    "Orthogonal", "Diagonal", "Rotational", "Own", "In", "Out", "CW", "CCW", "Cell", "Vertex",
    "Edge", "Empty", "(to)", "(from)", "(between)", "(site)", "(value)", "(player)", "(mover)",
    "(next)", "(prev)", "(counter)", "(var)", "(pass)", "(moveAgain)", "(remove -5)",
]  # fmt: skip


class Choices(Protocol):
    """What decides how a text comes out."""

    def randrange(self, stop: int, /) -> int:
        """A number below `stop`."""

    def choice(self, options: Sequence[Some], /) -> Some:
        """One of the options."""


class Mangler:
    """Makes texts from those it is given."""

    def __init__(self, texts: Iterable[str], snippets: Iterable[str] = ()) -> None:
        self.texts: list[Tokens] = []
        self.forms: dict[str, dict[str, list[Tokens]]] = {
            name: defaultdict(list) for name in TABLES
        }
        self.boards = [tokens(board) for board in BOARDS]
        for text in texts:
            if (words := tokens(text)) and self._keep_forms(" ".join(words)):
                self.texts.append(words)
        self.small = [words for words in self.texts if len(words) < 300]
        for text in snippets:
            self._keep_forms(text)
        for name, tables in TABLES.items():
            for entry in (entry for table in tables for entry in table.entries):
                empty = ["(", *filter(None, entry), ")"]
                self.forms[name].setdefault(" ".join(entry), []).append(empty)
        self.kinds: dict[str, list[str]] = defaultdict(list)
        for name, kinds in self.forms.items():
            for keyword in dict.fromkeys(head.partition(" ")[0] for head in kinds):
                self.kinds[keyword].append(name)
        self.heads = sorted({head for kinds in self.forms.values() for head in kinds})
        often = {
            self.replaced_within: 40,
            self.renumbered: 15,
            self.reheaded: 8,
            self.strayed: 7,
            self.repeated: 8,
            self.dropped: 8,
            self.doubled: 6,
            self.grafted: 7,
            self.bomb: 1,
        }
        self.changes = [change for change, times in often.items() for _ in range(times)]

    def _keep_forms(self, text: str) -> bool:
        """Keep the forms of a text, also as they are once definitions are replaced.

        False where definitions make it too large: that takes long, and `bomb` does it too.
        """
        try:
            for form in _within(item.node for item in read(text)):
                self._keep(form)
            for form in _within([expand(text).game]):
                self._keep(form)
        except RulesError as error:
            return "the definitions make over" not in str(error)
        return True

    def _keep(self, form: Form) -> None:
        words = tokens(form.span.text)
        if len(words) > LONGEST_FORM or "#" in words:
            return
        if form.keyword == "board" and words[2:-1] not in self.boards:
            self.boards.append(words[2:-1])
        entry = (form.keyword, first_word(form))
        for name, tables in TABLES.items():
            if any(known in table.entries for table in tables for known in (entry, (entry[0], ""))):
                kept = self.forms[name][" ".join(entry)]
                if words not in kept:
                    kept.append(words)

    def text(self, choices: Choices, framed: int = 20) -> str:
        """A text; so many of a hundred are games in a frame, which are often playable."""
        kind = choices.randrange(100)
        if kind < framed:
            words, changes = self.framed(choices), choices.randrange(3)
        elif kind < 98:
            words, changes = list(choices.choice(self.small)), 1 + choices.randrange(3)
        else:
            words, changes = list(choices.choice(self.texts)), 1 + choices.randrange(4)
        for _ in range(changes):
            words = self.changed(words, choices)
        text = " ".join(words)[:BOMB_LENGTH]
        for _ in range(choices.randrange(3) if choices.randrange(12) == 0 else 0):
            text = scratched(text, choices)
        return text

    # Frames

    def framed(self, choices: Choices) -> Tokens:
        """A small game with forms in its open places."""
        return [
            each
            for word in tokens(choices.choice(FRAMES))
            for each in (self.filled(word, choices, 0) if word.isupper() else [word])
        ]

    def filled(self, word: str, choices: Choices, depth: int) -> Tokens:
        """What stands in an open place of a frame."""
        if word == "BOARD":
            return self.boards[choices.randrange(5 if choices.randrange(4) else len(self.boards))]
        if word == "HAND":
            return tokens(choices.choice(HANDS))
        if word not in TABLES:
            return [word]
        if depth == 0 and choices.randrange(3):
            return tokens(choices.choice(PLAIN[word]))
        if word == "NUMBER" and choices.randrange(3) == 0:
            return [choices.choice(NUMBERS)]
        kinds = self.forms[word]
        kept = kinds[choices.choice(sorted(kinds))]
        words = self.named(choices.choice(kept), choices)
        if depth < 3 and choices.randrange(3) == 0:
            words = self.replaced_within(words, choices, depth)
        return words

    def named(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with some names that a frame has in the place of others."""
        return [
            choices.choice(NAMES) if word[0] == '"' and choices.randrange(2) else word
            for word in words
        ]

    def replaced_within(self, words: Tokens, choices: Choices, depth: int = 3) -> Tokens:
        """The same with one of its forms replaced by another of its kind."""
        starts = [at for at, word in enumerate(words) if word == "("]
        known = [at for at in starts if words[at + 1 : at + 2] and words[at + 1] in self.kinds]
        if not known:
            return words
        start = choices.choice(known)
        end = closing(words, start)
        kinds = self.kinds[words[start + 1]] if choices.randrange(20) else [*TABLES]
        return words[:start] + self.filled(choices.choice(kinds), choices, depth + 1) + words[end:]

    # Changes

    def changed(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with one change."""
        return choices.choice(self.changes)(words, choices) if words else words

    def strayed(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with a word that does not belong there, beside another or in its place."""
        at = choices.randrange(len(words))
        return [*words[:at], choices.choice(STRAY), *words[at + choices.randrange(2) :]]

    def repeated(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with one of its words in the place of another."""
        at, other = choices.randrange(len(words)), choices.choice(words)
        return words if other in "(){}" else [*words[:at], other, *words[at + 1 :]]

    def dropped(self, words: Tokens, choices: Choices) -> Tokens:
        """The same without a word or a form."""
        start, end = self.stretch(words, choices)
        return words[:start] + words[end:]

    def doubled(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with a word or a form twice or three times."""
        start, end = self.stretch(words, choices)
        return words[:end] + words[start:end] * (1 + choices.randrange(2)) + words[end:]

    def grafted(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with a part of another text in the place of a part."""
        start, end = self.stretch(words, choices)
        other = choices.choice(self.small)
        first, last = self.stretch(other, choices)
        return words[:start] + other[first:last] + words[end:]

    def stretch(self, words: Tokens, choices: Choices) -> tuple[int, int]:
        """Where a token, or a whole form or list, starts and ends."""
        start = choices.randrange(len(words))
        if words[start] in CLOSING.values() and choices.randrange(8):
            start = choices.randrange(len(words))
        return start, closing(words, start)

    def renumbered(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with another number."""
        found = [at for at, word in enumerate(words) if word.lstrip("-")[:1].isdigit()]
        if not found:
            return words
        at = choices.choice(found)
        return [*words[:at], choices.choice(NUMBERS), *words[at + 1 :]]

    def reheaded(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with another keyword at the head of a form."""
        found = [at + 1 for at, word in enumerate(words[:-1]) if word == "("]
        if not found:
            return words
        at = choices.choice(found)
        return words[:at] + choices.choice(self.heads).split() + words[at + 1 :]

    def bomb(self, words: Tokens, choices: Choices) -> Tokens:
        """The same with a part many times: side by side, within itself, or by definitions."""
        start, end = self.stretch(words, choices)
        part, times = words[start:end], choices.choice((5, 30, 80, 400, 3000))
        fits = max(1, LONGEST_TEXT * 8 // (1 + sum(map(len, part))))
        kind = choices.randrange(3)
        if kind == 0:
            return words[:start] + part * min(times, fits) + words[end:]
        if kind == 1 and part[0] == "(" and "(" in part[1:]:
            inner = choices.choice([at for at, word in enumerate(part) if word == "(" and at])
            last = closing(part, inner)
            before, after = part[:inner], part[last:]
            times = min(times, fits, 120)
            deep = before * times + part[inner:last] + after * times
            return words[:start] + deep + words[end:]
        calls = ['("D0")' if number == 0 else f'("D{number}")' for number in range(times % 97)]
        defined = [f'(define "D{n + 1}" {call} {call})' for n, call in enumerate(calls)]
        last_call = calls[-1] if calls else '("D0")'
        first = ["(", "define", '"D0"', *part, ")"]
        return [*first, *defined, *words[:start], last_call, *words[end:]]


def scratched(text: str, choices: Choices) -> str:
    """The same with a character gone, doubled or replaced."""
    if not text:
        return text
    at = choices.randrange(len(text))
    strange = ("", text[at] * 2, "(", ")", '"', "\\", "\0", "é", "~", "#", ".", "-", "9", "*", "\n")
    return text[:at] + choices.choice(strange) + text[at + 1 :]


def tokens(text: str) -> Tokens:
    """The tokens of a text, without comments."""
    return TOKEN.findall(COMMENT.sub("", text))


def closing(words: Tokens, start: int) -> int:
    """Where the form or list that opens at a place ends; of any other token, the place after it."""
    if words[start] not in CLOSING:
        return start + 1
    depth = 0
    for at in range(start, len(words)):
        depth += (words[at] in CLOSING) - (words[at] in CLOSING.values())
        if depth == 0:
            return at + 1
    return len(words)


def _within(nodes: Iterable[object]) -> Iterator[Form]:
    for node in nodes:
        yield from (each for each in walk(node) if isinstance(each, Form))  # type: ignore[arg-type]


def strings_of(path: Path) -> Iterator[str]:
    """The strings in a Python file that hold a form."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "(" in node.value:
            yield node.value
