"""Min Rek Chanh in positions worked out by hand: kings that stay, the rek alone, and orders.

Every move exists twice, plain and with an order. An order that can be obeyed binds: the next move
takes two, or refuses and loses.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.play import AmbiguousMove, IllegalMove, Position, Rules, load
from tests.games.cast import RULESETS, standing

TO_THE_RIGHT = "Kings/To the right"
NO_REFUSING = "Refusing an order/Is not allowed"


@lru_cache
def min_rek(*options: str) -> Rules:
    text = (RULESETS / "min-rek-chanh.lud").read_text(encoding="utf-8")
    return load(text, options, limits=None)


def board(mover: int = 1, *options: str, **units: str) -> Position:
    """Units by square, m and k being White's, M and K Black's; kings on a1 and h8 if not said."""
    names = {"m": "Man1", "k": "King1", "M": "Man2", "K": "King2"}
    placed = {square: names[unit] for square, unit in units.items()}
    kings = {"a1": "King1", "h8": "King2"}
    kings = {square: king for square, king in kings.items() if king not in placed.values()}
    return min_rek(*options).position(placed | kings, mover)


def moves(position: Position) -> dict[str, str]:
    """The legal moves without the clause in their label, each clause once: clauses by move."""
    found: dict[str, str] = {}
    for move in position.legal_moves:
        plain = move.label.partition("(")[0]
        found[plain] = f"{found[plain]} {move.clause}" if plain in found else move.clause
    return found


def effects(position: Position) -> list[tuple[str, str]]:
    return [(effect.kind, effect.clause) for effect in position.effects]


def ending(position: Position) -> tuple[int, str] | None:
    """Who won, and by which clause."""
    return position.outcome and (position.outcome.winner, position.outcome.clause)


def offered(*options: str) -> Position:
    """White's men on b7 and h2; a man that comes to d7 lets Black rek on c7, from c8 or c1."""
    return board(1, *options, b7="m", d3="m", h2="m", c8="M", c1="M", g5="M")


# The start, the kings


@pytest.mark.parametrize(
    ("options", "white", "black"), [((), "d2", "e7"), ((TO_THE_RIGHT,), "e2", "d7")]
)
def test_the_units_stand_as_in_rek(options: tuple[str, ...], white: str, black: str):
    rek = load((RULESETS / "rek.lud").read_text(encoding="utf-8"), options, limits=None)

    start = standing(min_rek(*options).start())

    assert start == standing(rek.start())
    assert (start[white], start[black]) == ("King1", "King2")


def test_there_are_32_moves_at_first_each_plain_and_with_an_order():
    # Of Rek's forty the king's eight fall away.
    assert set(moves(min_rek().start()).values()) == {"ManSlides OrderToRek"}
    assert min_rek().perft(1) == 2 * (40 - 8) == 64


def test_kings_do_not_move_and_what_keeps_them_is_said():
    position = board(d4="k", d6="m", b4="M")

    assert not any(move.startswith("d4") for move in moves(position))
    kept = {f.move.label for f in position.forbidden if f.clause == "KingsNeverMove"}
    assert kept == {"d4-d5", "d4-d3", "d4-d2", "d4-d1", "d4-c4", *(f"d4-{f}4" for f in "efgh")}


def test_the_two_moves_between_the_same_squares_are_told_apart():
    position = board(d1="m", g5="M")

    with pytest.raises(AmbiguousMove, match=r"d1-d4\(ManSlides\) or d1-d4\(OrderToRek\)"):
        position.play("d1-d4")


# Captures


def test_a_man_takes_two_by_moving_in_between_and_a_king_too():
    after = board(d1="m", c4="M", e4="M", g5="M").play("d1-d4(ManSlides)")
    assert effects(after) == [("capture", "CaptureByRek")] * 2
    assert after.outcome is None

    after = board(d1="m", c4="M", e4="K", g5="M").play("d1-d4(ManSlides)")
    assert effects(after) == [("capture", "CaptureByRek")] * 2
    assert ending(after) == (1, "KingTaken")


def test_a_king_alone_with_one_enemy_beside_it_is_safe():
    assert board(d1="m", d5="K", g5="M").play("d1-d4(ManSlides)").effects == ()


def test_surrounded_units_are_not_taken():
    after = board(h1="M", h2="m", g5="m", b8="M").play("g5-g1(ManSlides)")

    assert after.effects == ()
    assert standing(after)["h1"] == "Man2"


# Orders


def test_an_order_that_can_be_obeyed_binds():
    ordered = offered().play("d3-d7(OrderToRek)")

    assert effects(ordered) == [("pending", "OrderBinds")]
    obeying = {move: clause for move, clause in moves(ordered).items() if "Obeyed" in clause}
    assert obeying == dict.fromkeys(("c8-c7", "c1-c7"), "OrderObeyed OrderObeyedWithOrder")


def test_every_other_move_refuses():
    ordered = offered().play("d3-d7(OrderToRek)")

    others = {move: c for move, c in moves(ordered).items() if move not in ("c8-c7", "c1-c7")}
    assert set(others.values()) == {"OrderRefused"}
    # c8: left 2, right 4 up to the king, down 5 beside c7. c1: left 1, right 5, up 5. g5: 14.
    assert len(others) == (2 + 4 + 5) + (1 + 5 + 5) + (7 + 7)


def test_an_order_obeyed_takes_two_and_the_game_goes_on():
    after = offered().play("d3-d7(OrderToRek)").play("c8-c7(OrderObeyed)")

    assert effects(after) == [("capture", "CaptureByRek")] * 2
    assert after.outcome is None
    assert set(moves(after).values()) == {"ManSlides OrderToRek"}


def test_an_order_refused_loses():
    after = offered().play("d3-d7(OrderToRek)").play("g5-g6")

    assert ending(after) == (1, "RefusalLoses")
    assert list(after.legal_moves) == []


def test_white_loses_by_refusing_too():
    position = board(2, b7="M", d3="M", c8="m", g5="m")

    after = position.play("d3-d7(OrderToRek)").play("g5-g6")

    assert ending(after) == (2, "RefusalLoses")


def test_an_order_that_cannot_be_obeyed_has_no_effect():
    ordered = board(d1="m", b4="m", g5="M").play("d1-d4(OrderToRek)")

    assert ordered.effects == ()
    assert set(moves(ordered).values()) == {"ManSlides OrderToRek"}
    assert ordered.play("g5-g6(ManSlides)").outcome is None


def test_an_order_counts_as_the_position_is_after_its_move():
    # The man that could have obeyed is carried off by the very move that gives the order.
    before = board(d1="m", b7="m", d7="m", c4="M", e4="M", g2="M")

    assert effects(before.play("d1-d4(OrderToRek)")) == [("capture", "CaptureByRek")] * 2
    assert ("pending", "OrderBinds") in effects(before.play("d1-d2(OrderToRek)"))


def test_an_order_is_for_the_next_move_only():
    after = offered().play("d3-d7(OrderToRek)").play("c1-c7(OrderObeyed)")
    after = after.play("h2-h3(ManSlides)")

    assert set(moves(after).values()) == {"ManSlides OrderToRek"}


def test_without_an_order_nobody_need_take():
    after = offered().play("d3-d7(ManSlides)").play("g5-g6(ManSlides)")

    assert after.outcome is None


def test_a_series_of_orders_leads_to_the_king():
    # c8 is made to take b7 and d7; then it stands beside its king, and d1 moves in between.
    position = board(b7="m", d3="m", d1="m", c8="M", e7="K", g5="M")

    position = position.play("d3-d7(OrderToRek)").play("c8-c7(OrderObeyed)")
    position = position.play("d1-d7(ManSlides)")

    assert ending(position) == (1, "KingTaken")


def test_who_obeys_may_give_an_order_in_return():
    # Black takes b7 and d7 with an order; White's man on f1 can take e2 and g2 on f2, and must.
    position = board(b7="m", d3="m", c8="M", f1="m", e2="M", g2="M")

    position = position.play("d3-d7(OrderToRek)").play("c8-c7(OrderObeyedWithOrder)")

    assert effects(position)[-1] == ("pending", "OrderBinds")
    assert moves(position)["f1-f2"] == "OrderObeyed OrderObeyedWithOrder"
    assert ending(position.play("f1-f3")) == (2, "RefusalLoses")


def test_an_order_in_return_that_cannot_be_obeyed_has_no_effect():
    position = offered().play("d3-d7(OrderToRek)").play("c8-c7(OrderObeyedWithOrder)")

    assert effects(position) == [("capture", "CaptureByRek")] * 2
    assert set(moves(position).values()) == {"ManSlides OrderToRek"}


def test_a_capture_of_the_king_by_obeying_wins():
    # White's order is a blunder: the pair that Black is told to take is a man and the king.
    position = board(b7="m", d3="m", d7="k", c8="M", g5="M")

    after = position.play("d3-d4(OrderToRek)").play("c8-c7(OrderObeyed)")

    assert ending(after) == (2, "KingTaken")


def test_where_refusing_is_not_allowed_only_obeying_moves_are_left():
    ordered = offered(NO_REFUSING).play("d3-d7(OrderToRek)")

    assert set(moves(ordered)) == {"c8-c7", "c1-c7"}
    forbidden = {f.move.label for f in ordered.forbidden if f.clause == "OrderMustBeObeyed"}
    refusing = {m for m, c in moves(offered().play("d3-d7(OrderToRek)")).items() if "Refused" in c}
    assert forbidden == refusing
    with pytest.raises(IllegalMove):
        ordered.play("g5-g6")


def test_where_refusing_is_not_allowed_an_order_without_effect_forbids_nothing():
    ordered = board(1, NO_REFUSING, d1="m", b4="m", g5="M").play("d1-d4(OrderToRek)")

    assert set(moves(ordered).values()) == {"ManSlides OrderToRek"}
    assert {f.clause for f in ordered.forbidden} == {"KingsNeverMove"}


# A player without a move


def test_a_player_who_cannot_move_any_man_has_lost():
    after = board(h1="M", h2="m", g5="m").play("g5-g1(ManSlides)")

    assert ending(after) == (1, "NoMoveLoses")


def test_a_player_with_a_king_alone_has_lost():
    after = board(d1="m", c4="M", e4="M").play("d1-d4(ManSlides)")

    assert ending(after) == (1, "NoMoveLoses")


def test_a_player_with_one_man_free_goes_on():
    assert board(h1="M", h2="m", g5="m").play("g5-g2(ManSlides)").outcome is None
