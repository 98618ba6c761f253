"""The shape of a proposal's content: one definition, for the form and for the API.

It is a record's content as `evidence.history.contents` writes it, and besides, until it is
published: in a place `point`, coordinates in any notation, `shape`, an area that is no region yet,
and `outline`, the same as text; in a citation `csl`, the fields of a source that is not stored yet;
and `unknown`, whether game, date, place or who rated it are said to be not known. All of it may be
left out while it is a draft; what is there has the right type and size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from rest_framework import serializers

from evidence.editing.curation.assertions import in_edtf
from evidence.editing.curation.forms.assertions import (
    DateRow,
    GameRelationRow,
    HoldingRow,
    IdentificationRow,
    NameRow,
    PersonRow,
    RelationRow,
)
from evidence.editing.curation.forms.fields import CitationRow, PlaceRow, QuotationRow
from evidence.editing.curation.forms.pictures import PictureRow
from evidence.editing.curation.forms.sentences import SentenceRow
from evidence.editing.curation.shape_fields import (
    LONGEST,
    MOST,
    MOST_PASSAGES,
    Fields,
    Number,
    Text,
    Word,
    shape_of,
)
from evidence.importers.csl_json import CslError, read_csl
from evidence.models import Claim, Phrase
from evidence.search.outlines import OutlineError, read_outline
from evidence.vocabulary import (
    DateRole,
    EvidenceType,
    Relation,
    RulesetRelation,
    Seen,
    Sureness,
)

UNKNOWN = ("game", "date", "place", "judge")
KEY = re.compile(r"[\w][\w.:-]{0,79}", re.ASCII)


class Rows(serializers.ListField):
    """Rows of one shape, which may be left out."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, max_length=MOST, **more)


def rows_of(row: type[forms.Form], **own: Any) -> Rows:
    """Rows as those of the form; `own` as `shape_of` takes it."""
    return Rows(child=shape_of(row, **own)())


class Read(serializers.DictField):
    """A mapping that `read` reads: an area as GeoJSON, or the fields of a source that is new."""

    def __init__(self, read: Callable[[Any], dict[str, Any]], **more: Any) -> None:
        super().__init__(required=False, **more)
        self.read = read

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """What it says. Raises ValidationError."""
        said = super().to_internal_value(data)
        try:
            return self.read(said) if said else {}
        except (OutlineError, CslError) as error:
            raise serializers.ValidationError(str(error)) from error


def _csl(said: Any) -> dict[str, Any]:
    csl, left_out = read_csl(said)
    if left_out:
        raise CslError(f"{left_out[0]} is no field of a source")
    return csl


class PhraseFields(Fields):
    """A marked phrase: characters `start` to `end` of a text, from 0, and the clause it carries.

    Instead of `end` it may have `words`; they are looked for near `start`.
    """

    ruleset = Text(80, help_text="slug of a ruleset")
    clause = Text(80, help_text="name of one of its clauses")
    words = Text(2000, help_text="the words, where start and end are not known")
    before = Text(200, trim_whitespace=False, help_text="what stands before the words")
    start = Number(0, LONGEST)
    end = Number(1, LONGEST)
    field = Word(Phrase.Field.choices)
    quotation = Number(0, MOST)
    relation = Word(Relation.choices)
    part = Number(1, MOST, help_text="number of a part of the clause, from 1; empty: all of it")


class ClaimFields(Fields):
    """What a sentence states of a part of a clause."""

    ruleset = Text(80, help_text="slug of a ruleset")
    clause = Text(80, help_text="name of one of its clauses")
    part = Number(1, MOST, help_text="number of a part of the clause, from 1; empty: the first")
    statement = Text(5000, help_text="text of a new part of the clause, in the place of a number")
    stance = Word(Claim.Stance.choices)
    claimed_by = Word(Claim.Voice.choices, help_text="empty: who speaks in the sentence")
    who = Text(200)
    certainty = Word(Claim.Certainty.choices)
    reason = Text(5000)


class MarkFields(Fields):
    """A region of a picture, in thousandths of its sides, and the clause or part that it shows."""

    x = Number(0, 1000, help_text="thousandths of the width, from the left")
    y = Number(0, 1000, help_text="thousandths of the height, from the top")
    width = Number(1, 1000)
    height = Number(1, 1000)
    ruleset = Text(80, help_text="slug of a ruleset")
    clause = Text(80, help_text="name of one of its clauses")
    part = Number(1, MOST, help_text="number of a part of the clause, from 1; empty: all of it")
    relation = Word(Relation.choices)
    note = Text(300, help_text="what can be seen there")


class Words(Rows):
    """Words of a vocabulary, each once, in the order of the alphabet."""

    child = serializers.CharField(max_length=80)

    def to_internal_value(self, data: Any) -> list[str]:
        """The words. Raises ValidationError."""
        return sorted(set(super().to_internal_value(data)))


class TermFields(Fields):
    """The words of each vocabulary."""

    uncertainty = Words()
    age = Words()
    gender = Words()
    status = Words()
    space = Words()


class Named(serializers.DictField):
    """Values by names of letters, digits, dots and hyphens."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, **more)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The values. Raises ValidationError."""
        if isinstance(data, Mapping) and len(data) > MOST:
            raise serializers.ValidationError(f"at most {MOST} are kept")
        said = super().to_internal_value(data)
        for name in said:
            if not KEY.fullmatch(name):
                raise serializers.ValidationError(
                    f"“{name[:60]}” is no name here: use letters, digits, dots and hyphens"
                )
        return dict(said)


class LinkNoteFields(Fields):
    """How sure a link with a ruleset is, who proposed the rules, and what else there is to say."""

    certainty = Word(Sureness.choices)
    proposed_by = Text(200)
    note = Text(2000)


class ContentFields(Fields):
    """The content of a proposal."""

    game = serializers.SlugField(
        max_length=80, required=False, allow_blank=True, help_text="slug of a stored game"
    )
    game_name = Text(200, help_text="name of the game; a new game where none is stored")
    portal_id = Text(60)
    title = Text(300)
    type = Word(EvidenceType.choices)
    date = Text(200, read=in_edtf, help_text="EDTF or plain words; read into EDTF where it can be")
    date_as_given = Text(2000)
    date_role = Word(DateRole.choices, help_text="what it is the date of")
    as_typed = Rows(
        child=serializers.CharField(max_length=200),
        help_text="words as given that are only what was typed as a date or as coordinates",
    )
    other_dates = rows_of(DateRow)
    relations = rows_of(RelationRow)
    game_relations = rows_of(
        GameRelationRow,
        withdrawn=serializers.BooleanField(required=False, help_text="the game is that no more"),
        leave=("was",),
    )
    people = rows_of(PersonRow)
    holdings = rows_of(HoldingRow)
    names = rows_of(
        NameRow,
        passage=Number(1, MOST_PASSAGES, help_text="number of the passage that has the name"),
    )
    pictures = rows_of(PictureRow, marks=Rows(child=MarkFields()))
    rules = Text(LONGEST)
    content = Text(LONGEST)
    confidence = Number(0, 100)
    confidence_reason = Text(5000)
    judged_by = Text(200)
    places = rows_of(
        PlaceRow,
        point=Text(200, help_text="coordinates in any notation; read into lat_u and lon_u"),
        lat_u=Number(-90_000_000, 90_000_000, help_text="microdegrees north"),
        lon_u=Number(-180_000_000, 179_999_999, help_text="microdegrees east"),
        region=Text(80, help_text="slug of a region"),
        shape=Read(
            read_outline,
            help_text=(
                "GeoJSON Polygon or MultiPolygon, of an area that becomes a region of this name"
            ),
        ),
    )
    citations = rows_of(
        CitationRow,
        seen=Word(Seen.choices, help_text="how it was seen for the record"),
        csl=Read(_csl, help_text="CSL-JSON of a source that is not stored yet"),
        leave=("alike", "same"),
    )
    quotations = rows_of(QuotationRow, citation=Number(0, MOST))
    phrases = Rows(child=PhraseFields())
    sentences = rows_of(
        SentenceRow,
        number=Number(
            1, MOST_PASSAGES, help_text="of the passage that it corrects; empty: a new one"
        ),
        withdrawn=serializers.BooleanField(
            required=False, help_text="the passage of that number goes, with what it claims"
        ),
        original=Number(0, MOST, help_text="position of the sentence that it translates, from 0"),
        claims=Rows(child=ClaimFields()),
        had=Rows(
            child=ClaimFields(),
            help_text="its claims when the proposal was begun; leave them as they are",
        ),
    )
    identifications = rows_of(IdentificationRow)
    checked_against = Rows(child=serializers.CharField(max_length=2000))
    terms = TermFields(required=False)
    rulesets = Named(
        child=serializers.ChoiceField(RulesetRelation.choices),
        help_text="how the record bears on rulesets, by their slugs",
    )
    ruleset_notes = Named(
        child=LinkNoteFields(), help_text="what else the links say, by the slugs of the rulesets"
    )
    no_ruleset = Text(5000)
    external_ids = Named(child=serializers.CharField(max_length=500))
    unknown = serializers.MultipleChoiceField(
        choices=UNKNOWN, required=False, help_text="what is known to be not known"
    )
