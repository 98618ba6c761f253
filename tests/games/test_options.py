"""What a text leaves to choose, what is chosen where nobody says, and how a choice is named."""

from __future__ import annotations

import pytest

from games.ludemes import OptionError, default_choices, expand, write_node
from tests.games.cast import AFTER_ONE_STEP, EACH_FIRST_MOVE, SHODRA

SIZES = """
(game "G" (board (square <Size:side>)) (name "on <Size:side>") (men <Men:men>))
(option "Board" <Size> args:{<side>} {
    (item "Small" <3> "Three squares.")
    (item "Middle" <5> "Five squares.")**
    (item "Large" <9> "Nine squares.")*
})
(option "Men" <Men> args:{<men>} {
    (item "None" <> "An empty board.")
    (item "Two" <"Man1" "Man2"> "One each.")
    (item "Small" <"Man1"> "One.")
})
"""


def game(*choices: str, more: str = "") -> str:
    form = expand(SIZES + more, choices).game
    return " ".join(write_node(item.node) for item in form.items[2:])


def refusal(*choices: str) -> str:
    with pytest.raises(OptionError) as caught:
        expand(SIZES, choices)
    return str(caught.value)


def test_most_stars_make_the_default_and_the_first_item_where_there_are_none():
    assert game() == '(board (square 5)) (name "on 5") (men)'
    assert expand(SIZES).chosen == ("Board/Middle", "Men/None")


def test_an_item_is_chosen_by_option_and_item():
    assert game("Board/Large") == '(board (square 9)) (name "on 9") (men)'


def test_a_value_may_hold_several_items():
    assert game("Men/Two") == '(board (square 5)) (name "on 5") (men "Man1" "Man2")'


def test_of_two_options_with_one_tag_the_first_gives_the_values():
    again = '(option "Prices" <Size> args:{<side>} {(item "Seven" <7> "Seven.")*})'

    assert game(more=again) == game()


def test_capitals_do_not_matter():
    assert game("board/LARGE") == game("Board/Large")


def test_an_item_alone_is_enough_where_only_one_option_has_it():
    assert game("Large") == game("Board/Large")


def test_an_item_that_two_options_have_needs_its_option():
    assert refusal("Small") == (
        '"Small" is no option: write "Option/Item"; the options are "Board", "Men"'
    )


def test_the_last_choice_counts():
    assert game("Board/Large", "Board/Small") == game("Board/Small")


def test_an_unknown_option_is_told_which_there_are():
    assert refusal("Colour/Red") == (
        '"Colour/Red" is no option: write "Option/Item"; the options are "Board", "Men"'
    )


def test_an_unknown_item_is_told_which_there_are():
    assert refusal("Board/Huge") == (
        'the option "Board" has no item "Huge": it has "Small", "Middle", "Large"'
    )


def test_a_text_without_options_says_none():
    with pytest.raises(OptionError, match="the options are none"):
        expand('(game "G")', ["Board/Small"])


def test_an_item_with_a_slash_in_its_label_is_found_by_its_option():
    text = '(game "G" <T:a>) (option "H" <T> args:{<a>} {(item "x" <1> "") (item "y/z" <2> "")})'

    assert write_node(expand(text, ["H/y/z"]).game.items[2].node) == "2"


def test_the_starred_ruleset_sets_the_defaults():
    rulesets = """(rulesets {
        (ruleset "Ruleset/Quick" {"Board/Small" "Men/Two"})
        (ruleset "Ruleset/Long" {"Board/Large"})*
    })"""

    assert game(more=rulesets) == game("Board/Large")


def test_a_choice_goes_before_the_starred_ruleset():
    rulesets = '(rulesets {(ruleset "Ruleset/Long" {"Board/Large"})*})'

    assert game("Board/Small", more=rulesets) == game("Board/Small")


def test_the_default_items_given_as_choices_go_before_the_starred_ruleset():
    rulesets = '(rulesets {(ruleset "Ruleset/Long" {"Board/Large"})*})'

    assert default_choices(SIZES + rulesets) == ("Board/Middle", "Men/None")
    assert game(*default_choices(SIZES + rulesets), more=rulesets) == game()


def test_rulesets_without_a_star_change_nothing():
    assert game(more='(rulesets {(ruleset "Ruleset/Quick" {"Board/Small"})})') == game()


def test_an_options_value_may_call_a_definition():
    text = """
    (define "Free" (is Empty #1))
    (game "G" <When:test>)
    (option "When" <When> args:{<test>} {(item "Always" <("Free" (to))> "")})
    """

    assert write_node(expand(text).game.items[2].node) == "(is Empty (to))"


def test_an_option_may_choose_the_definition_that_a_form_calls():
    text = """
    (define "Free" (is Empty #1)) (define "Taken" (is Occupied #1))
    (game "G" (<When:what> (to)))
    (option "When" <When> args:{<what>} {(item "Free" <"Free"> "") (item "Taken" <"Taken"> "")})
    """

    assert write_node(expand(text).game.items[2].node) == "(is Empty (to))"
    assert write_node(expand(text, ["Taken"]).game.items[2].node) == "(is Occupied (to))"


def test_an_option_with_one_argument_may_be_named_by_its_tag_alone():
    text = '(game "G" <T>) (option "H" <T> args:{<a>} {(item "x" <1> "")})'

    assert write_node(expand(text).game.items[2].node) == "1"


def test_shodra_offers_its_four_choices_with_their_descriptions():
    options = {option.heading: option for option in expand(SHODRA).options}

    assert {name: option.default.label for name, option in options.items()} == {
        "Double step": "Each player's first turn",
        "Noyions": "On the e file",
        "Promotion": "On the far rank",
        "Oi left at mate": "Of the mated side",
    }
    assert all(choice.description for option in options.values() for choice in option.choices)


def test_shodras_choices_are_told_in_the_order_of_the_text():
    chosen = expand(SHODRA, [AFTER_ONE_STEP, EACH_FIRST_MOVE]).chosen

    assert chosen == (
        EACH_FIRST_MOVE,
        "Noyions/On the e file",
        AFTER_ONE_STEP,
        "Oi left at mate/Of the mated side",
    )
