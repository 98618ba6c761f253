"""What all endpoints share: who may ask, which format is sent, which parameters are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from api.errors import Refused, handle
from evidence.search_values import check_names, shown, single


class GeoJSONRenderer(JSONRenderer):
    """GeoJSON (RFC 7946)."""

    media_type = "application/geo+json"
    format = "geojson"


class Negotiation(DefaultContentNegotiation):
    """`?format=` chooses first, then the Accept header; a format that is not offered is named."""

    parameter = "format"

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer and its media type. Raises Refused, QueryError or NotAcceptable."""
        renderers = list(renderers)
        wanted = single(request.query_params, self.parameter)
        if not wanted:
            chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers)
            return chosen
        for renderer in renderers:
            if renderer.format == wanted:
                return renderer, str(renderer.media_type)
        offered = ", ".join(dict.fromkeys(str(renderer.format) for renderer in renderers))
        raise Refused(
            self.parameter,
            _("“%(wanted)s” is not a format of this address. Use one of: %(offered)s.")
            % {"wanted": shown(wanted), "offered": offered},
        )


class Strict(APIView):
    """Reads nothing but the parameters that it names, and says so; open to everybody."""

    parameters: tuple[str, ...] = ()
    authentication_classes = ()
    permission_classes = (AllowAny,)
    content_negotiation_class: type[Negotiation] = Negotiation
    http_method_names = ["get", "head", "options"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown parameters before anything is done. Raises QueryError."""
        super().initial(request, *args, **kwargs)
        known = (*self.parameters, self.content_negotiation_class.parameter)
        check_names(request.query_params, known)

    def get_exception_handler(self) -> Callable[..., Any]:
        """The one error shape."""
        return handle


class Endpoint(Strict):
    """An address that sends JSON."""

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)

    def context(self) -> dict[str, Any]:
        """What serializers need to write absolute links."""
        return {"request": self.request, "view": self}
