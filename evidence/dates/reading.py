"""Dates as people write them, in plain English, read into spans: what `datewords` prints, and more.

span   = "before" side (not the side itself) | ("by" | "until" | "not after") side
       | "after" side (not the side itself) | ("since" | "not before") side | "from" side ["on"]
       | "between" side "and" side | side "or" side (one of them: [1650..1670])
       | side joint side | side
side   = [doubt] ([part] (millennium | century | decade) | day | season | year) [era] [doubt]
       | "AH" year | years "cal BP"
part   = early | mid | late | first half … (`datecounts` says which years)
joint  = "to" | "and" | "-" | "/"; a doubt before two sides joined by a sign is about both
doubt  = about, circa, c. (marked ~); perhaps, probably, uncertain, ? (marked ?)

A set has no doubts: with them, and where its ends are not alike, it is read as an interval.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from evidence.dates import DateSpan, are_alike, read
from evidence.dates import languages as datelanguages
from evidence.dates.counts import HIJRI, PART, PRESENT, hijri, part_of, present
from evidence.dates.moments import DateError, Moment
from evidence.dates.words import MONTHS, SEASONS, Gap, Side, ordinal

EXAMPLES = "332-331 BCE, about 600 BCE, late 12th century, 1560s, 13 June 1913 or before 1400"
LONGEST = 500  # letters: some patterns below look at a long text many times
BLANKS = re.compile(r"\s+")
DASHES = str.maketrans(dict.fromkeys("−–—‐‑", "-"))
ABOUT = re.compile(
    r"\b(?:about|circa|around|approximately|roughly|ca?\.?(?=\s*(?:the\s+)?"
    r"(?:(?:early|mid|late|ah|a\.h\.)\s*)?[0-9]))\s*",
    re.I,
)
PERHAPS = re.compile(
    r"\b(?:perhaps|probably|possibly|maybe)\b\s*|[,;(]*\s*\buncertain\b\)?|\(\?\)|\?", re.I
)
ERA = r"(?:\s*(?P<era>B\.? ?C\.? ?E\b\.?|B\.? ?C\b\.?|C\.? ?E\b\.?|A\.? ?D\b\.?))?"
BEFORE_YEAR = re.compile(r"\b(?:AD|A\.D\.)\s*(?=[0-9])", re.I)
NTH = r"(?P<n>[0-9]{1,2}|100)(?:st|nd|rd|th)"
CENTURY = re.compile(rf"{NTH}(?: centur(?:y|ies)| c\.)?{ERA}", re.I)
MILLENNIUM = re.compile(rf"(?P<n>[0-9]|10)(?:st|nd|rd|th) millenni(?:um|a){ERA}", re.I)
DECADE = re.compile(rf"(?P<n>[0-9]{{1,3}}0)s{ERA}", re.I)
YEAR = re.compile(rf"(?P<n>[0-9]{{1,6}}|1000000){ERA}", re.I)  # the last is Y-999999
NAMED = "|".join(f"{name}|{name[:3]}\\.?" for name in MONTHS)
DAY_FIRST = re.compile(rf"(?:(?P<day>[0-9]{{1,2}})\s+)?(?P<month>{NAMED}),?\s+(?P<rest>.+)", re.I)
MONTH_FIRST = re.compile(rf"(?P<month>{NAMED})\s+(?P<day>[0-9]{{1,2}}),\s*(?P<rest>.+)", re.I)
SEASON = re.compile(rf"(?P<season>{'|'.join(SEASONS)}|fall),?\s+(?:of\s+)?(?P<rest>.+)", re.I)
VAGUE = re.compile(r"\b(beginning|end|start|turn|early|mid|middle|late|half|third|quarter)\b", re.I)
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth", "twenty-first",
)  # fmt: skip
# A second side may stand between an ordinal and the word that it counts: third to fourth century.
COUNTED = (
    r"(?=(?:(?: to | or | and | ?[-/] ?)(?:the )?(?:(?:early|mid|late)[ -])?[a-z0-9-]+)?"
    r"[ -](?:centur|millenni))"
)
# What catalogues write, and the words that are read for it; in small letters.
SPELLED: tuple[tuple[str, str], ...] = (
    *((rf"\b{word}{COUNTED}", ordinal(n)) for n, word in [*enumerate(ORDINALS, 1)][::-1]),
    (r"\b(early|mid|late)-(?=[0-9])", r"\1 "),
    (
        r"(?<=[0-9]st|[0-9]nd|[0-9]rd|[0-9]th)[ -]?(?:cents?\.?|c\.?|century)(?=[\s,;)/?-]|$)",
        " century",
    ),
    (r"\b1st (?=half|third|quarter)", "first "),
    (r"\b2nd (?=half|third|quarter)", "second "),
    (r"\b3rd (?=half|third|quarter)", "third "),
    (r"\b4th (?=quarter)", "fourth "),
    (r"(?<=[0-9]0)['’](?=s\b)", ""),
    (r"^(?:ante|pre)[ -](?=.*[0-9])", "before "),
    (r"^post[ -](?=.*[0-9])", "after "),
    (r"(?<=[0-9])(?: ?- ?|,? to )(?:the )?present(?: day)?$", " onwards"),
    (r"(?<=[0-9] )ca?\.?$", "circa"),
)  # fmt: skip
UNDATED = re.compile(
    r"[ns]\. ?d\.?|nd|undated|no date|not dated|(?:date )?(?:unknown|not known)|-+|\?+"
)
# What is explained as words are, not as EDTF: also two years, and a year 0.
IN_WORDS = re.compile(r"[A-Za-z]{2}|^\s*(?:0{1,3}|[0-9]{3,4}\s*[-–—]\s*[0-9]{3,4})\s*$")
TAIL = re.compile(
    rf"(?P<common>\s*(?:centur(?:y|ies)|c\.|millenni(?:um|a)))?{ERA}"
    r"(?P<count>\s*AH|\s*cal\.? ?BP)?$",
    re.I,
)
Pair = tuple[Moment, Moment]


@lru_cache(maxsize=10_000)
def read_any(text: str) -> DateSpan:
    """The span of EDTF, of the portal's day ranges, or of plain words. Raises DateError."""
    try:
        return read(text)
    except DateError as error:
        try:
            return read_words(text)
        except DateError as in_words:
            if UNDATED.fullmatch(_plain(text)):
                raise DateError(
                    f"“{text.strip()}” says that no date is known: leave the date empty"
                ) from error
            why, instead = datelanguages.reason(text[:LONGEST])
            if why:
                raise DateError(_refused(text, why, instead)) from error
            raise (in_words if IN_WORDS.search(text) else error) from error


def read_or_undated(text: str) -> DateSpan | None:
    """The same; None for nothing, and for words that say that no date is known, as “n.d.”."""
    said = _plain(text)
    return None if not said or UNDATED.fullmatch(said) else read_any(text)


def _plain(text: str) -> str:
    return text.strip().casefold().strip("[]()")


def in_words(edtf: str) -> str:
    """An EDTF date as people write it, where that is read as the same date; else as it is."""
    try:
        words = read_any(edtf).human()
        return words if read_any(words).edtf == edtf else edtf
    except DateError:
        return edtf


def _refused(text: str, why: str, instead: str) -> str:
    """What is wrong, with what can be written instead if that is known to be read."""
    try:
        read_words(instead)
    except DateError:
        try:
            read(instead)
        except DateError:
            instead = ""
    said = f"write {instead}" if instead else f"write the years, as in {EXAMPLES}"
    return f"“{text.strip()}” {why}: {said}"


def read_words(text: str) -> DateSpan:
    """The span of a date in plain words. Raises DateError."""
    if len(text) > LONGEST:
        raise DateError(f"“{text[:40]}…” is too long for a date: write one such as {EXAMPLES}")
    given = BLANKS.sub(" ", text.translate(DASHES)).strip()
    lower = given.casefold().removeprefix("the ")
    for spelled, read_as in SPELLED:
        lower = re.sub(spelled, read_as, lower)
    for pattern, make in ENDS:
        match = re.fullmatch(pattern, lower)
        if match:
            return DateSpan(make(*_side(_part(match[1]), text)))
    one_of = re.fullmatch(r"between (.+?) and (.+)|(.+?) or (.+)", lower)
    if one_of:
        return _one_of(*_two_of(one_of, text))
    joined = re.fullmatch(r"from (.+?) to (.+)|(.+?) (?:to|and) (.+)", lower)
    if joined:
        return _interval(*_two_of(joined, text))
    whole = _part(lower)
    dashed = re.fullmatch(r"(.+?) ?[-/] ?(.+)", whole.words)
    if dashed:
        parts = (replace(whole, words=dashed[1].strip()), replace(whole, words=dashed[2].strip()))
        return _interval(*_two(*parts, text))
    return _one_of(*_side(whole, text))


def _interval(start: Moment, end: Moment) -> DateSpan:
    return DateSpan((start,) if start == end else (start, end))


def _one_of(start: Moment, end: Moment) -> DateSpan:
    """Some time from one to the other: as a set where EDTF has one."""
    years = replace(start, last=start.first), replace(end, first=end.last)
    if start == end or not are_alike(years):
        return _interval(start, end)
    return DateSpan(years, one_of=True)


@dataclass(frozen=True)
class Part:
    """Words without their doubt, and the doubt."""

    words: str
    about: bool = False
    perhaps: bool = False

    @property
    def mark(self) -> str:
        """The doubt in EDTF."""
        if self.about and self.perhaps:
            return "%"
        return "~" if self.about else "?" if self.perhaps else ""


ENDS: tuple[tuple[str, Callable[[Moment, Moment], tuple[Side, ...]]], ...] = (
    (r"(?:any time )?before (.+)", lambda start, _: (Gap.OPEN, start.preceding)),
    (r"until (.+), beginning unknown", lambda _, end: (Gap.UNKNOWN, end)),
    (
        r"(?:by|until|till|up to|not after|not? later than) (.+)",
        lambda _, end: (Gap.OPEN, end),
    ),
    (r"(.+) or (?:earlier|before)", lambda _, end: (Gap.OPEN, end)),
    (r"after (.+)", lambda _, end: (end.following, Gap.OPEN)),
    (r"(?:since|not before|not? earlier than) (.+)", lambda start, _: (start, Gap.OPEN)),
    (r"(.+) or (?:later|after)", lambda start, _: (start, Gap.OPEN)),
    (r"from (.+?),? end unknown", lambda start, _: (start, Gap.UNKNOWN)),
    (r"(?:from )?(.+) on(?:wards?)?", lambda start, _: (start, Gap.OPEN)),
    (r"from ((?!.*(?: to | until |[-/])).+)", lambda start, _: (start, Gap.OPEN)),
)


def _part(words: str) -> Part:
    rest, abouts = ABOUT.subn("", words)
    rest, doubts = PERHAPS.subn("", rest)
    rest = re.sub(r"^(?:the|in|of|year|the year)\s+", "", rest.strip(" ,;()"))
    return Part(rest.removeprefix("the ").strip(), abouts > 0, doubts > 0)


def _two_of(match: re.Match[str], text: str) -> Pair:
    """Two sides between words; each has its own doubt."""
    first, second = (part for part in match.groups() if part is not None)
    return _two(_part(first), _part(second), text)


def _two(first: Part, second: Part, text: str) -> Pair:
    """Two sides: what only the second says, its era or "century", holds for the first, too."""
    words, later = _completed(first.words, second.words), second.words
    if HIJRI.fullmatch(words) and later.isdigit():
        twice = int(later) in (_counted(words, text) or ())  # AH 655/1257
        words, later = (later, later) if twice else (words, f"AH {later}")
    start, end, own = YEAR.fullmatch(words), YEAR.fullmatch(later), YEAR.fullmatch(first.words)
    if start and end and own and not own["era"] and _is_short(start, end):
        later = start["n"][: -len(end["n"])] + later
    elif start and not start["era"] and end and len(start["n"]) < 3 and not end["era"]:
        raise DateError(_wrong(text))
    earlier = _side(replace(first, words=words), text)
    return earlier[0], _side(replace(second, words=later), text)[1]


def _completed(first: str, second: str) -> str:
    """The first of two sides with what only the second says."""
    tail = TAIL.search(second)
    part = PART.fullmatch(first)
    if part and not part["whole"]:
        named = PART.fullmatch(second)
        return f"{first} {(named and named['whole']) or second}"
    if not tail:
        return first
    bare = re.fullmatch(r"(?:.+ )?[0-9]+(?:st|nd|rd|th)", first)
    if tail["common"] and bare:
        first += tail["common"]
    if tail["count"] and first.isdigit():
        return first + tail["count"]
    own = HIJRI.fullmatch(first) or re.search(rf"[0-9a-z]{ERA[:-1]}$", first, re.I)
    return f"{first} {tail['era']}" if tail["era"] and not own else first


def _is_short(start: re.Match[str], end: re.Match[str]) -> bool:
    """Whether 31 in 332-31 BCE, or 70 in 1560-70 and 4 in 1523-4, stands for 331 and 1570."""
    return len(end["n"]) <= 2 and len(start["n"]) >= 3 and start["era"] == end["era"]


def _side(part: Part, text: str) -> Pair:
    """The first and the last moment of a side: the same, but for parts and other calendars."""
    years = _counted(part.words, text)
    if years:
        first, last = (Moment(year, year, mark=part.mark) for year in years)
        return first, last
    moment = _day(part, text) or Moment(*_years(part.words, text), mark=part.mark)
    return moment, moment


def _counted(words: str, text: str) -> tuple[int, int] | None:
    """The years of a part of a century, of a Hijri year or of years before present."""
    if match := HIJRI.fullmatch(words):
        return hijri(int(match["n"] or match["m"]))
    if match := PRESENT.fullmatch(words):
        return (present(match, text),) * 2
    part = PART.fullmatch(words)
    if not part or not part["whole"]:
        return None
    first, last = _years(part["whole"], text)
    if first == last:
        raise DateError(_vague(text))
    return part_of(part, (first, last))


def _day(part: Part, text: str) -> Moment | None:
    """A day, month or season."""
    for pattern in (MONTH_FIRST, DAY_FIRST):
        if match := pattern.fullmatch(part.words):
            day = int(match["day"]) if match["day"] else None
            return _in_year(match["rest"], _month(match["month"]), day, part, text)
    if match := SEASON.fullmatch(part.words):
        name = "autumn" if match["season"] == "fall" else match["season"]
        return _in_year(match["rest"], 21 + SEASONS.index(name), None, part, text)
    return None


def _in_year(rest: str, month: int, day: int | None, part: Part, text: str) -> Moment:
    year = _year(YEAR.fullmatch(BEFORE_YEAR.sub("", rest)), text)
    return Moment(year, year, month, day, part.mark)


def _years(said: str, text: str) -> tuple[int, int]:
    """The first and last year of a millennium, century, decade or year."""
    words = BEFORE_YEAR.sub("", said)
    for pattern, width in ((CENTURY, 100), (MILLENNIUM, 1000)):
        if match := pattern.fullmatch(words):
            return _century(int(match["n"]), width, _is_bce(match), text)
    decade = DECADE.fullmatch(words)
    if decade and not _is_bce(decade):
        return int(decade["n"]), int(decade["n"]) + 9
    match = YEAR.fullmatch(words)
    if match is None and VAGUE.search(words):
        raise DateError(_vague(text))
    plain = BEFORE_YEAR.search(said) or (match and match["era"])
    if match and not plain and 0 < int(match["n"]) < 100:
        raise DateError(f"“{text}” does not say its era: write {match['n']} CE or BCE")
    year = _year(match, text)
    return year, year


def _is_bce(match: re.Match[str]) -> bool:
    return (match["era"] or "").upper().startswith("B")


def _year(match: re.Match[str] | None, text: str) -> int:
    """The astronomical year."""
    if match is None:
        raise DateError(_wrong(text))
    year = int(match["n"])
    if year == 0:
        raise DateError("there is no year 0 between the eras: write 1 BCE or 1 CE")
    return 1 - year if _is_bce(match) else year


def _century(number: int, width: int, bce: bool, text: str) -> tuple[int, int]:
    if number == 0:
        raise DateError(f"“{text}”: there is no century 0: write 1st century BCE or CE")
    if bce:
        return 1 - number * width, (1 - number) * width
    return (number - 1) * width, number * width - 1


def _month(name: str) -> int:
    return [month.casefold()[:3] for month in MONTHS].index(name.casefold()[:3]) + 1


def _wrong(text: str) -> str:
    return f"“{text.strip()}” is not a date that can be read: write one such as {EXAMPLES}"


def _vague(text: str) -> str:
    return f"“{text.strip()}” has no fixed width: write the years you mean, as in 1101-1130"
