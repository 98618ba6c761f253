"""CSL-JSON as it may be pasted or sent: the fields that we keep, in the shapes that we can show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from evidence.importers.reference import Fault, Reference, refuse
from evidence.sources import is_text
from evidence.sources.bibliography.carried import CUSTOM, OWN, Identity, unpacked
from evidence.sources.bibliography.csl import DATES, NAMES, PARTS, TEXTS, Csl

OURS = ("id", CUSTOM)
LONGEST = 2000  # characters of a field
MOST_NAMES = 100
ADDRESSES = ("http://", "https://")


BLANKS = re.compile(r"[ \t\r\n]*")


class CslError(ValueError):
    """What is wrong with a field of CSL-JSON, and what would be right."""


def read_csl(item: Any) -> tuple[dict[str, Any], list[str]]:
    """The fields of one source, and the names of those that are not kept. Raises CslError."""
    if not isinstance(item, dict):
        raise CslError('a source is an object, as in {"type": "book", "title": "…"}')
    csl = {name: _field(name, value) for name, value in item.items() if _is_known(name)}
    left_out = [_named(name)[:60] for name in item if not _is_known(name) and name not in OURS]
    return {name: value for name, value in csl.items() if value}, left_out


def with_carried(csl: Csl, carried: Mapping[str, str]) -> Csl:
    """The fields with those that our own exports carry beside them. Raises CslError."""
    try:
        said, absent = unpacked(carried)
    except ValueError as error:
        raise CslError(f"{', '.join(carried)}: is no JSON ({error})") from error
    known, _left_out = read_csl(said)
    return {name: value for name, value in csl.items() if name not in absent} | known


def identity_of(item: Any) -> Identity | None:
    """The source that an item was, where an installation of this project has written it."""
    custom = item.get(CUSTOM) if isinstance(item, dict) else None
    said = custom.get(OWN) if isinstance(custom, dict) else None
    if not isinstance(said, dict):
        return None
    slug, citation = str(said.get("source", "")), str(said.get("citation", ""))
    return Identity(slug, citation) if slug and is_text(slug) and is_text(citation) else None


def read_csl_json(path: Path, text: str) -> list[Reference]:
    """The items of a file, an array or one alone. Raises BibliographyError with all faults."""
    found: list[Reference] = []
    faults: list[Fault] = []
    try:
        for line, item in _items(text):
            key = _named(item.get("id", ""))[:200] if isinstance(item, dict) else ""
            try:
                csl, left_out = read_csl(item)
            except CslError as error:
                faults.append(Fault(line, key, str(error)))
                continue
            if "title" not in csl:
                faults.append(Fault(line, key, "has no title: a source needs one"))
            whole, own = {"type": "document", **csl}, identity_of(item)
            found.append(Reference(line, key, whole, tuple(left_out), own))
    except json.JSONDecodeError as error:
        faults.append(Fault(error.lineno, "", f"is no JSON ({error.msg})"))
    except ValueError as error:
        faults.append(Fault(1, "", f"cannot be read ({error})"))
    except RecursionError:
        faults.append(Fault(1, "", "is no CSL-JSON: lists within lists without end"))
    if not found and not faults:
        faults = [Fault(1, "", 'holds no source: write [{"type": "book", "title": "…"}]')]
    refuse(path, faults)
    return found


def _items(text: str) -> Iterator[tuple[int, Any]]:
    """Each item of the array, and the line that it begins on. Raises JSONDecodeError."""
    decoder, line, counted = json.JSONDecoder(), 1, 0
    at = _past_blanks(text, 0)
    is_list = text.startswith("[", at)
    if is_list:
        at = _past_blanks(text, at + 1)
        if text.startswith("]", at):
            return
    while True:
        line, counted = line + text.count("\n", counted, at), at
        item, at = decoder.raw_decode(text, at)
        yield line, item
        at = _past_blanks(text, at)
        if not is_list or not text.startswith(",", at):
            break
        at = _past_blanks(text, at + 1)
    if is_list and not text.startswith("]", at):
        raise json.JSONDecodeError("Expecting ',' or ']'", text, at)
    if _past_blanks(text, at + is_list) < len(text):
        raise json.JSONDecodeError("Extra data", text, at + is_list)


def _past_blanks(text: str, at: int) -> int:
    match = BLANKS.match(text, at)
    return match.end() if match else at


def _named(name: Any) -> str:
    """A key or a name as it can be stored."""
    return str(name) if is_text(str(name)) else ascii(name)


def _is_known(name: Any) -> bool:
    return name in NAMES or name in DATES or name in TEXTS


def _field(name: str, value: Any) -> Any:
    if name in NAMES:
        return [_name(name, each) for each in _rows(name, value)]
    if name in DATES:
        return _date(name, value)
    text = _text(name, value)
    if name == "URL" and text and not text.startswith(ADDRESSES):
        raise CslError(f"URL “{text[:60]}” is no address: it begins with https://")
    return text


def _rows(name: str, value: Any) -> Iterable[Any]:
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        raise CslError(f"{name} is a list of at most {MOST_NAMES} names")
    return value


def _name(name: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise CslError(f'{name}: a name is an object, as in {{"family": "Murray"}}')
    said = {part: _text(name, value[part]) for part in PARTS if part in value}
    if not said.get("family") and not said.get("literal"):
        raise CslError(f"{name}: a name needs family or literal")
    return {part: text for part, text in said.items() if text}


def _date(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CslError(f'{name} is an object, as in {{"date-parts": [[1913]]}}')
    if "date-parts" not in value:
        return {key: _text(name, value[key]) for key in ("literal", "raw") if key in value}
    parts = value["date-parts"]
    if not isinstance(parts, list) or not 1 <= len(parts) <= 2:
        raise CslError(f"{name}: date-parts has one date or two")
    return {"date-parts": [_numbers(name, each) for each in parts]}


def _numbers(name: str, value: Any) -> list[int]:
    if not isinstance(value, list) or not 1 <= len(value) <= 3:
        raise CslError(f"{name}: a date is [year], [year, month] or [year, month, day]")
    try:
        numbers = [int(part) for part in value if not isinstance(part, (bool, float))]
    except (TypeError, ValueError):
        numbers = []
    if len(numbers) != len(value) or any(abs(number) > 999_999 for number in numbers):
        raise CslError(f"{name}: year, month and day are whole numbers")
    return numbers


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise CslError(f"{name} is a text")
    text = " ".join(str(value).split())
    if len(text) > LONGEST:
        raise CslError(f"{name} has {len(text)} characters: at most {LONGEST} are kept")
    if not is_text(text):
        raise CslError(f"{name} holds a character that no text has")
    return text
