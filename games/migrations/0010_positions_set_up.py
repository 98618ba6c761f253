from django.db import migrations, models

SETUP = models.TextField(
    blank=True,
    help_text='a position set up by hand, as in "2;e1:King1;e8:King2"; empty: the usual one',
)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_saved_games")]

    operations = [
        migrations.AddField("match", "setup", SETUP),
        migrations.AddField("savedgame", "setup", SETUP.clone()),
        migrations.AddField(
            "sharedgame",
            "setup",
            models.TextField(blank=True, help_text="a position set up by hand, as in a Match"),
        ),
    ]
