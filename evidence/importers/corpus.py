"""Loads a corpus folder, whole or not at all.

A folder holds regions.json, corpus/*.jsonl (records, one a line), rulesets/ (two files each),
stories/ (a file each) and, where games relate to each other, games.jsonl.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import shapely
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from evidence.bulk import learn_sizes_when_stored
from evidence.drafts import GameDraft
from evidence.history import revision, versions_together
from evidence.history.curated import curated_fields
from evidence.importers.corpus_files import CorpusError, Row, read_lines, read_objects
from evidence.importers.corpus_games import read_games, store_related
from evidence.importers.corpus_records import Entry, read_entries
from evidence.importers.corpus_rulesets import (
    RulesetFile,
    read_rulesets,
    store_play,
    store_ruleset,
)
from evidence.importers.corpus_stories import Known, check_stories, read_stories, store_story
from evidence.importers.portal_store import change_words
from evidence.models import Region
from evidence.places.orientation import check_area, right_handed
from evidence.records.ahead import ReadAhead
from evidence.search.index import index_records, together
from evidence.sources import complete_game, unique_slug
from evidence.storing import Change, StoreError, store
from games.curated import is_curated
from games.models import Game, Ruleset

__all__ = ["CorpusError", "Summary", "load_corpus"]

IMPORTER = "corpus "  # begins the reasons of its acts
KEPT = "kept, since a curator has changed it (--update takes the corpus's)"
REGION_KEYS = frozenset({"slug", "name", "kind", "parent", "shape", "note"})


@dataclass
class Summary:
    """How many regions, games, rulesets and records were created, changed or unchanged."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    named: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str, action: str, name: str = "") -> None:
        """Count one more; what is changed is named."""
        self.counts.setdefault(what, Counter())[action] += 1
        if name and action == "changed":
            self.named.setdefault(f"{what} changed", []).append(name)

    def note_kept(self, change: Change) -> None:
        """Name the fields of a record that stay as a curator left them, and marks that are lost."""
        if change.kept or change.lost:
            lines = [f"{change.identifier}: {said}" for said in change_words(change)]
            self.named.setdefault(KEPT, []).extend(lines)

    def note_kept_ruleset(self, slug: str) -> None:
        """Name a ruleset that stays as a curator left it."""
        self.note("rulesets", "kept")
        self.named.setdefault(KEPT, []).append(f"ruleset {slug}")

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return any(set(actions) - {"unchanged", "kept"} for actions in self.counts.values())

    def lines(self) -> list[str]:
        """One line for each kind of thing, in the order of loading."""
        counts = [
            f"{what}: " + ", ".join(f"{number} {action}" for action, number in actions.items())
            for what, actions in self.counts.items()
        ]
        return counts + [
            line
            for heading, names in self.named.items()
            for line in (f"{heading} ({len(names)}):", *(f"  {name}" for name in names))
        ]


@dataclass
class Records:
    """Stores records, but for the fields that curators have changed; and says which these are."""

    user: User | None
    keep: dict[str, set[str]]
    summary: Summary
    ahead: ReadAhead

    def store(self, entry: Entry) -> None:
        """Store one record."""
        change = _stored(entry, self.user, self.keep.get(entry.draft.identifier, ()), self.ahead)
        name = f"{change.identifier}: {', '.join(change.fields)}"
        self.summary.note("records", change.action, name)
        self.summary.note_kept(change)


def load_corpus(folder: Path, *, user: User | None = None, update: bool = False) -> Summary:
    """Load the folder; nothing is changed if it fails. Loading again changes nothing.

    Fields of records, and rulesets, that others have changed since stay, and are named, unless
    `update`.
    Raises CorpusError, naming file, line and key.
    """
    regions = list(read_objects(folder / "regions.json"))
    rulesets = read_rulesets(folder / "rulesets")
    paths = sorted((folder / "corpus").glob("*.jsonl"))
    if not paths:
        raise CorpusError(f"{folder / 'corpus'}: no .jsonl file with records")
    entries = read_entries(chain.from_iterable(map(read_lines, paths)))
    _check_links(entries, rulesets, {row.data.get("slug") for row in regions})
    named = [entry.draft.identifier for entry in entries]
    related = read_games(folder / "games.jsonl", {entry.draft.game.name for entry in entries})
    stories = read_stories(folder / "stories")
    check_stories(stories, Known(named, rulesets))
    summary = Summary()
    keep = {} if update else curated_fields(named, IMPORTER)
    with transaction.atomic(), revision(f"{IMPORTER}{folder.name}", user):
        free = rulesets if update else _without_curated(rulesets, summary)
        _store_all(regions, free, entries, Records(user, keep, summary, ReadAhead(named)))
        for game in related:
            summary.note("games with relations", store_related(game, IMPORTER, update=update))
        for story in stories:
            summary.note("stories", store_story(story), story.path.stem)
    if summary.changed:
        learn_sizes_when_stored()
    return summary


def _without_curated(rulesets: dict[str, RulesetFile], summary: Summary) -> dict[str, RulesetFile]:
    """Those that no person has changed since they were stored; the others are named."""
    stored = Ruleset.objects.filter(slug__in=rulesets)
    curated = sorted(ruleset.slug for ruleset in stored if is_curated(ruleset))
    for slug in curated:
        summary.note_kept_ruleset(slug)
    return {slug: file for slug, file in rulesets.items() if slug not in curated}


def _check_links(entries: list[Entry], rulesets: dict[str, RulesetFile], regions: set[Any]) -> None:
    records = {entry.draft.identifier for entry in entries}
    for entry in entries:
        for slug in entry.draft.rulesets:
            if slug not in rulesets:
                entry.row.fail("rulesets", f"{slug}: there is no file rulesets/{slug}.lud")
        for row, relation in zip(entry.row.rows("relations"), entry.draft.relations, strict=True):
            if relation.target not in records:
                row.fail("target", f"{relation.target!r} is no record of the corpus")
        for row, place in zip(entry.row.rows("places"), entry.draft.places, strict=True):
            if place.region and place.region not in regions:
                row.fail("region", f"{place.region!r} is no region of regions.json")


def _store_all(
    regions: list[Row],
    rulesets: dict[str, RulesetFile],
    entries: list[Entry],
    records: Records,
) -> None:
    summary = records.summary
    moved = [action for row in regions if (action := _store_region(row, summary)) != "unchanged"]
    for game in {entry.draft.game.name: entry.draft.game for entry in entries}.values():
        summary.note("games", _store_game(game))
    actions = {slug: store_ruleset(file) for slug, file in rulesets.items()}
    with together(), versions_together():
        for entry in entries:
            records.store(entry)
        for slug, file in rulesets.items():
            changed = store_play(file, records.keep) and actions[slug] == "unchanged"
            summary.note("rulesets", "changed" if changed else actions[slug], slug)
    if moved:
        index_records()


def _store_game(draft: GameDraft) -> str:
    # A game of the corpus stays its own even where its name is an alias of another.
    stored = Game.objects.filter(name=draft.name).first()
    new = None if stored else Game(name=draft.name, slug=unique_slug(Game, slugify(draft.name)))
    _, changes = complete_game(draft, stored or new)
    return "created" if not stored else "changed" if changes else "unchanged"


def _store_region(row: Row, summary: Summary) -> str:
    row.only(REGION_KEYS)
    slug, kind = row.need("slug", str), row.need("kind", str)
    if kind not in Region.Kind.values:
        row.fail("kind", f"{kind!r} is not one of {', '.join(Region.Kind.values)}")
    fields = {
        "name": row.need("name", str),
        "kind": kind,
        "parent": _parent(row),
        "shape": _shape(row),
        "note": row.may("note", str, ""),
    }
    stored = Region.objects.filter(slug=slug).first()
    action = "created" if stored is None else "changed"
    if stored and all(getattr(stored, name) == value for name, value in fields.items()):
        action = "unchanged"
    else:
        Region.objects.update_or_create(slug=slug, defaults=fields)
    summary.note("regions", action, slug)
    return action


def _parent(row: Row) -> Region | None:
    slug = row.maybe("parent", str)
    found = Region.objects.filter(slug=slug).first() if slug else None
    if slug and found is None:
        row.fail("parent", f"{slug!r} is no region on an earlier line")
    return found


def _shape(row: Row) -> dict[str, Any]:
    shape: dict[str, Any] = row.need("shape", dict)
    try:
        check_area(shape)
    except ValidationError as error:
        row.fail("shape", error.messages[0])
    area = shapely.geometry.shape(shape)
    if not shapely.is_valid(area):
        row.fail("shape", f"crosses itself: {shapely.is_valid_reason(area)}")
    west, south, east, north = area.bounds
    if west < -180 or east > 180 or south < -90 or north > 90:
        row.fail("shape", "leaves the map: cut it at ±180°")
    turned: dict[str, Any] = right_handed(shape)
    return turned


def _stored(entry: Entry, user: User | None, keep: Collection[str], ahead: ReadAhead) -> Change:
    try:
        return store(entry.draft, user=user, keep=keep, ahead=ahead)
    except StoreError as error:
        place = f"{entry.row.path}, line {entry.row.line}"
        raise CorpusError(f"{place}: {error}") from error
