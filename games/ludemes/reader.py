"""Read rules text into a tree. Nothing is expanded here; every node keeps its span.

The grammar is that of Ludii's game description language (Piette et al., The Ludii Game Description
Language, and the Ludii Language Reference, 2021): forms in round brackets, lists in braces, option
values in angle brackets, strings, numbers, ranges, `name:` before an item, `//` comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.ludemes.source import LudemeError, Source, Span
from games.ludemes.tree import (
    Angles,
    Braces,
    Form,
    Item,
    Joined,
    LabelRange,
    Missing,
    Node,
    Number,
    Placeholder,
    Range,
    Text,
    Word,
)

MAX_TEXT = 200_000
MAX_NESTING = 100
MAX_DIGITS = 20
INTEGERS = range(-(2**31), 2**31)

TOKEN = re.compile(
    r"""(?>\s+|//[^\n]*)*+(?:
        (?P<open>[({])
      | (?P<close>[)}])
      | (?P<name>[A-Za-z]\w*+:)
      | (?P<joined>[A-Za-z_]\w*+(?:\#\d+\w*)+)
      | (?P<range>-?\d+\.\.-?\d+)
      | (?P<number>-?(?:\d+(?:\.\d+)?|\.\d+)(?:(?![\w.])|(?=\.\.)))
      | (?P<word>\.\.(?=-?\d)|[\w.]++)
      | (?P<labels>"[A-Za-z]+\d+"\.\."[A-Za-z]+\d+")
      | (?P<string>"(?:[^"\\]++|\\.)*+")
      | (?P<hole>\#\d+|~)
      | (?P<operator><=|>=|!=|[<>=+\-*/%^])
      | (?P<end>\Z)
      )
    """,
    re.VERBOSE,
)
BLANK = re.compile(r"(?>\s+|//[^\n]*)*+")
ESCAPED = re.compile(r'\\(["\\])')
CLOSING = {"(": ")", "{": "}", "<": ">"}

Faults = list[LudemeError] | None
"""Where to note what is wrong; None to raise the first."""


class BracketError(LudemeError):
    """A bracket without its other one: where what is in between ends is a guess."""


class Token(NamedTuple):
    """A piece of text that stands together: what kind it is, its characters, its place."""

    kind: str
    text: str
    start: int
    end: int


def read(text: str, name: str = "rules", faults: Faults = None) -> list[Item]:
    """Read a whole text: its top-level items in order.

    Raises LudemeError, pointing at the place, for text that is too long or too deeply nested,
    brackets that do not match, strings without an end and characters that mean nothing. Given a
    list of `faults`, the last three are added to it and the rest is read all the same.
    """
    source = Source(name, text)
    if len(text) > MAX_TEXT:
        message = f"the text has {len(text)} characters: at most {MAX_TEXT} are read"
        raise LudemeError(message, Span(source, 0, 1))
    mended = text.replace('\\\\"', ' \\"')
    if mended != text and (items := _read_mended(source, mended)) is not None:
        return items
    return _Parser(source, text, faults).items()


def _read_mended(source: Source, mended: str) -> list[Item] | None:
    """A text whose quotes are escaped twice, as in the notes of published texts, or None.

    A string may also end in a backslash: the text as it stands goes first.
    """
    for text in (source.text, mended):
        try:
            return _Parser(source, text, None).items()
        except LudemeError:
            continue
    return None


def report(error: LudemeError, faults: Faults) -> None:
    """Note an error; without a list to note it in, raise it."""
    if faults is None:
        raise error
    faults.append(error)


def tokens(source: Source, text: str, faults: Faults = None) -> Iterator[Token]:
    """Cut a text into tokens, leaving out blanks and comments."""
    offset, previous, make = 0, "", Token._make
    while True:
        match = TOKEN.match(text, offset)
        if match is None:
            offset = _after_blanks(text, offset)
            report(_unreadable(source, offset), faults)
            offset += 1
            continue
        kind, offset = str(match.lastgroup), match.end()
        word = match[kind]
        if kind == "end":
            return
        if kind == "operator":
            kind = _operator_kind(word, previous, text[offset : offset + 1])
            if kind != "word" and len(word) > 1:
                offset -= len(word) - 1
                word = word[0]
        yield make((kind, word, offset - len(word), offset))
        previous = word


def _after_blanks(text: str, offset: int) -> int:
    """Where blanks and comments end. (BLANK matches in any place, be it nothing.)"""
    return BLANK.match(text, offset).end()  # type: ignore[union-attr]


def _operator_kind(word: str, previous: str, following: str) -> str:
    """`<` and `>` compare only at the head of a form, before a blank; elsewhere they are brackets.

    A `*` after a closed item marks a default; at the head of a form it multiplies.
    """
    if word == "*" and previous in (")", "}", ">", "*"):
        return "star"
    if word[0] not in "<>" or (previous == "(" and following.isspace()):
        return "word"
    return "open" if word[0] == "<" else "close"


def _unreadable(source: Source, offset: int) -> LudemeError:
    character = source.text[offset]
    if character == '"':
        return LudemeError('this string is never closed: add " after it', _at(source, offset))
    return LudemeError(f"the character {character!r} means nothing here", _at(source, offset))


def _at(source: Source, offset: int) -> Span:
    return Span(source, offset, offset + 1)


class _Parser:
    """Recursive descent over the tokens of one source."""

    def __init__(self, source: Source, text: str, faults: Faults) -> None:
        self.source, self.faults = source, faults
        self.tokens = list(tokens(source, text, faults))
        self.at = 0
        self.open: list[Token] = []
        self.closed = True  # no bracket has been found without its end

    def fault(self, message: str, span: Span) -> Missing:
        """Note what is wrong; this stands in its place."""
        report(LudemeError(message, span), self.faults)
        return Missing(span)

    def bracket(self, message: str, token: Token) -> None:
        """Note what is wrong with a bracket."""
        report(BracketError(message, self.span(token)), self.faults)

    def span(self, token: Token) -> Span:
        """Where a token stands."""
        return Span(self.source, token.start, token.end)

    def items(self) -> list[Item]:
        """items = { [ name ":" ] node } , to the end of the text or the closing bracket."""
        found: list[Item] = []
        end = len(self.tokens)
        while self.at < end:
            token = self.tokens[self.at]
            kind = token.kind
            if kind == "name":
                found.append(self.named(token))
            elif kind != "close":
                found.append(Item(None, self.node(token)))
            elif self.closes(token):
                return found
        if self.open and self.closed:
            opened = self.open[-1]
            message = f"{opened.text!r} is never closed: add {CLOSING[opened.text]!r}"
            self.bracket(message, opened)
            self.closed = False
        return found

    def closes(self, token: Token) -> bool:
        """Whether a closing bracket ends the items; one that closes nothing is passed over."""
        if not self.is_spare(token):
            if self.open:
                return True
            message = f"{token.text!r} closes nothing: remove it or open it before"
            self.bracket(message, token)
        self.at += 1
        return False

    def is_spare(self, token: Token) -> bool:
        """Whether this is a second `>` after one that closed: published texts have such."""
        if token.text != ">" or not self.open or self.open[-1].text == "<":
            return False
        before = self.tokens[self.at - 1]
        return before.text == ">" and before.end == token.start

    def named(self, token: Token) -> Item:
        """An item with `name:` before it."""
        self.at += 1
        name = token.text[:-1]
        following = self.tokens[self.at] if self.at < len(self.tokens) else None
        if following is None or following.kind == "close":
            message = f"nothing follows {token.text!r}: write its value"
            return Item(name, self.fault(message, self.span(token)))
        return Item(name, self.node(following))

    def node(self, token: Token) -> Node:
        """node = form | braces | angles | string | number | range | placeholder | word"""
        if token.kind == "open":
            return self.sequence(token)
        self.at += 1
        span = Span(self.source, token.start, token.end)
        if token.kind == "word":
            return Word(span, token.text)
        try:
            return WRITTEN[token.kind](span, token.text)
        except LudemeError as error:
            return self.fault(error.message, error.span)

    def sequence(self, opened: Token) -> Node:
        """sequence = open items close { "*" }"""
        self.open.append(opened)
        if len(self.open) > MAX_NESTING:
            message = f"brackets nested more than {MAX_NESTING} deep: give parts of it a (define …)"
            raise LudemeError(message, self.span(opened))
        self.at += 1
        first = self.at
        items = tuple(self.items())
        if opened.text == "(" and items and items[0].name:
            # As published, a keyword may have a colon: (coord:"A1") is (coord "A1").
            keyword = Word(self.span(self.tokens[first]), items[0].name)
            items = (Item(None, keyword), Item(None, items[0].node), *items[1:])
        self.open.pop()
        span = Span(self.source, opened.start, self.close(opened))
        stars = self.stars()
        if opened.text == "(":
            if not items:
                return self.fault("an empty form: write a keyword after '('", span)
            return Form(span, items, starred=stars)
        return (Braces if opened.text == "{" else Angles)(span, items, starred=stars)

    def close(self, opened: Token) -> int:
        """Read the closing bracket: where it ends."""
        if self.at == len(self.tokens):
            return self.tokens[-1].end
        closed = self.tokens[self.at]
        wanted = CLOSING[opened.text]
        if closed.text == wanted:
            self.at += 1
            return closed.end
        message = f"{closed.text!r} does not close {opened.text!r}: write {wanted!r}"
        self.bracket(message, closed)
        # It closes what stands around, or it was meant to close this.
        if not self.open or CLOSING[self.open[-1].text] != closed.text:
            self.at += 1
        return closed.end

    def stars(self) -> int:
        """How many `*` follow: the mark of a default item."""
        count = 0
        while self.at < len(self.tokens) and self.tokens[self.at].kind == "star":
            self.at += 1
            count += 1
        return count


def _word(span: Span, word: str) -> Word:
    return Word(span, word)


def _number(span: Span, word: str) -> Number:
    return Number(span, _decimal(word, span) if "." in word else _integer(word, span))


def _hole(span: Span, word: str) -> Placeholder:
    return Placeholder(span, 0 if word == "~" else _integer(word[1:], span))


def _name(span: Span, word: str) -> Node:
    raise LudemeError(f"{word!r} follows another name: write a value between", span)


def _text(span: Span, word: str) -> Text:
    return Text(span, ESCAPED.sub(r"\1", word[1:-1]) if "\\" in word else word[1:-1])


def _range(span: Span, word: str) -> Range:
    first, last = word.split("..")
    return Range(span, _integer(first, span), _integer(last, span))


def _labels(span: Span, word: str) -> LabelRange:
    first, last = word.split("..")
    return LabelRange(span, first[1:-1], last[1:-1])


WRITTEN: dict[str, Callable[[Span, str], Node]] = {
    "string": _text,
    "number": _number,
    "hole": _hole,
    "name": _name,
    "star": _word,
    "range": _range,
    "labels": _labels,
    "joined": Joined,
}


def _integer(digits: str, span: Span) -> int:
    # Longer ones are not even tried: reading a million digits takes long.
    value = int(digits) if len(digits) < MAX_DIGITS else INTEGERS.stop
    if value not in INTEGERS:
        message = f"this number is too large: whole numbers go from {INTEGERS[0]} to {INTEGERS[-1]}"
        raise LudemeError(message, span)
    return value


def _decimal(digits: str, span: Span) -> float:
    if len(digits) >= MAX_DIGITS:
        raise LudemeError(f"this number is too long: write fewer than {MAX_DIGITS} digits", span)
    return float(digits)
