"""/api/v1/reconcile/: the Reconciliation Service API 0.2, as OpenRefine speaks it.

https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/
"""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.base import Endpoint
from api.errors import Refused, missing
from config.middleware import ANY_FRAME, allow
from evidence.search.names import Candidate, Entity
from evidence.search.reconciling import SERVICES, Service
from evidence.search.values import shown, single

BATCH, MOST_QUERIES, MOST_IDS = 50, 200, 500
USUAL, MOST = 10, 100
Answer = dict[str, Any]


class Reconciling(Endpoint):
    """An address of a service; answers as JSON, which pages of other sites read by CORS."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the service. Raises NotFound, QueryError."""
        super().initial(request, *args, **kwargs)
        _refuse_script(request)
        name = kwargs["service"]
        if name not in SERVICES:
            raise missing("reconciliation service", shown(name))

    @property
    def service(self) -> Service:
        """The service that is asked."""
        return SERVICES[self.kwargs["service"]]

    @property
    def base(self) -> str:
        """The service's own address, absolute."""
        end = self.request.path.index(f"/reconcile/{self.service.name}/")
        path = f"{self.request.path[:end]}/reconcile/{self.service.name}/"
        return str(self.request.build_absolute_uri(path))

    def entity(self) -> Entity:
        """The thing that `id` names. Raises NotFound."""
        name = single(self.request.query_params, "id")
        found = self.service.table().entities.get(name)
        if found is None:
            raise missing("thing to reconcile with", shown(name))
        return found

    def answer(self, told: Answer) -> HttpResponseBase:
        """JSON."""
        return JsonResponse(told, json_dumps_params={"ensure_ascii": False})


class Reconcile(Reconciling):
    """The manifest; and, with `queries` or `extend`, candidates for names or data of things."""

    parameters = ("queries", "extend", "callback")
    http_method_names = ["get", "post", "head", "options"]

    @extend_schema(exclude=True)
    def get(self, request: Request, service: str) -> HttpResponseBase:
        """Answer an address. Raises Refused."""
        return self._answered(request.query_params)

    @extend_schema(exclude=True)
    def post(self, request: Request, service: str) -> HttpResponseBase:
        """Answer a form. Raises Refused."""
        if not isinstance(request.data, dict):
            raise Refused("", _("The body is a form, or an object of JSON."))
        return self._answered(request.data)

    def _answered(self, params: Any) -> HttpResponseBase:
        if params.get("queries"):
            return self.answer(self._candidates(_read("queries", params["queries"], MOST_QUERIES)))
        if params.get("extend"):
            return self.answer(self._extended(_read("extend", params["extend"], MOST_IDS)))
        return self.answer(self._manifest())

    def _manifest(self) -> Answer:
        kinds = [{"id": kind, "name": name} for kind, name in self.service.kinds.items()]
        here = self.base.rstrip("/")
        return {
            "versions": ["0.2"],
            "name": self.service.title,
            "identifierSpace": self.base,
            "schemaSpace": f"{here}/types/",
            "documentation": self.request.build_absolute_uri("/api/docs/"),
            "defaultTypes": kinds,
            "batchSize": BATCH,
            "view": {"url": f"{here}/view/?id={{{{id}}}}"},
            "preview": {"url": f"{here}/preview/?id={{{{id}}}}", "width": 400, "height": 200},
            "suggest": {
                "entity": {"service_url": here, "service_path": "/suggest/"},
            },
            "extend": {
                "propose_properties": {"service_url": here, "service_path": "/properties/"},
                "property_settings": [],
            },
        }

    def _candidates(self, queries: dict[str, Any]) -> Answer:
        return {key: {"result": self._one(key, query)} for key, query in queries.items()}

    def _one(self, key: str, query: Any) -> list[Answer]:
        if not isinstance(query, dict) or not isinstance(query.get("query", ""), str):
            raise Refused(
                "queries",
                _('“%(key)s” is no query. Write {"query": "a name"}.') % {"key": shown(key)},
            )
        kinds = _kinds(query.get("type"))
        limit = query.get("limit")
        most = min(limit, MOST) if isinstance(limit, int) and limit > 0 else USUAL
        found = self.service.table().like(query.get("query", ""), most, kinds)
        same = [each for each in found if each.score == 100]
        return [self._candidate(each, sure=len(same) == 1 and each in same) for each in found]

    def _candidate(self, found: Candidate, *, sure: bool) -> Answer:
        kind = found.entity.kind
        return {
            "id": found.entity.id,
            "name": found.entity.name,
            "description": found.entity.description,
            "type": [{"id": kind, "name": self.service.kinds[kind]}],
            "score": found.score,
            "match": sure,
        }

    def _extended(self, asked: dict[str, Any]) -> Answer:
        ids, wanted = _strings(asked.get("ids")), asked.get("properties")
        listed = wanted if isinstance(wanted, list) else []
        names = [str(each.get("id")) for each in listed if isinstance(each, dict)]
        unknown = [name for name in names if name not in self.service.properties]
        if unknown or not names or len(ids) > MOST_IDS:
            raise Refused(
                "extend",
                _("Name at most %(most)d ids, and properties among: %(known)s.")
                % {"most": MOST_IDS, "known": ", ".join(self.service.properties)},
            )
        values = self.service.values(ids)
        return {
            "meta": [{"id": name, "name": self.service.properties[name]} for name in names],
            "rows": {
                each: {name: _cells(values.get(each, {}).get(name, [])) for name in names}
                for each in ids
            },
        }


class Suggest(Reconciling):
    """Things whose names begin as somebody types."""

    parameters = ("prefix", "cursor", "type", "callback")

    @extend_schema(exclude=True)
    def get(self, request: Request, service: str) -> HttpResponseBase:
        """List some. Raises QueryError."""
        prefix = single(request.query_params, "prefix")
        cursor = single(request.query_params, "cursor")
        start = int(cursor) if cursor.isascii() and cursor.isdigit() and len(cursor) < 7 else 0
        kinds = _kinds(single(request.query_params, "type") or None)
        found = self.service.table().beginning(prefix, start + USUAL, kinds)[start:]
        return self.answer(
            {
                "result": [
                    {
                        "id": each.id,
                        "name": each.name,
                        "description": each.description,
                        "notable": [{"id": each.kind, "name": self.service.kinds[each.kind]}],
                    }
                    for each in found
                ]
            }
        )


class Properties(Reconciling):
    """What data can be fetched of things."""

    parameters = ("type", "limit", "callback")

    @extend_schema(exclude=True)
    def get(self, request: Request, service: str) -> HttpResponseBase:
        """List all. Raises QueryError."""
        listed = [{"id": key, "name": name} for key, name in self.service.properties.items()]
        kind = single(request.query_params, "type") or next(iter(self.service.kinds))
        return self.answer({"type": kind, "properties": listed})


class View(Reconciling):
    """On to the page of a thing."""

    parameters = ("id",)

    @extend_schema(exclude=True)
    def get(self, request: Request, service: str) -> HttpResponseBase:
        """Redirect. Raises NotFound."""
        return redirect(self.service.page(self.entity()))


@method_decorator(xframe_options_exempt, name="dispatch")
class Preview(Reconciling):
    """A thing in a few lines, for the frame of another program."""

    parameters = ("id",)

    @extend_schema(exclude=True)
    def get(self, request: Request, service: str) -> HttpResponseBase:
        """The page. Raises NotFound."""
        entity = self.entity()
        context = {
            "entity": entity,
            "kind": self.service.kinds[entity.kind],
            "page": request.build_absolute_uri(self.service.page(entity)),
        }
        return allow(render(request, "api/preview.html", context), ANY_FRAME)


def _refuse_script(request: Request) -> None:
    """Refuse JSONP, which lets strangers word a script of this site. Raises Refused."""
    if any(request.query_params.getlist("callback")):
        raise Refused(
            "callback",
            _("JSONP is not available. Leave callback out: CORS lets any page read the JSON."),
        )


def _read(parameter: str, text: Any, most: int) -> dict[str, Any]:
    """A JSON object of at most so many members. Raises Refused."""
    try:
        read = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise Refused(parameter, _("This is not JSON: %(error)s.") % {"error": error}) from error
    if not isinstance(read, dict) or len(read) > most:
        raise Refused(
            parameter, _("Write a JSON object of at most %(most)d members.") % {"most": most}
        )
    return read


def _kinds(asked: Any) -> list[str]:
    """Kinds by their ids; a type may be given as its id, as an object, or several of them."""
    several = asked if isinstance(asked, list) else [asked]
    return [str(each.get("id") if isinstance(each, dict) else each) for each in several if each]


def _strings(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _cells(values: list[Any]) -> list[Answer]:
    """Values as OpenRefine reads them, without what is not known."""
    return [
        {"str": value} if isinstance(value, str) else {"float": value}
        for value in values
        if value not in ("", None)
    ]
