"""The words of each record, and what either database needs to search them fast."""

import django.db.models.deletion
from django.db import migrations, models

import evidence.models.fields

# The words are already plain, so neither database may split them its own way: FTS5 gets the
# tokenizer that leaves everything but ASCII punctuation alone, PostgreSQL no parser at all.
MAKE = {
    "sqlite": (
        "CREATE VIRTUAL TABLE evidence_searchtext_fts USING fts5(words, tokenize='ascii', "
        "detail=none, content='evidence_searchtext', content_rowid='evidence_id')",
        # How many bytes of new words are gathered before they are written, within a transaction.
        "INSERT INTO evidence_searchtext_fts(evidence_searchtext_fts, rank) "
        "VALUES ('hashsize', 33554432)",
        "CREATE TRIGGER evidence_searchtext_added AFTER INSERT ON evidence_searchtext BEGIN "
        "INSERT INTO evidence_searchtext_fts(rowid, words) VALUES (new.evidence_id, new.words); "
        "END",
        "CREATE TRIGGER evidence_searchtext_gone AFTER DELETE ON evidence_searchtext BEGIN "
        "INSERT INTO evidence_searchtext_fts(evidence_searchtext_fts, rowid, words) "
        "VALUES ('delete', old.evidence_id, old.words); END",
        "CREATE TRIGGER evidence_searchtext_changed AFTER UPDATE ON evidence_searchtext BEGIN "
        "INSERT INTO evidence_searchtext_fts(evidence_searchtext_fts, rowid, words) "
        "VALUES ('delete', old.evidence_id, old.words); "
        "INSERT INTO evidence_searchtext_fts(rowid, words) VALUES (new.evidence_id, new.words); "
        "END",
    ),
    "postgresql": (
        "CREATE INDEX evidence_searchtext_gin ON evidence_searchtext "
        "USING gin (array_to_tsvector(string_to_array(words, ' ')))",
    ),
}
UNDO = {
    "sqlite": (
        "DROP TRIGGER evidence_searchtext_added",
        "DROP TRIGGER evidence_searchtext_gone",
        "DROP TRIGGER evidence_searchtext_changed",
        "DROP TABLE evidence_searchtext_fts",
    ),
    "postgresql": ("DROP INDEX evidence_searchtext_gin",),
}


def make(apps, schema_editor):
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def undo(apps, schema_editor):
    for statement in UNDO[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [("evidence", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="SearchText",
            fields=[
                (
                    "evidence",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="search_text",
                        serialize=False,
                        to="evidence.evidence",
                    ),
                ),
                ("words", evidence.models.fields.WordsField()),
            ],
        ),
        migrations.RunPython(make, undo),
    ]
