"""The filter form: what is listed, in which order, and what is said of the rest."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from evidence.models import Region, RulesetLink
from evidence.search.groups import by_continent
from evidence.search.index import index_records
from tests.pages.conftest import SAYAN, stored


def group(html: str, name: str) -> str:
    found = re.search(rf'<details class="group" id="g-{name}".*?</fieldset>', html, re.DOTALL)
    assert found
    return found[0]


def counts(html: str) -> list[tuple[str, str]]:
    return re.findall(r'value="([^"]+)"[^>]*> [^<]+ <span class="count">([^<]+)<', html)


def test_terms_can_be_chosen_and_what_is_not_stated_is_counted(client: Client, cast: Any) -> None:
    html = client.get("/evidence/").content.decode()
    assert counts(group(html, "age")) == [("Adult", "1")]
    assert "Not stated of" not in group(html, "age")
    html = client.get("/evidence/?age=adult").content.decode()
    assert "Chess of the Soyot" in html
    assert "1 piece of evidence" in html
    assert 'id="g-status"' not in html


def test_rules_can_be_chosen_by_their_concepts(client: Client, cast: Any) -> None:
    assert 'id="g-concept"' not in client.get("/evidence/").content.decode()
    rules = stored("ouk-chatrang"), stored("rek")
    for record, ruleset in (("round-chess", rules[0]), ("lost-letter", rules[1])):
        RulesetLink.objects.create(evidence=cast[record], ruleset=ruleset, relation="describes")
    index_records()
    html = group(client.get("/evidence/").content.decode(), "concept")
    assert counts(html)[:2] == [("slide", "2"), ("square-board", "2")]
    assert '<input type="checkbox" name="concept" value="check"> Check' in html
    assert "Counts records that attest the rule." in html
    assert "4 records attest none of them." in html
    html = client.get("/evidence/?concept=check&concept=citadel").content.decode()
    assert re.findall(r'class="title" href="([^"?]+)[?"]', html) == ["/evidence/round-chess/"]
    assert counts(group(html, "concept"))[:2] == [("check", "1"), ("citadel", "0")]


def test_a_rule_that_is_only_inferred_or_disputed_finds_no_record(
    client: Client, cast: Any
) -> None:
    RulesetLink.objects.create(
        evidence=cast["round-chess"], ruleset=stored("ouk-chatrang"), relation="describes"
    )
    index_records()
    for slug in ("king-leap", "stalemate-draw"):
        html = client.get(f"/evidence/?concept={slug}").content.decode()
        assert "No record fits these filters." in html


def test_the_form_keeps_what_was_chosen_when_it_is_refused(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?year_from=long+ago&age=Adult&game=senet").content.decode()
    for name, value in (("age", "Adult"), ("game", "senet")):
        assert f'name="{name}" value="{value}" checked' in html


def test_the_list_can_begin_with_the_earliest_known(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?ordering=year_from").content.decode()
    assert re.findall(r'class="title" href="([^"?]+)[?"]', html)[:2] == [
        "/evidence/tomb-board/", "/evidence/round-chess/",
    ]  # fmt: skip
    assert '<option value="year_from" selected>' in html


def test_regions_stand_below_what_they_are_part_of(client: Client, cast: Any) -> None:
    asia = region("asia", "Asia", "continent")
    northern = region("northern-asia", "Northern Asia", "world", asia)
    region("antarctica", "Antarctica", "continent")
    Region.objects.filter(slug="soyot").update(parent=northern)
    groups = by_continent(["soyot", "asia", "northern-asia", "antarctica", "nowhere"])
    assert groups == [
        ("", [("antarctica", "Antarctica")]),
        (
            "Asia",
            [
                ("asia", "Asia as a whole"),
                ("northern-asia", "Northern Asia"),
                ("soyot", "\u2003Soyot"),
            ],
        ),
    ]
    assert by_continent(["soyot"]) == [("Asia", [("soyot", "Soyot")])]
    index_records()
    html = client.get("/evidence/?region=soyot").content.decode()
    assert re.search(
        r'<optgroup label="Asia"><option value="asia">Asia as a whole \(1\)</option>'
        r'<option value="northern-asia">Northern Asia \(1\)</option>'
        r'<option value="soyot" selected>\u2003Soyot \(1\)</option></optgroup>',
        html,
    )


def region(slug: str, name: str, kind: str, parent: Region | None = None) -> Region:
    return Region.objects.create(slug=slug, name=name, kind=kind, shape=SAYAN, parent=parent)
