"""What would be legal but for a clause is listed with that clause."""

from __future__ import annotations

from games.play import Position, load
from tests.games.cast import duel

STEPS = '(define "Steps" (move Step Orthogonal (to if:(is Empty (to)))))'
TAKES = """(define "Takes"
    (move Step Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))"""
BESIDE_AN_ENEMY = """(define "BesideAnEnemy"
    (< 0 (count Sites in:(sites Around (from) Orthogonal if:(is Enemy (who at:(to)))))))"""


def met(text: str, **more: str) -> Position:
    """Two men side by side in the middle of a small board."""
    return load(text).position({"b2": "Man1", "b3": "Man2", **more})


def refused(position: Position) -> set[tuple[str, str]]:
    return {(each.move.label, each.clause) for each in position.forbidden}


def test_moves_under_a_condition_that_is_a_clause_are_forbidden_by_it():
    man = '(or {"Takes" (if (not "BesideAnEnemy") "Steps")})'
    beside = met(STEPS + TAKES + BESIDE_AN_ENEMY + duel(man))

    assert {move.label for move in beside.legal_moves} == {"b2-b3"}
    assert refused(beside) == {(f"b2-{to}", "BesideAnEnemy") for to in ("b1", "a2", "c2")}


def test_the_same_moves_are_legal_where_the_condition_does_not_hold():
    man = '(or {"Takes" (if (not "BesideAnEnemy") "Steps")})'
    apart = load(STEPS + TAKES + BESIDE_AN_ENEMY + duel(man)).start()

    assert len(apart.legal_moves) == 2
    assert refused(apart) == set()


def test_what_must_come_first_forbids_the_rest():
    must = (
        '(define "TakingComesFirst" (priority {(forEach Piece "Takes") (forEach Piece "Steps")}))'
    )
    beside = met(STEPS + TAKES + must + duel('"Steps"', play='"TakingComesFirst"'))

    assert [(move.label, move.clause) for move in beside.legal_moves] == [("b2-b3", "Takes")]
    assert refused(beside) == {(f"b2-{to}", "TakingComesFirst") for to in ("b1", "a2", "c2")}


def test_a_condition_of_the_moves_own_clause_forbids_nothing():
    own = '(define "FirstTurnOnly" (if (< (count Moves) 1) (move Step Forward)))'
    start = load(own + duel('(or {(move Step W) "FirstTurnOnly"})')).start()

    assert [move.label for move in start.legal_moves] == ["a1-a2"]
    later = start.play("a1-a2").play("c3-b3")
    assert [move.label for move in later.legal_moves] == ["pass"]
    assert refused(later) == set()


def test_what_two_clauses_forbid_is_not_listed_as_if_one_did():
    safe = '(define "ManIsSafe" (not (is Threatened (id "Man" Mover))))'
    man = '(or {"Takes" (if (not "BesideAnEnemy") "Steps")})'
    play = '(do (forEach Piece) ifAfterwards:"ManIsSafe")'
    text = STEPS + TAKES + BESIDE_AN_ENEMY + safe + duel(man, play=play)
    beside = met(text, c1="Man2")

    assert {move.label for move in beside.legal_moves} == {"b2-b3"}
    assert refused(beside) == {("b2-a2", "BesideAnEnemy")}
