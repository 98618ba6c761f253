"""One shape for every refusal: `{"error": {"status", "parameter", "message"}}`."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from config.machines import error_shape
from evidence.search import QueryError


class Refused(exceptions.APIException):
    """A request that cannot be followed, by the parameter to blame. Status 400."""

    status_code = 400

    def __init__(self, parameter: str, message: str) -> None:
        super().__init__(message)
        self.parameter = parameter


class Gone(exceptions.APIException):
    """An address of something that was withdrawn. Status 410."""

    status_code = 410


class Missing(exceptions.NotFound):
    """Something that an address names is not there; in its query, by the parameter to blame."""

    parameter: str | None = None


def missing(what: str, name: str) -> Missing:
    """The error for an address that names a thing which is not there."""
    return Missing(_("There is no %(what)s “%(name)s”.") % {"what": what, "name": name})


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """The response for an error of a view, always as plain JSON; None for a fault of ours."""
    if isinstance(error, QueryError):
        error = Refused(error.parameter, error.message)
    elif isinstance(error, SuspiciousOperation):
        error = exceptions.ParseError(str(error))
    response = exception_handler(error, context)
    if response is None:
        return None
    request: Request | None = context.get("request")
    if request is not None:
        request.accepted_renderer = JSONRenderer()
        request.accepted_media_type = JSONRenderer.media_type
    response.data = error_shape(
        response.status_code, _message(error, context), getattr(error, "parameter", None)
    )
    if hasattr(error, "faults"):
        response.data["error"]["faults"] = error.faults
    return response


def _message(error: Exception, context: dict[str, Any]) -> str:
    if isinstance(error, Http404):
        return _("There is nothing at this address.")
    if isinstance(error, PermissionDenied):
        return _("You may not do this.")
    if isinstance(error, exceptions.MethodNotAllowed) and "view" in context:
        told = {"said": error.detail, "known": ", ".join(context["view"].allowed_methods)}
        return _("%(said)s Use one of: %(known)s.") % told
    return str(getattr(error, "detail", error))
