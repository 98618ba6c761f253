"""Fill a new database with work of all kinds, in the tree of ff1e998 or of a commit like it.

    cd TREE; python …/benchmarks/older/fill.py

The demo corpus, drafts, suggestions, files and studies in each state, by the functions of the tree
in whose folder it runs. `benchmarks/upgrade.py` does that.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path[0] = str(Path.cwd())  # the tree
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROLES = ["reader", "contributor", "curator", "administrator"]
TEXT = "An oi may go two squares on the first turn, says who asked."


def fill() -> None:
    """The demo corpus, drafts, suggestions, files, studies, games in every state."""
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from people.groups import give_role
    from people.matrix import Role

    call_command("migrate", verbosity=0)
    call_command("load_corpus", verbosity=0)
    call_command("find_moments", "shodra", verbosity=0)
    people = {}
    for role in ROLES:
        people[role] = User.objects.create_user(role, password="x")
        give_role(people[role], Role(role))
    call_command("study", "shodra", games=40, verbosity=0)
    call_command("study", "shodra", games=40, without="OiStepsTwice", verbosity=0)
    _fill_proposals(people["contributor"], people["curator"])
    _fill_rules(people["curator"], people["administrator"])
    _fill_suggestions(people["curator"])
    _fill_batches()
    _fill_games(people["reader"])


def _fill_proposals(author: Any, reviewer: Any) -> None:
    """A new one, one in each state, and records withdrawn and published again."""
    from curation import life, published, remarks
    from curation.models import Proposal

    from evidence.models import Evidence, RecordVersion

    def changed(identifier: str, text: str) -> Any:
        draft = life.begin(reviewer, record=identifier, why=f"{text} was read again")
        return life.save(
            draft, {**draft.content, "rules": f"{draft.content.get('rules', '')} {text}"},
            number=draft.number, person=reviewer,
        )  # fmt: skip

    names = list(Evidence.objects.order_by("identifier").values_list("identifier", flat=True))
    unfinished = life.begin(author, {"title": "A board of which little is known"}, wanted="little")
    remarks.say(unfinished, "Where was it found?", person=reviewer)
    changed(names[0], "Draft.")
    for position, state in enumerate(["review", "returned", "declined", "taken back", "accepted"]):
        one = changed(names[position + 1], state.capitalize() + ".")
        one = life.send(one, number=one.number, person=reviewer)
        judge = _administrator()
        if state == "returned":
            life.send_back(one, person=judge, why="The page is missing.")
        elif state == "declined":
            life.decline(one, person=judge, why="The source does not say so.")
        elif state == "taken back":
            life.take_back(one, person=reviewer)
        elif state == "accepted":
            life.accept(one, number=one.number, person=judge)
    for identifier in names[7:9]:
        number = RecordVersion.objects.filter(identifier=identifier).count() or 1
        published.withdraw(identifier, number=number, person=_administrator(), why="Not ours.")
    version = RecordVersion.objects.filter(identifier=names[8]).order_by("-number")[0]
    published.restore(
        names[8], version.number - 1, number=version.number, person=_administrator(),
        why="Ours after all.",
    )  # fmt: skip
    assert Proposal.objects.count() == 7


def _administrator() -> Any:
    from django.contrib.auth.models import User

    return User.objects.get(username="administrator")


def _fill_rules(author: Any, reviewer: Any) -> None:
    """A draft with a remark, one that was given up, one that was published, new rules."""
    from curation.rulesets import life, remarks

    from games.models import Game, Ruleset

    slugs = Ruleset.objects.order_by("slug").values_list("slug", flat=True)
    kept, dropped, published = [Ruleset.objects.get(slug=slug) for slug in slugs[:3]]
    draft = life.begin(author, kept, kept.text + "\n// read again", "read again", {})
    remarks.say(draft, "Which page?", person=reviewer, field="text", line=1)
    one = life.begin(author, dropped, dropped.text + "\n// no", "no", {})
    life.drop(one, number=one.number, person=author)
    one = life.begin(author, published, published.text + "\n// yes", "yes", {})
    life.publish(one, number=one.number, person=reviewer)
    life.begin(author, None, "(game", "begun", {
        "slug": "new-rules", "name": "New rules", "kind": "suggested", "summary": "",
        "game": Game.objects.order_by("slug")[0],
    })  # fmt: skip


def _fill_suggestions(moderator: Any) -> None:
    """Of a record and a clause, in each state."""
    from suggestions.answering import answer
    from suggestions.models import Suggestion

    from games.models import Clause

    clause = Clause.objects.select_related("ruleset").order_by("pk")[0]
    subjects = [
        {"record": "demo-001"}, {"ruleset": clause.ruleset.slug, "clause": clause.name},
    ]  # fmt: skip
    for about in subjects:
        for state in Suggestion.State.values:
            one = Suggestion.objects.create(text=f"{TEXT} {state}", name="A. Reader", named=True,
                                            contact="a@example.org", **about)  # fmt: skip
            if state != "waiting":
                answer(one, state=state, before="waiting", by=moderator, words=f"Thanks: {state}.")


def _fill_batches() -> None:
    """Tables: one imported, one undone, one reviewed, one with errors; and sources."""
    from batches.models import Batch
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.test import Client

    client = Client()
    client.force_login(_administrator())

    def press(batch: Any, deed: str) -> None:
        client.post(batch.get_absolute_url(), {**_form_of(client, batch), "deed": deed})
        _work()
        batch.refresh_from_db()

    def send(name: str, text: str) -> None:
        client.post("/curate/tables/", {"file": SimpleUploadedFile(name, text.encode())})

    rows = "identifier,game,title,date,place,latitude,longitude,citation\n"
    for name, deeds in [("in", "look import"), ("undone", "look import undo"), ("ready", "look")]:
        row = f"table-{name},Senet,Board {name},-1399,Thebes,25.7,32.6,Murray 1913\n"
        client.post(
            "/curate/tables/", {"file": SimpleUploadedFile(f"{name}.csv", (rows + row).encode())}
        )
        batch = Batch.objects.order_by("-pk")[0]
        for deed in deeds.split():
            press(batch, deed)
        wanted = {"look": "ready", "import": "imported", "undo": "undone"}[deeds.split()[-1]]
        assert batch.state == wanted, (name, batch.state, batch.said)
    client.post(
        "/curate/tables/", {"file": SimpleUploadedFile("new.csv", (rows + "a,b\n").encode())}
    )
    book = "@book{bell, author={Bell, R. C.}, title={Board and Table Games}, year={1960}}"
    send("books.bib", book)
    _work()


def _work() -> None:
    """Do all jobs in a process of its own: a copy of one that has compiled rules may never end."""
    command = [sys.executable, "manage.py", "work", "--until-empty"]
    subprocess.run(command, check=True, capture_output=True)


def _form_of(client: Any, batch: Any) -> dict[str, Any]:
    form = client.get(batch.get_absolute_url()).context.get("form")
    if form is None:
        return {}
    return {field.html_name: field.value() or "" for field in form}


def _fill_games(person: Any) -> None:
    """A game by link and two saved ones, of which one asks to be published."""
    from games.between import begin
    from games.models import Ruleset
    from games.saving import ask_to_publish, played, save

    shodra = Ruleset.objects.get(slug="shodra")
    begin(shodra, [], 1)
    save(shodra, played(shodra, [], ["e2-e4"]), person)
    ask_to_publish(save(shodra, played(shodra, [], ["e2-e4", "d7-d5"]), person))


def main() -> None:
    """Fill it, with passwords that cost nothing and static files as they are."""
    import django

    django.setup()
    from django.conf import settings
    from django.test import override_settings
    from django.test.utils import setup_test_environment

    setup_test_environment()  # pages tell the forms that they show
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": plain},
        ALLOWED_HOSTS=["testserver"],
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ):
        fill()


if __name__ == "__main__":
    main()
