"""The JSON shapes of proposals: what is sent, and what is answered."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from curation.models import Deed, Proposal, ProposalEvent, State
from curation.shapes import ContentFields

STEPS = ("send", "send_back", "accept", "decline", "take_back", "reopen")


class FaultSerializer(serializers.Serializer[Any]):
    """Something that publishing lacks, or that cannot be read."""

    field = serializers.CharField(allow_blank=True, help_text="as in places.0.point")
    message = serializers.CharField()


class EventSerializer(serializers.ModelSerializer[ProposalEvent]):
    """What was done with a proposal."""

    deed = serializers.ChoiceField(choices=Deed.choices)
    by = serializers.CharField()
    at = serializers.DateTimeField()

    class Meta:
        model = ProposalEvent
        fields = ("deed", "by", "at", "why", "number")


class ProposalSerializer(serializers.ModelSerializer[Proposal]):
    """A proposal; `content` has the fields that it says, in their one form."""

    id = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="address of the proposal in the API")
    record = serializers.CharField(source="identifier", help_text="identifier of the record")
    base = serializers.IntegerField(
        allow_null=True, help_text="number of the version that it changes; null: a new record"
    )
    number = serializers.IntegerField(help_text="of the content; the ETag")
    state = serializers.ChoiceField(choices=State.choices)
    author = serializers.CharField()
    reviewer = serializers.CharField(allow_null=True)
    begun_at = serializers.DateTimeField()
    saved_at = serializers.DateTimeField()
    content = serializers.DictField()
    missing = FaultSerializer(many=True, help_text="what publishing still needs")
    events = EventSerializer(many=True)

    class Meta:
        model = Proposal
        fields = (
            "id", "url", "record", "base", "number", "state", "why", "author", "reviewer",
            "begun_at", "saved_at", "content", "missing", "events",
        )  # fmt: skip

    def get_url(self, proposal: Proposal) -> str:
        """The absolute address."""
        from rest_framework.reverse import reverse  # noqa: PLC0415

        request = self.context["request"]
        return str(reverse("api:proposal", args=[proposal.pk], request=request))


class ProposalBegun(serializers.Serializer[Any]):
    """A new record, or a change of a published one."""

    content = ContentFields()
    record = serializers.CharField(
        required=False, max_length=60, help_text="identifier of the record to change; If-Match "
        "names the version that the content was made from",
    )  # fmt: skip
    why = serializers.CharField(required=False, allow_blank=True, max_length=5000)


class ProposalSaved(serializers.Serializer[Any]):
    """A content in the place of the one that If-Match names."""

    content = ContentFields()
    why = serializers.CharField(required=False, allow_blank=True, max_length=5000)


class StepTaken(serializers.Serializer[Any]):
    """A step in the life of a proposal."""

    step = serializers.ChoiceField(choices=STEPS)
    why = serializers.CharField(required=False, allow_blank=True, max_length=5000)


class RecordContentSerializer(serializers.Serializer[Any]):
    """A published record as proposals hold it: what to change and send back."""

    record = serializers.CharField()
    number = serializers.IntegerField(help_text="of the version; the ETag")
    content = serializers.DictField()
