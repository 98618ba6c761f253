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
