"""The shapes of assertions in a proposal's content: games, dates, relations, people, holdings."""

from __future__ import annotations

from rest_framework import serializers

from evidence.editing.curation.shape_fields import MOST_PASSAGES, Fields, Number, Text, Word
from evidence.sources import LONGEST_CITATION
from evidence.vocabulary import DateRole, GameLink, Link, NameOf, PersonRole, Sureness, Voice


class AssertionFields(Fields):
    """How sure an assertion is, and who makes it, where and why."""

    certainty = Word(Sureness.choices)
    voice = Word(Voice.choices)
    who = Text(200)
    source = Text(  # type: ignore[assignment]  # a field, not Field.source
        LONGEST_CITATION, help_text="citation of a stored source, or of one that the record cites"
    )
    locator = Text(200)
    reason = Text(5000)


class IdentificationFields(AssertionFields):
    """A game that the record, or a part of what it describes, is evidence of, and who says so."""

    game = Text(200, help_text="slug or name of a stored game")
    about = Text(300, help_text="which part; empty: the whole")


class DateFields(AssertionFields):
    """A date beside the leading one."""

    role = Word(DateRole.choices)
    date = Text(200, help_text="EDTF or plain words; read into EDTF where it can be")
    as_given = Text(2000)


class RelationFields(AssertionFields):
    """What the record is to another one."""

    relation = Word(Link.choices)
    target = Text(60, help_text="identifier of the other record")


class GameRelationFields(AssertionFields):
    """What the record's game is to another one: a change of what is stored of the game."""

    relation = Word(GameLink.choices)
    target = Text(200, help_text="slug or name of the other game")
    withdrawn = serializers.BooleanField(required=False, help_text="the game is that no more")


class PersonFields(AssertionFields):
    """Somebody who had a part in it, and in which role."""

    name = Text(200)
    role = Word(PersonRole.choices)
    identifiers = Text(
        500, help_text="addresses in VIAF, Wikidata, ISNI, ORCID or GND, with blanks between them"
    )


class HoldingFields(AssertionFields):
    """Where the thing is kept."""

    museum = Text(200, help_text="or library")
    collection = Text(200)
    number = Text(200, help_text="inventory or shelf number")
    folio = Text(100)


class NameFields(AssertionFields):
    """What the game, a piece, the board or a move is called there."""

    text = Text(200, help_text="in its own script")
    of = Word(NameOf.choices)
    language = Text(35, help_text="BCP 47")
    script = Text(4, help_text="ISO 15924, as in Arab")
    transliteration = Text(200)
    meaning = Text(200, help_text="which piece or move, or what the word means")
    passage = Number(1, MOST_PASSAGES, help_text="number of the passage that has the name")
