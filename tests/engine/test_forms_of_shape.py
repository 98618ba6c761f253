"""Patterns, loops, stacks counted level by level, pieces that are attracted, joined arrays."""

from __future__ import annotations

import pytest

from tests.engine.test_published_meaning import play, started, words

ADD = "(move Add (to (sites Empty)))"
MARKED = '(if {} (move Add (piece "Post0") (to 8)) (move Pass))'


def holds(condition, start, **kwargs):
    return words(started(MARKED.format(condition), start, **kwargs)) != ["pass"]


@pytest.mark.parametrize(
    ("sites", "found"), [("0 1 4", True), ("0 3 4", False), ("0 1", False), ("4 1 0", True)]
)
def test_a_pattern_turns_right_but_is_not_reflected(sites, found):
    start = f'(place "Disc1" {{{sites}}})'

    assert holds("(is Pattern {F L F} from:0)", start) is found


def test_the_pieces_of_a_pattern_follow_each_other():
    start = '(place "Disc1" {0 2}) (place "Disc2" {1})'
    kinds = 'whats:{(id "Disc" P1) (id "Disc" P2)}'

    assert holds(f"(is Pattern {{F F}} from:0 {kinds})", start)
    assert not holds(f"(is Pattern {{F F}} from:1 {kinds})", start)
    assert not holds('(is Pattern {F} from:0 what:(id "Disc" P1))', start)


def test_the_sites_of_all_patterns_are_taken_together():
    start = '(place "Disc1" {4 1 3 0})'
    pattern = "(move Remove (sites Pattern {F F} from:4))"
    bent = "(move Remove (sites Pattern {F L F} from:4))"

    assert words(started(pattern, start)) == ["pass"]
    assert words(started(bent, start)) == ["0-0", "3-3", "4-4"]


RING = "0 1 2 5 8 7 6 3"


@pytest.mark.parametrize(
    ("own", "other", "question", "found"),
    [
        (RING, "", "(is Loop (mover) 0)", True),
        (RING, "", "(is Loop Orthogonal (mover) 0)", False),
        (RING, "4", "(is Loop (mover) 0)", True),
        (RING, "4", "(is Loop surround:P2 (mover) 0)", True),
        (RING, "", "(is Loop surround:P2 (mover) 0)", False),
        ("0 1 2 5 8 7 6", "3", "(is Loop (mover) 0)", False),
        ("0 1 2 5 8 7 6", "", "(is Loop (mover) 0)", False),
    ],
)
def test_a_loop_encloses_sites_from_which_no_line_leads_outside(own, other, question, found):
    start = f'(place "Disc1" {{{own}}})' + (f' (place "Disc2" {{{other}}})' if other else "")

    assert holds(question, start) is found


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ("(count Stack at:0)", 3),
        ("(count Stack to:(sites {0 1}))", 4),
        ("(count Stack at:0 if:(is Enemy (who at:(to) level:(level))))", 2),
        ("(count Stack at:0 stop:(is Enemy (who at:(to) level:(level))))", 1),
        ("(count Stack FromTop at:0 stop:(is Mover (who at:(to) level:(level))))", 2),
    ],
)
def test_levels_of_stacks_are_counted(what, count):
    start = '(place Stack items:{"Disc1" "Disc2" "Disc2"} 0) (place Stack items:{"Disc1"} 1)'

    assert holds(f"(= {count} {what})", start)


def test_pieces_in_line_are_attracted():
    start = '(place "Disc1" {2}) (place "Disc2" {6})'
    machine = started('(move Add (piece "Post0") (to 0) (then (attract (from 0))))', start)

    assert play(machine) == ["0:Post0", "1:Disc1", "3:Disc2"]


@pytest.mark.parametrize(
    ("array", "numbers"),
    [
        ("(union {(array {1 2}) (array {2 3}) (array {3 4})})", "4"),
        ("(intersection {(array {1 2 3}) (array {2 3}) (array {3 4})})", "1"),
    ],
)
def test_several_arrays_are_joined(array, numbers):
    assert holds(f"(= {numbers} (size Array {array}))", "")
