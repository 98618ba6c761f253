"""What is kept of people beside Django's users: the rights that can be held."""

from __future__ import annotations

from django.db import models

from people.matrix import Right


class Rights(models.Model):  # noqa: DJ008 - no rows
    """No table: Django keeps permissions by model, and these belong to none."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = [(right.value, f"May {right.value}") for right in Right]
