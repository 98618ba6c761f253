"""The signatures of the rules language: one row for each form of a ludeme, read from table/.

A table file has sections and rows:

    [ints] IntFunction                          kind, and the types that its rows give
    count : countType CountStackType [type SiteType] (at: IntFunction | to: RegionFunction)
        The number of pieces in the stacks of a site or region.

A parameter is `name Type`, or `name: Type` where the author writes the name; `[…]` may be left out,
`a | b` means one of these. `T[]` is a list of T. Where a sign may stand for the keyword, the sign
stands first: `+ add : …`. words.txt has the sets of words: `Set Supertype … : Word Word …`.

To add a form, write its row here; to implement it, register a lowering for the row's key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from games.ludemes.packing import packed

TABLE = Path(__file__).parent / "table"
TOKEN = re.compile(r"[\[\]()|]|\w+(?:\[\])*:?")
OPENING = {"[": "]", "(": ")"}


@packed
@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a signature. Of those with one `group` (not 0) at most one is given."""

    name: str
    type: str
    optional: bool = False
    named: bool = False
    group: int = 0

    def __str__(self) -> str:
        return f"{self.name[0].lower()}{self.name[1:]}:" if self.named else self.name


@packed
@dataclass(frozen=True, slots=True)
class Signature:
    """A form as the table has it. `keywords` are spellings of one keyword, the usual one first."""

    keywords: tuple[str, ...]
    kind: str
    result: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    meaning: str


@packed
@dataclass(frozen=True, slots=True)
class Row:
    """A signature with the first word that chooses it, "" where none does.

    `key` is kind, keyword and word; further rows with the same three have "/2", "/3" after it.
    """

    key: str
    word: str
    signature: Signature

    @property
    def kind(self) -> str:
        """What family of values the row gives, such as "ints"."""
        return self.signature.kind

    @property
    def keyword(self) -> str:
        """The keyword as it is usually written."""
        return self.signature.keywords[0]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters; the first one takes the word where there is one."""
        return self.signature.parameters

    @property
    def result(self) -> tuple[str, ...]:
        """The types that the row gives."""
        return self.signature.result

    @property
    def meaning(self) -> str:
        """What the form stands for, in one line."""
        return self.signature.meaning

    @property
    def pattern(self) -> str:
        """The form as a reader sees it: `(move Hop [from] … to [stack:] [then])`."""
        parameters = self.parameters[1:] if self.word else self.parameters
        return f"({' '.join(filter(None, [self.keyword, self.word, *_shown(parameters)]))})"


@packed
@dataclass(frozen=True, slots=True)
class WordSet:
    """Words that may stand for one type, and for its supertypes."""

    name: str
    supertypes: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Signatures:
    """The whole table. `rows` has for each signature its rows by first word."""

    signatures: tuple[Signature, ...]
    words: tuple[WordSet, ...]
    rows: tuple[dict[str, Row], ...]

    def __iter__(self) -> Iterator[Row]:
        return (row for rows in self.rows for row in rows.values())


@lru_cache(maxsize=1)
def load_signatures(folder: Path = TABLE) -> Signatures:
    """The table in a folder, read once."""
    files = sorted(path for path in folder.glob("*.txt") if path.name != "words.txt")
    found = [each for path in files for each in read_rows(path.read_text(encoding="utf-8"))]
    words = tuple(read_words((folder / "words.txt").read_text(encoding="utf-8")))
    return Signatures(tuple(found), words, tuple(_rows(found, words)))


def read_rows(text: str) -> Iterator[Signature]:
    """The signatures of one file of the table."""
    kind, result = "", tuple[str, ...]()
    pending: Signature | None = None
    for line in filter(None, text.splitlines()):
        if line.startswith("["):
            kind, _, types = line[1:].partition("]")
            result = tuple(types.split())
        elif line.startswith(" ") and pending is not None:
            yield replace(pending, meaning=line.strip())
            pending = None
        else:
            keywords, _, parameters = line.partition(" :")
            read = tuple(_parameters(parameters))
            pending = Signature(tuple(keywords.split()), kind, result, read, "")


def read_words(text: str) -> Iterator[WordSet]:
    """The sets of words."""
    for line in filter(None, text.splitlines()):
        types, _, words = line.partition(" : ")
        name, *supertypes = types.split()
        yield WordSet(name, tuple(supertypes), tuple(words.split()))


def _parameters(text: str) -> Iterator[Parameter]:
    """parameters = { either | "[" either "]" | "(" either ")" } ; either = name type { "|" … }"""
    groups, tokens = 0, iter(TOKEN.findall(text))
    for each in tokens:
        if each not in OPENING:
            yield _parameter(each, next(tokens))
            continue
        inside = list(_until(tokens, OPENING[each]))
        groups += 1
        pairs = [(inside[i], inside[i + 1]) for i in range(0, len(inside), 3)]
        group = groups if len(pairs) > 1 else 0
        for name, type_ in pairs:
            yield replace(_parameter(name, type_), optional=each == "[", group=group)


def _until(tokens: Iterator[str], closing: str) -> Iterator[str]:
    for token in tokens:
        if token == closing:
            return
        yield token


def _parameter(name: str, type_: str) -> Parameter:
    return Parameter(name.removesuffix(":"), type_, named=name.endswith(":"))


def _rows(signatures: list[Signature], sets: tuple[WordSet, ...]) -> Iterator[dict[str, Row]]:
    """For each signature its rows by first word; a word counts where only it chooses the form."""
    later = {each.type for one in signatures for each in one.parameters[1:]}
    seen: dict[str, int] = {}
    words: dict[str, tuple[str, ...]] = {}
    for each in sets:
        words[each.name] = words.get(each.name, ()) + each.words
    for signature in signatures:
        first = next(iter(signature.parameters), None)
        alone = first is not None and not (first.optional or first.named or first.group)
        chooses = alone and first is not None and first.type in words and first.type not in later
        rows: dict[str, Row] = {}
        for word in words[first.type] if first is not None and chooses else ("",):
            key = " ".join(filter(None, (signature.kind, signature.keywords[0], word)))
            count = seen[key] = seen.get(key, 0) + 1
            rows[word] = Row(f"{key}/{count}" if count > 1 else key, word, signature)
        yield rows


def _shown(parameters: Iterable[Parameter]) -> Iterator[str]:
    """The parameters as a reader sees them, either-or groups in one bracket."""
    groups: dict[int, list[Parameter]] = {}
    for number, each in enumerate(parameters):
        groups.setdefault(each.group or -number - 1, []).append(each)
    for members in groups.values():
        text = " | ".join(map(str, members))
        if members[0].optional:
            yield f"[{text}]"
        else:
            yield f"({text})" if len(members) > 1 else text
