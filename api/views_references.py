"""References of one record or one source, for BibTeX, CSL and RIS readers."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpResponse, HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api import schema
from api.base import Endpoint
from api.errors import missing
from api.exports import REFERENCE_WRITERS, REFERENCES, answers
from api.views_evidence import named
from api.views_lists import found
from evidence.exporters.references import NOWHERE, Locators, locators_of
from evidence.models import Evidence, Source
from evidence.search.values import shown

BY_NAME = {each.name: each for each in REFERENCES}
ANSWERS = {
    **answers(REFERENCES),
    **schema.refusals(missing=True),
}


class ReferencesEndpoint(Endpoint):
    """Sends sources as references."""

    renderer_classes = tuple(each.renderer for each in REFERENCES)

    def answer(
        self, sources: Iterable[Source], name: str, locators: Locators = NOWHERE
    ) -> HttpResponseBase:
        """A file of them, called after `name`."""
        chosen = BY_NAME[self.request.accepted_renderer.format]
        text = "".join(REFERENCE_WRITERS[chosen.name](sources, locators))
        file = f"{name}.{chosen.file.rpartition('.')[2]}"
        named = content_disposition_header(as_attachment=True, filename=file)
        return HttpResponse(
            text, content_type=chosen.media_type, headers={"Content-Disposition": named}
        )


class RecordReferences(ReferencesEndpoint):
    """The sources that a record rests on, and where in them, as BibTeX, CSL-JSON or RIS."""

    @extend_schema(
        operation_id="evidence_references",
        tags=["evidence"],
        parameters=[schema.format_of(*BY_NAME)],
        responses=ANSWERS,
    )
    def get(self, request: Request, identifier: str) -> HttpResponseBase:
        """Write them. Raises NotFound."""
        record = Evidence.objects.filter(named(identifier)).first()
        if record is None:
            raise missing("piece of evidence", shown(identifier))
        rows = Source.objects.filter(citations__evidence=record).order_by("citations__position")
        return self.answer(dict.fromkeys(rows), record.identifier, locators_of(record))


class SourceReferences(ReferencesEndpoint):
    """One source as BibTeX, CSL-JSON or RIS."""

    @extend_schema(
        operation_id="sources_references",
        tags=["sources"],
        parameters=[schema.format_of(*BY_NAME)],
        responses=ANSWERS,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Write it. Raises NotFound."""
        return self.answer([found(Source.objects.all(), "source", slug)], slug)
