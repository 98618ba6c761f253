"""What the commands on rulesets share: naming one, and its options."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.models import Ruleset
from games.play import Rules, RulesError, load


def add_ruleset_arguments(parser: ArgumentParser) -> None:
    """SLUG and --option."""
    parser.add_argument("slug", metavar="SLUG", help="the ruleset, as in its address")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="OPTION/ITEM",
        help='a choice, such as "Double step/Each oi\'s first move"; may be repeated',
    )


def rules_of(options: dict[str, Any], *, trusted: bool) -> Rules:
    """The compiled rules that the arguments name. Raises CommandError saying what is wrong."""
    slug = options["slug"]
    ruleset = Ruleset.objects.filter(slug=slug).first()
    if ruleset is None:
        known = ", ".join(Ruleset.objects.values_list("slug", flat=True)) or "none: run load_corpus"
        raise CommandError(f"there is no ruleset {slug!r}; there are {known}")
    limits = {"limits": None} if trusted else {}
    try:
        return load(ruleset.text, options["option"], **limits)
    except RulesError as error:
        raise CommandError(str(error)) from error
