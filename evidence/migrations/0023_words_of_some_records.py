"""A small index of the words of one record in sixteen, for words that very many records have."""

from django.db import migrations

# The condition stands in evidence.search.lookup.records in the very same words. Blocks of ids, so
# that records found lie together on the disk.
MAKE = (
    "CREATE INDEX evidence_searchtext_gin_some ON evidence_searchtext "
    "USING gin (array_to_tsvector(string_to_array(words, ' '))) "
    "WHERE evidence_id / 4096 % 16 = 0"
)


def make(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(MAKE, params=None)


def undo(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX evidence_searchtext_gin_some", params=None)


class Migration(migrations.Migration):

    dependencies = [("evidence", "0022_how_sources_were_seen")]

    operations = [migrations.RunPython(make, undo)]
