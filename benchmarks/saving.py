"""How long it takes to save a record, with its history, in a large corpus.

    python benchmarks/saving.py [--rows 1000000] [--database sqlite|postgresql|URL]

Fills a database with so many records (see benchmarks/corpus.py), then changes records of the demo
corpus by the API, as the form does: one person begins a proposal, saves it and sends it to review,
another accepts it, which publishes it as a new version. Prints the median and the longest
milliseconds of each request, and of the first search after each. A URL takes a database that is
filled already, and leaves the changes in it. Measure on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import corpus
from benchmarks.databases import database, django
from benchmarks.measuring import ROOT, machine, seconds

ROUNDS = 20
SEARCH = "evidence/?facets=type&limit=20"
STEPS = ("begin", "save", "send", "accept", "search")


class Curator:
    """Somebody with a token; what each kind of request took is noted."""

    def __init__(self, took: defaultdict[str, list[float]]) -> None:
        from django.contrib.auth.models import User
        from django.test import Client
        from knox.models import AuthToken

        from people.groups import give_role
        from people.matrix import Role

        self.took = took
        self.person = User.objects.create_user(f"curator-{secrets.token_hex(4)}")
        give_role(self.person, Role.CURATOR)
        token = AuthToken.objects.create(self.person)[1]
        self.client = Client(headers={"Authorization": f"Bearer {token}"})

    def ask(self, kind: str, method: str, address: str, data: Any = None, seen: int = 0) -> Any:
        """What the API answers."""
        answer: Any = None

        def call() -> None:
            nonlocal answer
            headers = {"If-Match": f'"{seen}"'} if seen else {}
            body = "" if data is None else json.dumps(data)
            answer = self.client.generic(
                method, f"/api/v1/{address}", body, content_type="application/json", headers=headers
            )

        self.took[kind].append(1000 * seconds(call))
        if answer.status_code >= 400:
            raise SystemExit(f"{method} {address}: {answer.status_code} {answer.content.decode()}")
        return answer.json()


def change(author: Curator, reviewer: Curator, record: str) -> bool:
    """A few more words in what a record says, published; False if it lacks what that needs."""
    known = author.ask("read", "GET", f"evidence/{record}/content/")
    content, number = known["content"], known["number"]
    content["content"] = f"{content.get('content', '')} Looked at again.".strip()
    said = {"content": content, "record": record}
    if author.ask("try", "POST", "proposals/?dry_run=1", said, number)["missing"]:
        return False
    begun = author.ask("begin", "POST", "proposals/", said, number)
    proposal = f"proposals/{begun['id']}/"
    author.ask("save", "PUT", proposal, {"content": content, "why": "a benchmark"}, seen=1)
    author.ask("send", "POST", f"{proposal}steps/", {"step": "send"}, seen=2)
    reviewer.ask("accept", "POST", f"{proposal}steps/", {"step": "accept"}, seen=2)
    author.ask("search", "GET", SEARCH)
    return True


def measure() -> dict[str, list[float]]:
    """Milliseconds of each kind of request."""
    django()
    from django.conf import settings

    from evidence.models import RecordVersion

    settings.ALLOWED_HOSTS.append("testserver")
    took: defaultdict[str, list[float]] = defaultdict(list)
    author, reviewer = Curator(took), Curator(took)
    records = RecordVersion.objects.order_by("identifier").values_list("identifier", flat=True)
    author.ask("search", "GET", SEARCH)
    changed = 0
    for record in records.distinct():
        changed += change(author, reviewer, record)
        if changed == 1 and len(took["accept"]) == 1:
            took.clear()  # the first is not warm
        if changed > ROUNDS:
            break
    return took


def main() -> None:
    """Fill, change, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="records to make (1,000,000)")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL (sqlite)")
    parser.add_argument("--only", choices=["fill", "measure"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only == "fill":
        corpus.fill(options.rows)
    elif options.only == "measure":
        for kind, found in measure().items():
            if kind in STEPS:
                print(f"{kind:8} median {statistics.median(found):7.1f}  at most {max(found):7.1f}")
    else:
        print(machine(), "milliseconds", sep=", ")
        with database(options.database) as url:
            own = [sys.executable, __file__, "--rows", str(options.rows), "--only"]
            environment = {**os.environ, "DATABASE_URL": url}
            filled = "://" in options.database
            for part in ["measure"] if filled else ["fill", "measure"]:
                subprocess.run([*own, part], check=True, env=environment, cwd=ROOT)


if __name__ == "__main__":
    main()
