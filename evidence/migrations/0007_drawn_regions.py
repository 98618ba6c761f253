from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('evidence', '0006_phrase'),
    ]

    operations = [
        migrations.AlterField(
            model_name='region',
            name='kind',
            field=models.CharField(choices=[('continent', 'continent'), ('world', 'world region'), ('historical', 'historical region'), ('cultural', 'region of a people'), ('drawn', 'drawn for a place')], max_length=12),
        ),
    ]
