"""Small rules of our own for tests of the engine."""

THREE_IN_A_ROW = """
(game "Three in a row" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
"""

CROSSING = """
(game "Crossing" (players {(player N) (player S)})
    (equipment {(board (square 5))
        (piece "Man" Each
            (or
                (move Step Forward (to if:(is Empty (to))))
                (move Step (directions {FL FR})
                    (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
        (regions "Goal" P1 (sites Top))
        (regions "Goal" P2 (sites Bottom))})
    (rules
        (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece))
        (end {
            (if (is In (last To) (sites Mover "Goal")) (result Mover Win))
            (if (no Moves Next) (result Mover Win))})))
"""

RACE = """
(game "Race" (players 2)
    (equipment {
        (board (rectangle 1 8) (track "Track" {0..7}))
        (piece "Runner1" P1) (piece "Runner2" P2)
        (hand P1) (hand P2)
        (dice d:3 num:1)})
    (rules
        (start {(place "Runner1" (handSite P1)) (place "Runner2" (handSite P2))})
        (play (do (roll) next:(or
            (move (from (handSite Mover)) (to (- (count Pips) 1) if:(is Empty (to))))
            (forEach Site (sites Occupied by:Mover)
                (move (from (site))
                    (to (trackSite Move from:(site) steps:(count Pips))
                        if:(not (is Friend (who at:(to)))) (apply (remove (to)))))))))
        (end (if (is In 7 (sites Occupied by:Mover)) (result Mover Win)))))
"""

PILES = """
(game "Piles" (players 2)
    (equipment {(board (square 4))
        (piece "Disc" Each (move Step Adjacent (to if:(is Occupied (to))) stack:True))})
    (rules
        (start {(place "Disc1" {0 1 4 5 10 11}) (place "Disc2" {2 3 6 7 8 9})})
        (play (forEach Piece top:True))
        (end (if (no Moves Next) (result Mover Win)))))
"""

ROLLED_AFTER = """
(game "Rolled after" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (dice d:6 num:2)})
    (rules
        (play (move Add (to (sites Empty)) (then (roll))))
        (end (if (no Moves Next) (result Mover Win)))))
"""

TWO_WAYS = """
(game "Two ways" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (start {(place "Disc1" {0 4}) (place "Disc2" 8)})
        (play (or {
            (move (from 0) (to 1 if:(is Empty (to))))
            (move (from 0) (to 1 if:(is Empty (to)) (apply (remove 4))))
            (move (from 0) (to 1 if:(is Empty (to)) (apply (remove 4))))}))
        (end (if (no Moves Next) (result Mover Win)))))
"""

# The king in check has two answers; other moves of White's leave it there.
CHECK = """
(game "Check" (players {(player N) (player S)})
    (equipment {(board (square 4))
        (piece "King" Each
            (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each
            (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))
                (then (set State at:(last To) 1))))
        (piece "Camel" Each
            (or (move Leap {{F F R F} {F F L F}}
                    (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
                (move Hop Diagonal (between if:True) (to if:(is Empty (to))))))})
    (rules
        (start {
            (place "King1" 0) (place "Rook1" 6) (place "Camel1" 1)
            (place "King2" 15) (place "Rook2" 12) (place "Camel2" 11)})
        (play (do (forEach Piece (then (set State at:(last To) 2)))
            ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end {
            (if (and (is Threatened (id "King" Next))
                    (not (can Move (do (forEach Piece Next)
                        ifAfterwards:(not (is Threatened (id "King" Next)))))))
                (result Mover Win))
            (if (no Moves Next) (result Mover Draw))})))
"""

# The same, with messages that hang on whether the next king is attacked, and can be saved.
ANNOUNCED = CHECK.replace(
    "(forEach Piece (then (set State at:(last To) 2)))",
    """(forEach Piece (then (and {
        (set State at:(last To) 2)
        (if (is Threatened (id "King" Next)) (note "Check" to:Next))
        (if (not (can Move (do (forEach Piece Next)
                ifAfterwards:(not (is Threatened (id "King" Next))))))
            (note "No move saves the king" to:Next))})))""",
)

# A piece that can hop must; the others step.
PRIORITY = """
(game "Priority" (players {(player N) (player S)})
    (equipment {(board (square 4))
        (piece "Man" Each)})
    (rules
        (start {(place "Man1" {0 1 2 3 5}) (place "Man2" {12 13 14 15 10})})
        (play (priority {
            (forEach Piece (move Hop (between if:(is Enemy (who at:(between)))
                (apply (remove (between)))) (to if:(is Empty (to)))))
            (forEach Piece (move Step Forward (to if:(is Empty (to)))))}))
        (end (if (no Moves Next) (result Mover Win)))))
"""

PHASES = """
(define "Enters" (move Add (to (sites Empty)) (then (addScore Mover 1))))
(define "LinesCount" (if (is Line 3) (addScore Mover 2)))
(game "Phases" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each (move Slide (then "LinesCount")))})
    (rules
        phases:{
            (phase "Placing" (play "Enters") (nextPhase (= (count Pieces) 4) "Sliding"))
            (phase "Sliding" (play (forEach Piece)))}
        (end (if (>= (count Turns) 12) (byScore)))))
"""

GUARDED = """
(define "Takes" (apply (remove (to))))
(define "Walks" (move Step (to if:(not (is Friend (who at:(to)))) "Takes")))
(game "Guarded" (players 2)
    (equipment {(board (square 4)) (piece "King" Each "Walks") (piece "Man" Each "Walks")})
    (rules
        (start {(place "King1" 0) (place "Man1" {1 4 5})
            (place "King2" 15) (place "Man2" {10 11 14})})
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
