"""The JSON shapes of proposals: what is sent, and what is answered."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from evidence.editing.curation.contents import missing
from evidence.editing.curation.models import Deed, Proposal, ProposalComment, ProposalEvent, State
from evidence.editing.curation.shapes import ContentFields
from evidence.editing.curation.steps import STEPS
from evidence.editing.workflow.refusals import LONGEST_REASON, Fault
from evidence.models import RecordVersion


class FaultSerializer(serializers.Serializer[Any]):
    """Something that publishing lacks, or that cannot be read."""

    field = serializers.CharField(allow_blank=True, help_text="as in places.0.point")
    message = serializers.CharField(source="said")


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
    missing = serializers.SerializerMethodField(help_text="what publishing still needs")
    events = EventSerializer(many=True)

    class Meta:
        model = Proposal
        fields = (
            "id", "url", "record", "base", "number", "state", "why", "author", "reviewer",
            "begun_at", "saved_at", "content", "missing", "events",
        )  # fmt: skip

    def get_url(self, proposal: Proposal) -> str:
        """The absolute address."""
        request = self.context["request"]
        return str(reverse("api:proposal", args=[proposal.pk], request=request))

    @extend_schema_field(FaultSerializer(many=True))
    def get_missing(self, proposal: Proposal) -> Any:
        """Nothing of a proposal that is closed."""
        faults: list[Fault] = []
        if proposal.is_open:
            faults = missing(proposal.content, proposal.identifier)
        return FaultSerializer(faults, many=True).data


class ProposalBegun(serializers.Serializer[Any]):
    """A new record, or a change of a published one."""

    content = ContentFields()
    record = serializers.CharField(
        required=False, max_length=60, help_text="identifier of the record to change; If-Match "
        "names the version that the content was made from",
    )  # fmt: skip
    why = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_REASON)


class ProposalSaved(serializers.Serializer[Any]):
    """A content in the place of the one that If-Match names."""

    content = ContentFields()
    why = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_REASON)


class StepTaken(serializers.Serializer[Any]):
    """A step in the life of a proposal."""

    step = serializers.ChoiceField(choices=STEPS)
    why = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_REASON,
        help_text="needed to decline and to send back",
    )  # fmt: skip
    reviewer = serializers.CharField(
        required=False, allow_null=True,
        help_text="name of whom to assign it to; null: to nobody in particular",
    )  # fmt: skip


class RecordContentSerializer(serializers.Serializer[Any]):
    """A published record as proposals hold it: what to change and send back."""

    record = serializers.CharField()
    number = serializers.IntegerField(help_text="of the version; the ETag")
    content = serializers.DictField()


class StepsSerializer(serializers.Serializer[Any]):
    """What the token's owner may do with a proposal now, and who may be asked to review it."""

    steps = serializers.ListField(child=serializers.ChoiceField(choices=STEPS))
    reviewers = serializers.ListField(child=serializers.CharField())


class CommentSerializer(serializers.ModelSerializer[ProposalComment]):
    """A remark on a proposal, on a field of it or on a line of one."""

    id = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="address of the comment in the API")
    field = serializers.CharField(help_text="as in rules; empty: on the whole")
    line = serializers.IntegerField(allow_null=True, help_text="of the field as pages tell it")
    quoted = serializers.CharField(help_text="the line as it was then")
    by = serializers.CharField()
    resolved_by = serializers.CharField(allow_null=True)

    class Meta:
        model = ProposalComment
        fields = (
            "id", "url", "field", "line", "quoted", "text", "by", "at", "resolved_by",
            "resolved_at",
        )  # fmt: skip

    def get_url(self, said: ProposalComment) -> str:
        """The absolute address."""
        names = [said.proposal_id, said.pk]
        return str(reverse("api:proposal-comment", args=names, request=self.context["request"]))


class CommentMade(serializers.Serializer[Any]):
    """Something to say of a proposal."""

    text = serializers.CharField(max_length=LONGEST_REASON)
    field = serializers.CharField(
        required=False, allow_blank=True, help_text="of the content; without it, on the whole"
    )
    line = serializers.IntegerField(required=False, allow_null=True, min_value=1)


class CommentResolved(serializers.Serializer[Any]):
    """Whether a remark is done."""

    resolved = serializers.BooleanField()


class Withdrawn(serializers.Serializer[Any]):
    """Why a record is taken out of what is published."""

    why = serializers.CharField(max_length=LONGEST_REASON)


class Restored(serializers.Serializer[Any]):
    """Which version of a record is published again, and why."""

    version = serializers.IntegerField(min_value=1)
    why = serializers.CharField(max_length=LONGEST_REASON)


class VersionSerializer(serializers.ModelSerializer[RecordVersion]):
    """A version of a record: who made it, when and why."""

    record = serializers.CharField(source="identifier")
    number = serializers.IntegerField(help_text="the ETag")
    withdrawn = serializers.SerializerMethodField()
    by = serializers.CharField(source="revision.by", allow_null=True)
    at = serializers.DateTimeField(source="revision.at")
    why = serializers.CharField(source="revision.why")

    class Meta:
        model = RecordVersion
        fields = ("record", "number", "withdrawn", "by", "at", "why")

    def get_withdrawn(self, version: RecordVersion) -> bool:
        """Whether the record is no longer published with it."""
        return version.content is None
