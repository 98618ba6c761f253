"""CSL-JSON items as references in the styles of fixtures/styles, composed by citeproc-py.

What citeproc-py cannot do is done here before it sees an item: a work of no named author begins
with its title, which then is not repeated; and words of a language that is not known keep their
case. What comes out is HTML with italics and nothing else, everything else in it escaped.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable
from functools import cache, cached_property, lru_cache, partial
from threading import Lock
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from evidence.quoting import inside_single

STYLES = {
    "apa": "APA",
    "chicago-author-date": "Chicago",
    "modern-language-association": "MLA",
}
EDITORS = {  # of one, of several
    "apa": ("(Ed.)", "(Eds.)"),
    "chicago-author-date": ("ed.", "eds."),
    "modern-language-association": ("editor", "editors"),
}
NAMED = ("author", "editor", "translator")
# The types whose titles the styles set in italics; those of the others stand in quotation marks.
WHOLE = {"book", "classic", "manuscript", "thesis", "document", "dataset"}
READ = {
    "id", "type", "title", "container-title", "collection-title", "publisher", "publisher-place",
    "volume", "issue", "page", "edition", "language", "DOI", "URL", "version", "issued",
    "accessed", *NAMED,
}  # fmt: skip
ITALIC = ("\x02", "\x03")  # marks while citeproc works; no text of ours holds control characters
BEHIND = "\x04"  # stands before the word for editors, wherever citeproc puts it
JOINT = re.compile(f",? ?{BEHIND}")
CONTROLS = dict.fromkeys(range(32), " ")
COMPOSING = Lock()  # a style keeps what it has written so far in itself


class Italic(str):
    """Text between marks that become italics once everything is escaped."""

    def __new__(cls, text: str) -> Italic:
        """The marked text."""
        return super().__new__(cls, f"{ITALIC[0]}{text}{ITALIC[1]}")


def composed(item: dict[str, Any], style: str) -> SafeString:
    """The reference of a CSL-JSON item in a style of STYLES; empty where the style gives none."""
    return _composed(json.dumps(item, sort_keys=True), style)


@lru_cache(maxsize=4096)
def _composed(item: str, style: str) -> SafeString:
    ready = _prepared(json.loads(item), style)
    with COMPOSING, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about variables that a style asks for in vain
        lines = _lines(ready, style)
    text = str(escape(lines[0])) if lines else ""
    text = JOINT.sub(" " if style == "apa" else ", ", text)
    return mark_safe(text.replace(ITALIC[0], "<i>").replace(ITALIC[1], "</i>"))  # noqa: S308


# citeproc-py and lxml are 16 MB that only whoever cites needs: they are imported when used.


def _lines(item: dict[str, Any], style: str) -> list[str]:
    """The bibliography of one item, its italics marked."""
    from citeproc import Citation, CitationStylesBibliography  # noqa: PLC0415
    from citeproc.source.json import CiteProcJSON  # noqa: PLC0415

    items = CiteProcJSON([item])
    bibliography = CitationStylesBibliography(_style(style), items, _formatter())
    bibliography.register(Citation([_cited_item()(item["id"])]))
    return [str(line) for line in bibliography.bibliography()]


@cache
def _cited_item() -> Any:
    """The class of a cited item that is looked up in its bibliography once."""
    from citeproc import CitationItem  # noqa: PLC0415

    class CitedItem(CitationItem):  # type: ignore[misc]
        @cached_property
        def reference(self) -> Any:
            return super().reference

    return CitedItem


@lru_cache(maxsize=len(STYLES))
def _style(name: str) -> Any:
    from citeproc import CitationStylesStyle  # noqa: PLC0415

    path = settings.BASE_DIR / "fixtures" / "styles" / f"{name}.csl"
    return _looked_up_once(CitationStylesStyle(str(path), locale="en-GB", validate=False))


def _looked_up_once(style: Any) -> Any:
    """The style, with what depends on it alone looked up once, which is most of citeproc's work.

    That is what an element searches the style for, and whether it names a variable. All elements
    must stay for that, as lxml makes new ones of those that nobody holds.
    """
    style.root.held = []
    for tree in (style.root, *style.root.locales):
        get_root = partial(lambda root: root, tree.get_root())
        for each in tree.iter("{*}*"):
            style.root.held.append(each)
            each.xpath_search, each.get_root = _Once(each.xpath_search), get_root
            if callable(each.calls_variable):
                each.calls_variable = _Once(each.calls_variable)
    return style


class _Once:
    """A function that is called once for each argument: there are thousands, most never called."""

    __slots__ = ("call", "known")

    def __init__(self, call: Callable[..., Any]) -> None:
        self.call, self.known = call, dict[tuple[Any, ...], Any]()

    def __call__(self, *args: Any) -> Any:
        if args not in self.known:
            self.known[args] = self.call(*args)
        return self.known[args]


@lru_cache(maxsize=1)
def _formatter() -> SimpleNamespace:
    from citeproc.formatter import plain  # noqa: PLC0415

    same = (
        "preformat", "Oblique", "Bold", "Light", "Underline", "Superscript", "Subscript",
        "SmallCaps",
    )  # fmt: skip
    return SimpleNamespace(**{name: getattr(plain, name) for name in same}, Italic=Italic)


def _prepared(item: dict[str, Any], style: str) -> dict[str, Any]:
    """The item with what citeproc reads, as it has to read it."""
    ready = {"language": "und"} | {name: _clean(item[name]) for name in READ if item.get(name)}
    if ready.get("title") and _is_quoted(ready, style):
        ready["title"] = inside_single(ready["title"])
    if ready.get("author"):
        pass
    elif ready.get("editor"):
        ready["author"] = _editors(ready.pop("editor"), style)
    elif not ready.get("translator"):
        ready |= _titled(ready, style)
    if ready["type"] == "classic":
        ready["type"] = "book"  # classics are not listed by Chicago
    for date in ("issued", "accessed"):
        if date in ready:
            ready[date] = _without_zero(ready[date])
    return {name: value for name, value in ready.items() if value}


def _editors(editors: list[dict[str, Any]], style: str) -> list[dict[str, Any]]:
    """Editors in the author's place, with the style's word for them behind the last."""
    word = f"{BEHIND}{EDITORS[style][len(editors) > 1]}"
    last = editors[-1]
    if "family" not in last:
        return [*editors[:-1], {"literal": f"{last.get('literal', '')}{word}"}]
    return [*editors[:-1], {**last, "suffix": word}]


def _titled(item: dict[str, Any], style: str) -> dict[str, Any]:
    """What to change so that the title stands in the author's place, and only there."""
    title, container = item["title"], item.get("container-title", "")
    literal = f"‘{title}’" if _is_quoted(item, style) else title
    first = {"author": [{"literal": literal}], "container-title": ""}
    if style == "modern-language-association":
        return {**first, "title": container}
    return {**first, "title": "", "publisher": container or item.get("publisher", "")}


def _is_quoted(item: dict[str, Any], style: str) -> bool:
    """Whether the style sets the title of the item in quotation marks."""
    return style != "apa" and item["type"] not in WHOLE


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value.translate(CONTROLS)
    if isinstance(value, list):
        return [_clean(part) for part in value]
    if isinstance(value, dict):
        return {name: _clean(part) for name, part in value.items()}
    return value


def _without_zero(date: dict[str, Any]) -> dict[str, Any]:
    """A date whose astronomical years are counted as CSL counts them: -600 is 600 BCE."""
    parts = [
        [int(first) - 1 if int(first) <= 0 else int(first), *rest]
        for first, *rest in date.get("date-parts", [])
    ]
    return {**date, "date-parts": parts}
