"""What somebody asserts of a record: its games, further dates, and other records it relates to;
and of a game: what it is to another one.

docs/decisions/0013 gives the reasons; `evidence.claims.assertions` reads and stores the rows.
"""

from __future__ import annotations

from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from evidence.models.claims import named
from evidence.vocabulary import (
    INVERSE_GAME_LINKS,
    INVERSE_LINKS,
    DateRole,
    GameLink,
    Link,
    NameOf,
    PersonRole,
    Sureness,
    Voice,
)
from games.models import Game


class Asserted(models.Model):
    """How sure an assertion is, and who makes it, where and why."""

    certainty = models.CharField(
        max_length=8, choices=Sureness.choices, blank=True, help_text=_("empty: not stated")
    )
    voice = models.CharField(max_length=8, choices=Voice.choices, blank=True)
    who = models.CharField(
        max_length=200, blank=True, help_text=_("who says so, where that is no stored source")
    )
    source = models.ForeignKey(
        "evidence.Source", models.PROTECT, null=True, blank=True, related_name="+"
    )
    locator = models.CharField(max_length=200, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        abstract = True

    @property
    def by(self) -> str:
        """Who says so, as in "Piccione 1980"."""
        return self.who or (named(self.source) if self.source else "")


class Assertion(Asserted):
    """An assertion about a record."""

    evidence = models.ForeignKey("evidence.Evidence", models.CASCADE, related_name="%(class)ss")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        ordering = ("evidence", "position", "pk")


class Identification(Assertion):
    """That a record, or a part of the thing it describes, is evidence of a game."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="identifications")
    about = models.CharField(
        max_length=300, blank=True,
        help_text=_("which part, as in “the board with twenty squares”; empty: the whole"),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.game}: {self.about}" if self.about else str(self.game)


class OtherDate(Assertion):
    """A date of a record beside its leading one, which search and the timeline go by."""

    role = models.CharField(
        max_length=8, choices=DateRole.choices, help_text=_("what it is the date of")
    )
    date = models.CharField(max_length=60, help_text=_("EDTF (ISO 8601-2)"))
    as_given = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.date}"


class RecordRelation(Assertion):
    """What a record is to another one, whose page shows the inverse.

    The other one goes by its identifier, which is permanent: it may be withdrawn and restored.
    """

    relation = models.CharField(max_length=16, choices=Link.choices)
    target = models.CharField(
        max_length=60, db_index=True, help_text=_("identifier of the other record")
    )

    def __str__(self) -> str:
        return f"{self.get_relation_display()} {self.target}"

    @property
    def inverse(self) -> str:
        """What the other record is to this one, in words."""
        return str(INVERSE_LINKS.get(Link(self.relation), self.get_relation_display()))

    @property
    def is_symmetric(self) -> bool:
        """Whether each is to the other what the other is to it."""
        return self.relation not in INVERSE_LINKS


class Person(Assertion):
    """Somebody who had a part in what a record describes, or in our knowledge of it."""

    name = models.CharField(max_length=200)
    role = models.CharField(max_length=10, choices=PersonRole.choices)
    identifiers = models.CharField(
        max_length=500, blank=True,
        help_text=_("addresses in VIAF, Wikidata, ISNI, ORCID or GND, with blanks between them"),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.name} ({self.get_role_display()})"


class Holding(Assertion):
    """Where the thing that a record describes is kept."""

    museum = models.CharField(max_length=200, help_text=_("or library"))
    collection = models.CharField(max_length=200, blank=True)
    number = models.CharField(max_length=200, blank=True, help_text=_("inventory or shelf number"))
    folio = models.CharField(max_length=100, blank=True)

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.museum, self.collection, self.number, self.folio)))


class Name(Assertion):
    """What the game, a piece, the board or a move is called there."""

    text = models.CharField(max_length=200, help_text=_("in its own script"))
    of = models.CharField(max_length=8, choices=NameOf.choices, help_text=_("what it names"))
    language = models.CharField(max_length=35, blank=True, help_text=_("BCP 47, as in fa"))
    script = models.CharField(
        max_length=4, blank=True, validators=[RegexValidator(r"^[A-Z][a-z]{3}$")],
        help_text=_("ISO 15924, as in Arab"),
    )  # fmt: skip
    transliteration = models.CharField(max_length=200, blank=True)
    meaning = models.CharField(
        max_length=200, blank=True, help_text=_("which piece or move, or what the word means")
    )
    passage = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)],
        help_text=_("number of the record’s passage that has the name"),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.text} ({self.get_of_display()})"


class GameRelation(Asserted):
    """What a game is to another one, as somebody proposes; the other one's page shows the inverse.

    It is part of the history of its game, and is no part of any record.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="relations")
    relation = models.CharField(max_length=16, choices=GameLink.choices)
    target = models.ForeignKey(
        Game, models.PROTECT, related_name="relations_to_it", help_text=_("the other game")
    )

    class Meta:
        ordering = ("game", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(game=F("target")), name="game_relates_to_another"),
        )

    def __str__(self) -> str:
        return f"{self.get_relation_display()} {self.target}"

    @property
    def inverse(self) -> str:
        """What the other game is to this one, in words."""
        return str(INVERSE_GAME_LINKS.get(GameLink(self.relation), self.get_relation_display()))
