"""Who has an account, and what administrators change of it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from people.groups import give_role
from people.matrix import Right, Role
from people.rights import needs, role_of

AT_ONCE = 100


@require_safe
@never_cache
@needs(Right.ADMINISTER)
def people(request: HttpRequest) -> HttpResponse:
    """All accounts with their roles."""
    accounts = User.objects.order_by("username").prefetch_related("groups")
    page = Paginator(accounts, AT_ONCE).get_page(request.GET.get("page"))
    rows = [(person, role_of(person)) for person in page]
    return render(request, "people/people.html", {"rows": rows, "page": page, "roles": Role})


@require_POST
@needs(Right.ADMINISTER)
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Give somebody another role, or close or open the account: never one's own, nor the last."""
    person = get_object_or_404(User, pk=pk)
    role = request.POST.get("role", "")
    if person == request.user or person.is_superuser:
        said = _("Your own account and those of superusers are changed by “manage.py” alone.")
    elif role in Role.values:
        give_role(person, Role(role))
        said = _("%(name)s is now %(role)s.") % {"name": person, "role": Role(role).label}
    elif request.POST.get("active") in ("0", "1"):
        person.is_active = request.POST["active"] == "1"
        person.save(update_fields=["is_active"])
        said = (
            _("The account of %(name)s is open.")
            if person.is_active
            else _("The account of %(name)s is closed.")
        )
        said %= {"name": person}
    else:
        said = _("Nothing was changed: choose a role of the list.")
    messages.info(request, said)
    return redirect("people")
