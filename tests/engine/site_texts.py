"""Small rules of our own that only the engine's second design plays, for tests of the site."""

HUNT = """
(define "DogStep" (move Step (directions {Forward FR FL Rightward Leftward})
    (to if:(is Empty (to)))))
(define "HareStep" (move Step (to if:(is Empty (to)))))
(define "Taken" (apply (remove (between))))
(define "HareLeaps" (move Hop (between if:(is Enemy (who at:(between))) "Taken")
    (to if:(is Empty (to)))))
(define "HareCaught" (if (no Moves P2) (result P1 Win)))
(define "HareEscapes" (if (and (is Mover P2) (is In (last To) (sites Bottom))) (result P2 Win)))
(define "Pack" (place "Dog1" (sites {"a1" "c1" "e1"})))
(define "LongGame" (if (>= (count Turns) 60) (result P2 Win)))
(game "Dogs and hare" (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "Dog" P1 "DogStep")
        (piece "Hare" P2 (or "HareStep" "HareLeaps"))})
    (rules
        (start {"Pack" (place "Hare2" (sites {"c4"}))})
        (play (forEach Piece))
        (end {"HareCaught" "HareEscapes" "LongGame"})))
"""

SOWING = """
(define "Take" (fromTo (from (to)) (to (mapEntry Mover)) count:(count at:(to))))
(define "Sow" (move Select (from (sites Mover) if:(> (count at:(from)) 0))
    (then (sow if:(and (is In (to) (sites Next)) (= (count at:(to)) 2)) apply:"Take"))))
(define "InStores" (byScore {
    (score P1 (count at:(mapEntry P1))) (score P2 (count at:(mapEntry P2)))}))
(define "NoSeeds" (if (no Moves Mover) "InStores"))
(define "LongGame" (if (>= (count Turns) 80) "InStores"))
(game "Six holes" (players 2)
    (equipment {
        (mancalaBoard 2 6 {(track "Track" "1,E,N,W" loop:True)})
        (piece "Seed" Shared)
        (map {(pair P1 FirstSite) (pair P2 LastSite)})
        (regions P1 (sites Bottom))
        (regions P2 (sites Top))})
    (rules
        (start (set Count 4 to:(sites Track)))
        (play "Sow")
        (end {"NoSeeds" "LongGame"})))
"""

RACE = """
(define "Enter" (move (from (handSite Mover)) (to (- (count Pips) 1) if:(is Empty (to)))))
(define "Run" (forEach Site (sites Occupied by:Mover)
    (move (from (site))
        (to (trackSite Move from:(site) steps:(count Pips))
            if:(not (is Friend (who at:(to)))) "Hit"))))
(define "Hit" (apply (remove (to))))
(define "Home" (if (is In (last To) (sites {8 9 10 11})) (result Mover Win)))
(game "Run home" (players 2)
    (equipment {
        (board (rectangle 2 8) (track "Track" {0..7 15 14 13 12 11 10 9 8}))
        (piece "Runner1" P1) (piece "Runner2" P2)
        (hand P1) (hand P2)
        (dice d:2 num:2)})
    (rules
        (start {(place "Runner1" (handSite P1)) (place "Runner2" (handSite P2))})
        (play (do (roll) next:(or "Enter" "Run")))
        (end "Home")))
"""

CONNECTION = """
(define "Place" (move Add (to (sites Empty))))
(define "Connected" (if (is Connected Mover) (result Mover Win)))
(game "Join the sides" (players 2)
    (equipment {
        (board (hex Diamond 4))
        (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)})
        (regions P2 {(sites Side NW) (sites Side SE)})})
    (rules (meta (swap)) (play "Place") (end "Connected")))
"""

THREE = """
(define "Place" (move Add (to (sites Empty))))
(define "ThreeInARow" (if (is Line 3) (result Mover Win)))
(define "BoardFull" (if (is Full) (result Mover Draw)))
(game "Three players" (players 3)
    (equipment {(board (square 4) use:Vertex) (piece "Disc" Each) (dice d:6 num:1)})
    (rules (play "Place") (end {"ThreeInARow" "BoardFull"})))
"""

COLUMNS = """
(define "StepOntoAny" (move Step Adjacent (to if:(is Occupied (to))) stack:True))
(define "NothingLeftToClimb" (if (no Moves Next) (result Mover Win)))
(game "Columns" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each "StepOntoAny")})
    (rules
        (start {(place "Disc1" {0 1 4 5 10 11}) (place "Disc2" {2 3 6 7 8 9})})
        (play (forEach Piece top:True))
        (end "NothingLeftToClimb")))
"""

# Men face down: each side sees which of its own is the general.
VEILED = """
(define "Strikes" (apply (if (is Enemy (who at:(to))) (remove (to)))))
(define "GeneralStep" (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) "Strikes")))
(define "ScoutSlide" (move Slide Orthogonal (between if:(is Empty (between)))
    (to if:(is Enemy (who at:(to))) "Strikes")))
(define "FaceDown" (set Hidden What (sites P1 "Home") to:P2)
    (set Hidden What (sites P2 "Home") to:P1))
(define "GeneralFalls" (if (no Pieces Next "General") (result Mover Win)))
(game "Veiled generals" (players 2)
    (equipment {
        (board (rectangle 5 4))
        (piece "General" Each "GeneralStep")
        (piece "Scout" Each "ScoutSlide")
        (regions "Home" P1 (sites Bottom))
        (regions "Home" P2 (sites Top))})
    (rules
        (start {
            (place "General1" (sites {"b1"})) (place "Scout1" (sites {"a1" "c1" "d1"}))
            (place "General2" (sites {"c5"})) (place "Scout2" (sites {"a5" "b5" "d5"}))
            "FaceDown"})
        (play (forEach Piece))
        (end "GeneralFalls")))
"""

ALL = {
    "dogs-and-hare": HUNT,
    "six-holes": SOWING,
    "run-home": RACE,
    "join-the-sides": CONNECTION,
    "three-players": THREE,
    "columns": COLUMNS,
    "veiled-generals": VEILED,
}
