"""The snapshot: it follows every change of the corpus, and never shows what was undone."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy
import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.drafts import GameDraft, PlaceDraft
from evidence.importers.table_store import Options, import_table
from evidence.models import (
    ClauseCitation,
    CorpusChange,
    Evidence,
    Phrase,
    Place,
    Region,
    Revision,
    RulesetLink,
    Source,
    Term,
)  # fmt: skip
from evidence.search import Box, Query, search
from evidence.search.facets import most_first
from evidence.search.index import index_records
from evidence.search.snapshot import current, edited, files, made_of, with_content
from evidence.search.snapshot.columns import Codes
from evidence.search.snapshot.current import current_snapshot, store_snapshot
from evidence.search.snapshot.found import Found
from evidence.search.snapshot.links import Links
from evidence.search.snapshot.tables import read_tables
from evidence.search.versions import KEPT, changed_since, current_version, note_change
from evidence.storing import store
from evidence.storing.undoing import undo
from evidence.vocabulary import Relation
from games.models import Clause, Game, Ruleset
from games.stored_concepts import store_concepts
from tests.evidence import search_corpus as corpus
from tests.evidence.test_snapshot_edited import alike
from tests.evidence.test_store import DABLOT

pytestmark = pytest.mark.django_db

RELATIONS = Relation.values
GAME = '(game "G" (equipment {{(board (square 3)) (piece "P" Each "Moves")}}))'
TEXT = f'(define "Moves" (move {{}})) {GAME}'


def record(identifier, **fields):
    game, _ = Game.objects.get_or_create(name="Senet", slug="senet")
    made = Evidence.objects.create(identifier=identifier, game=game, **fields)
    index_records([made.pk])
    return made


def found(**asked):
    return search(Query(**asked)).pks()


def test_a_record_is_found_as_it_is_after_each_change():
    made = record("tomb", year_from=-1200, year_to=-1100)
    assert found(year_to=-1150) == [made.pk]
    made.year_from = made.year_to = 100
    made.save()
    index_records([made.pk])
    assert not found(year_to=-1150)
    assert found(year_from=100) == [made.pk]
    made.delete()
    assert not found()


def test_what_is_undone_is_not_found_even_if_the_next_version_has_its_number():
    kept = record("kept")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        record("undone")
        assert len(found()) == 2
        raise ZeroDivisionError
    assert found() == [kept.pk]
    other = record("other")
    assert found() == [other.pk, kept.pk]


def test_unknown_years_stand_last_and_2_bce_is_a_year_like_any():
    late, unknown, early, same = (
        record(name, year_from=year, year_to=year)
        for name, year in (("late", 5), ("unknown", None), ("early", -1), ("same", 5))
    )
    in_order = [early.pk, same.pk, late.pk, unknown.pk]
    assert found(ordering="year_from") == in_order
    assert found(ordering="-year_to") == [same.pk, late.pk, early.pk, unknown.pk]


def test_few_changes_are_read_alone(monkeypatch):
    corpus.store(corpus.generated())
    whole = search(Query()).count
    Game.objects.get_or_create(name="Senet", slug="senet-1")
    monkeypatch.setattr(current, "read_tables", None)
    made = Evidence.objects.create(identifier="one-more", game=Game.objects.first(), confidence=90)
    index_records([made.pk])
    assert search(Query()).count == whole + 1


def test_after_changes_everything_is_as_if_it_were_read_anew():
    cases = corpus.generated()
    corpus.store(cases)
    assert found()
    for case in cases[::3]:
        Evidence.objects.filter(pk=case.pk).update(year_from=-50, year_to=70, type="artifact")
        Place.objects.filter(evidence=case.pk).delete()
        Place.objects.create(evidence_id=case.pk, lat_u=1_000_000, lon_u=2_000_000)
    index_records([case.pk for case in cases[::3]])
    Evidence.objects.filter(pk=cases[1].pk).delete()
    moved = {case.pk for case in cases[::3]}
    box = Box(1.5, 0.5, 2.5, 1.5)
    by_changes = (found(), found(box=box), search(Query()).facets)
    current._kept.clear()
    assert (found(), found(box=box), search(Query()).facets) == by_changes
    assert moved <= set(found(box=box))


@pytest.mark.django_db(transaction=True)
def test_a_version_that_is_long_past_is_not_known():
    note_change([1])
    past = current_version()
    note_change([2])
    assert changed_since(past) == {2}
    for _ in range(KEPT):
        note_change([])
    assert changed_since(past) is None
    assert CorpusChange.objects.count() == KEPT


def test_a_name_that_records_show_makes_a_new_version():
    Region.objects.create(slug="egypt", name="Egypt", kind="world", shape={})
    before = current_version()
    Term.objects.create(vocabulary="age", name="Elder")
    assert current_version() != before
    assert changed_since(before) == set()


def test_rows_whose_record_is_gone_are_left_out():
    made = record("here")
    Place.objects.create(evidence=made, lat_u=0, lon_u=0)
    index_records([made.pk])
    tables = read_tables()
    stray = numpy.array([[made.pk + 1, 5, 5]])
    torn = made_of(
        current_version(),
        type(tables)(**{**vars(tables), "points": numpy.concatenate([tables.points, stray])}),
    )
    assert torn.size == 1
    assert torn.located.tolist() == [True]


def test_a_stored_snapshot_answers_as_the_one_it_was_made_of(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    corpus.store(corpus.generated())
    before = search(Query()).facets, found(box=Box(0, -90, 120, 20)), found(ordering="-year_to")
    version = store_snapshot()
    current._kept[:] = [with_content(version, files.load(version))]
    stored = current_snapshot()
    assert stored.version == version and not stored.points.owners.flags.writeable
    assert before == (
        search(Query()).facets, found(box=Box(0, -90, 120, 20)), found(ordering="-year_to"),
    )  # fmt: skip
    made = Evidence.objects.create(identifier="one-more", game=Game.objects.first())
    index_records([made.pk])
    assert found()[0] == made.pk
    assert store_snapshot() == current_version() == files.newest()
    for _ in range(3):
        note_change([])
        store_snapshot()
    assert len(files._stored()) == files.KEPT
    assert files.load(version) is None


def a_status(pick: Random, some: list[int]) -> None:
    clause = pick.choice(Clause.objects.order_by("pk"))
    clause.status = pick.choice(Clause.Status.values)
    clause.save()


def a_citation(pick: Random, some: list[int]) -> None:
    cited = pick.choice([None, *ClauseCitation.objects.order_by("pk")])
    if cited and pick.random() < 0.3:
        cited.delete()
        return
    cited = cited or ClauseCitation(source=Source.objects.first())
    cited.clause = pick.choice(Clause.objects.order_by("pk"))
    cited.evidence_id, cited.relation = pick.choice([None, *some]), pick.choice(RELATIONS)
    cited.save()


def phrases(pick: Random, some: list[int]) -> None:
    clause = pick.choice(Clause.objects.order_by("pk"))
    for pk in some:
        Phrase.objects.filter(evidence=pk).delete()
        told = {"clause": clause, "relation": pick.choice(RELATIONS)}
        Phrase.objects.create(evidence_id=pk, start=0, end=1, **told)
    index_records(some)
    if clause.ruleset.clauses.count() > 1 and pick.random() < 0.2:
        clause.delete()


def anything(pick: Random, tmp_path: Path) -> None:
    """Change the corpus by any of the ways there are."""
    pks = list(Evidence.objects.values_list("pk", flat=True))
    some = pick.sample(pks, min(len(pks), pick.choice([1, 2, 9])))
    choice = pick.randrange(12)
    name = f"made-{pick.randrange(40)}"
    point = PlaceDraft(lat_u=pick.randrange(90) * 1_000_000, lon_u=pick.randrange(-180, 180) * 999)
    if choice <= 2:
        game, year = GameDraft(pick.choice(["Dablot", "Senet"])), pick.randrange(1000, 2000)
        places = (point, PlaceDraft(region="egypt"))[: pick.randrange(3)]
        made = replace(
            DABLOT, identifier=name, portal_id=None, game=game, date=str(year), places=places,
            confidence=pick.choice([None, 10, 95]),
            terms={"age": (pick.choice(["Adult", "Elder"]),)},
        )  # fmt: skip
        store(made, whole=True)
    elif choice == 3:
        lines = [
            f"{name}-{n},Chess,artifact,{1000 + n},40,{n}" for n in range(pick.randrange(1, 9))
        ]
        path = tmp_path / "table.csv"
        header = "identifier,game_name,type,date_edtf,place_latitude,place_longitude"
        path.write_text("\n".join([header, *lines]), encoding="utf-8")
        import_table(path, Options(update=True))
    elif choice == 4 and Revision.objects.exists():
        undo(pick.choice(Revision.objects.order_by("-pk")[:3]), by=None, why="A mistake.")
    elif choice == 5:
        Evidence.objects.filter(pk__in=some).delete()
    elif choice == 6:
        ruleset = Ruleset.objects.get(slug="old")
        for pk in some:
            RulesetLink.objects.update_or_create(
                evidence_id=pk, ruleset=ruleset, defaults={"relation": pick.choice(RELATIONS)}
            )
        index_records(some)
    elif choice == 7:
        ruleset = Ruleset.objects.get(slug="old")
        ruleset.text = pick.choice(
            ["", TEXT.format("Slide Orthogonal"), TEXT.format("Slide Diagonal")]
        )
        ruleset.save()
        store_concepts(ruleset)
    elif choice <= 10:
        pick.choice([a_status, a_citation, phrases])(pick, some)
    else:
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            RulesetLink.objects.filter(evidence__in=some).delete()
            Evidence.objects.filter(pk__in=some).update(year_from=1, year_to=2)
            index_records(some)
            as_made_anew()
            raise ZeroDivisionError


def as_made_anew() -> None:
    alike(current_snapshot(), made_of(current_version(), read_tables()))


def test_whatever_changes_by_whatever_way_all_is_as_if_it_were_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.store(corpus.generated(30))
    Region.objects.create(slug="egypt", name="Egypt", kind="world", shape=corpus.SHAPES["plain"])
    as_made_anew()
    by_changes = []
    monkeypatch.setattr(current, "edited", lambda *of: by_changes.append(of) or edited(*of))
    pick = Random(1)
    for _ in range(40):
        anything(pick, tmp_path)
        if pick.random() < 0.7:
            as_made_anew()
    assert len(by_changes) > 10


numbers = st.lists(st.integers(0, 199), unique=True).map(sorted)


@pytest.mark.sqlite  # arrays alone
@given(
    st.lists(st.tuples(st.integers(0, 199), st.integers(1, 9)), max_size=600, unique=True),
    numbers,
    st.booleans(),
)
def test_links_count_as_a_loop_does(pairs, chosen, as_mask):
    owners, things = numpy.array(pairs, dtype=int).reshape(-1, 2).T
    links = Links(owners, things, 200)
    listed = Found(200, numbers=numpy.array(chosen, dtype=int))
    lot = Found(200, mask=listed.mask) if as_mask else listed
    loop = {t: sum(thing == t and owner in chosen for owner, thing in pairs) for t in set(things)}
    counts, bare = links.count(lot)
    assert dict(zip(links.ids, counts, strict=True)) == loop
    assert bare == len(set(chosen) - set(owners))
    asked = set(things[:2])
    assert links.any_of(asked).numbers.tolist() == sorted(
        {owner for owner, thing in pairs if thing in asked}
    )


@pytest.mark.sqlite  # arrays alone
@given(
    st.lists(st.integers(0, 60), max_size=20),
    st.lists(st.integers(0, 60), unique=True).map(sorted),
)
def test_a_handful_of_links_is_counted_without_a_mask_of_all(owners, chosen):
    things = [owner % 7 for owner in owners]
    links = Links(numpy.array(owners, dtype=int), numpy.array(things, dtype=int), 10_000)
    lot = Found(10_000, numbers=numpy.array(chosen, dtype=numpy.int32))
    by_mask = Found(10_000, mask=lot.mask.copy())
    assert lot.holds(links.owners).tolist() == by_mask.holds(links.owners).tolist()
    fresh = Found(10_000, numbers=lot.numbers)
    counts, bare = links.count(fresh)
    assert counts.tolist() == links.count(by_mask)[0].tolist()
    assert bare == len(set(chosen) - set(owners))
    assert "mask" not in vars(fresh)


@pytest.mark.sqlite  # arrays alone
@given(st.lists(st.integers(0, 9) | st.integers(0, 1 << 40)))
def test_counts_stand_most_first_however_great_they_are(counts):
    places = [n for n, count in enumerate(counts) if count]
    ordered = sorted(places, key=lambda n: -counts[n])
    assert most_first(numpy.array(counts, dtype=numpy.int64)).tolist() == ordered


@pytest.mark.sqlite  # arrays alone
@settings(max_examples=25)
@given(st.lists(st.integers(-5, 300), min_size=200, max_size=200), numbers)
def test_codes_count_as_a_loop_does(values, chosen):
    codes = Codes(numpy.array(values))
    lot = Found(200, numbers=numpy.array(chosen, dtype=int))
    wanted = [sum(values[n] == value for n in chosen) for value in codes.ids]
    assert codes.count(lot).tolist() == wanted


@pytest.mark.sqlite  # arrays alone
@settings(max_examples=25)
@given(st.lists(st.integers(-5, 300), min_size=200, max_size=200), st.integers(-9, 310))
def test_codes_are_compared_as_values_are(values, bound):
    codes = Codes(numpy.array(values))
    everything = Found(200)
    least, most = (
        everything.narrowed(codes.at_least(bound)),
        everything.narrowed(codes.at_most(bound)),
    )
    assert least.numbers.tolist() == [n for n, value in enumerate(values) if value >= bound]
    assert most.numbers.tolist() == [n for n, value in enumerate(values) if value <= bound]
