"""How passages and parts of clauses cover each other: loaded, listed and shown."""

from __future__ import annotations

import json
import re
import shutil
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from evidence.claims.reading import read
from evidence.history import note_version, revision
from evidence.importers.corpus import CorpusError, load_corpus
from evidence.models import ClausePart, Evidence, Passage
from games.models import Clause, Ruleset
from tests.demo import SHIPPED, store_demo

pytestmark = pytest.mark.django_db

READ = (
    "chaturanga-davidson", "kar-ouk", "main-chator", "min-rek-chanh", "ouk-chatrang", "rek",
    "shatranj-ar-rumiya-1140", "shatranj-ar-rumiya-1352", "shodra",
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def corpus(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        store_demo()
        yield
        transaction.set_rollback(True)


def coverage(*arguments):
    out = StringIO()
    call_command("coverage", *arguments, stdout=out)
    return out.getvalue()


def test_every_passage_of_a_recast_ruleset_is_read_and_every_attested_part_has_one():
    told = coverage(*READ, "--check").splitlines()
    heads = [line for line in told if not line.startswith(" ")]
    assert [line.split(":")[0] for line in heads] == [*READ, "rulesets"]
    assert all(", 0 unread;" in line and "0 of them attested" in line for line in heads[:-1])
    shares = {line.split(":")[0].strip() for line in told[-4:]}
    assert {"witness", "report", "paraphrase"} <= shares
    for slug in READ:
        reading = read(Ruleset.objects.get(slug=slug))
        assert len(reading.sentences) > 10, slug
        denied = [each for each in reading.sentences if each.passage.bearing == "denies"]
        assert all(each.bearings for each in denied)


def test_a_passage_that_nothing_rests_on_is_named_and_the_check_fails():
    record = Evidence.objects.get(identifier="dlp-1408")
    Passage.objects.create(evidence=record, number=99, kind="paraphrase", text="Nobody reads me.")
    assert "dlp-1408 99: Nobody reads me.\n    UNREAD" in coverage("shodra")
    with pytest.raises(CommandError, match="1 passages are unread"):
        coverage("shodra", "--check")


def test_a_clause_retells_what_it_cites_and_one_that_cites_no_place_fails_the_command():
    assert "NineEach retells Alfonso X" in coverage("alquerque-de-nueve-1283")
    clause = Clause.objects.get(ruleset__slug="alquerque-de-nueve-1283", name="NineEach")
    clause.citations.update(locator="", evidence=None)
    with pytest.raises(CommandError, match="1 attested parts have no passage"):
        coverage("alquerque-de-nueve-1283", "--brief")


def test_a_ruleset_that_is_not_there_is_named():
    with pytest.raises(CommandError, match="there is no ruleset 'chess'"):
        coverage("chess")


def test_every_clause_has_parts_that_agree_with_its_status():
    for clause in Clause.objects.prefetch_related("parts__claims"):
        statuses = {part.status for part in clause.parts.all()}
        assert clause.status in statuses, clause.name


def test_the_page_shows_passages_beside_clauses_and_each_link_leads_to_its_clause(client):
    html = client.get("/rulesets/shodra/?reading=1").content.decode()
    rows = re.findall(r'class="passage-row" id="passage-(\d+)"', html)
    assert len(rows) == Passage.objects.filter(evidence__identifier="dlp-1408").count()
    assert "denies a rule" in html
    assert "attested via Murray 1913" in html
    leads = set(re.findall(r'href="\?reading=1&amp;clause=\w+#(clause-\w+)"', html))
    assert leads
    assert leads <= set(re.findall(r' id="(clause-\w+)"', html))
    back = set(re.findall(r'#(passage-\d+)"', html))
    assert back <= {f"passage-{pk}" for pk in rows}


def test_the_page_offers_the_reading_view_only_where_there_is_something_to_read(client):
    assert "?reading=1" in client.get("/rulesets/shodra/").content.decode()
    assert "reading=1" not in client.get("/rulesets/xiangqi/").content.decode()


def test_the_api_has_passages_in_records_and_parts_in_clauses(client):
    record = client.get("/api/v1/evidence/dlp-1408/").json()
    first = record["passages"][0]
    assert (first["number"], first["voice"], first["bearing"]) == (1, "report", "none")
    assert first["source"] in {row["source"]["slug"] for row in record["sources"]}
    rules = client.get("/api/v1/rulesets/shodra/").json()
    clause = next(each for each in rules["clauses"] if each["name"] == "OiStepsTwice")
    assert clause["status"] == "disputed"
    statuses = [(part["status"], part["via"], part["derived"]) for part in clause["parts"]]
    assert statuses[0] == ("attested", "Murray 1913, Ludii portal", False)
    claim = clause["parts"][0]["claims"][0]
    assert claim["passage"] == {"record": "dlp-1408", "number": 10, "locator": "372"}
    begins = next(each for each in rules["clauses"] if each["name"] == "WhiteBegins")
    assert [part["derived"] for part in begins["parts"]] == [True]


@pytest.fixture
def folder(tmp_path):
    """The shipped files about shodra alone."""
    records = (SHIPPED / "corpus" / "seeds.jsonl").read_text(encoding="utf-8").splitlines()
    about = [line for line in records if json.loads(line)["key"] == "dlp-1408"]
    for name in ("corpus", "rulesets"):
        (tmp_path / name).mkdir()
    (tmp_path / "corpus" / "seeds.jsonl").write_text(*about, encoding="utf-8")
    for kind in ("lud", "json"):
        shutil.copy(SHIPPED / "rulesets" / f"shodra.{kind}", tmp_path / "rulesets")
    shutil.copy(SHIPPED / "regions.json", tmp_path)
    return tmp_path


def changed(folder, change):
    path = folder / "rulesets" / "shodra.json"
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))


def clause_in(told, name):
    return next(each for each in told["clauses"] if each["name"] == name)


def test_a_status_in_a_file_that_its_claims_do_not_lead_to_is_refused(folder):
    changed(folder, lambda told: clause_in(told, "OiStepsTwice").update(status="attested"))
    with pytest.raises(CorpusError, match="status: is 'attested': its parts make it 'disputed'"):
        load_corpus(folder)


def test_a_claim_on_a_passage_that_is_not_there_is_refused_and_named(folder):
    def change(told):
        clause_in(told, "NoCastling")["parts"][0]["claims"][0]["passage"] = ["dlp-1408", 77]

    changed(folder, change)
    with pytest.raises(CorpusError, match=r"parts\[0\].claims\[0\].passage: .* names no passage"):
        load_corpus(folder)


def test_parts_that_a_file_no_longer_has_give_way_to_a_derived_one(folder):
    changed(folder, lambda told: clause_in(told, "NoCastling").pop("parts"))
    assert load_corpus(folder).changed
    parts = ClausePart.objects.filter(clause__name="NoCastling", clause__ruleset__slug="shodra")
    assert [part.derived for part in parts] == [True]
    assert not load_corpus(folder).changed


def test_passages_that_somebody_has_changed_since_stay_as_they_are(folder):
    record = Evidence.objects.get(identifier="dlp-1408")
    with revision("read again"):
        record.passages.filter(number__gt=20).delete()
        record.passages.filter(number=1).update(text="He took the names from a lama.")
        note_version(record)
    load_corpus(folder)
    assert record.passages.get(number=1).text == "He took the names from a lama."
    assert record.passages.count() == 20
    load_corpus(folder, update=True)
    assert record.passages.count() > 20
