"""More work for benchmarks/kill.py: games by link, studies, restores, costly calls."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.kill_site import Site
from benchmarks.kill_work import FORM, PAUSE, REDIRECT, Person, Work
from benchmarks.measuring import ROOT

RULES = "kar-ouk"
GAMES = 1500
KNIGHTS = ("b1-c3", "b8-c6", "c3-b1", "c6-b8")  # out and home again
LONGEST = 200  # moves of a game
OK, CONFLICT = 200, 409
TABLES = ("evidence_evidence", "games_game", "evidence_revision")


class Games(Work):
    """Games by link: each answered move stands, in its place, once."""

    def piece(self, number: int) -> None:
        """Begin a game, and play it."""
        from games.between import Opening, begin
        from games.models import Ruleset

        game = begin(Ruleset.objects.get(slug="shodra"), [], Opening(1))
        known = 0
        while known < LONGEST and not self.over.is_set():
            with self.asked():
                known = self._moved((game.first_key, game.second_key)[known % 2], known)
            game.refresh_from_db()
            stands, due = len(game.moves), known
            if stands not in (due, due + 1) or game.moves != _shuffled(stands):
                self.wrong.append(f"{stands} moves stand, {due} were acknowledged: {game.moves}")
                return
            known = stands

    def _moved(self, key: str, ply: int) -> int:
        said = {"deed": "move", "ply": ply, "move": KNIGHTS[ply % 4]}
        body = urllib.parse.urlencode(said).encode()
        answer = self.site.ask("POST", f"/between/{key}/act/", body, {"Content-Type": FORM})
        if not self.acknowledged(answer, OK, CONFLICT):
            return ply
        return int(json.loads(answer.text)["state"]["ply"])


def _shuffled(number: int) -> list[str]:
    return [KNIGHTS[ply % 4] for ply in range(number)]


class Studies(Work):
    """Studies asked for on a page: each is counted, and as without any interruption."""

    def piece(self, number: int) -> None:
        """Ask for a study, and wait for it."""
        from games.models import Study
        from jobs.models import Job

        page, seed = f"/rulesets/{RULES}/study/", 1 + number
        study = Study.objects.filter(ruleset__slug=RULES, seed=seed, games=GAMES)
        asked = 0
        while not study.filter(done=GAMES).exists():
            if asked and not Job.objects.filter(pk=asked).exists():
                self.wrong.append(f"job {asked} was acknowledged and is gone")
                return
            if Job.objects.filter(page=page, state__in=Job.OPEN).exists():
                time.sleep(PAUSE)
                continue
            self.given_up(page)
            with self.asked():
                answer = self.author.post(f"{page}start/", games=GAMES, seed=seed, without="")
                if self.acknowledged(answer, REDIRECT):
                    asked = int(answer.location.partition("job=")[2].partition("#")[0])

    def recounted(self) -> None:
        """Count each study here, and compare."""
        from games.models import Study
        from games.study import count
        from games.studying import job

        for study in Study.objects.filter(ruleset__slug=RULES, games=GAMES, done=GAMES):
            design = job(study.ruleset, GAMES, study.seed).design
            if study.tally != json.loads(json.dumps(count(design, 0, GAMES).written())):
                self.wrong.append(f"the study from seed {study.seed} is not what is counted here")


class Restores(Work):
    """`import_corpus` into empty databases: all of it is there, or nothing."""

    def __init__(
        self, site: Site, people: tuple[Person, Person], empty: Callable[[], str], archive: Path
    ) -> None:
        super().__init__(site, people)
        self.empty, self.archive = empty, archive
        self.whole = counts(site.env["DATABASE_URL"])  # rows of the archive
        self.process: subprocess.Popen[bytes] | None = None

    def piece(self, number: int) -> None:
        """Restore into a new database, as often as it is killed, and write the same again."""
        url = self.empty()
        while (code := self._command(url, "import_corpus", self.archive)) != 0:
            if code > 0:
                self.wrong.append(f"import_corpus ended with {code}")
                return
            self.done["killed"] += 1
            if (rows := counts(url)) == self.whole:
                break  # killed when all was done
            if any(rows):
                self.wrong.append(f"a restore that was killed has left rows: {rows}")
        again = self.archive.with_name("again.zip")
        while self._command(url, "export_corpus", again) != 0:
            self.done["killed"] += 1
        if again.read_bytes() != self.archive.read_bytes():
            self.wrong.append("what was restored is written as another archive")
        time.sleep(PAUSE)

    def _command(self, url: str, name: str, file: Path) -> int:
        command = [sys.executable, "manage.py", name, str(file)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env={**self.site.env, "DATABASE_URL": url},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return self.process.wait()


class Costly(Work):
    """Comparisons of rules, which processes of their own do."""

    def piece(self, number: int) -> None:
        """Compare two rulesets; while a process is missing the answer may be 503."""
        with self.asked():
            answer = self.site.ask("GET", f"/compare/?a=ouk-chatrang&b={RULES}&ply={number % 9}")
            self.acknowledged(answer, OK)
        time.sleep(5 * PAUSE)


def counts(url: str) -> list[int]:
    """How many rows of a corpus a database has."""
    statements = [f"SELECT count(*) FROM {table}" for table in TABLES]
    connection: Any
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    else:
        connection = postgresql(url)
    with contextlib.closing(connection):
        return [int(connection.execute(each).fetchone()[0]) for each in statements]


def postgresql(url: str) -> Any:
    """A connection to the PostgreSQL database of a DATABASE_URL."""
    import psycopg

    from config.environment import read_database_url

    said = read_database_url("DATABASE_URL", url)
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    given = {ours: said[name] for ours, name in names.items() if said.get(name)}
    return psycopg.connect(dbname=said["NAME"], autocommit=True, **given)


def empty_databases(url: str, folder: Path) -> Callable[[], str]:
    """A function that makes an empty database, with its tables, and gives its address."""
    if url.startswith("sqlite"):
        template = folder / "empty.sqlite3"
        _migrate(f"sqlite:///{template}")
        made = folder / "restored.sqlite3"

        def copied() -> str:
            for ending in ("-wal", "-shm"):
                Path(f"{made}{ending}").unlink(missing_ok=True)
            shutil.copy(template, made)
            return f"sqlite:///{made}"

        return copied

    server = url.rpartition("/")[0]

    def statement(text: str) -> None:
        with contextlib.closing(postgresql(f"{server}/postgres")) as connection:
            connection.execute(text)

    statement("CREATE DATABASE empty")
    _migrate(f"{server}/empty")

    def created() -> str:
        statement("DROP DATABASE IF EXISTS restored WITH (FORCE)")
        statement("CREATE DATABASE restored TEMPLATE empty")
        return f"{server}/restored"

    return created


def _migrate(url: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": url}, check=True)
