"""The moments shipped with the rulesets: of these texts, seen in their games, and stored whole."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from games.finding import costs
from games.found_moments import find_moments
from games.models import Match, Moment, Ruleset
from games.play import load_rules
from games.rules_store import kept
from games.shipped_lines import ShippedError
from games.shipped_moments import FOLDER, store, write
from tests.games.cast import RULESETS
from tests.pages.conftest import stored

PATHS = {path.stem: path for path in sorted(RULESETS.rglob("*.lud"))}
SMALL = "min-rek-chanh"


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rows(ruleset: Ruleset) -> list[tuple[Any, ...]]:
    matches = ruleset.matches.filter(origin=Match.Origin.FOUND).order_by("pk")
    columns = "slug", "title", "note", "digest", "options", "moves", "seed", "result"
    moments = Moment.objects.filter(match__in=matches).order_by("pk")
    return [
        *matches.values_list(*columns),
        *moments.values_list("match__slug", "ply", "clause__name", "role", "cost"),
    ]


def test_each_ruleset_has_a_file_made_for_its_text() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PATHS)
    stale = [
        slug
        for slug, path in PATHS.items()
        if read(FOLDER / f"{slug}.jsonl")[0]["digest"]
        != hashlib.sha256(path.read_bytes()).hexdigest()
    ]
    assert not stale, f"run manage.py find_moments --write {' '.join(stale)}"


@pytest.mark.parametrize("slug", PATHS)
def test_a_shipped_game_shows_what_is_said_of_it(slug: str) -> None:
    _head, *games = read(FOLDER / f"{slug}.jsonl")
    game = min(games, key=lambda each: len(each["moves"]))
    about = json.loads(PATHS[slug].with_suffix(".json").read_text(encoding="utf-8"))
    text, options = PATHS[slug].read_text(encoding="utf-8"), tuple(game["options"])
    names = tuple(clause["name"] for clause in about["clauses"])
    # As the site compiles and keeps them: in a run another test may have done so.
    rules = kept(lambda: load_rules(text, options, clauses=names), "rules", text, options, names)
    last = costs(rules, game["moves"])[-1]
    assert {(name, role): cost for name, role, cost in game["moments"]}.items() <= last.items()


@pytest.mark.django_db
def test_what_is_shipped_is_what_a_search_finds(tmp_path: Path) -> None:
    ruleset = stored(SMALL)
    assert store(ruleset)
    shipped = rows(ruleset)
    assert not find_moments(ruleset).changed
    assert rows(ruleset) == shipped
    write(ruleset, 300, tmp_path)
    assert (tmp_path / f"{SMALL}.jsonl").read_bytes() == (FOLDER / f"{SMALL}.jsonl").read_bytes()


@pytest.mark.django_db
def test_moments_of_another_text_or_of_other_clauses_are_not_stored(tmp_path: Path) -> None:
    ruleset = stored(SMALL)
    ruleset.text += "\n"
    assert not store(ruleset)
    ruleset.refresh_from_db()
    _head, *games = read(FOLDER / f"{SMALL}.jsonl")
    ruleset.clauses.filter(name=games[0]["moments"][0][0]).delete()
    assert not store(ruleset)
    assert not store(ruleset, tmp_path)
    assert not rows(ruleset)


@pytest.mark.django_db
def test_a_damaged_file_is_named_and_nothing_is_stored(tmp_path: Path) -> None:
    ruleset = stored(SMALL)
    whole = (FOLDER / f"{SMALL}.jsonl").read_text(encoding="utf-8")
    (tmp_path / f"{SMALL}.jsonl").write_text(whole[:-20], encoding="utf-8")
    with pytest.raises(ShippedError, match=rf"{SMALL}\.jsonl, line \d+"):
        store(ruleset, tmp_path)
    assert not rows(ruleset)
