"""What is hidden from a player, where rules ask for it."""

from __future__ import annotations

from tests.engine.test_forms_of_moves import play, words
from tests.engine.test_perft import machine_of

UNSEEN = """
(game "Only what is hidden is taken" (players 2)
    (equipment {(board (rectangle 1 5)) (piece "Man" Each (move Step Orthogonal
        (to if:(or (is Empty (to))
            (and (is Enemy (who at:(to))) (is Hidden WHAT at:(to) to:Mover)))
            (apply (remove (to))))))})
    (rules
        (start {(place "Man1" {0}) (place "Man2" {3 4}) (set Hidden WHAT at:3 to:P1)})
        (play (or (forEach Piece)
            (move Select (from (sites Hidden WHAT to:Next))
                (then (set Hidden WHAT at:(last To) False to:Next)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_what_is_hidden_goes_with_the_piece_and_can_be_shown():
    for kind in ("", "What"):
        machine = machine_of(UNSEEN.replace("WHAT", kind))

        assert words(machine) == ["0-1"]
        play(machine, "0-1", "3-2")
        assert words(machine) == ["1-0", "1-2"]
        play(machine, "1-0")
        assert words(machine) == ["2-1", "2-2", "2-3", "4-3"]


def test_a_piece_that_is_shown_is_no_longer_taken():
    machine = machine_of(UNSEEN.replace("WHAT", "").replace("to:Next", "to:P1"))

    assert words(machine) == ["0-1", "3-3"]
    play(machine, "3-3", "3-2", "0-1")
    assert words(machine) == ["2-3", "4-3"]


def test_a_start_without_a_place_places_nothing():
    machine = machine_of(UNSEEN.replace("WHAT", "").replace("(start {", '(start {(place "Man1")'))

    assert words(machine) == ["0-1"]
