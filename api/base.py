"""What all endpoints share: who may ask, which format is sent, which parameters are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, wraps
from typing import Any, NoReturn
from zlib import crc32

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAcceptable, NotFound
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from api.compressing import compressed
from api.errors import Refused, handle
from api.limits import Limit, TooMany
from api.tokens import Tokens
from config.answer_cache.answers import OK, answered, is_for_visitor
from evidence.exporters.formats import RECORDS
from evidence.search.values import check_names, shown, single
from evidence.search.versions import one_version

ANYTHING = "*/*"  # of the Accept header: most programs send that, or none


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
        named = self.parameter in request.query_params
        if not named and request.META.get("HTTP_ACCEPT", ANYTHING) == ANYTHING:
            return renderers[0], str(renderers[0].media_type)
        wanted = single(request.query_params, self.parameter)
        if not wanted:
            return self._accepted(request, renderers)
        for renderer in renderers:
            if renderer.format == wanted:
                return renderer, str(renderer.media_type)
        offered = ", ".join(dict.fromkeys(str(renderer.format) for renderer in renderers))
        told = _("“%(wanted)s” is not a format of this address. Use one of: %(offered)s.")
        if wanted in RECORDS:
            told += " " + _("Records are downloaded as %(wanted)s from %(address)s.")
        address = f"{reverse('api:export')}?format={wanted}"
        told %= {"wanted": shown(wanted), "offered": offered, "address": address}
        raise Refused(self.parameter, told)

    def _accepted(
        self, request: Request, renderers: list[BaseRenderer]
    ) -> tuple[BaseRenderer, str]:
        try:
            chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers)
        except NotAcceptable as error:
            offered = ", ".join(dict.fromkeys(str(each.media_type) for each in renderers))
            told = _("None of the media types in the Accept header. Accept one of: %(offered)s.")
            raise NotAcceptable(told % {"offered": offered}) from error
        return chosen


class Strict(APIView):
    """Reads nothing but the parameters that it names, and says so; open to everybody."""

    parameters: tuple[str, ...] = ()
    authentication_classes = (Tokens,)
    throttle_classes = (Limit,)
    permission_classes: tuple[type[BasePermission], ...] = (AllowAny,)
    content_negotiation_class: type[Negotiation] = Negotiation
    http_method_names = ["get", "head", "options"]

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """The view, which compresses for who takes that."""
        return compressed(super().as_view(**initkwargs))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown parameters before anything is done, and names that nothing can have.

        Raises QueryError and NotFound.
        """
        super().initial(request, *args, **kwargs)
        if "\0" in request.path_info:
            raise NotFound(_("There is nothing at this address."))
        known = (*self.parameters, self.content_negotiation_class.parameter)
        check_names(request.query_params, known)

    def throttled(self, request: Request, wait: float | None) -> NoReturn:
        """Refuse who asks too often. Raises TooMany."""
        raise TooMany(wait)

    def get_exception_handler(self) -> Callable[..., Any]:
        """The one error shape."""
        return handle


class Kept(Strict):
    """An address whose answers to those without a token are cached until something is written.

    Whoever has the last answer gets 304. `versioned` says whether it depends on nothing but the
    address and what is stored, and on the Accept header where there are several formats.
    """

    versioned = True

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """The view, which answers from the cache where it can."""
        view = super().as_view(**initkwargs)
        if not cls.versioned:
            return view

        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not is_for_visitor(request):
                passed: HttpResponseBase = view(request, *args, **kwargs)
                return passed
            make = partial(view, request, *args, **kwargs)
            admits = partial(Limit().admits, request)
            return answered(request, make, *cls._variant(request), admits=admits)

        return answer

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask for the version of the corpus once."""
        if request.method not in ("GET", "HEAD"):
            return super().dispatch(request, *args, **kwargs)
        with one_version():
            response = super().dispatch(request, *args, **kwargs)
        if self.versioned and response.status_code == OK:
            patch_vary_headers(response, ["Accept"])
        return response

    @classmethod
    def _variant(cls, request: HttpRequest) -> Iterator[str]:
        """Two formats of one address have two tags: a cache may ask for one with the other's."""
        if len(cls.renderer_classes) > 1:
            yield f"{crc32(request.headers.get('Accept', '').encode()):08x}"


class Endpoint(Kept):
    """An address that sends JSON."""

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)

    def context(self) -> dict[str, Any]:
        """What serializers need to write absolute links."""
        return {"request": self.request, "view": self}
