"""Compare an older answer of the site with a newer one, field by field."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

Answer = tuple[int, str, bytes]  # status, content type, body
KEYS = ("identifier", "id", "@id", "slug", "ID", "key", "number", "name", "href", "url", "value")
NO_CLOSE = {"br", "img", "input", "meta", "link", "hr", "source", "wbr", "path", "circle", "rect"}
NOT_READ = {"script", "style", "template"}
FILES = {"text/csv": ".csv", "application/x-bibtex": ".bib",
         "application/x-research-info-systems": ".ris"}  # fmt: skip
SHORTEST = 4  # letters: shorter texts of the database are in words of any page
LONGEST_SHOWN = 160


@dataclass(frozen=True)
class Difference:
    """What an answer said before and does not say now."""

    asked: tuple[str, str, str]
    where: str
    before: str
    now: str

    def __str__(self) -> str:
        role, path, accept = self.asked
        told = f"{path} {accept}".strip() + (f" as {role}" if role else "")
        return f"{told}: {self.where}: {self.before[:LONGEST_SHOWN]} → {self.now[:LONGEST_SHOWN]}"


# Differences that are meant: a pattern of the address, of the place and of what was there, and why.
WITNESSES = "concepts count what witnesses state apart from what is proposed or inferred"
WORDS = "texts of the site itself were written anew"
EXPECTED = [
    (r"/concepts/", r"(evidence|inferred)_count$", r"^[0-9]+$", WITNESSES),
    (r"^/concepts/|^/evidence/$", "^text$", r"^([0-9]{4}|bare-king|Bare king)$", WITNESSES),
    (r"/concepts/", r"meaning$|^text$", r"^(The game|Who) ", WORDS),
    (r"^/rulesets/", "^text$", r"^(The game|Who) ", WORDS),
    (r"^/curate/tables/", "^text$", "^import$", WORDS),
    (r"=cldf$|^/ogc/collections$", r"description$", "", WORDS),
    (r"^/api/v1/proposals/", r"missing\[0\]\.message$", "^choose a game, or write", WORDS),
    (r"^/api/v1/evidence/\?facets=1$", "message$", "is not a choice", "there are more facets"),
    (r"^/ogc/collections$", r"bbox", "", "extents are those of the features, not of the world"),
    (r"/items", "timeStamp$", "", "the time of the answer"),
    (r"^/feed/$", "^status$", "404", "the address is new"),
    (r"=ris$", r"^\.Carnarvon, Earl of", "", "RIS has the suffix of a name behind the given name"),
    (r"^/curate/rulesets/", "^status$", "403",
     "contributors write new rules too, and see their own alone"),
]  # fmt: skip


def explained(one: Difference) -> str:
    """Why a difference is meant; empty if nothing says so."""
    for path, where, before, reason in EXPECTED:
        if (re.search(path, one.asked[1]) and re.search(where, one.where)
                and re.search(before, one.before)):  # fmt: skip
            return reason
    return ""


class Words:
    """The texts of a database, as pages show them."""

    def __init__(self, texts: Iterable[str]) -> None:
        plain = {_plain(text) for text in texts}
        self.known = {text for text in plain if len(text) >= SHORTEST}

    def shown(self, page: str) -> list[str]:
        """The texts of the database that are a text of the page's, once each."""
        return list(dict.fromkeys(text for text in Texts(page).found if text in self.known))


class Texts(HTMLParser):
    """The text of each element of a page, and all of it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.all: list[str] = []
        self._open: list[tuple[str, int]] = []
        self._hidden = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element; field values and alternative texts count as text, too."""
        for name, value in attrs:
            if value and name in ("value", "title", "alt", "aria-label", "content", "data-text"):
                self.found.append(_plain(value))
                self.all.append(f" {value} ")
        if tag in NO_CLOSE:
            return
        self._hidden += tag in NOT_READ
        self._open.append((tag, len(self.all)))

    def handle_endtag(self, tag: str) -> None:
        """End an element, and those in it that were left open."""
        if tag not in (each for each, _start in self._open):
            return
        while self._open:
            name, start = self._open.pop()
            self._hidden -= name in NOT_READ
            self.found.append(_plain("".join(self.all[start:])))
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self._hidden:
            self.all.append(data)
            self.found.append(_plain(data))


def _plain(text: str) -> str:
    return " ".join(text.replace("–", "-").split())


def differences(
    asked: tuple[str, str, str], before: Answer, now: Answer, words: Words
) -> Iterator[Difference]:
    """What was said before, and is not said now."""
    if before[0] != now[0]:
        yield Difference(asked, "status", str(before[0]), str(now[0]))
        return
    if before[2] == now[2]:
        return
    if "html" in before[1]:
        pairs = _of_pages(before[2].decode(), now[2].decode(), words)
    else:
        pairs = _of_values("", _read(before), _read(now))
    for where, old, new in pairs:
        yield Difference(asked, where, old, new)


def _of_pages(before: str, now: str, words: Words) -> Iterator[tuple[str, str, str]]:
    page = _plain("".join(Texts(now).all))
    close = page.replace(" ", "")
    for text in words.shown(before):
        if text not in page and text.replace(" ", "") not in close:
            yield "text", text, ""


def _read(answer: Answer) -> Any:
    """What a body holds."""
    kind, body = answer[1].partition(";")[0], answer[2]
    if kind == "application/zip":
        with zipfile.ZipFile(io.BytesIO(body)) as package:
            return {name: _file(name, package.read(name)) for name in sorted(package.namelist())}
    if kind.startswith("image/"):
        return kind
    if kind.endswith("json"):
        return json.loads(body)
    return _file(FILES.get(kind, ""), body)


def _references(text: str) -> dict[str, bool]:
    """The values of BibTeX or RIS, whatever their fields are called and how braces protect them."""
    text = text.replace("\r", "")
    plain = re.sub(r"[{}]|,$", "", text, flags=re.MULTILINE)
    return dict.fromkeys(
        re.findall(r"^(?: *[\w-]+ = |[A-Z][A-Z0-9]  - )(.*?) *$", plain, re.M), True
    )


def _file(name: str, body: bytes) -> Any:
    text = body.decode("utf-8-sig")
    if name.endswith(".csv"):
        return list(csv.DictReader(io.StringIO(text)))
    if name.endswith(".json"):
        return json.loads(text)
    if name.endswith((".bib", ".ris")):
        return _references(text)
    lines = text.splitlines()
    try:
        return [json.loads(line) for line in lines]
    except ValueError:
        return lines


def _of_values(where: str, before: Any, now: Any) -> Iterator[tuple[str, str, str]]:
    if where.endswith(".coordinates"):
        before, now = sorted(_corners(before)), sorted(_corners(now))
    if where.endswith(".moments") and isinstance(
        before, list
    ):  # those of one ply had no order, and stand by name now
        before, now = _by_ply(before), _by_ply(now)
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            if key not in now:
                yield f"{where}.{key}", _short(value), "no such field"
            else:
                yield from _of_values(f"{where}.{key}", value, now[key])
    elif isinstance(before, list) and isinstance(now, list):
        yield from _of_lists(where, before, now)
    elif before != now and _number(before) != _number(now):
        yield where, _short(before), _short(now)


def _number(value: Any) -> Any:
    """A number as it is meant: 4.0 in a table is 4."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return (value,)


def _corners(value: Any) -> set[str]:
    """The corners of a geometry: an outline may be walked the other way round, from anywhere."""
    if isinstance(value, list) and any(isinstance(each, list) for each in value):
        return {corner for each in value for corner in _corners(each)}
    return {repr(value)}


def _by_ply(rows: Any) -> Any:
    """Moments by ply and clause."""
    return sorted(rows, key=lambda row: (row.get("ply", 0), json.dumps(row, sort_keys=True)))


def _of_lists(where: str, before: list[Any], now: list[Any]) -> Iterator[tuple[str, str, str]]:
    """Rows are found again by what names them; new ones may stand among them."""
    if len(before) == len(now):
        for number, (old, new) in enumerate(zip(before, now, strict=True)):
            yield from _of_values(f"{where}[{number}]", old, new)
        return
    start = 0
    for number, old in enumerate(before):
        name = _name(old)
        for place in range(start, len(now)):
            if _name(now[place]) == name:
                yield from _of_values(f"{where}[{number}]", old, now[place])
                start = place + 1
                break
        else:
            yield f"{where}[{number}]", _short(old), "not there, or in another order"


def _name(row: Any) -> Any:
    if isinstance(row, dict):
        return next(((key, repr(row[key])) for key in KEYS if key in row), repr(row))
    return repr(row)


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:400]
