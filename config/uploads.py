"""Who may send a file: a signed cookie, given with the form, which is checked without a database.

So a server that reads requests, ours or a proxy, decides by the head alone whether to take a large
body. The view that receives the file still asks for the right itself.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse

COOKIE = "upload"
ADDRESS = "/upload-pass"  # a proxy asks here: 204 or 403
LASTS = 12 * 3600  # seconds


def allow_upload(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let whoever is signed in send a large file to this address."""
    signed = _signer().sign(str(request.user.pk))
    response.set_cookie(
        COOKIE, signed, max_age=LASTS, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


def may_upload(cookies: str) -> bool:
    """Whether a Cookie header holds a pass of ours."""
    try:
        found = SimpleCookie(cookies).get(COOKIE)
        _signer().unsign(found.value if found else "", max_age=LASTS)
    except (BadSignature, CookieError):
        return False
    return True


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="config.uploads")
