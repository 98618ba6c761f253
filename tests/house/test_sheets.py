"""Style sheets that are fetched together are one file, which says what they say."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Template
from django.test import override_settings

from config.sheets import SHEETS, joined
from config.storage import HashedFiles

HASHED = {"staticfiles": {"BACKEND": "config.storage.HashedFiles"}}


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> HashedFiles:
    """What collecting makes of the sheets, and of what they name."""
    folder = tmp_path_factory.mktemp("static")
    for part in ("css", "fonts", "vendor/leaflet"):
        copytree(settings.BASE_DIR / "static" / part, folder / part)
    storage = HashedFiles(location=folder, base_url="/static/")
    collect(storage)
    return storage


def collect(storage: HashedFiles) -> None:
    """Collect what lies in the folder of a storage, as `collectstatic` does when it has copied."""
    folder = Path(storage.location)
    names = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    for _, _, done in storage.post_process({name: (storage, name) for name in names}):
        assert not isinstance(done, Exception), done


def the(name: str) -> str:
    """A sheet as it was written."""
    return Path(settings.BASE_DIR / "static" / name).read_text()


@pytest.mark.parametrize("name", SHEETS)
def test_a_joined_sheet_has_the_rules_of_its_parts_in_their_order(name: str) -> None:
    text = joined(name, the)
    heads = [text.index(the(part)[:60]) for part in SHEETS[name]]
    assert heads == sorted(heads)
    assert text.count("{") == sum(the(part).count("{") for part in SHEETS[name])
    assert "@import" not in text  # it would stand after rules, and be ignored


@pytest.mark.parametrize("name", SHEETS)
def test_what_a_joined_sheet_names_was_collected(collected: HashedFiles, name: str) -> None:
    path = Path(collected.path(collected.stored_name(name)))
    addresses = re.findall(r'url\("?([^")#]+)"?\)', path.read_text())
    assert len(addresses) == sum(len(re.findall(r"url\((?!#)", the(part))) for part in SHEETS[name])
    for address in addresses:
        assert (path.parent / address).is_file(), address
        assert re.search(r"\.[0-9a-f]{12}\.", address), address


def test_collecting_again_takes_what_the_parts_say_now(tmp_path: Path) -> None:
    names = [part for parts in SHEETS.values() for part in parts]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("a { top: 0 }\n")
    storage = HashedFiles(location=tmp_path, base_url="/static/")
    collect(storage)
    (tmp_path / names[0]).write_text("b { top: 0 }\n")
    collect(storage)
    assert Path(storage.path(storage.stored_name("css/site.css"))).read_text().startswith("b {")


@pytest.mark.parametrize("name", SHEETS)
def test_a_page_names_what_is_served(name: str, collected: HashedFiles) -> None:
    template = Template("{% load sheets %}{% sheets name %}")
    assert template.render(Context({"name": name})).count("<link") == len(SHEETS[name])
    with override_settings(STORAGES=HASHED, STATIC_ROOT=collected.location):
        assert isinstance(staticfiles_storage, HashedFiles)
        page = template.render(Context({"name": name}))
    assert re.findall(r'href="/static/([^"]+)"', page) == [collected.stored_name(name)]
