"""Which concepts of rules the texts have, checked by hand against what the sources say."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from django.conf import settings

from games.concepts import CONCEPTS, concepts_of
from games.ludemes import LudemeError, expand
from games.ludemes.tree import Form, Sequence
from tests.games.test_each_concept import CHECK, ON_THE_RANK, of

SHIPPED = settings.BASE_DIR / "fixtures" / "rulesets"
SAMPLES = settings.BASE_DIR / "tests" / "samples" / "rulesets"

CHESS_LIKE = "slide leap divergent-capture replacement-capture"
MATE = "check checkmate stalemate-draw"
OUK = f"square-board {CHESS_LIKE} two-square-leap king-leap promotion promotion-home-rank check"
ROUND = f"ring-board {CHESS_LIKE} two-square-leap self-removal {MATE}"
REK = "square-board slide intervention-capture royal-capture stalemate-loss"

# What is not plain from the sources' summaries is said beside it.
EXPECTED = {
    # The taba leaps exactly two diagonally. Promotion is on the far rank, not where the oi start.
    "shodra": f"square-board {CHESS_LIKE} two-square-leap double-step promotion {MATE}",
    # The pil leaps two diagonally. Baidaqs that meet come off the board, the one moved as well.
    "shatranj-ar-rumiya-1140": ROUND,
    "shatranj-ar-rumiya-1352": f"{ROUND} citadel",
    # The rajah leaps as a knight once, and whenever it is alone; it castles over anything, which
    # is no leap of two squares of its own. Being alone ends nothing: no bare king.
    "main-chator": (
        f"square-board {CHESS_LIKE} double-step king-leap castling en-passant promotion "
        f"promotion-by-retreat {MATE}"
    ),
    # No rule of check: the king is taken. Who could not move at all would lose (inferred).
    "chaturanga-davidson": (
        f"square-board {CHESS_LIKE} promotion royal-capture bare-king stalemate-loss"
    ),
    # The neang's first move goes two squares straight on, over whatever stands there: a leap of
    # two squares, no double step. A lone king starts a count and ends nothing: no bare king.
    # Fish start on the third ranks and are promoted on the sixth, the enemy's third.
    "ouk-chatrang": f"{OUK} checkmate stalemate-draw count-to-draw",
    # The counts and the mate rule fall away.
    "kar-ouk": f"{OUK} check-wins stalemate-draw",
    # No capture by replacement. The loss by a king without a move is a loss by stalemate.
    "rek": f"{REK} enclosure-capture",
    # Only the rek captures. An order to rek must be obeyed.
    "min-rek-chanh": f"{REK} compulsion",
}


def of_file(slug: str) -> dict[str, tuple[str, ...]]:
    """The concepts of a shipped ruleset with its clauses, as the site stores them."""
    clauses = json.loads((SHIPPED / f"{slug}.json").read_text())["clauses"]
    text = (SHIPPED / f"{slug}.lud").read_text()
    return concepts_of(expand(text), [clause["name"] for clause in clauses])


def of_sample(name: str) -> set[str]:
    return set(concepts_of(expand((SAMPLES / f"{name}.lud").read_text())))


@pytest.mark.parametrize("slug", EXPECTED)
def test_a_shipped_ruleset_has_the_concepts_that_its_source_tells_of(slug: str) -> None:
    assert set(of_file(slug)) == set(EXPECTED[slug].split())


def test_every_shipped_ruleset_is_told_from_every_other() -> None:
    assert set(EXPECTED) == {path.stem for path in SHIPPED.glob("*.lud")}
    assert all(set(of_file(one)) != set(of_file(other)) for one, other in combinations(EXPECTED, 2))


def test_other_chess_has_what_everybody_knows_of_it() -> None:
    assert of_sample("chess") == set(
        f"square-board {CHESS_LIKE} double-step castling en-passant promotion {MATE} "
        "count-to-draw".split()
    )
    assert of_sample("makruk") == set(
        f"square-board {CHESS_LIKE} promotion promotion-home-rank {MATE}".split()
    )
    # One rule of the text makes mate and stalemate win.
    assert of_sample("shatranj") == set(
        f"square-board {CHESS_LIKE} two-square-leap promotion check checkmate bare-king "
        "stalemate-loss".split()
    )


@pytest.mark.parametrize(
    ("slug", "concept", "clauses"),
    [
        ("shodra", "double-step", {"OiStepsTwice"}),
        ("shodra", "checkmate", {"MateWinsWithoutOi", "MateWithOiDraws"}),
        ("main-chator", "promotion-by-retreat", {"BidakStepsBack"}),
        ("main-chator", "king-leap", {"RajahLeapsOnce", "LoneRajahMovesAsAnyPiece"}),
        ("main-chator", "en-passant", {"TakesBidakThatPassed"}),
        ("ouk-chatrang", "count-to-draw", {"CountStarts", "CountGoesOn", "RunnerClaims"}),
        ("chaturanga-davidson", "bare-king",
         {"TwoBareKingsDraw", "BareKingLosesToTwo", "BareKingHadItsMove"}),
        ("shatranj-ar-rumiya-1352", "citadel", {"CitadelDraws"}),
        ("min-rek-chanh", "compulsion", {"OrderBinds"}),
        ("rek", "enclosure-capture", {"CaptureByEnclosure"}),
    ],
)  # fmt: skip
def test_a_concept_names_the_clauses_that_it_comes_from(
    slug: str, concept: str, clauses: set[str]
) -> None:
    assert set(of_file(slug)[concept]) == clauses


def test_every_concept_of_a_shipped_ruleset_comes_from_a_clause() -> None:
    nameless = {
        (slug, concept)
        for slug in EXPECTED
        for concept, clauses in of_file(slug).items()
        if not clauses
    }
    assert nameless == set()


def test_a_form_that_came_through_no_clause_names_none() -> None:
    text = '(game "G" (equipment {(board (square 3)) (piece "P" Each (move Slide Orthogonal))}))'
    assert concepts_of(expand(text)) == {"square-board": (), "slide": ()}


@pytest.mark.parametrize("slug", EXPECTED)
def test_names_tell_nothing(slug: str) -> None:
    text = (SHIPPED / f"{slug}.lud").read_text()
    for number, name in enumerate(sorted({"King", "Shah", "Noyion", "Rajah", "Man", "Bidak"})):
        text = text.replace(f'"{name}', f'"Piece{number}')
    renamed = text.replace('(game "', '(game "Other ')
    assert set(concepts_of(expand(renamed))) == set(EXPECTED[slug].split())


def test_vocabulary_is_small_and_said_in_a_sentence_each() -> None:
    assert 15 <= len(CONCEPTS) == len({concept.slug for concept in CONCEPTS}) <= 30
    assert all(concept.meaning.endswith(".") and concept.name for concept in CONCEPTS)


def torn(form: Form, pick: random.Random) -> Form:
    """The same with some items left out."""
    items = []
    for place, item in enumerate(form.items):
        if place and pick.random() < 0.04:
            continue
        node = item.node
        items.append(replace(item, node=torn(node, pick) if isinstance(node, Sequence) else node))
    return replace(form, items=tuple(items))


@pytest.mark.parametrize("slug", EXPECTED)
def test_a_text_that_makes_no_sense_is_read_all_the_same(slug: str) -> None:
    rules = expand((SHIPPED / f"{slug}.lud").read_text())
    known = {concept.slug for concept in CONCEPTS}
    for seed in range(25):
        broken = replace(rules, game=torn(rules.game, random.Random(seed)))
        assert set(concepts_of(broken)) <= known


MANY = 1_500


@pytest.mark.parametrize(
    "large",
    [
        f"(or {{{'(move Step FL) ' * MANY}}})",
        f"(or {{{'(move Leap {F}) ' * MANY}}} (then {ON_THE_RANK}))",
        f"(if (is In (last To) (sites {{{'(sites) ' * MANY}}})) (and {{{'(promote) ' * MANY}}}))",
        f"{'(move Step (then ' * 28}(and {{{'(remove (to)) ' * MANY}}}){'))' * 28}",
    ],
)
def test_a_large_text_takes_no_more_calls_than_it_takes_to_read(large: str) -> None:
    text = f'(game "G" (equipment {{(piece "King" Each {large})}}) (rules (play {CHECK})))'
    rules, read = counting(lambda: expand(text))
    _found, asked = counting(lambda: concepts_of(rules))
    assert asked < 2 * read


def counting(work: Callable[[], Any]) -> tuple[Any, int]:
    """What the work returns, and how many functions it has called."""
    calls = 0

    def note(_frame: object, event: str, _what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        done = work()
        return done, calls
    finally:
        sys.setprofile(None)


def test_ends_with_conditions_without_end_are_refused() -> None:
    end = f"(if (and {{{'(no Moves Next) ' * 200}}}) (and {{{'(result Mover Win) ' * 200}}}))"
    with pytest.raises(LudemeError, match="the ends of the game ask over 10000 conditions"):
        of(end=end)
