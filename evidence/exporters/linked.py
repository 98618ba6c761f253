"""What pages tell machines: schema.org descriptions as JSON-LD.

Years are written as ISO 8601 writes them, so 0000 is 1 BCE; open ends as "..".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from shapely.geometry import shape as from_geojson

from evidence import dates
from evidence.claims.assertions import identifications_of
from evidence.claims.game_relations import related_games
from evidence.exporters.formats import RECORDS
from evidence.exporters.references import item
from evidence.models import Evidence, Holding, Person, Picture, Place, Region, Source
from evidence.models.assertions import Identification
from evidence.records.licence import LICENCE_URL
from evidence.vocabulary import GameLink, Link, Sureness
from games.models import Game

SITE = "Ashtapada"
CONTEXT = "https://schema.org/"
WORKS = {
    "book": "Book",
    "classic": "Book",
    "chapter": "Chapter",
    "article-journal": "ScholarlyArticle",
    "article-magazine": "Article",
    "article-newspaper": "NewsArticle",
    "manuscript": "Manuscript",
    "thesis": "Thesis",
    "webpage": "WebPage",
}
MEDIA = {
    "csv": "text/csv",
    "jsonl": "application/jsonl",
    "geojson": "application/geo+json",
    "lpf": "application/ld+json",
    "cldf": "application/zip",
}
# What a game is to one that relates to it in some way, and it to that one.
GAME_OF = {
    GameLink.VARIANT: ("exampleOfWork", "workExample"),
    GameLink.DERIVED: ("isBasedOn", ""),
    GameLink.SAME: ("sameAs", "sameAs"),
}
UNSURE = (Sureness.DOUBTFUL, Sureness.REJECTED)
# What a work is to a record that relates to it in some way; else it is mentioned.
WORK_OF = {
    Link.COPY_OF: "isBasedOn",
    Link.TRANSLATES: "translationOfWork",
    Link.CITES: "citation",
    Link.QUOTES: "citation",
}
Described = dict[str, Any]


def describe(thing: Evidence | Source | Game | Region, site: str) -> Described:
    """A record, source, game or region; `site` is where addresses begin."""
    if isinstance(thing, Evidence):
        found = _record(thing, site)
    elif isinstance(thing, Source):
        found = _source(thing, site)
    elif isinstance(thing, Game):
        found = _game(thing, site)
    else:
        found = _region(thing, site)
    return {"@context": CONTEXT, **_said(found)}


def corpus(site: str) -> Described:
    """The whole of the evidence as a data set with its files."""
    export = site + reverse("api:export")
    return {
        "@context": CONTEXT,
        **_corpus(site),
        "description": (
            "Pieces of historical evidence for traditional games, each with its places, dates, "
            "sources and how surely it is known, and the rules that they describe."
        ),
        "keywords": ["traditional games", "board games", "history", "archaeology"],
        "distribution": [
            {
                "@type": "DataDownload",
                "name": RECORDS[name][0],
                "encodingFormat": media,
                "contentUrl": f"{export}?format={name}",
            }
            for name, media in MEDIA.items()
        ],
    }


def _record(record: Evidence, site: str) -> Described:
    address = site + record.get_absolute_url()
    return {
        "@type": "CreativeWork",
        "@id": address,
        "url": address,
        "name": str(record),
        "identifier": [record.identifier, *([record.portal_id] if record.portal_id else [])],
        "genre": str(record.get_type_display()) if record.type else "",
        "abstract": record.rules,
        "description": record.content,
        "about": _one_or_all([_about(each, site) for each in identifications_of(record)]),
        "temporalCoverage": coverage(record.year_from, record.year_to),
        "spatialCoverage": [_place(place) for place in record.places.all()],
        **_works(record, site),
        "image": [_picture(each, site) for each in record.pictures.all()],
        "dateCreated": record.added_at.date().isoformat(),
        "dateModified": record.changed_at.date().isoformat(),
        "isPartOf": _corpus(site),
        "license": LICENCE_URL,
    }


def _about(each: Identification, site: str) -> Described:
    """The game, in a role where somebody has said how sure that is, or of which part."""
    game = _game(each.game, site, brief=True)
    certainty = str(each.get_certainty_display()) if each.certainty else ""
    said = "; ".join(filter(None, (certainty, each.about, each.by)))
    return {"@type": "Role", "roleName": said, "about": game} if said else game


def _one_or_all(found: list[Described]) -> Described | list[Described]:
    return found[0] if len(found) == 1 else found


def _events(record: Evidence) -> Iterator[Described]:
    """What each date is the date of, as far as somebody has said that."""
    if record.date_role:
        years = (record.year_from, record.year_to)
        yield _event(str(record.get_date_role_display()), *years)
    for each in record.otherdates.all():
        span = dates.read(each.date)
        yield _event(str(each.get_role_display()), span.year_from, span.year_to)


def _event(name: str, first: int | None, last: int | None) -> Described:
    start, end = ("" if year is None else iso(year) for year in (first, last))
    return _said({"@type": "Event", "name": name, "startDate": start, "endDate": end})


def _works(record: Evidence, site: str) -> Described:
    """Sources, dated events, and the records that this one relates to, by what they are to it."""
    cited = [_source(each.source, site) for each in record.citations.all()]
    found: dict[str, list[Described]] = {"citation": cited, "mentions": list(_events(record))}
    found["mentions"] += [_person(each) for each in record.persons.all()]
    found["mentions"] += [_holding(each) for each in record.holdings.all()]
    for each in record.recordrelations.all():
        address = site + reverse("record", args=[each.target])
        work = {"@type": "CreativeWork", "@id": address, "url": address}
        found.setdefault(WORK_OF.get(Link(each.relation), "mentions"), []).append(work)
    return found


def _person(each: Person) -> Described:
    """Somebody in a role; what we say of them is not the work of the record's page."""
    person = _said({"@type": "Person", "name": each.name, "sameAs": each.identifiers.split()})
    return {"@type": "Role", "roleName": str(each.get_role_display()), "mentions": person}


def _holding(each: Holding) -> Described:
    """The thing where it is kept."""
    number = ", ".join(filter(None, (each.number, each.folio)))
    return _said(
        {
            "@type": "ArchiveComponent",
            "name": each.collection,
            "holdingArchive": {"@type": "ArchiveOrganization", "name": each.museum},
            "itemLocation": number,
        }
    )


def _picture(picture: Picture, site: str) -> Described:
    file = picture.file
    uploaded = {"contentUrl": site + file.full, "thumbnailUrl": site + file.thumb} if file else {}
    return _said(
        {
            "@type": "ImageObject",
            **uploaded,
            "url": picture.address,
            "caption": picture.caption,
            "description": picture.alt,
            "creditText": picture.credit,
            "copyrightNotice": picture.holder,
            "license": picture.licence,
        }
    )


def _place(place: Place) -> Described:
    geo: Described = {}
    if place.lat_u is not None:
        geo = {
            "@type": "GeoCoordinates",
            "latitude": place.latitude,
            "longitude": place.longitude,
        }
    name = str(place)
    role = str(place.get_role_display()) if place.role else ""
    return _said({"@type": "Place", "name": name, "description": role, "geo": geo})


def _source(source: Source, site: str) -> Described:
    csl = item(source)
    address = site + source.get_absolute_url()
    kind = WORKS.get(csl["type"], "CreativeWork")
    in_another = kind == "Chapter" or kind.endswith("Article")
    return _said(
        {
            "@type": kind,
            "@id": address,
            "url": address,
            "name": csl["title"],
            "author": _people(csl, "author"),
            "editor": _people(csl, "editor"),
            "translator": _people(csl, "translator"),
            "datePublished": "" if source.year is None else iso(source.year),
            "publisher": _said({"@type": "Organization", "name": csl.get("publisher")}),
            "isPartOf": _said({"@type": "CreativeWork", "name": csl.get("container-title")}),
            "inLanguage": csl.get("language"),
            "pagination": csl.get("page") if in_another else "",
            "sameAs": csl.get("URL"),
        }
    )


def _people(csl: Described, role: str) -> list[Described]:
    return [
        {"@type": "Person", "familyName": name["family"], "name": _full(name)}
        if "family" in name
        else {"@type": "Organization", "name": name.get("literal", "")}
        for name in csl.get(role, [])
        if isinstance(name, dict)
    ]


def _full(name: dict[str, str]) -> str:
    return " ".join(filter(None, (name.get("given"), name["family"], name.get("suffix"))))


def _game(game: Game, site: str, *, brief: bool = False) -> Described:
    address = site + game.get_absolute_url()
    known = {"@type": "Game", "@id": address, "url": address, "name": game.name}
    if brief:
        return known
    others = [game.native_name, *(alias.name for alias in game.aliases.all())]
    return {
        **known,
        "alternateName": [name for name in others if name],
        "description": game.description or game.origin,
        "genre": str(game.get_category_display()) if game.category else "",
        **_related_games(game, site),
    }


def _related_games(game: Game, site: str) -> Described:
    """The games that it relates to, by what they are to it; none that is doubted."""
    found: dict[str, list[Any]] = {}
    for each in related_games(game):
        name = GAME_OF[GameLink(each.row.relation)][each.is_inverse]
        if name and each.row.certainty not in UNSURE:
            other = _game(each.other, site, brief=True)
            found.setdefault(name, []).append(other["@id"] if name == "sameAs" else other)
    return dict(found)


def _region(region: Region, site: str) -> Described:
    address = site + reverse("region", args=[region.slug])
    west, south, east, north = from_geojson(region.shape).bounds
    return {
        "@type": "Place",
        "@id": address,
        "url": address,
        "name": region.name,
        "description": region.note,
        "geo": {"@type": "GeoShape", "box": f"{south} {west} {north} {east}"},
        "containedInPlace": {"@type": "Place", "name": region.parent.name} if region.parent else {},
    }


def _corpus(site: str) -> Described:
    address = site + reverse("evidence")
    return {
        "@type": "Dataset",
        "@id": address,
        "url": address,
        "name": f"{SITE}: historical evidence for traditional games",
        "license": LICENCE_URL,
        "isAccessibleForFree": True,
    }


def coverage(first: int | None, last: int | None) -> str:
    """Years as schema.org wants them: "-0331/-0321", "../1400"; nothing where undated."""
    if first is None and last is None:
        return ""
    if first == last and first is not None:
        return iso(first)
    return "/".join(".." if year is None else iso(year) for year in (first, last))


def iso(year: int) -> str:
    """An astronomical year as ISO 8601 writes it."""
    return f"-{-year:04}" if year < 0 else f"{year:04}"


def _said(described: Described) -> Described:
    """Without what is not known; nothing at all where only the type is left."""
    known = {name: value for name, value in described.items() if value not in ("", None, [], {})}
    return known if set(known) != {"@type"} else {}
