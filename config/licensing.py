"""Every answer with data names its licence, be it in a format that has no place for one."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from evidence.records.licence import LICENCE_URL

# The API, and the files of studies and of ranked readings.
DATA = re.compile(r"/(api/v1|rulesets/[^/]+/(study|readings))/")
LINK = f'<{LICENCE_URL}>; rel="license"'
PAGE = "text/html"


def licence_of_data(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that adds the licence to the Link header of data (RFC 8288)."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith(PAGE)
        if response.status_code == 200 and not is_page and DATA.match(request.path):
            links = response.headers.get("Link")
            response.headers["Link"] = f"{links}, {LINK}" if links else LINK
        return response

    return answer
