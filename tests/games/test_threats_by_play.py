"""Threats by given moves, on sites where a piece does not stand, and by rules that choose moves."""

from __future__ import annotations

from games.play import Position, Rules, load
from tests.games.cast import labels, standing

SLIDES = "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
STABS = "(move Step N (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"


def court(test: str, play: str = "(forEach Piece)", guard: str = SLIDES) -> Rules:
    """A king that steps where a test lets it, against a guard."""
    return load(
        '(game "Court" (players {(player N) (player S)}) (equipment {(board (square 5))'
        f' (piece "King" Each (move Step (to if:(and (is Empty (to)) {test}))))'
        f' (piece "Guard" Each {guard})}})'
        f' (rules (start {{(place "King1" 0) (place "King2" 24)}}) (play {play})'
        " (end (if (no Moves Next) (result Mover Win)))))",
        limits=None,
    )


def king(rules: Rules, **pieces: str) -> set[str]:
    position: Position = rules.position({"c3": "King1", **pieces})
    return {label.split("-")[1] for label in labels(position) if label.startswith("c3")}


def test_a_piece_is_thought_to_stand_where_it_is_asked_about():
    """A guard that only takes threatens an empty site, too."""
    rules = court('(not (is Threatened (id "King" Mover) at:(to)))', guard=STABS)

    assert "b4" in king(rules)
    assert "b4" not in king(rules, b3="Guard2")
    assert "b4" in king(rules, b2="Guard2")


def test_a_move_to_empty_sites_threatens_one_that_is_thought_to_be_taken():
    steps = "(move Step N (to if:(is Empty (to))))"
    rules = court('(not (is Threatened (id "King" Mover) at:(to)))', guard=steps)

    assert "b4" not in king(rules, b3="Guard2")


def test_threats_may_be_those_of_given_moves():
    aslant = '(forEach Piece "Guard" (move Step Diagonal (to if:(is Enemy (who at:(to))))))'
    rules = court(f'(not (is Threatened (id "King" Mover) at:(to) {aslant}))')

    assert "d4" not in king(rules, e5="Guard2")
    assert {"d4", "d3"} <= king(rules, d5="Guard2")


def test_threats_may_be_asked_about_all_sites_of_a_region():
    rules = court('(not (is Threatened (id "King" Mover) in:(sites Top)))')

    assert "c4" in king(rules)
    assert king(rules, a5="Guard2") == set()


def test_only_moves_that_the_rules_of_play_allow_threaten():
    """Guards move only while there is one on the top row."""
    test = '(not (is Threatened (id "King" Mover) at:(to)))'
    first = f'(forEach Piece "Guard" (if (is In (from) (sites Top)) {SLIDES}))'
    rules = court(test, play=f'(priority {first} (forEach Piece "King"))')

    assert {"b4", "b3"} <= king(rules, b1="Guard2")
    assert "b4" not in king(rules, b5="Guard2")
    assert "b4" in king(rules, b1="Guard2", e5="Guard2")


def test_what_comes_first_inside_the_moves_of_a_piece_comes_first():
    man = f"(priority {STABS} (move Step S (to if:(is Empty (to)))))"
    rules = court("True", guard=man)
    free = rules.position({"c3": "Guard1", "e5": "King2"})
    bound = rules.position({"c3": "Guard1", "c4": "King2"})

    assert labels(free) == ["c3-c2"]
    assert labels(bound) == ["c3-c4"]


def test_one_site_is_chosen_and_then_another():
    play = (
        '(move Select (from (sites Occupied by:Mover component:"King")) (to (sites Top))'
        " (then (remove (last From))))"
    )
    rules = court("True", play=play)
    start = rules.start()

    assert labels(start) == ["a1-a5", "a1-b5", "a1-c5", "a1-d5", "a1-e5"]
    assert standing(start.play("a1-b5")) == {"e5": "King2"}
