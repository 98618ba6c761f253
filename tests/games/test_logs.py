"""Games as text: written by hand, read, replayed, and written again to the very same text."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.match_logs import read_log, slug_of, store_log, text_of
from games.matches.errors import LogError
from games.matches.log import Log, parse, read, write
from games.matches.sheet import MOST_PLIES
from games.models import Match
from games.play import Rules
from games.play.setups import begun_from
from games.rules_cache import rules_for
from tests.games.families import first as shipped
from tests.pages.conftest import RULES, stored

LOGS = Path(__file__).parent.parent / "samples" / "logs"
GOOD = sorted((LOGS / "good").glob("*.txt"))
BAD = sorted((LOGS / "bad").glob("*.txt"))
DAVIDSON = LOGS / "good" / "davidson-king-taken.txt"
SLUGS = sorted(path.stem for path in RULES.glob("*.json"))


def run(command: str, *arguments: str) -> str:
    said = StringIO()
    call_command(command, *arguments, stdout=said)
    return said.getvalue()


def recorded(slug: str) -> list[dict[str, Any]]:
    told = json.loads((RULES / f"{slug}.json").read_text())
    return [told | {"match": match} for match in told["matches"]]


@pytest.mark.django_db
def test_a_log_written_by_hand_comes_out_as_it_went_in() -> None:
    stored("chaturanga-davidson")
    assert "created a-knight-takes-the-king-" in run("import_log", str(DAVIDSON))
    match = Match.objects.get()
    assert match.moves[5:8] == ["b4-c2", "d1-c2", "d7-d6"]
    assert match.annotations["6"] == "The knight takes a pawn\nand cannot get away again."
    assert run("export_log", match.slug) == DAVIDSON.read_text()


@pytest.mark.django_db
@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_every_good_log_is_written_as_it_is_read(path: Path) -> None:
    stored("chaturanga-davidson")
    match, action = store_log(*read_log(path.read_text()))
    assert action == "created"
    match.refresh_from_db()
    assert text_of(match) == path.read_text()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_recorded_game_of_the_corpus_is_written_and_read(slug: str) -> None:
    games = recorded(slug)
    assert games
    for told in games:
        match = told["match"]
        setup = match.get("setup", "")
        rules = begun_from(shipped(slug, *match["options"]), setup)
        sheet = [f'[Ruleset "{slug}"]', *(f'[Option "{each}"]' for each in match["options"])]
        sheet += [f'[Setup "{setup}"]'] if setup else []
        log = read(parse("\n".join([*sheet, ""])), rules, told["pieces"], "0" * 64)
        log.moves.extend(match["moves"])
        written = write(log, rules, told["pieces"])
        again = read(parse(written), rules, told["pieces"], "0" * 64)
        assert again.moves == match["moves"]
        assert write(again, rules, told["pieces"]) == written


@pytest.mark.django_db
def test_a_game_from_a_position_set_up_has_another_address_than_from_the_opening() -> None:
    stored("chaturanga-davidson")
    ruleset, log = read_log((LOGS / "good" / "davidson-set-up.txt").read_text())
    assert log.setup == "2;d1:King1;h3:Pawn2;a6:Pawn1;e8:King2"
    assert slug_of(log) != slug_of(replace(log, setup=""))
    match, _ = store_log(ruleset, log)
    assert (match.result, match.setup) == ("open", log.setup)
    assert store_log(ruleset, log) == (match, "unchanged")


@pytest.mark.django_db
def test_importing_again_changes_nothing_and_what_is_said_anew_is_changed(tmp_path: Path) -> None:
    stored("chaturanga-davidson")
    run("import_log", str(DAVIDSON))
    assert "unchanged" in run("import_log", str(DAVIDSON))
    other = tmp_path / "other.txt"
    other.write_text(DAVIDSON.read_text().replace("does not listen", "thinks of the rook"))
    assert ": changed " in run("import_log", str(other))
    assert Match.objects.get().annotations["12"] == "Black thinks of the rook."


@pytest.mark.django_db
def test_where_one_file_is_wrong_none_is_stored() -> None:
    stored("chaturanga-davidson")
    with pytest.raises(CommandError, match="illegal"):
        run("import_log", str(DAVIDSON), str(LOGS / "bad" / "illegal.txt"))
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_dry_run_stores_nothing() -> None:
    stored("chaturanga-davidson")
    assert "created" in run("import_log", "--dry-run", str(DAVIDSON))
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_clauses_show_up_where_the_game_says() -> None:
    stored("chaturanga-davidson")
    match, _ = store_log(*read_log(DAVIDSON.read_text()))
    first = {(each.clause.name, each.role): each.ply for each in match.moments.all()}
    assert first["KnightLeaps", "allowed"] == 2
    assert first["AttackIsAnnounced", "effect"] == 11
    assert first["KingTakenWins", "ended"] == 13


@pytest.mark.django_db
def test_a_game_is_written_by_the_text_that_it_was_played_by() -> None:
    ruleset = stored("chaturanga-davidson")
    match, _ = store_log(*read_log(DAVIDSON.read_text()))
    ruleset.text = ruleset.text.replace('"King', '"Rajah').replace('"RajahSteps', '"KingSteps')
    ruleset.pieces = {**ruleset.pieces, "Rajah": {"letter": "J"}}
    ruleset.save()
    match = Match.objects.get(pk=match.pk)
    assert "Rajah" in str(rules_for(ruleset).start())
    assert text_of(match) == DAVIDSON.read_text()
    assert store_log(*read_log(DAVIDSON.read_text()))[1] == "unchanged"


@pytest.mark.django_db
@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_is_wrong_with_a_log_is_said_with_its_line(path: Path) -> None:
    stored("chaturanga-davidson")
    text, expected = path.read_text().split("=== refused with\n")
    with pytest.raises(LogError) as refused:
        read_log(text)
    assert str(refused.value) == expected.strip()


def test_there_are_bad_logs() -> None:
    assert len(BAD) >= 12


def test_a_log_may_not_be_longer_than_games_are() -> None:
    lines = ['[Ruleset "shodra"]', *(["pass"] * (MOST_PLIES + 1))]
    with pytest.raises(LogError, match=f"line {MOST_PLIES + 2}: .* after ply {MOST_PLIES}"):
        parse("\n".join(lines))
    with pytest.raises(LogError, match="characters: 200,000 at most"):
        parse("/" * 200_001)


def test_numbers_blanks_and_order_of_headers_do_not_matter() -> None:
    rules = shipped("chaturanga-davidson")
    pieces = json.loads((RULES / "chaturanga-davidson.json").read_text())["pieces"]
    loose = '[Title "x"]\r\n\r\n[Ruleset "chaturanga-davidson"]\n  e2-e3\n1...   p e7-e6//why\n'
    log = read(parse(loose), rules, pieces, "0" * 64)
    assert (log.moves, log.annotations) == (["e2-e3", "e7-e6"], {2: "why"})


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)


@given(
    WORDS, WORDS, WORDS, WORDS, st.dictionaries(st.integers(0, 3), WORDS.filter(str.strip)),
    st.sampled_from(["", "draw agreed", "first resigns"]),
)  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_whatever_is_told_of_a_game_is_read_again_from_its_log(
    title: str, player: str, date: str, note: str, said: dict[int, str], ending: str
) -> None:
    rules, pieces = davidson()
    log = Log(
        "chaturanga-davidson", "0" * 64, ["e2-e3", "e7-e6", "b1-c3"], title=title,
        players=(player, player), date=date, note=note, ending=ending, annotations=said,
    )  # fmt: skip
    again = read(parse(write(log, rules, pieces)), rules, pieces, "0" * 64)
    assert (again.moves, again.ending) == (log.moves, ending)
    assert again.title == " ".join(title.splitlines())
    assert again.players == (" ".join(player.splitlines()),) * 2
    assert lines(again.note) == lines(note)
    assert {ply: lines(text) for ply, text in again.annotations.items()} == {
        ply: lines(text) for ply, text in said.items()
    }
    text = write(again, rules, pieces)
    assert write(read(parse(text), rules, pieces, "0" * 64), rules, pieces) == text


@cache
def davidson() -> tuple[Rules, dict[str, Any]]:
    told = json.loads((RULES / "chaturanga-davidson.json").read_text())
    return shipped("chaturanga-davidson"), told["pieces"]


def lines(text: str) -> list[str]:
    """What is said, line by line, but for blanks around it."""
    return [line.strip() for line in text.strip().splitlines()]


def test_pieces_without_letters_are_given_some() -> None:
    rules = shipped("chaturanga-davidson")
    log = read(parse('[Ruleset "x"]\nK b1-c3\n'), rules, {"King": {"letter": "N"}}, "0" * 64)
    assert log.moves == ["b1-c3"]
