"""Compare two rulesets: clause by clause, and by the shortest line after which moves differ."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.compare import Article, Bounds, Comparison, Difference, Found, Lone, Pairing, compare
from games.compare.differences import grouped
from games.compared import articles
from games.ludemes import Library
from games.management.stored import ruleset_named, text_of
from games.play import Rules, RulesError, load_rules
from games.rules_cache import rules_for

RELATIONS = {
    "same": "the same",
    "words": "other words, the same ludemes",
    "ludemes": "the same words, other ludemes",
    "both": "other words and ludemes",
    "only-a": "only {a}",
    "only-b": "only {b}",
}
HOW = {
    "forbidden": "{other}: forbidden by {clause}",
    "over": "{other}: the game is over by {clause}",
    "otherwise": "{other}: moves between the same sites, but in another number of ways",
    "unknown": "{other}: there is no such move",
}
KINDS = {
    "boards": "The boards are not the same: {a} has {sites_a} sites, {b} has {sites_b}.",
    "players": "The players are not the same.",
    "arrays": "The boards are the same; the starting positions differ.",
}
AS_WRITTEN = "Moves are compared as they are written: sites of one name count as the same."
LIMITS = {
    "": "All play was compared.",
    "positions": "The search stopped at its bound of positions; --positions sets another.",
    "seconds": "The search stopped at its bound of time; --seconds sets another.",
    "plies": "The search stopped at its bound of plies; --plies sets another.",
}


@dataclass(frozen=True)
class Named:
    """A ruleset to compare, as the arguments name it."""

    name: str
    rules: Rules
    told: tuple[Article, ...]


class Command(BaseCommand):
    help = (
        "Align the clauses of two rulesets and print the shortest line of play after which their "
        "legal moves differ, with the clauses that allow, forbid or end. Moves are compared as "
        "they are written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Bounds()
        for side in ("a", "b"):
            what = "a ruleset, as in its address, or a file that ends in .lud"
            parser.add_argument(side, metavar=side.upper(), help=what)
            parser.add_argument(
                f"--option-{side}", action="append", default=[], metavar="OPTION/ITEM",
                help=f"a choice for {side.upper()}; may be repeated",
            )  # fmt: skip
        parser.add_argument(
            "--definitions", type=Path, metavar="FOLDER",
            help="a folder of .def files for texts that need it, such as Ludii's",
        )  # fmt: skip
        parser.add_argument(
            "--positions", type=int, default=usual.positions,
            help=f"stop after so many pairs of positions, about 1 KB each ({usual.positions})",
        )  # fmt: skip
        parser.add_argument(
            "--seconds", type=float, default=usual.seconds,
            help=f"stop after so many seconds ({usual.seconds:.0f})",
        )  # fmt: skip
        parser.add_argument(
            "--plies", type=int, default=usual.plies,
            help=f"look at lines of at most so many moves ({usual.plies})",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        if options["a"] == options["b"] and options["option_a"] == options["option_b"]:
            raise CommandError(f"{options['a']} is named twice: name two rulesets or two options")
        bounds = _bounds(options)
        library = _library(options["definitions"])
        a, b = (_named(options[side], options[f"option_{side}"], library) for side in ("a", "b"))
        try:
            found = compare(a.rules, b.rules, a.told, b.told, bounds)
        except RulesError as error:
            raise CommandError(str(error)) from error
        for line in (*_clauses(found.clauses, a, b), "", *_play(found, a, b)):
            self.stdout.write(line)


def _bounds(options: dict[str, Any]) -> Bounds:
    for name, least in (("positions", 1), ("seconds", 0), ("plies", 0)):
        if not options[name] >= least:
            raise CommandError(f"--{name} is {options[name]}: write {least} or more")
    return Bounds(options["positions"], options["seconds"], options["plies"])


def _library(folder: Path | None) -> Library | None:
    try:
        return None if folder is None else Library(folder)
    except FileNotFoundError as error:
        raise CommandError(str(error)) from error


def _named(slug: str, options: Sequence[str], library: Library | None) -> Named:
    """The ruleset that an argument names. Raises CommandError saying which is wrong, and how."""
    name = f"{slug} ({', '.join(options)})" if options else slug
    try:
        if slug.endswith(".lud"):
            return Named(name, load_rules(text_of(slug), options, library), ())
        ruleset = ruleset_named(slug)
        return Named(name, rules_for(ruleset, options), articles(ruleset))
    except RulesError as error:
        raise CommandError(f"{slug}: {error}") from error


def _clauses(pairings: Sequence[Pairing], a: Named, b: Named) -> Iterator[str]:
    yield f"Clauses of {a.name} and {b.name}"
    for each in pairings:
        relation = RELATIONS[each.relation].format(a=a.name, b=b.name)
        yield f"  {_heads(each)}: {relation}"


def _heads(pairing: Pairing) -> str:
    heads = [_head(each) for each in (pairing.a, pairing.b) if each is not None]
    return " | ".join(dict.fromkeys(heads))


def _head(article: Article) -> str:
    title = f" “{article.title}”" if article.title else ""
    return f"{article.name}{title}" + (f" ({article.status})" if article.status else "")


def _play(comparison: Comparison, a: Named, b: Named) -> Iterator[str]:
    if comparison.apart:
        yield from _apart(comparison, a, b)
    for theirs, ours in comparison.names.items():
        yield f"What {a.name} calls {ours}, {b.name} calls {theirs}."
    if comparison.ending is not None:
        yield from _ending(comparison.ending, a, b)
    if comparison.difference is not None:
        yield from _difference(comparison.difference, comparison.found, a, b)
    else:
        yield _nothing(comparison.found)
        yield LIMITS[comparison.found.stopped]


def _apart(comparison: Comparison, a: Named, b: Named) -> Iterator[str]:
    sites = {"sites_a": len(a.rules.site_names), "sites_b": len(b.rules.site_names)}
    yield KINDS[comparison.apart].format(a=a.name, b=b.name, **sites)
    for each, alone in ((a, comparison.sites_a), (b, comparison.sites_b)):
        if alone:
            yield f"Only {each.name} has sites of these names: {', '.join(alone)}"
    yield AS_WRITTEN


def _nothing(found: Found) -> str:
    within = f"{found.plies:,} plies / {found.positions:,} positions"
    return f"The legal moves are the same: no difference within {within}."


def _ending(ending: Difference, a: Named, b: Named) -> Iterator[str]:
    yield "The same line ends with another result:"
    yield from _line(ending)
    for each, position in ((a, ending.a), (b, ending.b)):
        outcome = position.outcome
        if outcome is not None:
            result = f"player {outcome.winner} wins" if outcome.winner else "a draw"
            yield f"  {each.name}: {result} by {outcome.clause or outcome.reason}"


def _difference(difference: Difference, found: Found, a: Named, b: Named) -> Iterator[str]:
    if not difference.line:
        yield "The legal moves are not the same at the start; the line is empty."
    else:
        yield f"Shortest line after which the legal moves differ ({found.positions:,} positions):"
        yield from _line(difference)
    for side, other, moves in ((a, b, difference.only_a), (b, a, difference.only_b)):
        yield f"Only {side.name} allows {len(moves)} moves" + (":" if moves else ".")
        yield from _lone(moves, other)


def _line(difference: Difference) -> Iterator[str]:
    for number, step in enumerate(difference.line, start=1):
        text = step.a if step.a == step.b else f"{step.a} | {step.b}"
        clauses = " | ".join(dict.fromkeys((step.clause_a, step.clause_b)))
        yield f"  {number}. {text}  allowed by {clauses}"


def _lone(moves: Sequence[Lone], other: Named) -> Iterator[str]:
    for first, texts in grouped(moves):
        clause = first.refused or "no end rule"
        reason = HOW[first.how].format(other=other.name, clause=clause)
        yield f"  {', '.join(texts)}"
        yield f"    allowed by {first.allowed or 'the rules'}; {reason}"
