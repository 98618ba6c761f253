"""The page plays rules of the second design as the server does: moves, clauses, throws, endings."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from games.drawing import Standing
from games.engine.play.record import read_ply
from games.picture_style import style_of
from games.play import SecondPosition, SecondRules, load_rules
from games.play.showing import seen_at, steps
from tests.engine.node import printed
from tests.engine.site_texts import ALL, RACE
from tests.engine.test_back_ends import compiled
from tests.engine.test_site_rules import random_plies
from tests.games import families

LAID = """
const { rulesOf } = await import(`${library}/rules.js`);
const { Line } = await import(`${library}/../line.js`);
const { labels, clauseOf } = JSON.parse(asked);
const compiled = new WebAssembly.Module(readFileSync(module));
const rules = rulesOf(compiled, JSON.parse(readFileSync(manifest, "utf8")), { clauseOf });
const line = new Line(rules, labels);
console.log(JSON.stringify(line.frames.map((frame) => ({
  mover: frame.mover, waits: frame.waits, outcome: frame.outcome, board: frame.board,
  clause: frame.move?.clause ?? null, sites: frame.move ? [frame.move.from, frame.move.to] : null,
  effects: frame.effects.map(({ kind, site, clause }) => [kind, site, clause]),
  legal: frame.moves.map(({ label }) => label).sort(),
}))));
"""
LABELS = LAID[: LAID.index("console")] + "console.log(JSON.stringify(line.labels));"
ODDS = """
const { chanceOf } = await import(`${library}/odds.js`);
const { dice, throws } = JSON.parse(asked);
console.log(JSON.stringify(throws.map((faces) => chanceOf(dice, faces))));
"""
CHOOSING = """
const { meantBy } = await import(`${library}/../choosing.js`);
const { moves, asked: questions } = JSON.parse(asked);
const said = ({ moves: meant, from }) => (meant ? meant.map(({ label }) => label) : from);
const meant = ([from, site]) => said(meantBy(moves, from, site, (at) => at !== 9));
console.log(JSON.stringify(questions.map(meant)));
"""


FOUND = """
const { ModuleFinder } = await import(`${library}/finder.js`);
const { clauses, clauseOf } = JSON.parse(asked);
const compiled = new WebAssembly.Module(readFileSync(module));
const told = { ...JSON.parse(readFileSync(manifest, "utf8")), clauseOf };
const finder = new ModuleFinder(compiled, told);
const found = clauses.map((clause, n) => finder.find(clause, { seed: 11 + n, most: 40 }));
console.log(JSON.stringify(found));
"""


def seen(position: SecondPosition, move: Any) -> dict[str, Any]:
    outcome = position.outcome
    return {
        "mover": position.mover,
        "waits": position.needs_throw,
        "outcome": None
        if outcome is None
        else {
            "winner": outcome.winner, "clause": outcome.clause, "ranking": list(outcome.ranking),
        },
        "board": [json_of(each) for each in position.standing],
        "clause": move and move.clause,
        "sites": move and [move.frm, move.to],
        "effects": [[each.kind, each.site, each.clause] for each in position.effects],
        "legal": sorted(each.label for each in position.legal_moves),
    }  # fmt: skip


def json_of(standing: Standing | None) -> dict[str, Any] | None:
    lists = ("levels", "hidden")
    return standing and asdict(standing) | {name: list(getattr(standing, name)) for name in lists}


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_game_lies_on_the_page_as_on_the_server(name: str, tmp_path: Path) -> None:
    rules = load_rules(ALL[name])
    assert isinstance(rules, SecondRules)
    start = rules.start()
    labels = random_plies(start, 5, most=30)
    asked = {"labels": labels, "clauseOf": rules.clause_of}

    frames = printed(LAID, rules.core.compiled, tmp_path, asked)

    expected = [seen(start, None)]
    expected += [seen(after, move) for _, move, after in steps(rules, labels)]
    assert len(frames) == len(labels) + 1
    assert frames == expected


def test_moves_without_capital_letters_are_laid_as_the_rules_write_them(tmp_path: Path) -> None:
    """Games that were recorded under the first design, which called a hand hand1."""
    name = "latrunculi-schaedler-1994"
    rules = families.rules(name)
    assert isinstance(rules, SecondRules)
    labels = families.about(name)["matches"][0]["moves"]
    asked = {"labels": labels, "clauseOf": rules.clause_of}

    frames = printed(LAID, rules.core.compiled, tmp_path, asked)

    assert labels[0] == "hand1-c4"
    assert frames == [seen(rules.start(), None)] + [
        seen(after, move) for _, move, after in steps(rules, labels)
    ]
    assert printed(LABELS, rules.core.compiled, tmp_path, asked)[0] == "Hand1-c4"


@pytest.mark.parametrize("name", sorted(ALL))
def test_moments_found_by_the_page_are_moments_on_the_server(name: str, tmp_path: Path) -> None:
    rules = load_rules(ALL[name])
    assert isinstance(rules, SecondRules)
    clauses = [each for each in rules.clauses if each and each not in rules.placed]
    asked = {"clauses": [*clauses, "Nothing"], "clauseOf": rules.clause_of}

    *found, nothing = printed(FOUND, rules.core.compiled, tmp_path, asked)

    assert nothing == {"moment": None, "games": 40}
    shown = {clause: each["moment"] for clause, each in zip(clauses, found, strict=True)}
    assert sum(each is not None for each in shown.values()) >= len(clauses) / 2
    for clause, moment in shown.items():
        if moment is not None:
            *_, (_, move, after) = steps(rules, moment["moves"])
            roles = {(each.role, each.clause) for each in seen_at(rules, after, move)}
            assert (moment["role"], clause) in roles


def test_chances_of_throws_are_those_of_all_throws(tmp_path: Path) -> None:
    weights = [[1, 1], [1, 1], [1, 2, 3], [1, 2, 3]]
    faces = [[0, 1], [0, 1], [1, 2, 2], [1, 2, 2]]
    dice = [
        {"set": n // 2, "faces": values, "weights": given}
        for n, (values, given) in enumerate(zip(faces, weights, strict=True))
    ]
    throws = [list(each) for each in product(range(2), range(2), range(3), range(3))]

    found = printed(ODDS, compiled(RACE), tmp_path, {"dice": dice, "throws": throws})

    def lots(throw: list[int]) -> tuple[list[int], list[int]]:
        shown = [faces[n][face] for n, face in enumerate(throw)]
        return sorted(shown[:2]), sorted(shown[2:])

    def weight(throw: list[int]) -> Fraction:
        shares = (Fraction(weights[n][face], sum(weights[n])) for n, face in enumerate(throw))
        whole = Fraction(1)
        for share in shares:
            whole *= share
        return whole

    expected = [
        float(sum(weight(each) for each in throws if lots(each) == lots(throw))) for throw in throws
    ]
    assert found == pytest.approx(expected)
    assert len(set(expected)) > 4


def test_a_site_means_a_move_of_its_own_before_it_is_chosen(tmp_path: Path) -> None:
    moves = [
        {"label": "a-b", "from": 0, "to": 1}, {"label": "a-a", "from": 0, "to": 0},
        {"label": "sow", "from": 2, "to": 2}, {"label": "put", "from": -1, "to": 3},
        {"label": "c", "from": 4, "to": -1}, {"label": "a-b (2)", "from": 0, "to": 1},
        {"label": "hand-g", "from": 9, "to": 6},
    ]  # fmt: skip
    asked = [[None, 0], [0, 0], [0, 1], [None, 2], [None, 3], [None, 4], [None, 5], [0, 5]]
    asked += [[None, 6], [0, 6], [None, 9], [9, 6]]

    found = printed(CHOOSING, compiled(RACE), tmp_path, {"moves": moves, "asked": asked})
    alone = {"moves": moves[:1], "asked": [[None, 1], [None, 0], [0, 1], [None, 2]]}
    forced = printed(CHOOSING, compiled(RACE), tmp_path, alone)

    assert forced == [["a-b"], 0, ["a-b"], None]
    own, entering = found[:8], found[8:]
    assert own == [0, ["a-a"], ["a-b", "a-b (2)"], ["sow"], ["put"], ["c"], None, None]
    assert entering == [["hand-g"], None, 9, ["hand-g"]]


def test_throws_are_read_back_from_labels() -> None:
    manifest = compiled(RACE).manifest
    for faces in product(*(range(len(die.faces)) for die in manifest.dice)):
        values = " ".join(str(d.faces[f]) for d, f in zip(manifest.dice, faces, strict=True))
        assert read_ply(manifest, f"[{values}] pass").throw == faces


@pytest.mark.parametrize("players", [1, 2, 3, 16])
def test_pictures_have_the_colours_of_each_side_and_no_variables(players: int) -> None:
    style = style_of(players)

    assert "var(" not in style and "--" not in style
    fills = [
        style.split(f".side-{n} .stone{{fill:")[1].split(";")[0] for n in range(1, players + 1)
    ]
    assert len(set(fills)) == players
    assert f".side-{players + 1} " not in style
