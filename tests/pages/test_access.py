"""Every address of the site and the API, by every method, as every role: the permission matrix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.resolvers import RegexPattern

from people.matrix import Role
from tests.pages.access import ADDRESSES, ADMIN, ASKERS, Access, Address, Who, admitted
from tests.pages.askers import Asker

SCRIPT = re.compile("javascript|ecmascript")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE")
# What may become of a form that is sent without what it asks for.
ANSWERED = {200, 201, 202, 204, 302, 400, 404, 409, 410, 413, 415, 422, 428}


def name_of(asker: Role | None) -> str:
    return "stranger" if asker is None else asker.value


def routes(resolver: Any, before: str = "") -> Iterator[str]:
    """The routes of all addresses but the admin's; `*` for what catches the rest of a part."""
    for pattern in resolver.url_patterns:
        route = f"{before}{str(pattern.pattern).removeprefix('^')}"
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from routes(pattern, route)
        elif isinstance(pattern, URLPattern):
            anything = isinstance(pattern.pattern, RegexPattern) and str(pattern.pattern) == ""
            yield f"{route}*" if anything else route


def outcome(answer: HttpResponse) -> str:
    """The status; `login` where one is sent to log in."""
    target = answer.headers.get("Location", "")
    return "login" if target.startswith("/accounts/login/") else str(answer.status_code)


def may_be_a_script(answer: HttpResponse) -> bool:
    """Whether it is one, or a browser may guess so: text that a stranger worded never is."""
    kind = answer.headers.get("Content-Type", "")
    return answer.headers.get("X-Content-Type-Options") != "nosniff" or bool(SCRIPT.search(kind))


def refusal(path: str, who: Access, asker: Role | None) -> str:
    """How someone is refused: sent to log in, or told that it is not allowed."""
    if path.startswith(("/api/", "/ogc/")):
        return "401" if asker is None else "403"
    if who is Who.OWNER:
        return "403"
    if asker is None:
        return "login"
    return "302" if who is Who.PENDING else "403"


def expected(address: Address, method: str, asker: Role | None) -> set[str]:
    """What may become of a request, by the table."""
    who = address.methods.get("GET" if method == "HEAD" else method)
    if not address.methods:
        return {"404"}
    if who is None:
        most = next(iter(address.methods.values()))
        closed = set() if admitted(most, asker) else {refusal(address.example, most, asker)}
        return {"405"} | closed
    if not admitted(who, asker):
        return {refusal(address.example, who, asker)}
    if method in ("GET", "HEAD"):
        inside = address.inside if asker is not None else None
        return {str(inside or address.status)}
    return {str(status) for status in ANSWERED}


def test_every_address_has_a_line_in_the_table():
    found = list(routes(get_resolver()))
    missing = [
        f'add a line "{route}": reads(example, who) or acts(…) to tests/pages/access.py'
        for route in found
        if route not in ADDRESSES
    ]
    assert missing == []
    assert sorted(set(ADDRESSES) - set(found)) == [], "there is no such address any more"


# Rights do not depend on the database: PostgreSQL is asked by who may do all, and by who may least.
EVERYWHERE = (None, Role.ADMINISTRATOR)
ROLES = [
    pytest.param(asker, marks=() if asker in EVERYWHERE else pytest.mark.sqlite) for asker in ASKERS
]


def is_asked(address: Address, method: str, asker: Role | None) -> bool:
    """Whether someone asks: an administrator all, others what may be answered otherwise for them.

    What everybody may look at is looked at by a stranger too. What answers a GET answers HEAD:
    whoever has an account without a role, or none, asks by it for what is closed to them.
    """
    if asker is Role.ADMINISTRATOR:
        return True
    if method == "HEAD":
        return asker in (None, Role.READER) and "GET" in address.methods and not address.is_open
    alike = method == "GET" and address.is_open and address.inside is None
    return method in address.methods and (asker is None or not alike)


@pytest.mark.sqlite  # who may do what is the same on either
@pytest.mark.parametrize("asker", ROLES, ids=name_of)
def test_each_address_answers_each_method_as_the_table_says(cast, shodra, asker):
    one = Asker(asker)
    wrong = []
    # By method: what only reads comes first, while what was read once is kept.
    for method, (route, address) in product(METHODS, ADDRESSES.items()):
        if not is_asked(address, method, asker):
            continue
        path = address.example.format(**asdict(one.things)).partition("?")[0]
        assert resolve(path).route == route.removesuffix("*"), f"{path} is no example of {route}"
        told = outcome(answer := one.ask(address, method))
        if told not in (may_be := expected(address, method, asker)):
            wrong.append(f"{method} {path}: {told}, not {' or '.join(sorted(may_be))}")
        if may_be_a_script(answer):
            wrong.append(f"{method} {path}: {told} may be run as a script")
    assert wrong == [], "the table in tests/pages/access.py and the site differ"


@pytest.mark.parametrize("asker", ASKERS, ids=name_of)
def test_the_admin_site_is_for_whom_the_table_says(cast, shodra, asker):
    one = Asker(asker)
    for path, roles in ADMIN.items():
        answer = one.client.get(path, follow=True)
        if asker is None:
            assert answer.redirect_chain[-1][0].startswith("/accounts/login/"), path
        else:
            assert answer.status_code == (200 if asker in roles else 403), path


def row(route: str, address: Address) -> str:
    """How docs/rights.md tells of an address that is not for everybody."""
    told = [f"{method}: {who.value}" for method, who in address.methods.items()]
    return f"| `/{address_in_words(route)}` | {', '.join(told)} |"


def address_in_words(route: str) -> str:
    """`accounts/people/<pk>/` of `accounts/people/<int:pk>/`."""
    return re.sub(r"<\w+:", "<", route)


def test_the_page_about_rights_lists_what_is_not_for_everybody():
    guarded = [
        row(route, address)
        for route, address in ADDRESSES.items()
        if set(address.methods.values()) - {Who.EVERYBODY}
    ]
    document = (settings.BASE_DIR / "docs" / "rights.md").read_text().splitlines()
    listed = [line for line in document if line.startswith("| `/")]
    assert listed == guarded, "the list in docs/rights.md and tests/pages/access.py differ"
