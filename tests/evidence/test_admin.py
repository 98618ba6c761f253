"""The admin: a curator enters a record, and search knows it at once."""

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import User
from django.urls import reverse

from evidence.drafts import Draft, GameDraft
from evidence.models import Evidence, PictureFile, Place, Region, SearchText, Source, Term
from evidence.search import Box, Query, search
from evidence.storing import store
from games.models import Game, Match, PlayedReading, Ruleset, SolvedGame, Study
from people.groups import give_role
from people.matrix import Role

pytestmark = pytest.mark.django_db

EGYPT = {"type": "Polygon", "coordinates": [[[25, 22], [35, 22], [35, 32], [25, 32], [25, 22]]]}
INLINES = ("places", "citations", "quotations", "ruleset_links", "phrases")


@pytest.fixture
def senet():
    return Game.objects.create(name="Senet", slug="senet")


@pytest.fixture
def egypt():
    return Region.objects.create(slug="egypt", name="Egypt", kind="historical", shape=EGYPT)


def form(game, *places, **fields):
    """What the browser sends for a record with these places."""
    data = {
        "identifier": "slab", "game": game.pk, "external_ids": "{}", "checked_against": "[]",
        **fields,
    }  # fmt: skip
    for inline in INLINES:
        data |= {f"{inline}-TOTAL_FORMS": 0, f"{inline}-INITIAL_FORMS": 0}
    data["places-TOTAL_FORMS"] = len(places)
    for number, place in enumerate(places):
        data[f"places-{number}-position"] = number
        data |= {f"places-{number}-{name}": value for name, value in place.items()}
    return data


def add(client, *args, **fields):
    return client.post(reverse("admin:evidence_evidence_add"), form(*args, **fields))


def problems(answer):
    return " ".join(str(error) for error in answer.context["errors"])


def test_a_new_record_is_dated_placed_indexed_and_signed(admin_client, admin_user, senet, egypt):
    point = {"name": "Abydos", "point": "26°11'6\"N, 31°55'8\"E", "certainty": "certain"}
    answer = add(admin_client, senet, point, date="-0331/-0321", type="artifact", confidence=80)
    assert answer.status_code == 302
    record = Evidence.objects.get()
    assert (record.year_from, record.year_to, record.added_by) == (-331, -321, admin_user)
    assert record.day_from is not None
    place = record.places.get()
    assert (place.lat_u, place.lon_u) == (26_185_000, 31_918_889)
    assert list(record.regions.all()) == [egypt]
    assert search(Query(box=Box(31, 26, 32, 27), year_to=-331, confidence_min=80)).count == 1


def test_a_record_may_be_a_place_by_region_or_by_name_alone(admin_client, senet, egypt):
    add(admin_client, senet, {"region": egypt.pk}, {"name": "somewhere"})
    assert [place.region for place in Place.objects.all()] == [egypt, None]
    assert list(Evidence.objects.get().regions.all()) == [egypt]


def test_a_date_that_cannot_be_read_is_refused_with_the_remedy(admin_client, senet):
    answer = add(admin_client, senet, date="332 v. Chr.")
    assert "is German, and dates are read in English: write 332 BCE" in problems(answer)
    assert not Evidence.objects.exists()


@pytest.mark.parametrize("point", ["91, 10", "north of here", "26.1"])
def test_a_point_that_cannot_be_is_refused(admin_client, senet, point):
    answer = add(admin_client, senet, {"point": point})
    assert answer.status_code == 200
    assert problems(answer)
    assert not Evidence.objects.exists()


def test_a_place_is_a_point_or_a_region_not_both(admin_client, senet, egypt):
    answer = add(admin_client, senet, {"point": "26.1, 31.9", "region": egypt.pk})
    assert "A place is a point or a region" in problems(answer)


def test_an_emptied_date_leaves_no_years_behind(admin_client, senet):
    add(admin_client, senet, date="1140")
    record = Evidence.objects.get()
    page = reverse("admin:evidence_evidence_change", args=[record.pk])
    admin_client.post(page, form(senet, date=""))
    record.refresh_from_db()
    assert (record.date, record.year_from, record.year_to) == ("", None, None)
    assert (record.day_from, record.day_to) == (None, None)
    assert search(Query(undated="only")).count == 1


def test_an_identifier_never_changes(admin_client, senet):
    add(admin_client, senet)
    record = Evidence.objects.get()
    page = reverse("admin:evidence_evidence_change", args=[record.pk])
    admin_client.post(page, form(senet, identifier="other", title="Slab"))
    record.refresh_from_db()
    assert (record.identifier, record.title) == ("slab", "Slab")


def test_two_records_may_lack_a_portal_id(admin_client, senet):
    add(admin_client, senet, portal_id="")
    add(admin_client, senet, portal_id="", identifier="slab-2")
    assert list(Evidence.objects.values_list("portal_id", flat=True)) == [None, None]


def test_a_term_brings_the_one_that_it_implies(admin_client, senet):
    late = Term.objects.create(vocabulary="uncertainty", name="Written > 500 years after events")
    add(admin_client, senet, terms=[late.pk])
    names = set(Evidence.objects.get().terms.values_list("name", flat=True))
    assert names == {late.name, "Written > 100 years after events"}


def test_a_region_that_is_moved_takes_records_in_and_lets_them_go(admin_client, senet, egypt):
    add(admin_client, senet, {"point": "26.1, 31.9"})
    record = Evidence.objects.get()
    away = str(EGYPT).replace("'", '"').replace("25", "125").replace("35", "135")
    page = reverse("admin:evidence_region_change", args=[egypt.pk])
    data = {"slug": "egypt", "name": "Egypt", "kind": "historical", "note": ""}
    assert admin_client.post(page, data | {"shape": away}).status_code == 302
    assert not record.regions.exists()
    admin_client.post(page, data | {"shape": str(EGYPT).replace("'", '"')})
    assert list(record.regions.all()) == [egypt]


def test_a_region_that_is_deleted_takes_its_parents_along(admin_client, senet, egypt):
    africa = Region.objects.create(
        slug="africa", name="Africa", kind="continent",
        shape={"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]},
    )  # fmt: skip
    Region.objects.update_or_create(slug="egypt", defaults={"parent": africa})
    add(admin_client, senet, {"point": "26.1, 31.9"})
    record = Evidence.objects.get()
    assert set(record.regions.all()) == {egypt, africa}
    admin_client.post(reverse("admin:evidence_region_delete", args=[egypt.pk]), {"post": "yes"})
    assert not record.regions.exists()


def mark_checked(client):
    pks = list(Evidence.objects.values_list("pk", flat=True))
    data = {"action": "mark_checked", "_selected_action": pks}
    return client.post(reverse("admin:evidence_evidence_changelist"), data, follow=True)


def test_records_are_marked_as_checked_by_whoever_does_it(admin_client, admin_user, senet):
    store(Draft("slab", GameDraft("Senet")))
    record = Evidence.objects.get()
    answer = mark_checked(admin_client)
    record.refresh_from_db()
    assert record.checked_by == admin_user
    assert record.checked_at is not None
    assert "1 record marked as checked." in answer.text


def test_nobody_checks_what_they_have_added_or_changed(admin_client, admin_user, senet):
    add(admin_client, senet)
    store(Draft("board", GameDraft("Senet")))
    store(Draft("board", GameDraft("Senet"), title="A board"), user=admin_user)
    store(Draft("other", GameDraft("Senet")))
    answer = mark_checked(admin_client)
    assert [each.identifier for each in Evidence.objects.exclude(checked_by=None)] == ["other"]
    assert "2 records are your own work: somebody else has to check them." in answer.text


def test_who_only_looks_at_records_marks_none_as_checked(client, senet):
    store(Draft("slab", GameDraft("Senet")))
    curator = User.objects.create_user("bede")
    give_role(curator, Role.CURATOR)
    client.force_login(curator)
    mark_checked(client)
    assert Evidence.objects.get().checked_by is None


def test_records_without_date_or_place_are_found(admin_client, senet, egypt):
    add(admin_client, senet, {"point": "26.1, 31.9"}, date="1140")
    add(admin_client, senet, {"name": "somewhere"}, identifier="named", date="1140")
    add(admin_client, senet, {"region": egypt.pk}, identifier="undated")
    listed = reverse("admin:evidence_evidence_changelist")
    for lacks, identifier in (("date", "undated"), ("point", "named")):
        answer = admin_client.get(listed, {"lacks": lacks})
        assert [row.identifier for row in answer.context["cl"].result_list] == [identifier]


def test_a_recorded_game_is_bound_to_the_rules_as_they_are(admin_client, senet):
    rules = Ruleset.objects.create(slug="r", name="R", game=senet, kind="suggested", text="(game)")
    data = {
        "slug": "m", "title": "M", "ruleset": rules.pk, "moves": '["1-2"]', "options": "[]",
        "moments-TOTAL_FORMS": 0, "moments-INITIAL_FORMS": 0,
    }  # fmt: skip
    admin_client.post(reverse("admin:games_match_add"), data)
    assert Match.objects.get().digest == rules.digest
    rules.text = "(game other)"
    rules.save()
    listed = admin_client.get(reverse("admin:games_match_changelist"))
    assert "icon-no" in listed.text


def test_a_renamed_game_and_a_corrected_source_are_found_by_their_new_words(admin_client, senet):
    add(admin_client, senet)
    record = Evidence.objects.get()
    book = Source.objects.create(slug="book", citation="A book.")
    record.citations.create(source=book)
    aliases = {"aliases-TOTAL_FORMS": 1, "aliases-INITIAL_FORMS": 0, "aliases-0-name": "Znt"}
    aliases |= {"relations-TOTAL_FORMS": 0, "relations-INITIAL_FORMS": 0}
    game = {"name": "Senet", "slug": "senet", "external_ids": "{}", **aliases}
    admin_client.post(reverse("admin:games_game_change", args=[senet.pk]), game)
    source = {"slug": "book", "citation": "Piccione, Gaming with the Gods.", "csl": "{}"}
    admin_client.post(reverse("admin:evidence_source_change", args=[book.pk]), source)
    words = SearchText.objects.get(evidence=record).words
    assert "znt" in words
    assert "piccione" in words


@pytest.mark.parametrize("typed", ["", "null", "{}"])
def test_a_game_without_identifiers_elsewhere_is_saved(admin_client, senet, typed):
    counts = {f"{rows}-{name}_FORMS": "0" for rows in ("aliases", "relations")
              for name in ("TOTAL", "INITIAL")}  # fmt: skip
    sent = {"name": "Senet", "slug": "senet", "external_ids": typed, **counts}
    answer = admin_client.post(reverse("admin:games_game_change", args=[senet.pk]), sent)
    assert answer.status_code == 302
    senet.refresh_from_db()
    assert senet.external_ids == {}


def test_title_and_year_of_a_source_follow_from_its_csl(admin_client):
    csl = '{"type": "book", "title": "Gaming with the Gods", "issued": {"date-parts": [[1990]]}}'
    data = {"slug": "gaming", "citation": "Piccione 1990.", "csl": csl}
    assert admin_client.post(reverse("admin:evidence_source_add"), data).status_code == 302
    source = Source.objects.get()
    assert (source.title, source.year) == ("Gaming with the Gods", 1990)
    answer = admin_client.post(
        reverse("admin:evidence_source_add"), data | {"slug": "x", "citation": "X.", "csl": "[1]"}
    )
    assert "An object is needed" in problems(answer)


# What a command counts, or a program draws anew, is looked at alone.
LOOKED_AT = (PictureFile, PlayedReading, SolvedGame, Study)
OURS = [model for model in site._registry if model._meta.app_label in {"evidence", "games"}]


@pytest.mark.parametrize("model", sorted(OURS, key=lambda model: model._meta.label))
def test_every_list_opens_searches_and_adds(admin_client, model, senet, egypt):
    Source.objects.create(slug="book", citation="A book.")
    prefix = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert admin_client.get(reverse(f"{prefix}_changelist"), {"q": "senet"}).status_code == 200
    adding = admin_client.get(reverse(f"{prefix}_add")).status_code
    assert adding == (403 if model in LOOKED_AT else 200)
