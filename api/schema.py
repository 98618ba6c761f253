"""What the OpenAPI document says of parameters and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from api.pages import ErrorSerializer
from api.paging import LEAST, MOST, USUAL
from evidence.search import FACETS
from evidence.search.aspects import ASPECTS
from evidence.search.mentions import LABELS as MENTIONED
from evidence.search.query import CHOICES, NEWEST_FIRST, OPEN_ENDS, ORDERINGS, YEARS
from evidence.search.values import MAX_TEXT, NONE
from evidence.vocabulary import EvidenceType, Vocabulary
from games.models import Match, Moment

JSON, GEOJSON = "application/json", "application/geo+json"
FORMATS = {JSON: "json", GEOJSON: "geojson", "application/wasm": "wasm", "text/plain": "txt"}
DEGREES = r"[+-]?[0-9]{1,3}(\.[0-9]{1,15})?"
View = Callable[..., Any]
FIRST = "goes before the Accept header"
GEOJSON_TOO = "geojson gives what /features/ describes"


def _text(name: str, description: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=description, **more)


def choice(name: str, description: str, values: Iterable[str], **more: Any) -> OpenApiParameter:
    """One of these values; empty, as forms send a field that is not filled in, is no filter."""
    return _text(name, description, enum=[*values, ""], **more)


def _pattern(name: str, description: str, pattern: str) -> OpenApiParameter:
    return OpenApiParameter(name, {"type": "string", "pattern": pattern}, description=description)


def _number(name: str, description: str, least: int, most: int, **more: Any) -> OpenApiParameter:
    schema = {"type": "integer", "minimum": least, "maximum": most, **more}
    return OpenApiParameter(name, schema, description=description)


PAGING = [
    _number("limit", "how many rows a page has", LEAST, MOST, default=USUAL),
    _pattern(
        "cursor",
        "where the page begins: follow the links “next” and “previous”",
        "^((after|before)-[0-9]{1,18})?$",
    ),
]
ANY_OR_NONE = f"may be repeated: any of them; {NONE}: without one"
ABOUT = {
    "date_role": "what the date, or a further date, is the date of",
    "place_role": "what happened at a place",
    "identified": "how sure an identification with a game is",
    "related": "what the record is to another one",
    "picture": "yes: has a picture",
    "person_role": "the role of somebody who had a part in it",
    "museum": "museum or library that holds what the record describes, without inventory number",
    "person": "who had a part in it, author, editor or translator of a source that the record "
    "rests on, who translated or reported its words, or who asserts something of it: the whole "
    "name, as in H. J. R. Murray",
    "language": "language of a passage or quotation, as in fa or grc (BCP 47)",
    "identified_by": "who says which game it is, as in Piccione 1980",
}
CONFIDENCE = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 100},
        {"type": "string", "enum": [NONE]},
    ]
}
FILTERS = [
    _pattern(
        "bbox",
        "west,south,east,north in degrees, borders included; a west greater than the east crosses "
        "the antimeridian, as in 170,-20,-170,0. Finds places inside, and regions that it touches",
        rf"^(({DEGREES},){{3}}{DEGREES})?$",
    ),
    _pattern(
        "polygon",
        "longitude,latitude,… of three or more corners in degrees, border included; longitudes "
        "beyond 180 go on across the antimeridian",
        rf"^({DEGREES}(,{DEGREES}){{5,399}})?$",
    ),
    _text("region", f"slug of a region; {NONE}: in no region"),
    _text(
        "polity",
        "name of an imported polity, in whose land and time the record is; may be repeated: any of "
        "them. /polities/?year=… lists those of a year",
        many=True,
    ),
    _number("year_from", "astronomical year: 0 is 1 BCE. Finds dates that overlap", *YEARS),
    _number("year_to", "astronomical year: -331 is 332 BCE. Finds dates that overlap", *YEARS),
    choice(
        "type",
        f"may be repeated: any of them; {NONE}: not known",
        [*EvidenceType.values, NONE],
        many=True,
    ),
    _text("game", "slug of a game; may be repeated: any of them", many=True),
    _text(
        "ruleset",
        f"slug of a ruleset; may be repeated: any of them; {NONE}: without one",
        many=True,
    ),
    _text(
        "concept",
        f"slug of a concept of rules that the record attests; {ANY_OR_NONE}",
        many=True,
    ),
    _text("source", f"slug of a source; {ANY_OR_NONE}", many=True),
    *(
        _text(name, f"one of the {label.lower()}; may be repeated: any of them", many=True)
        for name, label in Vocabulary.choices
    ),
    *(
        choice(name, f"{ABOUT[name]}; may be repeated: any of them", choices.values, many=True)
        for name, choices in ASPECTS.items()
    ),
    *(
        _text(
            name,
            f"{ABOUT[name]}; whatever its case, diacritics and punctuation. May be repeated: any "
            "of them",
            many=True,
        )
        for name in MENTIONED
    ),
    OpenApiParameter(
        "confidence_min",
        CONFIDENCE,
        description="a whole number leaves out records whose confidence is not known; "
        f"{NONE}: these alone",
    ),
    _text(
        "q",
        "words that all occur, whatever their case and diacritics, in singular or plural; in "
        "quotation marks as they stand; an asterisk ends the beginning "
        f"of a word, as in shat*. At most {MAX_TEXT} characters",
    ),
    choice("undated", "unless given: exclude where a year is asked for, else include", CHOICES),
    choice(
        "open_ends",
        "exclude: a date whose beginning or end is unknown counts as far as it is known only, "
        "so that “by 1908” is not found in all years before",
        OPEN_ENDS,
    ),
    choice("unlocated", "unless given: exclude where an area is asked for, else include", CHOICES),
    choice(
        "ordering",
        f"unless given {NEWEST_FIRST}: the newest record first. Unknown years and confidence "
        "stand last",
        ORDERINGS,
    ),
]
SHOWN = [
    _text(
        "facets",
        f"which values to count, between commas: {', '.join(FACETS)}. Each key can be asked for by "
        f"the parameter of that name, {NONE} too, which counts records of which it is not known; "
        f"of confidence by confidence_min, and of century by year_from and year_to, {NONE} by "
        "undated=only",
    ),
    _text("fields", "which fields of each record to send, between commas; all unless given"),
]
CITED = _text("q", "words that all occur in citation or title, or parts of words")
RULESET = _text("ruleset", "slug of a ruleset")
GAMES = [
    _text("clause", "name of a clause that shows up"),
    choice("role", "in which a clause shows up", Moment.Role.values),
    choice("outcome", "how the game ended", Match.Result.values),
    choice("origin", "where the game comes from", Match.Origin.values),
]
OPTIONS = [
    _text("option", "“Name/Item” of the rules; may be repeated", many=True),
    _text("digest", "SHA-256 of the text, where a former one is wanted; in hexadecimal"),
]


def format_of(*names: str, also: str = "") -> OpenApiParameter:
    """The parameter that chooses one of these formats; `also` says what others there are."""
    return choice("format", "; ".join(filter(None, (FIRST, also))), names)


def described(
    answer: Any,
    *parameters: OpenApiParameter,
    operation: str,
    missing: bool = False,
    gone: bool = False,
    media_type: str = JSON,
    also: str = "",
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[View], View]:
    """Describe a GET: its answer in one format, its parameters and its refusals.

    One format, so that a client has one type to read: features have addresses of their own.
    `operation` is its name, "thing_deed"; the first part groups it with its like.
    """
    name = {JSON: "json", GEOJSON: "geojson", "application/wasm": "wasm", "text/plain": "txt"}[
        media_type
    ]
    answers: dict[Any, Any] = {(200, media_type): answer}
    return extend_schema(
        operation_id=operation,
        tags=[operation.partition("_")[0]],
        parameters=[*parameters, format_of(name, also=also)],
        examples=list(examples),
        responses={**answers, **refusals(missing=missing, gone=gone)},
    )


def refusals(*, missing: bool = False, gone: bool = False) -> dict[Any, Any]:
    """What any address may answer instead; `missing`, `gone`: the thing that it names may be."""
    return {
        **({(404, JSON): _refusal("No such thing")} if missing else {}),
        **({(410, JSON): _refusal("It was withdrawn: when, and why")} if gone else {}),
        (400, JSON): _refusal("Bad parameter"),
        (401, JSON): _refusal("The token is not known, or has expired"),
        (406, JSON): _refusal("None of the formats in the Accept header"),
        (414, JSON): TOO_LONG,
        (429, JSON): TOO_MANY,
        (431, JSON): TOO_LONG,
        (503, JSON): NOT_NOW,
    }


TOO_MANY = OpenApiResponse(
    ErrorSerializer, description="Too many requests: Retry-After says in how many seconds to ask"
)

TOO_LONG = OpenApiResponse(
    ErrorSerializer, description="The address or the headers are too long: send a query as a body"
)
NOT_NOW = OpenApiResponse(
    ErrorSerializer, description="Not available now: Retry-After says in how many seconds to ask"
)


def _refusal(description: str) -> OpenApiResponse:
    return OpenApiResponse(ErrorSerializer, description=description)
