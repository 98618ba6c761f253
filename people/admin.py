"""Accounts in the admin site: rights are not given there, and superusers are left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from people.guard import may_change
from people.log import KEPT
from people.models import AccountEvent

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")

# Addresses that passwords are sent to are changed on the account that they belong to.
admin.site.unregister([User, Group, Authenticator, EmailAddress])


class OwnedAdmin(ModelAdmin):
    """Things of people: what belongs to a superuser is changed by superusers alone."""

    def owner(self, obj: Any) -> Any:
        """Whom it belongs to."""
        return obj.user

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As usual, but for what belongs to superusers."""
        free = obj is None or may_change(request.user, self.owner(obj))
        return free and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As usual, but for what belongs to superusers."""
        free = obj is None or may_change(request.user, self.owner(obj))
        return free and super().has_delete_permission(request, obj)


@admin.register(User)
class AccountAdmin(OwnedAdmin, UserAdmin):  # type: ignore[type-arg]
    """Accounts; roles are given at /accounts/people/."""

    def owner(self, obj: Any) -> Any:
        """The account itself."""
        return obj

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators change the accounts of others here; their own has pages of its own."""
        person: Any = request.user
        free = obj is None or person.is_superuser or obj.pk != person.pk
        return free and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Rights are shown, and changed by superusers alone."""
        fields = super().get_readonly_fields(request, obj)
        person: Any = request.user
        return fields if person.is_superuser else (*fields, *RIGHTS)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """Set somebody's password; one's own is changed where the old one is asked for."""
        if id == str(request.user.pk):
            answer: HttpResponse = redirect("account_change_password")
            return answer
        return super().user_change_password(request, id, form_url)


@admin.register(Group)
class RoleAdmin(GroupAdmin):
    """Roles, to look at: people/matrix.py says what each may do."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """For superusers alone."""
        return _is_superuser(request) and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For superusers alone."""
        return _is_superuser(request) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """For superusers alone."""
        return _is_superuser(request) and super().has_delete_permission(request, obj)


@admin.register(Authenticator)
class SecondFactorAdmin(OwnedAdmin):
    """Second factors: deleted for whoever has lost theirs, never made or changed."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    exclude = ("data",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Everybody sets up their own."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing of it can be changed."""
        return False


@admin.register(AccountEvent)
class LogAdmin(ModelAdmin):
    """The log of accounts, to read. Lines are deleted after a year."""

    list_display = ("at", "kind", "name", "by_name", "address", "detail")
    list_display_links = None
    list_filter = ("kind", "at")
    search_fields = ("name", "by_name", "address", "detail")
    date_hierarchy = "at"
    show_full_result_count = False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The list, with how long its lines are kept."""
        title = _("Log of accounts: lines are deleted after %(days)d days") % {"days": KEPT.days}
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody writes in it."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes from it."""
        return False


def _is_superuser(request: HttpRequest) -> bool:
    person: Any = request.user
    return bool(person.is_superuser)
