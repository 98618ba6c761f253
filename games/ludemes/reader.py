"""Read rules text into a tree. Nothing is expanded here; every node keeps its span.

The grammar is that of Ludii's game description language (Piette et al., The Ludii Game Description
Language, and the Ludii Language Reference, 2021): forms in round brackets, lists in braces, option
values in angle brackets, strings, numbers, ranges, `name:` before an item, `//` comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from games.ludemes.source import LudemeError, Source, Span
from games.ludemes.tree import (
    Angles,
    Braces,
    Form,
    Item,
    Node,
    Number,
    Placeholder,
    Range,
    Sequence,
    Text,
    Word,
)

MAX_TEXT = 200_000
MAX_NESTING = 100
MAX_DIGITS = 20
INTEGERS = range(-(2**31), 2**31)

BLANK = re.compile(r"(?:\s|//[^\n]*)*")
TOKEN = re.compile(
    r"""(?:
        (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<open>[({])
      | (?P<close>[)}])
      | (?P<name>[A-Za-z]\w*:)
      | (?P<range>-?\d+\.\.-?\d+)
      | (?P<number>-?\d+(?:\.\d+)?(?![\w.]))
      | (?P<hole>\#\d+|~)
      | (?P<operator><=|>=|!=|[<>=+\-*/%^])
      | (?P<word>[\w.]+)
      | (?P<end>\Z)
      )
    """,
    re.VERBOSE,
)
ESCAPED = re.compile(r'\\(["\\])')
CLOSING = {"(": ")", "{": "}", "<": ">"}


class Token(NamedTuple):
    """A piece of text that stands together: what kind it is, its characters, its place."""

    kind: str
    text: str
    span: Span


def read(text: str, name: str = "rules") -> list[Item]:
    """Read a whole text: its top-level items in order.

    Raises LudemeError, pointing at the place, for text that is too long or too deeply nested,
    brackets that do not match, strings without an end and characters that mean nothing.
    """
    source = Source(name, text)
    if len(text) > MAX_TEXT:
        message = f"the text has {len(text)} characters: at most {MAX_TEXT} are read"
        raise LudemeError(message, Span(source, 0, 1))
    return _Parser(source).items()


def tokens(source: Source) -> Iterator[Token]:
    """Cut a text into tokens, leaving out blanks and comments."""
    text, offset, previous = source.text, 0, ""
    while match := TOKEN.match(text, offset := _after_blanks(text, offset)):
        kind = str(match.lastgroup)
        word = match[kind]
        start, offset = match.span(kind)
        if kind == "end":
            return
        if kind == "operator":
            kind = _operator_kind(word, previous, text[offset : offset + 1])
            word = word if kind == "word" else word[0]
            offset = start + len(word)
        yield Token(kind, word, Span(source, start, offset))
        previous = word
    raise _unreadable(source, offset)


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

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = list(tokens(source))
        self.at = 0
        self.open: list[Token] = []

    def items(self) -> list[Item]:
        """items = { item } , to the end of the text or the closing bracket."""
        found: list[Item] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "close":
                if not self.open:
                    message = f"{token.text!r} closes nothing: remove it or open it before"
                    raise LudemeError(message, token.span)
                return found
            found.append(self.item())
        if self.open:
            opened = self.open[-1]
            message = f"{opened.text!r} is never closed: add {CLOSING[opened.text]!r}"
            raise LudemeError(message, opened.span)
        return found

    def item(self) -> Item:
        """item = [ name ":" ] node"""
        token = self.tokens[self.at]
        if token.kind != "name":
            return Item(None, self.node())
        self.at += 1
        if self.at == len(self.tokens) or self.tokens[self.at].kind == "close":
            raise LudemeError(f"nothing follows {token.text!r}: write its value", token.span)
        return Item(token.text[:-1], self.node())

    def node(self) -> Node:
        """node = form | braces | angles | string | number | range | placeholder | word"""
        token = self.tokens[self.at]
        if token.kind == "open":
            return self.sequence(token)
        self.at += 1
        return _leaf(token)

    def sequence(self, opened: Token) -> Sequence:
        """sequence = open items close { "*" }"""
        self.open.append(opened)
        if len(self.open) > MAX_NESTING:
            message = f"brackets nested more than {MAX_NESTING} deep: give parts of it a (define …)"
            raise LudemeError(message, opened.span)
        self.at += 1
        items = tuple(self.items())
        closed = self.tokens[self.at]
        self.open.pop()
        if closed.text != CLOSING[opened.text]:
            message = (
                f"{closed.text!r} does not close {opened.text!r}: write {CLOSING[opened.text]!r}"
            )
            raise LudemeError(message, closed.span)
        self.at += 1
        span = Span(self.source, opened.span.start, closed.span.end)
        stars = self.stars()
        if opened.text == "(":
            if not items:
                raise LudemeError("an empty form: write a keyword after '('", span)
            return Form(span, items, starred=stars)
        return (Braces if opened.text == "{" else Angles)(span, items, starred=stars)

    def stars(self) -> int:
        """How many `*` follow: the mark of a default item."""
        count = 0
        while self.at < len(self.tokens) and self.tokens[self.at].kind == "star":
            self.at += 1
            count += 1
        return count


def _leaf(token: Token) -> Node:
    kind, word, span = token
    if kind == "string":
        return Text(span, ESCAPED.sub(r"\1", word[1:-1]) if "\\" in word else word[1:-1])
    if kind == "number":
        return Number(span, _decimal(word, span) if "." in word else _integer(word, span))
    if kind == "range":
        first, last = word.split("..")
        return Range(span, _integer(first, span), _integer(last, span))
    if kind == "hole":
        return Placeholder(span, 0 if word == "~" else _integer(word[1:], span))
    if kind == "name":
        raise LudemeError(f"{word!r} follows another name: write a value between", span)
    return Word(span, word)


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
