"""Pages of the portal into the database, by command and by the administrators’ paste form."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from evidence.importers.portal_store import import_page
from evidence.models import Citation, CorpusChange, Evidence, Place, Quotation, Source, Term
from evidence.pages.views.import_portal import LONGEST_TEXT
from evidence.records.stored import as_draft
from evidence.search import Query, search
from evidence.sources import StoreError
from games.models import Game
from people.groups import give_role
from people.matrix import Role

pytestmark = pytest.mark.django_db

SAMPLES = settings.BASE_DIR / "tests" / "samples" / "portal"
SEEDS = sorted((settings.BASE_DIR.parent / "shared" / "seeds").glob("00[012]*.txt"))
STENKAST = SAMPLES / "good" / "menu_and_footer.txt"
LUMARO = SAMPLES / "good" / "two_records.txt"
BROKEN = SAMPLES / "bad" / "confidence_too_high.txt"
ADDRESS = "/curate/import/"


def run(*args: str | Path) -> str:
    out = StringIO()
    call_command("import_portal", *map(str, args), stdout=out)
    return out.getvalue()


def rows() -> dict[str, list[tuple[object, ...]]]:
    models = (Evidence, Place, Citation, Quotation, Source, Term, Game, CorpusChange)
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}


# The command


def test_a_page_becomes_records_and_importing_it_again_changes_nothing() -> None:
    first = run(STENKAST, LUMARO)
    assert first.endswith("3 records: 3 created, 0 changed, 0 unchanged; 0 pages refused\n")
    assert search(Query()).count == 3
    before = rows()
    again = run(STENKAST, LUMARO)
    assert "  dlp-900101 unchanged\n" in again
    assert again.endswith("3 records: 0 created, 0 changed, 3 unchanged; 0 pages refused\n")
    assert rows() == before


def test_a_dry_run_shows_what_would_change_and_changes_nothing() -> None:
    before = rows()
    report = run("--dry-run", STENKAST)
    assert "  dlp-900101 created\n" in report
    assert "    confidence: (empty) → 90\n" in report
    assert report.endswith(
        "dry run, nothing was changed: 1 record: 1 created, 0 changed, 0 unchanged; "
        "0 pages refused\n"
    )
    assert rows() == before


def test_what_a_curator_wrote_is_kept_and_blanks_are_filled() -> None:
    run(STENKAST)
    record = Evidence.objects.get()
    record.confidence, record.rules = 60, ""
    record.save()
    report = run(STENKAST)
    assert "    confidence: kept 60, the page has 90\n" in report
    assert "    rules: (empty) → Nine pebbles are thrown at a line. The nearest wins.\n" in report
    record.refresh_from_db()
    assert (record.confidence, record.rules[:4]) == (60, "Nine")


def test_what_is_kept_shows_what_the_page_lacks() -> None:
    run(STENKAST)
    Place.objects.update(name="Skatudden")
    given = "60°10'0.5\"N,24°56'15.25\"E"
    kept = f"    places: kept Skatudden, {given}, the page has {given}\n"
    assert kept in run(STENKAST)


def test_update_lets_the_page_overwrite() -> None:
    run(STENKAST)
    Evidence.objects.update(confidence=60)
    assert "    confidence: 60 → 90\n" in run("--update", STENKAST)
    assert Evidence.objects.get().confidence == 90


def test_a_broken_page_is_named_and_the_others_are_stored() -> None:
    with pytest.raises(CommandError) as refused:
        run(BROKEN, STENKAST)
    assert str(refused.value) == (
        "1 of 2 pages refused:\n"
        f"{BROKEN}:11: Confidence: “120” is out of range: write a whole number from 0 to 100\n"
        "    Confidence 120"
    )
    assert refused.value.returncode == 1
    assert [record.identifier for record in Evidence.objects.all()] == ["dlp-900101"]


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(CommandError) as refused:
        run(picture, tmp_path / "none.txt")
    assert str(refused.value) == (
        "2 of 2 pages refused:\n"
        f"{picture}: byte 0 is not UTF-8: save the page as UTF-8 text\n"
        f"{tmp_path / 'none.txt'}: No such file or directory: name the file of a saved page"
    )


def test_a_page_is_stored_whole_or_not_at_all() -> None:
    page = LUMARO.read_text().replace("Location Volsci", f"Location {'Volsci ' * 50}")
    before = rows()
    with pytest.raises(StoreError, match=r"^dlp-900202: place does not fit, name: "):
        import_page(page)
    assert rows() == before


def test_help_says_what_is_never_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("import_portal", "--help")
    said = " ".join(capsys.readouterr().out.split())
    assert 'never overwritten and is reported as "kept", unless --update is given' in said


@pytest.mark.sources
def test_the_portals_pages_give_four_records_once() -> None:
    assert "4 records: 4 created" in run(*SEEDS)
    assert "4 records: 0 created, 0 changed, 4 unchanged" in run(*SEEDS)
    chator = as_draft(Evidence.objects.get(portal_id="DLP.Evidence.2234")).places[0]
    assert (chator.lat_u, chator.lon_u) == (3_072_086, 101_518_394)
    soyot = Evidence.objects.get(identifier="dlp-1408").places.get()
    assert (soyot.name, soyot.lat_u, soyot.lon_u, soyot.region) == ("Soyot", None, None, None)
    assert Source.objects.get(slug="murray-1913-a-history-of-chess").citations.count() == 3


# The paste form


@pytest.fixture
def administrator() -> User:
    user = User.objects.create_user("administrator")
    give_role(user, Role.ADMINISTRATOR)
    return user


@pytest.fixture
def desk(administrator: User) -> Client:
    """A browser in which the administrator is logged in."""
    client = Client()
    client.force_login(administrator)
    return client


def paste(desk: Client, text: str, action: str = "preview", **more: str) -> tuple[int, str]:
    answer = desk.post(ADDRESS, {"text": text, "action": action, **more})
    return answer.status_code, answer.content.decode()


def test_the_form_is_for_administrators_only() -> None:
    assert reverse("import-portal") == ADDRESS
    reader = Client()
    assert reader.get(ADDRESS).url.startswith(reverse("account_login"))
    reader.force_login(User.objects.create_user("reader"))
    assert reader.get(ADDRESS).status_code == 403
    assert reader.post(ADDRESS, {"text": STENKAST.read_text()}).status_code == 403
    assert not Evidence.objects.exists()


def test_a_post_without_the_forms_token_is_refused(administrator: User) -> None:
    stranger = Client(enforce_csrf_checks=True)
    stranger.force_login(administrator)
    answer = stranger.post(ADDRESS, {"text": STENKAST.read_text(), "action": "import"})
    assert answer.status_code == 403
    assert not Evidence.objects.exists()


def test_the_empty_form_asks_for_the_page(desk: Client) -> None:
    page = desk.get(ADDRESS).content.decode()
    assert "<textarea" in page
    assert 'role="alert"' not in page


def test_preview_shows_each_field_and_stores_nothing(desk: Client) -> None:
    before = rows()
    status, page = paste(desk, STENKAST.read_text())
    assert status == 200
    assert "What would change" in page
    assert "would be created" in page
    assert "Nine pebbles are thrown at a line." in page
    assert rows() == before


def test_an_administrator_publishes_nothing_at_once(desk: Client) -> None:
    before = rows()
    status, page = paste(desk, STENKAST.read_text(), "import")
    assert status == 403
    assert "Nothing is published directly" in page
    assert "Nine pebbles" in page  # what was pasted stays in the form
    assert rows() == before
    answer = desk.post("/curate/portal/", {"text": STENKAST.read_text()})
    assert answer["Location"].startswith("/curate/")
    assert rows() == before


def test_the_preview_tells_what_a_curator_wrote_from_what_is_overwritten(desk: Client) -> None:
    import_page(STENKAST.read_text())
    Evidence.objects.update(confidence=60)
    assert "kept as stored" in paste(desk, STENKAST.read_text())[1]
    assert "kept as stored" not in paste(desk, STENKAST.read_text(), update="on")[1]
    assert Evidence.objects.get().confidence == 60


def test_an_error_names_the_line_and_keeps_what_was_pasted(desk: Client) -> None:
    status, page = paste(desk, BROKEN.read_text())
    assert status == 400
    assert "Line 11: Confidence: “120” is out of range: write a whole number from 0 to 100" in page
    assert "<code>Confidence 120</code>" in page
    assert "Seen at a fair." in page
    assert 'aria-invalid="true"' in page
    assert not Evidence.objects.exists()


def test_markup_in_the_text_is_shown_as_text(desk: Client) -> None:
    page = BROKEN.read_text().replace("Confidence 120", "Confidence <script>alert(1)</script>")
    assert "<script>alert" not in paste(desk, page)[1]


def test_a_record_that_cannot_be_stored_is_explained(desk: Client) -> None:
    text = STENKAST.read_text().replace("Fishers", "Fishers " * 20)
    status, page = paste(desk, text)
    assert status == 400
    assert "dlp-900101: term does not fit, name: " in page


def test_a_text_far_too_long_is_refused_with_the_limit(desk: Client) -> None:
    status, page = paste(desk, "x" * (LONGEST_TEXT + 1))
    assert status == 400
    assert f"The text has {LONGEST_TEXT + 1} characters: paste one page, at most" in page
    status, page = paste(desk, "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))
    assert status == 413
    assert "The text is too large to be read: paste one page, at most" in page
