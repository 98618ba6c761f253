"""/api/v1/rulesets/: texts, clauses, and the compiled rules that browsers play with."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import APIException
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api import pages, schema
from api.base import Endpoint
from api.errors import Refused
from api.shapes_games import RulesetDetailSerializer, rulesets, rulesets_in_full
from api.views_lists import DetailEndpoint, ListEndpoint, found
from evidence.search.values import several, single
from games.play import OptionError, Rules, RulesError
from games.rules_cache import has_text, rules_of

WASM = "application/wasm"


class WasmRenderer(BaseRenderer):
    """A WebAssembly module, byte for byte."""

    media_type = WASM
    format = "wasm"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        """What the view gives."""
        return data


class RulesetList(ListEndpoint):
    """All rulesets."""

    @schema.described(pages.RulesetPageSerializer, *schema.PAGING, operation="rulesets_list")
    def get(self, request: Request) -> Response:
        """A page of them."""
        return self.answer(request, rulesets(), pages.RulesetPageSerializer)


class RulesetDetail(DetailEndpoint):
    """One ruleset with its text, clauses and their citations, and recorded games."""

    @schema.described(RulesetDetailSerializer, missing=True, operation="rulesets_read")
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        return self.answer(rulesets_in_full(), "ruleset", slug, RulesetDetailSerializer)


class Compiled(Endpoint):
    """Something made from a ruleset and the options chosen."""

    parameters = ("option", "digest")

    def rules(self, request: Request, slug: str) -> Rules:
        """The compiled rules.

        Raises NotFound, Refused for an option or a digest that there is not, and APIException (500)
        where the stored text itself is at fault.
        """
        ruleset = found(rulesets(), "ruleset", slug)
        digest = single(request.query_params, "digest").lower() or ruleset.digest
        if not has_text(ruleset, digest):
            raise Refused("digest", _("No text of “%(slug)s” has this digest.") % {"slug": slug})
        try:
            return rules_of(ruleset, digest, several(request.query_params, "option"))
        except OptionError as error:
            raise Refused("option", str(error)) from error
        except RulesError as error:
            raise APIException(
                _("The text of “%(slug)s” does not compile: %(error)s")
                % {"slug": slug, "error": error}
            ) from error


class RulesetModule(Compiled):
    """The rules as a WebAssembly module; the manifest says how to call it."""

    renderer_classes = (WasmRenderer,)

    @schema.described(
        OpenApiTypes.BINARY,
        *schema.OPTIONS,
        missing=True,
        operation="rulesets_module",
        media_type=WASM,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Compile, or take what is kept."""
        return HttpResponse(self.rules(request, slug).module, content_type=WASM)


class RulesetManifest(Compiled):
    """Board, components, clauses, start and memory layout of the compiled rules."""

    @schema.described(
        OpenApiTypes.OBJECT, *schema.OPTIONS, missing=True, operation="rulesets_manifest"
    )
    def get(self, request: Request, slug: str) -> Response:
        """Compile, or take what is kept."""
        return Response(self.rules(request, slug).manifest())
