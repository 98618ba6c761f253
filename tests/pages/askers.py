"""Someone of each role, with a browser, a token, and things of their own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from evidence.editing.batches.models import Batch
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.ruleset_models import RulesetDraft
from evidence.editing.suggestions.models import Suggestion
from evidence.models import Source
from games.between import Opening, begin
from games.models import Concept, Ruleset
from games.saving import played, save
from jobs.models import Job
from people.groups import give_role
from people.matrix import Role
from people.models import Invitation
from tests.pages.access import Address


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
    saved: str
    proposal: int
    comment: int
    rules: int
    suggestion: int
    batch: int


class Asker:
    """A browser, or a program with a token, of someone with a role."""

    def __init__(self, role: Role | None, checks_csrf: bool = False) -> None:
        self.role = role
        self.user = None if role is None else User.objects.create_user(role.value, password="x")
        self.client = Client(checks_csrf, raise_request_exception=False)
        self.cookies: dict[str, str] = {}
        owner = self.user or User.objects.create_user("owner")
        if role is not None and self.user is not None:
            give_role(self.user, role)
            self.client.force_login(self.user)
            self.keep_cookies()
        row, self.token = AuthToken.objects.create(owner)
        invitation = Invitation.objects.create(email="a@b.org", role="contributor", made_by=owner)
        root, _made = User.objects.get_or_create(username="root", is_superuser=True)
        link = Invitation.objects.create(email="b@c.org", role="contributor", made_by=root)
        shodra = Ruleset.objects.get(slug="shodra")
        proposal = Proposal.objects.create(
            identifier=f"e-{owner}", author=owner, saved_by=owner, saved_at=timezone.now()
        )
        self.things = Things(
            source=Source.objects.order_by("pk")[0].slug,
            concept=Concept.objects.order_by("pk")[0].slug,
            token=row.token_key,
            invitation=invitation.pk,
            link=link.get_absolute_url(),
            person=User.objects.create_user(f"person of {owner}").pk,
            job=Job.objects.create(
                kind="study", title="a", page="/", seconds=1, by=owner, state="done"
            ).pk,
            seat=begin(shodra, [], Opening(1)).first_key,
            saved=save(shodra, played(shodra, [], ["e2-e4"]), AnonymousUser()).edit_key,
            proposal=proposal.pk,
            comment=proposal.comments.create(text="a", by=owner).pk,
            rules=RulesetDraft.objects.create(
                slug=f"rules-{owner}",
                name="Rules",
                game=shodra.game,
                kind="suggested",
                author=owner,
                saved_by=owner,
                saved_at=timezone.now(),
                text="(game)",
            ).pk,
            batch=Batch.objects.create(name="a.csv", by=owner, size=1, delimiter=",").pk,
            suggestion=Suggestion.objects.create(record="soyot-shodra", text="a").pk,
        )

    def send(
        self, method: str, path: str, body: bytes = b"", kind: str = "", headers: Any = None
    ) -> Any:
        """The answer; what it changes stays changed, but who sent it is still logged in."""
        self.client.cookies.clear()
        given = dict(headers or {})
        if not path.startswith(("/api/", "/ogc/")):
            self.client.cookies.load(self.cookies)
        elif self.role is not None:
            given["Authorization"] = f"Bearer {self.token}"
        return self.client.generic(method, path, body, kind, headers=given)

    def keep_cookies(self) -> None:
        """Remember what the last answer has set."""
        self.cookies = {name: each.value for name, each in self.client.cookies.items()}

    def ask(self, address: Address, method: str) -> Any:
        """The answer; whatever it changed is as it was before."""
        path = address.example.format(**asdict(self.things))
        programs = path.startswith(("/api/", "/ogc/"))
        self.client.cookies.clear()
        headers = {}
        if programs and self.role is not None:
            headers = {"Authorization": f"Bearer {self.token}"}
        elif not programs:
            self.client.cookies.load(self.cookies)
        if method in ("GET", "HEAD"):
            return self.client.generic(method, path, headers=headers)
        with transaction.atomic():
            answer = self.client.generic(method, path, headers=headers)
            transaction.set_rollback(True)
        return answer
