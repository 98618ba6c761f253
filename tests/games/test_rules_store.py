"""Compiled rules that are kept on disk do what others do, and are made anew where they must be."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import caches

from games.play import Limits, Rules, RulesError, load_rules
from games.rules_store import kept
from tests.demo import SHIPPED

ONE_OF_EACH_DESIGN = ("shodra", "ur-babylonian")


def compiled(slug: str) -> Rules:
    text = next(SHIPPED.glob(f"rulesets/**/{slug}.lud")).read_text(encoding="utf-8")
    return load_rules(text, limits=Limits())


def game(rules: Rules, plies: int) -> list[Any]:
    """What is seen of a game at random: the throw, the moves with their clauses, and the board."""
    rng, position, seen = Random(7), rules.start(), []
    for _ in range(plies):
        moves = list(position.legal_moves)
        throw = position.thrown(rng.randrange) if position.needs_throw else ""
        seen.append((throw, [str(move) for move in moves], list(position.pieces())))
        if position.outcome is not None or not moves:
            break
        position = position.play(rng.choice(moves))
    return seen


@pytest.mark.parametrize("slug", ONE_OF_EACH_DESIGN)
def test_rules_that_were_kept_play_as_those_that_were_compiled(slug: str) -> None:
    rules = compiled(slug)
    read: Rules = pickle.loads(pickle.dumps(rules))
    assert game(read, 30) == game(rules, 30)
    assert (read.manifest(), read.module) == (rules.manifest(), rules.module)
    assert (read.clauses, read.chosen) == (rules.clauses, rules.chosen)
    assert read.playouts(3, 1) == rules.playouts(3, 1)


def test_what_is_kept_is_not_made_again_but_what_fails_is(settings: Any, tmp_path: Path) -> None:
    in_folder(settings, tmp_path)
    made = []
    for _ in range(2):
        assert (
            kept(lambda: made.append(1) or "rules", "test", "a text", ("Option/Item",)) == "rules"
        )
        with pytest.raises(RulesError):
            kept(lambda: load_rules("(game"), "test", "(game")
    assert made == [1]
    assert kept(lambda: "others", "test", "a text", ("Option/Other",)) == "others"


def test_a_file_that_was_cut_short_is_made_again(settings: Any, tmp_path: Path) -> None:
    in_folder(settings, tmp_path)
    kept(lambda: "x" * 10_000, "test")
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes()[:30])
    assert kept(lambda: "again", "test") == "again"
    assert kept(lambda: "and again", "test") == "again"


def test_what_cannot_be_kept_is_given_all_the_same(settings: Any, tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    in_folder(settings, folder)
    folder.rmdir()
    folder.write_text("nothing can be made in a file")
    assert kept(lambda: "rules", "test") == "rules"


def in_folder(settings: Any, folder: Path) -> None:
    rules = settings.CACHES["rules"] | {"LOCATION": folder}
    settings.CACHES = settings.CACHES | {"rules": rules}
    assert caches["rules"]._dir == str(folder)
