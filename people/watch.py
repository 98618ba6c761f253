"""What happens to accounts goes into the log, whichever page or command does it.

A new password, or a closed account, ends the account's tokens: whoever has learnt the old password
may have made some.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa import signals as factors
from allauth.mfa.models import Authenticator
from django.contrib.auth import signals as sessions
from django.contrib.auth.models import Group, User
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save
from knox.models import AuthToken

from people.acting import account_meant, current_request
from people.event_models import EventKind
from people.log import note

CHANGES = {
    "username": EventKind.NAME_CHANGED,
    "email": EventKind.EMAIL_CHANGED,
    "password": EventKind.PASSWORD_CHANGED,
}
FLAGS = ("is_staff", "is_superuser")
GROUP_ACTIONS = {"post_add": EventKind.ROLE_GIVEN, "post_remove": EventKind.ROLE_TAKEN}


def connect() -> None:
    """Watch sign-ins, accounts, roles, tokens and second factors."""
    sessions.user_logged_in.connect(signed_in, dispatch_uid="log_signed_in")
    sessions.user_login_failed.connect(password_wrong, dispatch_uid="log_password_wrong")
    sessions.user_logged_out.connect(signed_out, dispatch_uid="log_signed_out")
    pre_save.connect(before_user, User, dispatch_uid="log_before_user")
    post_save.connect(after_user, User, dispatch_uid="log_after_user")
    post_delete.connect(user_deleted, User, dispatch_uid="log_user_deleted")
    m2m_changed.connect(roles_changed, User.groups.through, dispatch_uid="log_roles")
    m2m_changed.connect(rights_changed, User.user_permissions.through, dispatch_uid="log_rights")
    m2m_changed.connect(group_changed, Group.permissions.through, dispatch_uid="log_group")
    post_save.connect(token_made, AuthToken, dispatch_uid="log_token_made")
    post_delete.connect(token_ended, AuthToken, dispatch_uid="log_token_ended")
    post_save.connect(factor_added, Authenticator, dispatch_uid="log_factor_added")
    post_delete.connect(factor_removed, Authenticator, dispatch_uid="log_factor_removed")
    factors.authentication_failed.connect(code_wrong, dispatch_uid="log_code_wrong")
    factors.authenticator_reset.connect(codes_renewed, dispatch_uid="log_codes_renewed")


def signed_in(sender: Any, user: Any, **signal: Any) -> None:
    """Note who signed in."""
    note(EventKind.SIGNED_IN, user)


def password_wrong(sender: Any, credentials: dict[str, Any], **signal: Any) -> None:
    """Note a failed attempt. A name that no account has is left out: it may be a password."""
    meant = account_meant(str(credentials.get("username") or credentials.get("email") or ""))
    note(EventKind.PASSWORD_WRONG, meant, detail="" if meant else "no such account")


def signed_out(sender: Any, user: Any, **signal: Any) -> None:
    """Note who signed out."""
    if user is not None:
        note(EventKind.SIGNED_OUT, user)


def before_user(
    sender: type[User], instance: User, raw: bool = False, update_fields: Any = None, **signal: Any
) -> None:
    """Find out what changes; end the tokens first, so that none outlives the change."""
    if raw:
        return
    stored = User.objects.filter(pk=instance.pk).first() if instance.pk else None
    changed = _changed(stored, instance, update_fields) if stored else set()
    setattr(instance, "_noted", changed)  # noqa: B010 - read by after_user
    if stored and ("password" in changed or ("is_active" in changed and not instance.is_active)):
        for token in AuthToken.objects.filter(user=stored):
            token.delete()


def _changed(stored: User, now: User, update_fields: Any) -> set[str]:
    watched = {*CHANGES, *FLAGS, "is_active"}
    if update_fields is not None:
        watched &= set(update_fields)
    changed = {name for name in watched if getattr(stored, name) != getattr(now, name)}
    # At a sign-in Django stores the same password by a better method: then `_password` is None.
    rehashed = update_fields is not None and set(update_fields) == {"password"}
    raw = getattr(now, "_password", None)
    if rehashed and raw is None and now.has_usable_password():
        changed.discard("password")
    return changed


def after_user(
    sender: type[User], instance: User, created: bool, raw: bool = False, **signal: Any
) -> None:
    """Note what has changed."""
    if raw:
        return
    if created:
        note(EventKind.ACCOUNT_MADE, instance, detail=_flags(instance))
    changed: set[str] = getattr(instance, "_noted", set())
    for name, kind in CHANGES.items():
        if name in changed:
            note(kind, instance)
    if changed & set(FLAGS):
        note(EventKind.RIGHTS_CHANGED, instance, detail=_flags(instance))
    if "is_active" in changed:
        kind = EventKind.ACCOUNT_OPENED if instance.is_active else EventKind.ACCOUNT_CLOSED
        note(kind, instance)


def _flags(person: User) -> str:
    said = {"is_superuser": "superuser", "is_staff": "admin site"}
    return ", ".join(word for name, word in said.items() if getattr(person, name))


def user_deleted(sender: type[User], instance: User, **signal: Any) -> None:
    """Note that the account is gone."""
    note(EventKind.ACCOUNT_DELETED, instance)


def roles_changed(
    action: str, instance: Any, reverse: bool, pk_set: Any = None, **signal: Any
) -> None:
    """Note roles that were given and taken."""
    if action == "pre_clear" and not reverse:
        pk_set, action = set(instance.groups.values_list("pk", flat=True)), "post_remove"
    if action not in GROUP_ACTIONS or not pk_set:
        return
    people = User.objects.filter(pk__in=pk_set) if reverse else [instance]
    groups = [instance] if reverse else Group.objects.filter(pk__in=pk_set)
    names = ", ".join(sorted(group.name for group in groups))
    for person in people:
        note(GROUP_ACTIONS[action], person, detail=names)


def rights_changed(
    action: str, instance: Any, reverse: bool, pk_set: Any = None, **signal: Any
) -> None:
    """Note rights that were given and taken one by one."""
    if action not in GROUP_ACTIONS or not pk_set:
        return
    people = User.objects.filter(pk__in=pk_set) if reverse else [instance]
    for person in people:
        note(EventKind.RIGHTS_CHANGED, person, detail=f"{action[5:]} {len(pk_set)}")


def group_changed(action: str, instance: Any, reverse: bool, **signal: Any) -> None:
    """Note that somebody changed what a role may do; migrations restore it without a word."""
    if action in ("post_add", "post_remove", "post_clear") and current_request() is not None:
        note(EventKind.RIGHTS_CHANGED, name=str(instance), detail=f"group, {action[5:]}")


def token_made(sender: Any, instance: Any, created: bool, raw: bool = False, **signal: Any) -> None:
    """Note a new token by its first letters."""
    if created and not raw:
        note(EventKind.TOKEN_MADE, instance.user, detail=instance.token_key)


def token_ended(sender: Any, instance: Any, **signal: Any) -> None:
    """Note that a token works no more."""
    note(EventKind.TOKEN_ENDED, instance.user, detail=instance.token_key)


def factor_added(
    sender: Any, instance: Any, created: bool, raw: bool = False, **signal: Any
) -> None:
    """Note a new second factor."""
    if created and not raw:
        note(EventKind.FACTOR_ADDED, instance.user, detail=instance.type)


def factor_removed(sender: Any, instance: Any, **signal: Any) -> None:
    """Note that a second factor is gone."""
    note(EventKind.FACTOR_REMOVED, instance.user, detail=instance.type)


def code_wrong(sender: Any, user: Any, **signal: Any) -> None:
    """Note a wrong code of a second factor."""
    note(EventKind.CODE_WRONG, user)


def codes_renewed(sender: Any, user: Any, **signal: Any) -> None:
    """Note new recovery codes."""
    note(EventKind.CODES_RENEWED, user)
