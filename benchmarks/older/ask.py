"""Ask a site for all its pages and answers, in the tree of an older commit or in today's.

    cd TREE; python …/benchmarks/older/ask.py list ADDRESSES         which are asked, as whom
    cd TREE; python …/benchmarks/older/ask.py words WORDS            all texts of the database
    cd TREE; python …/benchmarks/older/ask.py ask ADDRESSES ANSWERS

The first two are for the older one: they know its modules. `benchmarks/upgrade.py` does all that.
"""

from __future__ import annotations

import json
import logging
import os
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path[0] = str(Path.cwd())  # the tree
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROLES = ["reader", "contributor", "curator", "administrator"]
ACCEPT = ["application/ld+json", "application/geo+json", "application/n-triples", "text/turtle"]
FORMATS = ["csv", "jsonl", "geojson", "bibtex", "ris", "csljson", "cldf", "linked-places", "jsonld"]
LISTS = ["evidence", "games", "rulesets", "concepts", "sources", "regions", "matches"]
PAGES = {"evidence": "evidence", "games": "games", "rulesets": "rulesets", "concepts": "concepts",
         "sources": "sources", "regions": "regions"}  # fmt: skip


# Which addresses are asked as whom


def addresses() -> list[tuple[str, str, str]]:
    """All addresses of the matrix and of the API's lists: role, address, what it is asked to be."""
    asked = dict.fromkeys(("", path, accept) for path, accept in _public())
    for role in ROLES:
        asked |= dict.fromkeys((role, path, "") for path in _inside())
    return list(asked)


def _public() -> Iterator[tuple[str, str]]:
    for path in ["/", "/about/", "/evidence/", "/concepts/", "/games/",
                 "/sources/", "/regions/",
                 "/compare/", "/rulesets/shodra/study/", "/feed/",
                 "/take-away/", "/api/v1/"]:  # fmt: skip
        yield path, ""
    for kind in FORMATS:
        yield f"/api/v1/export/?format={kind}", ""
    for path in ["/api/v1/cells/?zoom=3", "/api/v1/evidence/?facets=1", "/api/v1/evidence/?q=chess",
                 "/api/v1/evidence/?year_from=-500&year_to=1500", "/ogc/collections",
                 "/api/v1/compare/?a=shodra&b=shatranj",
                 "/api/v1/evidence/?status=attested",
                 "/api/v1/reconcile/games/",
                 "/api/v1/reconcile/games/preview/?id=shodra"]:  # fmt: skip
        yield path, ""
    for name in LISTS:
        yield f"/api/v1/{name}/?limit=100", ""
        for key in _keys(name):
            yield from _about(name, key)
    for kind in ["evidence", "games", "rulesets", "sources", "regions"]:
        yield f"/ogc/collections/{kind}/items?limit=500", ""


def _about(name: str, key: str) -> Iterator[tuple[str, str]]:
    yield f"/api/v1/{name}/{key}/", ""
    if name in PAGES:
        yield f"/{PAGES[name]}/{key}/", ""
    if name in ("evidence", "games", "rulesets"):
        for accept in ACCEPT:
            yield f"/{PAGES[name]}/{key}/", accept
    if name in ("evidence", "sources"):
        yield f"/api/v1/{name}/{key}/references/", ""
    if name == "evidence":
        yield f"/ogc/collections/evidence/items/{key}", ""
    if name == "rulesets":
        for page in ("play/", "games/", "study/"):
            yield f"/rulesets/{key}/{page}", ""
    if name == "matches":
        from games.models import Match

        page = f"/rulesets/{Match.objects.get(slug=key).ruleset.slug}/games/{key}"
        yield from (
            (each, "") for each in (f"{page}/", f"{page}.txt", f"{page}/1/", f"{page}/1.svg")
        )
        yield f"/api/v1/matches/{key}/text/", ""


def _keys(name: str) -> list[str]:
    from evidence.models import Evidence, Region, Source
    from games.models import Concept, Game, Match, Ruleset

    rows: dict[str, Any] = {
        "evidence": Evidence, "games": Game, "rulesets": Ruleset, "concepts": Concept,
        "sources": Source, "regions": Region, "matches": Match,
    }  # fmt: skip
    field = "identifier" if name == "evidence" else "slug"
    return list(rows[name].objects.order_by("pk").values_list(field, flat=True))


def _inside() -> Iterator[str]:
    """What work is seen at."""
    from batches.models import Batch
    from curation.models import Proposal, RulesetDraft
    from suggestions.models import Suggestion

    from evidence.models import RecordVersion
    from games.models import Ruleset, SavedGame, SharedGame
    from jobs.models import Job

    yield from ["/accounts/", "/curate/", "/curate/rulesets/", "/curate/tables/", "/curate/games/",
                "/curate/suggestions/", "/curate/quality/", "/kept/", "/admin/",
                "/api/v1/proposals/", "/admin/evidence/evidence/"]  # fmt: skip
    for pk in Proposal.objects.values_list("pk", flat=True):
        yield from (f"/curate/{pk}/", f"/curate/{pk}/edit/")
        yield from (f"/api/v1/proposals/{pk}/{each}" for each in ("", "steps/", "comments/"))
    for pk in RulesetDraft.objects.values_list("pk", flat=True):
        yield from (f"/curate/rulesets/{pk}/", f"/curate/rulesets/{pk}/edit/")
    for model, page in [(Batch, "/curate/tables/"), (Suggestion, "/curate/suggestions/"),
                        (Job, "/jobs/")]:  # fmt: skip
        yield from (f"{page}{pk}/" for pk in model.objects.values_list("pk", flat=True))
    for state in Suggestion.State.values:
        yield f"/curate/suggestions/?state={state}"
    for key in SavedGame.objects.values_list("edit_key", flat=True):
        yield from (f"/kept/{key}/", f"/kept/{key}/log/")
    for shared in SharedGame.objects.all():
        yield from (f"/between/{shared.first_key}/", f"/between/{shared.first_key}/state/")
    versions = RecordVersion.objects.order_by("identifier", "number")
    for identifier, number in versions.values_list("identifier", "number"):
        if number > 1 or identifier < "demo-020":
            yield f"/evidence/{identifier}/versions/"
            yield f"/evidence/{identifier}/versions/{number}/"
    for identifier in dict.fromkeys(versions.values_list("identifier", flat=True)):
        yield f"/api/v1/evidence/{identifier}/content/"
    for slug in Ruleset.objects.values_list("slug", flat=True):
        yield from (f"/rulesets/{slug}/versions/", f"/rulesets/{slug}/versions/1/",
                    f"/rulesets/{slug}/edit/")  # fmt: skip


# Asking


def ask(asked: list[tuple[str, str, str]]) -> dict[tuple[str, str, str], tuple[int, str, bytes]]:
    """Status, content type and body of the answer to each."""
    from django.contrib.auth.models import User
    from django.test import Client
    from knox.models import AuthToken

    clients, tokens = {"": Client(raise_request_exception=False)}, {"": ""}
    for role in {role for role, _path, _accept in asked} - {""}:
        user = User.objects.get(username=role)
        clients[role] = Client(raise_request_exception=False)
        clients[role].force_login(user)
        tokens[role] = AuthToken.objects.create(user)[1]
    answers = {}
    for role, path, accept in asked:
        headers = {"Accept": accept} if accept else {}
        client = clients[role]
        if role and path.startswith(("/api/", "/ogc/")):
            client, headers["Authorization"] = clients[""], f"Bearer {tokens[role]}"
        answer = client.get(path, headers=headers, follow=True)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        answers[role, path, accept] = (
            answer.status_code, answer.headers.get("Content-Type", ""), body,
        )  # fmt: skip
    return answers


def words() -> set[str]:
    """Each text of each row, those in JSON too."""
    from django.apps import apps
    from django.db import models

    found: set[str] = set()
    kinds = (models.CharField, models.TextField, models.JSONField)
    for model in apps.get_models():
        fields = [each.name for each in model._meta.concrete_fields if isinstance(each, kinds)]
        for row in model._default_manager.values_list(*fields) if fields else ():
            found.update(_leaves(row))
    return found


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        yield from value.split("\n")
    elif isinstance(value, dict):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each)


def main() -> None:
    """What the first argument says."""
    import django

    django.setup()
    from django.conf import settings
    from django.test import override_settings
    from django.test.utils import setup_test_environment

    setup_test_environment()
    logging.disable(logging.CRITICAL)
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": plain},
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ):
        deed, *files = sys.argv[1:]
        if deed == "list":
            Path(files[0]).write_text(json.dumps(addresses()))
        elif deed == "words":
            Path(files[0]).write_text(json.dumps(sorted(words())))
        else:
            asked = [tuple(each) for each in json.loads(Path(files[0]).read_text())]
            Path(files[1]).write_bytes(pickle.dumps(ask(asked)))


if __name__ == "__main__":
    main()
