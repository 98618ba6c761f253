"""The shell of the pages speaks German and Arabic; Arabic is written from right to left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils.translation import ngettext, override


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


@pytest.mark.parametrize("language", ["de", "ar"])
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
