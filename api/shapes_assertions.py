"""The JSON shapes of people, holdings, names and relations of a record."""

from __future__ import annotations

from rest_framework import serializers

from evidence.models import Holding, Name, Person, RecordRelation

ASSERTED = ("certainty", "voice", "who", "source", "locator", "reason")
_STATED = {
    "certainty": "", "voice": "", "who": "", "source": None, "locator": "", "reason": "",
}  # fmt: skip
# By the names of the shapes in the OpenAPI document; each is that of a record of the demo corpus.
EXAMPLES = {
    "Person": {"name": "Mohi Tūrei", "role": "informant", "identifiers": [], **_STATED},
    "Holding": {
        "museum": "National Library of Wales", "collection": "Peniarth", "number": "MS 158",
        "folio": "p. 4", **_STATED,
    },
    "Name": {
        "text": "πέντε γραμμαί", "of": "game", "language": "grc", "script": "Grek",
        "transliteration": "pente grammai", "meaning": "five lines", "passage": None, **_STATED,
    },
}  # fmt: skip


def source_slug(path: str = "source.slug") -> serializers.SlugField:
    """The source on whose word something is asserted."""
    return serializers.SlugField(source=path, default=None, allow_null=True)


class PersonSerializer(serializers.ModelSerializer[Person]):
    """Somebody who had a part in what the record describes, or in our knowledge of it.

    `role` is author, informant, collector, excavator, translator, editor, scribe, maker or owner;
    `identifiers` are addresses in VIAF, Wikidata, ISNI, ORCID or GND.
    """

    identifiers = serializers.SerializerMethodField()
    source = source_slug()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = Person
        fields = ("name", "role", "identifiers", *ASSERTED)

    def get_identifiers(self, row: Person) -> list[str]:
        """Each on its own."""
        return row.identifiers.split()


class HoldingSerializer(serializers.ModelSerializer[Holding]):
    """Where the thing is kept: museum or library, collection, inventory or shelf number, folio."""

    source = source_slug()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = Holding
        fields = ("museum", "collection", "number", "folio", *ASSERTED)


class NameSerializer(serializers.ModelSerializer[Name]):
    """What the game, a piece, the board or a move is called in the record.

    `language` is BCP 47, `script` ISO 15924; `passage` is the number of the passage that has it.
    """

    source = source_slug()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = Name
        fields = (
            "text", "of", "language", "script", "transliteration", "meaning", "passage", *ASSERTED,
        )  # fmt: skip


class RecordRefSerializer(serializers.Serializer[RecordRelation]):
    """Another record by its identifier."""

    identifier = serializers.CharField(source="target")
    url = serializers.HyperlinkedIdentityField(
        view_name="api:record", lookup_field="target", lookup_url_kwarg="identifier"
    )
    page = serializers.HyperlinkedIdentityField(
        view_name="record", lookup_field="target", lookup_url_kwarg="identifier"
    )


class RecordRelationSerializer(serializers.ModelSerializer[RecordRelation]):
    """What the record is to another one. The other one does not repeat it."""

    record = RecordRefSerializer(source="*")
    source = source_slug()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = RecordRelation
        fields = ("relation", "record", *ASSERTED)
