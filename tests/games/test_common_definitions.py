"""Definitions that any text may use: they mean what spelling them out does, and never change."""

from __future__ import annotations

import hashlib

import pytest
from django.conf import settings

from games.ludemes import LudemeError, expand, write_node
from games.ludemes.common import PREFIX, common
from games.play import load_rules

RULESETS = settings.BASE_DIR / "fixtures" / "rulesets"

# What a shipped ruleset writes, and the same in common definitions.
SPELLED = [
    (
        "war/alquerque-doce-1283",
        "(board (square 5 diagonals:Alternating) use:Vertex)",
        '"Common:AlquerqueBoard"',
    ),
    (
        "space/nine-mens-morris-modern",
        "(board (concentric Square rings:3) use:Vertex)",
        '"Common:MorrisBoard"',
    ),
    ("race/yut", "(dice d:2 from:0 num:4)", '("Common:Lots" 4)'),
    (
        "sow/sungka-1936",
        '(set Var "Hole" (last To) (then (while (<= 0 (var "Hole")) "SowToTheLeft")))',
        '("Common:SowInLaps" (last To) "Round" "AtTheEnd")',
    ),
    (
        "chess/shatranj",
        '(to if:(is Enemy (who at:(to))) "CaptureByReplacement")',
        '"Common:ToEnemy"',
    ),
    (
        "chess/chess-1497",
        '(if (and ("KingInCheck" Next) (not "NextCanMove")) (result Mover Win))',
        '("Common:MateWins" "King")',
    ),
]

CATCH = """(game "Catch" (players 2)
    (equipment {
        (board (square 5))
        (piece "Man" Each (move Slide Orthogonal (then "Common:CaughtBetweenTwo")))
    })
    (rules
        (start {(place "Man1" {"A1" "C3"}) (place "Man2" {"C2" "E5"})})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)"""

# By name the first letters of the digest of what it is. A stored game rests on it: never change
# one of these, give the definition another name.
DIGESTS: dict[str, str] = {
    "Common:AlquerqueBoard": "883db3e9ac2c",
    "Common:MorrisBoard": "e65f030f7c22",
    "Common:CrossBoard": "6b8972b63a7c",
    "Common:ByReplacement": "9acded6ce85e",
    "Common:ToEmptyOrEnemy": "9b14a3448d05",
    "Common:ToEnemy": "695ce45ef905",
    "Common:CaughtBetweenTwo": "7c878a3bc8a9",
    "Common:LeapTakes": "bee4f889d6fb",
    "Common:InCheck": "4b1e87775bed",
    "Common:CheckMustBeAnswered": "d5adac4026b0",
    "Common:NextCanMove": "29167d0a4557",
    "Common:MateWins": "37aa8bd791e4",
    "Common:StalemateDraws": "e30a0c433811",
    "Common:StalemateWins": "2435a88ff804",
    "Common:Lots": "e6c2026c76cc",
    "Common:FourLotsCount": "29368f65dcb5",
    "Common:Throw": "59523fc49aed",
    "Common:SowInLaps": "5803dd0981d1",
}


@pytest.mark.parametrize(("slug", "spelled", "short"), SPELLED)
def test_a_text_means_the_same_with_what_is_common_spelled_out(
    slug: str, spelled: str, short: str
) -> None:
    text = (RULESETS / f"{slug}.lud").read_text(encoding="utf-8")
    assert spelled in text
    shorter = text.replace(spelled, short)
    assert write_node(expand(shorter).game) == write_node(expand(text).game)


def test_a_game_is_played_by_common_definitions() -> None:
    rules = load_rules(CATCH)
    after = rules.start().play("a1-c1")
    assert sum(map(bool, after.board)) == 3


def test_the_own_definition_of_a_name_counts() -> None:
    own = CATCH.replace(
        '(game "Catch"', '(define "Common:CaughtBetweenTwo" (moveAgain)) (game "Catch"'
    )
    assert "moveAgain" in write_node(expand(own).game)


def test_a_common_name_that_there_is_not_is_refused_with_those_most_like_it() -> None:
    with pytest.raises(LudemeError, match='do you mean "Common:MateWins"'):
        expand('(game "Mate" (end ("Common:MateWin" "King")))')


def test_no_common_definition_was_changed() -> None:
    found = {
        name: hashlib.sha256(
            " ".join(write_node(item.node) for item in common()[name].body).encode()
        ).hexdigest()[:12]
        for name in common()
    }
    assert found == DIGESTS
    assert all(name.startswith(PREFIX) for name in found)
