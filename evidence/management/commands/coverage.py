"""Show how the passages of a ruleset's sources and the parts of its clauses cover each other."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.claims.reading import Reading, Sentence, read
from games.models import Ruleset


class Command(BaseCommand):
    help = (
        "Lists each passage with the parts of clauses it bears on, and each part without one. "
        "Exits with 1 if an attested part has neither a passage nor a cited place that its clause "
        "retells."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="slugs (default: all)")
        parser.add_argument(
            "--check",
            action="store_true",
            help="exit with 1 if a passage is unread, too",
        )
        parser.add_argument("--brief", action="store_true", help="the summaries only")

    def handle(self, *, rulesets: list[str], check: bool, brief: bool, **options: Any) -> None:
        found = {row.slug: row for row in Ruleset.objects.order_by("slug")}
        for slug in rulesets:
            if slug not in found:
                raise CommandError(f"there is no ruleset {slug!r}: {', '.join(found)}")
        readings = {slug: read(found[slug]) for slug in rulesets or found}
        for slug, reading in readings.items():
            lines = told(slug, reading)
            for line in [next(lines)] if brief else lines:
                self.stdout.write(line)
        for line in summary(readings.values()):
            self.stdout.write(line)
        _refuse_gaps(readings.values(), check)


def _refuse_gaps(readings: Collection[Reading], check: bool) -> None:
    unfounded = sum(len(each.unfounded) for each in readings)
    unread = sum(len(each.unread) for each in readings) if check else 0
    gaps = [f"{unfounded} attested parts have no passage"] if unfounded else []
    gaps += [f"{unread} passages are unread"] if unread else []
    if gaps:
        raise CommandError(", ".join(gaps))


def summary(readings: Collection[Reading]) -> Iterator[str]:
    """How many passages all have, and the shares of voices and kinds among them."""
    passages = {each.passage for reading in readings for each in reading.sentences}
    retold = [each for reading in readings for each in reading.paraphrases]
    number = len(passages) + len(retold)
    yield (
        f"rulesets: {len(readings)}; passages: {number}, {len(passages)} of them of records, "
        f"{len(retold)} cited places that a clause retells"
    )
    voices = Counter(each.voice for each in passages)
    voices.update(each.voice for each in retold)
    kinds = Counter(each.kind for each in passages)
    kinds["paraphrase"] += len(retold)
    for name, count in sorted((voices + kinds).items()):
        yield f"  {name}: {count} ({count / number:.0%})"


def told(slug: str, reading: Reading) -> Iterator[str]:
    """The lines about one ruleset, a summary first."""
    yield (
        f"{slug}: {len(reading.sentences)} passages, {len(reading.unread)} unread; "
        f"{len(reading.unsupported)} parts without a passage, {len(reading.unfounded)} of them "
        f"attested; {len(reading.paraphrases)} retell a cited place"
    )
    for sentence in reading.sentences:
        yield from _sentence(sentence)
    retold = {each.part for each in reading.paraphrases}
    for row in reading.paraphrases:
        cited = f"{row.citation.source}, {row.citation.locator}".rstrip(", ")
        yield f"  {row.clause.name} retells {cited} ({row.voice}): {row.part.text}"
    for each in reading.unsupported:
        if each.part in retold:
            continue
        yield f"  no passage: {each.clause.name} ({each.part.status}): {each.part.text}"


def _sentence(sentence: Sentence) -> Iterator[str]:
    passage = sentence.passage
    yield f"  {passage.evidence.identifier} {passage.number}: {passage.text}"
    for each in sentence.bearings:
        doubt = f" ({each.claim.certainty})" if each.claim.certainty else ""
        yield f"    {each.claim.stance}{doubt} {each.clause.name}: {each.part.text}"
    if not sentence.bearings:
        yield f"    {passage.get_bearing_display() if sentence.is_read else 'UNREAD'}"
