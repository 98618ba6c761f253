"""What an author writes is read with its places, and what is read can be written again."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings

from games.ludemes import LudemeError, read, write
from games.ludemes.tree import Form, Item, Number, Range, Sequence, Text, Word, walk
from tests.games.cast import ORACLES, RULESETS, SHODRA
from tests.games.trees import shapes, texts

SHIPPED = sorted(RULESETS.glob("*.lud"))
PUBLISHED = sorted([*ORACLES.rglob("*.lud"), *ORACLES.rglob("*.def")])


@given(texts)
@settings(max_examples=25)
def test_any_tree_is_written_so_that_it_reads_back_the_same(items: list[Item]):
    assert shapes(read(write(items))) == shapes(items)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_rulesets_survive_the_writer(path: Path):
    items = read(path.read_text(encoding="utf-8"))

    assert shapes(read(write(items))) == shapes(items)


def test_there_are_shipped_rulesets():
    assert len(SHIPPED) >= 2


@pytest.mark.sources
def test_published_descriptions_and_definitions_survive_the_writer():
    if not PUBLISHED:
        pytest.skip(f"there are no published descriptions in {ORACLES}")
    for path in PUBLISHED[::6]:  # all of them are read where they are bound (tests/engine)
        for item in read(path.read_text(encoding="utf-8"), path.name):
            assert shapes(read(write([item]))) == shapes([item]), path.name
    assert len(PUBLISHED) > 100


def test_a_writer_keeps_to_the_width_and_to_what_was_said():
    written = write(read(SHODRA))

    assert max(map(len, written.splitlines())) <= 100
    assert written == write(read(written))


def test_a_number_may_begin_with_its_point():
    (item,) = read("(shift .5 -.25 (square 2))")

    assert [node.value for node in item.node.arguments()[:2]] == [0.5, -0.25]


def test_quotes_that_are_escaped_twice_do_not_end_a_string():
    (item,) = read(r'(info "<a href=\\"https://example.org\\">here (1)</a>" (id "1"))')

    assert item.node.arguments()[0].value == '<a href= "https://example.org ">here (1)</a>'


def test_a_second_angle_bracket_after_the_one_that_closes_is_passed_over():
    (item,) = read("(option args:{<a> <b>>} {1})")

    assert [node.span.text for node in item.node.named("args").nodes()] == ["<a>", "<b>"]


def test_every_leaf_knows_the_characters_that_it_came_from():
    leaves = [n for item in read(SHODRA) for n in walk(item.node) if not isinstance(n, Sequence)]

    for leaf in leaves:
        if isinstance(leaf, Word):
            assert leaf.span.text == leaf.name
        if isinstance(leaf, Number):
            assert leaf.span.text == str(leaf.value)
        if isinstance(leaf, Text):
            assert leaf.span.text == f'"{leaf.value}"'
    assert len(leaves) > 300


def test_forms_span_from_bracket_to_bracket_and_count_lines_from_one():
    (item,) = read("\n\n  (board\n    (square 8))\n")

    assert item.node.span.text == "(board\n    (square 8))"
    assert str(item.node.span) == "rules, line 3, column 3"


def test_comments_and_blanks_mean_nothing():
    plain = read("(a {1 2} name:b)")
    loose = read("// first\n( a // the head\n {1\t2}\r\n name:   b ) // last")

    assert shapes(loose) == shapes(plain)


def test_two_slashes_in_a_string_are_no_comment():
    (item,) = read('(source "http://example.org") // but this is')

    assert isinstance(item.node, Form)
    assert [n.value for n in item.node.arguments() if isinstance(n, Text)] == ["http://example.org"]


def test_angles_compare_at_the_head_of_a_form_and_hold_values_elsewhere():
    compared, value = read("(< 1 2) <T:a>")

    assert isinstance(compared.node, Form)
    assert compared.node.keyword == "<"
    assert type(value.node).__name__ == "Angles"


def test_a_star_after_an_item_marks_it_and_at_the_head_multiplies():
    marked, product = read('(item "x")** (* 2 3)')

    assert isinstance(marked.node, Form)
    assert marked.node.starred == 2
    assert isinstance(product.node, Form)
    assert product.node.keyword == "*"


def test_a_keyword_may_have_a_colon_after_it():
    (form,) = read('(coord:"A1" (to))')

    assert isinstance(form.node, Form)
    assert (form.node.keyword, form.node.head.span.text) == ("coord", "coord:")
    first, second = form.node.arguments()
    assert isinstance(first, Text)
    assert (first.value, second.span.text) == ("A1", "(to)")


def test_ranges_negative_numbers_and_decimals():
    one, two, three = (item.node for item in read("-3..4 -12 2.50"))

    assert isinstance(one, Range)
    assert (one.first, one.last) == (-3, 4)
    assert isinstance(two, Number)
    assert two.value == -12
    assert isinstance(three, Number)
    assert three.value == 2.5


def test_the_caret_stands_below_the_fault_also_after_tabs():
    with pytest.raises(LudemeError) as caught:
        read("(board\n\t(square 8}\n)", "my game")

    assert str(caught.value) == (
        "my game, line 2, column 11: '}' does not close '(': write ')'\n"
        "    \t(square 8}\n"
        "    \t         ^"
    )


def test_the_caret_underlines_no_further_than_the_line():
    with pytest.raises(LudemeError) as caught:
        read("(a ()\n  b name:\n)")

    assert str(caught.value).splitlines()[1:] == ["    (a ()", "       ^^"]


def test_an_error_on_an_empty_text_has_a_place_too():
    with pytest.raises(LudemeError) as caught:
        read(")")

    assert str(caught.value).splitlines()[1:] == ["    )", "    ^"]


def test_a_tree_is_the_same_after_it_was_pickled():
    tree = read('(a {b 1 "c"} (d 0..3 "e".."f" 1.5) g:~)')
    assert pickle.loads(pickle.dumps(tree)) == tree
