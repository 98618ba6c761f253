"""Rules from strangers: whatever they do, they are stopped soon and with a reason."""

from __future__ import annotations

import inspect
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.play import Limits, LudemeError, RulesError, RulesStopped, load
from tests.games.cast import EACH_FIRST_MOVE, RUMIYA, SHODRA, duel, labels, shodra, standing

# Seconds of the processor, however busy it is; a text that runs into its limits needs a tenth.
SOON = 10.0
RESTLESS = "(move Step (to if:(is Empty (to))) (then (moveAgain)))"


@contextmanager
def soon() -> Iterator[None]:
    begin = time.process_time()
    yield
    assert time.process_time() - begin < SOON


def stopped(call: Callable[[], object]) -> str:
    with soon(), pytest.raises(RulesStopped) as caught:
        call()
    return str(caught.value)


# Time


def test_a_player_who_moves_again_for_ever_is_stopped():
    rules = load(duel(RESTLESS))

    assert stopped(lambda: rules.playouts(1)) == (
        "the rules were stopped: no end after 2,000,000,000 instructions"
    )


def test_after_a_stop_the_rules_can_be_used_again():
    rules = load(duel(RESTLESS), limits=Limits(instructions=100_000))
    stopped(lambda: rules.playouts(1))

    assert labels(rules.start().play("a1-b1")) == ["b1-a1", "b1-a2", "b1-b2", "b1-c1", "b1-c2"]
    assert rules.perft(1) == 3


def test_what_a_stop_left_undone_does_not_change_the_next_answer():
    # Random play collects moves before it tries them; these divide by zero at the second move.
    once = "(to if:(!= 5 (/ 10 (- 1 (count Moves)))))"
    rules = load(duel(f"(do (move Step {once}) ifAfterwards:(is Empty 4))"))

    assert rules.perft(1) == 2
    assert "they divide by zero" in stopped(lambda: rules.playouts(1))
    assert rules.perft(1) == 2


def test_moves_that_are_tried_within_moves_that_are_tried_are_stopped():
    tried = "(forEach Piece)"
    for _ in range(6):
        tried = f"(do (forEach Piece) ifAfterwards:(not (can Move {tried})))"
    men = '(place "Man1" (sites Row 1)) (place "Man2" (sites Row 6))'
    rules = load(duel("(move Slide)", board="(square 8)", start=men, play=tried))

    assert "no end after" in stopped(lambda: rules.start().legal_moves)


def test_a_condition_that_asks_for_itself_is_answered():
    rules = load(duel("(move Step (to if:(and (is Empty (to)) (no Moves Next))))"))

    assert labels(rules.start()) == ["a1-a2", "a1-b1", "a1-b2"]


def test_a_move_whose_consequence_is_to_try_it_is_stopped():
    again = "(do (forEach Piece) ifAfterwards:(is Empty 4))"
    man = f"(move Step (to if:(is Empty (to))) (then (if (can Move {again}) (moveAgain))))"
    rules = load(duel(man))

    assert stopped(lambda: rules.start().play("a1-a2")) == (
        "the rules were stopped: they call themselves without end"
    )


def test_a_huge_perft_is_stopped_for_strangers_and_not_for_the_trusted():
    rules = load(SHODRA, [EACH_FIRST_MOVE])

    assert "no end after 2,000,000,000 instructions" in stopped(lambda: rules.perft(7))
    assert shodra(EACH_FIRST_MOVE).perft(4) == 322592


def test_a_perft_a_million_deep_is_stopped_for_everyone():
    deep = "the rules were stopped: too many moves in a position, or too deep a search"

    assert stopped(lambda: load(SHODRA, limits=None).perft(10**6)) == deep


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("(/ 1 0)", "they divide by zero"),
        ("(% (count Moves) 0)", "they divide by zero"),
        ("(what at:2000000000)", "they look at a site far outside the board"),
        ("(what at:-2000000000)", "they look at a site far outside the board"),
    ],
)
def test_sums_and_sites_that_do_not_exist_are_stopped(number: str, reason: str):
    rules = load(duel(f"(move Step (to if:(= 1 {number})))"))

    assert stopped(lambda: rules.start().legal_moves) == f"the rules were stopped: {reason}"


@pytest.mark.parametrize("site", ["900", "-5", "(+ (to) 100000)"])
@pytest.mark.parametrize("effect", ["remove {}", "set State at:{} 7", 'promote {} (piece "Man")'])
def test_effects_outside_the_board_change_nothing(site: str, effect: str):
    man = f"(move Step (to if:(is Empty (to))) (then ({effect.format(site)})))"

    after = load(duel(man)).start().play("a1-a2")

    assert standing(after) == {"a2": "Man1", "c3": "Man2"}
    assert (after.effects, after.outcome) == ((), None)


def test_an_effect_cannot_reach_what_the_engine_keeps_behind_the_board():
    # So many sites behind the board the engine keeps whether the game is over.
    at = load(duel()).program.constants
    site = at["OVER"] - at["LOCAL"]
    man = f"(move Step (to if:(is Empty (to))) (then (set State at:{site} 1)))"

    assert load(duel(man)).start().play("a1-a2").outcome is None


# Numbers that stand for nothing


@pytest.mark.parametrize("number", ["200", "0", "-1", "(+ 100 100)", "(* 2 128)"])
@pytest.mark.parametrize("effect", ["promote (to) (piece {})", "add (piece {}) (to 4)"])
def test_a_number_that_no_piece_has_puts_nothing_on_the_board(number: str, effect: str):
    man = f"(move Step (to if:(is Empty (to))) (then ({effect.format(number)})))"

    after = load(duel(man)).start().play("a1-a2")

    assert standing(after) == {"a2": "Man1", "c3": "Man2"}
    assert after.effects == ()


@pytest.mark.parametrize("move", ["Promote (from) (piece {})", "Add (piece {}) (to 4)"])
def test_a_number_that_no_piece_has_makes_no_moves(move: str):
    rules = load(duel(f"(move {move.format('(+ 100 100)')})"))

    assert labels(rules.start()) == ["pass"]


def test_a_player_whose_number_no_piece_has_adds_none():
    text = duel(start="", play="(move Add (to 4))").replace('"Man" Each', '"Man" P2')
    start = load(text).start()

    assert labels(start) == ["b2-b2=Man"]
    assert labels(start.play("b2-b2=Man")) == ["pass"]


@pytest.mark.parametrize(
    "effect",
    ["addScore (player 900) 5", "set Score (player -7) 5", "set NextPlayer (player 77)"],
)
def test_nothing_is_kept_for_players_who_are_not_there(effect: str):
    rules = load(duel(f"(move Step (then ({effect})))"))

    assert stopped(lambda: rules.start().play("a1-a2")).startswith("the rules were stopped: ")


@pytest.mark.parametrize(
    ("limits", "destinations"),
    [
        ("(max (* 2147483647 2147483647))", ["a1-b1"]),
        ("(max (- 0 1))", []),
        ("(range 1 2147483647)", ["a1-b1", "a1-c1"]),
        ("(range 2147483646 2147483647)", []),
        ("(exact 2147483647)", []),
    ],
)
def test_a_way_is_as_long_as_the_board_at_the_most(limits: str, destinations: list[str]):
    # Numbers have 32 bits: the product of the largest with itself is 1.
    start = load(duel(f"(move Slide E (between {limits}))")).start()

    assert labels(start) == (destinations or ["pass"])


def test_steps_from_far_outside_the_board_are_none():
    steps = "(count Steps (step All) 100000 (sites {1}))"
    after = load(duel(f"(move Step (then (set Var {steps})))")).start().play("a1-a2")

    assert [effect.value for effect in after.effects] == [0]


# Memory and size


def test_rules_that_ask_for_more_memory_than_they_may_have_are_refused():
    small = Limits(memory=8 * 65_536)

    assert stopped(lambda: load(SHODRA, limits=small)) == (
        "the rules ask for 640 KiB of memory: at most 512 are given"
    )


@pytest.mark.parametrize(
    "board",
    ["(square 41)", "(rectangle 3 100000)", "(concentric {0 300 300})", "(hex 1000000)"],
)
def test_boards_that_are_too_large_are_refused(board: str):
    with soon(), pytest.raises(LudemeError):
        load(duel(board=board))


def too_many_moves() -> str:
    return duel(f"(or {{{'(move Slide (then (remove (to)))) ' * 4000}}})")


def test_rules_that_take_too_long_to_compile_are_refused():
    with soon(), pytest.raises(LudemeError, match="the rules become too large here"):
        load(too_many_moves())


def test_tables_that_take_too_long_to_make_are_refused():
    walks = " ".join("{" + "F R " * 400 + "}" for _ in range(60))

    with soon(), pytest.raises(LudemeError, match="the rules become too large here"):
        load(duel(f"(move Leap {{{walks}}})", board="(square 40)"))


@pytest.mark.parametrize(
    ("opening", "inner"),
    [
        ("(= 1 {})", "(count Steps 1 {})"),
        ("(is In (to) {})", "(sites Around {})"),
    ],
)
def test_numbers_and_regions_that_double_at_each_level_are_refused(opening: str, inner: str):
    nested = "(sites Empty)" if "sites" in inner else "(to)"
    for _ in range(60):
        nested = inner.format(nested)

    with soon(), pytest.raises(LudemeError, match="the rules become too large here"):
        load(duel(f"(move Step (to if:{opening.format(nested)}))"))


def test_regions_that_name_each_other_twice_are_refused():
    named = (f'(regions "R{n}" (union (sites "R{n + 1}") (sites "R{n + 1}")))' for n in range(40))
    regions = f'{" ".join(named)} (regions "R40" (sites Board))'
    text = duel('(move Step (to if:(is In (to) (sites "R0"))))', board="(square 40)")

    with soon(), pytest.raises(LudemeError, match="the rules become too large here"):
        load(text.replace("(equipment {", f"(equipment {{{regions} "))


def test_a_region_that_grows_a_million_steps_has_grown_all_over_the_board():
    grown = "(expand (sites {0}) steps:1000000)"

    with soon():
        rules = load(duel(start=f'(place "Man1" {grown})'))

    assert len(standing(rules.start())) == 9


def test_distances_between_all_sites_of_a_huge_board_are_refused():
    man = "(move Step (to if:(= 1 (count Steps (from) (to)))))"

    with soon(), pytest.raises(LudemeError, match="the rules become too large here"):
        load(duel(man, board="(square 40)"))


def test_a_setup_of_very_many_pieces_is_refused():
    placed = '(place "Man1" (sites Board)) ' * 300

    with soon(), pytest.raises(LudemeError, match="the rules become too large here"):
        load(duel(board="(square 40)", start=placed))


def test_thousands_of_moves_that_each_forbid_the_next_are_refused():
    with soon(), pytest.raises(LudemeError, match="the rules become too large here"):
        load(duel('(priority {0..5000 (forEach Piece "Steps")})'))


def test_rules_that_nest_deeper_than_the_stack_has_room_are_stopped():
    def from_deep_below(calls: int) -> object:
        return from_deep_below(calls - 1) if calls else load(SHODRA)

    left = sys.getrecursionlimit() - len(inspect.stack())
    with pytest.raises(RulesStopped, match="the rules nest too deep to be compiled"):
        from_deep_below(left - 40)


def test_the_same_amount_of_rules_is_compiled_for_the_trusted():
    slides = (f"(move Slide (between (max {n})) (then (remove (to))))" for n in range(1, 101))
    man = f"(or {{{' '.join(slides)}}})"

    with pytest.raises(LudemeError, match="the rules become too large here"):
        load(duel(man), limits=Limits(lines=1000))
    assert load(duel(man), limits=None).perft(1) > 0


def test_more_kinds_of_piece_than_a_byte_holds_are_refused():
    pieces = "".join(f'(piece "P{n}" Each)' for n in range(128))
    text = duel().replace('(piece "Man"', f'{pieces} (piece "Man"')

    with pytest.raises(LudemeError, match="over 255 kinds of piece"):
        load(text)


def test_more_moves_than_there_is_room_for_are_stopped():
    # 1600 men with up to eight steps each.
    rules = load(
        duel("(move Step (to if:True))", board="(square 40)", start='(place "Man1" (sites Board))')
    )

    assert stopped(lambda: rules.start().legal_moves) == (
        "the rules were stopped: too many moves in a position, or too deep a search"
    )


# Rules that an author has not finished

TOKEN = re.compile(r'"[^"]*"|[(){}<>]|[\w.#~]+:?|\s+|.')
SHIPPED = [
    [token for token in TOKEN.findall(re.sub(r"//[^\n]*", "", text)) if token.strip()]
    for text in (SHODRA, RUMIYA)
]
STRAY = [
    "(", ")", "{", "}", "~", "#1", "#7", "0", "-1", "99999999999", "1..9", '"Nope"', "()", "{}",
    "if:", "at:", "Each", "Next", "All", "P1", "(to)", "(from)", "(between)", "(last To)", "(if)",
    "(or)", "(and)", "(not)", "(do)", "(move)", "(move Leap)", "(is Threatened)", "(forEach Piece)",
    "(moveAgain)", "(remove -5)", "(set State at:900 5)", "(what at:100000)", "(/ 1 0)",
    "(promote 900 (piece \"Merze\") Mover)", "(place)", "(sites Row 0)", "(result Mover)",
]  # fmt: skip


@given(
    st.sampled_from(SHIPPED),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 5), st.sampled_from(STRAY)),
             min_size=1, max_size=3),
    st.integers(0, 10**6),
)  # fmt: skip
@settings(max_examples=60)
def test_a_mangled_text_plays_or_says_why_not(
    tokens: list[str], changes: list[tuple[int, int, str]], seed: int
):
    words = list(tokens)
    for number, kind, stray in changes:
        _change(words, number % len(words), kind, stray)
    try:
        rules = load(" ".join(words), limits=Limits(instructions=20_000_000))
        position = rules.start()
        for ply in range(6):
            moves = position.legal_moves
            if not moves:
                break
            position = position.play(moves[(seed + ply) % len(moves)])
        rules.manifest()
    except RulesError as error:
        assert str(error)


def _change(words: list[str], at: int, kind: int, stray: str) -> None:
    if kind == 0:
        del words[at]
    elif kind == 1:
        words.insert(at, words[at])
    elif kind == 2:
        words[at], words[-at] = words[-at], words[at]
    elif kind == 3:
        words[at] = stray
    elif kind == 4:
        words.insert(at, stray)
    else:
        words[at] = words[(at * 7919) % len(words)]
