"""Everything that has a name and a page: what the search for names knows of each.

To add a kind: a value in `Kind`, where it stands among equals, and a reader in READERS.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Max, TextField
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from evidence.glossary import GLOSSARY
from evidence.models import Name, Place, Region, Source, Story
from evidence.search.mentions import people_of
from evidence.search.values import MAX_TEXT
from evidence.vocabulary import NameOf
from evidence.words import words
from games.models import Clause, Concept, Game, GameAlias, Ruleset

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_PLACES = 50_000  # rows, the newest, whose names are known as places


class Kind(models.TextChoices):
    """What can be found, in the order in which equals stand."""

    GAME = "game", _("Game")
    RULESET = "ruleset", _("Rules")
    CONCEPT = "concept", _("Kind of rule")
    REGION = "region", _("Region")
    PLACE = "place", _("Place")
    PERSON = "person", _("Person")
    RECORD = "record", _("Record")
    STORY = "story", _("Story")
    CLAUSE = "clause", _("Clause")
    SOURCE = "source", _("Source")
    TERM = "term", _("Glossary")


ORDER = {kind: number for number, kind in enumerate(Kind)}


@dataclass(frozen=True)
class Thing:
    """Something with a page. The first of its names is its own, `about` says what it is."""

    kind: Kind
    key: str
    names: tuple[str, ...]
    address: str
    about: StrOrPromise = ""
    text: str = ""
    weight: int = 0  # of equals the weightiest stands first

    @property
    def name(self) -> str:
        """What it is called first."""
        return self.names[0]

    @cached_property
    def name_words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each name."""
        return tuple(tuple(words(name)) for name in self.names)

    @cached_property
    def text_words(self) -> Counter[str]:
        """How often each word occurs in its text and its description."""
        about = self.about if isinstance(self.about, str) else ""
        return Counter(words(f"{self.text}\n{about}"))


Row = tuple[Any, ...]


def things(known: dict[Row, Thing]) -> dict[Row, Thing]:
    """All things by the rows that they are made of; those in `known` are not made again."""
    with override("en"):
        return {row: known.get(row) or READERS[row[0]][1](*row[1:]) for row in _rows()}


def _rows() -> Iterator[Row]:
    return ((kind, *row) for kind, (rows, _made) in READERS.items() for row in rows())


def _game_rows() -> Iterable[Row]:
    aliases: dict[int, list[str]] = {}
    for game, name in GameAlias.objects.values_list("game_id", "name"):
        aliases.setdefault(game, []).append(name)
    called = Name.objects.filter(of=NameOf.GAME)
    for game, *names in called.values_list("evidence__game_id", "text", "transliteration"):
        aliases.setdefault(game, []).extend(filter(None, names))
    fields = ("pk", "slug", "name", "native_name", "category", "description", "origin")
    for pk, *rest in Game.objects.order_by("name").values_list(*fields):
        yield (*rest, tuple(sorted(set(aliases.get(pk, ())))))


def _game(slug: str, name: str, native: str, category: str, *rest: Any) -> Thing:
    description, origin, aliases = rest
    about = Game.Category(category).label if category else ""
    names = (name, *filter(None, [native]), *aliases)
    text = f"{description}\n{origin}".strip()
    return Thing(Kind.GAME, slug, names, reverse("game", args=[slug]), about, text)


def _ruleset_rows() -> Iterable[Row]:
    rows = Ruleset.objects.order_by("name")
    return rows.values_list("slug", "name", "game__name", "summary")


def _ruleset(slug: str, name: str, game: str, summary: str) -> Thing:
    return Thing(Kind.RULESET, slug, (name, game), reverse("ruleset", args=[slug]), game, summary)


def _concept_rows() -> Iterable[Row]:
    return Concept.objects.order_by("name").values_list("slug", "name", "meaning")


def _concept(slug: str, name: str, meaning: str) -> Thing:
    return Thing(Kind.CONCEPT, slug, (name,), reverse("concept", args=[slug]), text=meaning)


def _region_rows() -> Iterable[Row]:
    rows = Region.objects.exclude(kind=Region.Kind.DRAWN).order_by("name")
    return rows.values_list("slug", "name", "kind")


def _region(slug: str, name: str, kind: str) -> Thing:
    about = Region.Kind(kind).label
    return Thing(Kind.REGION, slug, (name,), reverse("region", args=[slug]), about)


def _place_rows() -> Iterable[Row]:
    newest = Place.objects.aggregate(newest=Max("pk"))["newest"] or 0
    rows = Place.objects.filter(pk__gt=newest - MOST_PLACES).exclude(name="")
    names = rows.order_by("name").values_list("name", flat=True).distinct()
    return ((name,) for name in names if words(name) and len(name) < MAX_TEXT - 1)


def _place(name: str) -> Thing:
    asked = urlencode({"q": f'"{name.replace(chr(34), " ")}"'})
    return Thing(Kind.PLACE, name, (name,), f"{reverse('evidence')}?{asked}")


def _source_rows() -> Iterable[Row]:
    rows = Source.objects.order_by("citation")
    return rows.values_list("slug", "citation", "title", Cast("csl", TextField()))


def _source(slug: str, citation: str, title: str, csl: str) -> Thing:
    about = ", ".join(dict.fromkeys(family for family, _given in _people(csl)))
    name = title or citation
    return Thing(Kind.SOURCE, slug, (name,), reverse("source", args=[slug]), about, citation)


def _person_rows() -> Iterable[Row]:
    csls = Source.objects.values_list(Cast("csl", TextField()), flat=True)
    made = Counter(person for csl in csls for person in set(_people(csl)))
    return ((*person, count) for person, count in sorted(made.items()))


def _person(family: str, given: str, count: int) -> Thing:
    name = f"{given} {family}".strip()
    names = tuple(dict.fromkeys((name, family)))
    address = f"{reverse('sources')}?{urlencode({'q': family})}"
    return Thing(Kind.PERSON, name, names, address, weight=count)


def _people(csl: str) -> Iterator[tuple[str, str]]:
    """Family and given names of those who made a source."""
    yield from people_of(_json(csl))


def _json(text: str) -> Any:
    """What a column of JSON holds; a database may give it as a text within a text."""
    told = json.loads(text)
    return json.loads(told) if isinstance(told, str) else told


def _story_rows() -> Iterable[Row]:
    return Story.objects.values_list("slug", "title", "lede", Cast("steps", TextField()))


def _story(slug: str, title: str, lede: str, steps: str) -> Thing:
    texts = [text for step in _json(steps) for text in (step["title"], *step.get("text", ()))]
    text = "\n".join([lede, *texts])
    return Thing(Kind.STORY, slug, (title,), reverse("story", args=[slug]), text=text)


def _clause_rows() -> Iterable[Row]:
    rows = Clause.objects.order_by("title", "ruleset__name")
    return rows.values_list("ruleset__slug", "name", "title", "ruleset__name", "text")


def _clause(ruleset: str, name: str, title: str, rules: str, text: str) -> Thing:
    address = f"{reverse('ruleset', args=[ruleset])}?{urlencode({'clause': name})}"
    return Thing(Kind.CLAUSE, f"{ruleset}/{name}", (title,), address, rules, text)


def _term_rows() -> Iterable[Row]:
    return ((term.slug, str(term.name), str(term.meaning)) for term in GLOSSARY)


def _term(slug: str, name: str, meaning: str) -> Thing:
    return Thing(Kind.TERM, slug, (name,), f"{reverse('glossary')}#{slug}", text=meaning)


READERS: dict[Kind, tuple[Callable[[], Iterable[Row]], Callable[..., Thing]]] = {
    Kind.GAME: (_game_rows, _game),
    Kind.RULESET: (_ruleset_rows, _ruleset),
    Kind.CONCEPT: (_concept_rows, _concept),
    Kind.REGION: (_region_rows, _region),
    Kind.PLACE: (_place_rows, _place),
    Kind.PERSON: (_person_rows, _person),
    Kind.STORY: (_story_rows, _story),
    Kind.CLAUSE: (_clause_rows, _clause),
    Kind.SOURCE: (_source_rows, _source),
    Kind.TERM: (_term_rows, _term),
}
