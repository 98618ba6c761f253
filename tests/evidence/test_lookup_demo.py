"""What comes first for searches that people make, in the demo corpus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from evidence.models import Evidence
from evidence.search.lookup.answers import answer
from tests.demo import store_demo

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shipped(django_db_setup: Any, django_db_blocker: Any) -> Iterator[None]:
    """The demo corpus, for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        store_demo()
        yield
        transaction.set_rollback(True)


def test_what_comes_first_is_what_was_meant() -> None:
    wrong = {text: got for text, first in FIRST if (got := first_of(text)) != first}
    assert wrong == {}


def first_of(text: str) -> str:
    """Kind and name of the first entry."""
    entries = answer(text).entries
    if not entries:
        return ""
    first = entries[0]
    name = first.hit.thing.name if first.hit else Evidence.objects.get(pk=first.record).title
    return f"{first.kind}: {name}"


FIRST = (
    # names, and spellings of them
    ("weiqi", "game: Go"),
    ("wei-qi", "game: Go"),
    ("wei ch'i", "game: Go"),
    ("baduk", "game: Go"),
    ("xiangqi", "game: Xiangqi"),
    ("hsiang ch'i", "game: Xiangqi"),
    ("Chinese chess", "game: Xiangqi"),
    ("thai chess", "game: Makruk"),
    ("awale", "game: Oware"),
    ("Awélé", "game: Oware"),
    ("checkers", "game: Draughts"),
    ("draugths", "game: Draughts"),
    ("mancala", "game: Mancala"),
    ("mankala", "game: Mankala (Egypt)"),
    ("shorda", "game: Shodra"),
    ("senat", "game: Senet"),
    ("satranj", "game: Shatranj"),
    ("Šaṭranj", "game: Shatranj"),
    ("konane", "game: Kōnane"),
    ("o an quan", "game: Ô ăn quan"),
    ("hus", "game: ||Hus (Nama)"),
    ("tawl bwrdd", "game: Tawlbwrdd"),
    ("nine mens morris", "game: Nine Men's Morris"),
    ("merels", "game: Nine Men's Morris"),
    ("philosophers game", "game: Rithmomachia"),
    ("snakes and ladders", "game: Gyan chaupar"),
    ("parcheesi", "game: Pachisi"),
    ("tic tac toe", "game: Terni Lapilli"),
    ("rules of chess", "game: Chess"),
    # other scripts
    ("圍棋", "game: Go"),
    ("围棋", "game: Go"),
    ("바둑", "game: Go"),
    ("象棋", "game: Xiangqi"),
    ("将棋", "game: Shogi"),
    ("شطرنج", "game: Shatranj"),
    ("шахматы", "game: Chess"),
    ("หมากรุก", "game: Makruk"),
    # places and regions
    ("Siam", "region: Siam, early 19th century"),
    ("Lapland", "region: Lapland (Sweden)"),
    ("Uig", "place: Uig, Isle of Lewis, Scotland (findspot)"),
    ("Mawangdui", "place: Mawangdui, Changsha, Hunan"),
    ("stroebeck", "place: Ströbeck, near Halberstadt, Germany"),
    # people
    ("Murray", "person: H. J. R. Murray"),
    ("culin stewart", "person: Stewart Culin"),
    ("Linnaeus", "person: Carl Linnaeus"),
    # words of rules
    ("custodial capture", "concept: Custodial capture"),
    ("custodian capture", "concept: Custodial capture"),
    ("en passant", "concept: Capture in passing"),
    ("castling", "concept: Castling"),
    ("bare king", "concept: Bare king"),
    ("check lost leap", "clause: King: leap lost by a check"),
    ("ludeme", "term: ludeme"),
    # records, stories and rulesets
    ("Lewis chessmen", "record: Lewis chessmen"),
    ("Tutankhamun", "record: Ebony game box of Tutankhamun"),
    ("Achilles Ajax amphora", "record: Achilles and Ajax at play, amphora by Exekias"),
    ("counsellor became queen", "story: How the counsellor became the queen"),
    ("Cox Burmese", "ruleset: Burmese chess as Hiram Cox learned it"),
)
