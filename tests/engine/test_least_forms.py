"""Every form of the table with as few arguments as it takes gets a program, or an error's place."""

from collections import Counter

import pytest

from games.boards import BoardError
from games.engine.language import LanguageError, read_and_bind
from games.engine.lowering import compile as compiling
from games.engine.lowering.registry import LoweringError, NotImplementedLudeme
from games.ludemes import LudemeError
from games.play.second import load_second
from tests.engine.least_forms import LeastForms

GAME = """(game "Least" (players 2)
    (equipment {BOARD (piece "Disc" Each) (hand Each) (dice d:6 num:2) MORE})
    (rules META START (play PLAY) (end END)))"""
PARTS = {
    "BOARD": '(board (square 3) (track "Track" {0..8} loop:True))',
    "PLAY": "(move Add (to (sites Empty)))",
    "END": "(if (is Line 3) (result Mover Win))",
    "MORE": "", "META": "", "START": "",
}  # fmt: skip
WITHIN = {
    "moves": ("PLAY", "FORM"),
    "directions": ("PLAY", "(move Step FORM (to))"),
    "range": ("PLAY", "(move Hop (between FORM if:True) (to))"),
    "end": ("END", "FORM"),
    "booleans": ("END", "(if FORM (result Mover Win))"),
    "ints": ("END", "(if (= 1 FORM) (result Mover Win))"),
    "region": ("END", "(if (is In 1 FORM) (result Mover Win))"),
    "intArray": ("END", "(if (= 1 (size Array FORM)) (result Mover Win))"),
    "start": ("START", "(start FORM)"),
    "meta": ("META", "(meta FORM)"),
    "components": ("MORE", "FORM"),
    "items": ("MORE", "FORM"),
    "containers": ("BOARD", "FORM"),
    "graph": ("BOARD", "(board FORM)"),
}


class Lowered(Exception):
    """All lowerings have answered: what comes after them is the same for every text."""


def _text(part: str, written: str, form: str) -> str:
    text = GAME
    for name, usual in PARTS.items():
        text = text.replace(name, written.replace("FORM", form) if name == part else usual)
    return text


def _answer(text: str) -> str:
    try:
        compiling.compile_typed(read_and_bind(text, strict=True).root)
    except Lowered:
        return "program"
    except NotImplementedLudeme as error:
        return "refused" if error.node is not None else f"no place: {error}"
    except BoardError:
        return "refused"
    except LoweringError as error:
        return f"the compiler fails: {error}"
    except LudemeError as error:
        return "refused" if error.span is not None else f"no place: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("nothing was linked")


def test_a_form_with_few_arguments_is_lowered_or_refused_with_a_place(monkeypatch):
    def stop(*_arguments):
        raise Lowered

    monkeypatch.setattr(compiling, "_linked", stop)
    forms = LeastForms()
    wrong, counted = {}, Counter()
    for row in forms.rows:
        for form in list(forms.texts(row))[:1] if row.kind in WITHIN else ():
            answer = _answer(_text(*WITHIN[row.kind], form))
            counted[answer] += 1
            if answer not in ("program", "refused"):
                wrong[form] = answer

    assert wrong == {}
    assert counted["program"] > 200


@pytest.mark.parametrize(
    ("part", "form"),
    [
        ("END", "(if (is Line 3))"),
        ("PLAY", "(move Add (to (sites Empty)) (then {}))"),
        ("END", "(if (is Blocked Neutral) (result Mover Win))"),
        ("END", "(if (is Connected Rows) (result Mover Win))"),
        ("PLAY", "(forEach Die 1 (move Pass))"),
        ("BOARD", "(dice num:1)"),
        ("BOARD", "(board (remove (square 3) edges:{{{0 0} {1 0} {1 1}}}))"),
        ("BOARD", "(board (remove (square 3) edges:{{0 1 2}}))"),
    ],
)
def test_what_lacks_a_part_is_refused_with_its_place(part, form):
    with pytest.raises(LudemeError) as caught:
        load_second(_text(part, "FORM", form))

    assert caught.value.span is not None
    assert "the compiler fails" not in str(caught.value)


@pytest.mark.parametrize("condition", ["(is {} 3)", "(is 3)", '(is "Line" 3)', "(is at:(to) xyz)"])
def test_a_form_without_the_word_that_chooses_it_is_refused(condition):
    with pytest.raises(LanguageError):
        load_second(_text("END", "(if FORM (result Mover Win))", condition))


def test_rules_that_nest_too_deep_for_the_compiler_are_refused_with_a_place():
    adding = "(move Add (to (sites Empty)))"
    nested = "(forEach Site (sites Occupied by:All) " * 80 + adding + ")" * 80

    with pytest.raises(LudemeError, match="nest too deep") as caught:
        load_second(_text("PLAY", "FORM", nested))

    assert caught.value.span is not None
