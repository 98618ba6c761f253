"""Contents of proposals: read from what is sent, and what still lacks before they are published."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ErrorDetail

from evidence import places
from evidence.claims.assertions import KINDS
from evidence.drafts import Draft, GameDraft, PhraseDraft, QuotationDraft, is_blank
from evidence.editing.curation import (
    as_typed,
    assertions,
    elsewhere,
    linked,
    pictures,
    related_games,
    sentences,
)
from evidence.editing.curation.areas import with_region
from evidence.editing.curation.phrases import placed
from evidence.editing.curation.pointing import numbered
from evidence.editing.curation.shapes import ContentFields
from evidence.editing.workflow.refusals import Fault, Refusal
from evidence.history.contents import Content, draft_of
from evidence.models import Region
from evidence.passages.phrases import check, texts_of
from evidence.quoting import inside
from evidence.search import outlines
from evidence.sources import NO_GAME, StoreError, find_game
from evidence.storing.checks import checked
from games.models import Clause

# What can be said to be not known, and the field that holds it where it is.
GAME = ("game", "game_name")
HOLDS = {"game": "game_name", "date": "date", "place": "places", "judge": "judged_by"}
CONTRADICTED = {
    "date": gettext_lazy("a date is given but also marked as unknown: remove one of the two"),
    "game": gettext_lazy("a game is given but also marked as unknown: remove one of the two"),
    "place": gettext_lazy("a place is given but also marked as unknown: remove one of the two"),
    "judge": gettext_lazy("someone is named but also marked as unknown: remove one of the two"),
}


def read(data: Any, published_as_typed: Collection[str] = ()) -> Content:
    """The content in its one form, dates and points read where they can be. Raises Refusal.

    The words are those that `as_typed` calls so.
    """
    shape = ContentFields(data=data)
    if not shape.is_valid():
        raise Refusal("faulty", _flat(shape.errors))
    content: Content = dict(shape.validated_data)
    if "unknown" in content:
        content["unknown"] = sorted(content["unknown"])
    as_typed.keep(content, data, published_as_typed)
    content["places"] = [_with_area(row) for row in content.get("places", ()) if row]
    _without_blank_rows(content)
    content["phrases"] = placed(content)
    for name in KINDS:
        content[name] = list(filter(None, content.get(name, ())))
    pictures.read(content)
    sentences.read(content)
    _with_game(content)
    related_games.read(content)
    return {name: value for name, value in content.items() if not is_blank(value)}


def _flat(errors: Any, field: str = "") -> Iterator[Fault]:
    """DRF's errors as faults with the path of the field."""
    if isinstance(errors, ErrorDetail):
        yield Fault(field, str(errors))
        return
    rows = errors.items() if isinstance(errors, dict) else enumerate(errors)
    for name, below in rows:
        is_row = isinstance(errors, list) and isinstance(below, ErrorDetail)
        if is_row or name == "non_field_errors":
            yield from _flat(below, field)
        else:
            yield from _flat(below, f"{field}.{name}" if field else str(name))


def _with_area(row: Content) -> Content:
    """A place with its area read, where it can be."""
    said = dict(row)
    with suppress(outlines.OutlineError):
        said["shape"] = outlines.read_text(said.get("outline", ""))
        del said["outline"]
    return said


def _without_blank_rows(content: Content) -> None:
    """Drop citations and quotations that say nothing; what points at the others still does."""
    cited, quoted = (_filled(content.get(name, ())) for name in ("citations", "quotations"))
    content["citations"] = list(cited.values())
    content["quotations"] = numbered(quoted.values(), "citation", list(cited))
    for row in content.get("phrases", ()):
        if row.get("quotation") in quoted:
            row["quotation"] = list(quoted).index(row["quotation"])


def _filled(rows: Iterable[Content]) -> dict[int, Content]:
    """The rows that say something, by their positions."""
    return {at: row for at, row in enumerate(rows) if row}


def _with_game(content: Content) -> None:
    """The stored game by slug and name, where there is one of that slug or name."""
    if game := related_games.game_of(content):
        content["game"], content["game_name"] = game.slug, game.name


def begun_from(content: Content) -> Content:
    """The content of a proposal that is to change a published record.

    What has no game, date or place is published as unidentified, undated or unlocated, a rating
    without a judge as one whose judge is not known: that is said, and stays so.
    """
    if content.get("game") == NO_GAME.slug:
        content = {name: value for name, value in content.items() if name not in GAME}
    unknown = [name for name, field in HOLDS.items() if not content.get(field)]
    if "confidence" not in content:
        unknown.remove("judge")
    beside = ("identifier", "passages")  # never part of a proposal
    rest = {name: value for name, value in content.items() if name not in beside}
    if content.get("passages"):
        rest[sentences.NAME] = sentences.sentences_of(content["identifier"], content["passages"])
    return rest | ({"unknown": unknown} if unknown else {})


def as_draft(identifier: str, content: Content) -> Draft:
    """The draft that publishes the content. The game has a name, or is said to be not known."""
    unnamed = GameDraft(content.get("game_name", "")) if content.get("game_name") else NO_GAME
    beside = ("unknown", sentences.NAME, related_games.NAME)
    rest = {key: value for key, value in content.items() if key not in beside}
    rest["places"] = [with_region(row) for row in content.get("places", ())]
    named = {"game": content.get("game", unnamed.slug), "game_name": unnamed.name}
    draft = draft_of(rest | {"identifier": identifier} | named)
    game = find_game(draft.game)
    return replace(
        draft, game=replace(draft.game, name=game.name, slug=game.slug) if game else unnamed
    )


def missing(content: Content, identifier: str = "") -> list[Fault]:
    """All that has to be there before the content is published, and all that cannot be read.

    `identifier` is that of the record, which may be published already.
    """
    return [*_lacks(content), *_wrong(content), *elsewhere.wrong(content, identifier)]


def asked(content: Content, identifier: str = "") -> list[Fault]:
    """What the form asks for: all that is missing, what it is, and whose the rating is.

    Programs may leave that out: a rating that nobody is named for is published, and is said to be.
    What is to be looked at, and no more, stands last.
    """
    lacking = [*missing(content, identifier), *_unnamed(content), *unjudged(content)]
    return [*lacking, *linked.of_other_games(content)]


def unsendable(content: Content) -> list[Fault]:
    """What nobody could review: a content without title and game, or with an unreadable date."""
    date = content.get("date")
    return [*_unnamed(content), *(assertions.wrong_date("date", date) if date else ())]


def unreasoned(base: int | None, why: str) -> list[Fault]:
    """A change of a published record, which nobody can judge without its reason."""
    said = _("write why the record is changed: its history keeps that")
    return [Fault("why", said)] if base and not why else []


def _unnamed(content: Content) -> list[Fault]:
    if content.get("title") or content.get("game_name"):
        return []
    return [Fault("title", _("give a title or a game: reviewers have to know what it is"))]


def unjudged(content: Content) -> list[Fault]:
    """A rating of which neither a judge nor that none is known is said."""
    said = content.get("judged_by") or "judge" in content.get("unknown", ())
    if said or "confidence" not in content:
        return []
    return [Fault("judged_by", _("say who rated the confidence, or that this is not known"))]


def _lacks(content: Content) -> Iterator[Fault]:
    unknown = content.get("unknown", ())
    if not content.get("game_name") and "game" not in unknown:
        said = _("choose a game, write the name of a new one, or say that it is not known")
        yield Fault("game", said)
    if not content.get("type"):
        yield Fault("type", _("say what kind of evidence it is"))
    if not content.get("date") and "date" not in unknown:
        yield Fault("date", _("give a date, or say that it is undated"))
    if not content.get("places") and "place" not in unknown:
        yield Fault("places", _("give a place, or say that none is known"))
    if not any(row.get("citation") and row.get("locator") for row in content.get("citations", ())):
        yield Fault("citations", _("give a source and where in it: pages, folio, plate or number"))


def _wrong(content: Content) -> Iterator[Fault]:
    for name, both in CONTRADICTED.items():
        if content.get(HOLDS[name]) and name in content.get("unknown", ()):
            yield Fault("game" if name == "game" else HOLDS[name], str(both))
    if content.get("date"):
        yield from assertions.wrong_date("date", content["date"])
    for position, row in enumerate(content.get("places", ())):
        yield from _wrong_place(f"places.{position}", row)
    for position, row in enumerate(content.get("citations", ())):
        if not row.get("citation"):
            yield Fault(f"citations.{position}", _("a source is missing: name it"))
    for position, row in enumerate(content.get("quotations", ())):
        if not row.get("text"):
            yield Fault(f"quotations.{position}", _("the words of the quotation are missing"))
    yield from _wrong_phrases(content)
    yield from assertions.wrong(content)
    yield from related_games.wrong(content)
    yield from pictures.wrong(content)
    yield from sentences.wrong(content)
    yield from linked.wrong(content)
    yield from _wrong_words(content)


def _wrong_place(field: str, row: Content) -> Iterator[Fault]:
    for name, read_it in (("point", places.read_point), ("outline", outlines.read_text)):
        if name in row:
            try:
                read_it(row[name])
            except (places.PlaceError, outlines.OutlineError) as error:
                yield Fault(f"{field}.{name}", str(error))
    if ("lat_u" in row) != ("lon_u" in row):
        yield Fault(field, _("a point has a latitude and a longitude: one of them is missing"))
    yield from _wrong_area(field, row)
    if "region" in row and not Region.objects.filter(slug=row["region"]).exists():
        yield Fault(f"{field}.region", _("there is no region “%(slug)s”") % {"slug": row["region"]})
    if not {"name", "as_given", "lat_u", "region", "point", "shape", "outline"} & set(row):
        yield Fault(field, _("the place has neither a name nor a point nor a region"))


def _wrong_area(field: str, row: Content) -> Iterator[Fault]:
    """More than one of point, region and area; an area without a name to be stored under."""
    is_point, is_region, is_area = (
        any(name in row for name in names)
        for names in (("lat_u", "point"), ("region",), ("shape", "outline"))
    )
    if is_area and (is_point or is_region):
        said = _("a place is a point, a region or an area of its own: clear the others")
        yield Fault(field, said)
    elif is_point and is_region:
        yield Fault(field, _("a place is a point or a region: clear one of the two"))
    if "shape" in row and not row.get("name", "").strip():
        yield Fault(f"{field}.name", _("give the area a name"))


def _wrong_phrases(content: Content) -> Iterator[Fault]:
    """Phrases whose words are not there, or that carry no clause."""
    whole = []
    rows = content.get("phrases", ())
    wanted = Clause.objects.filter(ruleset__slug__in={row.get("ruleset", "") for row in rows})
    parts = wanted.annotate(n=Count("parts")).values_list("ruleset__slug", "name", "n")
    known = {(ruleset, name): n for ruleset, name, n in parts} if rows else {}
    for position, row in enumerate(rows):
        field = f"phrases.{position}"
        if "start" not in row or "end" not in row:
            said = _("the words “%(words)s” are not in the text: mark them again")
            yield Fault(field, said % {"words": inside(row.get("words", ""))})
        elif (row.get("ruleset"), row.get("clause")) not in known:
            yield Fault(field, _("choose the clause that the marked words state"))
        elif row.get("part", 0) > known[row["ruleset"], row["clause"]]:
            yield Fault(f"{field}.clause", _("the clause has no such part"))
        else:
            whole.append(PhraseDraft(**row))
    quotations = [QuotationDraft(row.get("text", "")) for row in content.get("quotations", ())]
    try:
        check(whole, texts_of(content.get("rules", ""), content.get("content", ""), quotations))
    except StoreError as error:
        yield Fault("phrases", str(error))


def _wrong_words(content: Content) -> Iterator[Fault]:
    """Words that are not of their vocabulary."""
    draft = Draft(
        "", GameDraft("…"), terms={k: tuple(v) for k, v in content.get("terms", {}).items()}
    )
    try:
        checked(draft)
    except StoreError as error:
        yield Fault(f"terms.{error.field}", str(error))
