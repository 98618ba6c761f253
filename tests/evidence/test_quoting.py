"""Words of others stand in one pair of quotation marks, in the way of the page's language."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from evidence.quoting import inside, inside_single, marked_once, quoted


@pytest.mark.parametrize(
    ("stored", "english", "german", "arabic"),
    [
        ("takes all", "“takes all”", "„takes all“", "«takes all»"),
        ("“takes all”", "“takes all”", "„takes all“", "«takes all»"),
        ('"takes all"', "“takes all”", "„takes all“", "«takes all»"),
        ("«бьёт»", "“бьёт”", "„бьёт“", "«бьёт»"),
        ("‘takes’", "“takes”", "„takes“", "«takes»"),
        ("“‘takes’”", "“takes”", "„takes“", "«takes»"),
        ("the “ox” goes", "“the ‘ox’ goes”", "„the ‚ox‘ goes“", "«the “ox” goes»"),
        ("“Oxen” and “dogs”", "“‘Oxen’ and ‘dogs’”", "„‚Oxen‘ and ‚dogs‘“", "«“Oxen” and “dogs”»"),
        ("“the “ox” goes”", "“the ‘ox’ goes”", "„the ‚ox‘ goes“", "«the “ox” goes»"),
        ("a “b ‘c’ d”", "“a ‘b “c” d’”", "„a ‚b „c“ d‘“", "«a “b ‘c’ d”»"),
        ("it’s the “kings’” men", "“it’s the ‘kings’’ men”", None, None),
        ("‘Abd al-Malik", "“‘Abd al-Malik”", None, None),
        ("“cut off here", "“‘cut off here”", None, None),
        ("cut off before” here", "“cut off before’ here”", None, None),
        ('a 5" nail', '“a 5" nail”', None, None),
        ("", "“”", None, None),
    ],
)
def test_one_pair_stands_around_and_others_inside(stored, english, german, arabic):
    for language, expected in (("en", english), ("de", german), ("ar", arabic)):
        if expected is not None:
            with override(language):
                assert quoted(stored) == expected
                assert expected[1:-1] == inside(stored)


def test_words_are_cut_after_the_marks_around_all_of_them_are_gone():
    assert quoted("“one “two” three four”", 3) == "“one ‘two’ three…”"


def test_a_title_within_single_marks_has_double_ones():
    assert inside_single("On ‘men’ and “women”") == "On “men” and “women”"
    assert inside_single("The king’s men") == "The king’s men"


@pytest.mark.parametrize("stored", ["“a”", '"a"', "«a»"])
def test_reviews_show_the_marks_that_are_stored(stored):
    assert marked_once(stored) == stored
    assert marked_once(stored[1:-1]) == "“a”"
