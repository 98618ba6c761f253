"""Games that Ludii has played and published replay here, ply by ply."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from tests.games.cast import ORACLES

pytestmark = pytest.mark.sources

# What these need is named when they are tried: stacks of unlike pieces, rotations, sites of several
# kinds on one board, paths as regions.
NOT_YET = {"Lielow", "Nodal_Chess", "Ploy", "Russian_Fortress_Chess", "Triple_Tangle"}


def test_all_but_five_agree_at_every_ply_and_those_say_why_not():
    out = StringIO()
    folders = {"lud": ORACLES / "lud", "definitions": ORACLES / "def"}

    call_command("check_traces", ORACLES / "trace", **folders, stdout=out)

    *verdicts, total = [line.partition(": ") for line in out.getvalue().splitlines()]
    assert {name for name, _, verdict in verdicts if verdict != "exact"} == NOT_YET
    for name, _, verdict in verdicts:
        if name in NOT_YET:
            assert verdict.startswith(("missing ", "refused: "))
    assert total[0] == "72 of 77 games exact"
