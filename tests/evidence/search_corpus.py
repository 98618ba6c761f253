"""A generated corpus that gathers what makes searching hard, and what should be found in it.

The expected answers are worked out from the same plain values that the records are made of, by
loops, floats and shapely, without the search index and without SQL.
"""

import random
import unicodedata
from dataclasses import dataclass, field

import shapely
from shapely.geometry import box as rectangle
from shapely.geometry import shape as from_geojson

from evidence.models import (
    Citation,
    ClauseCitation,
    Evidence,
    Phrase,
    Place,
    Quotation,
    Region,
    RulesetLink,
    Source,
)
from evidence.search.index import index_records
from evidence.vocabulary import EvidenceType, Relation
from games.models import Concept, Game, Ruleset, RulesetConcept
from tests.rows import store_again

VOCABULARY = ["rook", "Šatranj", "élephant", "dice", "STRASSE", "ring", "rings", "象"]
LATITUDES = [-90, -89.999999, -60, -5, 0, 0.000001, 4.999999, 5, 45.5, 85, 90]
LONGITUDES = [-180, -179.999999, -175, -0.000001, 0, 5, 100, 174.9, 175, 179.999999]
YEARS = [-6000, -600, -399, -300, -100, -99, 0, 1, 100, 101, 1140, 1900, 2000]
GAMES = ["senet", "shatranj", "shodra"]
# By ruleset, each with the status of its clause, and of a second one.
CONCEPTS = {
    "old": {"leap": ("attested",), "check": ("inferred", "disputed")},
    "new": {"leap": ("disputed",), "citadel": ("inferred", "attested")},
    "bare": {},
}
Said = dict[tuple[str, str, int], str]  # ruleset, concept, number of the clause → relation


def square(west, south, east, north):
    return [[[west, south], [east, south], [east, north], [west, north], [west, south]]]


SHAPES = {
    "plain": {"type": "Polygon", "coordinates": square(90, -10, 110, 10)},
    "bering": {
        "type": "MultiPolygon",
        "coordinates": [square(170, 50, 180, 70), square(-180, 50, -160, 70)],
    },
    "arctic": {"type": "Polygon", "coordinates": square(-180, 80, 180, 90)},
    "corner": {"type": "Polygon", "coordinates": [[[0, 0], [20, 0], [0, 20], [0, 0]]]},
}


@dataclass
class Case:
    """One record in plain values: `points` in degrees, `areas` are slugs of regions."""

    game: str
    type: str = ""
    year_from: int | None = None
    year_to: int | None = None
    confidence: int | None = None
    points: list[tuple[float, float]] = field(default_factory=list)
    areas: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    rulesets: set[str] = field(default_factory=set)
    describes: set[str] = field(default_factory=set)
    said: Said = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    regions: set[str] = field(default_factory=set)
    pk: int = 0

    @property
    def undated(self):
        return self.year_from is None and self.year_to is None

    @property
    def unlocated(self):
        return not self.points and not self.areas

    @property
    def concepts(self):
        clauses = [
            (ruleset, concept, number, status)
            for ruleset, concepts in CONCEPTS.items()
            for concept, statuses in concepts.items()
            for number, status in enumerate(statuses)
        ]
        return {
            concept
            for ruleset, concept, *clause in clauses
            if self._attests(ruleset, concept, *clause)
        }

    def _attests(self, ruleset, concept, number, status):
        said = self.said.get((ruleset, concept, number))
        if said:
            return said in ("describes", "supports")
        return status == "attested" and ruleset in self.describes


def generated(count=60, seed=8):
    """Cases in which every hard trait turns up, also together with others."""
    pick = random.Random(seed)
    cases = [_case(pick, number) for number in range(count)]
    for case in cases:
        _speak(pick, case)
    return cases


def _speak(pick, case):
    """Some only mention rules that they are linked with; some speak of clauses of any rules."""
    case.describes = {ruleset for ruleset in case.rulesets if pick.random() < 0.7}
    for ruleset, concepts in CONCEPTS.items():
        for concept, statuses in concepts.items():
            number, relation = pick.randrange(len(statuses)), pick.choice(Relation.values)
            if pick.random() < 0.2:
                case.said[ruleset, concept, number] = relation


def _case(pick, number):
    years = sorted(pick.choices(YEARS, k=2))
    opened = number % 5
    kind = number % 7
    return Case(
        game=pick.choice(GAMES),
        type=pick.choice([*EvidenceType.values, ""]),
        year_from=None if opened in (0, 1) else years[0],
        year_to=None if opened in (0, 2) else years[1],
        confidence=pick.choice([None, 0, 50, 99, 100]),
        points=[_point(pick) for _ in range([1, 1, 1, 3, 0, 0, 1][kind])],
        areas=pick.sample(list(SHAPES), [0, 0, 0, 1, 1, 0, 2][kind]),
        names=["somewhere"] * [0, 1, 0, 1, 0, number % 2, 0][kind],
        rulesets=set(pick.choice([[], ["old"], ["new"], ["bare"], ["old", "new"]])),
        texts=pick.choices(VOCABULARY, k=3),
    )


def _point(pick):
    return pick.choice(LATITUDES), pick.choice(LONGITUDES)


def store(cases):
    """Write the cases, index them, and note in each its id and the regions it belongs to."""
    store_again(_store_all, cases)
    records = dict(Evidence.objects.values_list("identifier", "pk"))
    for number, case in enumerate(cases):
        case.pk = records[f"case-{number}"]
        record = Evidence.objects.get(pk=case.pk)
        case.regions = set(record.regions.values_list("slug", flat=True))


def _store_all(cases):
    games = {name: Game.objects.create(name=f"The {name}", slug=name) for name in GAMES}
    rulesets = {
        slug: Ruleset.objects.create(slug=slug, name=slug, game=games["senet"], kind="described")
        for slug in CONCEPTS
    }
    clauses = {}
    for slug, ruleset in rulesets.items():
        for concept in Concept.objects.filter(slug__in=CONCEPTS[slug]):
            link = RulesetConcept.objects.create(ruleset=ruleset, concept=concept)
            for number, status in enumerate(CONCEPTS[slug][concept.slug]):
                clause = ruleset.clauses.create(
                    name=f"{concept}-{number}", position=number, status=status
                )
                link.clauses.add(clause)
                clauses[slug, concept.slug, number] = clause
    regions = {
        slug: Region.objects.create(slug=slug, name=slug, kind="world", shape=shape)
        for slug, shape in SHAPES.items()
    }
    source = Source.objects.create(
        slug="murray", citation="Murray, History of Chess", title="Chess"
    )
    for number, case in enumerate(cases):
        record = _store(number, case, games[case.game], regions, source)
        for slug in sorted(case.rulesets):
            relation = "describes" if slug in case.describes else "mentions"
            RulesetLink.objects.create(evidence=record, ruleset=rulesets[slug], relation=relation)
        for place, (clause, relation) in enumerate(case.said.items()):
            told = {"evidence": record, "clause": clauses[clause], "relation": relation}
            if place % 2:
                Phrase.objects.create(start=0, end=1, **told)
            else:
                ClauseCitation.objects.create(source=source, **told)
    index_records()


def _store(number, case, game, regions, source):
    record = Evidence.objects.create(
        identifier=f"case-{number}",
        game=game,
        type=case.type,
        year_from=case.year_from,
        year_to=case.year_to,
        confidence=case.confidence,
        rules=case.texts[0],
        title=case.texts[1],
    )
    Quotation.objects.create(evidence=record, text=case.texts[2])
    Citation.objects.create(evidence=record, source=source)
    places = [
        *({"lat_u": round(lat * 1e6), "lon_u": round(lon * 1e6)} for lat, lon in case.points),
        *({"region": regions[slug]} for slug in case.areas),
        *({"name": name} for name in case.names),
    ]
    for position, place in enumerate(places):
        Place.objects.create(evidence=record, position=position, **place)
    return record


def expected(cases, query):
    """The ids of the cases that answer a query, newest first."""
    return sorted((case.pk for case in cases if fits(case, query)), reverse=True)


def fits(case, query):
    """Whether one case answers a query."""
    return all(
        (
            not query.types or case.type in query.types,
            not query.games or case.game in query.games,
            not query.rulesets or not case.rulesets.isdisjoint(query.rulesets),
            not query.concepts or not case.concepts.isdisjoint(query.concepts),
            query.confidence_min is None
            or (case.confidence is not None and case.confidence >= query.confidence_min),
            _fits_date(case, query),
            _fits_place(case, query),
            _fits_text(case, query),
        )
    )


def _fits_date(case, query):
    asked = query.year_from is not None or query.year_to is not None
    choice = query.undated or ("exclude" if asked else "include")
    if choice == "only" or case.undated:
        return case.undated and choice != "exclude"
    begins_in_time = (
        query.year_to is None or case.year_from is None or case.year_from <= query.year_to
    )
    ends_in_time = (
        query.year_from is None or case.year_to is None or case.year_to >= query.year_from
    )
    return begins_in_time and ends_in_time


def _fits_place(case, query):
    asked = query.box is not None or query.region is not None or bool(query.polygon)
    choice = query.unlocated or ("exclude" if asked else "include")
    if choice == "only" or case.unlocated:
        return case.unlocated and choice != "exclude"
    in_region = query.region is None or query.region in case.regions
    in_area = not query.polygon or in_polygon(case, query.polygon)
    return in_region and in_area and (query.box is None or in_box(case, query.box))


def in_box(case, box):
    """Whether any place lies in the box; a pole and the meridian at 180° have several names."""
    rectangles = _rectangles(box)
    for latitude, longitude in case.points:
        names = {-180, 180} if abs(longitude) == 180 else {longitude}
        marks = [shapely.Point(name, latitude) for name in names]
        if any(area.covers(mark) for area in rectangles for mark in marks):
            return True
    if any(_reaches(latitude, box) for latitude, _ in case.points):
        return True
    return any(
        area.intersects(from_geojson(SHAPES[slug])) for slug in case.areas for area in rectangles
    )


def in_polygon(case, corners):
    """Whether any place lies in a drawn area, however often round the world its corners go."""
    turns = [
        shapely.Polygon([(longitude + turn, latitude) for longitude, latitude in corners])
        for turn in (-720, -360, 0, 360, 720)
    ]
    marks = [shapely.Point(longitude, latitude) for latitude, longitude in case.points]
    shapes = [from_geojson(SHAPES[slug]) for slug in case.areas]
    return any(turn.intersects(each) for turn in turns for each in (*marks, *shapes))


def _reaches(latitude, box):
    return abs(latitude) == 90 and box.south <= latitude <= box.north


def _rectangles(box):
    """The box on the plane, cut at the antimeridian; its borders there and at the poles whole."""
    ends = [(box.west, box.east)] if box.west <= box.east else [(box.west, 180), (-180, box.east)]
    if box.west <= box.east == 180:
        ends.append((-180, -180))
    found = [rectangle(west, box.south, east, box.north) for west, east in ends]
    return found + [
        shapely.LineString([(-180, pole), (180, pole)])
        for pole in (-90, 90)
        if box.south <= pole <= box.north
    ]


def _fits_text(case, query):
    if not query.q:
        return True
    said = {
        _plain(word) for word in [*case.texts, "the", case.game, "murray", "history", "of", "chess"]
    }
    return all(
        any(word.startswith(_plain(asked[:-1])) for word in said)
        if asked.endswith("*")
        else _plain(asked).strip('"') in said
        if asked.startswith('"')
        else _single(_plain(asked)) in map(_single, said)
        for asked in query.q.split()
    )


def _single(word):
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word


def _plain(word):
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
