"""Nothing that stands in a rules text is passed over: what no ludeme reads is refused by name.

Every lowering has an example here. Each is tried as it is, and with something in it that means
nothing: an argument with a name, a word, another ludeme.
"""

from __future__ import annotations

import re

import pytest

from games.compiler import NotImplementedLudemes
from games.compiler.conditions import conditions
from games.compiler.dispatch import Table
from games.compiler.effects import effects
from games.compiler.moves import moves
from games.compiler.regions import dynamic_regions, static_regions
from games.compiler.values import numbers
from games.ludemes import LudemeError
from games.play import load
from tests.games.cast import duel

MOVES = """
(or (move Step N) (move Step E))
(if (is Empty 4) (move Step N))
(priority {(move Step N) (move Step E)})
(move Pass)
(move Promote (from) (piece "Man") Mover)
(move (from) (to (sites Empty)))
(move Add (piece "Man") (to 8))
(move Remove (sites Top))
(move Select (from (sites Top)))
(move Step N (to if:(is Empty (to))))
(move Leap {{F F R F}})
(move Slide N)
(move Hop N (between if:(is Enemy (who at:(between)))))
(forEach Direction N (to if:(is Empty (to)) (apply (move (from) (to (to))))))
(forEach Value min:1 max:2 (move Step N))
(forEach Site (sites Top) (move (from) (to (site))))
(forEach Piece)
(forEach Piece "Man" (move Step N) Mover)
(max Captures (forEach Piece))
(do (forEach Piece) ifAfterwards:(is Empty 4))
(do (set Var "led" 1) next:(forEach Piece))
(set NextPlayer (player 1))
(move Bet Mover (range 0 3))
(move Propose "peace")
(vote "peace")
"""
EFFECTS = """
(promote (last To) (piece "Man") Mover)
(moveAgain)
(set State at:4 1)
(set Counter 3)
(set Pending 4)
(slide (from 8) N)
(fromTo (from 8) (to 4))
(add (piece "Man") (to 4))
(trigger "Seen" Mover)
(set Var "led" 3)
(set Value at:4 7)
(set Value Mover 7)
(forEach Site (sites Top) (remove (site)))
(and (remove 8) (moveAgain))
(if (is Empty 4) (remove 8))
(custodial N (between if:(is Enemy (who at:(between)))) (to if:(is Friend (who at:(to)))))
(intervene N (to if:(is Enemy (who at:(to)))))
(enclose Orthogonal (between if:(is Enemy (who at:(between)))))
(surround Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Friend (who at:(to)))))
(remember Value "seen" 3)
(note "Up" to:Next)
(set NextPlayer (player 1))
(addScore Mover 1)
(set Score Mover 1)
(set Pot 3)
(remove 8)
(forEach Player (remove 8))
(forEach Value min:1 max:3 (remove (value)))
(swap Pieces 4 8)
(vote "peace")
(do (remove 8) next:(remove 4))
"""
CONDITIONS = """
(not (is Empty 4))
(and (is Empty 4) (is Empty 5))
(if (is Empty 4) (is Empty 5))
(= 0 1)
(!= 0 1)
(< 0 1)
(<= 0 1)
(> 0 1)
(>= 0 1)
(is Empty 4)
(is Friend (who at:4))
(is Enemy (who at:4))
(is Mover P1)
(is In 4 (sites Top))
(is Pending)
(no Pieces Mover)
(is Even 4)
(is Triggered "Seen" Mover)
(is Full)
(all Sites (sites Top) if:(is Empty (site)))
(is Within (id "Man" Mover) in:(sites Top))
(toBool 4)
(xor (is Empty 4) (is Empty 5))
(is Line 3)
(is Related Orthogonal 4 5)
(is Active P1)
(is Proposed "peace")
(is Decided "peace")
(is Threatened (id "Man" Mover) at:4)
(can Move (step N))
(no Moves Next)
"""
NUMBERS = """
(to)
(last To)
(who at:4)
(id "Man" Mover)
(mover)
(next)
(prev)
(player 1)
(counter)
(count Moves)
(count MovesThisTurn)
(count Turns)
(+ 1 (var))
(- 1 (var))
(* 1 (var))
(/ 4 2)
(if (is Empty 4) 1 2)
(handSite Mover)
(count at:4)
(count Sites in:(sites Top))
(count Pieces Mover in:(sites Top))
(centrePoint)
(max 3 (var))
(abs (var))
(^ 2 3)
(toInt (is Empty 4))
(mapEntry "Where" 4)
(where "Man" Mover)
(var "led")
(value Pending)
(value Player Mover)
(value Piece at:4)
(row of:4)
(count Rows)
(count Steps 0 8)
(ahead 4 steps:2 N)
(regionSite (sites Top) index:1)
(count Neighbours at:4)
(count Players)
(count Active)
(score Mover)
(pot)
(amount Mover)
(size Stack at:4)
"""
REGIONS = """
(sites Board)
(sites Row 1)
(sites Row (mover))
(sites Phase 1)
(sites Side N)
(union (sites Top) (sites Bottom))
(union (sites Empty) (sites Bottom))
(intersection (sites Top) (sites Bottom))
(intersection (sites Empty) (sites Bottom))
(difference (sites Top) (sites Bottom))
(difference (sites Empty) (sites Bottom))
(coord "A1")
(centrePoint)
(sites Centre)
(handSite Mover)
(sites Hand Mover)
(forEach (sites Top) if:(= 1 (row of:(site))))
(forEach (sites Top) if:(is Empty (site)))
(expand (sites Top) steps:1)
(expand (sites Empty) steps:1)
(if (is Empty 4) (sites Top))
(sites Empty)
(sites Occupied by:Mover)
(sites Start (piece (what at:4)))
(sites ToClear)
(sites Pending)
(sites {(from)})
(sites Direction from:4 N)
(sites Distance from:4 (range 1 2))
(values Remembered "seen")
(sites Around 4)
(sites Group at:4)
(sites Between from:4 to:8)
(sites LineOfSight at:4)
(sites LastTo)
(sites State 2)
"""
# What is refused by the ludeme that it is a part of, or that it also is.
ELSEWHERE = {"_apply", "_between", "_can_surround", "_make_bet", "_single.<locals>.lowered"}


def _as_moves(ludeme: str) -> str:
    of_all = re.match(
        r"\((forEach Piece|max|do|set|vote|move (Add|Bet|Propose|Remove|Sel))", ludeme
    )
    return duel(play=f"(or (forEach Piece) {ludeme})") if of_all else duel(ludeme)


def _as_effect(ludeme: str) -> str:
    return duel(f"(move Step (to if:(is Empty (to))) (then {ludeme}))")


def _as_condition(ludeme: str) -> str:
    return duel(f"(move Step (to if:{ludeme}))")


def _as_number(ludeme: str) -> str:
    return _as_condition(f"(= 0 {ludeme})")


def _as_region(ludeme: str) -> str:
    return _as_condition(f"(is In (to) {ludeme})")


KINDS = (
    (MOVES, _as_moves, (moves,)),
    (EFFECTS, _as_effect, (effects,)),
    (CONDITIONS, _as_condition, (conditions,)),
    (NUMBERS, _as_number, (numbers,)),
    (REGIONS, _as_region, (static_regions, dynamic_regions)),
)
EXAMPLES = [(text, line) for lines, text, _ in KINDS for line in lines.split("\n") if line]


def _text(written: str) -> str:
    """The text with the equipment that it asks for."""
    more = '(map "Where" {(pair 0 4)})' if "mapEntry" in written else ""
    more += " (hand Each)" if "(handSite" in written or "sites Hand" in written else ""
    if "Stack" in written:
        written = written.replace("(forEach Piece)", "(forEach Piece top:True)")
    return written.replace('(piece "Man"', f'{more} (piece "Man"', 1)


def _refused(written: str) -> list[LudemeError]:
    with pytest.raises(LudemeError) as caught:
        load(_text(written), limits=None)
    return (
        caught.value.missing if isinstance(caught.value, NotImplementedLudemes) else [caught.value]
    )


each_example = pytest.mark.parametrize(
    ("text", "ludeme"), EXAMPLES, ids=[f"{text.__name__[4:]} {line}" for text, line in EXAMPLES]
)


@each_example
def test_a_ludeme_that_is_implemented_is_taken_as_it_is(text, ludeme: str):
    assert load(_text(text(ludeme)), limits=None).start() is not None


@each_example
def test_an_argument_that_it_does_not_read_is_refused_by_name_and_place(text, ludeme: str):
    refused = _refused(text(f"{ludeme[:-1]} nonsense:12345)"))

    named = [error for error in refused if "nonsense: in (" in error.message]
    assert [error.span.text for error in named] == ["12345"]


@each_example
def test_a_word_or_a_ludeme_too_many_is_refused(text, ludeme: str):
    for more in ("Nonsense", "(nonsense)"):
        assert all("\n" in str(error) for error in _refused(text(f"{ludeme[:-1]} {more})")))


@pytest.mark.parametrize(("lines", "text", "tables"), KINDS, ids=lambda each: str(each)[:20])
def test_every_lowering_has_its_example_here(lines: str, text, tables: tuple[Table, ...]):
    tried = set()
    for keyword, word in re.findall(r"^\((\S+?)(?: (\w+))?[ )]", lines, re.MULTILINE):
        for table in tables:
            tried |= {table.entries.get((keyword, word)), table.entries.get((keyword, ""))}
    lowerings = {each for table in tables for each in table.entries.values()}

    assert {each.__qualname__ for each in lowerings - tried} <= ELSEWHERE


FRAME = [
    ("(players {(player N)", "(players {(player N 12345)", "(player N) here"),
    ("(players {", "(players nonsense:12345 {", "nonsense: in (players …)"),
    ("(equipment {", "(equipment nonsense:12345 {", "nonsense: in (equipment …)"),
    ("(start {", "(start nonsense:12345 {", "nonsense: in (start …)"),
    ("(end {", "(end nonsense:12345 {", "nonsense: in (end …)"),
    ("(if (no", "(if nonsense:12345 (no", "nonsense: in (if …)"),
    ("(result Mover", "(result nonsense:12345 Mover", "nonsense: in (result …)"),
    ('"Man1" 0', '"Man1" 0 nonsense:12345', "nonsense: in (place …)"),
    ('"Man1" 0', '"Man1" 0 state:Nonsense', "state:Nonsense in (place …)"),
    ('"Man1" 0', '"Man1" 0 (then (nonsense))', "(then (nonsense)) in (place …)"),
    ("(play (forEach Piece))", "(play (forEach Piece) nonsense:1)", "(play …) takes one ludeme"),
    ("(result Mover Win)", "(byScore Nonsense)", "(byScore Nonsense)"),
    ("(result Mover Win)", "(byScore {(score P1 1) (score P2 2 3)})", "(byScore {(score P1 1)"),
    ("(if (no Pieces Next)", "(forEach Shared if:(is Full)", "(forEach Shared if:(is Full)"),
]


@pytest.mark.parametrize(("there", "instead", "message"), FRAME)
def test_the_frame_of_a_game_is_read_as_strictly(there: str, instead: str, message: str):
    text = duel()
    assert there in text

    assert any(message in str(error) for error in _refused(text.replace(there, instead, 1)))


PHASES = """(game "Duel" (players {(player N) (player S)})
    (equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
    (rules (start {(place "Man1" 0) (place "Man2" 8)})
        phases:{(phase "One" (play (forEach Piece)) (nextPhase (is Full) "Two") )
                (phase "Two" (play (forEach Piece)))}
        (end (if (no Pieces Next) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("there", "instead", "message"),
    [
        ('"One" ', '"One" P1 ', "P1 in (phase …)"),
        ('"One" ', '"One" nonsense:12345 ', "nonsense: in (phase …)"),
        ('"Two") ', '"Two") (nonsense) ', "(nonsense) in (phase …)"),
        ('"Two") ', '"Two" "One") ', '"One" in (nextPhase …)'),
        ("(is Full)", "(is Full) (is Full)", "(is Full) in (nextPhase …)"),
        ("(is Full)", "(is Full) nonsense:12345", "nonsense: in (nextPhase …)"),
    ],
)
def test_so_are_phases(there: str, instead: str, message: str):
    assert load(PHASES).start() is not None

    assert any(message in str(error) for error in _refused(PHASES.replace(there, instead, 1)))


@pytest.mark.parametrize(
    ("ludeme", "message"),
    [
        ("(move Step (union N E nonsense:1))", "nonsense: in (union …)"),
        ("(move Step (if (is Mover P1) N S nonsense:1))", "nonsense: in (if …)"),
        ("(move Step (directions {N} nonsense:1))", "nonsense: in (directions …)"),
        ("(move Step (to if:True nonsense:1))", "nonsense: in (to …)"),
        ("(move Step (to if:True Nonsense))", "Nonsense in (to …)"),
        ("(move Step (to if:True) (to if:True))", "a second (to …) in (move …)"),
        ("(move Step (from 0 nonsense:1))", "nonsense: in (from …)"),
        ("(move Slide (between (max 2 nonsense:1)))", "nonsense: in (max …)"),
        ("(move Slide (between (exact 1 2)))", "2 in (exact 1 2)"),
        ("(move Step (then (moveAgain) nonsense:1))", "nonsense: in (then …)"),
        ("(move Step (then (remove 8 (then (moveAgain) a:1))))", "a: in (then …)"),
        ("(move Step (to if:(= 1 (count Steps (step N (then (nonsense))) 0 {8}))))", "counted"),
        ('(move Promote (from) (piece "Man" nonsense:1))', "nonsense: in (piece …)"),
        ('(move Promote (from) (piece "Man1") Nonsense)', "the role Nonsense"),
        ("(move Step (to if:(= 0 (count Pieces at:1 at:2))))", "at: in (count …)"),
        ("(move Step (to if:(= 0 (count at:1 at:2))))", "at: a second time in (count …)"),
        ("(move Step (to if:(is Enemy (who at:4 nonsense:1))))", "nonsense: in (who …)"),
        ("(move Step (then (move Bet Mover (range 0 3))))", "(move Bet Mover (range 0 3)) as an"),
        ("(move (from 0 4) (to 8))", "4 in (from …)"),
        ("(move Step (to if:(is Line 3 through:1 throughAny:(sites Top))))", "through: beside"),
        ("(move Step stack:Nonsense)", "stack:Nonsense"),
        ("(move Step (then (remove 8 count:2)))", "count: in (remove …) in a game without"),
        ("(or {(or (move Step N) (move Step E) nonsense:1) (move Step W)})", "nonsense: in (or"),
    ],
)
def test_so_are_the_parts_of_a_ludeme(ludeme: str, message: str):
    assert any(message in str(error) for error in _refused(duel(ludeme)))


def test_so_are_the_moves_of_a_piece_that_no_rule_asks_for():
    idle = duel("(fly)", play='(move Add (piece "Man") (to (sites Empty)))')

    assert [error.message.partition(" as moves")[0] for error in _refused(idle)] == ["(fly …)"]


def test_what_follows_a_further_move_follows_each_such_move_once():
    counted = "(then (set Var (+ 1 (var))))"
    man = "(move Step (to if:(is Empty (to))) (then (and (set Var 0) {})))"
    once = load(duel(man.format(f"(fromTo (from 8) (to 7) {counted})"))).start()
    each = load(duel(man.format(f"(move Step (from 8) (to if:(is Empty (to))) {counted})"))).start()

    assert once.play("a1-a2").variable("") == 1
    assert each.play("a1-a2").variable("") == 3


def test_pieces_are_counted_for_the_player_whose_number_is_given():
    man = "(move Step (to if:(= {} (count Pieces of:(next)))))"

    assert len(load(duel(man.format(1))).start().legal_moves) == 3
    assert len(load(duel(man.format(2))).start().legal_moves) == 1
