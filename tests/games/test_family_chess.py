"""Rules of chess and its kin that counts of opening moves do not see."""

from __future__ import annotations

import pytest

from tests.games.cast import destinations, labels, standing
from tests.games.families import about, after, rules, turns


def goals(slug: str, setup: str, site: str) -> set[str]:
    return destinations(after(slug, setup), site)


@pytest.mark.parametrize(
    ("man", "site", "count"),
    [("Aanca", "f6", 40), ("Aanca", "a1", 21), ("Unicornio", "f6", 36), ("Unicornio", "a1", 20)],
)
def test_on_an_empty_board_aanca_and_unicornio_reach_as_many_squares_as_were_counted(
    man, site, count
):
    kings = "l12:King1;l9:King2;l8:Pawn2"
    position = after("grande-acedrex", f"1;{site}:{man}1;{kings}")

    assert len(destinations(position, site)) == count
    assert len([move for move in labels(position) if move.startswith(f"{site}-")]) == count


def test_an_aanca_shut_in_on_its_first_square_goes_no_further_that_way():
    men = "b2:Pawn1;c3:Pawn2;l1:King1;l12:King2"

    assert goals("grande-acedrex", f"1;a1:Aanca1;{men}", "a1") == set()
    assert goals("grande-acedrex", "1;d2:Aanca1;c1:Pawn1;e1:Pawn1;c3:Pawn2;e3:Pawn1;"
                 "l1:King1;l12:King2", "d2") == {"c3"}  # fmt: skip


def test_a_unicornio_goes_on_from_the_knights_square_only_if_that_is_empty():
    men = "b3:Pawn2;l1:King1;l12:King2"
    reached = goals("grande-acedrex", f"1;a1:Unicornio1;{men}", "a1")

    assert "b3" in reached
    assert not reached & {"c4", "d5"}
    assert {"c2", "d3", "e4"} <= reached


@pytest.mark.parametrize("file", "abcdefghijkl")
def test_a_pawn_of_great_chess_becomes_the_man_that_began_on_its_file(file):
    began = standing(rules("grande-acedrex").start())[f"{file}1"]
    kings = "l2:King1;l5:King2" if file < "g" else "a2:King1;a5:King2"
    new = after("grande-acedrex", f"1;{file}11:Pawn1;{kings};f3:Pawn2", f"{file}11-{file}12")

    assert standing(new)[f"{file}12"] == began.replace("King", "Aanca")


def test_after_a_capture_no_pawn_of_alfonso_goes_two_squares_any_more():
    position = rules("acedrex-1283").start()
    for move in ("e2-e4", "d7-d5", "e4-d5"):
        assert "b7-b5" in labels(position) or position.mover == 1
        position = position.play(move)

    assert "b7-b5" not in labels(position)


def test_the_alferza_of_alfonso_leaps_once_and_takes_nothing():
    men = "1;e1:King1;d1:Alferza1;e8:King2;f3:Pawn2;a7:Pawn2"
    moved = rules("acedrex-1283").start().play("d1-f3").play("a7-a6")

    assert goals("acedrex-1283", men, "d1") == {"b1", "f1", "b3", "d3", "c2", "e2"}
    assert destinations(moved, "f3") == {"e4", "g4"}


def test_in_tibet_only_the_first_pawn_of_a_side_goes_two_squares():
    position = rules("chandaraki-1775").start().play("a2-a3")

    assert "d7-d5" in labels(position)
    assert "e2-e4" not in labels(position.play("g8-f6"))


def test_a_rua_and_two_khon_have_eleven_counts_to_mate():
    games = {game["title"]: game for game in about("makruk-modern")["matches"]}
    game = games["Eleven counts and one too many"]
    position = after("makruk-modern", game["setup"], *game["moves"][:-1])

    assert len(game["moves"][1::2]) - 1 == 11
    assert position.outcome is None
    assert position.play(game["moves"][-1]).outcome.clause == "PastTheLimitDraws"


def test_the_stronger_side_of_makruk_and_one_with_bia_left_may_not_count():
    men = "1;a1:Khun1;c1:Rua1;d1:Met1;h8:Khun2;f8:Rua2"

    assert "propose:I_count" not in labels(after("makruk-modern", men))
    assert "propose:I_count" in labels(after("makruk-modern", men.replace("1;", "2;", 1)))
    with_bia = men.replace("1;", "2;", 1) + ";h3:Bia1"
    assert "propose:I_count" not in labels(after("makruk-modern", with_bia))


def test_the_five_foot_of_the_right_wing_alone_may_become_sub_general():
    start = rules("sittuyin-cox").start()
    board = start.rules.program.board
    marked = {site for site, _, _ in start.pieces() if start.state_of(board.site(site))}

    assert marked == {"d3", "e4", "f4", "g4", "h4", "e6", "d5", "c5", "b5", "a5"}


def test_the_game_of_the_poem_ends_in_mate_by_the_queen():
    (game,) = [match for match in about("scachs-damor")["matches"] if len(match["moves"]) == 41]
    position = after("scachs-damor", "", *game["moves"])

    assert game["moves"][-1] == "d7-d8"
    assert (position.outcome.winner, position.outcome.clause) == (1, "MateWins")


@pytest.mark.parametrize(("between", "taken"), [((), True), (("h2-h3", "h7-h6"), False)])
def test_in_the_poem_a_pawn_is_taken_in_passing_at_once_or_never(between, taken):
    line = ("e2-e4", "a7-a6", "e4-e5", "d7-d5", *between)

    assert ("e5-d6" in labels(after("scachs-damor", "", *line))) is taken
    none = after("scachs-damor", "", *line, options=("Taking in passing/Not known",))
    assert "e5-d6" not in labels(none)


def test_queens_of_the_poem_do_not_take_each_other():
    men = "1;e1:King1;d2:Queen1;e8:King2;d6:Queen2;d4:Pawn2"

    assert "d2-d4" in labels(after("scachs-damor", men))
    assert "d2-d6" not in labels(after("scachs-damor", men.replace("d4", "h4")))


# Positions in general circulation among programmers, with castling, passing and promotion.
MANY_RIGHTS = (
    "1;a1:Rook1;e1:King1;h1:Rook1;a2:Pawn1;b2:Pawn1;c2:Pawn1;d2:Bishop1;e2:Bishop1;f2:Pawn1;"
    "g2:Pawn1;h2:Pawn1;c3:Knight1;f3:Queen1;h3:Pawn2;b4:Pawn2;e4:Pawn1;d5:Pawn1;e5:Knight1;"
    "a6:Bishop2;b6:Knight2;e6:Pawn2;f6:Knight2;g6:Pawn2;a7:Pawn2;c7:Pawn2;d7:Pawn2;e7:Queen2;"
    "f7:Pawn2;g7:Bishop2;a8:Rook2;e8:King2;h8:Rook2"
)
MANY_PROMOTIONS = (
    "2;a8:Knight2;c8:Knight2;a7:Pawn1;b7:Pawn1;c7:Pawn1;d7:King2;e2:King1;f2:Pawn2;g2:Pawn2;"
    "h2:Pawn2;f1:Knight1;h1:Knight1"
)


@pytest.mark.parametrize(
    ("setup", "counts"), [(MANY_RIGHTS, [48, 2039]), (MANY_PROMOTIONS, [24, 496])]
)
def test_chess_of_today_has_as_many_turns_as_others_counted(setup, counts):
    start = after("chess-modern", setup)

    assert [turns(start, n) for n in (1, 2)] == counts


def test_a_rook_that_has_moved_or_is_new_does_not_castle():
    men = "1;e1:King1;h1:Rook1;e8:King2;a7:Pawn2"

    assert "e1-g1" in labels(after("chess-modern", men))
    moved = after("chess-modern", men, "h1-h2", "a7-a6", "h2-h1", "a6-a5")
    assert "e1-g1" not in labels(moved)


@pytest.mark.parametrize(("second", "free"), [("b3:Pawn1", False), ("b3:Tokin1", True)])
def test_a_tokin_on_the_file_does_not_keep_a_pawn_of_shogi_from_being_dropped(second, free):
    men = f"1;e1:King1;a1:Rook1;{second};a5:Pawn2;e9:King2"
    position = after("shogi", men, "a1-a5", "e9-e8")

    assert ("hand1.7-b6" in labels(position)) is free
    assert "hand1.7-c9" not in labels(position)


def test_what_was_promoted_comes_back_from_the_hand_unpromoted():
    position = after("shogi", "1;e1:King1;a1:Rook1;a5:Dragon2;e9:King2", "a1-a5", "e9-e8")

    assert standing(position.play("hand1.1-c4"))["c4"] == "Rook1"


def test_a_pawn_of_shogi_may_stay_as_it_is_until_the_last_rank():
    position = after("shogi", "1;e1:King1;b6:Pawn1;e9:King2", "b6-b7")

    assert labels(position) == ["b7-b7=Pawn", "b7-b7=Tokin"]
    position = position.play("b7-b7=Pawn").play("e9-f9").play("b7-b8").play("b8-b8=Pawn")
    assert standing(position.play("f9-e9").play("b8-b9"))["b9"] == "Tokin1"


@pytest.mark.parametrize(
    ("place", "enters"), [("b9", True), ("b10", True), ("b8", True), ("c9", False)]
)
def test_a_shah_of_timur_enters_the_enemys_citadel_from_the_three_squares_beside_it(place, enters):
    men = f"1;{place}:Shah1;k3:Shah2;k5:Rukh2"

    assert ("a9" in goals("shatranj-al-kabir", men, place)) is enters
    assert "a9" not in goals(
        "shatranj-al-kabir", men.replace("Shah1", "Rukh1") + ";g1:Shah1", place
    )


def test_a_talia_goes_at_least_two_squares_and_a_zurafa_one_and_three():
    men = "1;g1:Shah1;k3:Shah2;h6:Asb2"

    assert goals("shatranj-al-kabir", f"{men};f4:Talia1", "f4") == {
        "h6", "d6", "c7", "b8", "d2", "c1", "h2", "i1"
    }  # fmt: skip
    assert goals("shatranj-al-kabir", f"{men};f4:Zurafa1", "f4") == {
        "g8", "g9", "g10", "j5", "k5", "l5", "e8", "e9", "e10", "b5", "j3", "k3", "b3"
    }  # fmt: skip


def test_with_a_prince_on_the_board_the_shah_of_timur_may_be_lost():
    men = "1;g1:Shah1;l1:Shahzada1;k10:Shah2;g9:Rukh2;b3:Asb1"

    position = after("shatranj-al-kabir", men, "b3-c5", "g9-g1")
    assert position.outcome is None
    alone = men.replace("l1:Shahzada1;", "")
    prince = alone.replace("Shah1", "Shahzada1")
    for checked in (alone, f"{alone};b5:BaidaqOfShah1", prince):
        assert "b3-c5" not in labels(after("shatranj-al-kabir", checked))


def test_no_mori_mates_but_another_man_may_by_its_moving_away():
    men = "1;c1:Noyan1;g5:Mori1;h8:Noyan2;g8:Tereg2;g7:Fu2;h7:Fu2"

    assert goals("shatar", men, "g5") == {"h7", "f3", "e6", "h3", "e4"}


@pytest.mark.parametrize(("tereg", "winner"), [("a8-c8", 1), ("a8-a7", 0)])
def test_a_mate_counts_in_shatar_only_after_a_shak(tereg, winner):
    men = "1;g2:Noyan1;c1:Teme1;a8:Tereg1;h8:Noyan2;f7:Teme2;h7:Fu2;b6:Fu2"
    mated = after("shatar", men, tereg, "f7-g8", "c1-b2")

    assert mated.outcome.winner == winner


def test_kalmyks_bring_out_three_different_men_within_their_half():
    position = rules("kalmyk-1769").start().play("e2-e4")

    assert "e4-e5" not in labels(position)
    position = position.play("g1-f3")
    assert "f1-c4" in labels(position)
    assert "f1-b5" not in labels(position)
    assert position.play("f1-c4").mover == 2


def test_a_cannon_of_janggi_neither_leaps_over_nor_takes_a_cannon():
    men = (
        "1;e2:General1;e9:General2;e5:Soldier1;b3:Cannon1;b6:Soldier2;b8:Cannon2;"
        "d3:Cannon1;f3:Soldier2"
    )

    assert goals("janggi-1895", men, "b3") == {"b7"}
    assert goals("janggi-1895", men, "d3") == {"g3", "h3", "i3", "f1"}


def test_south_opens_by_the_number_of_the_die():
    start = rules("chaturaji-biruni").start()
    first = {
        face + 1: {move.label.split()[-1] for move in start.with_throw((face, face)).legal_moves}
        for face in range(6)
    }

    assert first[1] == first[5] == {"a2-a3", "b2-b3", "c2-c3", "d2-d3", "d1-e1", "d1-e2"}
    assert first[2] == {"a1-c3"}
    assert first[3] == {"b1-a3", "b1-c3"}
    assert first[4] == first[6] == {"pass"}


def test_whoever_takes_all_three_kings_counts_fifty_four():
    games = {game["title"]: game for game in about("chaturaji-biruni")["matches"]}
    position = rules("chaturaji-biruni").start()
    for move in games["Three kings and fifty-four"]["moves"]:
        position = position.play(move)

    assert position.scores == (54, 0, 0, 0)
    assert position.outcome.clause == "LastKingEnds"


def test_the_king_of_lucena_leaps_to_nine_squares_but_not_over_an_attacked_one():
    king = goals("chess-1497", "1;e1:King1;h8:King2;a2:Pawn1", "e1")
    leaps = {"c1", "g1", "c2", "g2", "c3", "d3", "e3", "f3", "g3"}

    assert king == {"d1", "f1", "d2", "e2", "f2"} | leaps
    watched = goals("chess-1497", "1;e1:King1;h8:King2;a2:Pawn1;f8:Rook2", "e1")
    assert watched & leaps == leaps - {"g1", "g3", "f3"}


@pytest.mark.parametrize(
    ("title", "scores"),
    [
        ("Both armies and chaturaji", (3, 0, 0, 0)),
        ("Chaturaji by the king", (4, 0, 0, 0)),
        ("Chaturaji on the throne", (6, 0, 0, 0)),
    ],
)
def test_chaturaji_wins_one_stake_two_or_four_beside_the_two_of_sinhasana(title, scores):
    games = {game["title"]: game for game in about("chaturaji-tithitattva")["matches"]}
    position = rules("chaturaji-tithitattva").start()
    for move in games[title]["moves"]:
        position = position.play(move)

    assert position.scores == scores
    assert position.outcome.winner == 1


def test_the_last_of_four_boats_in_a_square_takes_the_others():
    games = {game["title"]: game for game in about("chaturaji-tithitattva")["matches"]}
    position = rules("chaturaji-tithitattva").start()
    for move in games["Four boats"]["moves"]:
        position = position.play(move)

    assert [piece for piece in position.pieces() if piece[1] == "Boat"] == [("d5", "Boat", 4)]


@pytest.mark.parametrize(("place", "enters"), [("b11", True), ("b10", False), ("c11", False)])
def test_a_citadel_of_al_amuli_is_entered_from_its_corner_alone(place, enters):
    men = f"1;{place}:Shah1;k5:Shah2;k7:Rukh2"

    assert ("a12" in goals("shatranj-al-husun", men, place)) is enters


def test_a_king_of_little_shogi_may_be_lost_beside_a_prince():
    men = "1;e1:King1;a5:Prince1;b5:Gold1;e9:King2;e8:Rook2"

    assert "b5-b6" in labels(after("sho-shogi-1694", men))
    assert "b5-b6" not in labels(after("sho-shogi-1694", men.replace("a5:Prince1;", "")))


def test_the_king_of_samarkand_leaps_as_a_knight_once():
    position = after("persian-queen-1877", "", "d2-d4", "d7-d5", "e1-f3", "e8-d6")

    assert "f3-e5" not in labels(position)
    assert {"f3-g3", "f3-e3", "f3-f4"} <= set(labels(position))


def test_the_first_throw_of_oblong_shatranj_is_lost_with_five_and_six():
    start = rules("shatranj-mustatila").start()
    first = {
        face + 1: {move.label.split()[-1] for move in start.with_throw((face,)).legal_moves}
        for face in range(6)
    }

    assert first == {
        1: {"a6-a7", "b6-b7", "c6-c7", "d6-d7"},
        2: {"a2-a3", "a2-a4", "d2-d3", "d2-d4"},
        3: {"b2-a4", "b2-c4", "b2-d3", "c2-b4", "c2-d4", "c2-a3"},
        4: {"a1-c3", "d1-b3"},
        5: {"pass"},
        6: {"pass"},
    }
