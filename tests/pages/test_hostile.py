"""What people who mean harm would send: a clear refusal, and nothing changes.

`python benchmarks/hostile.py` sends ten thousand of the same kind.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from benchmarks.hostile import KINDS, Found, Siege
from benchmarks.hostile_checks import digest
from benchmarks.hostile_inputs import MARK, Forms, Inputs
from benchmarks.measuring import UNLIMITED
from evidence.editing.curation.models import Proposal
from evidence.models import PictureFile, Source
from evidence.search.index import index_records
from people.groups import give_role
from people.matrix import Role
from tests.pages.askers import Asker
from tests.pages.test_policy import EMBEDDED, LISTEN, answering, is_page, opened, pages
from tests.signing import keep

INPUTS, EVERY = 64, 32


def test_hostile_inputs_are_refused_and_change_nothing(cast: Any, shodra: Any) -> None:
    siege = Siege(seed=3)
    assert len(siege.forms) > 15
    found = siege.run(INPUTS, EVERY)
    assert found.wrong == []
    assert found.told.total() == INPUTS
    assert {kind for kind, _status in found.told} == set(KINDS)
    refused = sum(count for (_kind, status), count in found.told.items() if status >= 400)
    assert refused > INPUTS / 2
    forged = {status for kind, status in found.told if kind == "forged"}
    assert forged <= {400, 403, 413}  # 400 for what is too large to be looked through for a token


@pytest.mark.sqlite
def test_pictures_are_among_the_inputs_and_hide_nothing_once_they_are_kept(
    cast: Any, shodra: Any
) -> None:
    siege = Siege(seed=4)
    found = Found()
    sent = [one for one in (siege._picture() for _ in range(12)) if siege._send(one, found)]
    assert {one.kind for one in sent} == {"no picture", "disguised"}
    assert found.wrong == []
    assert {status for kind, status in found.told if kind == "no picture"} == {400}
    assert 302 in {status for kind, status in found.told if kind == "disguised"}
    assert not PictureFile.objects.exists()


@pytest.mark.sqlite
def test_a_rate_is_not_taken_for_a_log_out(cast: Any, shodra: Any, settings: Any) -> None:
    siege = Siege(seed=3)
    settings.PAGE_RATE = 1
    siege._gone()
    assert set(siege._gone()) == {
        f"{role} was refused with 429 at the end of inputs" for role in Role
    }


def test_nothing_is_refused_for_its_rate_where_the_site_is_measured() -> None:
    assert {name for name in dir(settings) if name.endswith("_RATE")} == set(UNLIMITED)


def test_the_same_seed_sends_the_same() -> None:
    first, again, other = Inputs(5), Inputs(5), Inputs(6)
    sent = [[each.form(["a", "b"], n % 2 == 0) for n in range(20)] for each in (first, again)]
    assert sent[0] == sent[1]
    assert sent[0] != [other.form(["a", "b"], n % 2 == 0) for n in range(20)]


def test_a_change_would_be_seen(cast: Any) -> None:
    before = digest()
    cast["bare-record"].__class__.objects.filter(identifier="bare-record").update(title="x")
    assert [table for table, now in digest().items() if now != before[table]] == [
        "evidence_evidence"
    ]


def test_markup_in_a_page_would_be_seen() -> None:
    assert Forms(f"<p><b class='x' {MARK}>", "/").marked
    assert not Forms(f"<p title='&lt;b {MARK}>'>&lt;b {MARK}&gt;", "/").marked


@pytest.mark.parametrize(
    ("hidden", "statuses"),
    [
        ({"csl": "[" * 19_000}, {302, 400}),  # kept in the draft as what it is not, or refused
        ({"csl": '{"title": "\\u0000"}'}, {400}),
        ({"csl": '{"title": "\\ud800"}'}, {400}),
        ({"alike": "<b>"}, {400}),
    ],
)
def test_what_a_form_keeps_out_of_sight_is_not_trusted(
    client: Any, db: None, hidden: dict[str, str], statuses: set[int]
) -> None:
    person = User.objects.create_user("ann")
    give_role(person, Role.CURATOR)
    client.force_login(person)
    row = {f"citations-0-{name}": text for name, text in hidden.items()}
    form = {"game_name": "Mill", "citations-0-citation": "A book", **row}
    assert client.post("/curate/new/", form).status_code in statuses


# What is stored is shown as text

OURS = {"evidence", "games", "curation", "people", "jobs"}
# What code reads, and what would not be what it is with other words in it.
READ = {
    "slug", "identifier", "digest", "Ruleset.text", "RulesetText.text", "moves", "portal_id",
    "setup", "date", "kind", "vocabulary", "doi", "page", "key", "first_key", "second_key",
    "watch_key", "result", "asker", "worker", "certainty", "precision", "language", "csl", "type",
    "category",
}  # fmt: skip


def spoil(field: models.Field) -> str:
    """A text that would become an element, in an attribute and outside of one."""
    text = f"\"'><b {MARK}>{field.model.__name__}.{field.name}</b>"
    return text[: field.max_length or 200]


def texts(model: type[models.Model]) -> list[models.Field]:
    """The fields of a model that hold what people have written."""
    alone = {name for each in model._meta.total_unique_constraints for name in each.fields}
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField)
        and not (field.choices or field.unique or field.name in alone)
        and not {field.name, f"{model.__name__}.{field.name}"} & READ
    ]


def spoil_all() -> set[str]:
    """Put markup into all that people have written; the names of the fields."""
    spoilt = set()
    for model in apps.get_models():
        for field in texts(model) if model._meta.app_label in OURS else []:
            model.objects.update(**{field.name: spoil(field)})
            spoilt.add(f"{model.__name__}.{field.name}")
    title = spoil(Source._meta.get_field("title"))
    name = {"family": title, "given": title}
    Source.objects.update(csl={"type": "book", "title": title, "author": [name]})
    index_records()
    return spoilt


@pytest.mark.browser
def test_no_stored_text_is_shown_as_markup_and_no_page_asks_for_what_its_policy_refuses(
    site: Page, cast: Any, shodra: Any
) -> None:
    """An administrator is shown all that a stranger is."""
    asker, base = Asker(Role.ADMINISTRATOR), site.url.rstrip("/")
    site.add_init_script(LISTEN)
    addresses = pages(asker)
    assert {"Evidence.title", "Quotation.text", "Place.name", "Clause.title"} <= spoil_all()
    keep(site, asker.cookies)
    seen = ""
    for path in addresses:
        opened(site, f"{base}{path}")
        if path.startswith("/admin/"):
            continue
        assert site.locator(f"[{MARK}]").count() == 0, path
        seen += site.content()
    assert seen.count(f"&lt;b {MARK}") > 50


@pytest.mark.sqlite
def test_strangers_are_sent_no_stored_text_as_markup(cast: Any, shodra: Any) -> None:
    asker, seen = Asker(None), ""
    spoil_all()
    for path in [*answering(asker), *EMBEDDED]:
        answer = asker.client.get(path, follow=True)
        if is_page(answer):
            sent = answer.content.decode()
            assert not Forms(sent, path).marked, path
            seen += sent
    assert seen.count(f"&lt;b {MARK}") > 50


@pytest.mark.parametrize("address, status", [("/nothing/", 404), ("/curate/{}/pictures/", 403)])
def test_a_body_that_is_no_form_is_no_fault_where_nobody_may_send_it(
    db: None, address: str, status: int
) -> None:
    reader = User.objects.create_user("reader", password="x")
    own = Proposal.objects.create(
        identifier="e", author=reader, saved_by=reader, saved_at=timezone.now()
    )
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/accounts/login/")  # for the cookie that forged forms are known by
    client.force_login(reader)
    answer = client.generic(
        "POST", address.format(own.pk), b"[" * 2000, "multipart/form-data; boundary=x"
    )
    assert answer.status_code == status
