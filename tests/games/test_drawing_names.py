"""Names of sites in drawings are what the rules say, whatever letters stand in them."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from games.drawing.board import _sites
from games.drawing.places import Place


class Places:
    """One site with an awkward name."""

    by_number = {0: Place(0, "cell", "a\"b'<c>&", 1, 2, 3, "M0,0")}


def test_a_quotation_mark_in_a_name_ends_the_attribute():
    awkward = "a\"b'<c>&"
    (drawn,) = map(fromstring, _sites(Places(), {0: awkward}))
    assert (drawn.get("data-label"), drawn.get("data-called")) == (awkward, awkward)
