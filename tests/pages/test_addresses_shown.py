"""Stored addresses on pages: links where they lead to the web, plain text where they do not."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
WEB, SCRIPT, WORDS = "https://example.org/a?b=1&c=2", "javascript:alert(1)", "not an address"


def test_only_addresses_of_the_web_are_links(client: Client, cast) -> None:
    record = cast["round-chess"]
    record.checked_against = [WEB, SCRIPT, WORDS]
    record.save()
    source = record.citations.first().source
    source.csl = {**source.csl, "URL": SCRIPT}
    source.save()

    page = client.get(record.get_absolute_url()).content.decode()
    shown = WEB.replace("&", "&amp;")
    assert f'<li><a rel="external" href="{shown}">{shown}</a></li>' in page
    assert f"<li>{SCRIPT}</li>" in page
    assert f"<li>{WORDS}</li>" in page
    assert 'href="javascript:' not in page  # nor of the source
    page = client.get(source.get_absolute_url()).content.decode()
    assert SCRIPT in page
    assert 'href="javascript:' not in page
