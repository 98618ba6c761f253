"""Words typed as a date or as coordinates, kept as given where nobody states what the source gives.

`as_typed` in a content lists the words that were taken over so. They say nothing but the value
beside them: when that changes, they are renewed from what is typed then, or go. What a person has
written as given is never in the list, and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from evidence import places
from evidence.dates import DateError
from evidence.dates.reading import DASHES, in_words, read_any
from evidence.editing.curation.models import Proposal, State
from evidence.history.contents import Content
from evidence.sources import plain

NAME = "as_typed"


def keep(content: Content, sent: Mapping[str, Any], published: Collection[str] = ()) -> None:
    """Take over what was sent as dates and coordinates; drop what was taken over from others.

    `published` are words that were taken over before the record was published.
    """
    listed = set(content.pop(NAME, ()))
    taken = listed | set(published)
    dated = [(content, sent, "date_as_given")]
    rows = zip(content.get("other_dates", ()), sent.get("other_dates") or (), strict=False)
    dated += [(row, said, "as_given") for row, said in rows]
    kept = {_dated(row, name, str(said.get("date") or ""), taken) for row, said, name in dated}
    kept |= {_located(row, taken) for row in content.get("places", ())}
    kept -= taken - listed | {""}
    if kept:
        content[NAME] = sorted(kept)


def taken_over(content: Content) -> Iterator[tuple[str, str]]:
    """The words as given that are only what was typed, by the paths of their fields."""
    listed = content.get(NAME, ())
    rows = [("date_as_given", content.get("date_as_given", ""))]
    for whole in ("other_dates", "places"):
        for position, row in enumerate(content.get(whole, ())):
            rows.append((f"{whole}.{position}.as_given", row.get("as_given", "")))
    yield from ((path, words) for path, words in rows if words in listed)


def marked(content: Content) -> Content:
    """The content to be read by people: words that are only what was typed are called so."""
    listed = content.get(NAME, ())
    said: Content = _marked(content, "date_as_given", listed)
    for name in ("other_dates", "places") if listed else ():
        if name in content:
            said[name] = [_marked(row, "as_given", listed) for row in content[name]]
    return said


def _marked(row: Content, name: str, listed: Collection[str]) -> Content:
    if row.get(name) not in listed:
        return dict(row)
    return row | {
        name: _("%(words)s (copied by the form from what was typed)") % {"words": row[name]}
    }


def published_as_typed(identifier: str) -> set[str]:
    """The words that were taken over in proposals of a record that are published."""
    if not identifier:
        return set()
    accepted = Proposal.objects.filter(identifier=identifier, state=State.ACCEPTED)
    contents = accepted.values_list("content", flat=True)
    return {words for content in contents for words in content.get(NAME, ())}


def _dated(row: Content, name: str, typed: str, taken: Collection[str]) -> str:
    """The words that are not a person's in a row with a date; empty where there are none."""
    date = row.get("date", "")
    words = "" if _says_the_same(typed, date) else plain(typed)
    return _renewed(row, name, words, taken, lambda given: _edtf(given) == date)


def _says_the_same(typed: str, date: str) -> bool:
    """Whether words say no more than the date does: it is shown so anyway, or is not read yet."""
    bare = plain(typed).casefold().translate(DASHES)
    shown = in_words(date)
    same = (date, shown, shown.removesuffix(" CE"))
    return not date or _edtf(date) is None or bare in {w.casefold().translate(DASHES) for w in same}


def _edtf(text: str) -> str | None:
    try:
        return read_any(text).edtf
    except DateError:
        return None


def _located(row: Content, taken: Collection[str]) -> str:
    """Read the point of a place where it can be; the words that are not a person's, or none."""
    words, typed = "", row.get("point", "")
    if typed and (point := _point(typed)):
        words = row.pop("point")
        row |= {"lat_u": point.lat_u, "lon_u": point.lon_u}
    here = None if "point" in row else (row.get("lat_u"), row.get("lon_u"))
    return _renewed(row, "as_given", words, taken, lambda given: _at(given) == here)


def _at(text: str) -> tuple[int, int] | None:
    return (point.lat_u, point.lon_u) if (point := _point(text)) else None


def _point(text: str) -> places.Point | None:
    try:
        return places.read_point(text)
    except places.PlaceError:
        return None


def _renewed(
    row: Content, name: str, words: str, taken: Collection[str], holds: Callable[[str], bool]
) -> str:
    """Put new words in the place of those that were taken over and no longer hold."""
    given = row.get(name, "")
    if given in taken and (words or not holds(given)):
        del row[name]
        given = ""
    if not given and words:
        row[name] = words
        return words
    return given if given in taken else ""
