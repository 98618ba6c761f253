"""More than two may win: stored games, logs and set-ups in a browser know a third player."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.matches.log import result_of as written_result
from games.models import Game, Match, Ruleset
from games.play import Outcome, load
from games.results import result_of
from tests.games.cast import duel
from tests.games.node import told

# Three men in a row of five; whoever has none left has lost.
TEXT = duel(
    "(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))",
    board="(rectangle 1 5)",
    start='(place "Man1" 0) (place "Man2" 1) (place "Man3" 4)',
    end="(forEach Player if:(no Pieces Player) (result Player Loss))",
).replace("{(player N) (player S)}", "3")
SCRIPT = """
const game = rules.start();
game.setUp(JSON.parse(asked), 3);
console.log(JSON.stringify([game.number("MOVER"), game.number("NEXT")]));
"""


@pytest.mark.django_db
def test_a_stored_game_may_be_won_by_the_third_player():
    game = Game.objects.create(slug="race", name="Race")
    ruleset = Ruleset.objects.create(
        slug="race", game=game, name="Race", kind="described", text=TEXT
    )
    match = Match(
        ruleset=ruleset, digest=ruleset.digest, moves=["a1-b1", "e1-d1", "b1-c1", "d1-c1"]
    )

    match.result = result_of(match)
    match.full_clean(exclude=["slug", "options", "annotations"])
    assert (match.result, match.get_result_display()) == ("3", "player 3 wins")
    match.moves, match.ending = ["a1-b1"], "first resigns"
    assert result_of(match) == Match.Result.OPEN


def test_a_log_names_a_third_player_who_won():
    assert written_result(Outcome(3, "", ""), "") == "player 3 wins"


def test_a_position_set_up_in_the_browser_has_the_next_of_three_players(tmp_path: Path):
    rules = load(TEXT)
    assert told(SCRIPT, rules, tmp_path, list(rules.start().board)) == [3, 1]
