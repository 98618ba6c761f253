"""Rules spelled otherwise: the same program, byte for byte but for names?

    python benchmarks/respelling.py [DIR] [--games NAME …] [--times 200] [--cpu 600]

Each text of a folder (the shipped rulesets, unless another is given) is compiled by the engine's
second design, then as often as asked with other blanks and comments, with its definitions in
another order, and with other names for its definitions, pieces and regions. Definitions are read
from a folder `def` beside DIR. Prints each text whose module, or whose manifest but for names,
comes out differently, then how many were tried; ends with 1 where any differed. No text is begun
after so many seconds of processor time.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import RULESETS
from games.boards import BoardError
from games.engine.language import read_and_bind
from games.engine.lowering.compile import Compiled, compile_typed
from games.engine.lowering.registry import NotImplementedLudeme
from games.ludemes import Definition, Library, RulesError, default_choices, read
from games.ludemes.reader import tokens
from games.ludemes.source import Source
from games.ludemes.tree import Form, Text, walk

BLANKS = (" ", "\n", "\t", "   ", "\n\n    ", " // (a note)\n", "\n// } it's \" so\n")
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
NAMING = ("define", "piece", "regions")
QUOTED = re.compile(r'"([^"\n]*)"')
NUMBERED = re.compile(r"(?P<name>.*?)(?P<number>\d*)")
Names = Mapping[str, str]


def respelled(text: str, chance: random.Random) -> str:
    """The text with other blanks between its words, and its definitions in another order."""
    return _with_other_blanks(_with_other_order(text, chance), chance)


def renamed(text: str, chance: random.Random, spared: frozenset[str] = frozenset()) -> Names:
    """New names for definitions, pieces and regions that are written nowhere else."""
    names = sorted(_given_names(text) - spared)
    return {name: "".join(chance.choices(LETTERS, k=9)) for name in names}


def with_names(text: str, names: Names) -> str:
    """The text with its names replaced, those with an owner's number too, which are not built."""

    def replaced(match: re.Match[str]) -> str:
        word = match[1]
        parts = NUMBERED.fullmatch(word)
        assert parts is not None
        if word not in names and parts["name"] in names:
            return f'"{names[parts["name"]]}{parts["number"]}"'
        return f'"{names.get(word, word)}"'

    return QUOTED.sub(replaced, text)


def quoted_words(text: str) -> frozenset[str]:
    """What stands between quotes in a text, with and without a number behind."""
    found = QUOTED.findall(text)
    return frozenset([*found, *(word.rstrip("0123456789") for word in found)])


def _given_names(text: str) -> set[str]:
    forms = [each for item in read(text) for each in walk(item.node) if isinstance(each, Form)]
    named = {
        (form.keyword, form.items[1].node.value)
        for form in forms
        if form.keyword in NAMING and len(form.items) > 1 and isinstance(form.items[1].node, Text)
    }
    words = quoted_words(text)
    # Where strings are put together from parts, a part of one may be a name.
    built = any("#" in word for word in words)
    fixed = {
        name
        for keyword, name in named
        if name[-1:].isdigit()
        or "#" in name
        or (keyword != "define" and (built or not _stands_alone(name, words)))
    }
    return {name for _, name in named} - fixed


def _stands_alone(name: str, words: Iterable[str]) -> bool:
    """Pieces and a player's regions are found by parts of their names, which then must stay."""
    others = {word.rstrip("0123456789") for word in words} - {name, ""}
    return all(name not in other and other not in name for other in others)


def _with_other_blanks(text: str, chance: random.Random) -> str:
    parts, end = [], 0
    for token in tokens(Source("text", text), text):
        parts.append(chance.choice(BLANKS) if token.start > end and end else "")
        parts.append(text[token.start : token.end])
        end = token.end
    return "".join(parts)


def _with_other_order(text: str, chance: random.Random) -> str:
    """A definition may stand anywhere at the top, but for others of its name."""
    tops = [item.node for item in read(text)]
    spans = [node.span.text + "*" * getattr(node, "starred", 0) for node in tops]
    places = [
        n for n, node in enumerate(tops) if isinstance(node, Form) and node.keyword == "define"
    ]
    names = [tops[n].items[1].node for n in places]  # type: ignore[attr-defined]
    if len({name.value for name in names}) < len(names):
        return text
    shuffled = chance.sample(places, len(places))
    moved = dict(zip(places, shuffled, strict=True))
    return "\n".join(spans[moved.get(n, n)] for n in range(len(spans)))


def program(text: str, library: Mapping[str, Definition] | None) -> Compiled:
    """The program of a text with its default options."""
    bound = read_and_bind(text, library, default_choices(text), name="text", strict=True)
    return compile_typed(bound.root)


def differences(
    text: str,
    times: int,
    chance: random.Random,
    library: Mapping[str, Definition] | None = None,
    spared: frozenset[str] = frozenset(),
) -> Iterator[str]:
    """Respellings of a text, of so many, that give another program."""
    first = program(text, library)
    wanted = repr(first.manifest)
    for _ in range(times):
        names = renamed(text, chance, spared)
        other = respelled(with_names(text, names), chance)
        made = program(other, library)
        same_names = _with_former_names(repr(made.manifest), names)
        if made.module != first.module or same_names != wanted:
            yield other


def _with_former_names(text: str, names: Names) -> str:
    former = {new: old for old, new in names.items()}
    return re.sub(rf"[{LETTERS}]{{9}}", lambda match: former.get(match[0], match[0]), text)


def main() -> None:
    """Print what differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=RULESETS)
    parser.add_argument("--games", nargs="+", default=[])
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--cpu", type=float, default=600.0)
    options = parser.parse_args()
    beside = options.folder.resolve().parent / "def"
    library = Library(beside) if beside.is_dir() else None
    files = beside.rglob("*.def") if library is not None else ()
    spared = frozenset().union(*(quoted_words(each.read_text("utf-8")) for each in files))
    tried = differing = 0
    for path in sorted(options.folder.glob("*.lud")):
        if (options.games and path.stem not in options.games) or time.process_time() > options.cpu:
            continue
        try:
            text = path.read_text(encoding="utf-8")
            chance = random.Random(path.stem)
            found = list(differences(text, options.times, chance, library, spared))
        except (NotImplementedLudeme, RulesError, BoardError):
            continue
        tried += 1
        differing += bool(found)
        if found:
            print(f"{path.stem}: {len(found)} of {options.times} differ", flush=True)
    print(f"{tried} texts, each spelled in {options.times} other ways: {differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
