"""What rows of a content name by slugs and numbers, in the words of what is stored.

Names that others have, too, are followed by the slug: no change is to look like none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from evidence.history.contents import Content
from evidence.models import ClausePart, Region
from games.models import Clause, Ruleset

CALLED = "called"  # what is added to a row
CLAUSED = {"phrases": "", "sentences": "claims", "new_sentences": "claims", "pictures": "marks"}
Key = tuple[str, str]  # slug of a ruleset, name of a clause


class Words(NamedTuple):
    """The clauses that rows name, and the texts of their parts in order."""

    clauses: Mapping[Key, str]
    parts: Mapping[Key, list[str]]


def with_names(content: Content) -> Content:
    """The content with the words of what it names in each row about a clause or a region."""
    claused = {name: list(rows) for name, rows in content.items() if rows and name in CLAUSED}
    words = _words({_key(row) for name in claused for row in _claused(name, claused[name])})
    said = {
        name: [_with_clauses(row, CLAUSED[name], words) for row in rows]
        for name, rows in claused.items()
    }
    if places := [row for row in content.get("places", ()) if "region" in row]:
        regions = Region.objects.filter(slug__in={row["region"] for row in places})
        names = dict(regions.values_list("slug", "name"))
        said["places"] = [
            row | {CALLED: names.get(row.get("region", ""), "")} for row in content["places"]
        ]
    return content | said


def ruleset_names(slugs: Collection[str]) -> dict[str, str]:
    """What stored rulesets are called, by slug."""
    found = dict(Ruleset.objects.filter(slug__in=slugs).values_list("slug", "name"))
    names = Ruleset.objects.filter(name__in=set(found.values())).values_list("name", flat=True)
    shared = Counter(names)
    return {slug: _apart(name, slug, shared[name]) for slug, name in found.items()}


def _apart(name: str, slug: str, times: int) -> str:
    return name if times == 1 else f"{name} ({slug})"


def _claused(name: str, rows: list[Content]) -> Iterator[Content]:
    for row in rows:
        yield from row.get(CLAUSED[name], ()) if CLAUSED[name] else [row]


def _key(row: Content) -> Key:
    return row.get("ruleset", ""), row.get("clause", "")


def _words(keys: set[Key]) -> Words:
    slugs, names = {slug for slug, _name in keys}, {name for _slug, name in keys}
    rulesets = ruleset_names(slugs) if any(slugs) else {}
    if not rulesets:
        return Words({}, {})
    clauses = Clause.objects.filter(ruleset__slug__in=rulesets)
    titles = list(clauses.values_list("ruleset__slug", "name", "title"))
    shared = Counter((slug, title) for slug, _name, title in titles)
    called = {
        (slug, name): f"{rulesets[slug]}: “{_apart(title, name, shared[slug, title])}”"
        for slug, name, title in titles
    }
    parts: defaultdict[Key, list[str]] = defaultdict(list)
    rows = ClausePart.objects.filter(clause__ruleset__slug__in=rulesets, clause__name__in=names)
    for slug, name, text in rows.order_by("position", "pk").values_list(
        "clause__ruleset__slug", "clause__name", "text"
    ):
        parts[slug, name].append(text)
    return Words(called, parts)


def _with_clauses(row: Content, below: str, words: Words) -> Content:
    if not below:
        return _with_clause(row, words)
    rows = [_with_clause(each, words) for each in row.get(below, ())]
    return row | ({below: rows} if rows else {})


def _with_clause(row: Content, words: Words) -> Content:
    clause, number = words.clauses.get(_key(row)), row.get("part")
    if clause is None or number is None:
        return row | ({CALLED: clause} if clause else {})
    said = _("%(clause)s, part %(n)d") % {"clause": clause, "n": number}
    text = words.parts.get(_key(row), [])[number - 1 : number]
    return row | {CALLED: f"{said}: “{text[0]}”" if text else said}
