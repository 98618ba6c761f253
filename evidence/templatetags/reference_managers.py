"""Template tags of what reference managers read from a page: Highwire tags and COinS."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from evidence.exporters.citing import CiteThis

BOOKS = {"book", "classic", "chapter", "manuscript", "thesis"}
ARTICLES = {"article-journal", "article-magazine", "article-newspaper"}
MORE = {
    "container-title": "rft.jtitle", "publisher": "rft.pub", "volume": "rft.volume",
    "issue": "rft.issue", "page": "rft.pages", "ISBN": "rft.isbn", "URL": "rft_id",
}  # fmt: skip

register = template.Library()
Item = dict[str, Any]


@register.simple_tag
def highwire(cite: CiteThis) -> SafeString:
    """The meta elements for the head of a page that can be cited."""
    return format_html_join("\n", '<meta name="{}" content="{}">', _tags(_item(cite)))


@register.simple_tag
def coins(cite: CiteThis) -> SafeString:
    """The same as an OpenURL in an empty element."""
    return format_html(
        '<span class="Z3988" title="{}"></span>', urlencode(list(_keys(_item(cite))))
    )


def _item(cite: CiteThis) -> Item:
    read = json.loads(cite.csl_json)
    found: Item = read[0] if isinstance(read, list) else read
    return found


def _tags(item: Item) -> Iterator[tuple[str, str]]:
    yield "citation_title", item.get("title", "")
    for name in _names(item):
        yield "citation_author", name
    if _date(item):
        yield "citation_publication_date", _date(item)
    container = (
        "citation_journal_title" if item.get("type") in ARTICLES else "citation_inbook_title"
    )
    for tag, key in [
        (container, "container-title"),
        ("citation_publisher", "publisher"),
        ("citation_volume", "volume"),
        ("citation_issue", "issue"),
        ("citation_doi", "DOI"),
        ("citation_isbn", "ISBN"),
        ("citation_public_url", "URL"),
    ]:
        if item.get(key):
            yield tag, str(item[key])


def _keys(item: Item) -> Iterator[tuple[str, str]]:
    kind = item.get("type")
    form = "book" if kind in BOOKS else "journal" if kind in ARTICLES else "dc"
    title = {"book": "rft.btitle", "journal": "rft.atitle", "dc": "rft.title"}[form]
    yield "ctx_ver", "Z39.88-2004"
    yield "rft_val_fmt", f"info:ofi/fmt:kev:mtx:{form}"
    yield title, item.get("title", "")
    for name in _names(item):
        yield ("rft.creator" if form == "dc" else "rft.au"), name
    if _date(item):
        yield "rft.date", _date(item).replace("/", "-")
    for key, name in MORE.items():
        if item.get(key):
            yield name, str(item[key])
    if item.get("DOI"):
        yield "rft_id", f"info:doi/{item['DOI']}"


def _names(item: Item) -> Iterator[str]:
    for name in item.get("author", []):
        if "literal" in name:
            yield name["literal"]
        else:
            yield ", ".join(filter(None, [name.get("family", ""), name.get("given", "")]))


def _date(item: Item) -> str:
    """As "1913" or "1913/05/02"; empty where it is not known."""
    parts = item.get("issued", {}).get("date-parts") or [[]]
    return "/".join(f"{int(part):02}" for part in parts[0])
