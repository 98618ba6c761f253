"""The menu says in which part of the site a page is, whatever its address is below."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Ruleset

PAGES = {
    "/": "",
    "/evidence/": "Explore",
    "/evidence/soyot-shodra/versions/": "Explore",
    "/take-away/": "Explore",
    "/games/senet/": "Games",
    "/stories/": "Stories",
    "/rulesets/": "Rules",
    "/rulesets/shodra/play/": "Play",
    "/play/": "Play",
    "/concepts/": "Where rules appear",
    "/concepts/promotion/": "Where rules appear",
    "/help/": "Help",
    "/compare/": "Compare",
    "/regions/soyot/": "",
    "/sources/": "",
    "/api/docs/": "",
    "/ogc/?f=html": "",
    "/curate/": "Curate",
    "/curate/tables/": "Curate",
    "/curate/quality/": "Curate",
    "/about/": "About",
    "/accounts/": "",
}


@pytest.mark.parametrize("path", PAGES)
def test_the_menu_marks_where_a_page_belongs(
    path: str, cast: Any, shodra_rules: Ruleset, admin_client: Client
) -> None:
    answer = admin_client.get(path)
    assert answer.status_code == 200
    menu = answer.content.decode().partition('class="site-nav"')[2].partition("</nav>")[0]
    marked = re.findall(r'aria-current="true">([^<]+)<', menu)
    assert marked == [PAGES[path]] * bool(PAGES[path])
