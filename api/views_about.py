"""The guide to the API, its OpenAPI document, the page to try it, and unknown addresses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Endpoint, Strict
from config.middleware import PICTURES_IN_TEXT, allows
from evidence.models import Evidence
from evidence.pages.views.kept import kept
from evidence.records.licence import LICENCE, LICENCE_URL


class Generator(SchemaGenerator):
    """What is generated is the same for everybody: it is made once for each language."""

    def get_schema(self, request: Request | None = None, public: bool = False) -> dict[str, Any]:
        """The document, which nobody may change."""
        return _document(self.api_version, get_language())


@lru_cache(maxsize=8)
def _document(version: str | None, language: str | None) -> dict[str, Any]:
    generator = SchemaGenerator(api_version=version)  # type: ignore[no-untyped-call]
    found: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    return found


class Schema(Strict, SpectacularAPIView):
    """The OpenAPI 3.1 document."""

    generator_class = Generator

    def _get_schema_response(self, request: Request) -> Response:
        """The document, with the address of this site."""
        response: Response = super()._get_schema_response(request)  # type: ignore[no-untyped-call]
        root = request.build_absolute_uri("/").rstrip("/")
        response.data = {**response.data, "servers": [{"url": root}]}
        return response


@method_decorator(allows(PICTURES_IN_TEXT), name="dispatch")
class Docs(Strict, SpectacularSwaggerSplitView):
    """A page to try the API; style and scripts come from this site, none of them inline."""

    parameters = ("script",)
    url_name = "api:schema"
    template_name = "api/docs.html"


@kept
def guide(request: HttpRequest) -> HttpResponse:
    """How a researcher queries, counts, downloads and cites, with examples that can be copied."""

    def absolute(name: str, *arguments: str) -> str:
        return request.build_absolute_uri(reverse(f"api:{name}", args=arguments))

    newest = Evidence.objects.first()
    context = {
        "root": absolute("root"),
        "evidence": absolute("evidence"),
        "export": absolute("export"),
        "references": absolute("record-references", newest.identifier if newest else "ID"),
        "example": "type=artifact&year_to=0&ordering=year_from",
        "licence": {"name": LICENCE, "url": LICENCE_URL},
    }
    return render(request, "api/guide.html", context)


class Unknown(Endpoint):
    """Any other address: on to the one with its closing slash, or refused."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse whatever is asked of an address that there is not. Raises NotFound."""
        if request.path.endswith("/") or resolve(f"{request.path}/").url_name == "unknown":
            raise NotFound(
                _("There is nothing at %(path)s. The addresses are listed at /api/v1/.")
                % {"path": request.path}
            )

    @extend_schema(exclude=True)
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Redirect to the same address with a closing slash."""
        query = request.META.get("QUERY_STRING", "")
        return redirect(f"{request.path}/?{query}" if query else f"{request.path}/")
