"""The secrets of second factors that were stored in clear are encrypted."""

from django.db import migrations

from people.second_factor import MARK, SecondFactor

NAMES = ("secret", "seed")


def _each(apps, change):
    for factor in apps.get_model("mfa", "Authenticator").objects.all():
        changed = {name: change(factor.data[name]) for name in NAMES if name in factor.data}
        if "migrated_codes" in factor.data:
            changed["migrated_codes"] = [change(code) for code in factor.data["migrated_codes"]]
        if changed:
            factor.data |= changed
            factor.save(update_fields=["data"])


def encrypt(apps, schema_editor):
    _each(apps, lambda text: text if text.startswith(MARK) else SecondFactor().encrypt(text))


def decrypt(apps, schema_editor):
    _each(apps, SecondFactor().decrypt)


class Migration(migrations.Migration):

    dependencies = [
        ("mfa", "0003_authenticator_type_uniq"),
        ("people", "0002_invitations_tokens"),
    ]

    operations = [migrations.RunPython(encrypt, decrypt)]
