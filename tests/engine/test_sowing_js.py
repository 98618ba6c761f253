"""What the page knows of each seed that is sown: its holes, and how many were in them before."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from games.play import load_rules
from games.play.second import SecondRules
from tests.engine.node import printed
from tests.engine.site_texts import SOWING
from tests.engine.test_site_rules import random_plies

LAID = """
const { rulesOf } = await import(`${library}/rules.js`);
const { Line } = await import(`${library}/../line.js`);
const { labels } = JSON.parse(asked);
const compiled = new WebAssembly.Module(readFileSync(module));
const rules = rulesOf(compiled, JSON.parse(readFileSync(manifest, "utf8")));
const line = new Line(rules, labels);
console.log(JSON.stringify(line.frames.map(({ board, sown }) => ({
  counts: board.map((each) => each?.count ?? 0), sown: sown ?? [],
}))));
"""


def test_seeds_are_sown_one_by_one_from_the_board_before(tmp_path: Path) -> None:
    rules = load_rules(SOWING)
    assert isinstance(rules, SecondRules)
    labels = random_plies(rules.start(), 5, most=30)

    frames = printed(LAID, rules.core.compiled, tmp_path, {"labels": labels})

    assert frames[0]["sown"] == []
    exactly = 0
    for before, after in pairwise(frames):
        counts = list(before["counts"])
        hole = after["sown"][0]["from"]
        assert len(after["sown"]) == counts[hole]
        for seed in after["sown"]:
            assert [counts[seed["from"]], counts[seed["to"]]] == [seed["left"], seed["there"]]
            counts[seed["from"]] -= 1
            counts[seed["to"]] += 1
        exactly += counts == after["counts"]
    assert exactly >= len(labels) / 2  # the others capture
