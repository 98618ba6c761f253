"""The shell of the pages speaks German and Arabic; Arabic is written from right to left."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract_python
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils.translation import ngettext, override
from django.utils.translation.template import templatize

KEYWORDS = ("_", "gettext", "ngettext", "pgettext", "npgettext")


def page(client: Client, path: str, language: str) -> str:
    return client.get(path, headers={"accept-language": language}).content.decode()


def test_menus_counts_and_dates_are_translated(client: Client, cast: Any) -> None:
    german = page(client, "/", "de")
    assert '<html lang="de">' in german
    assert ">Erkunden</a>" in german
    assert "6 Belege" in german
    assert "Hinzugefügt am" in page(client, "/evidence/soyot-shodra/", "de")
    assert '<h1 lang="en" dir="ltr">' in page(client, "/evidence/soyot-shodra/", "de")
    arabic = page(client, "/evidence/", "ar")
    assert '<html lang="ar" dir="rtl">' in arabic
    assert "المرشحات" in arabic
    assert '<html lang="en-gb">' in page(client, "/", "fr")


def test_arabic_counts_in_six_forms() -> None:
    with override("ar"):
        said = [ngettext("%(n)s game", "%(n)s games", n) % {"n": n} for n in (0, 1, 2, 3, 11, 100)]
    assert said == ["0 لعبة", "لعبة واحدة", "لعبتان", "3 ألعاب", "11 لعبة", "100 لعبة"]


def test_the_language_is_chosen_in_the_footer(client: Client, cast: Any) -> None:
    answer = client.post(
        "/language/", {"language": "de"}, headers={"referer": "http://testserver/about/"}
    )
    assert answer["Location"].endswith("/about/")
    assert '<html lang="de">' in client.get("/about/").content.decode()


@pytest.mark.parametrize("language", ["de", "ar", "en_GB"])
def test_the_compiled_messages_are_those_of_the_text(language: str) -> None:
    """After a change of a .po file: msgfmt -o django.mo django.po"""
    folder = Path(settings.BASE_DIR) / "locale" / language / "LC_MESSAGES"
    with (folder / "django.po").open("rb") as text, (folder / "django.mo").open("rb") as compiled:
        written, read = read_po(text), read_mo(compiled)
    said = [
        {str(list(each.id)): list(each.string) for each in some if each.id}
        for some in (written, read)
    ]
    assert said[0] == said[1]


SHELL = (
    "base.html", "parts/gallery_filters.html", "parts/map.html", "parts/timeline.html",
    "evidence/explore.html", "evidence/filters.html", "evidence/home.html", "evidence/search.html",
    "evidence/record.html", "evidence/facts.html", "evidence/passages.html",
    "evidence/ruleset_link.html", "evidence/withdrawn.html", "evidence/region.html",
    "evidence/regions.html", "evidence/source.html", "evidence/sources.html",
    "evidence/concepts.html", "games/games.html", "games/game.html", "games/rulesets.html",
    "games/recorded.html", "stories/story.html",
)  # fmt: skip
LEFT_IN_ENGLISH = "load_corpus"  # in what only the owner of an empty site reads


@pytest.mark.parametrize("language", ["de", "ar"])
def test_no_string_of_the_shell_is_left_untranslated(language: str) -> None:
    known = gettext_catalogue(language)
    found = {each for name in SHELL for each in strings_of(name) if LEFT_IN_ENGLISH not in each}
    assert found - known == set()


def gettext_catalogue(language: str) -> set[str]:
    path = Path(settings.BASE_DIR) / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as text:
        return {each.id if isinstance(each.id, str) else each.id[0] for each in read_po(text)}


def strings_of(template: str) -> set[str]:
    """The strings that a template marks for translation, of plural ones the singular."""
    source = (Path(settings.BASE_DIR) / "templates" / template).read_text()
    code = BytesIO(templatize(source).encode())
    messages = [message for _line, _name, message, _notes in extract_python(code, KEYWORDS, [], {})]
    return {each if isinstance(each, str) else next(filter(None, each)) for each in messages}
