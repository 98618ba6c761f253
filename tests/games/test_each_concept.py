"""Each concept of rules in small texts that have it, and in those most like them that have not."""

from __future__ import annotations

import pytest

from games.concepts import CONCEPTS, concepts_of
from games.ludemes import expand


def of(
    piece: str = "(move Step Adjacent)",
    play: str = "(forEach Piece)",
    end: str = "(if (no Moves Next) (result Mover Draw))",
    more: str = "",
) -> set[str]:
    """The concepts of a small made text: a king, the rules of play, an end, and more equipment."""
    king = f'(piece "King" Each {piece})'
    equipment = f"(equipment {{(board (square 3)) {king} {more}}})"
    return set(
        concepts_of(
            expand(f'(game "Test" {equipment} (rules (start {{}}) (play {play}) (end {{{end}}})))')
        )
    )


def end_of(condition: str, result: str = "Mover Win") -> set[str]:
    return of(end=f"(if {condition} (result {result}))")


TAKE = "(apply (remove (to)))"
ENEMY = f"(to if:(is Enemy (who at:(to))) {TAKE})"
EMPTY = "(to if:(is Empty (to)))"
CHECK = '(do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover))))'
ATTACKED = '(is Threatened (id "King" Next))'
PASSED = "(to if:(= (to) (value Pending)))"
COUNTS = '(set Var "Count" (+ (var "Count") 1))'
ON_THE_RANK = '(if (is In (last To) (sites Mover "Rank")) (promote (last To) (piece "Q") Mover))'
RANKS = '(regions "Rank" P1 (sites Row 2))'
STARTS = '(place "King2" (sites Row {}))'

# For each concept: small texts that have it, and the ones most like them that have it not.
PAIRS = {
    "slide": (
        [of("(move Slide Orthogonal)")],
        [of("(move Slide Forward (between (exact 2)))"), end_of("(can Move (move Slide))")],
    ),
    "leap": ([of("(move Leap {{F F R F}})")], [of("(move Leap {{F F}})"), of("(move Leap)")]),
    "two-square-leap": (
        [of("(move Leap {{F F}})"), of("(move Hop Diagonal (between if:True))")],
        [of(f"(move Hop Diagonal (between if:(is Enemy (who at:(between)))) {EMPTY})")],
    ),
    "hop": (
        [of(f"(move Hop Diagonal (between if:(is Enemy (who at:(between)))) {EMPTY})")],
        [of("(move Hop Diagonal (between if:True))")],
    ),
    "double-step": (
        [of("(move Slide Forward (between (exact 2)))")],
        [
            of("(move Slide Forward (between (exact 3)))"),
            of("(move Slide Orthogonal (between (exact 2)))"),
        ],
    ),
    "king-leap": (
        [of("(move Leap {{F F R F}})", play=CHECK)],
        [of("(move Leap {{F F R F}})"), of(play=CHECK, more="(move Leap {{F F R F}})")],
    ),
    "castling": (
        [
            of("(move Hop (directions {Leftward Rightward}) (between if:True))", play=CHECK),
            of(play=CHECK, more="(move Slide E (then (slide (from 7) W)))"),
        ],
        [
            of("(move Hop (directions {Leftward Rightward}) (between if:True))"),
            of("(move Slide Orthogonal)", play=CHECK),
        ],
    ),
    "divergent-capture": (
        [of(f"(or (move Step Forward {EMPTY}) (move Step (directions {{FL FR}}) {ENEMY}))")],
        [
            of(f"(or (move Step Forward {EMPTY}) (move Step Forward {ENEMY}))"),
            of(f"(move Step Forward {EMPTY})", more=f'(piece "B" Each (move Step FL {ENEMY}))'),
        ],
    ),
    "pass": ([of(play="(or (forEach Piece) (move Pass))")], [end_of("(can Move (move Pass))")]),
    "replacement-capture": (
        [of(f"(move Step Adjacent {ENEMY})")],
        [of(f"(move Step (then (intervene (from (last To)) {ENEMY})))")],
    ),
    "custodial-capture": (
        [of("(move Step (then (custodial (from (last To)) (between (apply (remove 1))))))")],
        [of("(move Step (then (intervene (from (last To)) (to (apply (remove (to)))))))")],
    ),
    "intervention-capture": (
        [of(f"(move Step (then (intervene (from (last To)) {ENEMY})))")],
        [of(f"(move Step Adjacent {ENEMY})")],
    ),
    "enclosure-capture": (
        [of("(move Step (then (enclose (from (last To)))))"), of("(move Step (then (surround)))")],
        [of("(move Step (then (custodial)))")],
    ),
    "en-passant": (
        [
            of(f"(move Step FL {PASSED} (then (remove (ahead (last To) Backward))))"),
            of("(move Step FL (to if:(is Empty (to)) (apply (remove (last To)))))"),
        ],
        [of(f"(move Step FL {EMPTY} (then (remove (ahead (last To) Backward))))")],
    ),
    "self-removal": (
        [of("(move Step (then (remove (last To))))")],
        [of("(move Step (to (apply (remove (last To)))))"), of("(move Step (then (remove 5)))")],
    ),
    "compulsion": (
        [
            of(play="(priority {(forEach Piece) (move Pass)})"),
            of(play="(max Moves (forEach Piece))"),
            of(play="(if (is Pending) (move Pass) (forEach Piece (then (set Pending))))"),
        ],
        [
            of(
                play="(if (is Pending) (move Promote (last To) (piece {}) Mover) "
                "(forEach Piece (then (and (set Pending) (moveAgain)))))"
            )
        ],
    ),
    "promotion": (
        [of('(move Step (then (promote (last To) (piece "Q") Mover)))')],
        [of("(move Step)")],
    ),
    "promotion-by-retreat": (
        [
            of('(move Step Backward (then (promote (last To) (piece "Q") Mover)))'),
            of(
                "(move Step (directions {BL BR}) (then (set Pending)))",
                play="(move Promote (last To) (piece {}) Mover)",
            ),
        ],
        [
            of('(move Step Forward (then (promote (last To) (piece "Q") Mover)))'),
            of("(move Step Backward (then (set Pending)))"),
        ],
    ),
    "promotion-home-rank": (
        [of(f"(move Step (then {ON_THE_RANK}))", more=RANKS + STARTS.format(2))],
        [
            of(f"(move Step (then {ON_THE_RANK}))", more=RANKS + STARTS.format(1)),
            of(f"(move Step (then {ON_THE_RANK}))", more=RANKS + '(place "King1" (sites Row 2))'),
        ],
    ),
    "check": ([of(play=CHECK)], [end_of(f"(not (can Move {CHECK}))")]),
    "checkmate": (
        [
            end_of(f"(and {ATTACKED} (no Moves Next))"),
            of(play=CHECK, end="(if (no Moves Next) (result Mover Win))"),
        ],
        [
            end_of(f"(and (not {ATTACKED}) (no Moves Next))"),
            end_of(ATTACKED),
            end_of("(no Moves Next)"),
        ],
    ),
    "check-wins": (
        [end_of(ATTACKED)],
        [end_of(f"(and {ATTACKED} (no Moves Next))"), end_of(f"(not {ATTACKED})")],
    ),
    "royal-capture": (
        [end_of('(no Pieces Next "King")'), end_of('(= (where "King" Next) Off)')],
        [end_of("(no Pieces Next)"), end_of('(not (no Pieces Next "King"))')],
    ),
    "bare-king": (
        [
            of(play=CHECK, end="(if (= 1 (count Pieces Next)) (result Mover Win))"),
            of(play=CHECK, end="(if (< (count Pieces Next) 2) (result Mover Win))"),
        ],
        [
            end_of("(= 1 (count Pieces Next))"),
            of(play=CHECK, end='(if (= 1 (count Pieces Next "King")) (result Mover Win))'),
            of(play=CHECK, end="(if (= 2 (count Pieces Next)) (result Mover Win))"),
        ],
    ),
    "stalemate-draw": (
        [
            end_of("(no Moves Next)", "Mover Draw"),
            end_of("(not (can Move (forEach Piece Next)))", "Mover Draw"),
        ],
        [end_of("(no Moves Next)"), end_of(f"(and {ATTACKED} (no Moves Next))", "Mover Draw")],
    ),
    "stalemate-loss": (
        [
            end_of("(no Moves Next)"),
            end_of("(no Moves Mover)", "Mover Loss"),
            end_of("(no Moves Mover)", "Next Win"),
        ],
        [end_of("(no Moves Next)", "Next Win"), end_of("(no Moves Next)", "Mover Draw")],
    ),
    "count-to-draw": (
        [
            end_of("(= (counter) 99)", "Mover Draw"),
            of(f"(move Step (then {COUNTS}))", end='(if (< 50 (var "Count")) (result Mover Draw))'),
        ],
        [
            end_of("(= (counter) 99)"),
            of(f"(move Step (then {COUNTS}))", end='(if (< 50 (var "Count")) (result Mover Win))'),
            of(
                '(move Step (then (set Var "Count" 1)))',
                end='(if (var "Count") (result Next Draw))',
            ),
        ],
    ),
    "citadel": (
        [end_of('(is In (last To) (sites "Citadels"))', "Mover Draw")],
        [
            end_of('(is In (last To) (sites "Goal"))'),
            end_of('(is In (last From) (sites "X"))', "Mover Draw"),
        ],
    ),
}


BOARDS = {"square-board", "ring-board"}


def test_every_concept_is_tried() -> None:
    assert PAIRS.keys() | BOARDS == {concept.slug for concept in CONCEPTS}


@pytest.mark.parametrize("slug", PAIRS)
def test_a_concept_is_seen_where_it_is_and_not_in_its_like(slug: str) -> None:
    having, lacking = PAIRS[slug]
    assert [slug in found for found in having] == [True] * len(having)
    assert [slug in found for found in lacking] == [False] * len(lacking)


@pytest.mark.parametrize(
    ("board", "concepts"),
    [
        ("(square 8)", {"square-board"}),
        ("(rectangle 3 10)", {"square-board"}),
        ("(square 5 diagonals:Alternating) use:Vertex", set()),
        ("(rectangle 3 10) use:Edge", set()),
        ("(concentric {0 8 8})", {"ring-board"}),
        ("(rotate 45 (concentric {4 16}))", {"ring-board"}),
        ("(concentric Square rings:3)", set()),
        ("(hex 5)", set()),
    ],
)
def test_a_board_is_of_squares_or_of_rings_or_of_neither(board: str, concepts: set[str]) -> None:
    assert set(concepts_of(expand(f'(game "G" (equipment {{(board {board})}}))'))) == concepts


def test_an_end_in_the_other_branch_asks_the_opposite() -> None:
    either = f"(if {ATTACKED} (result Mover Draw) (result Mover Win))"
    assert "check-wins" not in of(end=either)
    assert "check-wins" in of(end=f"(if (not {ATTACKED}) (result Mover Draw) (result Mover Win))")
