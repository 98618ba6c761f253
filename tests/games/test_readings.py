"""Readings of a source that are options, and what sources deny, as play has them."""

from __future__ import annotations

import pytest

from games.concepts import concepts_of
from games.ludemes import expand, left_out
from games.ludemes.denials import never_shown
from games.play import Outcome, Position, load
from tests.games.cast import RULESETS, labels, standing
from tests.games.chator import board as chator_board
from tests.games.chator import chator, clauses, refused
from tests.games.families import first as rules
from tests.games.test_davidson import board as davidson_board

SLUGS = sorted(path.stem for path in RULESETS.glob("*.lud"))
FREE = "Bound bidak/May advance where it may not take"
MUST = "Bound bidak/Must take"
SAFE = "Citadel/Keeps from losing"
BLOCKED = "Baidaqs that meet/Are taken if neither can move"
ENCLOSURE_FIRST = "Captures/Enclosure before rek"
LOST = "Leap after a check/Never"


def at(slug: str, *options: str, mover: int = 1, **pieces: str) -> Position:
    return rules(slug, *options).position(pieces, mover)


# Every ruleset says who begins


@pytest.mark.parametrize("slug", SLUGS)
def test_who_begins_is_a_clause_that_the_opening_shows(slug: str):
    assert "WhiteBegins" in rules(slug).placed


# Main Chator


def test_a_rajah_set_up_in_check_does_not_leap():
    checked = chator_board(d1="Rajah1", d8="Tor2", h8="Rajah2", a7="Bidak2", a2="Bidak1")
    assert "c3" not in clauses(checked, "d1")
    assert ("c3", "RajahWasChecked") in refused(checked, "d1")

    free = chator_board(d1="Rajah1", c8="Tor2", h8="Rajah2", a7="Bidak2", a2="Bidak1")
    assert clauses(free, "d1")["b2"] == "RajahLeapsOnce"


# White's bidak on h2 is the only one that could take on g3; its rajah stands on h1.
PINNED = {"h1": "Rajah1", "h2": "Bidak1", "g3": "Bidak2", "h8": "Tor2", "a8": "Rajah2"}


@pytest.mark.parametrize(("options", "steps"), [((), set()), ((FREE,), {"h3", "h4"})])
def test_a_bound_bidak_that_is_pinned_is_free_by_one_reading_only(options, steps):
    position = chator_board(rules=chator(*options), **PINNED)
    assert set(clauses(position, "h2")) == steps


def test_a_bound_bidak_that_may_take_is_bound_by_every_reading():
    men = {**PINNED, "h8": "Rajah2", "a8": "Tor2", "a1": "Tor1"}
    for options in ((), (FREE,), (MUST,)):
        assert set(clauses(chator_board(rules=chator(*options), **men), "h2")) == {"g3"}


def test_by_the_narrowest_reading_the_player_has_no_other_move():
    men = {**PINNED, "h8": "Rajah2", "a8": "Tor2", "a1": "Tor1"}
    assert len(labels(chator_board(**men))) > 10
    assert labels(chator_board(rules=chator(MUST), **men)) == ["h2-g3"]
    assert "h1-g1" in labels(chator_board(rules=chator(MUST), **PINNED))


# Shatranj ar-Rumiya


def test_baidaqs_that_meet_stay_where_one_of_them_can_capture():
    men = {"c5": "BaidaqCW1", "c3": "BaidaqCCW1", "a4": "Shah1", "a12": "Shah2", "d3": "Rukh2"}
    met = at("shatranj-ar-rumiya-1140", **men).play("c5-c4")
    assert not {"c3", "c4"} & set(standing(met))

    stay = at("shatranj-ar-rumiya-1140", BLOCKED, **men).play("c5-c4")
    assert {"c3", "c4"} <= set(standing(stay))
    assert "c4-d3" in labels(stay.play("a12-a11"))

    # A man behind one of them can be taken by neither.
    behind = {**men, "d3": "Rukh1", "c2": "Rukh2"}
    gone = at("shatranj-ar-rumiya-1140", BLOCKED, **behind).play("c5-c4")
    assert not {"c3", "c4"} & set(standing(gone))


def test_a_shah_in_a_citadel_draws_or_cannot_lose():
    men = {"b2": "Shah1", "b10": "Shah2", "e1": "Rukh1", "b3": "Rukh2"}
    slug = "shatranj-ar-rumiya-1352"
    drawn = Outcome(0, "CitadelDraws", "(result Mover Draw)")
    assert at(slug, **men).play("b2-a1").outcome == drawn

    safe = at(slug, SAFE, **men).play("b2-a1")
    assert safe.outcome is None
    checked = safe.play("b3-b2")
    assert "e1-d1" in labels(checked)
    both = Outcome(0, "BothInCitadelsDraw", "(result Mover Draw)")
    assert checked.play("e1-d1").play("b10-a3").outcome == both


# Ouk Chatrang


def test_a_king_that_was_in_check_leaps_again_or_never():
    men = {"d1": "King1", "d8": "Tuuk2", "a5": "Tuuk1", "h8": "King2", "d4": "Ses2"}
    for options, leaps in (((), True), ((LOST,), False)):
        checked = at("ouk-chatrang", *options, mover=2, **men).play("d4-c6")
        assert "d1-e3" not in labels(checked)

        answered = checked.play("a5-d5").play("h8-g8")
        assert ("d1-e3" in labels(answered)) is leaps


# Rek


def test_units_carried_off_by_rek_are_gone_before_or_after_enclosure_is_asked():
    first, other = rules("rek"), rules("rek", ENCLOSURE_FIRST)
    assert first.playouts(300, 1).checksum != other.playouts(300, 1).checksum
    assert first.perft(2) == other.perft(2)


# Davidson


def test_who_is_not_attacked_but_will_be_after_any_move_is_warned_and_plays_on():
    men = {"g5": "King1", "f7": "Minister1", "a4": "Pawn1", "h8": "King2", "a5": "Pawn2"}
    after = davidson_board(**men).play("g5-g6")

    assert [(each.kind, each.clause, each.value) for each in after.effects] == [
        ("note", "NoStalemate", 2)
    ]
    assert after.outcome is None
    assert after.play("h8-g8").play("f7-g8").outcome == Outcome(
        1, "KingTakenWins", "(result Mover Win)"
    )


def test_who_cannot_save_the_king_is_warned_twice_over():
    men = {"g6": "King1", "a1": "Rook1", "a4": "Pawn1", "h8": "King2", "a5": "Pawn2"}
    after = davidson_board(**men).play("a1-b1").play("h8-g8").play("b1-b8")

    assert [each.clause for each in after.effects] == ["AttackIsAnnounced", "NoCheckmate"]
    assert after.outcome is None


# What sources deny


def test_a_denied_move_is_shown_as_forbidden_and_is_never_legal():
    start = rules("chaturanga-davidson").start()
    forbidden = {(each.move.label, each.clause) for each in start.forbidden}

    assert ("e2-e4", "NoDoubleStep") in forbidden
    assert "e2-e4" not in labels(start)


def test_without_the_clause_that_denies_it_the_move_is_there():
    text = (RULESETS / "chaturanga-davidson.lud").read_text(encoding="utf-8")
    game, places = left_out(expand(text).game, "NoDoubleStep")
    assert places == 1

    changed = text.replace('(define "NoDoubleStep" True)', '(define "NoDoubleStep" False)')
    assert "e2-e4" in labels(load(changed).start())
    assert game != expand(text).game


def test_what_is_denied_is_no_concept_of_a_ruleset():
    text = (RULESETS / "chaturanga-davidson.lud").read_text(encoding="utf-8")
    assert "double-step" not in concepts_of(expand(text))
    changed = text.replace('(define "NoDoubleStep" True)', '(define "NoDoubleStep" False)')
    assert "double-step" in concepts_of(expand(changed))


def test_a_denial_without_a_move_to_show_is_told_apart():
    denied = {slug: set(never_shown(rules(slug).expansion)) for slug in SLUGS}
    assert {slug: names for slug, names in denied.items() if names} == {
        "chaturanga-davidson": {"NoCaptureInPassing"},
        "ouk-chatrang": {"RepetitionDoesNotCount"},
        "rek": {"NoStalemate"},
        "shatranj-ar-rumiya-1140": {"NoCaptureInPassing"},
        "shatranj-ar-rumiya-1352": {"NoCaptureInPassing"},
    }
