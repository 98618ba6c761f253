"""Loading a corpus folder: whole or not at all, twice the same as once."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from evidence.importers.corpus import CorpusError, load_corpus
from evidence.importers.csl import csl_item
from evidence.models import ClauseCitation, Evidence, Place, Region, Source
from evidence.records.stored import as_draft
from evidence.search import Query, search
from evidence.storing import store
from games.models import Clause, Game, Match, Moment, Ruleset

pytestmark = pytest.mark.django_db

SQUARE = {"type": "Polygon", "coordinates": [[[30, 20], [40, 20], [40, 30], [30, 30], [30, 20]]]}
BOOK = {
    "citation": "Petrie, W. M. F. (1927). Objects of Daily Use. London: Quaritch.",
    "csl_type": "book", "author": "Petrie, W. M. Flinders", "year": 1927,
    "title": "Objects of Daily Use", "container": None, "publisher": "Quaritch",
    "locator": "p. 51", "language": "en", "url": None,
}  # fmt: skip
BOARD = {
    "key": "board-1", "game": "Senet", "game_aliases": ["znt"], "game_category": "race",
    "game_native_name": "znt (snt)", "game_description": "Race game.", "title": "A board",
    "type": "Artifact",
    "places": [{"name": "Abydos", "lat": 26.2, "lon": 31.9, "precision": "site"}],
    "date_edtf": "-0176/-0175", "date_text": "177/176 BCE", "year_from": -176, "year_to": -175,
    "rules": "Thirty squares.", "content": "A slab.", "confidence": 60,
    "uncertainty_factors": ["Incomplete"], "ages": ["Adult"], "social_statuses": ["Elite"],
    "sources": [BOOK], "rulesets": {"senet-test": "supports"},
}  # fmt: skip
ABOUT = {
    "game": "Senet", "name": "Senet, test rules", "kind": "suggested", "summary": "Short.",
    "pieces": {"Man": {"symbol": "man", "name": "man", "letter": "M"}},
    "clauses": [
        {"name": "ManSteps", "title": "Men step", "text": "One forward.", "status": "inferred",
         "reason": "Nothing is written.", "citations": [
             {"source": BOOK["citation"], "locator": "p. 52", "evidence": "board-1",
              "relation": "supports"}]},
        {"name": "Goal", "title": "First home wins", "text": "Wins.", "status": "disputed"},
    ],
    "matches": [
        {"slug": "senet-short", "title": "A short game", "setup": "1;2:Man1",
         "moves": ["1-2", "30-29"],
         "moments": [{"ply": 1, "clause": "ManSteps", "role": "allowed"},
                     {"ply": 2, "clause": "Goal", "role": "ended"}]},
    ],
}  # fmt: skip


def write(folder, records=(BOARD,), about=ABOUT, shape=SQUARE):
    """A corpus folder of one region, one ruleset and these records."""
    (folder / "corpus").mkdir(parents=True)
    (folder / "rulesets").mkdir()
    region = {"slug": "egypt", "name": "Egypt", "kind": "historical", "shape": shape}
    (folder / "regions.json").write_text(json.dumps([region]))
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    (folder / "corpus" / "records.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "rulesets" / "senet-test.lud").write_text('(game "Senet")\n')
    (folder / "rulesets" / "senet-test.json").write_text(json.dumps(about))
    return folder


@pytest.fixture
def small(tmp_path):
    return write(tmp_path / "small")


def test_a_record_is_loaded_with_everything_that_its_line_says(small):
    load_corpus(small)
    record = Evidence.objects.get(identifier="board-1")
    assert (record.year_from, record.year_to, record.date) == (-176, -175, "-0176/-0175")
    assert (record.type, record.confidence, record.game.name) == ("artifact", 60, "Senet")
    assert record.game.native_name == "znt (snt)"
    assert {term.name for term in record.terms.all()} == {"Incomplete", "Adult", "Elite"}
    assert [(place.lat_u, place.lon_u) for place in record.places.all()] == [
        (26_200_000, 31_900_000)
    ]
    assert [region.slug for region in record.regions.all()] == ["egypt"]
    assert record.citations.get().locator == "p. 51"
    assert search(Query(year_from=-176, year_to=-176)).pks() == [record.pk]


def test_a_source_becomes_csl(small):
    load_corpus(small)
    assert Source.objects.get().csl == {
        "type": "book",
        "title": "Objects of Daily Use",
        "author": [{"family": "Petrie", "given": "W. M. Flinders"}],
        "issued": {"date-parts": [[1927]]},
        "publisher": "Quaritch",
        "publisher-place": "London",
        "language": "en",
    }


@pytest.mark.parametrize(
    ("citation", "container", "expected"),
    [
        ("A. B. (1952). T. Antiquity, 86(334), 11-55.", "Antiquity", ("86", "334", "11-55")),
        ("A. B. (1952). T. Levant, 41.", "Levant", ("41", None, None)),
        ("A. B. (1952). T. Speculum, 29(4), 7-9.", "Speculum 29(4)", ("29", "4", "7-9")),
        ("A. B. (1952). T. The Journal, 17-41.", "The Journal", (None, None, "17-41")),
        ("A. B. (1952). T. Acta.", "Acta", (None, None, None)),
    ],
)
def test_volume_issue_and_pages_are_read_from_the_citation(citation, container, expected):
    row = {**BOOK, "citation": citation, "csl_type": "article-journal", "container": container}
    item = csl_item(row)
    assert (item.get("volume"), item.get("issue"), item.get("page")) == expected
    assert item["container-title"] == container.split(" 29")[0]


def test_pages_of_a_chapter_are_read_from_the_citation():
    citation = "A. B. (2007). T. In I. F. (Ed.), Games in Perspective (pp. 16–32). Quaritch."
    row = {**BOOK, "csl_type": "chapter", "container": "Games in Perspective"}
    assert csl_item({**row, "citation": citation})["page"] == "16-32"
    assert "page" not in csl_item({**row, "citation": citation.replace("(pp. 16–32)", "(ch. 5)")})


@pytest.mark.parametrize(
    ("kind", "citation", "genre"),
    [
        ("thesis", "A. (2007). T: play (Doctoral thesis). Quaritch.", "Doctoral thesis"),
        ("thesis", "A. B. (1985). T (of play) (Master's thesis). Quaritch.", "Master's thesis"),
        ("article", "A. B. (2024). T [Preprint]. Quaritch.", "Preprint"),
        ("thesis", "A. B. (2007). T. Quaritch.", None),
        ("book", "A. B. (2007). T (PhD thesis). Quaritch.", None),
    ],
)
def test_what_was_handed_in_or_put_up_says_what_it_is(kind, citation, genre):
    row = {**BOOK, "csl_type": kind, "citation": citation}
    assert csl_item(row).get("genre") == genre


def test_a_place_of_publication_is_given_where_the_citation_has_another():
    item = csl_item({**BOOK, "publisher_place": "Oxford"})
    assert (item["publisher-place"], item["publisher"]) == ("Oxford", "Quaritch")


def test_editors_translators_and_names_in_one_piece_are_told_apart():
    item = csl_item({**BOOK, "author": "Bana; Smith, James (ed.); Carter, H., Earl of (trans.)"})
    assert item["author"] == [{"literal": "Bana"}]
    assert item["editor"] == [{"family": "Smith", "given": "James"}]
    assert item["translator"] == [{"family": "Carter", "given": "H.", "suffix": "Earl of"}]


def test_a_ruleset_is_loaded_with_clauses_citations_matches_and_moments(small):
    load_corpus(small)
    ruleset = Ruleset.objects.get(slug="senet-test")
    assert ruleset.game.name == "Senet"
    assert [clause.name for clause in ruleset.clauses.all()] == ["ManSteps", "Goal"]
    cited = ClauseCitation.objects.get()
    assert (cited.clause.name, cited.evidence.identifier) == ("ManSteps", "board-1")
    assert (cited.source.citation, cited.locator) == (BOOK["citation"], "p. 52")
    match = Match.objects.get()
    assert (match.digest, match.moves) == (ruleset.digest, ["1-2", "30-29"])
    assert match.setup == "1;2:Man1"
    assert [(m.ply, m.clause.name, m.role) for m in match.moments.all()] == [
        (1, "ManSteps", "allowed"),
        (2, "Goal", "ended"),
    ]
    assert ruleset.evidence_links.get().relation == "supports"


def test_loading_twice_changes_nothing(small):
    first = load_corpus(small)
    before = rows()
    second = load_corpus(small)
    assert first.changed
    assert not second.changed
    assert rows() == before


def rows():
    kinds = (Evidence, Place, Region, Source, Game, Ruleset, Clause, Match, Moment, ClauseCitation)
    return {kind: list(kind.objects.order_by("pk").values()) for kind in kinds}


def test_a_game_stays_its_own_where_its_name_is_an_alias_of_another(tmp_path):
    mehen = {**BOARD, "key": "board-2", "game": "znt", "game_aliases": [], "rulesets": {}}
    load_corpus(write(tmp_path / "two", [BOARD, mehen]))
    assert {game.name for game in Game.objects.all()} == {"Senet", "znt"}
    assert Evidence.objects.get(identifier="board-2").game.name == "znt"


def test_a_corrected_line_changes_its_record_only(small, tmp_path):
    other = {**BOARD, "key": "board-2", "rulesets": {}}
    load_corpus(write(tmp_path / "before", [BOARD, other]))
    summary = load_corpus(write(tmp_path / "after", [{**BOARD, "confidence": 20}, other]))
    assert summary.counts["records"] == Counter({"changed": 1, "unchanged": 1})
    assert Evidence.objects.get(identifier="board-1").confidence == 20


def test_a_region_redrawn_moves_records_that_are_stored_already(small, tmp_path):
    load_corpus(small)
    away = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}
    load_corpus(write(tmp_path / "redrawn", shape=away))
    assert not Evidence.objects.get().regions.exists()


def test_a_clause_that_is_gone_is_removed_and_a_changed_game_rewritten(small, tmp_path):
    load_corpus(small)
    kept = Clause.objects.get(name="ManSteps").pk
    match = {**ABOUT["matches"][0], "moments": ABOUT["matches"][0]["moments"][:1]}
    about = {**ABOUT, "clauses": ABOUT["clauses"][:1], "matches": [match]}
    summary = load_corpus(write(tmp_path / "shorter", about=about))
    assert summary.counts["rulesets"] == Counter({"changed": 1})
    assert [clause.pk for clause in Clause.objects.all()] == [kept]
    assert [moment.ply for moment in Moment.objects.all()] == [1]


def changed(**fields):
    return {**BOARD, "key": "board-2", **fields}


def with_clause(**fields):
    return {**ABOUT, "clauses": [{**ABOUT["clauses"][0], **fields}], "matches": []}


def with_match(**fields):
    return {**ABOUT, "matches": [{**ABOUT["matches"][0], **fields}]}


LINE = "corpus/records.jsonl, line"
JSON = "rulesets/senet-test.json"
FORGED = {**BOOK, "year": 1928}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (changed(titel="x"), f"{LINE} 2, key titel: unknown; the keys are ages, checked_against"),
        (changed(type="Rumour"), f"{LINE} 2, key type: 'Rumour' is not one of Rules text"),
        (
            changed(year_from=-177),
            f"{LINE} 2, key year_from: is -177, but '-0176/-0175' gives -176",
        ),
        (changed(date_edtf="177 BC"), f"{LINE} 2, key date_edtf: "),
        (changed(confidence=101), f"{LINE} 2, key confidence: is 101: 0 to 100"),
        (changed(confidence="high"), f"{LINE} 2, key confidence: is 'high': a whole number is"),
        (changed(ages=["Old"]), f"{LINE} 2, key ages: 'Old' is not one of Child"),
        (changed(ages="Old"), f"{LINE} 2, key ages: is 'Old': a list is needed"),
        (changed(places=[{"lat": 95, "lon": 1}]), f"{LINE} 2, key places[0].lat: is 95.0: degrees"),
        (changed(places=[{"lat": 5}]), f"{LINE} 2, key places[0].lat: a point needs both"),
        (changed(places=[{"region": "nubia"}]), f"{LINE} 2, key places[0].region: 'nubia' is no"),
        (
            changed(places=[{"certainty": "yes"}]),
            f"{LINE} 2, key places[0].certainty: 'yes' is not one of",
        ),
        (
            changed(rulesets={"lost": "describes"}),
            f"{LINE} 2, key rulesets: lost: there is no file",
        ),
        (changed(sources=[FORGED]), f"{LINE} 2, key sources[0].citation: "),
        (
            changed(game_category="fight"),
            f"{LINE} 2, key game_category: 'fight' is not one of race",
        ),
        (changed(game_description="War."), f"{LINE} 2, key game_description: differs"),
        (changed(game_native_name="snt"), f"{LINE} 2, key game_native_name: differs"),
        (changed(key="board-1"), f"{LINE} 2, key key: board-1 is also in records.jsonl, line 1"),
        (changed(rulesets={"senet-test": "proves"}), f"{LINE} 2: board-2: relation "),
        ({"key": "x"}, f"{LINE} 2, key game: missing"),
        (["x"], f"{LINE} 2: an object is needed"),
    ],
)
def test_a_bad_line_is_refused_with_file_line_and_key(tmp_path, record, message):
    refused(write(tmp_path / "bad", [BOARD, record]), message)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({**ABOUT, "game": "Mehen"}, f"{JSON}, key game: 'Mehen' is no game of the corpus"),
        ({**ABOUT, "kind": "true"}, f"{JSON}, key kind: 'true' is not one of described"),
        ({**ABOUT, "slug": "tabula"}, f"{JSON}, key slug: is 'tabula': the file is called senet"),
        ({**ABOUT, "author": "x"}, f"{JSON}, key author: unknown"),
        (
            with_clause(status="sure"),
            f"{JSON}, key clauses[0].status: 'sure' is not one of attested",
        ),
        (with_clause(citations=[{"source": "X"}]), "key clauses[0].citations[0].source: 'X' is"),
        (
            with_clause(citations=[{"source": BOOK["citation"], "evidence": "board-9"}]),
            "key clauses[0].citations[0].evidence: 'board-9' is no record",
        ),
        (
            {**ABOUT, "clauses": ABOUT["clauses"][:1] * 2},
            "key clauses[1].name: 'ManSteps' is there",
        ),
        (
            with_match(moments=[{"ply": 3, "clause": "Goal", "role": "ended"}]),
            "key matches[0].moments[0].ply: is 3: the game has 2 moves",
        ),
        (
            with_match(moments=[{"ply": 1, "clause": "Gaol", "role": "ended"}]),
            "key matches[0].moments[0].clause: 'Gaol' is no clause",
        ),
        ("not an object", f"{JSON}: an object is needed"),
    ],
)
def test_a_bad_ruleset_file_is_refused_with_the_key(tmp_path, about, message):
    refused(write(tmp_path / "bad", about=about), message)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (
            {"type": "Point", "coordinates": [1, 2]},
            "key shape: a Polygon or MultiPolygon is needed",
        ),
        ({"type": "Polygon"}, "key shape: not GeoJSON"),
        (
            {"type": "Polygon", "coordinates": [[[0, 0], [9, 9], [9, 0], [0, 9], [0, 0]]]},
            "key shape: crosses itself",
        ),
        (
            {"type": "Polygon", "coordinates": [[[170, 0], [190, 0], [190, 9], [170, 0]]]},
            "key shape: leaves the map: cut it at ±180°",
        ),
    ],
)
def test_a_bad_shape_is_refused(tmp_path, shape, message):
    refused(write(tmp_path / "bad", shape=shape), message)


def test_a_file_that_is_missing_or_broken_is_named(small):
    (small / "corpus" / "records.jsonl").write_text('{"key": "x"\n')
    refused(small, "corpus/records.jsonl, line 1: not JSON")
    (small / "corpus" / "records.jsonl").write_bytes(b"\xff\n")
    refused(small, "corpus/records.jsonl: not UTF-8 at byte 0")
    (small / "corpus" / "records.jsonl").unlink()
    refused(small, "corpus: no .jsonl file")
    (small / "rulesets" / "senet-test.lud").unlink()
    refused(small, "rulesets/senet-test.lud: missing")
    (small / "regions.json").unlink()
    refused(small, "regions.json: cannot be read")


def refused(folder, message):
    """The folder is refused with this message, and nothing is stored."""
    with pytest.raises(CorpusError) as caught:
        load_corpus(folder)
    assert message in str(caught.value)
    assert not Evidence.objects.exists()
    assert not Region.objects.exists()
    assert not Game.objects.exists()
    assert not search(Query()).count


def test_the_command_prints_a_summary_and_refuses_plainly(small, tmp_path, capsys):
    call_command("load_corpus", str(small))
    assert "records: 1 created" in capsys.readouterr().out
    call_command("load_corpus", str(small))
    assert "records: 1 unchanged" in capsys.readouterr().out
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("load_corpus", str(tmp_path / "nowhere"))


def test_what_a_curator_corrected_in_a_record_of_the_corpus_stays(small, tmp_path, capsys):
    load_corpus(small)
    record = Evidence.objects.get()
    draft = replace(as_draft(record), date="1335/1353", confidence=None, title="As corrected")
    store(draft, whole=True, why="the dating is wrong")
    changed = write(tmp_path / "after", [{**BOARD, "confidence": 20, "title": "As corrected"}])
    for _again in range(2):  # what was kept is kept the next time, too
        summary = load_corpus(changed)
        assert summary.counts["records"] == Counter({"unchanged": 1})
        record.refresh_from_db()
        assert (record.date, record.confidence) == ("1335/1353", None)
    call_command("load_corpus", str(changed))
    out = capsys.readouterr().out
    assert "kept, since a curator has changed it" in out
    assert f"{record.identifier}: date: kept 1335/1353, the page has" in out
    assert f"{record.identifier}: confidence: kept (empty), the page has 20" in out
    call_command("load_corpus", "--update", str(changed))
    assert Evidence.objects.get().confidence == 20


def test_the_corpus_overwrites_what_nobody_else_has_changed_and_names_it(small, tmp_path):
    load_corpus(small)
    store(replace(as_draft(Evidence.objects.get()), title="Mine"), whole=True, why="a title")
    summary = load_corpus(write(tmp_path / "after", [{**BOARD, "confidence": 20}]))
    record = Evidence.objects.get()
    assert (record.title, record.confidence) == ("Mine", 20)
    assert f"  {record.identifier}: confidence" in summary.lines()
