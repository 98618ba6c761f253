"""Statuses of clauses from the claims about their parts, and older statuses as claims."""

import itertools

import pytest
from django.contrib.auth.models import User

from evidence.claims import derived_claims, settle, weakest
from evidence.claims.contents import ClaimError, parts_of, status_said, store_parts
from evidence.drafts import CitationDraft, Draft, GameDraft, PassageDraft
from evidence.history import note_version
from evidence.models import (
    Claim,
    ClauseCitation,
    ClausePart,
    Evidence,
    Passage,
    RecordVersion,
    Source,
)
from evidence.models.claims import status_of
from evidence.passages import store_passages
from evidence.records.stored import as_draft
from evidence.storing import store
from evidence.storing.joining import join
from evidence.storing.undoing import undo
from evidence.vocabulary import Relation
from games.curated import is_curated
from games.models import Clause, Game, Ruleset

pytestmark = pytest.mark.django_db

MURRAY = "Murray, H. J. R. 1913. A History of Chess."


def claims(*said):
    rows = (
        dict(zip(("stance", "voice", "certainty"), each.split(), strict=False)) for each in said
    )
    return [Claim(**row) for row in rows]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (["states witness"], "attested"),
        (["states report"], "attested"),
        (["states scholar"], "inferred"),
        (["states curator"], "inferred"),
        (["implies witness"], "inferred"),
        (["states witness", "contradicts witness"], "disputed"),
        (["states witness", "contradicts scholar"], "disputed"),
        (["states witness", "contradicts scholar doubtful"], "attested"),
        (["states witness doubtful", "implies report"], "inferred"),
        (["states witness", "leaves-open report"], "attested"),
        (["states ruleset"], "borrowed"),
        (["states ruleset", "implies witness"], "inferred"),
        (["leaves-open witness"], "inferred"),
        ([], "inferred"),
    ],
)
def test_a_part_is_as_sure_as_those_who_speak_of_it(said, status):
    assert status_of(claims(*said)) == status


def test_a_clause_has_the_status_of_its_weakest_part():
    assert weakest(["attested", "inferred"]) == "inferred"
    assert weakest(["inferred", "borrowed", "attested"]) == "borrowed"
    assert weakest(["disputed", "borrowed"]) == "disputed"


def test_claims_derived_from_a_status_lead_to_that_status_whatever_is_cited():
    relations = [
        chosen
        for length in range(4)
        for chosen in itertools.combinations_with_replacement(Relation.values, length)
    ]
    for status, reason, cited in itertools.product(Clause.Status.values, ("", "why"), relations):
        clause = Clause(status=status, reason=reason)
        found = list(derived_claims(clause, [ClauseCitation(relation=each) for each in cited]))
        assert status_of(found) == status
        assert len([each for each in found if each.citation]) == len(cited)
        assert [each.reason for each in found if each.reason] == [reason] * bool(reason)


@pytest.fixture
def record(db):
    store(Draft("khiva", GameDraft("Chess"), citations=(CitationDraft(MURRAY, "372"),)))
    found = Evidence.objects.get()
    source = Source.objects.get()
    source.csl, source.year = {"author": [{"family": "Murray"}]}, 1913
    source.save()
    return found


@pytest.fixture
def rules(record):
    rules = Ruleset.objects.create(slug="r", game=Game.objects.get(), name="R", kind="described")
    for position, (name, status) in enumerate((("King", "attested"), ("Queen", "inferred"))):
        Clause.objects.create(
            ruleset=rules, name=name, position=position, title=name, text=f"{name}.",
            status=status, reason="-" if status == "inferred" else "",
        )  # fmt: skip
    source = Source.objects.get()
    ClauseCitation.objects.create(clause=rules.clauses.get(name="King"), source=source)
    settle(rules)
    return rules


TWO = (
    PassageDraft(1, "The king goes one square.", source=MURRAY, locator="372", voice="report"),
    PassageDraft(2, "Das Spiel ist alt.", "quotation", "de", bearing="none", rights="free"),
)


def king(rules):
    return rules.clauses.prefetch_related("parts__claims__passage__source").get(name="King")


def test_a_derived_part_follows_its_clause_until_parts_are_entered(rules, record):
    (part,) = king(rules).parts.all()
    assert (part.derived, part.status, part.text) == (True, "attested", "King.")
    Clause.objects.filter(name="King").update(status="disputed", reason="read otherwise")
    settle(rules)
    (part,) = king(rules).parts.all()
    assert (part.derived, part.status) == (True, "disputed")
    assert "read otherwise" in [claim.reason for claim in part.claims.all()]

    store_passages(record, TWO)
    said = {"stance": "states", "voice": "report", "passage": ["khiva", 1]}
    parts = [{"text": "One square.", "claims": [said]}]
    assert store_parts(king(rules), parts)
    settle(rules)
    (part,) = king(rules).parts.all()
    assert (part.derived, part.text, king(rules).status) == (False, "One square.", "attested")
    assert part.via == "Murray 1913"
    assert str(part.status_label) == "attested via Murray 1913"
    assert parts_of(king(rules)) == parts
    assert status_said(parts) == "attested"
    assert not store_parts(king(rules), parts)


@pytest.mark.parametrize(
    ("part", "key"),
    [
        ({"text": " ", "claims": [{}]}, "parts[0].text"),
        ({"text": "A", "claims": []}, "parts[0].claims"),
        ({"text": "A", "claims": [{"stance": "says", "voice": "witness"}]}, "claims[0].stance"),
        ({"text": "A", "claims": [{"stance": "states"}]}, "claims[0].voice"),
        ({"text": "A", "claims": [{"stance": "states", "voice": "witness", "passage": ["x", 1]}]},
         "claims[0].passage"),
        ({"text": "A",
          "claims": [{"stance": "states", "voice": "witness", "passage": ["khiva", 1]}]},
         "claims[0].voice"),
        ({"text": "A", "claims": [{"stance": "states", "voice": "witness", "citation": 5}]},
         "claims[0].citation"),
        ({"text": "A", "claims": [{"stance": "states", "voice": "witness", "made_on": "May"}]},
         "claims[0].made_on"),
        ({"text": "A", "claims": [{"stance": "states", "voice": "witness", "sure": 1}]},
         "claims[0].sure"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_claim_is_named_and_nothing_is_stored(rules, record, part, key):
    store_passages(record, TWO)
    before = list(ClausePart.objects.order_by("pk").values_list())
    with pytest.raises(ClaimError) as told:
        store_parts(king(rules), [part])
    assert told.value.key.endswith(key)
    assert list(ClausePart.objects.order_by("pk").values_list()) == before


def test_passages_are_part_of_a_records_history_and_no_other_change_loses_them(record):
    assert store_passages(record, TWO)
    note_version(record)
    assert as_draft(record).passages == TWO
    assert not store_passages(record, TWO)
    version = RecordVersion.objects.order_by("number").last()
    assert [row["number"] for row in version.content["passages"]] == [1, 2]
    store(Draft("khiva", GameDraft("Chess"), title="Khiva"), whole=True)
    assert as_draft(record).passages == TWO


def test_a_translation_keeps_its_original_and_passages_keep_their_ids(record):
    store_passages(record, TWO)
    ids = dict(Passage.objects.values_list("number", "pk"))
    three = (*TWO, PassageDraft(3, "The game is old.", "translation", "en", 2, "Asha"))
    assert store_passages(record, three)
    assert as_draft(record).passages == three
    assert dict(Passage.objects.filter(number__lt=3).values_list("number", "pk")) == ids
    store_passages(record, TWO[:1])
    assert list(Passage.objects.values_list("number", flat=True)) == [1]


def test_passages_go_with_their_source_when_it_is_joined_into_another_and_come_back(record):
    store_passages(record, TWO)
    note_version(record)
    other = Source.objects.create(slug="other", citation="Murray, Chess")
    bede = User.objects.create_user("bede")
    act = join(Source.objects.get(citation=MURRAY), other, by=bede)
    assert Passage.objects.get(number=1).source == other
    assert act.versions.count() == 1
    undo(act, by=bede, why="no")
    assert as_draft(record).passages == TWO


def test_an_administrator_edits_passages_and_claims_and_the_history_says_so(
    admin_client, rules, record
):
    said = {"evidence": record.pk, "number": 1, "kind": "quotation", "text": "It goes one square.",
            "voice": "witness", "bearing": "rules"}  # fmt: skip
    assert admin_client.post("/admin/evidence/passage/add/", said).status_code == 302
    version = RecordVersion.objects.order_by("number").last()
    assert version.content["passages"][0]["text"] == "It goes one square."
    assert version.revision.by.username == "admin"
    (part,) = king(rules).parts.all()
    claims = {"claims-TOTAL_FORMS": 1, "claims-INITIAL_FORMS": 0, "claims-0-stance": "contradicts",
              "claims-0-voice": "witness", "claims-0-position": 0,
              "claims-0-passage": Passage.objects.get().pk}  # fmt: skip
    form = {"clause": part.clause_id, "position": 0, "text": "King."} | claims
    part.claims.all().delete()
    answer = admin_client.post(f"/admin/evidence/clausepart/{part.pk}/change/", form)
    assert answer.status_code == 302
    assert king(rules).status == "disputed"
    assert Claim.objects.get(part=part).author.username == "admin"
    last = rules.versions.order_by("number").last()
    assert (last.by.username, last.content["clauses"][0]["status"]) == ("admin", "disputed")
    assert is_curated(rules)
    parts = parts_of(king(rules))
    store_parts(king(rules), [*parts, {"text": "Another.", "claims": parts[0]["claims"]}])
    assert Claim.objects.filter(author__username="admin").count() == 1
