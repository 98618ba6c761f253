"""Two changes of one content joined, field by field: base, theirs and yours.

Where only one of the two has changed a field, that is taken. Where both have, texts are joined
word by word, lists row by row; of two values of which one only can stand, yours stands. All that
both have changed is named, with what each of the three said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evidence.editing.curation.phrases import in_words, placed
from evidence.editing.curation.pointing import named, numbered
from evidence.editing.curation.words import Steps, join
from evidence.history.contents import Content

TEXTS = frozenset(
    ["title", "rules", "content", "date_as_given", "confidence_reason", "note", "reason", "text"]
)
WHOLE = ".shape"  # of two of which one only can stand
ABSENT: Any = None


class Clash(NamedTuple):
    """A field that both have changed, and what became of it."""

    field: str
    base: Any
    theirs: Any
    yours: Any
    joined: Any


class Merged(NamedTuple):
    """A content with both changes, and where they met."""

    content: Content
    clashes: list[Clash]


@dataclass
class Met:
    """Where the two have met so far, and how much may still be compared."""

    clashes: list[Clash] = field(default_factory=list)
    steps: Steps = field(default_factory=Steps)


def merge(base: Content, theirs: Content, yours: Content) -> Merged:
    """Both contents in one."""
    met = Met()
    joined = _mapping("", _folded(base), _folded(theirs), _folded(yours), met)
    return Merged(_unfolded(joined), [each for each in met.clashes if not _is_place(each.field)])


def _is_place(field: str) -> bool:
    """Whether a field only says where marked words stand; that is found again."""
    return field.startswith("phrases.") and field.endswith((".start", ".before"))


def _folded(content: Content) -> Content:
    """The game as one value; quotations with their citation in the place of its position."""
    folded = dict(content)
    game = (folded.pop("game", ""), folded.pop("game_name", ""))
    if any(game):
        folded["game"] = game
    cited = [row.get("citation", "") for row in content.get("citations", ())]
    folded["phrases"] = in_words(content)
    folded |= _by_number(folded.pop("sentences", ()))
    folded["quotations"] = named(content.get("quotations", ()), "citation", cited)
    return folded


def _by_number(rows: Sequence[Content]) -> Content:
    """Sentences that are stored by their numbers, as labels count them, and the new ones."""
    rows = named(rows, "original", _called(rows))
    stored = {str(row["number"] - 1): row for row in rows if "number" in row}
    return {"sentences": stored, "new_sentences": [row for row in rows if "number" not in row]}


def _called(rows: Sequence[Content]) -> list[Any]:
    return [row.get("number") or row.get("text", "") for row in rows]


def _in_order(stored: dict[str, Content], new: Sequence[Content]) -> list[Content]:
    rows = [*sorted(stored.values(), key=lambda row: int(row["number"])), *new]
    return numbered(rows, "original", _called(rows))


def _unfolded(folded: Content) -> Content:
    content = dict(folded)
    slug, name = content.pop("game", ("", ""))
    content |= {"game": slug, "game_name": name}
    cited = [row.get("citation", "") for row in content.get("citations", ())]
    content["quotations"] = numbered(content.get("quotations", ()), "citation", cited)
    new = content.pop("new_sentences", ())
    content["sentences"] = _in_order(content.get("sentences", {}), new)
    content["phrases"] = placed(content)
    return {name: value for name, value in content.items() if value not in ("", None, [], {})}


def _value(field: str, base: Any, theirs: Any, yours: Any, met: Met) -> Any:
    """What becomes of one field."""
    if theirs in (yours, base):
        return yours
    if yours == base:
        return theirs
    gone = field.startswith("sentences.") and field.count(".") == 1 and ABSENT in (theirs, yours)
    if gone or field.endswith(WHOLE):
        joined: Any = theirs if yours is ABSENT else yours
    elif any(isinstance(each, dict) for each in (theirs, yours)):
        return _mapping(field, base or {}, theirs or {}, yours or {}, met)
    elif any(isinstance(each, list) for each in (theirs, yours)):
        joined = _rows(field, base or [], theirs or [], yours or [], met)
        if field.startswith(("terms.", "unknown", "as_typed")):
            return joined
    elif field.rpartition(".")[2] in TEXTS:
        joined, clashed = join(base or "", theirs or "", yours or "", met.steps)
        if not clashed:
            return joined
    else:
        joined = theirs if yours is ABSENT else yours
    met.clashes.append(Clash(field, base, theirs, yours, joined))
    return joined


def _mapping(field: str, base: Content, theirs: Content, yours: Content, met: Met) -> Content:
    joined = {}
    for name in dict.fromkeys([*yours, *theirs]):
        below = f"{field}.{name}" if field else name
        value = _value(below, base.get(name), theirs.get(name), yours.get(name), met)
        if value is not ABSENT:
            joined[name] = value
    return joined


def _rows(
    field: str, base: Sequence[Any], theirs: Sequence[Any], yours: Sequence[Any],
    met: Met,
) -> list[Any]:  # fmt: skip
    """Rows by position where none came or went; else those of either that base had not, too."""
    same_length = len(base) == len(theirs) == len(yours)
    if same_length and all(isinstance(row, dict) for row in (*base, *theirs, *yours)):
        three = zip(base, theirs, yours, strict=True)
        return [_mapping(f"{field}.{at}", *rows, met) for at, rows in enumerate(three)]
    kept = [row for row in yours if row not in base or row in theirs]
    joined = [*kept, *(row for row in theirs if row not in base and row not in kept)]
    return sorted(joined) if all(isinstance(row, str) for row in joined) else joined
