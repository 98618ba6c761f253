"""How long it takes to save a record, with its history, in a large corpus.

    python benchmarks/saving.py [--rows 1000000] [--database sqlite|postgresql|URL]

Fills a database with so many records (see benchmarks/corpus.py), then changes a record by the
API, as the form does: one person begins a proposal, saves it and sends it to review, another
accepts it, which publishes it as a new version. Its date and place are others each time, and
every other time it is a new record. Prints the median and the longest milliseconds of each
request, of the first search after each change (with all facets), and of the first map. A URL
takes a database that is filled already, and leaves the changes in it. Measure on a machine that
does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import statistics
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.databases import django, filled
from benchmarks.measuring import machine, seconds

ROUNDS = 20
FACETS = "type,game,region,century,confidence,ruleset,concept,source,age,gender,status,space"
SEARCH = f"evidence/?facets={FACETS}&year_from=1000&limit=20"
MAP = "cells/?zoom=2"
CONTENT: dict[str, Any] = {
    "game_name": "Game of the benchmark",
    "title": "Board",
    "type": "artifact",
    "date": "about 1140",
    "rules": "A board of eight by eight squares was scratched into the step.",
    "confidence": 80,
    "places": [{"name": "Constantinople", "point": "41.01, 28.98"}],
    "citations": [{"citation": "A benchmark (2026).", "locator": "p. 1"}],
    "terms": {"age": ["Adult"]},
}
STEPS = ("begin", "save", "send", "accept", "first search", "first map")


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


def publish(author: Curator, reviewer: Curator, content: Any, record: str = "") -> str:
    """A record as a proposal says it, saved, sent and accepted; its identifier."""
    said: dict[str, Any] = {"content": content}
    number = 0
    if record:
        said["record"] = record
        number = author.ask("read", "GET", f"evidence/{record}/content/")["number"]
    begun = author.ask("begin", "POST", "proposals/", said, number)
    proposal = f"proposals/{begun['id']}/"
    author.ask("save", "PUT", proposal, {"content": content, "why": "a benchmark"}, seen=1)
    author.ask("send", "POST", f"{proposal}steps/", {"step": "send"}, seen=2)
    done = reviewer.ask("accept", "POST", f"{proposal}steps/", {"step": "accept"}, seen=2)
    author.ask("first search", "GET", SEARCH)
    author.ask("first map", "GET", MAP)
    return str(done["record"])


def measure() -> dict[str, list[float]]:
    """Milliseconds of each kind of request."""
    django()
    from django.conf import settings

    settings.ALLOWED_HOSTS.append("testserver")
    took: defaultdict[str, list[float]] = defaultdict(list)
    author, reviewer = Curator(took), Curator(took)
    author.ask("first search", "GET", SEARCH)
    record = publish(author, reviewer, CONTENT)
    took.clear()  # the first is not warm
    for number in range(ROUNDS):
        places = [{"name": "Somewhere", "point": f"{number}.5, {2 * number}.5"}]
        content = CONTENT | {
            "title": f"Board {number}",
            "places": places,
            "date": f"{1140 + number}",
        }
        publish(author, reviewer, content, record if number % 2 else "")
    return took


def main() -> None:
    """Fill, change, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="records to make (1,000,000)")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL (sqlite)")
    options = parser.parse_args()
    print(machine(), "milliseconds", sep=", ")
    with filled(options.database, options.rows) as environment:
        os.environ.update(environment)
        took = measure()
    for kind in STEPS:
        print(
            f"{kind:12} median {statistics.median(took[kind]):7.1f}  at most {max(took[kind]):7.1f}"
        )


if __name__ == "__main__":
    main()
