"""Feed the engine with rules texts that make no sense, and see that it stays calm.

    python benchmarks/fuzz.py [--inputs 10000] [--seed 1] [--first 0] [--jobs 1] [--framed 20]
    python benchmarks/fuzz.py --guided 600            # seconds, looking for uncovered code
    python benchmarks/fuzz.py --replay FILE …

Each text is loaded within the limits for strangers, played for a few plies and shown. It may be
refused or stopped with a RulesError. It fails where anything else is raised, where it takes longer
than 2 s of computing or more than 256 MiB of memory, and where the process dies or hangs. Texts
that fail are kept in a folder (`--keep`, by default var/fuzz), and --replay runs them again.

Texts are made from the shipped rulesets, the samples and the strings of the tests, and from folders
given by `--texts`; the same seed, share of framed games and number give the same text. `--guided`
needs atheris (see requirements-fuzz.txt): there choices that lead to new code are kept and varied.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if "--guided" in sys.argv:
    import atheris

    watched = atheris.instrument_imports(include=["games"])
else:
    watched = nullcontext()
with watched:
    import games.play
from benchmarks.mangling import Mangler, strings_of  # noqa: E402
from benchmarks.measuring import machine  # noqa: E402

SECONDS = 2.0
MEBIBYTES = 256
PLIES = 3
# Every so many texts that load, the build for counting is tried too: it takes long to make.
COUNTED = 16
# No answer for so long, on however busy a machine: the process hangs.
HANGS = 60.0
# Code that counts where it goes takes so many times as long.
WATCHED = 4 if "--guided" in sys.argv else 1
Some = TypeVar("Some")


@dataclass
class Tally:
    """What was seen so far."""

    inputs: int = 0
    loaded: int = 0
    slowest: float = 0.0
    slowest_at: str = ""
    most: float = 0.0
    most_at: str = ""
    refused: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what another has seen."""
        self.inputs += other.inputs
        self.loaded += other.loaded
        self.refused.update(other.refused)
        self.failures += other.failures
        if other.slowest > self.slowest:
            self.slowest, self.slowest_at = other.slowest, other.slowest_at
        if other.most > self.most:
            self.most, self.most_at = other.most, other.most_at

    def report(self) -> str:
        """All of it, in lines."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        peak = max(peak, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
        refused = ", ".join(f"{count} {name}" for name, count in self.refused.most_common())
        return "\n".join(
            [
                f"{self.inputs} inputs: {self.loaded} playable, {refused}",
                f"slowest {self.slowest:.2f} s ({self.slowest_at})",
                f"most memory {self.most:.0f} MiB more ({self.most_at}), process {peak:.0f} MiB",
                f"{len(self.failures)} failures",
                *self.failures,
            ]
        )


def play(text: str, counted: bool, tally: Tally) -> None:
    """Load a text and do with it what pages do."""
    rules = games.play.load(text)
    tally.loaded += 1
    position = rules.start()
    for ply in range(PLIES):
        legal, _, _ = position.legal_moves, position.forbidden, str(position)
        if not legal:
            break
        position = position.play(legal[(7 * ply + len(text)) % len(legal)])
    rules.manifest()
    rules.svg("Board")
    if counted:
        rules.perft(1)
        rules.playouts(1)
    machine_ = rules.playable.module.instance()
    for at, content in rules.program.data.items():
        # Where all are 0 the rules keep something.
        if any(content) and machine_.read(at, len(content)) != content:
            raise AssertionError("the rules wrote over their own tables")


def examine(text: str, name: str, keep: Path, tally: Tally, counted: bool = True) -> None:
    """Try one text; keep it where it fails."""
    begin, before = time.process_time(), _fresh_memory()
    failure = ""
    try:
        play(text, counted, tally)
    except games.play.RulesError as error:
        tally.refused[type(error).__name__] += 1
        if not str(error):
            failure = "no message"
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        failure = f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
        failure += f": {str(error)[:200]}"
    took, grown = time.process_time() - begin, _peak_memory() - before
    tally.inputs += 1
    if took > tally.slowest:
        tally.slowest, tally.slowest_at = took, name
    if grown > tally.most:
        tally.most, tally.most_at = grown, name
    if took > SECONDS * WATCHED:
        failure += f" took {took:.2f} s"
    if grown > MEBIBYTES:
        failure += f" took {grown:.0f} MiB"
    if failure:
        _keep(keep, name, text, failure)
        tally.failures.append(f"  {name}: {failure}")


def _keep(folder: Path, name: str, text: str, failure: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.lud").write_text(text, encoding="utf-8")
    print(f"{name}: {failure}", flush=True)


def _fresh_memory() -> float:
    """Memory in use in MiB; the peak starts from there."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _peak_memory()


def _peak_memory() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) / 1024


def mangler(folders: Sequence[Path]) -> Mangler:
    """One that knows the project's rules texts, and those in more folders."""
    known = (ROOT / "fixtures" / "rulesets", ROOT / "tests" / "samples")
    paths = sorted(path for folder in (*known, *folders) for path in folder.rglob("*.lud"))
    tests = sorted((ROOT / "tests" / "games").glob("test_*.py"))
    snippets = [string for path in tests for string in strings_of(path)]
    return Mangler([path.read_text(encoding="utf-8") for path in paths], snippets)


# Plain: so many texts by number, in several processes


def work(arguments: argparse.Namespace, first: int, at: Any, results: Any) -> None:
    """Try every so many-th text from the first on, saying which one it is at."""
    making, tally = mangler(arguments.texts), Tally()
    for number in range(first, arguments.first + arguments.inputs, arguments.jobs):
        at.value = number
        text = making.text(random.Random(f"{arguments.seed}:{number}"), arguments.framed)
        name = f"{arguments.seed}-{number}"
        examine(text, name, arguments.keep, tally, number % COUNTED == 0)
        if tally.inputs == 500:
            results.put(tally)
            tally = Tally()
    results.put(tally)
    at.value = -1


class Worker:
    """A process, started again after the text at which it died or hung."""

    def __init__(self, arguments: argparse.Namespace, number: int, results: Any) -> None:
        self.arguments, self.results = arguments, results
        self.start(arguments.first + number)

    def start(self, first: int) -> None:
        """Begin at a text."""
        self.at = multiprocessing.Value("q", first)
        self.seen, self.since = first, time.monotonic()
        self.process = multiprocessing.Process(
            target=work, args=(self.arguments, first, self.at, self.results)
        )
        self.process.start()

    def watch(self, tally: Tally) -> bool:
        """Whether it still has something to do."""
        if self.at.value != self.seen:
            self.seen, self.since = self.at.value, time.monotonic()
        alive = self.process.is_alive()
        if self.seen < 0:
            return alive
        if alive and time.monotonic() - self.since < HANGS:
            return True
        failure = "the process hangs" if alive else f"died: {self.process.exitcode}"
        self.process.kill()
        name = f"{self.arguments.seed}-{self.seen}"
        choices = random.Random(f"{self.arguments.seed}:{self.seen}")
        text = mangler(self.arguments.texts).text(choices, self.arguments.framed)
        _keep(self.arguments.keep, name, text, failure)
        tally.failures.append(f"  {name}: {failure}")
        self.start(self.seen + self.arguments.jobs)
        return True


def plain(arguments: argparse.Namespace) -> Tally:
    """Try texts by number."""
    total = Tally()
    results: multiprocessing.Queue[Any] = multiprocessing.Queue()
    workers = [Worker(arguments, number, results) for number in range(arguments.jobs)]
    busy, begin, told = True, time.monotonic(), time.monotonic()
    while busy:
        busy = sum(worker.watch(total) for worker in workers) > 0
        time.sleep(0.2)
        while not results.empty():
            total.add(results.get())
        if time.monotonic() - told > arguments.tell:
            told = time.monotonic()
            print(f"after {told - begin:.0f} s: {total.report()}", flush=True)
    return total


# Guided: atheris looks for texts that reach new code


class Guided:
    """Choices made by the bytes of a fuzzer."""

    def __init__(self, content: bytes) -> None:
        self.bytes = atheris.FuzzedDataProvider(content)

    def randrange(self, stop: int) -> int:
        """A number below `stop`."""
        return int(self.bytes.ConsumeIntInRange(0, stop - 1))

    def choice(self, options: Sequence[Some]) -> Some:
        """One of the options."""
        return options[self.randrange(len(options))]


def guided(arguments: argparse.Namespace) -> None:
    """Try texts until the time is over; this ends the process."""
    making, tally, begin = mangler(arguments.texts), Tally(), time.monotonic()
    told = begin

    def one(content: bytes) -> None:
        nonlocal told
        name = f"guided-{os.getpid()}-{tally.inputs}"
        text = making.text(Guided(content), arguments.framed)
        examine(text, name, arguments.keep, tally, tally.inputs % COUNTED == 0)
        now = time.monotonic()
        if now - told > arguments.tell or now - begin > arguments.guided:
            told = now
            print(f"after {now - begin:.0f} s: {tally.report()}", flush=True)
        if now - begin > arguments.guided:
            os._exit(bool(tally.failures))

    # Signals belong to wasmtime, which makes traps of them.
    handled = [f"-handle_{signal}=0" for signal in ("segv", "bus", "ill", "fpe", "abrt")]
    corpus = arguments.keep / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    flags = ["-max_len=400", "-len_control=0", "-rss_limit_mb=4000", f"-timeout={HANGS:.0f}"]
    atheris.Setup([sys.argv[0], *handled, *flags, f"-seed={arguments.seed}", str(corpus)], one)
    atheris.Fuzz()


def replay(arguments: argparse.Namespace) -> Tally:
    """Try kept texts again."""
    tally = Tally()
    for path in arguments.replay:
        before = tally.slowest = 0.0
        examine(path.read_text(encoding="utf-8"), path.stem, arguments.keep, tally)
        print(f"{path.name}: {tally.slowest - before:.2f} s")
    return tally


def main() -> None:
    """Print what was seen, with the machine; fail where anything did."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--guided", type=float, metavar="SECONDS")
    parser.add_argument("--replay", type=Path, nargs="+")
    parser.add_argument("--texts", type=Path, nargs="*", default=())
    parser.add_argument("--keep", type=Path, default=ROOT / "var" / "fuzz")
    parser.add_argument("--framed", type=int, default=20, metavar="PERCENT")
    parser.add_argument("--tell", type=float, default=60, metavar="SECONDS")
    arguments = parser.parse_args()
    print(machine(), flush=True)
    if arguments.guided:
        guided(arguments)
    begin = time.monotonic()
    tally = replay(arguments) if arguments.replay else plain(arguments)
    print(f"{time.monotonic() - begin:.0f} s: {tally.report()}")
    sys.exit(bool(tally.failures))


if __name__ == "__main__":
    main()
