"""Values of solved games: stored by the command, shipped, and shown on the page of a ruleset."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Ruleset, SolvedGame
from games.solved import solved_of, store_shipped, write
from tests.games.test_solve import NOUGHTS, RUN

OPTION = """
(option "Who begins" <Begins> args:{<first>} {
    (item "The runner" <"Man1"> "The runner begins.")* (item "The other" <"Man2"> "Likewise.")
})"""


@pytest.fixture
def ruleset(db) -> Ruleset:
    game = Game.objects.create(slug="run", name="Run")
    text = RUN.replace('(place "Man1"', "(place <Begins:first>") + OPTION
    return Ruleset.objects.create(slug="run", game=game, name="Run", kind="described", text=text)


def solved(*arguments: str) -> str:
    out = StringIO()
    call_command("solve", *arguments, "--jobs", "1", stdout=out, stderr=StringIO())
    return out.getvalue()


class TestCommand:
    def test_it_says_and_stores_the_value(self, ruleset):
        said = solved("run")
        assert "value: player 1 wins in 5 moves" in said
        assert "best play: a1-b1 a2-b2 b1-c1 b2-c2 c1-d1" in said
        assert [row.options for row in solved_of(ruleset)] == [["Who begins/The runner"]]

    def test_every_reading_once(self, ruleset):
        solved("run", "--readings")
        solved("run", "--readings")
        assert SolvedGame.objects.count() == 2

    def test_a_file_is_solved_and_written_as_json(self, tmp_path, db):
        text, out = tmp_path / "noughts.lud", tmp_path / "noughts.json"
        text.write_text(NOUGHTS)
        solved(str(text), "--out", str(out))
        (found,) = json.loads(out.read_text())["solutions"]
        assert (found["winner"], found["positions"]) == (0, 5478)

    def test_a_game_that_is_too_large_is_refused_with_the_bound(self, ruleset):
        with pytest.raises(CommandError, match="is not solved: there are more than 5 positions"):
            solved("run", "--positions", "5")
        assert not SolvedGame.objects.exists()


class TestShipped:
    def test_what_was_written_is_stored_again(self, ruleset, tmp_path):
        solved("run", "--readings")
        before = [(row.options, row.solution) for row in solved_of(ruleset)]
        write(ruleset, tmp_path)
        SolvedGame.objects.all().delete()
        assert store_shipped(ruleset, tmp_path) == 2
        assert [(row.options, row.solution) for row in solved_of(ruleset)] == before

    def test_values_of_another_text_are_not_stored(self, ruleset, tmp_path):
        solved("run")
        write(ruleset, tmp_path)
        ruleset.text += "\n"
        ruleset.save()
        assert store_shipped(ruleset, tmp_path) == 0


class TestPage:
    def test_the_value_stands_under_the_board(self, ruleset, client):
        solved("run", "--readings")
        page = client.get("/rulesets/run/").content.decode()
        assert "The first player wins in 5 moves." in page
        assert "a1-b1 a2-b2 b1-c1 b2-c2 c1-d1" in page
        assert "/play/?option=Who+begins%2FThe+runner#you=both&amp;moves=a1-b1,a2-b2" in page

    def test_the_chosen_reading_stands_first(self, ruleset, client):
        solved("run", "--readings")
        page = client.get("/rulesets/run/", {"option": "Who begins/The other"}).content.decode()
        first, _, others = page.partition("Under other readings")
        assert "Nobody can force a win." in first
        assert "The first player wins in 5 moves." in others

    def test_nothing_is_said_of_games_that_are_not_solved(self, ruleset, client):
        assert "Solved" not in client.get("/rulesets/run/").content.decode()
