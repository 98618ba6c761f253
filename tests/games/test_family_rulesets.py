"""The rulesets of families: their texts, their clauses in recorded games, and counts of moves."""

from __future__ import annotations

import re
from itertools import zip_longest

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.machine import Machine
from games.ludemes import RulesError
from games.ludemes.denials import never_shown
from games.play import load
from games.play.interface import SECOND
from games.play.setups import begun_from
from games.play.showing import shown
from tests.engine.machines import quick
from tests.games.families import (
    BOTH,
    PATHS,
    SECOND_ALONE,
    about,
    is_no_step,
    may_promote,
    rules,
    text,
    trusted,
    turns,
)

FETLAR = (
    "Middle and corners/The king’s alone",
    "The king in captures/Armed",
    "Taking the king/Always by four",
    "Where the king escapes/In a corner",
)
ENDS = "The middle line/With a point at each end"
# Sequences of moves from the opening, as they were counted independently of both designs; those of
# yoté in the second row and of the games that go by single leaps are the published library's.
COUNTS = [
    ("tablut-linnaeus", (), [80, 4400, 353200]),
    ("tablut-linnaeus", ("Who begins/Swedes",), [56, 4408, 251856]),
    ("tablut-smith", (), [80, 4400, 353200]),
    ("tawlbwrdd-1587", (), [124, 7276]),
    ("tawlbwrdd-1587", ("The twelve men/In a cross",), [128, 12992]),
    ("brandub-ballinderry", (), [40, 960, 39512]),
    ("hnefatafl-eleven", (), [124, 7276]),
    ("hnefatafl-eleven", FETLAR, [116, 6788, 806344]),
    ("cercar-la-liebre-1283", (), [8, 40, 522, 2268, 34586]),
    ("cercar-la-liebre-1283", ("Who begins/The hare",), [5, 49, 220, 3093]),
    ("fox-and-geese-strutt", (), [5, 83, 384, 6683]),
    ("fox-and-geese-strutt", ("Diagonal lines/None",), [3, 25, 82, 973]),
    ("fox-and-geese-thirteen", (), [20, 247, 955]),
    ("fox-and-geese-thirteen", ("Where the fox begins/In the middle",), [5, 63, 300, 4743]),
    (
        "fox-and-geese-thirteen",
        ("Where the fox begins/In the middle", "Diagonal lines/None"),
        [3, 19, 64, 691],
    ),
    ("manu-culin", (), [20, 247, 955]),
    ("baghchal-hora", (), [21, 252, 5052, 68204]),
    # The first pair may be set in any two of twenty holes: 190 ways, each in two orders.
    ("seega-lane", (), [20, 380, 6840]),
    ("draughts-polish", (), [9, 81, 658, 4265]),
    # The published library lets a chain go on in the same direction: 327 and 1418. Montgomery
    # has a man change direction with each capture.
    ("fanorona-montgomery", (), [5, 17, 64, 337, 1496]),
    ("shax-marin", (), [24, 552, 12144]),
    # Every point, or a pass; four stones stand beforehand where stones are counted.
    ("go-territory", (), [362]),
    ("go-stones", (), [358]),
    ("peg-solitaire-33", (), [4, 12, 60, 400, 2960, 24600]),
    (
        "peg-solitaire-37",
        ("The first hole/Lies second from the top",),
        [3, 12, 78, 644, 5878, 59130],
    ),
    ("mu-torere-best", (), [2, 2, 2, 8, 8, 12, 34]),
    (
        "mu-torere-best",
        ("Moving to the pūtahi only beside an enemy/Always",),
        [2, 2, 2, 6, 8, 12, 28],
    ),
    ("mu-torere-best", ("Moving to the pūtahi only beside an enemy/Never",), [4, 2, 2, 8]),
    # 25 · 24 · 23 entries, 1840 steps and 60 leaps along ranks and files; 36 more go diagonally.
    ("yote-beart", (), [25, 600, 15700]),
    ("yote-beart", ("Leaps/Diagonally too",), [25, 600, 15736]),
    ("konane-papamu", (), [3, 8, 16]),
    ("konane-papamu", ("Places/Eight by eight",), [4, 12, 28, 164]),
    ("konane-papamu", ("Places/Ten by ten",), [4, 12, 28, 164]),
    ("alquerque-de-nueve-1283", (), [24, 552, 12144, 255024]),
    ("nine-mens-morris-modern", (), [24, 552, 12144, 255024]),
    ("alquerque-de-tres-1283", (), [9, 72, 504, 3024, 15120, 54720]),
    ("terni-lapilli-ovid", (), [9, 72, 504, 3024, 15120, 54720, 199296, 705312]),
    ("draughts-english", (), [7, 49, 302, 1469, 7361, 36768]),
    ("meurimueng-rimueng-peuet-ploh", (), [4, 9, 42, 290]),
    ("shatranj", (), [16, 256, 4176, 68122]),
    ("european-early", (), [16, 256, 4176, 68122]),
    ("chaturanga-composed", (), [12, 144, 1956, 26570]),
    ("chaturanga-composed", ("Gaja/Leaps diagonally",), [16, 256, 4176, 68122]),
    ("chaturanga-composed", ("Gaja/Leaps straight",), [14, 196, 2912, 43266]),
    ("chaturanga-composed", ("Gaja/Steps diagonally",), [12, 144, 1932, 25922]),
    ("shatranj-at-tamma", (), [25, 625, 16175]),
    ("shatranj-at-tamma", ("Baidaqs/On the second rank",), [18, 324, 6066]),
    ("shatranj-rumi", (), [1, 1, 1, 1, 19, 363, 7163]),
    ("chaturanga-manasollasa", (), [16, 256, 4096, 65538]),
    ("chaturanga-manasollasa", ("Elephants/Slide",), [14, 196, 2870, 42026]),
    ("courier", (), [26, 678, 18406]),
    ("courier", ("Opening/Before 1600, by single steps",), [20, 400, 8500]),
    ("heian-shogi", (), [22, 484, 10296]),
    ("heian-shogi", ("Board/Nine by nine",), [26, 676, 17108]),
    ("xiangqi", (), [44, 1920, 79666]),
    ("acedrex-1283", (), [27, 729, 19230]),
    ("acedrex-1283", ("First move of the alferza/Diagonally only",), [26, 676, 17218]),
    ("acedrex-1283", ("Double step/Never",), [19, 361]),
    ("acedrex-1283", ("First move of the alferza/A step like any other",), [24, 576, 13638]),
    ("grande-acedrex", (), [59, 3481]),
    ("grande-acedrex", ("Leon/Straight only",), [57, 3249]),
    ("chandaraki-1775", (), [20, 400, 6662, 110569]),
    ("scachs-damor", (), [20, 400, 9002]),
    ("buddhibala-nilakantha", (), [16, 256, 4176]),
    ("kridakausalya-1871", (), [12, 144, 2124]),
    ("kridakausalya-1871", ("Rajas/Face to face",), [12, 144, 2124]),
    ("persian-queen-1877", (), [1, 1, 22, 482]),
    ("persian-queen-1877", ("Leap of the king/Never",), [1, 1, 20, 400, 8722]),
    ("chess-1497", (), [25, 625, 16501]),
    ("shatranj-al-husun", (), [23, 529, 12949]),
    ("shatranj-al-husun", ("Baidaqs/On the second rank",), [18, 324, 6210]),
    ("sho-shogi-1694", (), [26, 676, 17342]),
    ("chaturanga-al-adli", (), [14, 196, 2870, 42026]),
    ("chaturanga-al-adli", ("Beside the elephants/Rukhs",), [14, 196, 3094, 48840]),
    ("janggi-1895", (), [31, 961, 30353]),
    ("janggi-1895", ("Passing/At will",), [32, 1024]),
    ("shatar", (), [1, 1, 20, 400, 8426]),
    ("shatranj-al-kabir", (), [24, 576, 14518]),
    # To promote or not is a ply of its own: those of whole turns are below.
    ("shogi", (), [30, 900, 25440]),
    ("chess-modern", (), [20, 400, 8902]),
    ("makruk-modern", (), [23, 529, 12012]),
    # Five kinds of men, each on any of the twenty squares behind the foot.
    ("sittuyin-cox", (), [100, 10000]),
    # Of them chariots only on the first rank: 4 · 20 + 8.
    ("sittuyin-colston", (), [88, 7744]),
    ("choko-parker", (), [25, 600, 15700]),
    ("hat-diviyan-keliya", (), [10, 90, 258, 2082, 5836]),
    ("kolowis-awithlaknannai", (), [3, 7, 21, 104, 556]),
    ("kolowis-awithlaknannai", ("Capture/Is forced",), [3, 4, 9, 23, 76]),
    ("kolowis-awithlaknannai", (ENDS,), [3, 7, 21, 104, 556]),
    ("kolowis-awithlaknannai", (ENDS, "Capture/Is forced"), [3, 4, 9, 23, 76]),
    ("latrunculi-schaedler-1994", (), [64, 4032]),
    ("nei-pat-kono-culin", (), [4, 16]),
    ("o-pat-kono-culin", (), [8, 62]),
    ("alea-evangelii-composed", (), [220]),
    ("alea-evangelii-composed", ("Who begins/The attackers",), [560]),
    # Non-captures stay legal beside captures: as in English draughts only to the second row.
    ("draughts-fierges", (), [7, 49, 379]),
    ("draughts-fierges", ("Capture/Is forced",), [7, 49, 302]),
    ("senterej-pankhurst", (), [16, 256]),
    # Sixteen moves of foot soldiers, four of horses, three leaps of the ratu.
    ("chatur-raffles", (), [23, 529]),
    ("batak-oefele", (), [23, 529]),
    ("mig-mang-17", (), [278]),
    ("asante-rows-1817", (), [24, 552]),
    ("heian-dai-shogi", (), [29, 841]),
    ("heian-dai-shogi", ("The flying dragon/Leaps to the second square",), [31, 961]),
    # Each of 33 free points, and twelve steps of the tigers, or leaps where a goat is beside one.
    ("main-rimau-skeat", (), [33, 396]),
    ("komikan-matus", (), [4, 20, 75, 450]),
    ("komikan-matus", ("The dogs/Go any way",), [4, 44]),
    ("huli-mane-vasantha", (), [9, 27, 219, 661, 4737]),
]
BY_TURNS = [
    ("alquerque-doce-1283", (), [4, 8, 33, 219, 1537], is_no_step),
    ("alquerque-doce-1283", ("Capture/Is forced",), [4, 5, 6, 14, 37, 194], is_no_step),
    (
        "cercar-la-liebre-1283",
        ("Leaps of the hare/As many as it can",),
        [8, 40, 522, 2316],
        is_no_step,
    ),
    ("konane-papamu", (), [3, 8, 16, 92, 512], is_no_step),
    ("konane-papamu", ("Places/Eight by eight",), [4, 12, 28, 172, 892], is_no_step),
    ("konane-papamu", ("Places/Ten by ten",), [4, 12, 28, 172], is_no_step),
    ("mughal-pathan-1933", (), [9, 69, 783], is_no_step),
    ("draughts-polish", (), [9, 81, 658], is_no_step),
    ("sho-shogi-1694", (), [26, 676, 17368], may_promote),
    ("shogi", (), [30, 900, 25470], may_promote),
]
# So many are counted faster by the build that also plays for pages than another is compiled.
MANY = 100_000
# More than the limits for strangers let be counted.
LARGE = {"xiangqi"}
slugs = pytest.mark.parametrize("slug", PATHS)


@pytest.mark.parametrize(("slug", "options", "counts"), COUNTS)
def test_a_ruleset_has_as_many_games_as_were_counted_by_others(slug, options, counts):
    found = (trusted if slug in LARGE else rules)(slug, *options)
    made = found if max(counts) > MANY else found.start()
    assert [made.perft(n) for n in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("slug", "options", "counts", "may_go_on"), BY_TURNS)
def test_a_ruleset_has_as_many_games_of_whole_turns_as_were_counted_by_others(
    slug, options, counts, may_go_on
):
    start = rules(slug, *options).start()

    assert [turns(start, n, may_go_on) for n in range(1, len(counts) + 1)] == counts


# From more positions than these no further ply is counted; where the second design takes a minute
# for all games of three plies, it is asked of the third after some of the first moves.
ENOUGH = 2_000
SLOW = {"xiangqi"}
# What the first design is shown to count above need not be counted by it once more.
COUNTED = {slug: counts for slug, options, counts in COUNTS if not options}


def each_with_something_new(slugs: list[str]) -> list[str]:
    """Each ruleset with a form of the language that none before it has."""
    seen: set[str] = set()
    found = []
    for slug in slugs:
        forms = set(re.findall(r"\(\w+(?: [A-Z]\w+)?", text(slug)))
        if not forms <= seen:
            found.append(slug)
        seen |= forms
    return found


# Forms that both designs play alike in one ruleset they play alike in the others.
@pytest.mark.parametrize("slug", each_with_something_new(BOTH))
def test_both_designs_of_the_engine_play_it_alike(slug):
    machine = quick(compile_typed(read_and_bind(text(slug), strict=True).root))
    machine.start()
    deepest = 2 if slug in SLOW else 3
    counts = COUNTED.get(slug, [])[:deepest]
    while len(counts) < deepest and max(counts, default=1) < ENOUGH:
        counts.append(rules(slug).start().perft(len(counts) + 1))
    for depth, count in enumerate(counts, 1):
        assert machine.call("leaves", depth) == count
        if count > ENOUGH:
            break
    if slug in SLOW:
        both_go_on_alike_after_some_first_moves(slug, machine)


def both_go_on_alike_after_some_first_moves(slug: str, machine: Machine) -> None:
    start, sites = rules(slug).start(), rules(slug).site_names
    for number in range(0, 44, 22):
        machine.start()
        move = machine.legal_moves()[number]
        machine.play(move)
        after = start.play(f"{sites[move.frm]}-{sites[move.to]}")

        assert machine.call("leaves", 2) == after.perft(2)


@pytest.mark.parametrize("slug", SECOND_ALONE)
def test_what_the_first_design_refuses_the_second_plays(slug):
    with pytest.raises(RulesError):
        load(text(slug))

    assert rules(slug).design == SECOND  # whose texts bind without a fault


@slugs
def test_every_option_can_be_chosen(slug):
    for chosen in chosen_together(rules(slug).others):
        other = rules(slug, *chosen)
        start = other.start()
        assert set(chosen) <= set(other.chosen)
        if start.needs_throw:
            start = start.with_throw((0,) * len(other.engine_manifest.dice))
        assert list(start.legal_moves)


def chosen_together(options: list[str]) -> list[list[str]]:
    """All items in as few lists as possible, each with at most one item of every option."""
    items: dict[str, list[str]] = {}
    for each in options:
        items.setdefault(each.partition("/")[0], []).append(each)
    return [[each for each in some if each] for some in zip_longest(*items.values())]


@slugs
def test_every_clause_is_a_definition_and_shows_up_in_a_recorded_game(slug):
    names = {clause["name"] for clause in about(slug)["clauses"]}
    seen = set()
    for match in about(slug)["matches"]:
        begun = begun_from(rules(slug, *match["options"]), match.get("setup", ""))
        plies = shown(begun, match["moves"])
        for moment in match["moments"]:
            assert (moment["clause"], moment["role"]) in plies[moment["ply"]]
            seen.add(moment["clause"])

    assert names <= set(rules(slug).expansion.definitions)
    assert names - seen == names & never_shown(rules(slug).expansion)


def test_no_count_of_pieces_by_name_finds_others_whose_names_hold_that_name():
    for slug in PATHS:
        names = set(re.findall(r'\(piece "(\w+)" (?:Each|P\d|Shared)', text(slug)))
        counted = set(re.findall(r'\((?:no|count) Pieces \S+ "(\w+)"', text(slug)))
        wrong = [(one, all_) for one in counted for all_ in names - {one} if one in all_]
        assert not wrong, slug


def test_what_is_not_attested_says_why():
    for slug in PATHS:
        for clause in about(slug)["clauses"]:
            stated = clause["status"] == "attested"
            assert clause["citations"] if stated else clause["reason"], (slug, clause["name"])
