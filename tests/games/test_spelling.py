"""How a text is spelled does not matter: blanks, line breaks and comments change no program."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from games.compiler import compile_rules
from games.ludemes.alike import is_ludeme, same
from games.ludemes.reader import read, tokens
from games.ludemes.source import Source
from games.play import FirstRules, load
from tests.games.cast import PROJECT, RULESETS, duel
from tests.games.families import first

TEXTS = sorted(RULESETS.glob("*.lud"))
BLANKS = (" ", "  ", "\n", "\t", ' // (who at: (to)) "Board" {\n')


def respelled(text: str, seed: int) -> str:
    """The same tokens with other blanks and comments between them.

    None follows `<`, which compares numbers where a blank follows it and is a bracket elsewhere.
    """
    chance, parts, bracket = Random(seed), [""], False
    for token in tokens(Source("rules", text), text):
        parts += ["" if bracket else chance.choice(("", *BLANKS)), token.text]
        bracket = token.kind == "open" and token.text == "<"
        parts.append("" if bracket else chance.choice(BLANKS))
    return "".join(parts)


def program_of(rules: FirstRules) -> tuple[object, ...]:
    """The module that pages play, the text of the one that counts, and the manifest."""
    fast = compile_rules(rules.expansion, rules.clause_names, traced=False)
    return rules.module, fast.text(), rules.manifest()


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_other_blanks_and_comments_make_the_same_program(path: Path):
    text = path.read_text(encoding="utf-8")
    rules = first(path.stem)

    other = respelled(text, 1)
    assert other != text
    assert program_of(load(other, clauses=rules.clause_names)) == program_of(rules)


def test_pieces_are_counted_in_a_region_whose_name_has_board_in_it():
    text = duel(
        start='(place "Man1" (sites {0 1 2})) (place "Man2" 8)',
        end='(if (= 1 (count Pieces P1 in:(sites P1 "HomeBoard"))) (result Mover Win))',
    ).replace("(equipment {", '(equipment {(regions "HomeBoard" P1 (sites {0 3}))')
    start = load(text).start()

    assert start.play("b1-b2").outcome is not None
    assert start.play("a1-a2").outcome is not None
    assert start.play("b1-a2").outcome is None


def test_a_ludeme_is_the_same_however_it_is_spelled():
    (plain,), (other,) = read("(who at:(to))"), read("( who\n at: // where it ends\n ( to ) )")

    assert same(plain.node, other.node)
    assert is_ludeme(other.node, "(who at:(from))", "(who at:(to))")
    assert not is_ludeme(other.node, "(who at:(from))", "(what at:(to))", "(who (to))")


def test_the_compiler_does_not_look_at_the_letters_of_a_text():
    sources = sorted((PROJECT / "games" / "compiler").glob("*.py"))
    assert len(sources) > 50

    spelled = re.compile(r"\.span\.text\b|\.source\.text\b|written\(\w+\) (==|in) ")
    found = [path.name for path in sources if spelled.search(path.read_text(encoding="utf-8"))]
    assert found == []
