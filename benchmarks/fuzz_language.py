"""Texts that nobody would write, for the second design of the engine: each must get an answer.

    python -m benchmarks.fuzz_language --texts FOLDER --definitions FOLDER --inputs 5000 --seed 1

Texts (*.lud of FOLDER, or the small games of the tests) are mangled: forms, words and numbers go,
come twice, change places, or are replaced by others; parts are put deep into themselves; sizes and
counts become huge. An answer is a program, or a RulesError with a place. Anything else fails, as do
more than SECONDS of the processor's time or MEGABYTES of memory: the text is printed, and written
to --failures. Each process tries some texts and is started again when it dies.
"""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.mangling import NUMBERS, Tokens, closing, scratched, tokens
from games.ludemes import Library, OptionError, RulesError
from games.play import Limits
from games.play.second import load_second

SECONDS, MEGABYTES = 20, 1500
LONGEST = 60_000
DRAWS = 8  # of so many texts the shortest is mangled: what is wrong in short ones shows sooner
HUGE = ("40", "99", "1000", "65536", "2147483648", "-1", "99999999999999999999")


class Overrun(BaseException):
    """A text takes more than its share of the processor's time."""


class Mangler:
    """Makes texts from others by a generator of random numbers."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = [found for text in texts if (found := tokens(text))]
        self.forms = [form for words in self.texts for form in _forms(words)]
        self.alike: defaultdict[str, list[Tokens]] = defaultdict(list)
        for form in self.forms:
            self.alike["".join(form[1:2])].append(form)
        self.words = sorted({word for words in self.texts for word in words if word not in "(){}"})
        often: dict[Callable[[Tokens, random.Random], Tokens], int] = {
            self.replaced: 12, self.dropped: 6, self.doubled: 5, self.swapped: 6,
            self.reworded: 10, self.renumbered: 8, self.strayed: 4, self.nested: 2, self.huge: 4,
        }  # fmt: skip
        self.changes = [change for change, times in often.items() for _ in range(times)]

    def text(self, choices: random.Random) -> str:
        """A text with one to four changes and at times a scratched character."""
        words = min((choices.choice(self.texts) for _ in range(DRAWS)), key=len)
        for _ in range(1 + choices.randrange(4)):
            if words:
                words = choices.choice(self.changes)(words, choices)
        text = " ".join(words)[:LONGEST]
        return scratched(text, choices) if choices.randrange(10) == 0 else text

    def replaced(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with a form replaced by one of the same keyword, or by any."""
        start = _form(words, choices)
        if start is None:
            return words
        alike = self.alike["".join(words[start + 1 : start + 2])]
        found = choices.choice(alike if alike and choices.randrange(4) else self.forms)
        return words[:start] + found + words[closing(words, start) :]

    def dropped(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same without a word, form or list."""
        start = choices.randrange(len(words))
        return words[:start] + words[closing(words, start) :]

    def doubled(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with a word, form or list several times."""
        start = choices.randrange(len(words))
        end = closing(words, start)
        return words[:end] + words[start:end] * choices.choice((1, 2, 30)) + words[end:]

    def swapped(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with two forms in each other's places."""
        first, second = _form(words, choices), _form(words, choices)
        if first is None or second is None:
            return words
        first, second = sorted((first, second))
        middle, end = closing(words, first), closing(words, second)
        if middle > second:
            return words
        return [
            *words[:first], *words[second:end], *words[middle:second], *words[first:middle],
            *words[end:],
        ]  # fmt: skip

    def reworded(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with another word of the language in the place of one."""
        at = choices.randrange(len(words))
        if words[at] in "(){}":
            return words
        return [*words[:at], choices.choice(self.words), *words[at + 1 :]]

    def renumbered(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with another number."""
        return _numbered(words, choices, NUMBERS)

    def huge(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with a number that makes a board or count huge."""
        return _numbered(words, choices, HUGE)

    def strayed(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with a word or bracket that belongs elsewhere."""
        at = choices.randrange(len(words))
        stray = choices.choice((*"(){}", "()", "{}", "if:", "at:", choices.choice(self.words)))
        return [*words[:at], *tokens(stray), *words[at:]]

    def nested(self, words: Tokens, choices: random.Random) -> Tokens:
        """The same with a form many times within itself."""
        start = _form(words, choices)
        if start is None:
            return words
        form = words[start : closing(words, start)]
        inner = [at for at, word in enumerate(form) if word == "(" and at]
        if not inner:
            return words
        at = choices.choice(inner)
        end = closing(form, at)
        times = choices.choice((3, 20, 100))
        deep = form[:at] * times + form[at:end] + form[end:] * times
        return words[:start] + deep + words[start + len(form) :]


def _numbered(words: Tokens, choices: random.Random, numbers: Sequence[str]) -> Tokens:
    found = [at for at, word in enumerate(words) if word.lstrip("-")[:1].isdigit()]
    if not found:
        return words
    at = choices.choice(found)
    return [*words[:at], choices.choice(numbers), *words[at + 1 :]]


def _form(words: Tokens, choices: random.Random) -> int | None:
    found = [at for at, word in enumerate(words) if word == "("]
    return choices.choice(found) if found else None


def _forms(words: Tokens) -> Iterator[Tokens]:
    for at, word in enumerate(words):
        if word == "(":
            form = words[at : closing(words, at)]
            if len(form) < 150:
                yield form


def sources(folder: Path | None) -> list[str]:
    """The texts to mangle."""
    if folder is not None:
        return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.lud"))]
    from tests.engine import texts

    return [value for name, value in vars(texts).items() if name.isupper()]


def answer(text: str, library: Library | None) -> str:
    """How a text is answered: "program", "refused", or what is wrong."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        load_second(text, (), library, limits=Limits())
    except RulesError as error:
        return _refusal(error)
    except Overrun:
        return f"over {SECONDS} s"
    except MemoryError:
        return f"over {MEGABYTES} MB"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "program"


def _refusal(error: RulesError) -> str:
    if "cannot be compiled" in str(error):
        return str(error)[:200]
    if isinstance(error, OptionError):
        return "refused"
    return "refused" if getattr(error, "span", None) is not None else f"no place: {error}"[:200]


def _overrun(*_: object) -> None:
    raise Overrun


def worker(options: Namespace) -> None:
    """Answer texts by number, from --first on; a line of JSON for each."""
    megabytes = MEGABYTES << 20
    resource.setrlimit(resource.RLIMIT_DATA, (megabytes, megabytes))
    signal.signal(signal.SIGPROF, _overrun)
    library = Library(options.definitions) if options.definitions else None
    mangler = Mangler(sources(options.texts))
    for number in range(options.first, options.inputs):
        text = mangler.text(random.Random(f"{options.seed}/{number}"))
        print(json.dumps({"number": number}), flush=True)
        found = answer(text, library)
        line: dict[str, Any] = {"number": number, "answer": found}
        if found not in ("program", "refused"):
            line["text"] = text
        print(json.dumps(line), flush=True)


def fuzz(options: Namespace) -> Counter[str]:
    """Answer all texts in processes that may die, and count the answers."""
    counted: Counter[str] = Counter()
    first, began = 0, time.monotonic()
    while first < options.inputs:
        first = _some(options, first, counted)
    seconds = time.monotonic() - began
    print(f"{options.inputs} texts in {seconds:.0f} s: {dict(counted.most_common())}")
    return counted


def _some(options: Namespace, first: int, counted: Counter[str]) -> int:
    """Run a process from a number on until it ends: the number to go on from."""
    command = [sys.executable, "-m", "benchmarks.fuzz_language", "--worker", "--first", str(first)]
    for name in ("texts", "definitions", "inputs", "seed"):
        if getattr(options, name) is not None:
            command += [f"--{name}", str(getattr(options, name))]
    asked = first - 1
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for each in process.stdout:
            line = json.loads(each)
            asked = line["number"]
            if "answer" in line:
                _note(options, line, counted)
                first = asked + 1
    if first <= asked:
        _note(options, {"number": asked, "answer": "the process died"}, counted)
        return asked + 1
    if process.returncode and asked < first - 1:
        raise SystemExit("the process does not start")
    return first


def _note(options: Namespace, line: dict[str, Any], counted: Counter[str]) -> None:
    found = line["answer"]
    counted[found if found in ("program", "refused") else "failed"] += 1
    if found in ("program", "refused"):
        return
    print(f"{line['number']}: {found}", flush=True)
    if options.failures:
        options.failures.mkdir(parents=True, exist_ok=True)
        path = options.failures / f"{options.seed}-{line['number']}.lud"
        path.write_text(line.get("text", ""), encoding="utf-8")


def main() -> None:
    """Run from the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--texts", type=Path, help="folder of *.lud; without it, games of the tests"
    )
    parser.add_argument("--definitions", type=Path, help="folder of .def files")
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--failures", type=Path, help="folder that texts which fail are written to")
    parser.add_argument("--first", type=int, default=0, help="the number to begin with")
    parser.add_argument("--worker", action="store_true", help="answer in this process")
    options = parser.parse_args()
    if options.worker:
        worker(options)
        return
    if fuzz(options)["failed"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
