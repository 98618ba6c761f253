"""The mancala rulesets: counts of moves, and that counters only wander."""

from __future__ import annotations

import pytest

from tests.games.families import PATHS, about
from tests.games.sowing import counters, rules

SLUGS = sorted(slug for slug, path in PATHS.items() if path.parent.name == "sow")

# Sequences of moves from the opening as an independent recount has them; the published library has
# the same for oware, um el-bagara and adji-boto, whose ten plies of opening take nothing.
COUNTS = [
    ("oware", (), [6, 36, 190, 1014]),
    *(
        ("oware", (f"Taking all that the enemy has/{other}",), [6, 36, 190, 1014])
        for other in ("Takes nothing", "Takes all", "Leaves the last hole")
    ),
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


@pytest.mark.parametrize(("slug", "options", "counts"), COUNTS)
def test_a_ruleset_has_as_many_games_as_were_counted_by_others(slug, options, counts):
    found = rules(slug, *options)

    assert [found.perft(n) for n in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("slug", SLUGS)
def test_no_counter_is_lost_or_found_in_a_recorded_game(slug):
    match = about(slug)["matches"][0]
    position = rules(slug, *match["options"]).start()
    total = counters(position)
    for move in match["moves"]:
        position = position.play(move)
        assert counters(position) == total
