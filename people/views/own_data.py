"""Downloading what is stored about one's account, and deleting it."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from people.log import note
from people.models import EventKind
from people.own_data import LastSuperuser, delete_account, stored_about


@require_safe
@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def own_data(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about the account, as a JSON file."""
    person: Any = request.user
    note(EventKind.DATA_DOWNLOADED, person)
    style = {"ensure_ascii": False, "indent": 1}
    response = JsonResponse(stored_about(person), json_dumps_params=style)
    response["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename="ashtapada-account.json"
    )
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required(enabled=lambda request: request.method == "POST")  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account means, and do it where its name is typed."""
    person: Any = request.user
    if request.method != "POST":
        return render(request, "people/delete.html")
    if request.POST.get("name") != person.get_username():
        return _refused(request, _("Type your account name exactly as shown."))
    try:
        delete_account(person)
    except LastSuperuser:
        return _refused(
            request, _("You are the only superuser: make another with “manage.py createsuperuser”.")
        )
    person.refresh_from_db()  # the log names the account as it is called now
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return redirect("home")


def _refused(request: HttpRequest, why: str) -> HttpResponse:
    return render(request, "people/delete.html", {"problem": why}, status=400)
