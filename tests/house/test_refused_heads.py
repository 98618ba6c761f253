"""Requests whose heads cannot be read are refused in the shape of the address that they name."""

from __future__ import annotations

import json

import pytest
from waitress.adjustments import Adjustments

from config.serving.parser import LONGEST_HEAD, Parser

LONG = "q=" + "a" * (LONGEST_HEAD + 1000)


def refused(head: str) -> tuple[str, dict[str, str], bytes]:
    """Status, headers and body of the answer to a request that arrives in pieces."""
    adjustments = Adjustments(max_request_header_size=LONGEST_HEAD)
    adjustments.received = lambda: 0
    parser, data = Parser(adjustments), head.encode("latin-1")
    for start in range(0, len(data), 1000):
        parser.received(data[start : start + 1000])
        if parser.completed:
            break
    status, headers, body = parser.error.to_response("the site")
    return status, dict(headers), body


BROKEN = [
    (f"?{LONG} HTTP/1.1\r\nHost: x\r\n\r\n", 431),
    (" HTTP/1.1\r\nno colon\r\n\r\n", 400),
    (" HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n", 400),
    (" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: odd\r\n\r\n", 501),
]


@pytest.mark.parametrize("path", ["/api/v1/evidence/", "/ogc", "/ogc/collections"])
@pytest.mark.parametrize(("rest", "expected"), BROKEN)
def test_an_address_for_programs_is_refused_in_json_below_django_too(
    path: str, rest: str, expected: int
) -> None:
    status, headers, body = refused(f"GET {path}{rest}")
    assert status.startswith(str(expected))
    assert headers["Content-Type"] == "application/json"
    assert headers["Access-Control-Allow-Origin"] == "*"
    error = json.loads(body)["error"]
    assert (error["status"], error["parameter"]) == (expected, None)
    assert error["message"]


@pytest.mark.parametrize(("rest", "expected"), BROKEN)
def test_a_page_is_refused_in_plain_text(rest: str, expected: int) -> None:
    status, headers, _body = refused(f"GET /evidence/{rest}")
    assert status.startswith(str(expected))
    assert headers["Content-Type"].startswith("text/plain")


def test_a_head_that_names_no_address_is_refused_in_plain_text() -> None:
    assert refused("\x00\r\n\r\n")[1]["Content-Type"].startswith("text/plain")
