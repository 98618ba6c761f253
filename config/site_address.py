"""The address of the site in what it sends by e-mail, whatever the request says it is.

A link that somebody else is sent must lead here: its host is one that is configured, and its port
is the one that the site listens on, never that of the Host header, which whoever asks can write.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

USUAL = {"http": "80", "https": "443"}


def site_address(request: HttpRequest) -> str:
    """`SITE_ADDRESS`; without it, the configured host that was asked for, with our own port."""
    if settings.SITE_ADDRESS:
        return str(settings.SITE_ADDRESS)
    scheme = "https" if settings.HTTPS else "http"
    port = str(request.META.get("SERVER_PORT") or USUAL[scheme])
    behind_proxy = settings.HTTPS or settings.PROXIES
    shown = "" if behind_proxy or port == USUAL[scheme] else f":{port}"
    return f"{scheme}://{_host(request)}{shown}"


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a page of the site, for a message."""
    return f"{site_address(request)}{path}"


def _host(request: HttpRequest) -> str:
    """The host that was asked for where it is configured as such, else the first that is."""
    named = [host for host in settings.ALLOWED_HOSTS if host != "*" and not host.startswith(".")]
    asked, _port = split_domain_port(request.get_host())
    if asked in named or not named:
        return asked if named else "localhost"
    return str(named[0])
