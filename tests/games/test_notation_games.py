"""Every legal move of random games goes through every notation and comes back the same."""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random

import pytest

from games.ludemes import expand
from games.play import Move, Position, Rules, Written
from tests.games.cast import RULESETS
from tests.games.families import rules
from tests.games.perfts import NAMES, letters, ruleset

SHIPPED = sorted(path.stem for path in RULESETS.glob("*.lud"))
NOTATIONS = ("coordinates", "algebraic", "courier")

# Random games go this far; every so many plies all legal moves are written and read.
PLIES = 120
EVERY = 8


def text_of(slug: str) -> str:
    return (RULESETS / f"{slug}.lud").read_text(encoding="utf-8")


OPTIONS = [
    (slug, f"{option.heading}/{choice.label}")
    for slug in SHIPPED
    for option in expand(text_of(slug)).options
    for choice in option.choices
    if choice is not option.default
]


@lru_cache
def shipped(slug: str, *options: str) -> tuple[Rules, dict[str, str]]:
    about = json.loads((RULESETS / f"{slug}.json").read_text(encoding="utf-8"))
    of_pieces = {name: row["letter"] for name, row in about["pieces"].items()}
    return rules(slug, *options), of_pieces


def game(name: str) -> tuple[Rules, dict[str, str]]:
    return (ruleset(name), letters(name)) if name in NAMES else shipped(name)


def line(rules: Rules) -> list[Position]:
    """The positions of a random game."""
    dice, position = Random(7), rules.start()
    positions = [position]
    while position.outcome is None and position.ply < PLIES:
        position = position.play(dice.choice(position.legal_moves))
        positions.append(position)
    return positions


@lru_cache
def written(name: str) -> list[tuple[Written, list[Move]]]:
    """The moves of some positions of a random game, as they are written, and themselves."""
    rules, of_pieces = game(name)
    return [(Written(each, of_pieces), list(each.legal_moves)) for each in line(rules)[::EVERY]]


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", [*SHIPPED, *NAMES])
def test_every_legal_move_is_read_as_it_was_written(name: str, notation: str):
    for moves, legal in written(name):
        back = [moves.find(text, notation) for text in getattr(moves, notation)]
        assert records(back) == records(legal)


def records(moves: object) -> list[bytes]:
    return [move.record for move in moves if isinstance(move, Move)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("slug", "option"), OPTIONS)
def test_with_every_option_moves_are_read_as_they_were_written(slug: str, option: str):
    rules, of_pieces = shipped(slug, option)
    for position in line(rules)[:: 2 * EVERY]:
        moves = Written(position, of_pieces)
        for notation in NOTATIONS:
            back = [moves.find(text, notation) for text in getattr(moves, notation)]
            assert records(back) == records(position.legal_moves)


@pytest.mark.parametrize("name", [*SHIPPED, *NAMES])
def test_no_two_legal_moves_are_written_alike(name: str):
    for moves, legal in written(name):
        for notation in NOTATIONS:
            texts = getattr(moves, notation)
            assert len(set(texts)) == len(texts) == len(legal)


@pytest.mark.parametrize("name", [*SHIPPED, *NAMES])
def test_what_is_written_in_any_notation_is_read_without_saying_which(name: str):
    for moves, legal in written(name)[::4]:
        for number, move in enumerate(legal):
            for notation in NOTATIONS:
                assert moves.find(getattr(moves, notation)[number]) == move


def told_apart(position: Position, of_pieces: dict[str, str], start: str) -> set[tuple[str, str]]:
    """The moves by coordinates that begin so, in the other two notations."""
    moves = Written(position, of_pieces)
    rows = zip(moves.coordinates, moves.algebraic, moves.courier, strict=True)
    return {(short, full) for label, short, full in rows if label.startswith(start)}


def test_two_captures_in_passing_are_told_apart_by_what_they_take():
    rules, of_pieces = shipped("main-chator")
    placed = {"g2": "Bidak1", "h3": "Bidak1", "h4": "Bidak2", "d1": "Rajah1", "e8": "Rajah2"}
    passed = rules.position(placed).play("g2-g4")

    assert told_apart(passed, of_pieces, "h4-g3") == {
        ("Bxg3(TakesBidakThatPassed)", "b h4-g3; @-g4"),
        ("Bxg3(TakesBidakThatBlocks)", "b h4-g3; @-h3"),
    }


def test_a_move_with_an_order_is_told_from_the_same_without():
    rules, of_pieces = shipped("min-rek-chanh")

    assert told_apart(rules.start(), of_pieces, "b1-b2") == {
        ("M1b2(ManSlides)", "M b1-b2 // ManSlides"),
        ("M1b2(OrderToRek)", "M b1-b2 // OrderToRek"),
    }
