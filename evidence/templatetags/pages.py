"""Template tags of the evidence pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.conf import settings
from django.template.defaultfilters import stringfilter
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from config import embeds
from evidence.claims.identifiers import told
from evidence.exporters import linked
from evidence.models import Evidence, Region, Source
from evidence.pictures.storing import is_address
from evidence.places.atlas.archive import Key, shipped
from evidence.quoting import inside, quoted
from evidence.records.labels import label_of
from evidence.records.when import date_words
from evidence.search import Results
from games.compare_asked import Choice
from games.locators import locator_words
from games.models import Game

# What could end the element or begin another, as JSON writes it instead.
IN_SCRIPTS = {ord(character): f"\\u{ord(character):04x}" for character in "<>&"}

# The part of the site that the menu marks, by how the address begins.
SECTIONS = {
    "evidence": "evidence",
    "take-away": "evidence",
    "suggest": "evidence",
    "games": "games",
    "concepts": "concepts",
    "rulesets": "rules",
    "compare": "compare",
    "between": "play",
    "kept": "play",
    "play": "play",
    "stories": "stories",
    "about": "about",
    "glossary": "help",
    "help": "help",
    "curate": "curate",
}

SELECTED = mark_safe(" selected")

register = template.Library()
register.filter("locator", locator_words)
register.filter("identifiers", told)
register.filter("label", label_of)
register.filter("quoted", stringfilter(quoted))
register.filter("inside", stringfilter(inside))


@register.filter
def as_link(address: str) -> str:
    """An address of the web as a link; other words, and other schemes, as plain text."""
    if not is_address(address):
        return address
    return format_html('<a rel="external" href="{0}">{0}</a>', address)


@register.simple_tag(takes_context=True)
def section(context: template.Context) -> str:
    """The part of the site that a page belongs to, "" where it is none of the menu's."""
    request = context.get("request")
    if request is None:
        return ""
    first, *rest = request.path.split("/")[1:]
    if first == "rulesets" and "play" in rest[1:2]:
        return "play"
    return SECTIONS.get(first, "")


@register.simple_tag
def tiles() -> str:
    """The folder of the tiles of maps; its name changes with them."""
    return reverse("tile", args=[shipped().version, *Key(0, 0, 0)]).removesuffix(Key(0, 0, 0).name)


@register.simple_tag
def in_english() -> SafeString | str:
    """What an element with words of the corpus says on a page of another language."""
    language = get_language() or "en"
    return "" if language.startswith("en") else mark_safe(' lang="en" dir="ltr"')


@register.simple_tag
def raster() -> dict[str, str]:
    """The tile server of this site, if it has one: address and credit."""
    return {"address": settings.MAP_TILES, "credit": settings.MAP_TILES_CREDIT}


@register.simple_tag(takes_context=True)
def frame(context: template.RequestContext, title: object) -> str:
    """What to paste to show this page, called `title`, on another site: to be escaped as text."""
    return embeds.snippet(context["request"], str(title))


@register.simple_tag(takes_context=True)
def whole_address(context: template.RequestContext) -> str:
    """Where the page that is shown in a frame stands by itself."""
    return embeds.whole_address(context["request"])


@register.filter
def item(values: Mapping[Any, str], name: object) -> str:
    """The value of that name, or nothing."""
    return values.get(name, "")


@register.simple_tag
def choices(rulesets: Iterable[Choice], chosen: str) -> SafeString:
    """The options of a select of rulesets: many times faster than a loop in the template."""
    rows = ((each.slug, SELECTED if each.slug == chosen else "", each.name) for each in rulesets)
    return format_html_join("", '<option value="{}"{}>{}</option>', rows)


@register.filter
def in_words(record: Evidence) -> str:
    """The date of a record, or another date of it, as people write it."""
    return date_words(record)


@register.simple_tag
def when(record: Evidence) -> SafeString:
    """The date in words, its EDTF on hover."""
    if not record.date:
        return format_html('<span class="soft">{}</span>', date_words(record))
    return format_html('<time title="EDTF {}">{}</time>', record.date, date_words(record))


@register.simple_tag(takes_context=True)
def possibly(context: template.Context, record: Evidence) -> str:
    """What a list says of a record that is of the years asked for only if an open end is."""
    results = context.get("results")
    if not isinstance(results, Results) or not results.is_possibly(record.pk):
        return ""
    if record.year_from is None:
        return gettext("possibly: beginning unknown")
    return gettext("possibly: end unknown")


@register.simple_tag(takes_context=True)
def linked_data(
    context: template.RequestContext, thing: Evidence | Source | Game | Region | None = None
) -> SafeString:
    """JSON-LD that describes a thing, or the whole corpus, for the head of its page."""
    site = context["request"].build_absolute_uri("/").rstrip("/")
    told: dict[str, Any] = linked.describe(thing, site) if thing else linked.corpus(site)
    text = json.dumps(told, ensure_ascii=False).translate(IN_SCRIPTS)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')  # noqa: S308
