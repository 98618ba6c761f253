"""Stalemate and a king stripped of his men: the ends that look alike in chess and its kin."""

from __future__ import annotations

import pytest

from tests.games.cast import labels, standing
from tests.games.families import after, rules
from tests.games.races import begun

# Stalemate by Rb1, and a king stripped by dxc6 who can take back.
HEMMED_IN = "1;a6:{0}1;g1:{1}1;h4:{2}1;a8:{0}2;h5:{2}2"
STRIPPED = "1;a3:{0}1;d5:{2}1;d7:{0}2;c6:{3}2"
EUROPEAN = ("King", "Rook", "Pawn", "Queen")
ARABIC = ("Shah", "Rukh", "Baidaq", "Firz")
CHESSES = {
    "acedrex-1283": ("King", "Roque", "Pawn", "Alferza"),
    "buddhibala-nilakantha": ("Raja", "Kunjara", "Patti", "Mantri"),
    "chaturanga-al-adli": ARABIC,
    "chaturanga-composed": ("Raja", "Ratha", "Padati", "Mantri"),
    "chess-1497": EUROPEAN,
    "chess-modern": EUROPEAN,
    "courier": EUROPEAN,
    "european-early": EUROPEAN,
    "kridakausalya-1871": ("Raja", "Danti", "Padati", "Mantri"),
    "makruk-modern": ("Khun", "Rua", "Bia", "Met"),
    "scachs-damor": EUROPEAN,
    "senterej-pankhurst": ("Negus", "Rook", "Foot", "Ferz"),
    "shatar": ("Noyan", "Tereg", "Fu", "Bers"),
    "shatranj": ARABIC,
}


@pytest.mark.parametrize(
    ("slug", "option", "winner"),
    [
        ("shatranj", "", 1),
        ("shatranj", "Bare shah/Loses at once", 1),
        ("chaturanga-al-adli", "", 2),
        ("chaturanga-composed", "", 1),
        ("chaturanga-composed", "Stalemate/The stalemated side wins", 2),
        ("acedrex-1283", "", 1),
        ("acedrex-1283", "Stalemate/Draws", 0),
        ("european-early", "", 1),
        ("european-early", "Stalemate/Draws", 0),
        ("courier", "", 0),
        ("courier", "Stalemate/Wins", 1),
        ("scachs-damor", "", 1),
        ("chess-1497", "", 1),
        ("chess-modern", "", 0),
        ("shatar", "", 0),
        ("makruk-modern", "", 0),
        ("senterej-pankhurst", "", 0),
    ],
)
def test_a_king_without_a_move_who_is_not_attacked_loses_draws_or_wins(slug, option, winner):
    options = (option,) if option else ()
    outcome = after(slug, HEMMED_IN.format(*CHESSES[slug]), "g1-b1", options=options).outcome

    assert outcome is not None
    assert outcome.winner == winner


def test_an_imprisoned_raja_takes_off_the_one_man_that_hems_it_in():
    slug = "buddhibala-nilakantha"
    freed = after(slug, HEMMED_IN.format(*CHESSES[slug]), "g1-b1")

    assert labels(freed) == ["b1-b1"]
    assert "b1" not in standing(freed.play("b1-b1"))


def test_raja_and_padatis_alone_have_lost_and_who_is_stalemated_takes_any_man_off():
    slug = "kridakausalya-1871"
    alone = after(slug, HEMMED_IN.format(*CHESSES[slug]), "g1-b1").outcome
    assert alone is not None and (alone.winner, alone.clause) == (1, "RajaAndPadatiAloneLose")

    blocked = "1;a6:Raja1;g1:Danti1;h4:Padati1;f6:Padati1;g5:Padati1;a8:Raja2;h8:Vaha2;{}"
    hemmed_in = after(slug, blocked.format("f7:Padati2;g6:Padati2;h5:Padati2"), "g1-b1")
    assert labels(hemmed_in) == ["b1-b1", "f6-f6", "g5-g5", "h4-h4"]


def test_a_general_without_a_move_has_lost_unattacked():
    position = after("xiangqi", "1;e1:General1;d7:Soldier1;d10:General2", "d7-d8")

    assert (position.outcome.winner, position.outcome.clause) == (1, "StalemateWins")


@pytest.mark.parametrize(
    ("slug", "chariot"), [("sittuyin-cox", "Chariot"), ("sittuyin-colston", "Yattah")]
)
def test_the_burmese_may_not_leave_the_other_side_without_a_move(slug, chariot):
    men = (
        f'(place "King1" coord:"A6") (place "{chariot}1" coord:"G1") (place "Foot1" coord:"H4")'
        ' (place "King2" coord:"A8") (place "Foot2" coord:"H5")'
    )
    allowed = {move.label for move in begun(slug, men).start().legal_moves}

    assert {"g1-c1", "g1-b1"} & allowed == {"g1-c1"}


def test_a_bare_king_of_the_burmese_about_1900_plays_on():
    men = (
        '(place "King1" coord:"A3") (place "Foot1" coord:"D5")'
        ' (place "King2" coord:"D7") (place "SitKe2" coord:"C6")'
    )
    bared = begun("sittuyin-colston", men).start().play("d5-c6")

    assert bared.outcome is None
    assert [bared.play(move).outcome for move in ("d7-c6", "d7-d6")] == [None, None]


def test_a_lone_king_of_the_burmese_may_not_walk_into_check_and_can_be_mated():
    men = (
        '(place "King1" coord:"A1") (place "King2" coord:"H8") (place "Chariot2" coord:"B8")'
        ' (place "Chariot2" coord:"H7")'
    )
    start = begun("sittuyin-cox", men).start()

    assert {move.label for move in start.legal_moves} == {"a1-a2"}
    outcome = start.play("a1-a2").play("h7-a7").outcome
    assert outcome is not None and outcome.winner == 2


GOES_ON = None


@pytest.mark.parametrize(
    ("slug", "option", "at_once", "back", "away"),
    [
        ("shatranj", "", GOES_ON, 0, 1),
        ("shatranj", "Bare shah/Loses at once", 1, None, None),
        ("chaturanga-al-adli", "", 1, None, None),
        ("chaturanga-composed", "", GOES_ON, 0, 1),
        ("chaturanga-composed", "Bare raja/Loses at once", 1, None, None),
        ("buddhibala-nilakantha", "", 1, None, None),
        ("kridakausalya-1871", "", 1, None, None),
        ("acedrex-1283", "", GOES_ON, 0, 1),
        ("acedrex-1283", "Bare king/Plays on", GOES_ON, 0, GOES_ON),
        ("european-early", "", GOES_ON, 0, 1),
        ("european-early", "Bare king/Plays on", GOES_ON, GOES_ON, GOES_ON),
        ("courier", "", GOES_ON, GOES_ON, GOES_ON),
        ("courier", "Bare king/Loses, as in shatranj", GOES_ON, 0, 1),
        ("scachs-damor", "", GOES_ON, GOES_ON, GOES_ON),
        ("scachs-damor", "Bare king/Loses at once", 1, None, None),
        ("chess-1497", "", GOES_ON, GOES_ON, GOES_ON),
        ("chess-modern", "", GOES_ON, 0, GOES_ON),
        ("makruk-modern", "", GOES_ON, 0, GOES_ON),
        ("shatar", "", 0, None, None),
        ("senterej-pankhurst", "", GOES_ON, GOES_ON, GOES_ON),
    ],
)
def test_a_bare_king_loses_at_once_or_may_bare_the_other_or_plays_on(
    slug, option, at_once, back, away
):
    options = (option,) if option else ()
    bared = after(slug, STRIPPED.format(*CHESSES[slug]), "d5-c6", options=options)
    if at_once is not GOES_ON:
        assert bared.outcome is not None
        assert bared.outcome.winner == at_once
        return

    ends = [bared.play(move).outcome for move in ("d7-c6", "d7-d6")]
    assert bared.outcome is None
    assert [None if end is None else end.winner for end in ends] == [back, away]


def test_a_bare_khun_is_counted_from_the_men_on_the_board():
    bared = after("makruk-modern", STRIPPED.format(*CHESSES["makruk-modern"]), "d5-c6")

    assert bared.variable("Count") == 3
    assert bared.play("d7-d6").variable("Count") == 4


@pytest.mark.parametrize(
    ("slug", "option", "first", "second"),
    [
        ("shatranj", "", "e1", "e8"),
        ("shatranj", "Shahs/On the d file", "d1", "d8"),
        ("chaturanga-composed", "", "e1", "d8"),
        ("chaturanga-composed", "Rajas/Face to face", "e1", "e8"),
        ("chaturanga-al-adli", "", "e1", "e8"),
        ("european-early", "", "e1", "e8"),
        ("acedrex-1283", "", "e1", "e8"),
        ("grande-acedrex", "", "g1", "g12"),
        ("courier", "", "f1", "f8"),
        ("makruk-modern", "", "d1", "e8"),
        ("shatranj-at-tamma", "", "f1", "f10"),
    ],
)
def test_kings_face_each_other_or_stand_crosswise(slug, option, first, second):
    king = CHESSES.get(slug, ("King",))[0] if slug != "shatranj-at-tamma" else "Shah"
    start = standing(rules(slug, *([option] if option else [])).start())

    assert (start.get(first), start.get(second)) == (f"{king}1", f"{king}2")
