"""Times are said in one way on all pages: in UTC, which is named, in the words of the language."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override
from playwright.sync_api import Page

from config.times import as_ago, as_day, as_time

AT = datetime(2026, 5, 2, 8, 5, 30, tzinfo=UTC)
IN_INDIA = AT.astimezone(timezone(timedelta(hours=5, minutes=30)))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en-gb", "2 May 2026, 08:05 UTC"),
        ("de", "2. Mai 2026, 08:05 UTC"),
        ("ar", "2 مايو 2026, 08:05 UTC"),
    ],
)
def test_a_time_names_its_zone(language: str, said: str) -> None:
    with override(language):
        for at in (AT, IN_INDIA):
            assert as_time(at) == f'<time datetime="2026-05-02T08:05:30Z">{said}</time>'
            assert f'title="{said}">{said.split(",", maxsplit=1)[0]}<' in as_day(at)


def test_what_happened_lately_has_its_time_on_hover() -> None:
    words = as_ago(datetime.now(UTC) - timedelta(minutes=5))
    assert re.search(r'title="[^"]+, \d\d:\d\d UTC">5\Wminutes ago<', words)


def test_a_day_without_a_time_and_what_never_was() -> None:
    assert as_day(date(2026, 5, 2)) == '<time datetime="2026-05-02">2 May 2026</time>'
    assert [each(None) for each in (as_time, as_day, as_ago)] == ["", "", ""]


def test_no_template_has_a_way_of_its_own() -> None:
    own = re.compile(r"\|date:(?!\"DATETIME_FORMAT\")|\|naturaltime|\|time:|\}\} UTC")
    templates = Path(settings.BASE_DIR / "templates").rglob("*.*")
    assert [str(path) for path in templates if own.search(path.read_text())] == []


@pytest.mark.browser
def test_scripts_say_it_as_pages_do(site: Page) -> None:
    site.goto(site.url)
    clock = """async ([at, now]) =>
      (await import("/static/js/clock.js")).clock(Date.parse(at), Date.parse(now))"""
    at = AT.isoformat()
    assert site.evaluate(clock, [at, "2026-05-02T23:59:00Z"]) == "08:05 UTC"
    assert site.evaluate(clock, [at, "2026-05-03T00:01:00Z"]) == "2 May 2026, 08:05 UTC"
    site.evaluate("document.documentElement.lang = 'de'")
    assert site.evaluate(clock, [at, "2026-05-03T00:01:00Z"]) == "2. Mai 2026, 08:05 UTC"
