"""What the commands on rulesets share: naming one, stored or in a file, and its options."""

from __future__ import annotations

from argparse import ArgumentParser
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.models import Ruleset
from games.play import Rules, RulesError, load_rules

MOST_MEANT = 3  # rulesets that are suggested


def add_ruleset_arguments(parser: ArgumentParser) -> None:
    """SLUG and --option."""
    what = "the ruleset, as in its address, or a file that ends in .lud"
    parser.add_argument("slug", metavar="SLUG", help=what)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="OPTION/ITEM",
        help='a choice, such as "Double step/Each oi\'s first move"; may be repeated',
    )


def rules_of(options: dict[str, Any], *, trusted: bool) -> Rules:
    """The compiled rules that the arguments name. Raises CommandError saying what is wrong."""
    limits = {"limits": None} if trusted else {}
    try:
        return load_rules(text_of(options["slug"]), options["option"], **limits)
    except RulesError as error:
        raise CommandError(str(error)) from error


def letters_of(slug: str) -> dict[str, str]:
    """The letters of its pieces that a stored ruleset gives; a file gives none."""
    pieces = {} if slug.endswith(".lud") else ruleset_named(slug).pieces
    return {name: look["letter"] for name, look in pieces.items() if "letter" in look}


def text_of(slug: str) -> str:
    """The text of a stored ruleset, or of a file. Raises CommandError where there is none."""
    return _read(Path(slug)) if slug.endswith(".lud") else ruleset_named(slug).text


def ruleset_named(slug: str) -> Ruleset:
    """The stored ruleset of that slug. Raises CommandError naming those most like it."""
    ruleset = Ruleset.objects.filter(slug=slug).first()
    if ruleset is None:
        raise CommandError(f"there is no ruleset {slug!r}; {_instead_of(slug)}")
    return ruleset


def _instead_of(slug: str) -> str:
    """What may have been meant by a slug that no ruleset has."""
    known = sorted(Ruleset.objects.values_list("slug", flat=True))
    if not known:
        return "there are none: run load_corpus"
    like = [name for name in known if slug and slug in name] or get_close_matches(slug, known)
    if like:
        return f"did you mean {' or '.join(like[:MOST_MEANT])}?"
    return f"name one as in its address, such as {known[0]}"


def _read(path: Path) -> str:
    if not path.is_file():
        raise CommandError(f"there is no file {path}")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not a text in UTF-8: {error}") from error
