"""The pages of someone's own account."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from people.matrix import Right
from people.rights import may, role_of


@require_safe
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Who one is here, what one may do, and where to change it."""
    context: dict[str, Any] = {
        "role": role_of(request.user),
        "rights": [right for right in Right if may(request.user, right)],
    }
    return render(request, "people/account.html", context)
