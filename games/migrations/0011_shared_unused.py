from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_positions_set_up")]

    operations = [
        migrations.AddIndex(
            "sharedgame",
            models.Index(
                fields=["started"], condition=models.Q(version=0), name="shared_unused"
            ),
        ),
    ]
