"""A source of the corpus as CSL-JSON."""

from __future__ import annotations

import re
from typing import Any

ROLES = {"(ed.)": "editor", "(trans.)": "translator"}
# What APA prints behind a journal's name: ", 24(1), 98-115", ", 53, 155-203", ", 41", ", 17-41".
BEHIND = (
    r", (?:(?P<volume>\d+[A-Z]?)(?:\((?P<issue>\d+(?:-\d+)?)\))?(?![-–\d]))?"
    r"(?:,? ?(?P<page>\d+[-–]\d+)(?!, \d))?"
)
CHAPTER_PAGES = re.compile(r"\bpp\. (\d+)[-–](\d+)")
# What APA prints behind the title of what no journal or house has published.
GENRE = re.compile(r"[(\[]((?:[\w']+ )?(?:thesis|dissertation)|preprint)[)\]]", re.IGNORECASE)
VOLUME_BEHIND = re.compile(r"(.+?),? (\d+[A-Z]?)(?:\((\d+)\))?")


def csl_item(row: dict[str, Any]) -> dict[str, Any]:
    """CSL-JSON without id of a source: citation, csl_type, author, year, title, container …

    `author` lists names by semicolon, family name first; "(ed.)" or "(trans.)" behind a name
    tells its role. `publisher_place` says where it was published, if the citation as given does
    not. What is not known is left out.
    """
    item: dict[str, Any] = {"type": row["csl_type"], "title": row["title"]}
    item |= _names(row["author"])
    if row["year"] is not None:
        item["issued"] = {"date-parts": [[row["year"]]]}
    item |= _container(row)
    item |= _publisher(row)
    item |= _genre(row)
    item["language"] = row["language"]
    item["URL"] = row["url"]
    return {key: value for key, value in item.items() if value}


def _names(text: str) -> dict[str, list[dict[str, str]]]:
    names: dict[str, list[dict[str, str]]] = {}
    for whole in filter(None, (part.strip() for part in text.split(";"))):
        name, role = whole, "author"
        for mark, other in ROLES.items():
            if whole.endswith(mark):
                name, role = whole.removesuffix(mark).strip(), other
        names.setdefault(role, []).append(_name(name))
    return names


def _name(text: str) -> dict[str, str]:
    family, *rest = (part.strip() for part in text.split(","))
    if not rest:
        return {"literal": text}
    name = {"family": family, "given": rest[0]}
    return name | ({"suffix": ", ".join(rest[1:])} if rest[1:] else {})


def _container(row: dict[str, Any]) -> dict[str, str]:
    title = row["container"] or ""
    if row["csl_type"] == "book":
        return {"collection-title": title}
    if row["csl_type"] != "article-journal":
        pages = CHAPTER_PAGES.search(row["citation"]) if row["csl_type"] == "chapter" else None
        return {"container-title": title, "page": "-".join(pages.groups()) if pages else ""}
    found: dict[str, str] = {"container-title": title}
    if behind := VOLUME_BEHIND.fullmatch(title):
        title, volume, issue = behind.groups()
        found = {"container-title": title, "volume": volume, "issue": issue or ""}
    if printed := re.search(re.escape(title) + BEHIND, row["citation"]):
        said = {key: value.replace("–", "-") for key, value in printed.groupdict("").items()}
        found |= {key: value for key, value in said.items() if value}
    return found


def _publisher(row: dict[str, Any]) -> dict[str, str]:
    publisher = row["publisher"]
    if not publisher:
        return {}
    printed = re.search(rf"[.)] ((?:St\. )?[^.():]+): {re.escape(publisher)}", row["citation"])
    place = row.get("publisher_place") or (printed.group(1) if printed else "")
    return {"publisher": publisher, "publisher-place": place}


def _genre(row: dict[str, Any]) -> dict[str, str]:
    if row["csl_type"] not in ("thesis", "article"):
        return {}
    printed = GENRE.search(row["citation"])
    return {"genre": printed.group(1) if printed else ""}
