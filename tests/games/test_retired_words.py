"""CWOut, CWIn, CCWOut and CCWIn have left the language: stored texts run, new ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.checking import check
from games.engine.language import read_and_bind
from games.ludemes import RetiredWordError, expand
from games.models import Match, Ruleset
from games.play import load
from games.play.setups import begun_from
from games.play.showing import steps
from games.rules_cache import rules_of_game
from tests.games.cast import PROJECT, RULESETS
from tests.games.families import first
from tests.pages.conftest import stored

FORMER = PROJECT / "tests" / "samples" / "former"
ROUND = sorted(FORMER.glob("*.lud"))
SHIPPED = sorted(RULESETS.glob("*.lud"))


def asked(text: str) -> dict[str, object]:
    return {
        "text": text,
        "looks": {},
        "sides": {},
        "sprite": "",
        "title": "A board",
        "faceDown": "?",
    }


def choices(text: str) -> list[tuple[str, ...]]:
    offered = expand(text).options
    return [(), *((f"{o.heading}/{c.label}",) for o in offered for c in o.choices)]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_text_is_in_the_published_language_by_every_option(path: Path):
    text = path.read_text(encoding="utf-8")
    for options in choices(text):
        assert read_and_bind(text, options=options).faults == (), options
    assert first(path.stem).program.doubts == ()


@pytest.mark.parametrize("path", ROUND, ids=lambda path: path.stem)
def test_the_round_games_are_played_as_their_former_texts_are(path: Path):
    former = load(path.read_text(encoding="utf-8"), limits=None)
    now = first(path.stem)

    assert [now.perft(depth) for depth in (1, 2, 3)] == [former.perft(d) for d in (1, 2, 3)]
    assert now.playouts(40, 7) == former.playouts(40, 7)


def test_a_draft_with_a_retired_word_is_refused_at_its_place():
    text = (FORMER / "shatranj-ar-rumiya-1140.lud").read_text(encoding="utf-8")
    problems = check(asked(text))["problems"]

    assert [problem["message"].split()[0] for problem in problems] == [
        "CWOut", "CWIn", "CCWOut", "CCWIn",
    ]  # fmt: skip
    line = text.split("\n")[problems[0]["line"] - 1]
    assert line[problems[0]["column"] - 1 :].startswith("(directions {#1 #2})")
    doubts = load(text).program.doubts
    assert len(doubts) == 4
    assert all(isinstance(each, RetiredWordError) for each in doubts)


@pytest.mark.django_db
def test_a_game_recorded_under_a_text_with_retired_words_replays_to_the_same_boards():
    ruleset = stored("shatranj-ar-rumiya-1140")
    now = ruleset.text
    Ruleset.objects.filter(pk=ruleset.pk).update(
        text=(FORMER / "shatranj-ar-rumiya-1140.lud").read_text(encoding="utf-8")
    )
    ruleset.refresh_from_db()
    game = Match.objects.create(
        slug="of-before", ruleset=ruleset, digest=ruleset.digest,
        moves=["b6-b7", "b11-b10", "b7-b8", "b10-b9"],
    )  # fmt: skip
    before = [str(after) for _, _, after in steps(rules_of_game(game), game.moves)]

    ruleset.text = now
    ruleset.save()
    game.refresh_from_db()

    assert game.digest != ruleset.digest
    assert [str(after) for _, _, after in steps(rules_of_game(game), game.moves)] == before
    begun = begun_from(load(now), "")
    assert [str(after) for _, _, after in steps(begun, game.moves)] == before
