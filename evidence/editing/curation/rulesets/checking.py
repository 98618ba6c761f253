"""A text of rules checked for whoever writes it: in a process apart, within time and memory.

That process is started and waited for by those for costly calls, of which there are few. What was
found is kept by the digest of all that was checked (settings.CACHES): whoever looks at a text
again, and whoever publishes what was checked, need not wait.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.templatetags.static import static
from django.utils.translation import gettext as _

from config.costly import Busy, costly
from games import library
from games.models import Match, Ruleset
from games.program import engine_digest
from games.ruleset_page import face_down, usual_sides

LONGEST = 200_000  # characters
SECONDS = 20.0  # of the whole check
MOST_GAMES = 40
AT_A_TIME = BoundedSemaphore(2)  # where there are no processes for costly calls

# Where compiled modules lie (deploy/ashtapada.service): else each check compiled the engine anew.
TOLD = ("PYTHONPYCACHEPREFIX",)

Problem = dict[str, Any]
Looks = dict[str, Any]


@dataclass(frozen=True)
class Checked:
    """What is known of a text. A problem is a dict as `games.checking.check` tells it."""

    problems: list[Problem]
    doubts: list[Problem]
    definitions: list[dict[str, Any]]
    options: list[dict[str, Any]]
    board: str
    broken: list[str]
    untried: int
    play: dict[str, Any] | None = None

    @property
    def compiles(self) -> bool:
        """Whether the text can be played by."""
        return not self.problems


def check(
    text: str, ruleset: Ruleset | None = None, options: Iterable[str] = (), *,
    whole: bool = False, looks: Looks | None = None, play: bool = False,
) -> Checked:  # fmt: skip
    """Check a text, as one of a stored ruleset or of none, whose pieces look as `looks` says.

    `whole` is for publishing: it tries all choices of options, and replays the games that show
    the rules of the ruleset. `play` asks for what a page needs to play by the text. What is found
    is kept, so that the same is not checked again.

    Raises config.costly.Busy at once where others are being checked.
    """
    if len(text) > LONGEST:
        told = {"most": LONGEST, "count": len(text)}
        return _failed(_("The text has %(count)d characters: at most %(most)d are read.") % told)
    asked = {
        "text": text,
        "definitions": library.used_by(text),
        "options": list(options),
        "looks": looks if looks is not None else ruleset.pieces if ruleset else {},
        "sides": usual_sides(),
        "sprite": static("pieces.svg"),
        "title": _("The board at the start"),
        "faceDown": face_down(),
        "each": whole,
        "games": games_tried(ruleset) if whole and ruleset else [],
    }
    if play:
        asked["play"] = True
    known = caches["checks"].get(_key(asked))
    found = Checked(**known) if known else _checked(asked)
    return _published(found, text) if whole else found


def _published(found: Checked, text: str) -> Checked:
    """What is found of a text that is to be published: it has to do without the library."""
    said = _(
        "“%(name)s” stands in this site’s library alone, which is not published: define it here."
    )
    problems = [
        {
            "line": use.line, "column": use.column, "length": len(use.name) + 2,
            "message": said % {"name": use.name}, "calls": [],
        }
        for use in library.uses(text)
    ]  # fmt: skip
    return replace(found, problems=[*found.problems, *problems])


def games_tried(ruleset: Ruleset) -> list[tuple[str, list[str], str, list[str]]]:
    """The recorded games that a text is tried with: those made to show the rules, the first."""
    examples = ruleset.matches.filter(origin=Match.Origin.EXAMPLE).order_by("pk")
    return [(each.slug, each.options, each.setup, each.moves) for each in examples[:MOST_GAMES]]


@costly
def _checked(asked: dict[str, Any]) -> Checked:
    places = AT_A_TIME
    if not places.acquire(blocking=False):
        raise Busy
    try:
        return _run(asked)
    finally:
        places.release()


def _run(asked: dict[str, Any]) -> Checked:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "games.checking"],
            input=json.dumps(asked).encode(),
            capture_output=True,
            timeout=SECONDS,
            cwd=settings.BASE_DIR,
            env={"LANG": "C.UTF-8"}
            | {name: os.environ[name] for name in TOLD if name in os.environ},
            check=False,
        )
    except subprocess.TimeoutExpired:
        said = _("The text was not compiled within %(seconds)d seconds, and was given up.")
        return _failed(said % {"seconds": SECONDS})
    if done.returncode:
        return _failed(_("The text needs more memory or time than a check may take."))
    found = json.loads(done.stdout)
    with suppress(OSError):  # on a full disk
        caches["checks"].set(_key(asked), found)
    return Checked(**found)


def _key(asked: dict[str, Any]) -> str:
    """The same for the same text, checked by the same program."""
    said = json.dumps([engine_digest(), asked], sort_keys=True)
    return f"rules-checked:{hashlib.sha256(said.encode()).hexdigest()}"


def _failed(message: str) -> Checked:
    problem: Problem = {"line": None, "column": None, "length": 0, "message": message, "calls": []}
    return Checked([problem], [], [], [], "", [], 0)
