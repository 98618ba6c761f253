"""The token of the site: every write that may show renews it with its commit, nothing else does."""

from __future__ import annotations

import re
from threading import Thread

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from config.databases.writes import NEVER_CACHED, READING, TABLE, WRITING
from evidence.bulk import insert
from games.models import Game, GameAlias, Ruleset, Study

pytestmark = pytest.mark.django_db(transaction=True)

WRITES = {
    "save": lambda game: game.save(),
    "save_fields": lambda game: game.save(update_fields=["origin"]),
    "create": lambda game: Game.objects.create(slug="b", name="B"),
    "update": lambda game: Game.objects.update(name="C"),
    "bulk_create": lambda game: GameAlias.objects.bulk_create([GameAlias(game=game, name="x")]),
    "bulk_update": lambda game: Game.objects.bulk_update([game], ["name"]),
    "delete": lambda game: game.delete(),
    "delete of many": lambda game: Game.objects.all().delete(),
    "raw SQL": lambda game: raw("UPDATE games_game SET name = 'D'"),
    "raw SQL in lower case": lambda game: raw("  update games_game set name = 'D'"),
    "many rows": lambda game: many("UPDATE games_game SET name = %s", [["E"], ["F"]]),
    "past Django's cursor": lambda game: insert(GameAlias, ("name", "game_id"), [["x", game.pk]]),
}


def raw(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)


def many(sql, rows):
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)


@pytest.fixture
def game():
    return Game.objects.create(slug="a", name="A")


def elsewhere(do=None):
    """The token, or what `do` gives, on another connection."""
    found = []

    def ask():
        try:
            found.append(do() if do else connection.site_version())
        finally:
            connection.close()

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    return found[0]


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_write_outside_a_transaction_is_seen_by_other_processes(game, write):
    before = elsewhere()
    assert before
    write(game)
    assert elsewhere() not in ("", before)
    assert elsewhere() == connection.site_version()


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_write_in_a_transaction_is_seen_with_its_commit_and_not_before(game, write):
    before = elsewhere()
    with transaction.atomic():
        write(game)
        assert elsewhere() == before
    assert elsewhere() != before


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_what_is_rolled_back_leaves_the_token_as_it_was(game, write):
    before = elsewhere()
    with transaction.atomic():
        write(game)
        assert connection.site_version() != before
        transaction.set_rollback(True)
    assert connection.site_version() == elsewhere() == before


def test_a_token_that_a_savepoint_took_with_it_is_made_again(game):
    before = connection.site_version()
    with transaction.atomic():
        game.save()
        with transaction.atomic():
            connection.site_version()
            transaction.set_rollback(True)
        assert connection.site_version() != before
    assert elsewhere() != before


def test_what_a_savepoint_took_back_leaves_the_token_as_it_was(game):
    with transaction.atomic():
        game.save()
        before = connection.site_version()
        with transaction.atomic():
            game.save()
            assert connection.site_version() != before
            transaction.set_rollback(True)
        assert connection.site_version() == before
    assert elsewhere() != before


def test_a_write_that_fails_leaves_the_connection_usable(game):
    before = connection.site_version()
    with pytest.raises(Exception, match=r"(?i)unique"):
        Game.objects.create(slug="a", name="another")
    assert connection.site_version() == before
    game.save()
    assert connection.site_version() != before


def test_reading_and_what_nobody_sees_renew_nothing(game):
    before = connection.site_version()
    list(Game.objects.all())
    with transaction.atomic():
        list(Game.objects.select_for_update())
    Session.objects.create(session_key="s", session_data="", expire_date=timezone.now())
    Session.objects.all().delete()
    assert connection.site_version() == before


def test_a_write_that_finds_no_row_renews_nothing(game):
    before = elsewhere()
    Game.objects.filter(slug="nobody-plays-it").update(name="No one")
    Game.objects.filter(slug="nobody-plays-it").delete()
    with transaction.atomic():
        Game.objects.filter(slug="nobody-plays-it").update(name="No one")
    assert elsewhere() == before
    Game.objects.filter(pk=game.pk).update(name="Another name")
    assert elsewhere() != before


def test_a_batch_of_a_study_drops_every_cached_page(game):
    ruleset = Ruleset.objects.create(slug="a", game=game, name="A", text="(game)")
    before = connection.site_version()
    study = Study.objects.create(ruleset=ruleset, version=1, seed=1, games=2)
    Study.objects.filter(pk=study.pk).update(done=2)
    assert connection.site_version() == before


def test_the_row_is_made_again_where_it_is_missing(game):
    raw(f"DELETE FROM {TABLE}")
    assert connection.site_version() == ""
    game.save()
    assert connection.site_version()


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ('INSERT INTO "games_game" ("a") VALUES (1)', "games_game"),
        ("INSERT OR IGNORE INTO games_game (a) VALUES (1)", "games_game"),
        ('\n UPDATE "games_game" SET a = 1', "games_game"),
        ('DELETE FROM "games_game"', "games_game"),
        ("WITH x AS (SELECT 1) UPDATE games_game SET a = 1", None),
        ("CREATE TABLE t (a int)", None),
        ("TRUNCATE games_game", None),
    ],
)
def test_statements_that_write_are_known(sql, table):
    assert not READING.match(sql)
    assert (WRITING.match(sql) or [None, None])[1] == table


@pytest.mark.parametrize(
    "sql",
    ["SELECT 1", "(SELECT 1) UNION (SELECT 2)", "WITH x AS (SELECT 1)\nSELECT * FROM x",
     "SAVEPOINT s", "PRAGMA foreign_keys", "SET TIME ZONE 'UTC'", "select 1"],
)  # fmt: skip
def test_statements_that_read_are_known(sql):
    assert READING.match(sql)


def test_tables_that_never_show_exist():
    made = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert NEVER_CACHED - made == {"sqlite_stat1"}


def test_nothing_else_writes_past_djangos_cursor():
    past = re.compile(r"connection\.connection\.|\.copy\(f?\"COPY|\.copy_expert|callproc")
    found = {
        str(path.relative_to(settings.BASE_DIR))
        for path in settings.BASE_DIR.glob("[!.]*/**/*.py")
        if path.parts[len(settings.BASE_DIR.parts)] not in ("tests", "benchmarks", "var")
        and past.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"evidence/bulk.py"}
