# What is said of a ruleset beside its text is part of its drafts and versions.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('curation', '0003_texts_of_rules'),
    ]

    operations = [
        migrations.AddField(
            model_name='rulesetdraft',
            name='begun_from',
            field=models.JSONField(help_text='what was published beside the text then; null: new, or not known', null=True),
        ),
        migrations.AddField(
            model_name='rulesetdraft',
            name='content',
            field=models.JSONField(help_text='clauses and pieces, as evidence.editing.curation.rulesets.contents; null: as published', null=True),
        ),
        migrations.AddField(
            model_name='rulesetsave',
            name='content',
            field=models.JSONField(help_text='as evidence.editing.curation.rulesets.contents; null: no word', null=True),
        ),
        migrations.AddField(
            model_name='rulesetversion',
            name='content',
            field=models.JSONField(help_text='clauses, pieces and names, as evidence.editing.curation.rulesets.contents', null=True),
        ),
    ]
