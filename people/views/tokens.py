"""One's own tokens for the API: made, named, shown once, taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from knox.models import AuthToken

from people.forms import NewToken

MOST = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required(enabled=lambda request: request.method == "POST")  # type: ignore[untyped-decorator]
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens; a new one is shown in the answer to the form, and never again."""
    form = NewToken(request.POST or None)
    if request.method != "POST":
        return _page(request, NewToken())
    if not form.is_valid():
        return _page(request, form, status=400)
    if AuthToken.objects.filter(user=request.user).count() >= MOST:
        said = _("You have %(most)d tokens: revoke one before creating another.")
        form.add_error(None, said % {"most": MOST})
        return _page(request, form, status=400)
    with transaction.atomic():
        days = timedelta(days=form.cleaned_data["days"])
        form.instance.token, token = AuthToken.objects.create(request.user, expiry=days)
        form.save()
    return _page(request, NewToken(), token=token, name=form.instance.name)


@require_POST
@login_required
def take_back(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a token of one's own, by its first letters."""
    deleted, _rows = AuthToken.objects.filter(user=request.user, token_key=key).delete()
    if not deleted:
        raise Http404
    messages.success(request, _("The token is revoked."))
    return redirect("tokens")


def _page(request: HttpRequest, form: NewToken, *, status: int = 200, **shown: Any) -> HttpResponse:
    own = AuthToken.objects.filter(user=request.user).select_related("named").order_by("-created")
    context = {"form": form, "tokens": own, "now": timezone.now(), **shown}
    return render(request, "people/tokens.html", context, status=status)
