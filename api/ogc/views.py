"""/ogc/: landing page, conformance, definition, collections and their features."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Kept
from api.errors import missing
from api.ogc import definition
from api.ogc.catalogue import COLLECTIONS, Collection
from api.ogc.extents import CRS84
from api.ogc.formats import (
    GEOJSON,
    JSON_SCHEMA,
    OPENAPI,
    ByF,
    Features,
    JSONSchema,
    OpenAPI,
    sent_as,
)
from api.ogc.html import HTML
from api.ogc.links import Link, at, header, link, root, with_params
from api.ogc.values import given, read_limit
from api.paging import Window, read_cursor, window
from api.text import with_list
from evidence.records.licence import LICENCE, LICENCE_URL
from evidence.search.values import shown

TITLE = "Ashtapada"
DESCRIPTION = (
    "Historical evidence for traditional games. Years are astronomical: 0 is 1 BCE, -331 is "
    "332 BCE."
)
CRS = {"Content-Crs": f"<{CRS84}>"}
CONFORMANCE = tuple(
    f"http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/{part}"
    for part in ("core", "oas30", "geojson")
)


class Page(Kept):
    """An address of /ogc/; its page for people may have a message to them, and is not kept."""

    content_negotiation_class = ByF
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer, HTML)
    schema = None  # its definition is its own, not that of /api/
    heading: str | Promise = ""
    links: Sequence[Link] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """The answer, which the cache passes over where it is a page."""
        response = super().dispatch(request, *args, **kwargs)
        if isinstance(getattr(response, "accepted_renderer", None), HTML):
            setattr(response, "uncached", True)  # noqa: B010 - the cache reads it
        return response

    def answer(self, data: dict[str, Any], links: Sequence[Link], **headers: str) -> Response:
        """An answer in the format that is asked for, with its links in the header too."""
        self.links = links
        media_type = sent_as(self.request.accepted_renderer)
        return Response(data, content_type=media_type, headers={"Link": header(links), **headers})

    def itself(self) -> list[Link]:
        """Links to what is being read, in this format and in the other."""
        chosen = self.request.accepted_renderer
        found = [link(self.request.build_absolute_uri(), "self", sent_as(chosen))]
        formats = {kind.format: kind for kind in reversed(self.renderer_classes)}
        return found + [
            link(with_params(self.request, f=str(name)), "alternate", sent_as(kind()))
            for name, kind in formats.items()
            if name != chosen.format
        ]


class Landing(Page):
    """Where everything is."""

    def get(self, request: Request) -> Response:
        """Links to all parts."""
        links = [
            *self.itself(),
            link(at(request, "api"), "service-desc", OPENAPI, "The API's definition"),
            link(
                f"{at(request, 'api')}?f=html", "service-doc", sent_as(HTML()), "The same to read"
            ),
            link(at(request, "conformance"), "conformance", title="Conformance classes"),
            link(at(request, "collections"), "data", title="Collections"),
            link(LICENCE_URL, "license", "text/html", LICENCE),
        ]
        return self.answer({"title": TITLE, "description": DESCRIPTION, "links": links}, links)


class Conformance(Page):
    """The parts of the standard that hold here."""

    heading = _("Conformance")

    def get(self, request: Request) -> Response:
        """List them."""
        return self.answer({"conformsTo": CONFORMANCE}, self.itself())


class Definition(Page):
    """The OpenAPI 3.0 document."""

    renderer_classes = (OpenAPI, JSONRenderer, HTML)
    heading = _("The API's definition")

    def get(self, request: Request) -> Response:
        """All addresses and parameters."""
        address = at(request, "landing").rstrip("/")
        return self.answer(definition.document(address, TITLE, DESCRIPTION), self.itself())


class Collections(Page):
    """All collections."""

    heading = _("Collections")

    def get(self, request: Request) -> Response:
        """List them."""
        links = self.itself()
        found = [_about(request, collection) for collection in COLLECTIONS.values()]
        return self.answer({"links": links, "collections": found}, links)


class OfCollection(Page):
    """An address below a collection's."""

    collection: Collection

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the collection before anything else. Raises NotFound and QueryError."""
        name = kwargs["collection"]
        if name not in COLLECTIONS:
            raise missing("collection", shown(name))
        self.collection = COLLECTIONS[name]
        self.heading = self.collection.title
        super().initial(request, *args, **kwargs)


class About(OfCollection):
    """One collection."""

    def get(self, request: Request, collection: str) -> Response:
        """Its title, extent and links."""
        about = _about(request, self.collection)
        own = ("self", "alternate")
        others = [entry for entry in about["links"] if entry["rel"] not in own]
        return self.answer(about, [*self.itself(), *others])


class Schema(OfCollection):
    """The properties of a collection."""

    renderer_classes = (JSONSchema, JSONRenderer, HTML)

    def get(self, request: Request, collection: str) -> Response:
        """Them as JSON Schema."""
        address = at(request, "schema", collection)
        found = definition.collection_schema(self.collection, address)
        return self.answer(found, self.itself())


class Items(OfCollection):
    """The features of a collection, in pages, newest first."""

    renderer_classes = (Features, JSONRenderer, HTML)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Each collection reads parameters of its own. Raises NotFound and QueryError."""
        if collection := COLLECTIONS.get(kwargs["collection"]):
            self.parameters = (*collection.parameters, "cursor")
        super().initial(request, *args, **kwargs)

    def get(self, request: Request, collection: str) -> HttpResponseBase:
        """A page of them. Raises QueryError."""
        params = request.query_params
        limit, cursor = read_limit(params), read_cursor(given(params, "cursor"), "prev")
        page = window(self.collection.find(params), cursor, limit)
        if isinstance(request.accepted_renderer, HTML):
            features = self.collection.features(page.pks, root(request))
            head = self._head(page, len(features))
            return self.answer({**head, "features": features}, head["links"], **CRS)
        texts = self.collection.texts(page.pks, root(request))
        head = self._head(page, len(texts))
        body = with_list(head, "features", texts)
        sent = sent_as(request.accepted_renderer)
        headers = {"Link": header(head["links"]), **CRS}
        return HttpResponse(body, content_type=sent, headers=headers)

    def _head(self, page: Window, returned: int) -> dict[str, Any]:
        """All of a page but its features."""
        return {
            "type": "FeatureCollection",
            "numberMatched": page.count,
            "numberReturned": returned,
            "timeStamp": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "links": [*self.itself(), *self._around(page), _up(self.request, self.collection)],
        }

    def _around(self, page: Window) -> list[Link]:
        cursors = {"next": page.next, "prev": page.previous}
        return [
            link(with_params(self.request, cursor=str(cursor)), rel, GEOJSON)
            for rel, cursor in cursors.items()
            if cursor
        ]


class Item(OfCollection):
    """One feature."""

    renderer_classes = (Features, JSONRenderer, HTML)

    def get(self, request: Request, collection: str, key: str) -> Response:
        """Find it. Raises NotFound."""
        pk = self.collection.pk(key)
        if pk is None:
            raise missing("feature", shown(key))
        (found,) = self.collection.features([pk], root(request))
        page = link(found["properties"]["page"], "alternate", "text/html", "The page for people")
        links = [*self.itself(), page, _up(request, self.collection)]
        return self.answer({**found, "links": links}, links, **CRS)


class Unknown(Page):
    """Any other address."""

    versioned = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse it. Raises NotFound."""
        raise NotFound(
            gettext("There is nothing at %(path)s. The addresses are listed at /ogc/.")
            % {"path": shown(request.path)}
        )

    def get(self, request: Request, **kwargs: Any) -> Response:
        """Never reached."""
        raise NotImplementedError


def _up(request: Request, collection: Collection) -> Link:
    return link(at(request, "collection", collection.id), "collection", title=collection.title)


def _about(request: Request, collection: Collection) -> dict[str, Any]:
    address = at(request, "collection", collection.id)
    return {
        "id": collection.id,
        "title": collection.title,
        "description": collection.description,
        "itemType": "feature",
        "crs": [CRS84],
        "extent": collection.extent(),
        "links": [
            link(address, "self"),
            link(f"{address}?f=html", "alternate", sent_as(HTML())),
            link(at(request, "items", collection.id), "items", GEOJSON, collection.title),
            link(at(request, "schema", collection.id), "describedby", JSON_SCHEMA),
            link(LICENCE_URL, "license", "text/html", LICENCE),
        ],
    }
