"""Ludemes whose published meaning is not what their words suggest, each in a small game."""

from __future__ import annotations

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.lowering.registry import LudemeError, NotImplementedLudeme
from games.engine.play.traces import board_words, first_difference, move_word
from tests.engine.machines import quick

GAME = """
(game "Small" (players {players})
    (equipment {{(board (square 3) {tracks}) (piece "Disc" Each) (piece "Post" Neutral) {more}}})
    (rules (start {{{start}}}) (play {play}) (end {end})))
"""


def compiled(
    play, start="", more="", players=2, tracks="", end="(if (no Moves Next) (result Mover Win))"
):
    parts = {"play": play, "start": start, "more": more, "players": players, "tracks": tracks}
    bound = read_and_bind(GAME.format(**parts, end=end))
    assert bound.faults == ()
    return compile_typed(bound.root)


def started(*args, **kwargs):
    machine = quick(compiled(*args, **kwargs))
    machine.start()
    return machine


def words(machine):
    return sorted(move_word(machine, move) for move in machine.legal_moves())


def play(machine, number=0):
    machine.play(machine.legal_moves()[number])
    return board_words(machine)


def test_a_track_without_a_player_is_one_of_nobody():
    owned = '(track "Path" {0 1 2} P1)'
    free = '(track "Path" {0 1 2})'

    assert words(started("(move Add (to (sites Track)))", tracks=owned)) == ["pass"]
    assert words(started('(move Add (to (sites Track "Pat")))', tracks=owned)) == ["pass"]
    assert len(words(started('(move Add (to (sites Track P1 "Pat")))', tracks=owned))) == 3
    assert len(words(started('(move Add (to (sites Track "Path")))', tracks=owned))) == 3
    assert len(words(started("(move Add (to (sites Track)))", tracks=free))) == 3


def test_sites_with_pieces_are_those_of_hands_too():
    start = '(place "Disc1" (handSite P1)) (place "Disc1" {0})'
    hands = "(hand Each)"
    everywhere = started("(move Remove (sites Occupied by:P1))", start, hands)
    on_board = started('(move Remove (sites Occupied by:P1 container:"Board"))', start, hands)

    assert words(everywhere) == ["0-0", "9-9"]
    assert words(on_board) == ["0-0"]


def test_who_does_not_move_owns_the_pieces_of_nobody_too():
    start = '(place "Post0" {0}) (place "Disc2" {1}) (place "Disc1" {2})'

    assert words(started("(move Remove (sites Occupied by:NonMover))", start)) == ["0-0", "1-1"]
    assert words(started("(move Remove (sites Occupied by:Enemy))", start)) == ["1-1"]


def test_a_slide_leaves_pieces_on_the_site_that_it_left():
    slide = '(forEach Piece (move Slide E (between trail:(id "Post0"))))'
    machine = started(slide, '(place "Disc1" {0})')

    assert play(machine, 1) == ["0:Post0", "1:Post0", "2:Disc1"]


VOTE = """(if (is Proposed "Stop") (or (move Vote "Stop") (move Vote "No"))
    (or (move Propose "Stop") (move Add (to (sites Empty)))))"""


def test_proposals_and_votes_are_forgotten_once_all_have_voted():
    end = '(if (is Decided "Stop") (result Mover Draw))'
    machine = started(VOTE, players=3, end=end)

    play(machine)
    for vote in (0, 1, 1):
        assert len(words(machine)) == 2
        play(machine, vote)
    assert len(words(machine)) == 10
    play(machine)
    for vote in (0, 1, 0):
        assert not machine.over
        play(machine, vote)
    assert machine.over


def test_a_trace_is_followed_through_moves_that_are_written_alike():
    three = {"next": 0, "board": "", "played": "-1--1", "legal": ["-1--1", "-1--1"]}
    first = [*[f"{n}-{n}=Disc1" for n in range(9)], "-1--1"]
    lines = [{"trial": 0, "start": ""}, {**three, "ply": 0, "mover": 1, "next": 2, "legal": first}]
    for ply, mover in ((1, 2), (2, 3), (3, 1)):
        lines.append({**three, "ply": ply, "mover": mover, "next": mover % 3 + 1})
    legal = [word.replace("Disc1", "Disc2") for word in first]
    lines.append({**three, "ply": 4, "mover": 2, "next": 3, "legal": legal})

    end = '(if (is Decided "Stop") (result Mover Win))'
    assert first_difference(compiled(VOTE, players=3, end=end), lines) is None


def test_values_are_forgotten_under_all_names():
    machine = started(
        """(move Add (to 0) (then (and {
            (remember Value 1) (remember Value "Named" 2)} (then (forget Value All (then
            (add (to (+ 3 (size Array (values Remembered "Named")))))))))))"""
    )

    assert play(machine) == ["0:Disc1", "3:Disc1"]


def test_nothing_follows_where_nothing_was_to_be_forgotten():
    machine = started("(move Add (to 0) (then (forget Value All (then (add (to 1))))))")

    assert play(machine) == ["0:Disc1"]


def test_a_team_wins_with_all_its_players():
    end = "(if (is In 0 (sites Occupied by:All)) (result TeamMover Win))"
    teams = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"
    machine = started("(move Add (to (sites Empty)))", teams, players=4, end=end)
    play(machine)

    assert machine.over
    assert (machine.get("winner"), machine.numbers("rank", 1, 4)) == (1, [2, 6, 2, 6])


def test_a_loss_of_a_team_is_refused():
    end = "(if (no Moves Next) (result TeamMover Loss))"
    teams = "(set Team 1 {P1 P2}) (set Team 2 {P3 P4})"

    with pytest.raises(NotImplementedLudeme, match="of a team"):
        compiled("(move Add (to (sites Empty)))", teams, players=4, end=end)


def test_the_piece_at_a_stack_without_a_level_is_the_lowest():
    start = '(place Stack items:{"Disc1" "Disc2"} 0) (place Stack items:{"Disc2" "Disc1"} 1)'
    mark = "(if (= (what at:(site)) (id Disc)) (add (piece Post) (to (+ 4 (site)))))"
    mark = mark.replace("Disc", '"Disc1"').replace("Post", '"Post0"')
    what = f"(move Add (to 3) (then (forEach Site (sites {{0 1}}) {mark})))"

    assert play(started(what, start))[2:] == ["3:Disc1", "4:Post0,n0"]


def test_an_id_is_the_first_piece_that_has_the_name_in_its_own():
    more = '(piece "DiscOld" Each) (piece "Old" Each)'
    machine = started('(move Add (piece (id "Old" Mover)) (to 0))', more=more)

    assert play(machine) == ["0:DiscOld1"]


def test_what_goes_before_a_move_is_put_in_the_published_order():
    prior = "(forEach Site (sites {0 1 2}) (set Var (site)))"
    machine = started(f"(do {prior} next:(move Add (to 8) (then (add (to (var))))))")

    assert play(machine) == ["1:Disc1", "8:Disc1"]


@pytest.mark.parametrize(
    ("play", "names"),
    [
        ('(remember Value "{}" 1)', 9),
        ('(set Var "{}" 1)', 33),
        ('(trigger "{}" Mover)', 9),
    ],
)
def test_more_names_than_there_is_room_for_are_refused(play, names):
    each = " ".join(play.format(f"N{n}") for n in range(names))
    text = f"(move Add (to (sites Empty)) (then (and {{{each}}})))"

    with pytest.raises(NotImplementedLudeme, match="names"):
        compiled(text)


@pytest.mark.parametrize(
    "number",
    [
        "(column of:-1)", "(row of:9)", "(phase of:(- 0 1))", "(column of:(handSite P1))",
        "(regionSite (sites Bottom) index:7)", "(regionSite (sites {0 1}) index:(- 0 3))",
        "(coord row:0 column:3)",
    ],
)  # fmt: skip
def test_off_the_board_there_is_no_row_and_behind_a_region_no_site(number):
    start = f'(set Var "Found" {number}) (add (to (if (= -1 (var "Found")) 8 7)))'
    machine = started(f"(move Add (to 0) (then (and {{{start}}})))", more="(hand Each)")
    play(machine)

    assert machine.numbers("var", 0, 1) == [-1]


@pytest.mark.parametrize(
    ("moves", "names"),
    [("(move Add (to 0))", 0), ('(move Add (to 0) (then (remember Value "A" 1)))', 1)],
)
def test_a_position_has_room_for_the_names_that_values_are_remembered_under(moves, names):
    assert started(moves).manifest.fields["memory_count"].length == names


@pytest.mark.parametrize("steps", ["E", "9,E", "-1,E2", "0,END,N"])
def test_a_direction_of_a_track_begins_on_the_board(steps):
    with pytest.raises(LudemeError, match="begins nowhere"):
        compiled("(move Add (to 0))", tracks=f'(track "Path" "{steps}")')


def test_a_site_next_to_the_largest_number_is_none():
    start = '(place "Disc1" (sites {2147483647}))'

    assert board_words(started("(move Add (to 0))", start)) == []


def test_an_event_that_nothing_asks_for_does_nothing():
    assert play(started('(move Add (to 0) (then (trigger "Over" Mover)))')) == ["0:Disc1"]


def test_pieces_come_to_each_site_in_the_numbers_listed():
    start = '(place Stack "Disc1" (sites {0 4 8}) counts:{1 3 2})'

    assert board_words(started("(forEach Piece)", start)) == [
        "0:Disc1",
        "4:Disc1/Disc1/Disc1",
        "8:Disc1/Disc1",
    ]


def test_a_region_of_nobody_may_be_made_of_those_of_players_with_like_names():
    more = """(regions "Arc" P1 (sites {0 1})) (regions "Arc" P2 (sites {7 8}))
        (regions "NoArc" (difference (sites Board) (sites P1 "Arc")))"""

    assert len(words(started('(move Add (to (sites "NoArc")))', more=more))) == 7


CROOKED = """
(game "Crooked" (players 2)
    (equipment {(board (merge (scale 2 (square 3 diagonals:Alternating)) (shift 1 4 (wedge 2)))
        use:Vertex)
        (piece "Disc" Each)})
    (rules (start {(place "Disc1" {3}) (place "Disc2" {0 8})})
        (play (move (from 3) (to 4) (then
            (intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to))))))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_who_steps_between_two_takes_both_where_relations_of_the_board_bend():
    bound = read_and_bind(CROOKED)
    machine = quick(compile_typed(bound.root))
    machine.start()

    assert play(machine) == ["4:Disc1"]


LINE = """
(game "Line" (players 2)
    (equipment {(board (merge (scale 2 (square 3 diagonals:Alternating)) (shift 1 4 (wedge 2)))
        use:Vertex)
        (piece "Disc" Each)})
    (rules (start {(place "Disc1" {%s})})
        (play (move Add (to (sites {4})) (then (if (is Line 3) (moveAgain)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(("start", "again"), [("0 8", True), ("0 7", False), ("1 7", True)])
def test_a_line_goes_straight_through_its_middle_where_relations_of_the_board_bend(start, again):
    bound = read_and_bind(LINE % start)
    machine = quick(compile_typed(bound.root))
    machine.start()
    machine.play(machine.legal_moves()[0])

    assert machine.mover == (1 if again else 2)


@pytest.mark.parametrize(
    ("array", "number"),
    [
        ("(size Array (difference (array {1 2 1}) (array {1})))", 2),
        ("(size Array (difference (array {1 2 1}) 1))", 2),
        ("(max (difference (array {1}) (array {1})))", -1),
        ("(+ (difference (array {1}) (array {1})))", 0),
    ],
)
def test_numbers_are_taken_out_of_an_array_each_as_often_as_it_is_told(array, number):
    machine = started(f"(move Add (to (sites Empty)) (then (set Score P1 {array})))")
    machine.play(machine.legal_moves()[0])

    assert machine.get("score", 1) == number


def test_the_surroundings_of_a_region_are_not_of_it_unless_they_are_asked_for():
    around = "(sites Around (sites {0 1}) Orthogonal%s)"

    assert len(words(started(f"(move Add (to {around % ''}))"))) == 3
    assert len(words(started(f"(move Add (to {around % ' includeSelf:True'}))"))) == 5


def test_a_direction_is_left_at_the_first_site_that_does_not_fit():
    fits = "(to if:(is Empty (to)) (apply (add (to (to)))))"
    leap = f"(forEach Direction E (between (range 1 2)) {fits})"

    free = started(f"(forEach Piece {leap})", '(place "Disc1" {3})')
    barred = started(f"(forEach Piece {leap})", '(place "Disc1" {3}) (place "Disc2" {4})')

    assert len(words(free)) == 2
    assert words(barred) == ["pass"]


def test_what_is_swapped_with_a_piece_comes_down_as_a_new_one():
    machine = started(
        "(move Swap Pieces 0 1)", '(place "Disc1" {0} state:1) (place "Disc2" {1} state:2)'
    )

    assert play(machine) == ["0:Disc2", "1:Disc1,s1"]


def test_the_hand_of_nobody_holds_no_sites():
    machine = started("(move Remove (sites Hand))", '(place "Disc1" (handSite P1))', "(hand Each)")

    assert words(machine) == ["pass"]


def test_a_leap_is_made_where_what_it_would_take_is_not_there():
    leap = "(move Leap {{F F}} (to (apply if:(is Enemy (who at:(to))) (remove (to)))))"

    assert words(started(f"(forEach Piece {leap})", '(place "Disc1" {0})')) == ["0-2", "0-6"]


def test_no_piece_is_promoted_to_what_is_no_kind():
    play = '(move Promote 4 (piece (mapEntry "Next" (what at:4))))'
    more = '(map "Next" {(pair 1 2) (pair 2 0)})'

    assert words(started(play, '(place "Disc1" {4})', more)) == ["4-4=Disc2"]
    assert words(started(play, '(place "Disc2" {4})', more)) == ["pass"]


def test_what_a_search_looks_at_is_forgotten_where_it_ends_early():
    found = "(is In 0 (results from:(sites {5}) to:(sites {4}) (what at:(to))))"
    play = f"(move (from 0) (to 1 if:(and {found} (= (what at:(from)) 1))))"

    assert words(started(play, '(place "Disc1" {0})')) == ["0-1"]


ROW = """
(game "Row" (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" {%s})})
        (play (move Add (to (sites Empty)) (then (if (is Line 3 %s) (moveAgain)))))
        (end (if (is Line 9) (result Mover Win)))))
"""


@pytest.mark.parametrize(("dirn", "counted"), [("E", [0, 1]), ("W", [1, 2]), ("", [0, 1, 2])])
def test_a_line_in_a_named_direction_is_counted_where_something_lies_that_way(dirn, counted):
    rows = []
    for last, others in enumerate(["1 2", "0 2", "0 1"]):
        machine = quick(compile_typed(read_and_bind(ROW % (others, dirn)).root))
        machine.start()
        machine.play(machine.legal_moves()[0])
        rows += [last] if machine.mover == 1 else []

    assert rows == counted


def test_hands_lie_beyond_a_board_of_cells_alone_where_pieces_are_counted():
    def listed(at, use):
        play = f"(if (= 1 (count {at})) (move Pass) (move Add (to 0)))"
        start = '(place "Disc1" (handSite P1))'
        return words(started(play, start, "(hand Each)", tracks=use))

    assert listed("at:9", "") == listed("Cell at:9", "use:Vertex") == ["pass"]
    assert listed("at:9", "use:Vertex") == ["0-0=Disc1"]
    assert listed("at:(handSite P1)", "use:Vertex") == ["pass"]


@pytest.mark.parametrize(("value", "after"), [(2, "0:Disc1,v2"), (-1, "0:Disc1,v1")])
def test_a_value_or_state_of_minus_one_changes_nothing(value, after):
    machine = started(
        f"(move Pass (then (and (set Value at:0 {value}) (set State at:1 -1))))",
        '(place "Disc1" {0} value:1) (place "Disc1" {1} state:1)',
    )

    assert play(machine) == [after, "1:Disc1,s1"]


def test_after_two_players_have_swapped_it_is_the_turn_of_the_same_side():
    machine = started("(move Swap Players P1 P2)")

    play(machine)

    assert machine.mover == 1


@pytest.mark.parametrize(
    ("beside", "found"),
    [
        ("(is Pattern {F} from:(to) whats:{0 1})", True),
        ("(is Pattern {F} from:(to) what:0)", True),
        ("(is Pattern {F} from:(to))", False),
        ("(!= 0 (count Sites in:(sites Pattern {F} from:(to))))", True),
    ],
)
def test_a_pattern_begins_on_an_empty_site_where_pieces_are_named_or_sites_asked_for(beside, found):
    machine = started(f"(move Add (to 4 if:{beside}))", '(place "Disc1" {1})')

    assert words(machine) == (["4-4=Disc1"] if found else ["pass"])
