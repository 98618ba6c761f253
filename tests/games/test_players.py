"""More than two players, neutral pieces, scores and bets, in games made to measure."""

from __future__ import annotations

from games.frames import drawn
from games.play import Position, Rules, load
from tests.games.cast import duel, labels, standing

NO_END = "(if (= 0 1) (result Mover Draw))"
OUT = "(forEach Player if:(no Pieces Player) (result Player Loss))"
STEPPING = "(move Step (to if:(is Empty (to))))"
APART = '(place "Man1" 0) (place "Man2" 2) (place "Man3" 4)'
MINGLING = "(move Step (to if:(not (is Friend (who at:(to))))))"
TAKING = "(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"


def triel(man: str = TAKING, *, end: str = OUT, men: str | None = None, **also: str) -> Rules:
    """A duel of three, each with one man in a row of five."""
    start = men or '(place "Man1" 0) (place "Man2" 1) (place "Man3" 3)'
    text = duel(man, board="(rectangle 1 5)", start=start, end=end, **also)
    return load(text.replace("{(player N) (player S)}", "3"))


def played(rules: Rules, moves: str) -> Position:
    position = rules.start()
    for move in moves.split():
        position = position.play(move)
    return position


def test_three_players_move_in_turn():
    rules = triel(STEPPING, men=APART, end=NO_END)

    assert [played(rules, moves).mover for moves in ("", "a1-b1", "a1-b1 c1-d1")] == [1, 2, 3]
    assert played(rules, "a1-b1 c1-d1 pass").mover == 1


def test_who_has_lost_is_passed_over_and_the_others_play_on():
    position = played(triel(), "a1-b1")

    assert standing(position) == {"b1": "Man1", "d1": "Man3"}
    assert (position.outcome, position.mover) == (None, 3)
    assert position.play("d1-e1").mover == 1


def test_the_last_who_has_not_lost_wins():
    outcome = played(triel(), "a1-b1 d1-c1 b1-c1").outcome

    assert outcome is not None
    assert outcome.winner == 1


def test_who_wins_leaves_the_game_and_has_won_it_in_the_end():
    at_the_end = "(if (is In (last To) {0 4}) (result Mover Win))"
    men = '(place "Man1" 1) (place "Man2" 2) (place "Man3" 3)'
    won = played(triel(STEPPING, men=men, end=at_the_end), "b1-a1")

    assert (won.outcome, won.mover) == (None, 2)
    assert won.play("c1-b1").play("d1-e1").outcome.winner == 1


def test_all_others_threaten():
    end = '(if (is Threatened (id "Man" P1)) (result P1 Loss))'
    for men, still_plays in (
        ('(place "Man1" 0) (place "Man2" 2) (place "Man3" 4)', False),
        ('(place "Man1" 0) (place "Man2" 4) (place "Man3" 2)', False),
        ('(place "Man1" 0) (place "Man2" 4) (place "Man3" 3)', True),
    ):
        position = triel(
            "(move Step (to if:(not (is Friend (who at:(to))))))", men=men, end=end
        ).start()
        for _ in range(3):
            position = position.play(max(position.legal_moves, key=lambda move: move.to))
        assert (position.mover == 1) == still_plays


def test_pieces_of_all_others_are_counted_as_the_enemys():
    four = '(place "Man1" 0) (place "Man2" {1 2}) (place "Man3" 4)'
    end = "(if (= 3 (count Pieces Enemy)) (result Mover Win))"

    position = triel(STEPPING, men=four, end=end).start()
    assert position.play("pass").play("c1-d1").outcome is None
    assert position.play("pass").play("c1-d1").mover == 3


def test_a_move_may_say_who_comes_next():
    man = "(move Step (to if:(is Empty (to))) (then (set NextPlayer (player 1))))"
    rules = triel(man, men=APART, end=NO_END)

    assert played(rules, "a1-b1").mover == 1
    assert played(rules, "a1-b1 b1-a1").mover == 1


def test_it_can_be_asked_who_still_plays():
    two_left = "(if (and (is Active P1) (= 2 (count Active))) (result All Draw))"

    assert played(triel(end=f"{OUT} {two_left}"), "a1-b1").outcome.winner == 0
    assert played(triel(end=f"{two_left} {OUT}"), "a1-b1").outcome is None


def test_the_highest_score_wins_only_alone():
    end = "(if (= 2 (count Moves)) (byScore))"
    man = "(move Step (to if:(is Empty (to))) (then (addScore Mover {points})))"
    alike = triel(man.format(points=1), men=APART, end=end)
    apart = triel(man.format(points="(mover)"), men=APART, end=end)

    assert played(alike, "a1-b1 c1-d1").outcome.winner == 0
    assert played(apart, "a1-b1 c1-d1").outcome.winner == 2


def test_scores_are_set_and_asked_for():
    man = "(move Step (to if:(is Empty (to))) (then (set Score P3 (+ 1 (score P3)))))"
    rules = triel(man, men=APART, end="(if (= 2 (score P3)) (result All Draw))")

    assert played(rules, "a1-b1").outcome is None
    assert played(rules, "a1-b1 c1-d1").outcome.winner == 0


def test_a_bet_is_a_move_for_each_amount_and_may_go_into_the_pot():
    play = "(if (= 0 (amount Mover)) (move Bet Mover (range 1 3)) (forEach Piece))"
    man = "(move Step (to if:(is Empty (to))) (then (set Pot (+ (pot) (amount Mover)))))"
    end = "(if (= 2 (pot)) (result Mover Win))"
    start = load(duel(man, play=play, end=end)).start()

    assert labels(start) == ["bet 1", "bet 2", "bet 3"]
    assert start.play("bet 2").play("bet 1").play("a1-a2").outcome.winner == 1
    assert start.play("bet 1").play("bet 1").play("a1-a2").outcome is None


# Neutral pieces


def meadows(end: str = "(= 0 1)") -> Rules:
    """A man each, and a stone of nobody's between them."""
    start = '(place "Man1" 0) (place "Stone0" 4) (place "Man2" 8)'
    text = duel(start=start, end=f"(if {end} (result Mover Win))")
    return load(text.replace('(piece "Man"', '(piece "Stone" Neutral) (piece "Man"'))


def meadow(end: str) -> Position:
    return meadows(end).start()


def test_a_neutral_piece_is_drawn_without_a_side():
    rules = meadows()
    drawing = drawn(rules, rules.start(), "", {}, {"1": "White", "2": "Black"}, "")
    assert "<title>Stone, b2</title>" in drawing
    assert "<title>White Man, a1</title>" in drawing


def test_a_neutral_piece_stands_in_the_way_and_moves_for_nobody():
    position = meadow("(= 0 1)")

    assert labels(position) == ["a1-a2", "a1-b1"]
    assert standing(position)["b2"] == "Stone0"


def test_a_neutral_piece_is_nobodys_friend_and_nobodys_enemy():
    for never in ("(is Enemy (who at:4))", "(is Friend (who at:4))"):
        assert meadow(never).play("a1-a2").outcome is None
    assert meadow("(= (id Neutral) (who at:4))").play("a1-a2").outcome is not None


def test_neutral_pieces_are_counted_on_their_own_and_with_all():
    for always in (
        "(= 1 (count Pieces Neutral))",
        "(= 3 (count Pieces All))",
        "(= 1 (count Pieces Enemy))",
        "(= 2 (count Pieces NonMover))",
        "(= 1 (count Sites in:(sites Occupied by:Neutral)))",
    ):
        assert meadow(always).play("a1-a2").outcome is not None
