"""No request raises anybody's rights above those of the person who sends it.

Pages and forms offer nothing of the kind; this guard stands behind them all, where accounts are
stored, so that an address that is added later cannot do it either. Commands are not limited:
whoever runs them has the database.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.db.models.signals import m2m_changed, pre_delete, pre_save
from django.utils.translation import gettext as _
from knox.models import AuthToken

from people.acting import actor, current_request

# What only superusers change of a superuser's account, and superusers of their own.
IDENTITY = ("username", "password", "email", "is_active", "is_staff", "is_superuser")


def connect() -> None:
    """Watch everything that makes or changes rights."""
    pre_save.connect(guard_user, User, dispatch_uid="guard_user")
    pre_delete.connect(guard_user_deletion, User, dispatch_uid="guard_user_deletion")
    for model in (AuthToken, Authenticator, EmailAddress):
        pre_save.connect(guard_possession, model, dispatch_uid=f"guard {model.__name__}")
        pre_delete.connect(guard_taking, model, dispatch_uid=f"guard taking {model.__name__}")
    m2m_changed.connect(guard_groups, User.groups.through, dispatch_uid="guard_groups")
    m2m_changed.connect(guard_rights, User.user_permissions.through, dispatch_uid="guard_rights")
    m2m_changed.connect(guard_group, Group.permissions.through, dispatch_uid="guard_group")


def may_change(user: Any, owner: Any) -> bool:
    """Whether `user` may change the account of `owner`: superusers are changed by superusers."""
    return bool(user.is_superuser or not owner.is_superuser)


def guard_user(sender: type[User], instance: User, raw: bool = False, **signal: Any) -> None:
    """Refuse a request that makes a superuser, or changes the account of one."""
    if raw or _unlimited():
        return
    stored = User.objects.filter(pk=instance.pk).first() if instance.pk else None
    if instance.is_superuser and not (stored and stored.is_superuser):
        _refuse(_("Only “manage.py createsuperuser” and superusers make superusers."))
    person = actor()
    if stored is None or not stored.is_superuser or person is None or person.pk == stored.pk:
        return  # a stranger is somebody who follows a link that was sent to the superuser
    if any(getattr(stored, name) != getattr(instance, name) for name in IDENTITY):
        _refuse(_("The account of a superuser is changed by superusers alone."))


def guard_user_deletion(sender: type[User], instance: User, **signal: Any) -> None:
    """Refuse a request that deletes a superuser."""
    if not _unlimited() and instance.is_superuser:
        _refuse(_("The account of a superuser is changed by superusers alone."))


def guard_possession(sender: type[Model], instance: Any, raw: bool = False, **signal: Any) -> None:
    """Refuse to make a token, a second factor or an e-mail address for somebody else."""
    person = actor()
    if not raw and not _unlimited() and person is not None and person.pk != instance.user_id:
        _refuse(_("Nobody but a superuser may do this for somebody else."))


def guard_taking(sender: type[Model], instance: Any, **signal: Any) -> None:
    """Refuse to delete a token, a second factor or an e-mail address of a superuser."""
    person = actor()
    own = person is not None and person.pk == instance.user_id
    if not _unlimited() and not own and person is not None and instance.user.is_superuser:
        _refuse(_("The account of a superuser is changed by superusers alone."))


def guard_groups(action: str, instance: Any, reverse: bool, pk_set: Any, **signal: Any) -> None:
    """Refuse to put anybody into a group that may do more than the person who acts."""
    if action != "pre_add" or _unlimited() or (person := actor()) is None:
        return
    members, groups = (pk_set, {instance.pk}) if reverse else ({instance.pk}, pk_set)
    _check_members(person, members)
    if _beyond(person, Permission.objects.filter(group__in=groups)):
        _refuse(_("Nobody gives rights that they do not have."))


def guard_rights(action: str, instance: Any, reverse: bool, pk_set: Any, **signal: Any) -> None:
    """Refuse to give anybody a right that the person who acts does not have."""
    if action != "pre_add" or _unlimited() or (person := actor()) is None:
        return
    members, rights = (pk_set, {instance.pk}) if reverse else ({instance.pk}, pk_set)
    _check_members(person, members)
    if _beyond(person, Permission.objects.filter(pk__in=rights)):
        _refuse(_("Nobody gives rights that they do not have."))


def guard_group(action: str, **signal: Any) -> None:
    """Refuse to change what a group may do: people/matrix.py says that."""
    if action.startswith("pre_") and not _unlimited():
        _refuse(_("What a role may do is changed by superusers alone."))


def _check_members(person: Any, members: Any) -> None:
    if person.pk in members:
        _refuse(_("Nobody changes their own rights."))
    if User.objects.filter(pk__in=members, is_superuser=True).exists():
        _refuse(_("The account of a superuser is changed by superusers alone."))


def _beyond(person: Any, rights: Any) -> bool:
    own = User.objects.get(pk=person.pk).get_all_permissions()
    named = rights.values_list("content_type__app_label", "codename")
    return any(f"{app}.{name}" not in own for app, name in named)


def _unlimited() -> bool:
    """Whether a command acts, or somebody who is stored as a superuser."""
    if current_request() is None:
        return True
    person = actor()
    stored = User.objects.filter(pk=person.pk, is_superuser=True) if person else User.objects.none()
    return stored.exists()


def _refuse(why: str) -> None:
    raise PermissionDenied(why)
