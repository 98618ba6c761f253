"""Answers to what fails outside of views: for programs the one error shape, else Django's pages."""

from __future__ import annotations

from http import HTTPStatus

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from config.machines import error_shape, is_for_machines
from config.refusals import NoSuchValue


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, as for a host that is not ours."""
    if is_for_machines(request.path_info):
        return _refusal(HTTPStatus.BAD_REQUEST, _("The request cannot be read."))
    return defaults.bad_request(_unread(request), exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    if is_for_machines(request.path_info):
        return _refusal(HTTPStatus.FORBIDDEN, _("You may not do this."))
    return defaults.permission_denied(_unread(request), exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with what the view says of it."""
    if is_for_machines(request.path_info):
        return _refusal(HTTPStatus.NOT_FOUND, _("There is nothing at this address."))
    context = {
        "said": _said(exception),
        "without": request.path if isinstance(exception, NoSuchValue) else "",
    }
    page = render_to_string("404.html", context, _unread(request))
    return HttpResponse(page, status=HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: the fault is in the log of the site."""
    if is_for_machines(request.path_info):
        said = _(
            "The site failed to answer; your request is not at fault. Try again, or tell the "
            "people who run the site."
        )
        return _refusal(HTTPStatus.INTERNAL_SERVER_ERROR, said)
    return defaults.server_error(request)


def _said(exception: Exception) -> str:
    """What a view says is not there; "" where only an address or a row was looked up.

    What get_object_or_404 says names our classes, and Resolver404 has a dictionary.
    """
    said = exception.args[0] if exception.args else ""
    looked_up = isinstance(exception.__context__, ObjectDoesNotExist)
    return said if isinstance(said, str) and not looked_up else ""


def _unread(request: HttpRequest) -> HttpRequest:
    """The request, whose page looks for no token in what was sent: that may be no form at all.

    Django would look, although the page changes nothing, and would fail where it cannot be read.
    """
    request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
    return request


def _refusal(status: HTTPStatus, message: str) -> HttpResponse:
    return JsonResponse(error_shape(status, message), status=status)
