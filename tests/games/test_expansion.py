"""Definitions, options and ranges are replaced, and every node still knows where it came from."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ludemes import LudemeError, expand, write_node
from games.ludemes.tree import Form, Node, walk
from tests.games.cast import SHODRA


def game(body: str, definitions: str = "", **also: Any) -> Form:
    """The game whose only content is `body`, expanded."""
    return expand(f'{definitions}\n(game "G" {body})', **also).game


def said(body: str, definitions: str = "", **also: Any) -> str:
    """What `body` becomes."""
    form = game(body, definitions, **also)
    return " ".join(write_node(item.node) for item in form.items[2:])


def refusal(body: str, definitions: str = "", **also: Any) -> str:
    with pytest.raises(LudemeError) as caught:
        game(body, definitions, **also)
    return str(caught.value)


def the(form: Form, keyword: str) -> Form:
    """The first form with that keyword."""
    return next(n for n in walk(form) if isinstance(n, Form) and n.keyword == keyword)


# Definitions


def test_a_definition_stands_for_its_body():
    assert said('"Board"', '(define "Board" (board (square 8)))') == "(board (square 8))"


def test_a_definition_may_stand_for_several_items_or_none():
    assert said('(a "Two" b)', '(define "Two" x (y))') == "(a x (y) b)"
    assert said('(a "None" b)', '(define "None")') == "(a b)"


def test_arguments_are_put_in_by_number_as_often_as_asked():
    assert said('("Pair" x (y))', '(define "Pair" {#1 #2 #1})') == "{x (y) x}"


def test_an_argument_left_out_leaves_nothing_behind():
    pair = '(define "Pair" (pair #1 #2))'

    assert said('("Pair" x)', pair) == "(pair x)"
    assert said('("Pair" ~ y)', pair) == "(pair y)"
    assert said('"Pair"', pair) == "(pair)"


def test_an_argument_stands_inside_strings_too():
    assert said('("Named" Oi)', '(define "Named" (piece "#1Left"))') == '(piece "OiLeft")'
    assert said('("Named" "Oi")', '(define "Named" (piece "#1Left"))') == '(piece "OiLeft")'


def test_a_string_made_of_an_argument_may_name_a_definition():
    definitions = '(define "OiSteps" (move Step)) (define "Moves" "#1Steps")'

    assert said('("Moves" "Oi")', definitions) == "(move Step)"


def test_an_argument_may_be_the_keyword_of_a_form():
    assert said('("Do" move)', '(define "Do" (#1 Step))') == "(move Step)"


def test_an_argument_may_be_the_definition_that_a_form_calls():
    definitions = '(define "Apply" (#1 x)) (define "Twice" {#1 #1})'

    assert said('("Apply" "Twice")', definitions) == "{x x}"


def test_an_argument_in_brackets_of_its_own_does_not_need_those_of_the_definition():
    definition = '(define "In" (is In (#1) 3))'

    assert (
        said('("In" (from))', definition) == said('("In" from)', definition) == "(is In (from) 3)"
    )


def test_a_name_before_an_item_stays_before_what_it_becomes():
    assert said('(to if:"Free")', '(define "Free" (is Empty (to)))') == "(to if:(is Empty (to)))"
    assert said('("At" 3)', '(define "At" (place at:#1))') == "(place at:3)"


def test_arguments_are_passed_on_from_definition_to_definition():
    definitions = '(define "Outer" (outer ("Inner" #2 #1))) (define "Inner" (inner #1 #2))'

    assert said('("Outer" a b)', definitions) == "(outer (inner b a))"


def test_an_argument_means_what_it_meant_where_it_was_written():
    definitions = '(define "Outer" ("Inner" (hold #1) z)) (define "Inner" (inner #1 #2))'

    assert said('("Outer" a)', definitions) == "(inner (hold a) z)"


def test_a_number_outside_a_definition_leaves_nothing():
    assert said("(a #1 b)") == "(a b)"


def test_a_definition_may_come_after_its_use():
    assert expand('(game "G" "Late") (define "Late" x)').game.items[2].node.span.text == "x"


def test_a_text_that_names_no_definition_is_just_text():
    assert said('(piece "Oi")') == '(piece "Oi")'


def test_the_head_of_a_form_must_be_defined_and_the_likeliest_names_are_offered():
    assert refusal('("OiStep" 3)', '(define "OiSteps" x)') == (
        'rules, line 2, column 12: "OiStep" is not defined; do you mean "OiSteps"?\n'
        '    (game "G" ("OiStep" 3))\n'
        "               ^^^^^^^^"
    )


# Ranges


def test_a_range_is_the_numbers_from_its_first_to_its_last():
    assert said("{2..5}") == "{2 3 4 5}"
    assert said("{1..-1}") == "{1 0 -1}"


@given(st.integers(-500, 500), st.integers(-500, 500))
@settings(max_examples=30)
def test_any_range_holds_both_its_ends_and_no_gap(first: int, last: int):
    numbers = [int(n) for n in said(f"{{{first}..{last}}}").strip("{}\n").split()]

    assert (numbers[0], numbers[-1]) == (first, last)
    assert {abs(b - a) for a, b in pairwise(numbers)} <= {1}


def test_a_range_has_an_end():
    assert "a range of over 10000 numbers" in refusal("{1..20000}")
    assert "a range of over 10000 numbers" in refusal('{1.."Far"}', '(define "Far" 20000)')


@pytest.mark.parametrize(
    "body", ['{"First".."Last"}', '{"First" .. 5}', '{2.."Last"}', '{"First"..5}']
)
def test_the_ends_of_a_range_may_be_definitions(body):
    assert said(body, '(define "First" 2) (define "Last" 5)') == "{2 3 4 5}"


def test_dots_between_what_is_no_number_stay():
    assert said('{"First" .. Last}', '(define "First" 2)') == "{2 .. Last}"


# What published texts do


def test_a_title_is_no_call_of_a_definition():
    game = expand('(define "Tab" (x)) (game "Tab" ("Tab"))').game

    assert write_node(game).split() == ["(game", '"Tab"', "(x))"]


def test_brackets_around_forms_stand_for_those_forms():
    assert said("(and ((a) (b)))") == "(and (a) (b))"
    assert said("(then ((fromTo x)))") == "(then (fromTo x))"
    assert "a form starts with a keyword" in refusal("((a) b)")


def test_a_definition_may_stand_within_another_form():
    assert said('(a (define "D" (x)) ("D")) ("D")') == "(a (x)) (x)"


def test_a_definition_may_come_out_of_the_chosen_option():
    option = """(option "Board" <Board> args:{<dice>} {
        (item "One" <(define "Die" (face 1))> "One.")
        (item "Two" <(define "Die" (face 2))> "Two.")*
    })"""
    assert said('("Die")', f"{option} <Board:dice>") == "(face 2)"
    assert said('<Board:dice> ("Die")', option) == "(face 2)"
    assert said('("Die")', f"{option} <Board:dice>", options=("Board/One",)) == "(face 1)"


def test_an_option_of_several_arguments_alone_is_its_first():
    option = '(option "B" <B> args:{<size> <way>} {(item "9" <(square 9)> <All> "9")})'
    assert said("<B> <B:way>", option) == "(square 9) All"


def test_an_argument_reaches_the_option_that_stands_in_a_definition():
    option = '(option "V" <V> args:{<if>} {(item "Empty" <(is Empty #1)> "Empty.")})'
    assert said('("MoveOn" 7)', f'{option} (define "MoveOn" (a #1 <V:if>))') == "(a 7 (is Empty 7))"


def test_an_argument_may_be_part_of_a_word():
    assert said('("Hand" 1)', '(define "Hand" (handSite P#1 0))') == "(handSite P1 0)"


def test_coordinates_have_ranges():
    assert said('{"E3".."G3"}') == '{"E3" "F3" "G3"}'
    assert said('{"C11".."C9"}') == '{"C11" "C10" "C9"}'
    assert said('{"Y1".."AB1"}') == '{"Y1" "Z1" "AA1" "AB1"}'


# Places and origins


def test_what_a_definition_makes_points_at_the_definition():
    form = the(game('"Board"', '(define "Board" (board (square 8)))'), "square")

    assert str(form.span) == "rules, line 1, column 24"
    assert form.origin is not None
    assert str(form.origin.call) == "rules, line 2, column 11"


def test_what_an_argument_makes_points_at_the_author():
    form = game('("Pair" (mine))', '(define "Pair" (pair #1))')

    assert str(the(form, "mine").span) == "rules, line 2, column 19"
    assert the(form, "mine").origin is None
    assert the(form, "pair").origin is not None


def test_the_chain_of_calls_is_kept_innermost_first():
    form = game('"A"', '(define "A" (a "B")) (define "B" (b "C")) (define "C" (c))')

    assert _chain(the(form, "c")) == ("C", "B", "A")
    assert _chain(the(form, "a")) == ("A",)


def test_an_error_inside_definitions_names_every_call_on_the_way():
    text = '(define "A" ("B" 1))\n(define "B" ((c) 2))\n(game "G" "A")'
    with pytest.raises(LudemeError) as caught:
        expand(text)

    assert str(caught.value) == (
        "rules, line 2, column 14: a form starts with a keyword or a definition's name, not (c)\n"
        '    (define "B" ((c) 2))\n'
        "                 ^^^\n"
        '  in "B", called at rules, line 1, column 13\n'
        '  in "A", called at rules, line 3, column 11'
    )


def test_every_node_of_shodra_points_into_its_text():
    for node in walk(expand(SHODRA).game):
        assert node.span.source.text == SHODRA
        assert SHODRA[node.span.start : node.span.end] == node.span.text != ""


def test_the_oi_steps_are_made_by_the_clause_that_says_so():
    form = expand(SHODRA).game
    steps = [n for n in walk(form) if isinstance(n, Form) and n.keyword == "move"]

    assert ("OiSteps",) in {_chain(step) for step in steps}
    assert ("ToEnemy", "OiCaptures") in {_chain(n) for n in walk(form)}


def _chain(node: Node) -> tuple[str, ...]:
    return node.origin.chain() if node.origin else ()


# Texts without end


def test_a_definition_that_calls_itself_is_named():
    assert refusal('"A"', '(define "A" (a "A"))').startswith(
        'rules, line 1, column 16: "A" calls itself: that never ends'
    )


def test_so_are_two_that_call_each_other():
    message = refusal('"A"', '(define "A" (a "B")) (define "B" (b "A"))')

    assert 'calls itself, through "' in message


def test_a_definition_that_calls_itself_by_way_of_a_string_is_stopped():
    assert "calls itself" in refusal('"B"', '(define "B" ("C" "B")) (define "C" "#1")')


def test_definitions_that_double_are_stopped():
    doubling = "".join(f'(define "B{i}" ("B{i + 1}" #1) ("B{i + 1}" #1))' for i in range(30))

    assert "make over 200000 ludemes" in refusal('("B0" x)', f'{doubling}(define "B30" x)')


def test_strings_that_double_are_stopped():
    doubling = "".join(f'(define "B{i}" ("B{i + 1}" "{"#1" * 40}"))' for i in range(20))

    assert "make over 200000 ludemes" in refusal('("B0" "a")', f'{doubling}(define "B20" "#1")')


def test_ranges_that_pile_up_are_stopped():
    assert "make over 200000 ludemes" in refusal("{" + "1..9999 " * 10_000 + "}")


def test_definitions_that_nest_too_deep_are_stopped():
    definitions = "".join(f'(define "B{i}" (a "B{i + 1}"))' for i in range(50))

    assert "calls of definitions nest over 40 deep" in refusal('"B0"', definitions)


def test_brackets_passed_down_through_definitions_nest_only_so_deep():
    definitions = "".join(
        f'(define "B{i}" {"(a " * 20}"B{i + 1}"{")" * 20})' for i in range(20)
    )  # fmt: skip

    assert "nests over 90 deep once" in refusal('"B0"', f'{definitions} (define "B20" x)')


# The whole text


def test_a_text_needs_one_game():
    with pytest.raises(LudemeError, match="no game here"):
        expand('(define "A" x)')
    with pytest.raises(LudemeError, match=r"a second \(game …\)"):
        expand('(game "A") (game "B")')


def test_an_empty_text_says_so_with_a_place():
    with pytest.raises(LudemeError) as caught:
        expand("")

    assert str(caught.value).startswith("rules, line 1, column 1: no game here")


def test_metadata_is_kept_beside_the_game():
    expansion = expand(SHODRA)

    assert expansion.metadata is not None
    assert expansion.metadata.keyword == "metadata"
    assert "OiSteps" in expansion.definitions


# Definitions of the same name


TWICE = '(define "A" first) (define "B" "A") (define "A" second)'


def test_of_two_definitions_with_one_name_the_text_means_the_first():
    assert said('"A"', TWICE) == "first"


def test_inside_a_definition_the_next_one_of_that_name_is_meant():
    assert said('"B"', TWICE) == "second"
    assert said('("C" "A")', '(define "A" first) (define "C" (c #1 "A")) (define "A" second)') == (
        "(c first second)"
    )


def test_after_the_last_definition_of_a_name_the_first_is_meant_again():
    assert said('"C"', f'{TWICE} (define "C" "A")') == "first"


def test_a_second_definition_of_a_name_is_a_doubt_with_both_places():
    (doubt,) = expand(f'{TWICE}\n(game "G" "A")').doubts

    assert str(doubt).splitlines()[0] == (
        'rules, line 1, column 37: "A" is defined twice: first at rules, line 1, column 1'
    )
