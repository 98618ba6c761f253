"""Boards and pieces are drawn by the page as by the server, on the same positions."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from games.drawing import places_of, seen_by, sheet_of, standing_of, svg
from games.drawing.figures import figure
from games.engine.play.chance import Chance
from games.engine.play.machine import Machine, Playable, Position
from games.engine.play.random_play import random_ply
from tests.engine.machines import quick
from tests.engine.node import printed
from tests.engine.site_texts import VEILED
from tests.engine.test_back_ends import compiled
from tests.engine.texts import CHECK, CROSSING, PILES, RACE, THREE_IN_A_ROW

SEEDS = """
(game "Seeds" (players 2)
    (equipment {(mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True))
        (piece "Seed" Shared) (hand Each)
        (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))})
    (rules
        (start (set Count 4 to:(sites Track)))
        (play (move Select (from (sites Mover "Home") if:(< 0 (count at:(from))))
            (then (sow if:(= 6 (count at:(to)))
                apply:(fromTo (from (to)) (to (handSite Mover)) count:6)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
SIDES = """
(game "Sides" (players 3)
    (equipment {(board (hex 3)) (piece "Disc" Each) (piece "Crown" Each) (piece "Rock" Neutral)})
    (rules
        (start (place "Rock0" 9))
        (play (or (move Add (piece (id "Disc" Mover)) (to (sites Empty)))
            (move Add (piece (id "Crown" Mover)) (to (sites Empty)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
GAMES = {
    "seeds": SEEDS, "sides": SIDES, "check": CHECK, "crossing": CROSSING, "piles": PILES,
    "race": RACE, "row": THREE_IN_A_ROW, "veiled": VEILED,
}  # fmt: skip
PLIES = 9
WORDS = {"1": "White", "2": "Black", "3": "Player 3"}
DRAWN = """
const { seenBy, standingOf } = await import(`${library}/standing.js`);
const { figure } = await import(`${library}/figures.js`);
const { sheet, places, positions } = JSON.parse(asked);
const drawn = positions.map(({ state, seen }) => {
  machine.position = { state: Uint8Array.from(state), seen: Uint8Array.from(seen) };
  const standing = seenBy(standingOf(machine), 2);
  return [standing, standing.map((here, site) => here && figure(sheet, places[site], here))];
});
console.log(JSON.stringify(drawn));
"""


def played(rules: Playable) -> tuple[Machine, list[Position]]:
    """A machine, and the positions of a game that it has played at random."""
    machine, chance = quick(rules), Chance(3)
    machine.throw(None)
    machine.start()
    found = [machine.position]
    while len(found) < PLIES and not machine.over:
        random_ply(machine, chance)
        found.append(machine.position)
    return machine, found


def plain(found: Any) -> Any:
    """Tuples as the lists that JSON has for them."""
    if isinstance(found, tuple | list):
        return [plain(each) for each in found]
    return {key: plain(value) for key, value in found.items()} if isinstance(found, dict) else found


@pytest.mark.parametrize("name", GAMES)
def test_page_and_server_draw_the_same_pieces(name: str, tmp_path: Path) -> None:
    rules = compiled(GAMES[name])
    places = places_of(rules.manifest).by_number
    sheet = sheet_of(rules.manifest, {"King": {"symbol": "king", "name": "king"}}, WORDS, "p.svg")
    machine, positions = played(rules)
    asked = {
        "sheet": sheet.as_json(),
        "places": {number: asdict(place) for number, place in places.items()},
        "positions": [{"state": list(at.state), "seen": list(at.seen)} for at in positions],
    }

    found = printed(DRAWN, rules, tmp_path, asked)

    for position, (standing, figures) in zip(positions, found, strict=True):
        machine.position = position
        here = seen_by(standing_of(machine), 2)
        assert standing == [each and plain(asdict(each)) for each in here]
        expected = [each and figure(sheet, places[n], each) for n, each in enumerate(here)]
        assert figures == plain(expected)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_is_well_formed_and_has_each_site_once(name: str) -> None:
    rules = compiled(GAMES[name])
    machine, _ = played(rules)
    sheet = sheet_of(rules.manifest, {}, WORDS, "p.svg")

    root = fromstring(svg(rules.manifest, sheet, standing_of(machine), "A & B", WORDS))

    sites = [
        each.get("data-site") for each in root.iter() if "site" in each.get("class", "").split()
    ]
    assert sorted(map(int, filter(None, sites))) == [site.number for site in rules.manifest.sites]
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for place in places_of(rules.manifest).by_number.values():
        assert left < place.x - place.room / 2 and place.x + place.room / 2 < left + width
        assert top < place.y - place.room / 2 and place.y + place.room / 2 < top + height
