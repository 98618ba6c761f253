"""Bibliographies imported on the page: every change shown, all or nothing, undone as one."""

from __future__ import annotations

import json
import os
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from playwright.sync_api import expect

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.editing.batches import bringing, kinds, sending
from evidence.editing.batches.models import Batch
from evidence.models import Revision, SharedVersion, Source
from evidence.search import Query, search
from evidence.storing import store
from jobs.models import Job
from people.matrix import Role
from tests.batches.steps import deed, page, send, sent, work
from tests.signing import person, sign_in

pytestmark = pytest.mark.django_db
from tests.pages.conftest import site  # noqa: E402, F401 - the same browser

BIB = """@book{Murray1913,
  author = {Murray, H. J. R.}, title = {A History of Chess}, year = 1913,
  publisher = {Clarendon Press}, address = {Oxford}, keywords = {chess}
}

@article{Moyle1970, author = {Moyle, Richard}, title = {An Account of <b>T{\\=a}g{\\=a}ti'a</b>},
  journal = {The Journal of the Polynesian Society}, year = 1970, doi = {10.1234/abc}}

@book{Again, author = {Falkener, E.}, title = {Games Ancient and Oriental}, year = 1892}
"""
RIS = "TY  - BOOK\nTI  - Games of the World\nAU  - Culin, Stewart\nPY  - 1895\nER  - \n"
CSL = [{"id": "bell", "type": "book", "title": "Board and Table Games", "volume": 1,
        "author": [{"family": "Bell", "given": "R. C."}],
        "issued": {"date-parts": [[1960]]}, "custom": "x"}]  # fmt: skip
FALKENER = "Falkener, Games Ancient and Oriental, London 1892"


@pytest.fixture
def falkener(db):
    """A source that is stored, by another citation and with a record."""
    store(Draft("old-1", GameDraft("Senet"), citations=(
        CitationDraft(FALKENER, csl={"title": "Games Ancient and Oriental",
                                     "issued": {"date-parts": [[1892]]}}),)))  # fmt: skip
    return Source.objects.get()


def sources():
    return list(Source.objects.order_by("slug").values_list("slug", "citation", "csl", "year"))


def test_every_change_is_shown_before_anything_is_stored(curator, falkener):
    before = sources()
    batch = sent(curator, BIB, "chess.bib")
    assert (batch.kind, batch.state) == ("references", "ready")
    assert batch.counts == {"created": 2, "changed": 0, "unchanged": 0, "left": 1}
    assert sources() == before
    assert not SharedVersion.objects.exists()
    new = page(curator, batch)
    assert "line 1, entry Murray1913" in new
    assert "Murray, H. J. R." in new
    assert "An Account of &lt;b&gt;Tāgāti" in new
    assert "<b>T" not in new
    assert "keywords: 1" in new
    assert "Not imported, since it may be stored already:" in new
    assert "entry Again (" in new
    left = page(curator, batch, "left")
    assert "line 8, entry Again" in left or "line 9, entry Again" in left
    assert "the same title and year as" in left
    assert f'<a href="/sources/{falkener.slug}/">' in left
    assert "--duplicates" not in left


def test_what_may_be_stored_already_completes_it_where_the_curator_says_so(curator, falkener):
    batch = sent(curator, BIB, "chess.bib", duplicates="complete")
    assert batch.counts == {"created": 2, "changed": 1, "unchanged": 0, "left": 0}
    changed = page(curator, batch, "changed")
    assert "Falkener, E." in changed
    assert "would be written" in changed
    deed(curator, batch, "import")
    falkener.refresh_from_db()
    assert falkener.csl["author"] == [{"family": "Falkener", "given": "E."}]
    assert falkener.citation == FALKENER
    deed(curator, batch, "undo")
    falkener.refresh_from_db()
    assert falkener.csl == {"title": "Games Ancient and Oriental",
                            "issued": {"date-parts": [[1892]]}}  # fmt: skip
    assert [row.slug for row in Source.objects.all()] == [falkener.slug]


def test_fields_that_have_a_value_are_kept_and_shown(curator, falkener):
    other = BIB.replace("title = {Games Ancient and Oriental}",
                        "title = {Games Ancient, and Oriental}")  # fmt: skip
    batch = sent(curator, other, "chess.bib", duplicates="complete")
    changed = page(curator, batch, "changed")
    assert "Games Ancient, and Oriental" in changed
    assert "kept as stored" in changed


def test_it_is_stored_as_one_act_and_undone_as_one(curator, falkener):
    before, revisions = sources(), Revision.objects.count()
    batch = sent(curator, BIB, "chess.bib")
    job = deed(curator, batch, "import")
    assert (job.state, batch.state) == ("done", "imported")
    assert Revision.objects.count() == revisions + 1
    assert (batch.revision.by.username, batch.revision.shared.count()) == ("bede", 2)
    assert Source.objects.get(year=1913).csl["publisher"] == "Clarendon Press"
    assert "3 sources: 2 created, 0 changed, 0 unchanged, 1 left out" in batch.said
    assert not batch.path().exists()
    deed(curator, batch, "undo")
    assert batch.state == "undone"
    assert "Sources: 2 taken out, 0 restored" in batch.said
    assert sources() == before
    assert [row.after for row in batch.undoing.shared.all()] == [None, None]


def test_the_same_file_again_changes_nothing(curator):
    deed(curator, sent(curator, BIB, "chess.bib"), "import")
    before = sources()
    batch = sent(curator, BIB, "chess.bib")
    assert batch.counts == {"created": 0, "changed": 0, "unchanged": 3, "left": 0}
    deed(curator, batch, "import")
    assert sources() == before
    assert batch.revision is None
    assert "nothing to undo" in page(curator, batch)
    assert "Undo all" not in page(curator, batch)


def test_a_source_that_a_record_cites_by_now_stays_and_is_named(curator):
    batch = sent(curator, BIB, "chess.bib")
    deed(curator, batch, "import")
    murray = Source.objects.get(year=1913)
    store(Draft("new-1", GameDraft("Chess"), citations=(CitationDraft(murray.citation),)))
    moyle = Source.objects.get(year=1970)
    moyle.csl = {**moyle.csl, "page": "3"}
    moyle.save()
    deed(curator, batch, "undo")
    assert set(Source.objects.values_list("year", flat=True)) == {1913, 1970}
    assert f"source {murray.slug}: a record rests on it" in batch.said
    assert f"source {moyle.slug}: it was changed later" in batch.said


def test_records_are_found_by_what_their_sources_say_by_now(curator):
    cited = CitationDraft("Moyle, an article", csl={"DOI": "10.1234/ABC"})
    store(Draft("old-1", GameDraft("Senet"), citations=(cited,)))
    batch = sent(curator, BIB, "chess.bib")
    assert batch.counts["changed"] == 1
    words = Query.from_params(QueryDict("q=account"))
    assert search(words).count == 0
    deed(curator, batch, "import")
    assert search(words).count == 1
    deed(curator, batch, "undo")
    assert search(words).count == 0


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("culin.ris", RIS, "Games of the World"),
        ("culin.txt", RIS, "Games of the World"),
        ("bell.json", json.dumps(CSL), "Board and Table Games"),
        ("bell", json.dumps(CSL[0]), "Board and Table Games"),
        ("murray.txt", "\ufeff% mine\n" + BIB, "A History of Chess"),
    ],
)
def test_other_formats_are_known_by_their_names_or_by_how_they_begin(curator, name, text, title):
    batch = sent(curator, text, name)
    assert batch.counts["created"] > 0, batch.said
    deed(curator, batch, "import")
    assert Source.objects.filter(title=title).exists()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.bib", BIB.replace("year = 1913", "year = soon"), "a.bib, line 2, entry Murray1913"),
        ("a.bib", "@book{A, title = {x}}\n@book{A, title = {y}}", "the key stands twice"),
        ("a.bib", b"@book{A, title = {\xff}}", "is not UTF-8"),
        ("a.bib", "@book{A, title = {a\x00}}", "a.bib, line 1: holds a NUL character"),
        ("a.bib", "nothing of this", "holds no entry"),
        (
            "a.bib",
            "@book{A, title = {" + "{" * 5000 + "x" + "}" * 5000 + "}}",
            "nested too deeply",
        ),
        ("a.ris", "TY  - BOOK\nTI  - x\n", "has no end"),
        ("a.ris", "TY  - BOOK\nAU  - x\nER  - \n", "has no title"),
        ("a.json", "[1, 2", "is no JSON"),
        ("a.json", "[" * 100_000, "lists within lists"),
        ("a.json", '[{"id": "k",\n "title": 3}, {"id": "l"}]', "line 2, entry l: has no title"),
        ("a.json", '[{"id": "k", "title": "a\\u0000"}]', "a character that no text has"),
        ("a.json", '[{"id": "k", "title": "a\\ud800"}]', "a character that no text has"),
        ("a.json", '[{"title": "' + "x" * 3000 + '"}]', "at most 2000"),
    ],
)
def test_faults_are_told_by_line_and_entry_and_nothing_is_stored(curator, name, text, words):
    batch = sent(curator, text, name)
    assert batch.state == "faulty"
    assert words in batch.said
    assert "/" not in batch.said.replace("//", "")
    assert "Why it cannot be imported" in page(curator, batch)
    assert curator.post(batch.get_absolute_url(), {"deed": "import"}).status_code == 409
    assert not Source.objects.exists()


def test_names_that_no_database_stores_are_told_in_other_letters(curator):
    odd = '[{"id": "k\\u0000\\ud800", "a\\u0000": 1, "b\\udfff": 2, "title": "A title"}]'
    batch = sent(curator, odd, "odd.json")
    assert (batch.state, batch.counts["created"]) == ("ready", 1)
    assert "a\\x00" in batch.said
    assert "entry" in page(curator, batch)
    deed(curator, batch, "import")
    assert Source.objects.get().csl == {"title": "A title", "type": "document"}
    worse = sent(curator, odd.replace("title", "titel"), "odd.json")
    assert worse.state == "faulty"
    assert "has no title" in worse.said


def test_a_file_that_is_too_large_or_called_too_long_is_refused_and_not_kept(
    curator, tmp_path, monkeypatch
):
    small = kinds.KINDS["references"].__dict__ | {"most": 100}
    monkeypatch.setitem(kinds.KINDS, "references", kinds.Kind(**small))
    answer = send(curator, BIB, "chess.bib")
    assert (answer.status_code, "too large" in answer.content.decode()) == (400, True)
    answer = send(curator, "@book{a, title = {b}}", "象" * 60 + ".bib")
    assert (answer.status_code, "too long" in answer.content.decode()) == (400, True)
    assert not Batch.objects.exists()
    assert list((tmp_path / "tables").iterdir()) == []


def test_options_that_are_none_are_refused(curator):
    batch = sent(curator, BIB, "chess.bib")
    answer = curator.post(batch.get_absolute_url(), {"deed": "look", "duplicates": "burn"})
    assert answer.status_code == 400
    batch.refresh_from_db()
    assert (batch.state, batch.options) == ("ready", {"duplicates": "ask"})


def test_what_becomes_wrong_between_looking_and_importing_stores_nothing(curator):
    batch = sent(curator, BIB, "chess.bib")
    with batch.path().open("a") as file:
        file.write("@book{last, year = 1}")
    job = deed(curator, batch, "import")
    assert (job.state, batch.state) == ("failed", "faulty")
    assert "entry last" in job.message
    assert not Source.objects.exists()
    assert not Revision.objects.exists()


def test_a_file_that_is_no_longer_kept_is_told(curator):
    batch = sent(curator, BIB, "chess.bib")
    batch.forget_files()
    assert "has been deleted" in page(curator, batch)
    deed(curator, batch, "import")
    assert (batch.state, Source.objects.count()) == ("faulty", 0)


def test_what_waits_for_another_job_is_looked_through_when_asked_for(curator):
    send(curator, BIB, "one.bib")
    answer = send(curator, RIS, "two.ris")
    second = Batch.objects.latest("pk")
    assert answer["Location"] == second.get_absolute_url()
    work()
    assert "Look through it" in page(curator, second)
    deed(curator, second, "look", duplicates="ask")
    assert second.state == "ready"


def test_long_previews_have_pages(curator):
    many = "\n".join(f"@book{{k{n}, title = {{Title {n}}}, year = 1900}}" for n in range(60))
    batch = sent(curator, many, "many.bib")
    last = curator.get(f"{batch.get_absolute_url()}?rows=created&page=3").content.decode()
    assert "51 to 60 of 60" in last
    assert last.count("<article") == 10
    assert "line 60, entry k59" in last


def test_names_of_files_are_names_of_files_here(curator, tmp_path):
    batch = sending.received(SimpleUploadedFile("a\u202e\\b.bib", BIB.encode()), None)
    assert batch.name == "a__b.bib"
    assert [path.name for path in (tmp_path / "tables").iterdir()] == [f"{batch.key}.sent"]
    bringing.look(batch, lambda done, total: None)


def test_folders_left_by_who_was_killed_are_deleted_after_a_day(tmp_path):
    left = tmp_path / "tables" / "at-work-x"
    left.mkdir(parents=True)
    (left / "a.bib").write_text("")
    sending.forget()
    assert left.exists()
    old = time.time() - sending.LAID_OUT.total_seconds() - 60
    os.utime(left, (old, old))
    sending.forget()
    assert not left.exists()


def test_a_bibliography_is_brought_in_in_the_browser(site, live_server, falkener):  # noqa: F811
    sign_in(site, person("cato", Role.CURATOR))
    site.goto(f"{live_server.url}/curate/")
    site.get_by_role("link", name="Import files").click()
    file = {"name": "chess.bib", "mimeType": "text/x-bibtex", "buffer": BIB.encode()}
    site.get_by_label("File", exact=True).set_input_files(file)
    site.get_by_role("button", name="Send").click()
    begins = site.locator("[data-job]", has_text="It is about to begin.")
    expect(site.get_by_text("not checked yet")).to_be_visible()
    address = f"{live_server.url}{_done(begins).get_absolute_url()}"
    expect(site.get_by_text("not checked yet")).to_be_hidden()
    site.goto(address)
    site.get_by_role("link", name="Left out").click()
    expect(site.locator("#preview")).to_contain_text("the same title and year as")
    site.get_by_label("An entry with the title and year").select_option("complete")
    site.get_by_role("button", name="Look through it again").click()
    _done(begins)
    site.goto(address)
    site.get_by_role("link", name="Changed").click()
    expect(site.locator("#preview")).to_contain_text("Falkener")
    site.get_by_role("button", name="Send to review").click()
    expect(site.get_by_text("someone else has to publish it")).to_be_visible()
    assert Source.objects.count() == 1
    sign_in(site, person("dodo", Role.CURATOR))
    site.goto(address)
    site.get_by_role("button", name="Publish all of it").click()
    _done(begins)
    assert Source.objects.count() == 3
    site.goto(address)
    expect(site.get_by_role("button", name="Undo all of it")).to_be_hidden()
    site.get_by_text("Undo the import…").click()
    site.get_by_role("button", name="Undo all of it").click()
    _done(begins)
    assert Source.objects.get() == falkener


def _done(begins):
    """Do the job that the page says is about to begin."""
    begins.wait_for()
    work()
    assert not Job.objects.filter(state__in=Job.OPEN).exists()
    return Batch.objects.get()
