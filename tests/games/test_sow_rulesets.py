"""The mancala rulesets: counts of moves, positions worked out by hand, clauses in recorded games.

They run on the engine's second design alone. Positions are written as South's holes from his left,
North's from his own left, and the stores of both.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pytest

from games.engine.language import read_and_bind
from games.ludemes.denials import never_shown
from games.play import RulesError, load
from games.play.interface import SECOND
from games.play.second import SecondRules, load_second
from games.play.second.position import SecondPosition
from games.play.showing import shown
from tests.games.cast import RULESETS

SOW = RULESETS / "sow"
SLUGS = sorted(path.stem for path in SOW.glob("*.lud"))
STORE_AT_RIGHT = ("toguz-almasy", "toguz-pantusov", "adji-boto", "pallankuli-parker")

# Sequences of moves from the opening as an independent recount has them; the published library has
# the same for oware, um el-bagara and adji-boto, whose ten plies of opening take nothing.
COUNTS = [
    ("oware", (), [6, 36, 190, 1014]),
    ("kale", (), [6, 36, 190, 1014, 5219, 27347]),
    ("um-el-bagara", (), [6, 36, 168, 784, 3664]),
    ("toguz-almasy", (), [9, 73, 613, 5199]),
    ("toguz-pantusov", (), [9, 73, 613, 5199, 43135]),
    ("toguz-pantusov", ("The ninth hole/Never becomes a shrine",), [9, 73, 613, 5199, 43184]),
    ("adji-boto", (), [5, 25, 100, 400, 1200, 3600]),
    ("hus-nama", (), [4, 16]),
    ("bao-kiarabu-1", (), [32]),
    ("bao-kiarabu-2", (), [14]),
]

Holes = tuple[int, ...]
slugs = pytest.mark.parametrize("slug", SLUGS)


def text(slug: str) -> str:
    return (SOW / f"{slug}.lud").read_text(encoding="utf-8")


@lru_cache
def about(slug: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SOW / f"{slug}.json").read_text(encoding="utf-8"))
    return found


@lru_cache
def rules(slug: str, *options: str) -> SecondRules:
    names = [clause["name"] for clause in about(slug)["clauses"]]
    return load_second(text(slug), options, clauses=names, limits=None)


@lru_cache
def named_sites(slug: str) -> tuple[list[str], list[str], str, str]:
    """The holes of South and of North from their own left, and the stores of South and North."""
    manifest = rules(slug).core.manifest
    names = {each.name for each in manifest.sites}
    letters = sorted(name[0] for name in names if name.endswith("2") and name != "Hand2")
    south = [f"{letter}1" for letter in letters]
    ends = sorted(name for name in names - set(south) if name[0] != "H" and name.endswith("1"))
    stores = ["Hand1", "Hand2"] if "Hand1" in names else ends
    if slug in STORE_AT_RIGHT:
        stores = ends[::-1]
    return south, [f"{letter}2" for letter in reversed(letters)], stores[0], stores[1]


def numbers(slug: str, position: SecondPosition) -> tuple[Holes, Holes, Holes]:
    """How many counters lie in South's holes, in North's, and in the stores."""
    site_of = {each.name: each.number for each in rules(slug).core.manifest.sites}
    counts = [0 if each is None else each.count for each in position.standing]
    south, north, *stores = named_sites(slug)
    return (
        tuple(counts[site_of[name]] for name in south),
        tuple(counts[site_of[name]] for name in north),
        tuple(counts[site_of[name]] for name in stores),
    )


def standing(
    slug: str, south: Holes, north: Holes, stores: Holes = (0, 0), *options: str
) -> SecondPosition:
    """A position with South to move, by the counters in the holes and stores."""
    found = rules(slug, *options)
    machine = found.core.machines.machine()
    machine.position = found.start().content
    counter = max(machine.numbers("what"))
    site_of = {each.name: each.number for each in found.core.manifest.sites}
    first, second, *ends = named_sites(slug)
    for name, count in zip([*first, *second, *ends], [*south, *north, *stores], strict=True):
        machine.set("what", counter if count else 0, site_of[name])
        machine.set("count", count, site_of[name])
    return SecondPosition(found.core, machine.position)


def played(position: SecondPosition, hole: str) -> SecondPosition:
    """The position after a move that begins in a hole; `c1-b1` says which way it goes."""
    labels = [each.label for each in position.legal_moves]
    (label,) = [each for each in labels if each == hole or each.startswith(f"{hole}-")]
    after = position.play(label)
    assert isinstance(after, SecondPosition)
    return after


def origins(position: SecondPosition) -> list[str]:
    return sorted(move.label[:2] for move in position.legal_moves)


@pytest.mark.parametrize(("slug", "options", "counts"), COUNTS)
def test_a_ruleset_has_as_many_games_as_were_counted_by_others(slug, options, counts):
    found = rules(slug, *options)

    assert [found.perft(n) for n in range(1, len(counts) + 1)] == counts


@slugs
def test_a_text_is_valid_and_the_second_design_plays_it_where_the_first_refuses(slug):
    read_and_bind(text(slug), strict=True)
    with pytest.raises(RulesError):
        load(text(slug))

    assert rules(slug).design == SECOND


@slugs
def test_every_option_can_be_chosen(slug):
    for other in rules(slug).others:
        labels = [move.label for move in rules(slug, other).start().legal_moves]
        assert labels and "pass" not in labels


@slugs
def test_every_clause_is_a_definition_and_shows_up_in_a_recorded_game(slug):
    names = {clause["name"] for clause in about(slug)["clauses"]}
    seen = set()
    for match in about(slug)["matches"]:
        plies = shown(rules(slug, *match["options"]), match["moves"])
        for moment in match["moments"]:
            assert (moment["clause"], moment["role"]) in plies[moment["ply"]]
            seen.add(moment["clause"])

    assert names <= set(rules(slug).expansion.definitions)
    assert names - seen == names & never_shown(rules(slug).expansion)


@slugs
def test_no_counter_is_lost_or_found_in_a_recorded_game(slug):
    match = about(slug)["matches"][0]
    position = rules(slug, *match["options"]).start()
    total = counters(position)
    for move in match["moves"]:
        position = position.play(move)
        assert counters(position) == total


def counters(position: SecondPosition) -> int:
    return sum(each.count for each in position.standing if each is not None)


@slugs
def test_what_is_not_attested_says_why(slug):
    for clause in about(slug)["clauses"]:
        stated = clause["status"] == "attested"
        assert clause["citations"] if stated else clause["reason"], clause["name"]


ALL_OF_IT = "Taking all that the enemy has"
SLAM = ((1, 0, 0, 0, 0, 2), (1, 2, 0, 0, 0, 0), (22, 20))


def test_taking_all_in_wari_is_not_allowed_unless_an_option_says_so():
    assert origins(standing("oware", *SLAM)) == ["b1"]


@pytest.mark.parametrize(
    ("option", "north", "south_has"),
    [
        ("Takes nothing", (2, 3, 0, 0, 0, 0), 22),
        ("Takes all", (0, 0, 0, 0, 0, 0), 27),
        ("Leaves the last hole", (2, 0, 0, 0, 0, 0), 25),
    ],
)
def test_taking_all_in_wari_ends_as_the_option_says(option, north, south_has):
    after = played(standing("oware", *SLAM, f"{ALL_OF_IT}/{option}"), "g1")

    assert numbers("oware", after) == ((1, 0, 0, 0, 0, 0), north, (south_has, 20))
    assert (after.outcome is not None) == (south_has >= 25)


def test_a_full_round_of_wari_leaves_the_emptied_hole_out_and_one_of_kale_ends_in_it():
    holes = (0, 0, 0, 12, 0, 0), (4, 4, 4, 4, 4, 4), (6, 6)

    assert numbers("oware", played(standing("oware", *holes), "e1"))[0] == (1, 1, 1, 0, 2, 1)
    assert numbers("kale", played(standing("kale", *holes), "e1"))[0] == (1, 1, 1, 1, 1, 1)


def test_an_enemy_without_counters_must_be_fed_in_wari():
    bare = (2, 0, 0, 0, 1, 2), (0, 0, 0, 0, 0, 0), (22, 21)

    assert origins(standing("oware", *bare)) == ["g1"]
    assert origins(standing("kale", *bare)) == ["b1", "f1", "g1"]


def test_a_lone_counter_at_the_end_of_the_row_takes_nothing_in_kale():
    holes = (0, 0, 0, 0, 2, 1), (1, 2, 0, 0, 3, 0), (0, 0)

    assert numbers("kale", played(standing("kale", *holes), "f1"))[2] == (2, 0)
    assert numbers("kale", played(standing("kale", *holes), "g1"))[2] == (0, 0)


def test_um_el_bagara_takes_the_run_of_twos_and_fours_and_plays_no_single():
    start = standing("um-el-bagara", (0, 0, 0, 3, 0), (1, 3, 1, 0, 5))
    assert origins(start) == ["d1"]

    after = played(start, "d1")
    assert numbers("um-el-bagara", after) == ((0, 0, 0, 0, 1), (0, 0, 1, 0, 5), (6, 0))


def test_the_first_ball_stays_in_toguz_and_an_even_number_is_taken():
    start = rules("toguz-almasy").start()
    south, north, cups = numbers("toguz-almasy", played(start, "j1"))

    assert (south[8], north, cups) == (1, (10,) * 7 + (0, 9), (10, 0))
    assert numbers("toguz-almasy", played(start, "b1"))[2] == (0, 0)


@pytest.mark.parametrize(("hole", "shrines"), [("i1", 3), ("j1", 3)])
def test_three_that_the_last_ball_makes_in_toguz_kumalak_are_the_players(hole, shrines):
    start = standing("toguz-pantusov", (0,) * 7 + (3, 2), (2, 1) + (0,) * 7)
    position = played(start, hole)

    assert numbers("toguz-pantusov", position)[2] == (shrines, 0)


@pytest.mark.parametrize(("hole", "taken"), [("b1", 1), ("f1", 0)])
def test_adji_boto_takes_beyond_the_last_bean_up_to_another_number(hole, taken):
    start = after_the_opening((2, 1, 1, 0, 3), (1, 5, 2, 0, 4))
    assert origins(start) == ["b1", "f1"]

    assert numbers("adji-boto", played(start, hole))[2] == (taken, 0)


def after_the_opening(south: Holes, north: Holes) -> SecondPosition:
    """A position of adji-boto in which every hole has been played once."""
    position = standing("adji-boto", south, north)
    machine = rules("adji-boto").core.machines.machine()
    machine.position = position.content
    machine.set("memory_count", 10)
    for n in range(10):
        machine.set("memory", n + 1, n)
    return SecondPosition(position.rules, machine.position)


def test_six_openings_of_jongkak_win_nine_and_the_seventh_ends_in_the_house():
    start = rules("congklak-hellier").start()
    for hole in ("b1", "c1", "d1", "e1", "f1", "g1"):
        after = played(start, hole)
        assert (numbers("congklak-hellier", after)[2], after.mover) == ((10, 0), 2)
    after = played(start, "h1")
    assert (numbers("congklak-hellier", after)[2], after.mover) == ((1, 0), 1)


def test_a_new_round_of_jongkak_fills_sevens_and_leaves_the_rest_ruined():
    end = (0, 0, 0, 0, 0, 0, 1), (0,) * 7, (60, 37)
    after = played(standing("congklak-hellier", *end), "h1")

    assert numbers("congklak-hellier", after) == ((7,) * 7, (0, 0, 7, 7, 7, 7, 7)[::-1], (12, 2))


def test_six_openings_of_tchonka_take_eight_and_the_seventh_ends_the_turn():
    start = rules("chongka").start()
    for n, hole in enumerate(("b1", "c1", "d1", "e1", "f1", "g1")):
        south, _, stores = numbers("chongka", played(start, hole))
        assert (stores, south[n]) == ((9, 0), 1)
    after = played(start, "h1")
    assert (numbers("chongka", after)[2], after.mover) == ((1, 0), 2)
    again = rules("chongka", "The last seed in the store/Allows another turn").start()
    assert played(again, "h1").mover == 1


def test_openings_of_pallankuli_against_the_clock_win_ten_but_the_first_ends_in_the_store():
    start = rules("pallankuli-parker").start()
    south = "bcdefgh"
    ways = [f"{a}1-{b}1" for a, b in zip(south, f"{south[1:]}i", strict=True)]

    won = [numbers("pallankuli-parker", played(start, way))[2] for way in ways]
    assert won == [(1, 0)] + [(10, 0)] * 6


def test_a_player_of_pallankuli_keeps_his_direction_where_it_is_kept_for_the_game():
    kept = rules("pallankuli-parker", "The direction/Is kept for the game").start()
    assert len(list(kept.legal_moves)) == 14

    for move in ("c1-d1", "d2-c2"):
        kept = kept.play(move)
    assert {move.label[3] > move.label[0] for move in kept.legal_moves} == {True}
    assert {move.label[3] > move.label[0] for move in kept.play("d1-e1").legal_moves} == {False}


def test_two_openings_of_o_an_quan_win_an_end_and_the_others_win_a_square():
    start = rules("o-an-quan").start()
    labels = [move.label for move in start.legal_moves]
    won = {label: numbers("o-an-quan", played(start, label))[2][0] for label in labels}

    assert won == {**dict.fromkeys(won, 6), "b1-a1": 11, "f1-g1": 11}
    assert numbers("o-an-quan", played(start, "b1-c1"))[0] == (0, 0, 6, 6, 6)


def test_stones_are_put_back_in_o_an_quan_for_a_player_without_any():
    slug = "o-an-quan"
    position = standing(slug, (0, 0, 0, 0, 1), (0,) * 5, (20, 20))
    machine = rules(slug).core.machines.machine()
    machine.position = position.content
    for end, count in ((0, 8), (11, 1)):
        machine.set("count", count, end)
    after = played(SecondPosition(position.rules, machine.position), "f1-e1")

    assert numbers(slug, after)[1:] == ((1,) * 5, (20, 15))


def test_the_openings_of_mweso_run_one_lap_or_two_and_take_nothing():
    start = rules("omweso").start()
    ends = {}
    for move in start.legal_moves:
        after = [0 if each is None else each.count for each in played(start, move.label).standing]
        ends[move.label[0]] = (after[:8].count(0), after[8:16].index(1))
        assert after[16:] == [0] * 8 + [4] * 8
    first = [0 if each is None else each.count for each in played(start, "a1").standing]

    emptied_and_end = [(2, 6), (2, 5), (2, 4), (2, 3), (1, 7), (1, 6), (1, 5), (1, 4)]
    assert ends == dict(zip("abcdefgh", emptied_and_end, strict=True))
    assert first[:16] == [0, 5, 5, 5, 0, 5, 5, 5, 0, 0, 0, 0, 0, 0, 1, 1]


def lying(slug: str, counts: dict[str, int], *options: str) -> SecondPosition:
    """A position with these counters alone and South to move."""
    found = rules(slug, *options)
    machine = found.core.machines.machine()
    machine.position = found.start().content
    counter = max(machine.numbers("what"))
    for site in found.core.manifest.sites:
        count = counts.get(site.name, 0)
        machine.set("what", counter if count else 0, site.number)
        machine.set("count", count, site.number)
    return SecondPosition(found.core, machine.position)


def holes(position: SecondPosition) -> dict[str, int]:
    standing = zip(position.rules.manifest.sites, position.standing, strict=False)
    return {site.name: here.count for site, here in standing if here is not None}


def test_seeds_taken_in_mweso_are_sown_from_where_the_lap_began():
    start = lying("omweso", {"g1": 2, "h2": 1, "h3": 3, "h4": 2, "a4": 3})

    after = {"h1": 2, "h2": 3, "g2": 1, "f2": 1, "e2": 1, "a4": 3}
    assert holes(played(start, "g1")) == after


@pytest.mark.parametrize(
    ("options", "own"),
    [
        ((), {"a1": 1, "a2": 2, "c1": 1, "d1": 1}),
        (
            ("After a capture with the clock/Seeds go on with the clock",),
            {"a1": 2, "b2": 1, "c2": 1, "d2": 1},
        ),
    ],
)
def test_a_hole_of_mweso_at_the_left_goes_with_the_clock_only_to_take(options, own):
    filled = {"b1": 2, "a2": 1, "a3": 1, "a4": 1, "h4": 3}
    start = lying("omweso", filled, *options)
    assert sorted(move.label for move in start.legal_moves) == ["b1-a1", "b1-c1"]
    assert holes(played(start, "b1-a1")) == {**own, "h4": 3}

    start = lying("omweso", {**filled, "a3": 0}, *options)
    assert [move.label for move in start.legal_moves] == ["b1-c1"]


@pytest.mark.parametrize(
    ("options", "own"),
    [
        ((), {"p1": 1, "o2": 1, "n2": 1, "p3": 1}),
        (("Pits that are taken/The inner one must be filled",), {"p1": 1, "p2": 2, "o2": 1}),
    ],
)
def test_facing_pits_of_hus_are_taken_if_both_are_filled_or_by_option_the_inner_one(options, own):
    start = past_the_opening("hus-nama", {"o1": 2, "p2": 1, "p3": 1, "a4": 3}, *options)
    assert holes(played(start, "o1")) == {**own, "a4": 3}

    start = past_the_opening("hus-nama", {"o1": 2, "p2": 1, "p3": 1, "p4": 1, "a4": 3}, *options)
    taken = {"p1": 1, "p2": 2, "o2": 1, "n2": 1, "a4": 3}
    assert holes(played(start, "o1")) == taken


def past_the_opening(slug: str, counts: dict[str, int], *options: str) -> SecondPosition:
    """A position with these counters alone, after a turn of each player."""
    position = lying(slug, counts, *options)
    machine = position.rules.machines.machine()
    machine.position = position.content
    machine.set("turns", 3)
    return SecondPosition(position.rules, machine.position)


def test_half_of_the_openings_of_the_simple_bao_end_in_the_inner_row_and_take_six():
    start = rules("bao-kiarabu-1").start()
    taken = {move.label: holes(played(start, move.label)) for move in start.legal_moves}

    assert sorted(after.get("Hand1", 0) for after in taken.values()) == [0] * 16 + [6] * 16
    ends = {"a1-a2": "c2", "h1-h2": "f2", "d2-c2": "a2"}
    assert [taken[way][end] for way, end in ends.items()] == [1, 1, 1]


def test_inner_holes_of_the_stricter_bao_end_in_themselves_and_take_four():
    start = rules("bao-kiarabu-2").start()
    for move in start.legal_moves:
        after = holes(played(start, move.label[:2]))
        assert after[move.label[:2]] == 1
        assert after.get("Hand1", 0) == (4 if move.label[1] == "2" else 0)


@pytest.mark.parametrize(("facing", "taken"), [({"c3": 2, "c4": 3}, 5), ({"c4": 3}, 0)])
def test_the_stricter_bao_takes_the_outer_hole_only_with_the_inner_one(facing, taken):
    start = lying("bao-kiarabu-2", {"d2": 1, **facing, "a4": 1})

    assert holes(played(start, "d2")).get("Hand1", 0) == taken


def test_six_openings_of_chungcajan_leave_one_shell_in_the_end_hole_and_the_seventh_goes_on():
    start = rules("sungka-1936").start()
    for n, hole in enumerate(("b1", "c1", "d1", "e1", "f1", "g1")):
        after = played(start, hole)
        south, _, ends = numbers("sungka-1936", after)
        assert (ends, south[n], after.mover) == ((1, 0), 1, 2)
    assert played(start, "h1").mover == 1


def test_a_last_shell_of_chungcajan_takes_the_opposite_shells_by_option_alone():
    holes_of = (0, 0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 5, 0, 0)
    option = "A last shell in an empty hole/Takes the opposite shells"

    assert numbers("sungka-1936", played(standing("sungka-1936", *holes_of), "e1"))[2] == (0, 0)
    start = standing("sungka-1936", *holes_of, (0, 0), option)
    assert numbers("sungka-1936", played(start, "e1"))[2] == (6, 0)
