"""Studies count what there is to count: figures against a slow count over positions."""

from __future__ import annotations

import json

import pytest

from games.compiler.reference import Machine
from games.play import OptionError
from games.study import Design, DesignError, Tally, count
from games.study.counting import counted
from tests.games.cast import EACH_FIRST_MOVE, RULESETS, SHODRA, duel
from tests.games.slow_study import slow_tally


def design(name: str, **keywords) -> Design:
    about = json.loads((RULESETS / f"{name}.json").read_text(encoding="utf-8"))
    clauses = tuple(clause["name"] for clause in about["clauses"])
    text = (RULESETS / f"{name}.lud").read_text(encoding="utf-8")
    return Design(text, clauses=clauses, **keywords)


# Ruleset, seed of the first game, games: of those that take long, ones that end early.
GAMES = [
    ("rek", 11, 8), ("min-rek-chanh", 11, 10), ("kar-ouk", 11, 4), ("ouk-chatrang", 11, 1),
    ("main-chator", 142, 1), ("main-chator", 157, 1), ("chaturanga-davidson", 11, 2),
    ("shatranj-ar-rumiya-1352", 138, 1), ("shatranj-ar-rumiya-1140", 67, 1), ("shodra", 110, 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seed", "games"), GAMES)
def test_all_counts_are_those_of_a_slow_count_over_positions(name, seed, games):
    asked = design(name, seed=seed)
    assert count(asked, 0, games).written() == slow_tally(asked.rules(), seed, games).written()


def test_no_shipped_ruleset_is_left_out_of_that():
    assert {name for name, _, _ in GAMES} == {path.stem for path in RULESETS.glob("*.lud")}


def test_a_game_that_no_clause_ends_says_so_in_words():
    endless = Design(duel(end="(if (no Pieces P1) (result P2 Win))"))
    tally = count(endless, 0, 1)
    assert tally.endings == {(0, "the game went on for too long"): 1}
    assert tally.written() == slow_tally(endless.rules(), 1, 1).written()


def test_of_three_players_each_may_win():
    text = (
        '(game "Race" (players 3) (equipment {(board (square 4)) (piece "Man" Each'
        " (move Step Adjacent (to if:(is Empty (to)))))})"
        ' (rules (start {(place "Man1" 0) (place "Man2" 3) (place "Man3" 12)})'
        " (play (forEach Piece))"
        " (end (if (is In (last To) (sites {5 6 9 10})) (result Mover Win)))))"
    )
    tally = count(Design(text), 0, 60)
    assert all(tally.won(player) > 0 for player in (1, 2, 3))
    assert count(Design(text), 0, 3).written() == slow_tally(Design(text).rules(), 1, 3).written()


def test_the_reference_machine_counts_the_same():
    """WebAssembly and CPython write the same rows."""
    ready = counted(design("rek", seed=5))
    program, room = ready.program, ready.room
    slow = Machine(program.python(), program.data, program.pages)
    machine = ready.module.instance()
    assert slow.call("study", 1, 5) == machine.call("study", 1, 5)
    assert bytes(slow.memory[room.rows : room.rows + room.row_size]) == machine.read(
        room.rows, room.row_size
    )


def test_parts_in_any_order_make_the_same_whole():
    asked = design("rek")
    whole = count(asked, 0, 130)
    total = Tally()
    for first, games in ((77, 53), (0, 40), (40, 37)):
        total.add(count(asked, first, games))
    assert total.written() == whole.written()


def test_another_seed_gives_other_games():
    assert count(design("rek"), 0, 20).written() != count(design("rek", seed=900), 0, 20).written()
    assert count(design("rek"), 7, 5).written() == count(design("rek", seed=8), 0, 5).written()


def test_a_tally_survives_being_stored():
    tally = count(design("kar-ouk"), 0, 20)
    stored = json.loads(json.dumps(tally.written()))
    assert Tally.read(stored) == tally
    assert Tally.read(Tally().written()) == Tally()


def test_a_worker_that_compiles_to_something_else_refuses():
    asked = design("rek")
    assert count(asked, 0, 1, counted(asked).digest).games == 1
    with pytest.raises(RuntimeError, match="install the same version everywhere"):
        count(asked, 0, 1, "0" * 64)


# Designs


def test_a_clause_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(DesignError, match="there is no clause 'Castling'; there are Board,"):
        design("shodra", without="Castling").rules()


def test_a_clause_without_which_nothing_is_left_is_refused_with_its_reason():
    with pytest.raises(DesignError) as caught:
        design("shodra", without="Board").rules()
    assert str(caught.value).startswith("the rules do not hold together without Board: rules, line")
    assert "a game without a (board …) cannot be played yet" in str(caught.value)


def test_a_clause_that_these_options_do_not_use_is_refused():
    asked = design("shodra", without="OiTurnsThenBecomesMerze")
    with pytest.raises(DesignError, match="has no part in the rules with these options"):
        asked.rules()
    other = design(
        "shodra",
        without="OiTurnsThenBecomesMerze",
        options=("Promotion/After one diagonal step",),
    )
    assert "OiTurnsThenBecomesMerze" not in {name for name, _ in count(other, 0, 2).clauses}


def test_an_option_that_is_not_there_is_refused():
    with pytest.raises(OptionError):
        Design(SHODRA, ("Colour/Red",)).rules()


def test_an_option_changes_what_is_counted():
    usual, other = (count(Design(SHODRA, o), 0, 3) for o in ((), (EACH_FIRST_MOVE,)))
    twice = ("OiStepsTwice", "allowed")
    assert max(usual.clauses[twice].plies) <= 2 < max(other.clauses[twice].plies)
