"""Texts of rules checked for their writers: what is said of them, and what stops a hostile one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from uuid import uuid4

import pytest
from django.conf import settings

from evidence.editing.curation.rulesets import checking, life
from evidence.editing.curation.rulesets.checking import check
from evidence.editing.curation.rulesets.coverage import coverage
from evidence.editing.curation.views import ruleset_checks
from evidence.models import ClauseCitation, Source
from games.checking import definitions_in
from games.models import Match, Moment
from tests.curation.pages import words
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db
SHODRA = (settings.BASE_DIR / "fixtures" / "rulesets" / "shodra.lud").read_text()
WRONG = SHODRA.replace("(move Step Diagonal", "(move Stepp Diagonal")
ADDRESS = "/curate/rulesets/check/"


def test_a_text_that_compiles_is_drawn_with_its_definitions_and_options():
    ruleset = stored("shodra")
    found = check(SHODRA, ruleset)
    assert (found.compiles, found.problems, found.doubts) == (True, [], [])
    assert found.definitions[0] == {"name": "Board", "line": 9}
    assert {clause.name for clause in ruleset.clauses.all()} <= {
        d["name"] for d in found.definitions
    }
    assert [option["name"] for option in found.options][:2] == ["Double step", "Noyions"]
    assert found.board.count('class="piece-at') == 32


def test_a_problem_has_its_place_in_characters():
    (problem,) = check(WRONG).problems
    line = WRONG.split("\n")[problem["line"] - 1]
    from_there = line[problem["column"] - 1 :][: problem["length"]]
    assert from_there == "Stepp"
    assert problem["message"] == "there is no (move Stepp …); do you mean Step?"
    assert problem["nearest"].startswith("(move Step [from]")


def test_all_faults_of_a_text_are_problems_at_once():
    text = WRONG.replace("(sites Row 1)", "(sites Rwo 1)").replace("(piece ", "(peice ")
    problems = check(text).problems
    assert len(problems) == 2 + text.count("(peice ")
    assert {each["message"].split(";")[0] for each in problems} == {
        "there is no (sites Rwo …)",
        "there is no (move Stepp …)",
        "there is no ludeme (peice …)",
    }


def test_definitions_are_told_of_a_text_that_cannot_be_read():
    text = '(define "A" (x)\n// (define "No" (y))\n  (define "B" (z)) (define "A" 1)'
    assert definitions_in(text) == [{"name": "A", "line": 1}, {"name": "B", "line": 3}]
    assert not check(text).compiles


def test_games_are_tried_from_where_they_begin():
    ruleset = stored("shodra")
    for slug, setup in (("here", "2;a1:Noyion1;d4:Oi2;h8:Noyion2"), ("gone", "2;a1:King1")):
        Match.objects.create(
            slug=slug, ruleset=ruleset, digest=ruleset.digest, setup=setup, moves=["d4-d3"]
        )
    assert check(SHODRA, ruleset, whole=True).broken == ["gone"]


def test_a_choice_that_breaks_the_rules_is_found_when_each_is_tried():
    text = SHODRA.replace('(item "', '(item "Broken" <(nothing Here)> "x") (item "', 1)
    assert check(text).compiles
    (problem,) = check(text, whole=True).problems
    assert "with Double step/Broken" in problem["message"]


def test_choices_that_are_too_many_to_be_tried_are_counted():
    more = "".join(f'(item "N{n}" <(< (count Moves) {n})> "x") ' for n in range(30))
    found = check(SHODRA.replace('(item "', more + '(item "', 1), whole=True)
    assert found.compiles
    # Of 38 choices 4 are in force, and 24 are tried.
    assert found.untried == 38 - 4 - 24


@pytest.fixture
def nothing_known(monkeypatch):
    """What another test has had checked was checked by another program: it is checked again."""
    program = uuid4().hex
    monkeypatch.setattr(checking, "engine_digest", lambda: program)


def test_a_text_that_takes_too_long_is_given_up(nothing_known, monkeypatch):
    monkeypatch.setattr(checking, "SECONDS", 0.05)
    (problem,) = check(SHODRA).problems
    assert "given up" in problem["message"]


def test_a_process_that_dies_is_a_problem_and_no_fault(runs, monkeypatch):
    monkeypatch.setattr(checking.sys, "executable", shutil.which("false"))
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "/compiled")
    (problem,) = check(SHODRA).problems
    assert problem["message"] == "The text needs more memory or time than a check may take."
    assert runs.env == {"LANG": "C.UTF-8", "PYTHONPYCACHEPREFIX": "/compiled"}


def test_the_process_has_no_more_memory_than_it_may():
    hog = (
        "import games.checking as c, resource\n"
        "c.check = lambda asked: bytearray(2 * c.MEMORY)\nc.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", hog],
        input=b"{}",
        capture_output=True,
        cwd=settings.BASE_DIR,
        check=False,
    )
    assert done.returncode
    assert b"MemoryError" in done.stderr


def test_a_text_that_is_too_long_is_not_read():
    (problem,) = check("x" * 200_001).problems
    assert "200001 characters" in problem["message"]


# What there is for each clause


def test_a_clause_is_told_with_its_line_citation_and_example():
    ruleset = stored("shodra")
    first, second = ruleset.clauses.all()[:2]
    source = Source.objects.create(slug="m", citation="Murray 1913")
    ClauseCitation.objects.create(clause=first, source=source, locator="p. 372")
    match = Match.objects.create(slug="a", ruleset=ruleset, digest=ruleset.digest)
    Moment.objects.create(match=match, ply=0, clause=second, role="effect")
    other = Match.objects.create(slug="b", ruleset=ruleset, digest="x", origin="reader")
    Moment.objects.create(match=other, ply=0, clause=first, role="effect")
    found = coverage(ruleset, definitions_in(SHODRA.replace(f'"{second.name}"', '"Gone"')))
    one, two = found.clauses[:2]
    assert (len(one.citations), one.examples, one.example) == (1, 0, None)
    assert (two.citations, two.examples, two.example, two.line) == ([], 1, match, None)
    assert (found.cited, found.shown, found.missing) == (1, 1, [second.name])
    assert "Gone" in [each["name"] for each in found.others]


# The pages


def test_the_check_answers_in_json_and_keeps_nothing(client, bede):
    ruleset = stored("shodra")
    client.force_login(bede)
    answer = client.post(ADDRESS, {"text": WRONG, "ruleset": "shodra"})
    told = json.loads(answer.content)
    assert (answer.status_code, len(told["problems"])) == (200, 1)
    assert told["clauses"][0]["name"] == ruleset.clauses.all()[0].name
    assert "1 problem" in told["shown"]
    good = json.loads(client.post(ADDRESS, {"text": SHODRA, "option": "Noyions/Nothing"}).content)
    assert "Nothing" in good["problems"][0]["message"]
    assert good["problems"][0]["line"] is None
    ruleset.refresh_from_db()
    assert ruleset.text == SHODRA


@pytest.mark.parametrize(("who", "answer"), [("ada", 200), ("dodo", 403)])
def test_who_may_not_draft_may_not_check(client, request, who, answer):
    client.force_login(request.getfixturevalue(who))
    assert client.post(ADDRESS, {"text": "x"}).status_code == answer


@pytest.mark.parametrize("who", ["ada", "dodo"])
def test_what_is_published_is_edited_by_curators_alone(client, request, who):
    client.force_login(request.getfixturevalue(who))
    stored("shodra")
    assert client.get("/rulesets/shodra/edit/").status_code == 403
    assert "Edit the text" not in words(client.get("/rulesets/shodra/"))


def test_the_page_works_without_scripts(client, bede):
    stored("shodra")
    client.force_login(bede)
    assert "/rulesets/shodra/edit/" in client.get("/rulesets/shodra/").content.decode()
    answer = client.get("/rulesets/shodra/edit/")
    assert "The rules compile." in words(answer)
    body = WRONG.replace("\n", "\r\n")
    answer = client.post("/rulesets/shodra/edit/", {"text": body})
    assert "1 problem: these rules cannot be played." in words(answer)
    assert answer.context["text"] == WRONG
    assert "script-src 'self' 'wasm-unsafe-eval';" in answer.headers["Content-Security-Policy"]


def test_markup_in_a_text_is_shown_as_text(client, bede):
    client.force_login(bede)
    text = '</textarea><b x> (define "<b x>" (game "<b x>"))'
    answer = client.post("/rulesets/new/", {"text": text})
    assert b"<b x" not in answer.content
    assert b"&lt;b x" in answer.content


def test_markup_in_the_names_of_pieces_is_drawn_as_text(client, bede):
    client.force_login(bede)
    text = (
        '(game "<b x>" (players 2) (equipment {(board (square 3))'
        ' (piece "<b x>" Each (move Step))})'
        ' (rules (start {(place "<b x>1" {"A1"}) (place "<b x>2" {"C3"})}) (play (forEach Piece))'
        " (end (if (no Moves Next) (result Mover Win)))))"
    )
    answer = client.post("/rulesets/new/", {"text": text})
    assert answer.context["checked"].board.count("&lt;b x&gt;") >= 2
    assert b"<b x" not in answer.content


def test_a_game_gets_new_rules(client, bede):
    ruleset = stored("shodra")
    client.force_login(bede)
    start, address = (f"/rulesets/new/{at}?game={ruleset.game.slug}" for at in ("start/", ""))
    assert start in client.get(ruleset.game.get_absolute_url()).content.decode()
    assert address in client.get(start).content.decode()
    assert f"New rules of {ruleset.game}" in words(client.get(address))
    assert client.get(address).context["checked"].board


def test_checks_are_counted(client, bede, monkeypatch):
    monkeypatch.setattr(ruleset_checks, "CHECKS_AN_HOUR", 1)
    client.force_login(bede)
    assert client.post(ADDRESS, {"text": "x"}).status_code == 200
    assert client.post(ADDRESS, {"text": "x"}).status_code == 429


def test_a_check_does_not_wait_for_others(client, bede, nothing_known):
    client.force_login(bede)
    with checking.AT_A_TIME, checking.AT_A_TIME:
        for address in (ADDRESS, "/rulesets/new/"):
            answer = client.post(address, {"text": "x"})
            assert answer.status_code == 503
            assert int(answer["Retry-After"]) > 0
        assert answer.context["text"] == "x"


def test_the_editor_opens_while_others_check(client, bede, nothing_known):
    stored("shodra")
    client.force_login(bede)
    with checking.AT_A_TIME, checking.AT_A_TIME:
        answer = client.get("/rulesets/shodra/edit/")
    assert answer.status_code == 200
    assert answer.context["fault"]


# static/js/ludemes.js

SCRIPT = """
import { readFileSync } from "node:fs";
const { pieces, marked, moved, offsetOf, placeOf } = await import(process.argv[1]);
const text = readFileSync(0, "utf8");
const cut = pieces(text);
console.log(JSON.stringify({
  whole: cut.map((each) => each.text).join("") === text,
  clauses: cut.filter(({ kind }) => kind === "clause").map((each) => each.text),
  strays: cut.filter(({ kind }) => kind === "stray").length,
  wrong: marked(text, [{ start: 3, end: 9 }])
    .filter((each) => each.wrong).map((each) => each.text).join(""),
  moved: moved([[1, 2], [4, 6], [8, 9]].map(([start, end]) => ({ start, end })),
    "0123456789", "0123xx6789"),
  later: moved([{ start: 8, end: 9 }], "0123456789", "01abc23456789"),
  place: placeOf("a\\n\\u{1f600}b", 4), offset: offsetOf("a\\n\\u{1f600}b", 2, 2),
}));
"""


def test_the_browser_cuts_a_text_as_the_reader_does():
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    script = settings.BASE_DIR / "static" / "js" / "ludemes.js"
    done = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT, script.as_uri()],
        input=SHODRA, capture_output=True, text=True, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert told["whole"]
    assert told["clauses"] == [f'"{each["name"]}"' for each in definitions_in(SHODRA)]
    assert told["strays"] == 0
    assert told["wrong"] == SHODRA[3:9]
    assert told["moved"] == [{"start": 1, "end": 2}, {"start": 8, "end": 9}]
    assert told["later"] == [{"start": 11, "end": 12}]
    assert told["place"] == {"line": 2, "column": 2}
    assert told["offset"] == 4


# What was found is kept


class CountedRuns:
    """How often a process was begun, whatever it says, and with which environment the last one."""

    def __init__(self) -> None:
        self.number = 0
        self.env = {}

    def __call__(self, *args, **named):
        self.number += 1
        self.env = named["env"]
        return RUN(*args, **named)


RUN = subprocess.run


@pytest.fixture
def runs(nothing_known, monkeypatch):
    counted = CountedRuns()
    monkeypatch.setattr(checking.subprocess, "run", counted)
    return counted


def test_the_same_text_is_checked_once(runs):
    first = check(SHODRA)
    assert check(SHODRA) == first
    assert check(SHODRA, play=True).play is not None
    assert check(SHODRA, options=["Noyions/Nothing"]).problems
    assert runs.number == 3


WRONG_AT_ONCE = "(game"  # its check takes little time


def test_the_same_text_is_checked_whole_once(runs):
    ruleset = stored("shodra")
    first = check(WRONG_AT_ONCE, ruleset, whole=True)
    assert check(WRONG_AT_ONCE, ruleset, whole=True) == first
    assert runs.number == 1
    check(f"{WRONG_AT_ONCE}\n", ruleset, whole=True)
    Match.objects.create(slug="one", ruleset=ruleset, digest=ruleset.digest, moves=["e2-e4"])
    check(WRONG_AT_ONCE, ruleset, whole=True)
    assert runs.number == 3


def test_another_program_checks_anew(runs, monkeypatch):
    check(WRONG_AT_ONCE, whole=True)
    monkeypatch.setattr(checking, "engine_digest", lambda: uuid4().hex)
    check(WRONG_AT_ONCE, whole=True)
    assert runs.number == 2


def test_what_was_given_up_is_tried_again(runs, monkeypatch):
    monkeypatch.setattr(checking, "SECONDS", 0.05)
    assert not check(SHODRA, whole=True).compiles
    monkeypatch.setattr(checking, "SECONDS", 600)
    assert check(SHODRA, whole=True).compiles


def test_what_was_seen_checked_is_published_without_another_check(client, bede, cato, runs):
    ruleset = stored("shodra")
    draft = life.begin(bede, ruleset, f"{SHODRA}\n// read again\n", "read again", None)
    client.force_login(cato)
    page = client.get(draft.get_absolute_url())
    assert b'value="publish"' in page.content
    seen = runs.number
    client.post(draft.get_absolute_url(), {"do": "publish", "number": "1"})
    assert runs.number == seen == 1
    ruleset.refresh_from_db()
    assert "read again" in ruleset.text
