import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Concept",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=40, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("meaning", models.TextField()),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="RulesetConcept",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "clauses",
                    models.ManyToManyField(blank=True, related_name="concepts", to="games.clause"),
                ),
                (
                    "concept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="games.concept",
                    ),
                ),
                (
                    "ruleset",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="concepts",
                        to="games.ruleset",
                    ),
                ),
            ],
            options={
                "ordering": ["ruleset", "concept__name"],
            },
        ),
        migrations.AddField(
            model_name="concept",
            name="rulesets",
            field=models.ManyToManyField(
                related_name="+", through="games.RulesetConcept", to="games.ruleset"
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesetconcept",
            constraint=models.UniqueConstraint(
                fields=("ruleset", "concept"), name="concept_once_per_ruleset"
            ),
        ),
    ]
