"""All faults of a text are told in one answer, each at its place and with the nearest form."""

import random
from dataclasses import replace

import pytest

from games.engine.language import LanguageError, bind, read_and_bind
from games.engine.language.types import load_types
from games.ludemes import Library, expand
from games.ludemes.tree import Form, Item, Node, Sequence, Word, walk
from tests.games.cast import ORACLES
from tests.machine import PROJECT

SAMPLES = sorted((PROJECT / "tests" / "samples" / "language").glob("*.lud"))
SHIPPED = sorted((PROJECT / "fixtures" / "rulesets").glob("*.lud"))
PUBLISHED = sorted((ORACLES / "lud").glob("*.lud"))
SLIP = "Zq"  # no word of the language ends so


def test_there_are_samples():
    assert len(SAMPLES) >= 10


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_all_five_faults_of_a_text_are_told(path):
    with pytest.raises(LanguageError) as refusal:
        read_and_bind(path.read_text(encoding="utf-8"), strict=True)

    assert len(refusal.value.faults) == 5
    assert f"{refusal.value}\n" == path.with_suffix(".error").read_text(encoding="utf-8")


def test_a_missing_bracket_that_swallows_the_game_is_told_alone():
    with pytest.raises(LanguageError) as refusal:
        read_and_bind('(define "Step" (move Step (to)) (game "G" (players 2))')

    assert [fault.message for fault in refusal.value.faults] == ["'(' is never closed: add ')'"]


def test_a_fault_in_a_definition_called_twice_is_told_once():
    text = """(define "Half" (sites Botom)) (game "G" (players 2)
        (equipment {(board (square 3)) (regions P1 "Half") (regions P2 "Half")})
        (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
    (fault,) = read_and_bind(text).faults

    assert fault.span.text == "Botom"
    assert fault.nearest.key == "region sites Bottom"


def mutants(game: Form, chance: random.Random) -> list[tuple[Form, Node]]:
    """The game with one slip: in a keyword, in a word, in a name; each with the node concerned."""
    nodes = list(walk(game))
    forms = [node for node in nodes if isinstance(node, Form)]
    heads = {id(form.head) for form in forms}
    known = load_types().words
    words = [n for n in nodes if isinstance(n, Word) and id(n) not in heads and n.name in known]
    named = [item for form in forms for item in form.items if item.name]
    head = chance.choice(forms[1:]).head
    found = [(changed(game, head, slip(head)), head)]
    if words:
        word = chance.choice(words)
        found.append((changed(game, word, slip(word)), word))
    if named:
        item = chance.choice(named)
        found.append((changed(game, item, Item(item.name + SLIP, item.node)), item.node))
    return found


def slip(word: Word) -> Word:
    return replace(word, name=word.name + SLIP)


def changed(node: Node, old: Node | Item, new: Node | Item) -> Node:
    """The tree with one node or item in the place of another."""
    if node is old:
        return new
    if not isinstance(node, Sequence):
        return node
    items = tuple(
        new if item is old else Item(item.name, changed(item.node, old, new)) for item in node.items
    )
    return replace(node, items=items)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_one_slip_in_a_shipped_text_is_one_fault_at_its_place(path):
    game = expand(path.read_text(encoding="utf-8"), name=path.name).game
    before = len(bind(game)[1])
    chance = random.Random(path.stem)
    for _ in range(10):
        for mutant, node in mutants(game, chance):
            check(mutant, node, before, path.name)


@pytest.mark.sources
def test_one_slip_in_a_published_text_is_one_fault_at_its_place():
    if not PUBLISHED:
        pytest.skip(f"there are no published texts in {ORACLES}")
    library = Library(ORACLES / "def")
    chance = random.Random(701)
    for path in PUBLISHED[::24]:
        game = expand(path.read_text(encoding="utf-8"), (), library, path.name).game
        for mutant, node in mutants(game, chance):
            check(mutant, node, 0, path.name)


def check(mutant: Node, node: Node, before: int, name: str) -> None:
    """One fault more than before, at the node or, where a name is wrong, in its form."""
    faults = bind(mutant)[1]
    (fault,) = (fault for fault in faults if SLIP in fault.message)
    assert len(faults) == before + 1, (name, node.span.text)
    assert fault.kind in ("keyword", "word", "name")
    assert fault.kind == "name" or fault.span == node.span
