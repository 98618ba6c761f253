"""Stories of a corpus: a file for each, stories/<slug>.json."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.http import QueryDict

from evidence.importers.corpus_files import Row, read_object
from evidence.models import Story
from evidence.records.stories import STEP_KEYS, is_one_figure
from evidence.search import Query, QueryError
from games.models import Clause, Match

STORY_KEYS = frozenset({"title", "lede", "position", "steps"})


@dataclass(frozen=True)
class Known:
    """What the steps of a story may name."""

    records: Collection[str]
    rulesets: Collection[str]


def read_stories(folder: Path) -> list[Row]:
    """The stories of a folder by name; none if it is absent. Raises CorpusError."""
    return [read_object(path) for path in sorted(folder.glob("*.json"))]


def check_stories(rows: list[Row], known: Known) -> None:
    """Check what can be checked before anything is stored. Raises CorpusError."""
    for row in rows:
        row.only(STORY_KEYS)
        for step in row.rows("steps"):
            _check_step(step, known)


def _check_step(step: Row, known: Known) -> None:
    step.only(STEP_KEYS)
    step.need("title", str)
    step.words("text")
    if not is_one_figure(step.data):
        step.fail("ruleset", "a step has one figure: a record, a map, or a board")
    for identifier in (*step.words("records"), step.maybe("record", str)):
        if identifier and identifier not in known.records:
            step.fail("records", f"{identifier!r} is no record of the corpus")
    ruleset = step.maybe("ruleset", str)
    if ruleset and ruleset not in known.rulesets:
        step.fail("ruleset", f"there is no file rulesets/{ruleset}.lud")


def store_story(row: Row) -> str:
    """Store one story, after all that it names: "created", "changed" or "unchanged"."""
    for step in row.rows("steps"):
        _check_stored(step)
    slug = row.path.stem
    fields: dict[str, Any] = {
        "title": row.need("title", str),
        "lede": row.need("lede", str),
        "position": row.may("position", int, 0),
        "steps": row.need("steps", list),
    }
    stored = Story.objects.filter(slug=slug).first()
    if stored and all(getattr(stored, name) == value for name, value in fields.items()):
        return "unchanged"
    Story.objects.update_or_create(slug=slug, defaults=fields)
    return "changed" if stored else "created"


def _check_stored(step: Row) -> None:
    ruleset, clause = step.maybe("ruleset", str), step.maybe("clause", str)
    match, query = step.maybe("match", str), step.maybe("map", str)
    if clause and not Clause.objects.filter(ruleset__slug=ruleset, name=clause).exists():
        step.fail("clause", f"{clause!r} is no clause of {ruleset}")
    if match and not Match.objects.filter(ruleset__slug=ruleset, slug=match).exists():
        step.fail("match", f"{match!r} is no recorded game of {ruleset}")
    if query:
        try:
            Query.from_params(QueryDict(query))
        except QueryError as error:
            step.fail("map", str(error))
