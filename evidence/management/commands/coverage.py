"""Show how the passages of a ruleset's sources and the parts of its clauses cover each other."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.reading import Reading, Sentence, read
from games.models import Ruleset


class Command(BaseCommand):
    help = (
        "Lists each passage with the parts of clauses it bears on, and each part without a passage."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="slugs (default: all)")
        parser.add_argument(
            "--check",
            action="store_true",
            help="exit with 1 if a passage is unread, or an attested part has none",
        )

    def handle(self, *, rulesets: list[str], check: bool, **options: Any) -> None:
        found = {row.slug: row for row in Ruleset.objects.order_by("slug")}
        for slug in rulesets:
            if slug not in found:
                raise CommandError(f"there is no ruleset {slug!r}: {', '.join(found)}")
        readings = {slug: read(found[slug]) for slug in rulesets or found}
        for slug, reading in readings.items():
            for line in told(slug, reading):
                self.stdout.write(line)
        gaps = sum(len(each.unread) + len(each.unfounded) for each in readings.values())
        if check and gaps:
            raise CommandError(f"{gaps} passages are unread, or attested parts without a passage")


def told(slug: str, reading: Reading) -> Iterator[str]:
    """The lines about one ruleset, a summary first."""
    yield (
        f"{slug}: {len(reading.sentences)} passages, {len(reading.unread)} unread; "
        f"{len(reading.unsupported)} parts without a passage, {len(reading.unfounded)} of them "
        "attested"
    )
    for sentence in reading.sentences:
        yield from _sentence(sentence)
    for each in reading.unsupported:
        yield f"  no passage: {each.clause.name} ({each.part.status}): {each.part.text}"


def _sentence(sentence: Sentence) -> Iterator[str]:
    passage = sentence.passage
    yield f"  {passage.evidence.identifier} {passage.number}: {passage.text}"
    for each in sentence.bearings:
        doubt = f" ({each.claim.certainty})" if each.claim.certainty else ""
        yield f"    {each.claim.stance}{doubt} {each.clause.name}: {each.part.text}"
    if not sentence.bearings:
        yield f"    {passage.get_bearing_display() if sentence.is_read else 'UNREAD'}"
