"""`manage.py study`: what it prints, writes and stores, and how it goes on after being killed."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Clause, Game, Ruleset, Study
from games.study import BATCH, Design, Tally, count
from games.study.counting import counted
from games.study.executors import NoCluster, executor
from games.study.running import run
from games.studying import job
from tests.games.cast import PROJECT, RULESETS
from tests.processes import alive, own_database, running, wait_for, workers_of

pytestmark = pytest.mark.django_db
counted_alike = pytest.mark.sqlite  # PostgreSQL is asked where it is about what was stored


@pytest.fixture
def kar_ouk() -> Ruleset:
    """A stored ruleset with its clauses, whose games are short."""
    return stored("kar-ouk")


def stored(slug: str) -> Ruleset:
    about = json.loads((RULESETS / f"{slug}.json").read_text(encoding="utf-8"))
    game = Game.objects.create(slug=slug, name=slug)
    text = (RULESETS / f"{slug}.lud").read_text(encoding="utf-8")
    ruleset = Ruleset.objects.create(slug=slug, game=game, name=slug, kind="described", text=text)
    for position, clause in enumerate(about["clauses"]):
        Clause.objects.create(
            ruleset=ruleset,
            name=clause["name"],
            position=position,
            title=clause["title"],
            status=clause["status"],
        )
    return ruleset


def said(*arguments: object) -> tuple[str, str]:
    out, bar = StringIO(), StringIO()
    call_command("study", *map(str, arguments), stdout=out, stderr=bar)
    return out.getvalue(), bar.getvalue()


def refused(*arguments: object) -> str:
    with pytest.raises(CommandError) as caught:
        said(*arguments)
    return str(caught.value)


def design(ruleset: Ruleset, **keywords) -> Design:
    names = tuple(ruleset.clauses.values_list("name", flat=True))
    return Design(ruleset.text, clauses=names, **keywords)


# What it says


@counted_alike
def test_outcomes_and_clauses_are_printed_and_the_bar_fills(kar_ouk):
    printed, bar = said("kar-ouk", "--games", 120, "--jobs", 1)
    tally = count(design(kar_ouk), 0, 120)
    assert "kar-ouk (King's leap/To any free square): 120 games from seed 1" in printed
    won = f"{100 * tally.won(1) / 120:.2f} %"
    assert f"outcome: player 1 wins                           {won}" in printed
    assert "FirstCheckWins ends" in printed
    assert f"{'outcome: draw':48} 0.00 % (0.00 % to " in printed  # what never was, by its bounds
    assert "e-" not in printed
    assert "\r######" in bar
    assert "120 of 120 games" in bar


@counted_alike
def test_what_is_not_the_same_without_a_clause(kar_ouk):
    printed, _ = said("kar-ouk", "--games", 60, "--without", "FirstCheckWins", "--jobs", 1)
    differing = printed.partition("Differences, kar-ouk without FirstCheckWins")[2]
    assert "outcome: draw" in differing
    assert "0.00 % → 100.00 %" in differing
    assert "positions: CaptureByReplacement takes effect" in differing


@counted_alike
def test_what_is_not_the_same_with_another_option(kar_ouk):
    printed, _ = said("kar-ouk", "--games", 60, "--instead", "Sideways", "--jobs", 1)
    differing = printed.partition("Differences, kar-ouk (King's leap/Sideways):")[2]
    assert "games: KingLeapsSideways allows" in differing


def test_the_same_study_is_counted_once_and_csv_has_a_row_for_each_measure(kar_ouk, tmp_path):
    first, _ = said("kar-ouk", "--games", 60, "--jobs", 1)
    changed = Study.objects.get().changed
    again, bar = said("kar-ouk", "--games", 60, "--jobs", 1, "--out", tmp_path / "kar-ouk.csv")
    assert again == f"{first}written to {tmp_path / 'kar-ouk.csv'}\n"
    assert Study.objects.get().changed == changed
    assert "0 of 60" not in bar.replace("60 of 60", "")
    rows = list(csv.DictReader((tmp_path / "kar-ouk.csv").open(encoding="utf-8", newline="")))
    tally = count(design(kar_ouk), 0, 60)
    (leaps,) = [r for r in rows if (r["figure"], r["of"]) == ("positions", "KingLeaps")]
    shown = tally.clauses["KingLeaps", "allowed"]
    assert leaps["role"] == "allowed"
    assert int(leaps["count"]) == shown.count
    assert float(leaps["value"]) == pytest.approx(shown.count / tally.positions)
    assert 0 < float(leaps["low"]) < float(leaps["value"]) < float(leaps["high"]) < 1


@counted_alike
def test_json_says_what_anyone_needs_to_count_it_again_and_csv_how_they_differ(kar_ouk, tmp_path):
    file, table = tmp_path / "x.json", tmp_path / "x.csv"
    for out in (file, table):
        arguments = ("--games", 60, "--seed", 9, "--without", "KingLeaps", "--jobs", 1)
        said("kar-ouk", *arguments, "--out", out)
    content = json.loads(file.read_text(encoding="utf-8"))
    assert content["study"]["digest"] == kar_ouk.digest
    assert (content["study"]["seed"], content["study"]["games"]) == (9, 60)
    assert content["other"]["without"] == "KingLeaps"
    wanted = ["positions", "KingLeaps", "allowed"]
    (share,) = [d for d in content["differences"] if [d["figure"], d["of"], d["role"]] == wanted]
    assert share["other"]["value"] == 0
    assert share["more"]["value"] == -share["one"]["value"]
    assert share["clear"] is True
    rows = list(csv.DictReader(table.open(encoding="utf-8", newline="")))
    gone = [row for row in rows if row["of"] == "KingLeaps" and row["figure"] == "games"]
    assert [(row["other_value"], row["clear"]) for row in gone] == [("0.0", "1")]


# What it refuses


@pytest.mark.parametrize(
    ("name", "why"),
    [("missing/x.csv", "No such file or directory"), ("folder.json", "Is a directory")],
)
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_counted(
    kar_ouk, tmp_path, name, why
):
    (tmp_path / "folder.json").mkdir()
    out = tmp_path / name
    assert refused("kar-ouk", "--games", 60, "--out", out) == f"--out {out}: {why}"
    assert Study.objects.count() == 0


def test_a_study_that_is_refused_leaves_no_file_and_those_there_alone(kar_ouk, tmp_path):
    kept, new = tmp_path / "kept.csv", tmp_path / "new.csv"
    kept.write_text("kept", encoding="utf-8")
    for out in (kept, new):
        refused("kar-ouk", "--without", "Castling", "--out", out)
    assert kept.read_text(encoding="utf-8") == "kept"
    assert not new.exists()


def test_refusals_say_what_would_be_right(kar_ouk):
    told = "there is no ruleset 'chess'; name one as in its address, such as kar-ouk"
    assert told in refused("chess")
    assert "there is no clause 'Castling'; there are PlainBoard" in refused(
        "kar-ouk", "--without", "Castling"
    )
    assert "do not hold together without PlainBoard" in refused(
        "kar-ouk", "--without", "PlainBoard"
    )
    assert refused("kar-ouk", "--out", "x.xls").endswith("ends in .json or .csv")
    assert refused("kar-ouk", "--jobs", 0) == "--jobs is 0: write 1 or more"
    assert "0 games from seed 1" in refused("kar-ouk", "--games", 0)
    assert "seeds go from 0 to 2147483647" in refused("kar-ouk", "--seed", 2**31 - 5)
    assert Study.objects.exclude(done=0).count() == 0


@counted_alike
def test_a_cluster_that_does_not_answer_is_named(kar_ouk, settings):
    pytest.importorskip("distributed")
    settings.DASK_SCHEDULER = "tcp://127.0.0.1:9"
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in refused("kar-ouk", "--games", 5)


# What it stores


def test_a_changed_text_is_another_study(kar_ouk):
    said("kar-ouk", "--games", 5, "--jobs", 1)
    kar_ouk.text += "\n"
    kar_ouk.save()
    said("kar-ouk", "--games", 5, "--jobs", 1)
    assert Study.objects.count() == 2


def test_a_batch_of_a_slower_run_takes_nothing_back(kar_ouk):
    slow, fast = job(kar_ouk, 60, 1), job(kar_ouk, 60, 1)
    assert slow.study.pk == fast.study.pk
    with executor(1) as found:
        fast.run(found, lambda done: None)
    slow._keep(count(slow.design, 0, 20))
    assert Study.objects.get().done == 60


@counted_alike
def test_one_and_three_processes_count_the_same_also_where_another_run_ended(kar_ouk):
    asked, games = design(kar_ouk), BATCH + 130
    kept: list[int] = []
    progress: list[int] = []
    done = Tally.read(json.loads(json.dumps(count(asked, 0, BATCH).written())))
    with executor(3) as found:
        three = run(asked, games, found, keep=lambda tally: kept.append(tally.games))
        rest = run(asked, games, found, done=done, progress=progress.append)
    assert kept == [BATCH, games]
    assert progress[0] > BATCH
    here = count(asked, 0, games).written()
    assert three.written() == rest.written() == here


@counted_alike
def test_a_process_counts_by_what_it_was_given_and_compiles_nothing(kar_ouk):
    asked, other = design(kar_ouk), design(kar_ouk, without="KingLeaps")
    with executor(1, ready={asked: counted(other)}) as found:
        tally = found.submit(count, asked, 0, 20).result()
    assert tally == count(other, 0, 20) != count(asked, 0, 20)


# Killed


@pytest.mark.django_db(transaction=True)
def test_a_study_killed_goes_on_and_has_lost_at_most_a_batch(tmp_path):
    """kill -9 while batches are counted; what was stored stays, and the figures are the same."""
    ruleset = stored("ouk-chatrang")
    games = 3 * BATCH
    arguments = ["study", "ouk-chatrang", "--games", games, "--out", tmp_path / "found.json"]
    env = {**os.environ, "DATABASE_URL": own_database()}
    with running(arguments, env) as process:
        wait_for(lambda: Study.objects.filter(done__gte=BATCH).exists())
        workers = workers_of(process.pid)
        os.kill(process.pid, signal.SIGKILL)
    before = Study.objects.get().done
    assert BATCH <= before < games
    assert before % BATCH == 0
    wait_for(lambda: not any(map(alive, workers)), 15)

    out = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=PROJECT, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert f"{before} of {games} games" in out.stderr
    assert f"\r{'.' * 40} 0 of" not in out.stderr
    study = Study.objects.get()
    assert study.done == games
    assert study.tally == json.loads(json.dumps(count(design(ruleset), 0, games).written()))


# Dask


def test_without_dask_the_setting_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster, match="pip install dask"), executor(1, "tcp://127.0.0.1:8786"):
        pass
