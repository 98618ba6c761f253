"""No page decodes outlines of regions that it does not draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from evidence.places.orientation import AreaField
from evidence.search.shapes import current_shapes
from tests.demo import store_demo

PAGES = (
    "/", "/evidence/", "/evidence/?region=asia&year_from=1000", "/evidence/dlp-1408/",
    "/evidence/?view=table", "/games/", "/games/shodra/", "/rulesets/", "/rulesets/shodra/",
    "/rulesets/shodra/games/", "/rulesets/shodra/play/", "/concepts/", "/concepts/promotion/",
    "/regions/", "/games/?region=asia", "/sources/", "/stories/", "/search/?q=shodra", "/compare/",
    "/play/", "/about/", "/help/", "/api/v1/", "/api/v1/evidence/", "/api/v1/evidence/dlp-1408/",
    "/api/v1/games/", "/api/v1/regions/", "/api/v1/rulesets/",
)  # fmt: skip

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def _demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        store_demo()
        current_shapes(), current_shapes(only_places=True)  # what maps know: read when it changes
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_reads_no_shape_that_it_does_not_draw(
    address: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []

    def noted(self: AreaField, value: object, *rest: object) -> object:
        read.append(value)
        return super(AreaField, self).from_db_value(value, *rest)

    monkeypatch.setattr(AreaField, "from_db_value", noted, raising=False)
    assert client.get(address).status_code == 200
    assert len(read) <= (address == "/")  # where the example is from
