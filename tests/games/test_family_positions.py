"""Positions of the family rulesets worked out by hand from their sources."""

from __future__ import annotations

import pytest

from games.play import Position
from tests.games.cast import labels, standing
from tests.games.families import about, after, rules

SAFE_MAN = "i1:Swede2"


def ending(position: Position) -> tuple[int, str] | None:
    outcome = position.outcome
    return None if outcome is None else (outcome.winner, outcome.clause)


def tablut(men: str, *moves: str, slug: str = "tablut-linnaeus") -> Position:
    """A word is a square with a Muscovite, or says what stands there."""
    words = [word if ":" in word else f"{word}:Muscovite1" for word in men.split()]
    return after(slug, ";".join(["1", *words]), *moves)


@pytest.mark.parametrize(
    ("men", "move", "clause"),
    [
        ("e6:King2 d6 f6 a7", "a7-e7", "KingBesideArx"),
        ("e5:King2 d5 f5 e4 a6", "a6-e6", "KingInArx"),
        ("g3:King2 f3 h9", "h9-h3", "KingElsewhere"),
    ],
)
def test_the_king_of_tablut_is_taken_by_as_many_men_as_his_place_asks_for(men, move, clause):
    position = tablut(f"{men} {SAFE_MAN}", move)

    assert ending(position) == (1, "KingTakenOrShutIn")
    assert clause in {effect.clause for effect in position.effects}


@pytest.mark.parametrize(
    ("slug", "men", "move"),
    [
        ("tablut-linnaeus", "e6:King2 d6 h9", "h9-h6"),
        ("tablut-linnaeus", "e6:King2 d6 f9", "f9-f6"),
        ("tablut-smith", "g3:King2 f3 h9", "h9-h3"),
    ],
)
def test_fewer_men_than_are_needed_take_no_king(slug, men, move):
    assert ending(tablut(f"{men} {SAFE_MAN}", move, slug=slug)) is None


def test_the_empty_arx_shuts_a_man_in_and_an_occupied_one_only_with_three_sides_held():
    beside = "e6:Swede2 a7"

    assert "e6" not in standing(tablut(f"{beside} h1:King2", "a7-e7"))
    assert "e6" in standing(tablut(f"{beside} e5:King2 d5 f5 {SAFE_MAN}", "a7-e7"))
    held = tablut(f"{beside} e5:King2 d5 f5 e4 {SAFE_MAN}", "a7-e7")
    assert "e6" not in standing(held)
    assert ending(held) is None


def test_the_unarmed_king_of_hnefatafl_takes_nobody_unless_he_is_armed():
    setup = "2;c3:King2;d3:Attacker1;e9:Defender2;k7:Attacker1"
    armed = ("The king in captures/Armed",)

    assert "d3" in standing(after("hnefatafl-eleven", setup, "e9-e3"))
    assert "d3" not in standing(after("hnefatafl-eleven", setup, "e9-e3", options=armed))


@pytest.mark.parametrize(
    ("first", "replies"),
    [
        ("b2-c3", {"a3-b2", "b3-b2", "d4-b2"}),
        ("c2-c3", {"c4-c2"}),
        ("d2-c3", {"b4-d2", "d4-d2"}),
        ("d3-c3", {"b3-d3", "d4-d3"}),
    ],
)
def test_each_first_man_of_alquerque_can_be_taken_on_the_point_that_he_left(first, replies):
    position = rules("alquerque-doce-1283").start()
    assert first in labels(position)

    assert replies <= set(labels(position.play(first)))


def test_the_specimen_game_of_mu_torere_ends_with_black_unable_to_move():
    (game,) = [m for m in about("mu-torere-best")["matches"] if "specimen" in m["slug"]]
    position = rules("mu-torere-best").start()
    for move in game["moves"]:
        position = position.play(move)

    assert len(game["moves"]) == 10
    assert ending(position) == (2, "BlockedLoses")


def test_always_moving_to_the_putahi_from_beside_an_enemy_forbids_that_specimen_game():
    (game,) = [m for m in about("mu-torere-best")["matches"] if "specimen" in m["slug"]]
    always = "Moving to the pūtahi only beside an enemy/Always"
    position = rules("mu-torere-best", always).start()
    for move in game["moves"][:9]:
        assert move in labels(position)
        position = position.play(move)

    assert game["moves"][9] not in labels(position)


def test_a_leap_in_yote_takes_one_man_more_and_may_leave_the_enemy_none_on_the_board():
    start = rules("yote-beart").start()
    position = start
    for move in ("hand1-b2", "hand2-b3", "hand1-c2", "hand2-d5", "b2-b4"):
        position = position.play(move)

    assert position.mover == 1
    assert labels(position) == ["d5-d5"]
    assert set(standing(position.play("d5-d5"))) & {"b3", "d5"} == set()


def test_the_white_stone_lifted_in_konane_lies_beside_the_gap():
    position = rules("konane-papamu").start()

    assert len(labels(position)) == 3
    assert sum(len(labels(position.play(move))) for move in labels(position)) == 8


def test_a_baidaq_of_complete_chess_replaces_a_lost_firz_or_is_lost_itself():
    alone = "1;a3:Shah1;d9:Baidaq1;j7:Shah2"

    assert standing(after("shatranj-at-tamma", alone, "d9-d10"))["d10"] == "Firz1"
    assert "d10" not in standing(after("shatranj-at-tamma", f"{alone};a4:Firz1", "d9-d10"))


def test_a_pawn_of_the_courier_game_is_queen_after_three_joy_leaps():
    position = after(
        "courier",
        "1;a6:King1;e7:Pawn1;h8:King2;l5:Pawn2",
        *("e7-e8", "h8-g8", "e8-e6", "g8-h8", "e6-e4", "h8-g8", "e4-e2"),
        options=("Promotion/After three joy leaps",),
    )

    assert standing(position)["e2"] == "Queen1"


def test_a_cannon_of_xiangqi_takes_over_one_man_and_no_friend():
    generals = "1;e1:General1;f10:General2"
    men = "a5:Cannon1;c5:Soldier1;e5:Soldier1;a7:Soldier2;a8:Soldier2;a9:Chariot2"
    position = after("xiangqi", f"{generals};{men}")

    cannon = {move for move in labels(position) if move.startswith("a5-")}
    assert cannon == {"a5-a1", "a5-a2", "a5-a3", "a5-a4", "a5-a6", "a5-a8", "a5-b5"}


def test_a_horse_of_xiangqi_is_blocked_at_the_leg_and_an_elephant_at_the_eye():
    generals = "1;e1:General1;f10:General2"
    position = after("xiangqi", f"{generals};b1:Horse1;b2:Soldier1;g1:Elephant1;f2:Soldier2")

    assert set(labels(position)) == {"b1-d2", "b2-b3", "e1-d1", "g1-i3"}


def test_a_man_between_the_generals_of_xiangqi_stays_on_their_file():
    position = after("xiangqi", "1;e1:General1;e4:Chariot1;e10:General2;a10:Chariot2")

    chariot = {move[3] for move in labels(position) if move.startswith("e4-")}
    assert chariot == {"e"}


@pytest.mark.parametrize(
    ("setup", "move", "stands"),
    [
        ("1;c8:Dog1;e4:Dog1;d4:Dog2;h8:Dog2", "c8-c4", False),
        ("2;c4:Dog1;e4:Dog1;d8:Dog2;h8:Dog2", "d8-d4", True),
    ],
)
def test_a_dog_of_polis_is_taken_by_the_second_of_two_and_may_move_in_between(setup, move, stands):
    assert ("d4" in standing(after("polis-composed", setup, move))) is stands


@pytest.mark.parametrize(("leopard", "leap"), [("c3", "b2"), ("d3", "d2"), ("e3", "f2")])
def test_a_tiger_at_the_apex_beside_the_first_leopard_has_two_steps_and_a_leap(leopard, leap):
    start = rules("hat-diviyan-keliya").start().play("hand1-d4").play(f"hand2-{leopard}")

    reached = {move.split("-")[1] for move in labels(start)}
    assert reached == {"c3", "d3", "e3"} - {leopard} | {leap}


def test_stones_and_areas_count_more_than_stones_by_two_for_each_living_group():
    walls = ("c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5")
    moves = [f"{site}-{site}=Stone{1 + number % 2}" for number, site in enumerate(walls)]
    counting = ("Board/Five lines, empty", "What is counted/Stones and areas")
    position = rules("go-stones", *counting).start()
    for move in (*moves, "pass", "pass"):
        position = position.play(move)

    assert position.scores == (15, 10)


def test_a_noyan_may_not_step_onto_a_square_that_a_mori_attacks_though_no_mori_mates():
    position = after("shatar", "2;a1:Noyan1;e6:Mori1;c3:Noyan2;h8:Fu2;a8:Tereg2")

    reached = {move.split("-")[1] for move in labels(position) if move.startswith("c3-")}
    assert reached == {"b3", "b4", "c2", "c4", "d2", "d3"}
