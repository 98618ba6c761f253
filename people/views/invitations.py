"""Inviting people, and following an invitation."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from config.site_address import absolute, site_address
from people.forms import Invite, NewAccount
from people.groups import give_role
from people.letters import send_invitation
from people.matrix import INVITES, Right, Role
from people.models import Invitation, Invitations
from people.rights import may, needs, role_of

GONE = 410
AT_ONCE = 100
BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Right.INVITE)
def invitations(request: HttpRequest) -> HttpResponse:
    """Who is invited, with the links; and a form to invite someone."""
    roles = INVITES.get(role_of(request.user), ())
    form = Invite(request.POST or None, roles=roles)
    if request.method == "POST" and form.is_valid():
        user: Any = request.user
        form.instance.made_by = user
        invitation = form.save()
        _tell(request, invitation)
        return redirect("invitations")
    status = 400 if request.method == "POST" else 200
    rows = _own(request).select_related("made_by", "person").prefetch_related("made_by__groups")
    page = Paginator(rows, AT_ONCE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "site_address": site_address(request)}
    return render(request, "people/invitations.html", context, status=status)


@require_POST
@needs(Right.INVITE)
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the link of an invitation work no more."""
    invitation = get_object_or_404(_own(request), pk=pk)
    if Invitation.objects.open().filter(pk=pk).update(withdrawn_at=timezone.now()):
        said = _("The invitation of %(email)s is withdrawn.")
        messages.success(request, said % {"email": invitation.email})
    return redirect("invitations")


@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invited(request: HttpRequest, key: str) -> HttpResponse:
    """Where the link leads: name and password are chosen, and one is logged in."""
    invitation = Invitation.objects.by_key(key)
    if invitation is None:
        raise Http404
    form = NewAccount(request.POST or None)
    if not invitation.is_open:
        return render(request, "people/invitation_gone.html", status=GONE)
    if request.user.is_authenticated:
        return render(request, "people/invited.html", {"invitation": invitation})
    if request.method != "POST" or not form.is_valid():
        status = 400 if request.method == "POST" else 200
        context = {"form": form, "invitation": invitation}
        return render(request, "people/invited.html", context, status=status)
    person = _make(invitation, form)
    if person is None:
        return render(request, "people/invitation_gone.html", status=GONE)
    login(request, person, backend=BACKEND)
    return redirect("account")


@transaction.atomic
def _make(invitation: Invitation, form: NewAccount) -> User | None:
    """The account; None if the invitation was used or withdrawn meanwhile."""
    if not invitation.use():
        return None
    form.instance.email = invitation.email
    person = form.save()
    give_role(person, Role(invitation.role))
    Invitation.objects.filter(pk=invitation.pk).update(person=person)
    return person


def _own(request: HttpRequest) -> Invitations:
    """One's own invitations; administrators see all, for a link is as good as its role."""
    if may(request.user, Right.ADMINISTER):
        return Invitation.objects.all()
    return Invitation.objects.filter(made_by=request.user.pk)


def _tell(request: HttpRequest, invitation: Invitation) -> None:
    """Send the link, and say whether that could be done."""
    if send_invitation(invitation, absolute(request, invitation.get_absolute_url())):
        said = _("The link has been sent to %(email)s; it is also shown below.")
    else:
        said = _("The link could not be sent to %(email)s. It is shown below: pass it on yourself.")
    messages.info(request, said % {"email": invitation.email})
