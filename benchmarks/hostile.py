"""Send the site what people who mean harm would send, and see that it refuses and changes nothing.

    python benchmarks/hostile.py [--inputs 10000] [--seed 1] [--every 250]

Every form of every page and every method of the API that writes is sent forged (no token, or one
of somebody else), by who may not, about what belongs to somebody else, and spoilt: each field with
a NUL, and with markup, numbers of all sorts, broken Unicode or huge texts around it. Every address
is asked with parameters of the same kind, and sent bodies that are none. Each input has a reason to
be refused, so that the whole database but its sessions must read at the end as in the beginning. No
page may take a query or a form that has a NUL anywhere, which PostgreSQL would not look for. No
answer may be a fault of the server's, and no page may hold the inputs' markup as markup. Files that
are no pictures, or take too much to be decoded, are refused; of a picture that hides something,
nothing but the picture is kept, and what was kept is taken back.

The answers are counted by kind and status. The site is a new one, in a temporary folder, with the
records of the tests; the same seed sends the same inputs. Ends with 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.pages.access import Address
    from tests.pages.askers import Asker

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.hostile_checks import (  # noqa: E402
    cause,
    digest,
    is_page,
    resolve_path,
    taken_back,
)
from benchmarks.hostile_inputs import Forms, Inputs  # noqa: E402
from benchmarks.hostile_pictures import disguised, kept_secret, no_picture, with_rights  # noqa: E402
from benchmarks.measuring import UNLIMITED  # noqa: E402

KINDS = ["forged", "not allowed", "of another", "spoilt", "parameters", "bodies", "NUL",
         "no picture", "disguised"]  # fmt: skip
PARAMETERS = [
    "q", "page", "offset", "limit", "region", "type", "year_from", "year_to", "bbox", "datetime",
    "polygon", "format", "fields", "facets", "ordering", "option", "move", "ply", "clause", "a",
    "b", "study", "other", "embed", "next", "id", "ids", "prefix", "date", "point", "cursor",
    "zoom",
    "concept", "source", "confidence_min", "letters", "size", "crs", "f", "version", "lang",
]  # fmt: skip
# What no form has, as scripts and programs send it.
SENT_BY_SCRIPTS = {
    "between/<str:key>/act/": ["deed", "move", "ply", "played"],
    "rulesets/<slug:slug>/play/read/": ["played", "text", "option"],
    "api/v1/reconcile/<str:service>/": ["queries", "extend"],
}
MOVED, REFUSED, FAULT = 302, 400, 500


@dataclass
class Input:
    """One request, and who sends it."""

    kind: str
    asker: int
    method: str
    path: str
    body: bytes = b""
    content_type: str = "text/plain"
    token: str = "mine"

    def __str__(self) -> str:
        sender = ["stranger", "reader", "contributor", "curator", "administrator"][self.asker]
        shown = f"{self.method} {self.path[:200]} by {sender}"
        return f"{self.kind}: {shown}, {self.content_type}: {self.body[:200]!r}"


@dataclass
class Found:
    """What became of all inputs."""

    told: Counter[tuple[str, int]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Siege:
    """The site, everyone who may ask it, and the inputs that they send."""

    def __init__(self, seed: int) -> None:
        from people.matrix import Role
        from tests.pages.access import ADDRESSES
        from tests.pages.askers import Asker

        self.inputs = Inputs(seed)
        self.addresses = list(ADDRESSES.values())
        self.askers = [Asker(role, checks_csrf=True) for role in (None, *Role)]
        self.tokens = [self._tokens(asker) for asker in self.askers]

    def run(self, count: int, every: int) -> Found:
        """Send so many inputs, and compare the database after each `every` of them."""
        found, before, lately = Found(), digest(), []
        for number, one in zip(range(1, count + 1), self._all(), strict=False):
            status = self._send(one, found)
            if status < REFUSED and one.method != "GET":
                lately.append(f"{status} {one}")
            if number % every == 0 or number == count:
                if (now := digest()) != before:
                    changed = [table for table in now if now[table] != before.get(table)]
                    found.wrong.append(
                        f"{', '.join(changed)} changed by one of:\n" + "\n".join(lately)
                    )
                found.wrong += self._gone()
                before = now
                lately.clear()
        return found

    def _gone(self) -> list[str]:
        """Who does not see their account: what they send would be refused for that alone."""
        known = [each for each in self.askers if each.role is not None]
        seen = [(each.role, each.send("GET", "/accounts/").status_code) for each in known]
        told = {200: "", MOVED: "logged out"}
        return [
            f"{role} was {told.get(status, f'refused with {status}')} at the end of inputs"
            for role, status in seen
            if status != 200
        ]

    def _send(self, one: Input, found: Found) -> int:
        asker = self.askers[one.asker]
        headers = {"X-CSRFToken": self._token(one)} if one.token != "none" else {}
        hidden = ""
        with taken_back(one.kind == "disguised"):
            answer = asker.send(one.method, one.path, one.body, one.content_type, headers)
            if one.kind == "disguised" and answer.status_code < REFUSED:
                hidden = kept_secret()
        found.told[one.kind, answer.status_code] += 1
        if answer.status_code >= FAULT:
            found.wrong.append(f"{answer.status_code}{cause(answer)} of {one}")
        elif one.kind in ("NUL", "no picture") and answer.status_code < REFUSED:
            found.wrong.append(f"{answer.status_code} of {one}")
        elif hidden:
            found.wrong.append(f"{hidden} kept of {one}")
        elif is_page(answer) and Forms(answer.content.decode(), one.path).marked:
            found.wrong.append(f"markup in the answer to {one}")
        return int(answer.status_code)

    def _token(self, one: Input) -> str:
        if one.token == "mine":
            return self.tokens[one.asker]
        if one.token == "another":
            return self.tokens[(one.asker + 1) % len(self.tokens)]
        return self.inputs.random.choice(["", "x" * 64, "0" * 32, self.inputs.text()[:80]])

    def _all(self) -> Iterator[Input]:
        makers = [self._forged, self._not_allowed, self._of_another, self._spoilt,
                  self._parameters, self._bodies, self._nul, self._picture]  # fmt: skip
        while True:
            for make in makers:
                if (one := make()) is not None:
                    yield one

    # The kinds

    def _forged(self) -> Input | None:
        """By who may, without the token of the form, or with a wrong one."""
        path, asker, fields = self._form(admitted=True)
        if getattr(self._view(path), "csrf_exempt", False):
            return None  # what is sent there changes nothing, or needs a key
        token = self.inputs.random.choice(["none", "wrong", "another"])
        return self._input("forged", asker, path, fields, token)

    def _not_allowed(self) -> Input | None:
        path, asker, fields = self._form(admitted=False)
        return self._input("not allowed", asker, path, fields) if path else None

    def _of_another(self) -> Input | None:
        """About a token, an invitation, a job or a proposal of somebody else."""
        random = self.inputs.random
        owned = re.compile(r"\{(token|invitation|job|proposal)\}")
        address = random.choice(
            [each for each in self.addresses if owned.search(each.example) and each.sent]
        )
        asker, owner = random.sample(range(1, 4), 2)  # an administrator may see after all of them
        if asker == 3 and ("{proposal}" in address.example or "{job}" in address.example):
            return None  # so may a curator with these
        path = self._filled(address, owner)
        return self._input("of another", asker, path, self._fields(address))

    def _spoilt(self) -> Input | None:
        """By who may, with the right token; no field can be taken."""
        path, asker, fields = self._form(admitted=True)
        if not fields:
            return None  # a button: who may press it may
        return self._input("spoilt", asker, path, fields, spoilt=True)

    def _parameters(self) -> Input:
        random = self.inputs.random
        asker, address = random.randrange(len(self.askers)), random.choice(self.addresses)
        path = self._filled(address, asker).partition("?")[0]
        if random.random() < 0.2:
            path = "/".join(["", *path.strip("/").split("/")[:-1], "%00%ff<b>", ""])
        return Input("parameters", asker, "GET", f"{path}?{self.inputs.query(PARAMETERS)}")

    def _bodies(self) -> Input | None:
        random = self.inputs.random
        asker, address = random.randrange(len(self.askers)), random.choice(self.addresses)
        method = random.choice(["POST", "PUT", "PATCH", "DELETE"])
        form = not address.example.startswith(("/api/", "/ogc/"))
        if form and method in address.methods and not self._fields(address):
            return None  # a button
        body, kind = self.inputs.garbage()
        path, token = self._filled(address, asker), "wrong" if form else "mine"
        return Input("bodies", asker, method, path, body, kind, token)

    def _nul(self) -> Input | None:
        """A NUL in one name or value of a query, or of a form of who may send it."""
        random = self.inputs.random
        path, asker, fields = self._form(admitted=True)
        if path.startswith(("/api/", "/ogc/")):
            return None  # these look at each value by themselves
        name = random.choice([*fields, *PARAMETERS])
        pair = random.choice([f"{name}=%00", f"{name}=a%00b", f"{name}%00=a"])
        if random.random() < 0.5:
            return Input("NUL", asker, "GET", f"{path.partition('?')[0]}?{pair}")
        kind = "application/x-www-form-urlencoded"
        return Input("NUL", asker, "POST", path, pair.encode(), kind)

    def _picture(self) -> Input | None:
        """A file sent with all its rights into a draft of one's own."""
        kind = self.inputs.random.choice(["no picture", "disguised"])
        file = (no_picture if kind == "no picture" else disguised)(self.inputs.random)
        asker = self.inputs.random.randrange(2, len(self.askers))  # contributors and above
        path = f"/curate/{self.askers[asker].things.proposal}/pictures/"
        return Input(kind, asker, "POST", path, *with_rights(file))

    # Forms, and who may send them

    def _form(self, admitted: bool) -> tuple[str, int, list[str]]:
        from tests.pages.access import ASKERS
        from tests.pages.access import admitted as may

        random = self.inputs.random
        addresses = [each for each in self.addresses if each.sent]
        for _ in range(100):
            address, asker = random.choice(addresses), random.randrange(len(self.askers))
            if may(address.methods["POST"], ASKERS[asker]) is admitted:
                return self._filled(address, asker), asker, self._fields(address)
        return "", 0, []

    def _input(
        self, kind: str, asker: int, path: str, fields: list[str], token: str = "mine",
        spoilt: bool = False,
    ) -> Input:  # fmt: skip
        body, content_type = self.inputs.form(fields, spoilt)
        return Input(kind, asker, "POST", path, body, content_type, token)

    def _filled(self, address: Address, asker: int) -> str:
        return address.example.format(**asdict(self.askers[asker].things))

    def _fields(self, address: Address) -> list[str]:
        path = self._filled(address, 1)
        route = resolve_path(path).route
        return self.forms.get(route, []) or SENT_BY_SCRIPTS.get(route, [])

    def _view(self, path: str) -> Any:
        return resolve_path(path).func

    @cached_property
    def forms(self) -> dict[str, list[str]]:
        """The fields of all forms on all pages, by the routes that they are sent to.

        An administrator is shown every form but those of who is about to come in.
        """
        from django.urls import Resolver404

        fields: dict[str, list[str]] = {}
        for number in (len(self.askers) - 1, 0):
            asker = self.askers[number]
            for address in self.addresses:
                path = self._filled(address, number)
                if number == 0 and not (address.sent and resolve_path(path).route not in fields):
                    continue
                answer = asker.send("GET", path)
                if not is_page(answer):
                    continue
                for action, names, buttons in Forms(answer.content.decode(), path).found:
                    try:
                        route = resolve_path(action).route
                    except Resolver404:
                        continue
                    known = fields.setdefault(route, [])
                    known += [name for name in (*names, *buttons) if name not in known]
        return fields

    def _tokens(self, asker: Asker) -> str:
        """A token that the forms of this person hold; the password has just been written."""
        path = "/accounts/confirm/" if asker.role else "/accounts/login/"
        token = str(asker.send("GET", path).context["csrf_token"])
        asker.keep_cookies()
        if asker.role:
            body = b"password=x"
            kind = "application/x-www-form-urlencoded"
            asker.send("POST", path, body, kind, {"X-CSRFToken": token})
        return token


def main() -> int:
    """Make a site, besiege it, say what became of it."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--inputs", type=int, default=10_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--every", type=int, default=250, help="compare the database so often")
    given = arguments.parse_args()
    folder = tempfile.mkdtemp(prefix="ashtapada-hostile-")
    try:
        found, seconds = besiege(given, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for kind in KINDS:
        told = sorted((status, n) for (each, status), n in found.told.items() if each == kind)
        print(f"{kind:12}", "  ".join(f"{status}: {n}" for status, n in told))
    print(f"{found.told.total()} inputs in {seconds:.0f} s; {len(found.wrong)} wrong")
    for wrong in found.wrong[:20]:
        print(wrong)
    return 1 if found.wrong else 0


def besiege(given: Any, folder: str) -> tuple[Found, float]:
    """The answers, and how long they took."""
    os.environ |= {"ASHTAPADA_VAR": folder, **UNLIMITED}
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings
    from django.test.utils import setup_test_environment

    from tests.pages.conftest import make_cast, make_shodra

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    setup_test_environment()
    logging.disable(logging.CRITICAL)
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": plain}, PASSWORD_HASHERS=hashers
    ):
        call_command("migrate", verbosity=0)
        make_cast()
        make_shodra()
        siege = Siege(given.seed)
        print(f"forms that are sent to {len(siege.forms)} addresses")
        start = time.perf_counter()
        return siege.run(given.inputs, given.every), time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
