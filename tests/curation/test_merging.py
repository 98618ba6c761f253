"""Two people change the same content: neither loses a word."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.editing.curation.merging import merge
from evidence.editing.curation.telling import compare
from evidence.editing.curation.words import Matcher, Steps, join, lines, pieces

BASE = {
    "game": "senet",
    "game_name": "Senet",
    "title": "A board",
    "date": "1140",
    "rules": "The board is round. The kings stand side by side.",
    "places": [{"name": "Thebes"}],
    "citations": [{"citation": "One"}, {"citation": "Two", "locator": "p. 2"}],
    "quotations": [{"text": "of the second", "citation": 1}],
    "terms": {"age": ["Adult"]},
}


def test_changes_of_different_fields_are_both_taken():
    merged = merge(BASE, BASE | {"date": "1141"}, BASE | {"confidence": 3})
    assert merged.content == BASE | {"date": "1141", "confidence": 3}
    assert merged.clashes == []


def test_changes_of_one_text_in_different_places_are_joined():
    theirs = BASE | {"rules": "The wooden board is round. The kings stand side by side."}
    yours = BASE | {"rules": "The board is round. The two kings stand side by side."}
    merged = merge(BASE, theirs, yours)
    assert merged.content["rules"] == (
        "The wooden board is round. The two kings stand side by side."
    )
    assert merged.clashes == []


def test_where_both_changed_the_same_words_both_are_kept_and_told():
    theirs = BASE | {"rules": "The board is square. The kings stand side by side."}
    yours = BASE | {"rules": "The board is a ring. The kings stand side by side."}
    merged = merge(BASE, theirs, yours)
    assert merged.content["rules"] == ("The board is square a ring. The kings stand side by side.")
    (clash,) = merged.clashes
    assert (clash.field, clash.base) == ("rules", BASE["rules"])


def test_of_two_dates_yours_stands_and_theirs_is_told():
    merged = merge(BASE, BASE | {"date": "1141"}, BASE | {"date": "1150"})
    assert merged.content["date"] == "1150"
    assert [clash.theirs for clash in merged.clashes] == ["1141"]


def test_what_one_has_emptied_and_the_other_changed_stays():
    without = {name: value for name, value in BASE.items() if name != "date"}
    for theirs, yours in ((without, BASE | {"date": "1150"}), (BASE | {"date": "1150"}, without)):
        merged = merge(BASE, theirs, yours)
        assert merged.content["date"] == "1150"
        assert len(merged.clashes) == 1
    assert "date" not in merge(BASE, without, BASE).content


def test_rows_added_by_both_are_kept_and_quotations_point_at_their_source():
    theirs = BASE | {"places": [{"name": "Thebes"}, {"name": "Luxor"}]}
    theirs |= {
        "citations": BASE["citations"][1:],
        "quotations": [BASE["quotations"][0] | {"citation": 0}],
    }
    yours = BASE | {"places": [{"name": "Karnak"}, {"name": "Thebes"}]}
    merged = merge(BASE, theirs, yours).content
    assert [row["name"] for row in merged["places"]] == ["Karnak", "Thebes", "Luxor"]
    assert merged["citations"] == [{"citation": "Two", "locator": "p. 2"}]
    assert merged["quotations"] == [{"text": "of the second", "citation": 0}]


def test_fields_of_one_row_are_joined():
    theirs = BASE | {"places": [{"name": "Thebes", "note": "a"}]}
    yours = BASE | {"places": [{"name": "Thebes", "certainty": "disputed"}]}
    merged = merge(BASE, theirs, yours).content
    assert merged["places"] == [{"name": "Thebes", "certainty": "disputed", "note": "a"}]


def test_words_of_a_vocabulary_are_joined():
    theirs, yours = (
        BASE | {"terms": {"age": ["Child"]}},
        BASE | {"terms": {"age": ["Adult", "Elder"]}},
    )
    merged = merge(BASE, theirs, yours)
    assert merged.content["terms"] == {"age": ["Child", "Elder"]}


WORDS = st.lists(
    st.sampled_from(["king", "board", "round", "horse", "two", "\n", "steps", ".", "née"]),
    max_size=14,
).map(" ".join)


def said(text):
    return Counter(re.findall(r"\w+", text))


@settings(max_examples=150)
@given(WORDS, WORDS, WORDS)
def test_no_word_that_either_wrote_is_lost(base, theirs, yours):
    joined = said(join(base, theirs, yours).text)
    for mine in (theirs, yours):
        new = said(mine) - said(base)
        assert not new - joined, (base, theirs, yours, joined)
    assert join(base, theirs, base).text == theirs
    assert join(base, base, yours).text == yours


@given(WORDS, WORDS)
def test_a_difference_holds_both_texts(old, new):
    found = pieces(old, new)
    assert "".join(p.text for p in found if p.kind != "in") == old
    assert "".join(p.text for p in found if p.kind != "out") == new
    rows = lines(old.split("\n"), new.split("\n"))
    numbered = [row for row in rows if row.number is not None]
    assert [row.number for row in numbered] == list(range(1, len(new.split("\n")) + 1))


def test_lines_about_a_row_are_compared_statement_by_statement():
    old, new = "→ states it · Merzé: “It steps far.”", "→ states it · Oi · new part: It takes so."
    (line,) = lines([old], [new])
    assert "".join(piece.text for piece in line.pieces if piece.kind != "in") == old
    assert [(piece.kind, piece.text) for piece in line.pieces][-1] == (
        "in", "Oi · new part: It takes so."
    )  # fmt: skip


@pytest.mark.parametrize("text", ["a " * 50_000, "ab" * 50_000, "x\n" * 50_000])
def test_long_and_dull_texts_are_joined_in_time(text):
    begun = process_time()
    joined = join(text, text + "more", "before " + text).text
    assert "more" in joined
    assert "before" in joined
    assert process_time() - begun < 5


def test_texts_whose_words_are_all_alike_are_compared_in_time():
    random = Random(1)
    one, other = (" ".join(f"w{random.randrange(60)}" for _ in range(9_900)) for _ in range(2))
    begun = process_time()
    found = pieces(one, other)
    assert process_time() - begun < 5
    assert "".join(piece.text for piece in found if piece.kind != "in") == one
    assert "".join(piece.text for piece in found if piece.kind != "out") == other


EQUAL = ["x"] * 20_000
BORED = ["y", *EQUAL[:10_000], *["z"] * 10_000, "x"]
DICE = [Random(n).choices("ab", k=20_000) for n in range(2)]


@pytest.mark.parametrize(("old", "new"), [(EQUAL, [*EQUAL, "y"]), (EQUAL, BORED), DICE])
def test_lines_that_are_all_alike_are_compared_in_time(old, new):
    begun = process_time()
    found = lines(old, new)
    assert process_time() - begun < 5
    told = [
        ["".join(piece.text for piece in line.pieces if piece.kind != kind) for line in found]
        for kind in ("in", "out")
    ]
    assert [text for text in told[0] if text] == old
    assert [text for text in told[1] if text] == new


def test_many_texts_are_compared_and_joined_in_time():
    texts = ["\n".join(rolled) for rolled in (*DICE, ["c", *DICE[0]])]
    base, theirs, yours = (
        {"quotations": [{"text": text, "note": str(n)} for n in range(5)]} for text in texts
    )
    begun = process_time()
    merged = merge(base, theirs, yours)
    compare(base, theirs)
    assert process_time() - begun < 10
    assert merged.content["quotations"][4]["text"].count("c") == 1


@given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd")), st.integers(0, 99))
def test_what_is_left_when_the_steps_are_used_up_is_told_as_changed(old, new, most):
    assert Matcher(old, new, Steps()).get_opcodes() == SequenceMatcher(None, old, new).get_opcodes()
    steps = Steps(most)
    for tag, a, b, c, d in Matcher(old, new, steps).get_opcodes():
        assert (tag == "equal") == (old[a:b] == new[c:d])
    assert 0 <= steps.left <= most
    base, theirs = " ".join(old), " ".join(new)
    assert join(base, theirs, base, Steps(most)).text == theirs
