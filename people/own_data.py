"""What is stored about somebody, for them to download; and deleting their account.

Both follow the foreign keys to accounts, so that a model that is added later takes part by itself.
What somebody has contributed stays, under a neutral name: records are checked by two people, and a
history without one of them would be worth less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import CASCADE, Model, Q

from people.event_models import AccountEvent, EventKind
from people.log import note
from people.models import Invitation

# Fields that are secrets, or belong to somebody else.
LEFT_OUT = {
    "auth.User": {"password"},
    "knox.AuthToken": {"digest"},
    "mfa.Authenticator": {"data"},
    "suggestions.Suggestion": {"contact", "asker"},
    "games.Comment": {"sender"},
}
HISTORY = {"admin.LogEntry"}  # stays, although Django would delete it with the account


class LastSuperuser(Exception):
    """The account is the only one that holds the keys of the site."""


def stored_about(person: User) -> dict[str, Any]:
    """The account, its roles, and every row that names it, by model; `as` says in which fields."""
    told: dict[str, Any] = {"account": _row(person), "roles": _roles(person)}
    for model, fields in sorted(_naming().items(), key=lambda each: each[0]._meta.label):
        rows = [
            {
                "as": [name for name in fields if getattr(row, f"{name}_id") == person.pk],
                **_row(row),
            }
            for row in model._default_manager.filter(_named(fields, person)).order_by("pk")
        ]
        if rows:
            told[model._meta.label] = [_without_others(row, person) for row in rows]
    return told


@transaction.atomic
def delete_account(person: User) -> None:
    """Delete what is private, and keep contributions under a neutral name. Raises LastSuperuser."""
    person = User.objects.select_for_update().get(pk=person.pk)
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=person.pk)
    if person.is_superuser and not others.select_for_update().exists():
        raise LastSuperuser
    for model, field in _private():
        for row in model._default_manager.filter(**{field: person}):
            row.delete()
    Invitation.objects.filter(person=person).update(email="")
    person.groups.clear()
    person.user_permissions.clear()
    _make_neutral(person)
    note(EventKind.ACCOUNT_DELETED, person)
    name = person.get_username()
    AccountEvent.objects.filter(account=person.pk).update(name=name)
    AccountEvent.objects.filter(by=person.pk).update(by_name=name)


def _make_neutral(person: User) -> None:
    person.username = f"former-contributor-{person.pk}"
    while User.objects.filter(username=person.username).exclude(pk=person.pk).exists():
        person.username += "-x"
    person.email = person.first_name = person.last_name = ""
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login = None
    person.set_unusable_password()
    person.save()


def _relations() -> Iterator[Any]:
    """The foreign keys of all models that point at accounts."""
    for relation in User._meta.get_fields(include_hidden=True):
        if relation.auto_created and (relation.one_to_many or relation.one_to_one):
            model: Any = relation.related_model
            if not model._meta.auto_created and model._meta.managed:
                yield relation


def _naming() -> dict[type[Model], list[str]]:
    found: defaultdict[type[Model], list[str]] = defaultdict(list)
    for relation in _relations():
        found[relation.related_model].append(relation.field.name)
    return found


def _private() -> Iterator[tuple[type[Model], str]]:
    """What Django deletes together with an account."""
    for relation in _relations():
        if relation.on_delete is CASCADE and relation.related_model._meta.label not in HISTORY:
            yield relation.related_model, relation.field.name


def _named(fields: list[str], person: User) -> Q:
    named = Q()
    for name in fields:
        named |= Q(**{name: person.pk})
    return named


def _row(row: Model) -> dict[str, Any]:
    left_out = LEFT_OUT.get(row._meta.label, set())
    values = {
        field.attname: field.value_from_object(row)
        for field in row._meta.concrete_fields
        if field.name not in left_out
    }
    return {name: value for name, value in values.items() if not isinstance(value, _BYTES)}


_BYTES = (bytes, memoryview)


def _without_others(row: dict[str, Any], person: User) -> dict[str, Any]:
    """A line of the log without the address of somebody else who acted."""
    other = row.get("by_name") and row.get("by_id") != person.pk
    return {**row, "address": ""} if other and "address" in row else row


def _roles(person: User) -> list[str]:
    return sorted(person.groups.values_list("name", flat=True))
