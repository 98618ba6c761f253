"""A corpus for tests of archives: the demo corpus, and what it has not."""

import datetime
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib.auth.models import User

from evidence.editing.curation import remarks
from evidence.editing.curation.rulesets import life
from evidence.editing.curation.rulesets.contents import content_of
from evidence.history import note_version, revision
from evidence.history.shared import note_shared
from evidence.importers.corpus import load_corpus
from evidence.models import (
    Citation,
    Evidence,
    Identification,
    Picture,
    PictureMark,
    Place,
    Quotation,
    Region,
    RulesetLink,
    Source,
    Term,
)
from evidence.pictures.files import keep
from games.models import Game, GameAlias, Match, Ruleset, Study
from games.models.play import Comment, SavedGame
from people.groups import give_role
from people.matrix import Role
from tests.demo import SHIPPED, store_demo
from tests.evidence.picture_files import jpeg

HOSTILE = "<script>alert(1)</script>\t象 \U0001f409 \u2028 \\ \" ' \x7f é é"


FEW = ("shodra", "ouk-chatrang", "kar-ouk", "rek", "min-rek-chanh")  # rulesets


def store_few():
    """Store some rulesets of the demo corpus and their records, with all regions."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("rulesets", "corpus"):
            (folder / part).mkdir()
        shutil.copy(SHIPPED / "regions.json", folder)
        for path in SHIPPED.glob("rulesets/**/*.*"):
            if path.stem in FEW:
                shutil.copy(path, folder / "rulesets")
        lines = (SHIPPED / "corpus" / "seeds.jsonl").read_text(encoding="utf-8").splitlines()
        chosen = [line for line in lines if {*json.loads(line)["rulesets"]} & {*FEW}]
        (folder / "corpus" / "seeds.jsonl").write_text("\n".join(chosen), encoding="utf-8")
        load_corpus(folder)


def fill(store=store_demo):
    """Store a corpus, two people, a record of every kind of field, one deleted, a study."""
    store()
    asha = User.objects.create_user("asha", "asha@example.org", "a secret of hers")
    User.objects.create_user("idle", "idle@example.org")
    with revision("the index of Khiva read again", asha):
        _rich_record(asha)
        Evidence.objects.get(identifier="min-rek-chanh").delete()
        note_shared(Source.objects.order_by("pk")[0], {"citation": HOSTILE, "year": -331})
    europe = Region.objects.get(slug="europe")
    late = Region.objects.create(
        slug="late", name="Late", kind="world", parent=None, shape=europe.shape
    )
    Region.objects.filter(slug="eastern-asia").update(parent=late)
    _drafts_of_rules()
    saved = SavedGame.objects.create(
        ruleset=Ruleset.objects.get(slug="shodra"), owner=asha, digest="c" * 64, moves=["e2-e4"],
        match=Match.objects.order_by("pk")[0], title=HOSTILE,
    )  # fmt: skip
    Comment.objects.create(match=saved.match, name="Ann", text=HOSTILE, sender="d" * 64)
    Study.objects.create(
        ruleset=Ruleset.objects.get(slug="shodra"), digest="a" * 64, module="b" * 64, version=1,
        options=["Variant/Tiger"], seed=7, games=500, done=50,
        tally={"z": 2**60, "a": [0.1, 1e-07, 12345.678901234567], "é": None, "t": True},
    )  # fmt: skip


def _drafts_of_rules():
    """A sentence that was changed and published, and a draft with a remark on it."""
    one, two = (User.objects.create_user(name) for name in ("writer", "reader"))
    for each in (one, two):
        give_role(each, Role.CURATOR)
    one, two = User.objects.get(pk=one.pk), User.objects.get(pk=two.pk)
    rules = Ruleset.objects.get(slug="shodra")
    content = content_of(rules)
    content["clauses"][0]["text"] = HOSTILE
    draft = life.begin(one, rules, rules.text, "read again", None, content)
    life.take("publish", draft, number=1, person=two)
    draft = life.begin(one, rules, f"{rules.text}\n", "once more", None)
    remarks.say(draft, HOSTILE, person=two, field="clauses.Board", line=2)


def _rich_record(asha):
    record = Evidence.objects.create(
        identifier="khiva-1", portal_id="DLP.Evidence.9", game=Game.objects.get(slug="shodra"),
        title=HOSTILE, type="ethnography", date="1913~", date_as_given="about 1913",
        year_from=1912, year_to=1914, day_from=698_000, day_to=698_700, rules=HOSTILE,
        content="", confidence=0, confidence_reason="none", judged_by="Asha",
        external_ids={"b": "2", "a": {"y": 1.5, "x": []}}, checked_against=["one", "two"],
        added_by=asha, checked_by=asha,
        checked_at=datetime.datetime(2026, 2, 3, 4, 5, 6, 7, datetime.UTC),
    )  # fmt: skip
    Place.objects.create(evidence=record, position=0, lat_u=-1, lon_u=-180_000_000, name="Edge")
    Place.objects.create(evidence=record, position=1, region=Region.objects.get(slug="soyot"))
    source = Source.objects.create(slug="khiva", citation=HOSTILE, csl={"title": "K"}, year=-5)
    citation = Citation.objects.create(evidence=record, source=source, locator="p. 3")
    Quotation.objects.create(evidence=record, text=HOSTILE, citation=citation, language="ru")
    Quotation.objects.create(evidence=record, text="without", position=1)
    record.terms.set(Term.objects.order_by("-name")[:5])
    RulesetLink.objects.create(
        evidence=record, ruleset=Ruleset.objects.get(slug="shodra"), relation="contradicts"
    )
    GameAlias.objects.create(game=record.game, name="Шодра")
    Identification.objects.create(
        evidence=record, game=Game.objects.exclude(pk=record.game_id).order_by("pk")[0],
        about=HOSTILE, certainty="probable", voice="scholar", source=source, reason=HOSTILE,
    )  # fmt: skip
    _picture(record, asha)
    note_version(record)


def _picture(record, asha):
    """One with marks, of which one names a clause, and one elsewhere."""
    rights = {"alt": HOSTILE, "licence": "https://museum.test/free", "holder": "K", "credit": "K"}
    file = keep(jpeg(), asha)
    picture = Picture.objects.create(evidence=record, file=file, **rights)
    Picture.objects.create(evidence=record, address="https://museum.test/m", position=1, **rights)
    clause = Ruleset.objects.get(slug="shodra").clauses.first()
    for position, more in enumerate(({"clause": clause, "part": 1}, {"note": HOSTILE})):
        PictureMark.objects.create(
            picture=picture, position=position, x=10, y=20, width=30, height=40, **more
        )


def command(url, folder, *arguments, **options):
    """Run manage.py on another installation, in a process of its own."""
    return subprocess.run(
        arguments_of(*arguments), env=environment(url, folder), capture_output=True, text=True,
        cwd=settings.BASE_DIR, check=False, **options,
    )  # fmt: skip


def arguments_of(*arguments):
    return [sys.executable, "manage.py", *map(str, arguments)]


def environment(url, folder):
    return {**os.environ, "DATABASE_URL": url, "ASHTAPADA_VAR": str(folder)}
