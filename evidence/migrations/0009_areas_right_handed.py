import secrets

from django.db import migrations

import evidence.places.orientation
from evidence.places.orientation import right_handed


def turn(apps, schema_editor):
    """Turn stored areas, and note a new version of the corpus where any is not as it was."""
    region, version, change = (
        apps.get_model("evidence", name) for name in ("Region", "SharedVersion", "CorpusChange")
    )
    turned = _turn(region.objects.all(), ["shape"])
    _turn(version.objects.filter(what="region"), ["before", "after"])
    newest = change.objects.order_by("-number").first()
    if turned and newest:
        token = secrets.token_urlsafe(9)
        change.objects.create(number=newest.number + 1, token=token, pks=None)


def _turn(rows, names):
    """How many rows were turned. A chunk at a time: shapes are large."""
    turned = 0
    for row in rows.only("pk", *names).order_by("pk").iterator(100):
        if any(right_handed(value) != value for value in (getattr(row, name) for name in names)):
            row.save(update_fields=names)
            turned += 1
    return turned


class Migration(migrations.Migration):
    dependencies = [("evidence", "0008_shared_version")]

    operations = [
        # Columns stay as they are: only what is written to them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "region",
                    "shape",
                    evidence.places.orientation.AreaField(
                        help_text="GeoJSON Polygon or MultiPolygon, cut at ±180°",
                        validators=[evidence.places.orientation.check_area],
                    ),
                ),
                migrations.AlterField(
                    "sharedversion",
                    "before",
                    evidence.places.orientation.AreaField(
                        help_text="its fields; null: it was not there", null=True
                    ),
                ),
                migrations.AlterField(
                    "sharedversion",
                    "after",
                    evidence.places.orientation.AreaField(
                        help_text="its fields; null: deleted", null=True
                    ),
                ),
            ]
        ),
        migrations.RunPython(turn, migrations.RunPython.noop),
    ]
