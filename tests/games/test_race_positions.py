"""Positions of races, worked out by hand; those of senet are in test_senet_positions."""

from __future__ import annotations

import pytest

from games.play.second import SecondPosition
from tests.games.races import bare, begun, complete_plays, moves, standing

# Positions after each throw is played as far as it can be, from the men of all tables; those of
# doublets once more where they are played four times.
PLAYS = {
    "21": 15, "31": 16, "41": 14, "51": 8, "61": 10, "32": 17, "42": 18, "52": 8,
    "62": 14, "43": 17, "53": 9, "63": 14, "54": 9, "64": 14, "65": 7,
}  # fmt: skip
DOUBLETS = {"11": 9, "22": 13, "33": 13, "44": 12, "55": 3, "66": 6}
FOUR_TIMES = {"11": 42, "22": 75, "33": 73, "44": 52, "55": 4, "66": 11}


@pytest.mark.parametrize(
    ("slug", "plays"),
    [
        ("todas-tablas", PLAYS | DOUBLETS),
        ("irish", PLAYS | DOUBLETS),
        ("backgammon-1665", PLAYS | FOUR_TIMES),
    ],
)
def test_each_first_throw_at_tables_can_be_played_in_as_many_ways_as_were_counted(slug, plays):
    start = begun(slug).start().play("[2 1] pass")
    found = {
        throw: len(complete_plays(start.with_throw(tuple(int(die) - 1 for die in throw))))
        for throw in plays
    }

    assert found == plays


def test_the_higher_die_begins_at_tables_and_equal_dice_are_thrown_again():
    start = begun("todas-tablas").start()

    assert start.play("[5 2] pass").mover == 1
    assert start.play("[2 5] pass").mover == 2
    assert start.play("[3 3] pass").play("[1 4] pass").mover == 2


def test_a_six_and_a_five_begin_all_tables_with_five_moves():
    start = begun("todas-tablas").start().play("[2 1] pass")

    by_six, by_five = {"a2-g2", "l2-g1", "h1-b1"}, {"l2-h1", "h1-c1"}
    assert moves(start, 5, 4) == by_six | by_five


def tables(slug: str, men: str, *throw: int, option: str = "") -> SecondPosition:
    """Men at tables with White to play a throw, or to throw."""
    position = begun(slug, men, *([option] if option else [])).start().play("[2 1] pass")
    return position.with_throw(tuple(die - 1 for die in throw)) if throw else position


RIVAL = '(place Stack "Man2" 17 count:2)'


@pytest.mark.parametrize(
    ("men", "option", "allowed"),
    [
        ('(place "Man1" {4 2})', "", {"e1-e1", "c1-c1", "e1-b1"}),
        ('(place "Man1" {4 8})', "", {"i1-d1", "i1-f1", "e1-b1"}),
        ('(place "Man1" {4 8})', "Leaving/From the start", {"e1-e1", "i1-d1", "i1-f1", "e1-b1"}),
        ('(place "Man1" 4) (place "Man1" (handSite P1))', "", {"Hand1-e2", "Hand1-c2"}),
    ],
)
def test_men_of_todas_tablas_leave_when_all_are_in_the_last_quarter(men, option, allowed):
    position = tables("todas-tablas", f"{men} {RIVAL}", 5, 3, option=option)

    assert bare(move.label for move in position.legal_moves) == allowed


@pytest.mark.parametrize(
    ("black", "throw", "points"),
    [(12, (2, 1), 1), (12, (2, 2), 2), (5, (2, 1), 2), (5, (2, 2), 3)],
)
def test_backgammon_is_won_double_by_doublets_or_early_and_treble_by_both(black, throw, points):
    men = f'(place "Man1" 0) (place "Man2" {{{black} 13}})'
    position = tables("backgammon-1665", men, *throw).play("a1-a1")

    assert position.scores == (points, 0)
    assert position.outcome is not None and position.outcome.winner == 1


def test_a_dal_frees_the_man_next_to_the_prow_who_may_go_on_with_the_other_die():
    start = begun("daldos").start()

    assert moves(start, 0, 3) == {"p1-q2"}
    freed = start.play("[1 4] p1-q2")
    assert standing(freed, 32) == "Man1"
    assert bare(move.label for move in freed.legal_moves) == {"q2-m2"}
    assert moves(start, 1, 2) == {"pass"}


@pytest.mark.parametrize(
    ("men", "throw", "allowed"),
    [
        ('(place "Man1" 48)', (1, 3), {"p3-p2", "p3-n2"}),
        ('(place "Man1" {32 29})', (3, 3), {"n2-j2"}),
        ('(place "Man1" 20) (place "RestingMan2" 17)', (2, 2), {"e2-b2"}),
    ],
)
def test_freed_men_of_daldos_go_round_and_pass_no_man_of_their_side(men, throw, allowed):
    position = begun("daldos", f'{men} (place "RestingMan2" 33)').start()

    assert moves(position, *throw) == allowed


def test_a_man_of_daldos_goes_round_again_and_again():
    position = begun("daldos", '(place "Man1" 47) (place "RestingMan2" 3)').start()
    for _ in range(8):
        first = position.with_throw((3, 3)).legal_moves[0].label
        position = position.play(first)
        position = position.play(position.legal_moves[0].label).play("[2 2] pass")

    # Sixteen moves of four holes, on a round of thirty-three: two less than twice round.
    assert standing(position, 45) == "Man1"


def test_two_dals_give_another_throw_and_a_man_at_rest_is_taken_like_any_other():
    men = '(place "Man1" 20) (place "RestingMan2" {18 33})'
    position = begun("daldos", men).start().play("[1 1] e2-d2").play("d2-c2")

    assert (position.mover, position.needs_throw) == (1, True)
    assert standing(position, 18) == "Man1"
    outcome = position.play("[3 4] c2-a3").outcome
    assert outcome is not None and outcome.winner == 1


@pytest.mark.parametrize(
    ("throw", "allowed"),
    [(1, {"Hand1-e1"}), (2, {"d1-b1", "b2-d2"}), (6, {"Hand1-a2"})],
)
def test_pieces_of_five_lines_enter_before_others_move_and_pass_the_goal(throw, allowed):
    men = '(place Stack "Piece1" (sites {3 6}) count:1)'
    hands = " ".join(f'(place Stack "Piece{n}" (handSite P{n}) count:3)' for n in (1, 2))

    assert moves(begun("pente-grammai-race", f"{men} {hands}").start(), throw - 1) == allowed


@pytest.mark.parametrize(("option", "allowed"), [("Never", {"pass"}), ("Allowed", {"c2-d2"})])
def test_a_piece_of_five_lines_leaves_the_sacred_line_by_option_alone(option, allowed):
    men = '(place Stack "Piece1" 7 count:1) (place Stack "Piece2" 0 count:1)'
    rules = begun("pente-grammai-race", men, f"Moving from the sacred line/{option}")

    assert moves(rules.start(), 0) == allowed


def test_men_of_twelve_lines_enter_by_each_number_and_play_several():
    start = begun("duodecim-scripta").start().with_throw((0, 1, 2))

    plays = [complete_plays(start.play(move)) for move in start.legal_moves]
    assert len(set().union(*plays)) == 5


@pytest.mark.parametrize(
    ("flats", "allowed"),
    [
        (1, {"i7-g9", "r18-r16", "r8-r10", "Hand1.1-r24"}),
        (4, {"i7-r14", "r18-r10", "r8-o3"}),
    ],
)
def test_lines_lead_hounds_back_and_a_hole_holds_one_peg(flats, allowed):
    men = '(place "Hound1" (handSite P1) count:2) (place "Hound1" {3 8 15}) (place "Jackal2" 40)'
    throw = (1,) * flats + (0,) * (4 - flats)

    assert moves(begun("hounds-carter", men).start(), *throw) == allowed


@pytest.mark.parametrize(
    ("start", "throw", "allowed"),
    [
        ("", (1, 1, 0, 0), {"pass"}),
        ("", (0, 0, 0, 1), {"Hand1-h7"}),
        ('(place "Stone1" 11) (place "Stone2" 7)', (1, 1, 0, 0), {"h6-h4"}),
        ('(place "Stone1" 20) (place "Stone2" 7)', (1, 0, 0, 0), {"i7-i7"}),
    ],
)
def test_stones_of_patolli_enter_by_a_one_and_leave_exactly(start, throw, allowed):
    assert moves(begun("patolli", start).start(), *throw) == allowed


def pachisi(men: str, *mouths: int) -> SecondPosition:
    """After throws of six cowries with so many mouths up; a piece of each side is out of play."""
    out = " ".join(f'(place Stack "Piece{n}" (handSite P{n}) count:1)' for n in range(1, 5))
    position = begun("pachisi-herklots", f"{men} {out}").start()
    for up in mouths:
        position = position.play(f"[{' '.join(['1'] * up + ['0'] * (6 - up))}] pass")
    return position


FOURTH, FORT = '(place Stack "Piece1" 13 count:1)', '(place Stack "Piece2" 69 count:1)'


@pytest.mark.parametrize(
    ("men", "mouths", "allowed"),
    [
        (FOURTH, (5, 5, 3), {"Hand1.1-j8", "j5-p11", "j5-j4", "j5-j2"}),
        (f"{FOURTH} {FORT}", (5, 3), {"Hand1.1-j8", "j5-j4", "j5-j2"}),
        (FOURTH, (5, 5, 5, 3), {"j5-j2"}),
        ('(place Stack "ReturnedPiece1" 16 count:1)', (3,), {"j6-Hand1.2"}),
        ('(place Stack "ReturnedPiece1" 22 count:1)', (3,), {"pass"}),
        ('(place Stack "ReturnedPiece1" 22 count:1)', (5, 2), {"Hand1.1-j8", "j8-Hand1.2"}),
    ],
)
def test_pieces_of_pachisi_come_in_by_a_grace_spare_forts_and_reach_the_centre_exactly(
    men, mouths, allowed
):
    assert bare(move.label for move in pachisi(men, *mouths).legal_moves) == allowed


def test_a_third_twenty_five_at_pachisi_leaves_the_player_throwing():
    position = pachisi(FOURTH, 5, 5, 5)

    assert (position.mover, position.needs_throw) == (1, True)


def test_a_horse_of_tasholiwe_that_is_met_goes_back_to_the_start():
    start = begun("tasholiwe-owens", '(place "Horse1" 7) (place "Horse2" 9)').start()
    met = start.play("[1 0 0] d8-b10")

    assert standing(met, 9) == "Horse1"
    assert moves(met, 1, 1, 0) == {"Hand2.1-h4"}
    assert start.play("[1 1 1] d8-h18").mover == 1


@pytest.mark.parametrize(
    ("site", "throw", "move", "owners"),
    [(8, "1 1 0 0 0 0 0", "k1-k3", {1, 2}), (11, "1 1 1 0 0 0 0", "k1-k4", {1})],
)
def test_pieces_of_several_players_stand_on_a_cross_of_main_pacheh_alone(site, throw, move, owners):
    men = f'(place Stack "Piece1" 2 count:1) (place Stack "Piece2" {site} count:1)'
    position = begun("main-pacheh-aceh", men).start().play(f"[{throw}] {move}")

    assert {owner for _square, _name, owner in position.pieces()} == owners


def test_great_throws_of_main_pacheh_give_two_more_and_no_fourth():
    position, movers = begun("main-pacheh-aceh").start(), []
    for _ in range(3):
        position = position.play("[1 1 1 1 1 1 1] Hand1.1-k6")
        movers.append(position.mover)

    assert movers == [1, 1, 2]


def test_each_number_of_chaupar_moves_a_man_from_the_start_squares():
    thrown = begun("chaupar-ain").start().play("[2 5 6] pass")

    assert {"j3-j1", "j2-k1", "k2-k4", "k1-k3"} <= bare(move.label for move in thrown.legal_moves)


@pytest.mark.parametrize(
    ("throw", "men", "allowed"),
    [
        ("6 6 2", '(place Stack "Man1" 14 count:2)', {"k5-s10", "k5-n9", "k5-k7"}),
        (
            "6 5 1",
            '(place Stack "Man1" 14 count:2)',
            {"k5-s10", "k5-n9 (1)", "k5-n9 (2)", "k5-m9", "k5-k6"},
        ),
        ("6 5 2", '(place Stack "RipeMan1" 13 count:1)', {"j5-j7"}),
    ],
)
def test_two_men_of_chaupar_go_on_together_and_ripe_men_need_exact_numbers(throw, men, allowed):
    thrown = begun("chaupar-ain", men).start().play(f"[{throw}] pass")

    assert bare(move.label for move in thrown.legal_moves) == allowed


def test_a_ripe_man_of_chaupar_four_squares_below_the_centre_goes_home_by_two_twos_alone():
    start = begun("chaupar-ain", '(place Stack "RipeMan1" 13 count:1)').start()
    home = [start.play(f"[{throw}] pass").play("j5-j7") for throw in ("2 2 6", "2 1 1")]

    assert [bare(move.label for move in each.legal_moves) for each in home] == [
        {"j7-Hand1.2"}, {"j7-j8"}
    ]  # fmt: skip
    lost = start.play("[1 5 6] pass").legal_moves
    assert bare(move.label for move in lost) == {"j5-j6"}


def test_men_of_beans_and_pits_take_turn_back_and_throw_on_until_three_lie_against_one():
    position = begun("mapuche-vivar", '(place "Man1" 19) (place "Man2" {3 18})').start()
    turned = position.play("[0 0 0 0] " + moves(position, 0, 0, 0, 0).pop())

    assert turned.mover == 1
    assert standing(turned, 17) == "TurnedMan1"
    assert moves(turned, 1, 0, 0, 0) == {"pass"}
    assert turned.play("[1 0 0 0] pass").mover == 2


@pytest.mark.parametrize(
    ("men", "allowed"),
    [
        ("", {"a1-b1", "a1-c1", "a1-g1"}),
        (
            '(place Stack "Man1" (sites {0 1 2}) count:2) (place Stack "Man2" 12 count:3)',
            {"a1-g1", "b1-d1", "b1-h1", "c1-d1", "c1-e1", "c1-i1"},
        ),
    ],
)
def test_two_men_of_the_english_game_stand_together_in_the_first_quarter_only_on_its_first_point(
    men, allowed
):
    start = begun("ludus-anglicorum", men, "Dice/Two, and six for the third").start()

    assert moves(start, 1, 0, 0) == allowed


def test_a_piece_of_boolik_that_meets_an_enemy_turns_home_with_it_and_loses_it_to_a_third():
    hands = " ".join(f'(place Stack "Man{n}" (handSite P{n}) count:4)' for n in (1, 2))
    start = begun("bul-boolik", f'(place "Man1" 4) (place "Man2" 8) {hands}').start()
    met = start.play("[1 1 1 1] e1-i1")
    assert (standing(met, 8), moves(met, 1, 0, 0, 0)) == ("Carrier1", {"i1-h1"})

    lost = met.play("[1 0 0 0] i1-h1").play("[1 0 0 0] Hand2.1-n1")
    lost = lost.play("[1 1 0 0] n1-l1").play("[1 0 0 0] h1-g1").play("[1 0 0 0] g1-f1")
    assert standing(lost, 5) == "Carrier1"
    home = lost.play("[0 0 0 0] l1-g1").play("[1 0 0 0] g1-f1")
    assert (standing(home, 5), moves(home, 1, 0, 0, 0)) == ("Carrier2", {"Hand1.1-a1"})


VILLAGE, WELL = 40, 41
MOTHERS = '(place "Mother1" 38) (place "Mother2" 20)'


@pytest.mark.parametrize(
    ("piece", "flat", "reached"),
    [
        ('"Mother1" 38', 0, None),
        ('"Mother1" 38', 2, WELL),
        ('"Mother1" 38', 3, None),
        ('"Hyena1" 29', 3, 37),
        ('"Hyena1" (handSite P1 1)', 2, None),
        ('"MotherGoingHome1" 0', 1, VILLAGE),
        ('"MotherGoingHome1" 1', 2, VILLAGE),
        ('"MotherGoingHome1" 1', 3, None),
    ],
)
def test_mothers_and_hyena_come_to_well_and_village_by_the_exact_throw(piece, flat, reached):
    start = begun("hyena-davies", f'(place {piece}) (place "Mother2" 20)').start()
    sticks = tuple(int(stick < flat) for stick in range(3))
    (move,) = start.with_throw(sticks).legal_moves

    assert (None if move.label.endswith("pass") else move.to) == reached


def test_a_two_ends_the_turn_and_a_one_is_saved_at_the_hyena_game():
    start = begun("hyena-davies", MOTHERS).start()
    (well,) = start.with_throw((1, 1, 0)).legal_moves

    assert start.play(well).mover == 2
    saved = start.play("[1 0 0] pass")
    assert (saved.mover, saved.scores) == (1, (1, 0))


@pytest.mark.parametrize(("hyena", "mother", "eaten"), [(24, 20, True), (20, 24, False)])
def test_a_hyena_on_its_way_home_eats_whom_it_overtakes(hyena, mother, eaten):
    men = f'(place "HyenaGoingHome1" {hyena}) (place "Mother2" {mother})'
    start = begun("hyena-davies", men).start()
    (move,) = start.with_throw((1, 1, 1)).legal_moves

    assert (standing(start.play(move), mother) is None) == eaten
