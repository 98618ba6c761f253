"""The hand-written kernel that compiled rules are measured against plays the same shatranj."""

from __future__ import annotations

import shutil

import pytest

from benchmarks.shatranj_kernel import Kernel
from tests.games.perfts import counts, ruleset

pytestmark = pytest.mark.skipif(
    shutil.which("gcc") is None, reason="gcc is not installed: apt-get install gcc"
)


@pytest.mark.parametrize("flags", [("-Wall", "-Wextra", "-Werror"), ("-DSCAN",)], ids=str)
def test_leaf_counts_agree(flags: tuple[str, ...]):
    expected = counts("shatranj")[0].leaves

    with Kernel(*flags) as kernel:
        assert tuple(kernel.perft(depth) for depth in range(1, 6)) == expected


def test_random_games_are_as_long_and_end_as_often_in_a_draw():
    ours = ruleset("shatranj").playouts(400, seed=1)
    with Kernel() as kernel:
        theirs = kernel.playouts(400, seed=1)

    assert ours.plies == pytest.approx(theirs.plies, rel=0.1)
    assert abs(ours.wins[0] - theirs.wins[0]) < 20
    assert abs(ours.wins[1] - theirs.wins[1]) < 80
