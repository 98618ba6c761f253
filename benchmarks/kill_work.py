"""The work that goes on while benchmarks/kill.py kills: what is acknowledged is noted and compared.

Each kind runs in a thread until it is over, one piece after the other, and asks again where an
answer was lost. `wrong` lists what must not be: an acknowledged step undone, half a piece, an
answer that is a fault of the program.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchmarks.kill_site import Answer, Lost, Site

BUSY, FAULT, REDIRECT = 503, 500, 302
REFUSED = (400, 401, 403, 404, 413, 422, 428, 429)  # which no kill explains
CSRF = "k" * 32
FORM = "application/x-www-form-urlencoded"
PAUSE = 0.2  # seconds between two looks
ROWS = 400
MOST_ATTEMPTS = 3  # runs of a job, as in jobs.queue
RANK = {"new": 0, "draft": 0, "ready": 1, "review": 2, "imported": 3, "accepted": 3}


class Person:
    """Somebody with an account: a browser that is signed in, and a token."""

    def __init__(self, site: Site, name: str) -> None:
        from django.contrib.auth.models import User
        from django.test import Client
        from knox.models import AuthToken

        from people.groups import give_role
        from people.matrix import Role

        user = User.objects.create_user(name)
        give_role(user, Role.CURATOR)
        browser = Client()
        browser.force_login(user)
        self.site = site
        cookies = f"sessionid={browser.cookies['sessionid'].value}; csrftoken={CSRF}"
        self.browser = {"Cookie": cookies, "X-CSRFToken": CSRF}
        self.token = {"Authorization": f"Bearer {AuthToken.objects.create(user)[1]}"}

    def post(self, path: str, **fields: Any) -> Answer:
        """Send a form."""
        body = urllib.parse.urlencode(fields).encode()
        return self.site.ask("POST", path, body, self.browser | {"Content-Type": FORM})

    def upload(self, path: str, name: str, text: str) -> Answer:
        """Send a file."""
        head = f'--e\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = f"{head}{text}\r\n--e--\r\n".encode()
        kind = {"Content-Type": "multipart/form-data; boundary=e"}
        return self.site.ask("POST", path, body, self.browser | kind)

    def api(self, path: str, said: Any, seen: int | None = None) -> Answer:
        """Send JSON to the API."""
        headers = self.token | {"Content-Type": "application/json"}
        if seen is not None:
            headers["If-Match"] = f'"{seen}"'
        return self.site.ask("POST", f"/api/v1/{path}", json.dumps(said).encode(), headers)


class Work(threading.Thread):
    """Work of one kind; `done` counts its pieces and what came of its requests."""

    def __init__(self, site: Site, people: tuple[Person, Person]) -> None:
        super().__init__(daemon=True)
        self.site, (self.author, self.reviewer) = site, people
        self.over = threading.Event()
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []

    @property
    def name_of(self) -> str:
        """What it is called in the report."""
        return type(self).__name__.lower()

    def run(self) -> None:
        """Do one piece after the other; what is begun is finished."""
        from django.db import connection

        try:
            number = 0
            while not self.over.is_set():
                self.piece(number)
                self.done["pieces"] += 1
                number += 1
        except Exception as error:
            self.wrong.append(f"{self.name_of} ended: {error!r}")
        finally:
            connection.close()

    def piece(self, number: int) -> None:
        """Do a piece."""
        raise NotImplementedError

    @contextlib.contextmanager
    def asked(self) -> Iterator[None]:
        """An answer may be lost in here."""
        try:
            yield
        except Lost:
            self.done["lost answers"] += 1
            time.sleep(PAUSE)

    def acknowledged(self, answer: Answer, *statuses: int) -> bool:
        """Whether what was asked is done; a fault of the program is noted.

        Raises RuntimeError for what is refused.
        """
        self.done["answers"] += 1
        if answer.status == BUSY:
            self.done["busy"] += 1
        elif answer.status >= FAULT:
            self.wrong.append(f"{self.name_of}: {answer.status} {answer.text[-300:]}")
        if answer.status not in statuses:
            if answer.status in REFUSED:
                raise RuntimeError(f"refused with {answer.status}: {answer.text[:300]}")
            time.sleep(PAUSE)
        return answer.status in statuses

    def later(self, what: str, state: str, known: str) -> None:
        """Note where something stands before what was acknowledged."""
        if RANK.get(state, 0) < RANK[known]:
            self.wrong.append(f"{what} is {state}, and was acknowledged as {known}")

    def given_up(self, page: str) -> None:
        """Count the last job of a page where it was given up because it was killed too often."""
        from jobs.models import Job

        last = Job.objects.filter(page=page).order_by("-pk").first()
        if last is not None and last.state == Job.State.FAILED:
            self.done["jobs given up after three runs"] += 1
            if last.attempts < MOST_ATTEMPTS:
                self.wrong.append(f"{last}: {last.message}")


class Imports(Work):
    """Tables sent by one person and published by another."""

    def piece(self, number: int) -> None:
        """Send a table, and see it through to its publication."""
        from evidence.editing.batches.models import Batch

        name = f"killed-{number}"
        rows = "".join(f"{name}-{row},Senet,Board {row}\n" for row in range(ROWS))
        batches = Batch.objects.filter(name=f"{name}.csv")
        while not batches.exists():
            with self.asked():
                text = f"identifier,game_name,title\n{rows}"
                sent = self.author.upload("/curate/tables/", f"{name}.csv", text)
                if self.acknowledged(sent, REDIRECT) and not batches.exists():
                    self.wrong.append(f"{name} was received, and is not there")
        self._publish(batches.get().pk, name)

    def _publish(self, pk: int, name: str) -> None:
        from evidence.editing.batches.models import Batch
        from evidence.models import Evidence
        from jobs.models import Job

        page, known = f"/curate/tables/{pk}/", "new"
        rows = Evidence.objects.filter(identifier__startswith=f"{name}-")
        while (state := Batch.objects.get(pk=pk).state) != Batch.State.IMPORTED:
            self.later(name, state, known)
            if state == Batch.State.FAULTY:
                self.wrong.append(f"{name}: {Batch.objects.get(pk=pk).said[:300]}")
                return
            if Job.objects.filter(page=page, state__in=Job.OPEN).exists():
                time.sleep(PAUSE)
                continue
            self.given_up(page)
            with self.asked():
                known = max(known, self._step(page, state), key=RANK.__getitem__)
        if (found := rows.count()) != ROWS:
            self.wrong.append(f"{name} is published with {found} of {ROWS} records")

    def _step(self, page: str, state: str) -> str:
        """Take the next step of a file; the state that is acknowledged by then."""
        columns = {
            f"column-{n}": name for n, name in enumerate(("identifier", "game_name", "title"))
        }
        if state == "new":
            self.acknowledged(
                self.author.post(page, deed="look", separator=";", **columns), REDIRECT
            )
            return "new"
        if state == "ready":
            sent = self.acknowledged(self.author.post(page, deed="send"), REDIRECT)
            return "review" if sent else "ready"
        self.acknowledged(self.reviewer.post(page, deed="import"), REDIRECT)
        return "review"


class Publishing(Work):
    """Records proposed by one program and accepted by another."""

    def piece(self, number: int) -> None:
        """Propose a record, and see it through to its publication."""
        content = {
            "game_name": "Senet", "title": f"Proposed {number}", "type": "artifact",
            "date": "1140", "rules": "Two boards.", "confidence": 80,
            "places": [{"name": "Thebes", "point": "25°42'N, 32°38'E"}],
            "citations": [
                {"citation": "Murray, H. J. R. (1913). A History of Chess.", "locator": "p. 3"}
            ],
        }  # fmt: skip
        with self.asked():
            answer = self.author.api("proposals/", {"content": content, "why": "killed"})
            if self.acknowledged(answer, 201):
                self._publish(json.loads(answer.text)["id"])
        time.sleep(PAUSE)

    def _publish(self, pk: int) -> None:
        from evidence.editing.curation.models import Proposal
        from evidence.models import Evidence

        known = "draft"
        while True:
            found = Proposal.objects.filter(pk=pk).first()
            if found is None:
                self.wrong.append(f"proposal {pk} was acknowledged and is gone")
                return
            self.later(f"proposal {pk}", found.state, known)
            if found.state not in ("draft", "review"):
                break
            step = {"draft": "send", "review": "accept"}[found.state]
            who = self.author if step == "send" else self.reviewer
            with self.asked():
                answer = who.api(f"proposals/{pk}/steps/", {"step": step}, seen=found.number)
                if self.acknowledged(answer, 200):
                    known = {"send": "review", "accept": "accepted"}[step]
        if not Evidence.objects.filter(identifier=found.identifier).exists():
            self.wrong.append(f"proposal {pk} is {found.state}, and its record is not there")
