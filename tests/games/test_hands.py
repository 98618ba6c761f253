"""Hands beside the board: what is kept there, how many of it, and how it comes into play."""

import pytest

from games.play import Position, Rules, UnreadableMove, load
from tests.games.cast import labels, standing

DROP = "(move (from (handSite Mover)) (to (sites Empty)))"


def settlers(
    play: str = DROP,
    *,
    hand: str = "(hand Each)",
    start: str = '(place "Man" "Hand" count:2)',
    man: str = "(move Step Orthogonal (to if:(is Empty (to))))",
    end: str = "(if (no Pieces Next) (result Mover Win))",
    phases: str = "",
) -> Rules:
    """Men come onto a board of four cells from the hand of each player."""
    rules = f"phases:{{{phases}}}" if phases else f"(play {play})"
    return load(
        '(game "Settlers" (players {(player N) (player S)})'
        f' (equipment {{(board (square 2)) (piece "Man" Each {man}) (piece "Boat" Each) {hand}}})'
        f" (rules (start {{{start}}}) {rules} (end {{{end}}})))"
    )


def kept(position: Position) -> list[str]:
    """What each site of the hands holds: "2 Man1", or "" where there is nothing."""
    components = position.rules.program.components
    first = len(position.board)
    return [
        f"{position.count_of(first + place)} {components[number - 1].name}"
        f"{components[number - 1].owner}"
        if number
        else ""
        for place, number in enumerate(position.hands)
    ]


def test_each_player_keeps_pieces_in_a_hand_of_their_own():
    start = settlers().start()

    assert kept(start) == ["2 Man1", "2 Man2"]
    assert standing(start) == {}


def test_a_piece_from_the_hand_may_go_to_any_empty_site():
    start = settlers().start()

    assert labels(start) == ["hand1-a1", "hand1-a2", "hand1-b1", "hand1-b2"]


def test_only_one_of_several_pieces_leaves_the_hand():
    after = settlers().start().play("hand1-b1")

    assert kept(after) == ["1 Man1", "2 Man2"]
    assert standing(after) == {"b1": "Man1"}


def test_the_last_piece_leaves_the_hand_empty():
    position = settlers().start()
    for move in ("hand1-a1", "hand2-a2", "hand1-b1"):
        position = position.play(move)

    assert kept(position) == ["", "1 Man2"]


def test_who_has_nothing_in_the_hand_has_no_piece_to_bring():
    position = settlers(start='(place "Man" "Hand")').start().play("hand1-a1").play("hand2-a2")

    assert labels(position) == ["pass"]


def test_moves_from_the_hand_are_read_in_capitals_too():
    after = settlers().start().play("HAND1-B2")

    assert standing(after) == {"b2": "Man1"}


def test_a_site_that_no_hand_has_is_no_site():
    with pytest.raises(UnreadableMove, match="hand3"):
        settlers().start().play("hand3-b2")


def test_the_sites_of_a_larger_hand_are_numbered():
    start = '(place "Man1" (handSite P1 0) count:3) (place "Boat1" (handSite P1 1))'
    rules = settlers(
        "(move (from (handSite Mover 1)) (to (sites Empty)))",
        hand="(hand Each size:2)",
        start=start,
    )

    assert kept(rules.start()) == ["3 Man1", "1 Boat1", "", ""]
    assert labels(rules.start()) == ["hand1.2-a1", "hand1.2-a2", "hand1.2-b1", "hand1.2-b2"]


def test_different_pieces_are_placed_side_by_side_in_a_hand():
    start = '(place "Man" "Hand" count:2) (place "Boat" "Hand")'

    assert kept(settlers(hand="(hand Each size:3)", start=start).start()) == [
        "2 Man1", "1 Boat1", "", "2 Man2", "1 Boat2", "",
    ]  # fmt: skip


def test_only_one_player_may_have_a_hand():
    rules = settlers(
        "(move (from (sites Occupied by:Mover)) (to (sites Empty)))",
        hand="(hand P2)",
        start='(place "Man1" 0) (place "Man2" (handSite P2))',
    )

    assert labels(rules.start().play("a1-b1")) == ["hand2-a1", "hand2-a2", "hand2-b2"]


@pytest.mark.parametrize(
    ("where", "moves"),
    [
        ("(sites Occupied by:Mover)", ["a1-b1", "hand1-b1"]),
        ('(sites Occupied by:Mover container:"Hand")', ["hand1-b1"]),
        ('(sites Occupied by:Mover container:"Board")', ["a1-b1"]),
        ("(sites Occupied by:Mover container:(mover))", ["hand1-b1"]),
        ("(sites Hand Mover)", ["hand1-b1"]),
    ],
)
def test_sites_may_be_looked_for_in_the_hand_or_on_the_board(where: str, moves: list[str]):
    rules = settlers(
        f'(move (from {where}) (to (difference (sites Empty) {{"A2" "B2"}})))',
        start='(place "Man" "Hand") (place "Man1" 0)',
    )

    assert labels(rules.start()) == moves


@pytest.mark.parametrize(
    ("count", "number"),
    [
        ("(count Pieces Mover)", 3),
        ("(count Pieces Mover in:(sites Board))", 1),
        ("(count Pieces Mover in:(sites Hand Mover))", 2),
        ("(count at:(handSite Mover))", 2),
        ("(count Cell at:(handSite Next))", 2),
        ("(count at:0)", 1),
        ("(count at:3)", 0),
    ],
)
def test_pieces_are_counted_where_the_rules_ask(count: str, number: int):
    start = '(place "Man" "Hand" count:2) (place "Man1" 0)'
    step = "(move (from (handSite Mover)) (to 3))"

    assert labels(settlers(f"(if (= {count} {number}) {step})", start=start).start()) == [
        "hand1-b2"
    ]


def test_a_hand_is_empty_when_its_last_piece_is_gone():
    rules = settlers(
        start='(place "Man" "Hand")',
        phases=(
            f'(phase "Bring" (play {DROP}) (nextPhase Mover (is Empty (handSite Mover)) "Walk"))'
            ' (phase "Walk" (play (forEach Piece)))'
        ),
    )

    assert labels(rules.start().play("hand1-a1").play("hand2-b2")) == ["a1-a2", "a1-b1"]


def test_pieces_in_the_hand_do_not_walk():
    rules = settlers("(forEach Piece)", start='(place "Man" "Hand") (place "Man1" 0)')

    assert labels(rules.start()) == ["a1-a2", "a1-b1"]


def test_the_board_is_full_without_looking_at_the_hands():
    rules = settlers(end="(if (is Full) (result Mover Win))", start='(place "Man" "Hand" count:3)')
    position = rules.start()
    for move in ("hand1-a1", "hand2-a2", "hand1-b1"):
        position = position.play(move)

    assert position.outcome is None
    outcome = position.play("hand2-b2").outcome
    assert outcome is not None
    assert outcome.winner == 2


def test_a_game_with_hands_is_counted_and_played_at_random():
    rules = settlers()

    assert [rules.perft(depth) for depth in range(5)] == [1, 4, 12, 24, 24]
    assert rules.playouts(20).wins[0] == 20


def test_a_game_without_hands_keeps_no_counts():
    rules = settlers("(forEach Piece)", hand="", start='(place "Man1" 0) (place "Man2" 3)')

    assert rules.program.constants["COUNTED"] == 0
    assert rules.program.constants["SITES"] == 4
    assert rules.start().count_of(0) == 1


def test_what_is_taken_may_be_kept_in_the_hand():
    keep = '(apply (add (piece (id "Man" Mover)) (to (handSite Mover))))'
    man = f"(move Step (to if:(not (is Friend (who at:(to)))) {keep}))"
    start = '(place "Man" "Hand" count:2) (place "Man1" 0) (place "Man2" 3)'
    after = settlers("(forEach Piece)", start=start, man=man).start().play("a1-b2")

    assert kept(after) == ["3 Man1", "2 Man2"]
    assert standing(after) == {"b2": "Man1"}


def test_a_piece_may_come_from_the_hand_as_part_of_a_move():
    fill = "(fromTo (from (handSite Mover)) (to (last From)))"
    man = f"(move Step Orthogonal (to if:(is Empty (to))) (then {fill}))"
    start = '(place "Man" "Hand" count:2) (place "Man1" 0)'
    after = settlers("(forEach Piece)", start=start, man=man).start().play("a1-a2")

    assert kept(after) == ["1 Man1", "2 Man2"]
    assert standing(after) == {"a1": "Man1", "a2": "Man1"}


def test_pieces_keep_the_state_that_they_had_in_the_hand():
    start = '(place "Man1" (handSite P1) count:2 state:3)'
    after = settlers(start=start).start().play("hand1-a2")

    assert after.state_of(after.rules.program.board.site("a2")) == 3
    assert kept(after) == ["1 Man1", ""]
    assert after.state_of(4) == 3


def test_like_pieces_that_meet_are_counted_together():
    start = '(place "Man1" (handSite P1) count:3) (place "Man2" 3)'
    rules = settlers("(move (from (handSite Mover)) (to 0))", start=start)
    after = rules.start().play("hand1-a1").play("pass").play("hand1-a1")

    assert after.count_of(0) == 2
    assert kept(after) == ["1 Man1", ""]


def test_numbers_of_pieces_and_hand_sites_may_stand_in_a_map():
    where = (
        '(map "Where" {(pair (id "Man" P2) (handSite P1 1)) (pair (id "Man" P1) (handSite P2 1))})'
    )
    keep = '(apply (add (piece "Boat") (to (mapEntry "Where" (what at:(to))))))'
    man = f"(move Step (to if:(is Enemy (who at:(to))) {keep}))"
    start = '(place "Man1" 0) (place "Man2" 3)'
    rules = settlers("(forEach Piece)", hand=f"(hand Each size:2) {where}", start=start, man=man)

    assert kept(rules.start().play("a1-b2")) == ["", "1 Boat1", "", ""]


def test_what_could_be_dropped_on_a_site_threatens_it():
    safe = '(not (is Threatened (id "Man" Mover) at:(to)))'
    man = f"(move Step Orthogonal (to if:(and (is Empty (to)) {safe})))"
    play = f"(or {DROP} (forEach Piece))"
    armed = settlers(play, man=man, start='(place "Man1" 0) (place "Man2" (handSite P2))')
    unarmed = settlers(play, man=man, start='(place "Man1" 0)')

    assert labels(armed.start()) == ["pass"]
    assert labels(unarmed.start()) == ["a1-a2", "a1-b1"]


def test_a_page_is_told_of_the_hands():
    hands = settlers(hand="(hand Each size:2)").manifest()["hands"]

    assert hands == ["hand1.1", "hand1.2", "hand2.1", "hand2.2"]


def test_a_position_says_what_the_hands_hold():
    after = settlers().start().play("hand1-b1")

    assert str(after) == "[b1:Man1 hand1:Man1 hand2:Man2x2] with player 2 to move"


def test_a_position_set_up_by_hand_keeps_the_hands():
    position = settlers().position({"a1": "Man1", "b2": "Man2"}, mover=2)

    assert kept(position) == ["2 Man1", "2 Man2"]
    assert labels(position) == ["hand2-a2", "hand2-b1"]
