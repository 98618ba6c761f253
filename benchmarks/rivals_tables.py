"""The corpus as tables that Datasette and pygeoapi read, with the indexes that they would have."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.postgres import Cluster

TERMS = """(SELECT json_group_array(t.name) FROM evidence_evidence_terms m
 JOIN evidence_term t ON t.id = m.term_id AND t.vocabulary = '{name}' WHERE m.evidence_id = e.id)"""
LINKED = {
    "region": "(SELECT json_group_array(r.slug) FROM evidence_evidence_regions m "
    "JOIN evidence_region r ON r.id = m.region_id WHERE m.evidence_id = e.id)",
    "ruleset": "(SELECT json_group_array(r.slug) FROM evidence_rulesetlink m "
    "JOIN games_ruleset r ON r.id = m.ruleset_id WHERE m.evidence_id = e.id)",
}
RECORDS = """
ATTACH '{corpus}' AS corpus;
CREATE TABLE records (id INTEGER PRIMARY KEY, identifier TEXT, title TEXT, game TEXT, type TEXT,
 date TEXT, year_from INTEGER, year_to INTEGER, century INTEGER, confidence INTEGER, lat REAL,
 lon REAL, place TEXT, rules TEXT, content TEXT, {names});
INSERT INTO records SELECT e.id, e.identifier, e.title, g.slug, e.type, e.date,
 CASE WHEN e.year_to IS NULL THEN e.year_from ELSE COALESCE(e.year_from, -999999) END,
 CASE WHEN e.year_from IS NULL THEN e.year_to ELSE COALESCE(e.year_to, 999999) END,
 e.year_from / 100, e.confidence / 10 * 10, p.lat_u / 1e6, p.lon_u / 1e6, p.name,
 e.rules, e.content, {lists}
 FROM evidence_evidence e JOIN games_game g ON g.id = e.game_id
 LEFT JOIN evidence_place p ON p.evidence_id = e.id AND p.position = 0;
DETACH corpus;
CREATE INDEX records_place ON records (lat, lon);
CREATE INDEX records_years ON records (year_from, year_to);
CREATE INDEX records_type ON records (type);
CREATE INDEX records_game ON records (game);
ANALYZE;
"""
FEATURES = """
SELECT e.id, e.identifier, e.title, g.name, e.type, e.date, e.year_from, e.year_to, e.confidence,
 (SELECT group_concat(s.citation, '; ') FROM evidence_citation c
  JOIN evidence_source s ON s.id = c.source_id WHERE c.evidence_id = e.id),
 CASE WHEN COALESCE(e.year_from, e.year_to) IS NOT NULL
  THEN printf('%04d-01-01', max(1, COALESCE(e.year_from, e.year_to))) END,
 (SELECT 'SRID=4326;MULTIPOINT(' || group_concat((p.lon_u / 1e6) || ' ' || (p.lat_u / 1e6), ', ')
  || ')' FROM evidence_place p WHERE p.evidence_id = e.id AND p.lat_u IS NOT NULL)
 FROM evidence_evidence e JOIN games_game g ON g.id = e.game_id
"""
TABLE = """
CREATE EXTENSION postgis;
CREATE TABLE records (id integer PRIMARY KEY, identifier text, title text, game text, type text,
 date text, year_from integer, year_to integer, confidence integer, sources text, day date,
 geom geometry(MultiPoint, 4326))
"""
INDEXES = """
CREATE INDEX ON records USING gist (geom);
CREATE INDEX ON records (day)
"""


def records_of(corpus: Path, file: Path, lists: Sequence[str]) -> None:
    """A SQLite file with a row for each record; links and terms as lists in JSON."""
    columns = [LINKED.get(name) or TERMS.format(name=name) for name in lists]
    connection = sqlite3.connect(file)
    connection.executescript(
        RECORDS.format(corpus=corpus, names=", ".join(lists), lists=", ".join(columns))
    )
    connection.close()


@contextmanager
def postgis(corpus: Path) -> Iterator[dict[str, Any]]:
    """A table of features in a PostgreSQL that runs meanwhile; how pygeoapi reaches it."""
    cluster = Cluster()
    try:
        cluster.start()
        program, folder = str(cluster.binaries / "createdb"), str(cluster.folder)
        subprocess.run([program, "-h", folder, "-U", "postgres", "ashtapada"], check=True)
        reached: dict[str, Any] = {"host": folder, "dbname": "ashtapada", "user": "postgres"}
        with psycopg.connect(**reached, autocommit=True) as connection:
            for statement in TABLE.split(";"):
                connection.execute(statement)
            copy_features(corpus, connection)
            for statement in INDEXES.split(";"):
                connection.execute(statement)
            connection.execute("VACUUM ANALYZE records")
        yield {**reached, "port": 5432, "password": "none", "search_path": ["public"]}
    finally:
        cluster.stop()


def copy_features(corpus: Path, connection: psycopg.Connection[Any]) -> None:
    """Copy all records."""
    rows = sqlite3.connect(corpus)
    connection.execute("SET statement_timeout = 0")
    with connection.cursor() as cursor, cursor.copy("COPY records FROM STDIN") as copy:
        for row in rows.execute(FEATURES):
            copy.write_row(row)
    rows.close()
