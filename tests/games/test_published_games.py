"""Games that Ludii has played and published replay here, ply by ply.

A few of each family; `manage.py check_traces` replays them all.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.games.cast import ORACLES

pytestmark = pytest.mark.sources

BY_SECOND = [
    "58_Holes", "Achi", "Adidada", "Alea_Evangelii", "ArdRi", "Atari_Go", "Bao", "Breakthrough",
    "Chess", "Clobber", "Contrare_Puff", "Dama", "Demala_Diviyan_Keliya", "English_Draughts",
    "Gonnect", "Groups", "Halma", "Los_Alamos_Chess", "Oware", "Shobu", "Tab", "Tama", "Xiangqi",
    "Yote",
]  # fmt: skip
BY_FIRST = ["Los_Alamos_Chess", "MiniXiangqi", "Rumi_Shatranj", "Shatranj_12x12"]


def verdict(name: str, design: str, alone: Path) -> str:
    """What check_traces says of the one game with that very name, in a folder of its own."""
    out = StringIO()
    file = f"{name}.jsonl.gz"
    (alone / file).symlink_to(ORACLES / "trace" / file)
    folders = {"lud": ORACLES / "lud", "definitions": ORACLES / "def"}
    call_command("check_traces", alone, **folders, design=design, stdout=out)
    verdicts = dict(line.split(": ", 1) for line in out.getvalue().splitlines()[:-1])
    return verdicts[name]


@pytest.mark.parametrize("name", BY_FIRST)
def test_the_first_design_agrees_at_every_ply(name, tmp_path):
    assert verdict(name, "first", tmp_path) == "exact"


@pytest.mark.parametrize("name", BY_SECOND)
def test_the_second_design_agrees_at_every_ply(name, tmp_path):
    assert verdict(name, "second", tmp_path) == "exact"
