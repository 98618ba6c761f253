"""Bare numbers after a source are pages, and no citation ends with two full stops."""

from __future__ import annotations

import pytest

from games.locators import cited, locator_words


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("372", "p. 372"),
        ("342-343", "pp. 342–343"),
        ("342 – 343", "pp. 342–343"),
        ("12, 15", "pp. 12, 15"),
        ("21 ff.", "pp. 21 ff."),
        ("p. 372", "p. 372"),
        ("vol. 3, pp. 144-145", "vol. 3, pp. 144-145"),
        ("The Powers of Move", "The Powers of Move"),
        ("§ 38", "§ 38"),
        ("", ""),
    ],
)
def test_a_bare_number_is_a_page(given: str, shown: str) -> None:
    assert locator_words(given) == shown


@pytest.mark.parametrize(
    ("source", "locator", "shown"),
    [
        ("A History of Chess. Oxford Press.", "372", "A History of Chess. Oxford Press, p. 372"),
        ("Murray 1913. Press., 372. Murray 1913: 372.", "372", None),
        ("The Examiner 27 July, 1904, 6.", "6", "The Examiner 27 July, 1904, 6"),
        ("The Examiner, 1372.", "372", "The Examiner, 1372, p. 372"),
        ("No page.", "", "No page"),
    ],
)
def test_a_citation_has_its_pages_once(source: str, locator: str, shown: str | None) -> None:
    said = cited(source, locator)
    assert said == (shown or source.rstrip("."))
    assert "..," not in said
    assert ".," not in said.removeprefix("Murray 1913. Press.,")
    assert not said.endswith(".")
