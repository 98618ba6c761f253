"""Random games with throws are the same in wasmtime and in Node."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from games.engine.play.chance import Chance
from games.engine.play.random_play import play_at_random
from tests.engine.machines import quick
from tests.engine.node import printed
from tests.engine.test_back_ends import compiled
from tests.engine.texts import CROSSING, RACE, ROLLED_AFTER

PLIES = 10_000
SCRIPT = """
const { playAtRandom } = await import(`${library}/random-play.js`);
const { seed, plies } = JSON.parse(asked);
console.log(JSON.stringify(playAtRandom(machine, seed, plies)));
"""


def test_ten_thousand_throws_and_plies_have_one_checksum(tmp_path):
    rules, seed = compiled(RACE), 4_000_000_000

    played = play_at_random(quick(rules), seed, PLIES)

    assert printed(SCRIPT, rules, tmp_path, {"seed": seed, "plies": PLIES}) == asdict(played)
    assert (played.plies, played.throws) == (PLIES, PLIES)
    assert played.games > 100


@pytest.mark.parametrize(("text", "throws"), [(CROSSING, 0), (ROLLED_AFTER, 200)])
def test_only_throws_that_the_rules_ask_for_are_drawn(text, throws, tmp_path):
    rules = compiled(text)

    played = play_at_random(quick(rules), 7, 200)

    assert played.throws == throws
    assert printed(SCRIPT, rules, tmp_path, {"seed": 7, "plies": 200}) == asdict(played)


def test_random_games_within_the_module_throw_as_those_outside_do():
    machine = quick(compiled(RACE))
    outside = play_at_random(machine, 7, PLIES)
    machine.throw(None)
    machine.set("seed", 7)

    plies = machine.call("random_games", 500, PLIES)

    assert machine.over
    assert plies / 500 == pytest.approx(outside.plies / outside.games, rel=0.1)
    machine.start()
    machine.call("generate")
    assert machine.waits_for_throw


def test_another_seed_is_another_game():
    machine = quick(compiled(RACE))

    first, again, other = (play_at_random(machine, seed, 100) for seed in (5, 5, 6))

    assert first == again
    assert first.checksum != other.checksum


def test_a_loaded_die_falls_by_its_weights():
    (die,) = compiled(RACE.replace("num:1", "num:1 biased:{0 1 3}")).manifest.dice
    chance = Chance(11)

    faces = [chance.throw([die])[0] for _ in range(4000)]

    assert faces.count(0) == 0
    assert 900 < faces.count(1) < 1100


def test_a_seed_of_nothing_is_refused():
    with pytest.raises(ValueError, match="a seed is a number from 1"):
        Chance(1 << 32)
