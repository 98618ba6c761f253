"""Every address of the site and the API, by every method, as every role: the permission matrix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.resolvers import RegexPattern
from django.utils import timezone
from knox.models import AuthToken

from curation.models import Proposal
from evidence.models import Source
from games.between import begin
from games.models import Concept, Ruleset
from jobs.models import Job
from people.groups import give_role
from people.matrix import Role
from people.models import Invitation
from tests.pages.access import ADDRESSES, ADMIN, ASKERS, Access, Address, Who, admitted

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE")
# What may become of a form that is sent without what it asks for.
ANSWERED = {200, 201, 202, 204, 302, 400, 404, 409, 410, 413, 415, 422}


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


@dataclass
class Things:
    """What the examples of the table are filled in with: things of whoever asks."""

    source: str
    concept: str
    token: str
    invitation: int
    link: str
    person: int
    job: int
    seat: str
    proposal: int


class Asker:
    """A browser, or a program with a token, of someone with a role."""

    def __init__(self, role: Role | None) -> None:
        self.role = role
        self.user = None if role is None else User.objects.create_user(role.value, password="x")
        self.client = Client(raise_request_exception=False)
        self.cookies: dict[str, str] = {}
        owner = self.user or User.objects.create_user("owner")
        if role is not None and self.user is not None:
            give_role(self.user, role)
            self.client.force_login(self.user)
            self.cookies = {name: each.value for name, each in self.client.cookies.items()}
        row, self.token = AuthToken.objects.create(owner)
        invitation = Invitation.objects.create(email="a@b.org", role="contributor", made_by=owner)
        self.things = Things(
            source=Source.objects.order_by("pk")[0].slug,
            concept=Concept.objects.order_by("pk")[0].slug,
            token=row.token_key,
            invitation=invitation.pk,
            link=invitation.get_absolute_url(),
            person=User.objects.create_user("person").pk,
            job=Job.objects.create(
                kind="study", title="a", page="/", seconds=1, by=owner, state="done"
            ).pk,
            seat=begin(Ruleset.objects.get(slug="shodra"), [], 1).first_key,
            proposal=Proposal.objects.create(
                identifier="e-one", author=owner, saved_by=owner, saved_at=timezone.now()
            ).pk,
        )

    def ask(self, address: Address, method: str) -> HttpResponse:
        """The answer; whatever it changed is as it was before."""
        path = address.example.format(**asdict(self.things))
        programs = path.startswith(("/api/", "/ogc/"))
        self.client.cookies.clear()
        headers = {}
        if programs and self.role is not None:
            headers = {"Authorization": f"Bearer {self.token}"}
        elif not programs:
            self.client.cookies.load(self.cookies)
        with transaction.atomic():
            answer = self.client.generic(method, path, headers=headers)
            transaction.set_rollback(True)
        return answer


def outcome(answer: HttpResponse) -> str:
    """The status; `login` where one is sent to log in."""
    target = answer.headers.get("Location", "")
    return "login" if target.startswith("/accounts/login/") else str(answer.status_code)


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


@pytest.mark.parametrize("asker", ASKERS, ids=name_of)
def test_each_address_answers_each_method_as_the_table_says(cast, shodra, asker):
    one = Asker(asker)
    wrong = []
    for route, address in ADDRESSES.items():
        path = address.example.format(**asdict(one.things)).partition("?")[0]
        assert resolve(path).route == route.removesuffix("*"), f"{path} is no example of {route}"
        for method in METHODS:
            told = outcome(one.ask(address, method))
            if told not in (may_be := expected(address, method, asker)):
                wrong.append(f"{method} {path}: {told}, not {' or '.join(sorted(may_be))}")
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
