"""What feed readers and search engines ask for: the Atom feed, the sitemap and robots.txt."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evidence.models import Evidence, Region, Source
from evidence.pages.views.kept import kept
from games.models import Concept, Game, Ruleset

NEWS = 50
PER_FILE = 40_000  # addresses; a sitemap may have 50,000
PAGES = (
    "home", "evidence", "games", "rulesets", "play-list", "concepts", "stories", "regions",
    "sources", "about", "help", "glossary",
)  # fmt: skip
PARTS: dict[str, type[Model]] = {
    "records": Evidence, "games": Game, "rulesets": Ruleset, "concepts": Concept,
    "regions": Region, "sources": Source,
}  # fmt: skip
CLOSED = ("/accounts/", "/admin/", "/curate/", "/suggest/", "/take-away/", "/kept/", "/between/")
XML, TEXT = "application/xml", "text/plain; charset=utf-8"


@kept
def feed(request: HttpRequest) -> HttpResponse:
    """The newest records as Atom."""
    made = Atom1Feed(
        title=_("Ashtapada: new records"),
        link=request.build_absolute_uri(reverse("evidence")),
        description=_("Evidence for traditional games, the newest first."),
        feed_url=request.build_absolute_uri(reverse("feed")),
    )
    for record in Evidence.objects.select_related("game").order_by("-pk")[:NEWS]:
        address = request.build_absolute_uri(record.get_absolute_url())
        made.add_item(
            title=str(record),
            link=address,
            description=record.rules or record.content,
            unique_id=address,
            pubdate=record.added_at,
            updateddate=record.changed_at,
            categories=[str(record.game)],
        )
    return HttpResponse(made.writeString("utf-8"), content_type=made.content_type)


@kept
def sitemap(request: HttpRequest) -> HttpResponse:
    """The index of the sitemaps."""
    parts = [f"{name}-{number}" for name in PARTS for number in _numbers(name)]
    found = [reverse("sitemap-part", args=part.rsplit("-", 1)) for part in ("pages-1", *parts)]
    return _xml(request, "evidence/sitemap_index.xml", found)


@kept
def sitemap_part(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """One sitemap: the pages that stand by themselves, or so many of a kind."""
    if name == "pages" and number == 1:
        return _xml(request, "evidence/sitemap.xml", [reverse(page) for page in PAGES])
    if name not in PARTS or number not in _numbers(name):
        raise Http404(_("There is no such sitemap."))
    first = (number - 1) * PER_FILE
    return _xml(request, "evidence/sitemap.xml", _addresses(name, first))


def _numbers(name: str) -> range:
    return range(1, -(-PARTS[name]._default_manager.count() // PER_FILE) + 1)


def _addresses(name: str, first: int) -> Iterator[str]:
    key = "identifier" if name == "records" else "slug"
    route = {"records": "record"}.get(name, name.removesuffix("s"))
    rows: QuerySet[Model] = PARTS[name]._default_manager.order_by("pk")
    for value in rows.values_list(key, flat=True)[first : first + PER_FILE]:
        yield reverse(route, args=[value])


def _xml(request: HttpRequest, template: str, addresses: Iterator[str] | list[str]) -> HttpResponse:
    root = request.build_absolute_uri("/").rstrip("/")
    context = {"addresses": [root + each for each in addresses]}
    return render(request, template, context, content_type=XML)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines leave alone, and where the sitemap is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type=TEXT)
