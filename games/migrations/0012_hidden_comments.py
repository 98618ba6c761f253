from django.db import migrations, models

STATES = [
    ("waiting", "waits for a curator"),
    ("shown", "shown"),
    ("refused", "refused"),
    ("hidden", "hidden"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0011_shared_unused")]

    operations = [
        migrations.AddField("comment", "judged", models.DateTimeField(null=True, blank=True)),
        migrations.AlterField(
            "comment", "state", models.CharField(max_length=10, choices=STATES, default="waiting")
        ),
    ]
